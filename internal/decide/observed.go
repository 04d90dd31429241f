package decide

import (
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/wire"
)

// Tool results (seed 002, "Tool-result HMAC"): a tool's result gets a mark when it is observed, and
// what comes back in a context must have one.

// observe remembers a result that has just come back.
func (w *witness) observe(id, tool string, content jsontext.Value) {
	if w.checks() {
		w.remember(id, tool, content, w.state.Authenticity().Seq+1)
	}
}

// remember keeps the mark of a result, under seq if it is new. A call that is reported twice, when
// it returned and when it was written down, may look a little different the second time.
func (w *witness) remember(id, tool string, content jsontext.Value, seq int) {
	o := session.Observed{Seq: seq, CallID: session.CallKey(id), Tool: session.Label(tool)}
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

// denied remembers what the agent was told instead of a call's result.
func (w *witness) denied(id, tool, told string) {
	w.checks()
	w.emit(&session.CallDenied{CallID: id, Tool: tool, Mark: denialMark(w.Mark, told)})
}

// observed finds a result of the context among those that were observed.
func (w *witness) observed(r wire.ToolResult) (seq int, problem session.Problem) {
	id := session.CallKey(TidyName(r.CallID, w.Digest))
	var denial session.Mark // of the result; computed once, since calls may share an id
	problem = session.Fabricated
	for i := len(w.state.Authenticity().Observed) - 1; i >= 0; i-- {
		o := &w.state.Authenticity().Observed[i]
		if o.CallID != id {
			continue
		}
		if o.Denied && denial == (session.Mark{}) {
			denial = w.denialIn(r.Content.Value)
		}
		switch {
		case o.Denied && o.Mark == session.Mark{}:
			if problem == session.Fabricated {
				problem = unmarked
			}
		case o.Denied && o.Mark == denial, !o.Denied && o.Mark == w.resultMark(o.Tool, o.Seq, r.Content.Value):
			return o.Seq, ""
		default:
			problem = session.Altered
		}
	}
	return 0, problem
}

// unmarked is the problem of what may be a denial of an earlier version, which kept no mark of its
// words, and no other result.
const unmarked = session.Problem("unmarked")

// resultMark covers tool|seq|canonical JSON, as the seed has it, of what the model reads: gateways
// put the same text into different shapes.
func (q *question) resultMark(tool string, seq int, content jsontext.Value) session.Mark {
	return q.Mark("tool-result", tool+"|"+strconv.Itoa(seq)+"|"+string(canonical(spoken(content))))
}

// spoken returns the text of a result, as JSON, or the result itself if it has none.
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

// wraps reports whether an object is a result that contains its parts. A record of a tool's own may
// well have a text under that name.
func wraps(object jsontext.Value) bool { return wire.Member(object, "content").Kind() == '[' }

// canonical is RFC 8785; invalid JSON stays as it is.
func canonical(v jsontext.Value) jsontext.Value {
	v = v.Clone()
	_ = v.Canonicalize()
	return v
}

// maxDenial bounds what may be a denial: none of ours is longer.
const maxDenial = 64 << 10

// denialIn is the mark of a result, in case it is a denial. Gateways put the same text into
// different shapes.
func (q *question) denialIn(content jsontext.Value) session.Mark {
	if len(content) > 2*maxDenial {
		return session.Mark{}
	}
	return denialMark(q.Mark, wire.UnquotedText(spoken(content)))
}

// denialMark is the mark of what the agent is told instead of a result.
func denialMark(mark func(domain, text string) session.Mark, told string) session.Mark {
	return mark("denial", strings.TrimSpace(told))
}
