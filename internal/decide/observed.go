package decide

import (
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/wire"
)

// Tool results (seed 002, "Tool-result HMAC"): what a tool returned gets a mark when
// it is observed, and what comes back in a context must have one.

// observe remembers a result that has just come back.
func (w *witness) observe(id, tool string, content jsontext.Value) {
	if w.checks() {
		w.remember(id, tool, content, w.state.Authenticity().Seq+1)
	}
}

// remember keeps the mark of a result, under seq if it is new. A call that is told of
// twice, when it returned and when it was written down, may look a little different
// the second time.
func (w *witness) remember(id, tool string, content jsontext.Value, seq int) {
	o := session.Observed{Seq: seq, CallID: callKey(id), Tool: session.Label(tool)}
	versions := 0
	for i := len(w.state.Authenticity().Observed) - 1; i >= 0 && o.CallID != ""; i-- {
		if known := &w.state.Authenticity().Observed[i]; known.CallID == o.CallID && !known.Denied {
			o.Seq, o.Tool = known.Seq, known.Tool
			if known.Mark == w.resultMark(o.Tool, o.Seq, content) {
				return
			}
			if versions++; versions == maxVersions {
				return
			}
		}
	}
	o.Mark = w.resultMark(o.Tool, o.Seq, content)
	w.emit(&session.ResultObserved{Observed: o})
}

// maxVersions of one result: as it returned, and as it was written down.
const maxVersions = 2

// observeDenial remembers a call that did not run.
func (w *witness) observeDenial(id, tool string) {
	if id == "" || !w.checks() {
		return
	}
	o := session.Observed{Seq: w.state.Authenticity().Seq + 1, CallID: callKey(id), Tool: session.Label(tool), Denied: true}
	w.emit(&session.ResultObserved{Observed: o})
}

// observed finds a result of the context among those that were observed.
func (w *witness) observed(r wire.ToolResult) (seq int, problem session.Problem) {
	id := callKey(TidyName(r.CallID, w.Digest))
	problem = session.Fabricated
	for i := len(w.state.Authenticity().Observed) - 1; i >= 0; i-- {
		o := &w.state.Authenticity().Observed[i]
		if o.CallID != id {
			continue
		}
		if o.Denied && saysDenied(r.Content.Value) || !o.Denied && o.Mark == w.resultMark(o.Tool, o.Seq, r.Content.Value) {
			return o.Seq, ""
		}
		problem = session.Altered
	}
	return 0, problem
}

// resultMark covers tool|seq|canonical JSON, as the seed has it, of what the model
// reads: gateways put the same text into different shapes.
func (q *question) resultMark(tool string, seq int, content jsontext.Value) session.Mark {
	return q.Mark("tool-result", tool+"|"+strconv.Itoa(seq)+"|"+string(canonical(spoken(content))))
}

// spoken is the text of a result, as JSON, or the result itself where it has none.
func spoken(content jsontext.Value) jsontext.Value {
	switch content.Kind() {
	case '[':
		if text := wire.Text(content); text != "" {
			return marshalled(text)
		}
	case '{':
		if inner := wire.Member(content, "content"); inner.Kind() == '"' || inner.Kind() == '[' {
			return spoken(inner)
		}
	}
	return content
}

// canonical is RFC 8785; what is no JSON stays as it is.
func canonical(v jsontext.Value) jsontext.Value {
	v = v.Clone()
	_ = v.Canonicalize()
	return v
}

// callKey is a call's id as every hook of a gateway spells it: some drop the
// punctuation when they replay a history.
func callKey(id string) string {
	return strings.Map(func(r rune) rune {
		if '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' {
			return r
		}
		return -1
	}, session.Label(id))
}

// maxDenialText bounds what a denied call may have brought back: the daemon's word,
// and what a gateway puts around it.
const maxDenialText = 4096

// saysDenied reports whether a result is the daemon's word on a call that it denied.
func saysDenied(content jsontext.Value) bool {
	text := string(wire.Unquoted(spoken(content)))
	if len(text) > maxDenialText {
		return false
	}
	return strings.Contains(text, "by security policy") || strings.Contains(text, "it is a memory file") || strings.Contains(text, "provenanced")
}
