package hooks

import (
	"errors"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/provenanced/provenanced/internal/jsonstring"
)

// JSON crosses between the plugin and this program; it is read and written by hand, since a general
// reader took nearly half of a hook's time. The input is from JSON.stringify, so it has no spaces
// and no duplicate names.

var (
	errNoJSON  = errors.New("not what JSON.stringify writes")
	errTooDeep = errors.New("nested too deep")
)

// mostLevels bounds the nesting.
const mostLevels = 10_000

// read parses a value as encoding/json does into an any.
func read(text []byte) (any, error) {
	r := reading{rest: text}
	v := r.value(0)
	if r.err == nil && len(r.rest) > 0 {
		r.err = errNoJSON
	}
	return v, r.err
}

// reading is a text being parsed. After an error, all further reads fail.
type reading struct {
	rest []byte
	err  error
}

func (r *reading) fail(err error) {
	r.rest = nil
	if r.err == nil {
		r.err = err
	}
}

// takes reads a byte if it comes next.
func (r *reading) takes(c byte) bool {
	if len(r.rest) == 0 || r.rest[0] != c {
		return false
	}
	r.rest = r.rest[1:]
	return true
}

func (r *reading) must(word string) {
	if len(r.rest) < len(word) || string(r.rest[:len(word)]) != word {
		r.fail(errNoJSON)
		return
	}
	r.rest = r.rest[len(word):]
}

func (r *reading) value(depth int) any {
	if depth > mostLevels {
		r.fail(errTooDeep)
	}
	if len(r.rest) == 0 {
		r.fail(errNoJSON)
		return nil
	}
	switch r.rest[0] {
	case '{':
		return r.object(depth)
	case '[':
		return r.list(depth)
	case '"':
		return r.text()
	case 't':
		r.must("true")
		return true
	case 'f':
		r.must("false")
		return false
	case 'n':
		r.must("null")
		return nil
	}
	return r.number()
}

func (r *reading) object(depth int) map[string]any {
	r.must("{")
	object := map[string]any{}
	if r.takes('}') {
		return object
	}
	for r.err == nil {
		name := r.text()
		r.must(":")
		object[name] = r.value(depth + 1)
		if r.takes('}') {
			break
		}
		r.must(",")
	}
	return object
}

func (r *reading) list(depth int) []any {
	r.must("[")
	list := []any{}
	if r.takes(']') {
		return list
	}
	for r.err == nil {
		list = append(list, r.value(depth+1))
		if r.takes(']') {
			break
		}
		r.must(",")
	}
	return list
}

// text reads a string. Half a surrogate pair, which JavaScript allows and Unicode does not, becomes
// U+FFFD.
func (r *reading) text() string {
	r.must(`"`)
	end := jsonstring.Plain(r.rest, 0)
	if end < len(r.rest) && r.rest[end] == '"' {
		text := string(r.rest[:end])
		r.rest = r.rest[end+1:]
		return text
	}
	var text []byte
	for {
		var n int
		text, n = jsonstring.Append(text, r.rest)
		r.rest = r.rest[n:]
		if r.takes('"') {
			return string(text)
		}
		size, _ := jsonstring.Escape(r.rest)
		if size == 0 {
			r.fail(errNoJSON)
			return ""
		}
		text = utf8.AppendRune(text, utf8.RuneError)
		r.rest = r.rest[size:]
	}
}

func (r *reading) number() float64 {
	n := 0
	for n < len(r.rest) && strings.IndexByte("0123456789-+.eE", r.rest[n]) >= 0 {
		n++
	}
	number, err := strconv.ParseFloat(string(r.rest[:n]), 64)
	if err != nil {
		r.fail(errNoJSON)
	}
	r.rest = r.rest[min(n, len(r.rest)):] // after an error, nothing is left
	return number
}

// AppendJSON appends a step as the plugin reads it.
func (s Step) AppendJSON(b []byte) []byte {
	w := writing{append(b, '{')}
	w.member("id", float64(s.ID))
	if len(s.Tell) > 0 {
		w.name("tell")
		w.b = append(w.b, '[')
		for i, told := range s.Tell {
			if i > 0 {
				w.b = append(w.b, ',')
			}
			w.ask(&told)
		}
		w.b = append(w.b, ']')
	}
	if s.Want != nil {
		w.want(s.Want)
	}
	if s.Result != nil {
		w.member("result", s.Result)
	}
	w.some("unseen", s.Unseen)
	w.some("failed", s.Failed)
	return append(w.b, '}')
}

// writing is a text being written.
type writing struct{ b []byte }

func (w *writing) name(name string) {
	if w.b[len(w.b)-1] != '{' {
		w.b = append(w.b, ',')
	}
	w.text(name)
	w.b = append(w.b, ':')
}

// text writes a string, with U+FFFD for invalid Unicode.
func (w *writing) text(text string) { w.b, _ = jsontext.AppendQuote(w.b, text) }

func (w *writing) member(name string, v any) {
	w.name(name)
	w.value(v)
}

// some writes a text unless it is empty.
func (w *writing) some(name, text string) {
	if text != "" {
		w.name(name)
		w.text(text)
	}
}

// yes writes a true value.
func (w *writing) yes(name string, holds bool) {
	if holds {
		w.member(name, true)
	}
}

func (w *writing) value(v any) {
	switch v := v.(type) {
	case nil:
		w.b = append(w.b, "null"...)
	case bool:
		w.b = strconv.AppendBool(w.b, v)
	case string:
		w.text(v)
	case float64:
		w.b = strconv.AppendFloat(w.b, v, 'g', -1, 64) // it is finite, as JSON requires
	case map[string]any:
		w.object(v)
	case []string:
		w.texts(v)
	case *Verdict:
		w.verdict(v)
	default:
		text, err := json.Marshal(v, jsontext.AllowInvalidUTF8(true))
		if err != nil {
			panic(err)
		}
		w.b = append(w.b, text...)
	}
}

func (w *writing) object(object map[string]any) {
	w.b = append(w.b, '{')
	for name, v := range object {
		w.member(name, v)
	}
	w.b = append(w.b, '}')
}

func (w *writing) texts(texts []string) {
	w.b = append(w.b, '[')
	for i, text := range texts {
		if i > 0 {
			w.b = append(w.b, ',')
		}
		w.text(text)
	}
	w.b = append(w.b, ']')
}

func (w *writing) verdict(v *Verdict) {
	w.b = append(w.b, '{')
	if v.Params != nil {
		w.member("params", v.Params)
	}
	w.yes("block", v.Block)
	w.some("blockReason", v.BlockReason)
	if v.Prompt != nil {
		w.member("prompt", v.Prompt)
	}
	w.some("keep", v.Keep)
	w.yes("runs", v.Runs)
	w.b = append(w.b, '}')
}

func (w *writing) want(want *Want) {
	w.name("want")
	w.b = append(w.b, '{')
	if want.Ask != nil {
		w.name("ask")
		w.ask(want.Ask)
	}
	if want.Told != nil {
		w.name("told")
		w.ask(want.Told)
	}
	if k := want.Kept; k != nil {
		w.name("kept")
		w.b = append(w.b, '{')
		w.member("sessionKey", k.Session)
		w.some("agentId", k.Agent)
		w.b = append(w.b, '}')
	}
	if want.All != nil {
		w.member("all", *want.All)
	}
	w.yes("owner", want.Owner)
	if want.Mask != nil {
		w.member("mask", *want.Mask)
	}
	w.yes("status", want.Status)
	w.yes("text", want.Text)
	w.b = append(w.b, '}')
}

func (w *writing) ask(a *Ask) {
	w.b = append(w.b, '{')
	w.member("hook", a.Hook)
	w.member("session", a.Session)
	w.name("event")
	w.object(a.Event)
	w.name("ctx")
	w.ctx(&a.Ctx)
	if len(a.Behind) > 0 {
		w.name("behind")
		w.texts(a.Behind)
	}
	w.some("before", a.Before)
	w.some("later", a.Later)
	w.yes("onlyLater", a.OnlyLater)
	w.some("note", a.Note)
	w.b = append(w.b, '}')
}

func (w *writing) ctx(c *Ctx) {
	w.b = append(w.b, '{')
	w.member("sessionKey", c.SessionKey)
	w.some("agentId", c.AgentID)
	w.some("workspaceDir", c.WorkspaceDir)
	w.some("gatewayDir", c.GatewayDir)
	w.some("gatewayConfig", c.GatewayConfig)
	w.some("messageProvider", c.MessageProvider)
	w.some("senderId", c.SenderID)
	if c.SenderIsOwner != nil {
		w.member("senderIsOwner", *c.SenderIsOwner)
	}
	w.some("groupId", c.GroupID)
	w.some("spawnedBy", c.SpawnedBy)
	if c.Provenance != nil {
		w.member("inputProvenance", c.Provenance)
	}
	w.b = append(w.b, '}')
}
