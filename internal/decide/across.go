package decide

import (
	"maps"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/provenanced/provenanced/internal/dialect"
	"github.com/provenanced/provenanced/internal/facts"
	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// What passes between sessions: what a session has seen, and calls that read another session's
// words.

// Lookup finds what may be read of another subject; nil if it is unknown, or is the own session.
type Lookup func(of session.Subject, own string) (*session.Shared, error)

// anySession is the key of a call that may read from any session.
const anySession = "*"

// unnamed stands for sessions that a call does not name by their keys: what they have seen is
// unknown.
var unnamed = &session.Shared{Level: trust.Untrusted}

// LookAtRead finds the sessions that the event's calls read from. It looks when a call is first
// reported, because its result may no longer say which session it was, and again when the result
// comes, because that session may have seen more by then.
func LookAtRead(ev *Event, pol *policy.Policy, e Lookup) error {
	tables := pol.For("")
	switch p := ev.Payload.Event.(type) {
	case *wire.BeforeToolCallEvent:
		return e.lookAtCall(ev, tables.Does(tables.Tool(p.ToolName, nil)), p.Params, nil)
	case *wire.AfterToolCallEvent:
		does := tables.Does(tables.Tool(p.ToolName, nil))
		if err := e.lookAtJobs(ev, does, p.Result); err != nil {
			return err
		}
		return e.lookAtCall(ev, does, p.Params, p)
	case *wire.ToolResultPersistEvent:
		return e.lookAtJobs(ev, tables.Does(tables.Tool(p.ToolName, nil)), p.Message)
	case *wire.AfterLLMCallEvent:
		for i := range p.ToolCalls {
			c := &p.ToolCalls[i]
			if err := e.lookAtCall(ev, tables.Does(tables.Tool(c.Name, nil)), c.Arguments, nil); err != nil {
				return err
			}
		}
	}
	return nil
}

// lookAtCall finds the session that one call reads from; back is its result, once there is one.
func (e Lookup) lookAtCall(ev *Event, does *facts.Call, params jsontext.Value, back *wire.AfterToolCallEvent) error {
	s := does.Session
	if s == nil || back != nil && isReceipt(s, back.Result) {
		return nil
	}
	key := readFrom(s, params)
	from, err := e.named(s, key, ev.Session)
	if err != nil {
		return err
	}
	if from == nil && back != nil && s.Quoted && !isOwn(s, key, ev.Session) && !hasFailed(back) && s.Went(told(back.Result)) == facts.Quoting {
		from = unnamed
	}
	if from == nil {
		return nil
	}
	if ev.read == nil {
		ev.read = map[string]*session.Shared{}
	}
	ev.read[key] = from
	return nil
}

// MaxJobs bounds the sessions that are looked up for one result.
const MaxJobs = 512

// lookAtJobs finds what the sessions of the jobs in a result have seen together, as far as they are
// known. An agent that had read a page may have written a job.
func (e Lookup) lookAtJobs(ev *Event, does *facts.Call, result jsontext.Value) (err error) {
	if does.Jobs == nil {
		return nil
	}
	keys, whole := does.Jobs(result, dialect.AgentOf(ev.Session), MaxJobs)
	if !whole {
		ev.jobs = unnamed
		return nil
	}
	ev.jobs, err = e.together(session.Job, slices.Sorted(maps.Keys(keys)), ev.Session)
	return err
}

// together returns what the subjects of these names have seen; nil if none is known.
func (e Lookup) together(kind session.SubjectKind, names []string, own string) (all *session.Shared, err error) {
	for _, name := range names {
		other, err := e(session.Subject{Kind: kind, Name: name}, own)
		if err != nil {
			return nil, err
		}
		all = all.With(other)
	}
	return all, nil
}

// isReceipt reports whether a result that might quote a session only confirms a message.
func isReceipt(s *facts.Session, result jsontext.Value) bool {
	return s != nil && s.Quoted && s.Went(told(result)) == facts.Taken
}

// told returns a result without its envelope.
func told(result jsontext.Value) []byte { return wire.Unquoted(spoken(result)) }

// named finds the session that a call names; nil if it is unknown. If the name is ambiguous, all
// candidates count together.
func (e Lookup) named(s *facts.Session, key, own string) (all *session.Shared, err error) {
	all, err = e.together(session.Conversation, s.KeysOf(key, dialect.AgentOf(own)), own)
	if err == nil && all == nil && (key == anySession || s.IsID(key) && key != own) {
		return unnamed, nil
	}
	return all, err
}

// isOwn reports whether a call may name its own session by a key, or by none.
func isOwn(s *facts.Session, key, own string) bool {
	return key == "" || key == s.Own || slices.Contains(s.KeysOf(key, dialect.AgentOf(own)), own)
}

// readFrom returns the key of the session that a call reads from, as the call names it.
func readFrom(s *facts.Session, params jsontext.Value) string {
	if s == nil || len(params) == 0 {
		return ""
	}
	if isOn(params, s.Shown) || textParam(params, s.Any) != "" {
		return anySession
	}
	if key := textParam(params, s.Key); key != "" {
		return key
	}
	if textParam(params, s.Label) != "" {
		return anySession
	}
	if agent := textParam(params, s.Agent); agent != "" {
		return s.Main(agent)
	}
	return ""
}

// textParam returns a text parameter as hosts read it: the first of these names that is set,
// trimmed.
func textParam(params jsontext.Value, names []string) string {
	for _, n := range names {
		if v := wire.Member(params, n); v.Kind() == '"' {
			if text := strings.TrimFunc(wire.UnquotedText(v), dialect.IsBlank); text != "" {
				return text
			}
		}
	}
	return ""
}

// isOn reports whether one of these parameters is set and not off.
func isOn(params jsontext.Value, names []string) bool {
	for _, name := range names {
		switch string(wire.Member(params, name)) {
		case "", "null", "false", "0", `"0"`:
		default:
			return true
		}
	}
	return false
}

// toldBy returns the session whose words a result may be, if known.
func (q *question) toldBy(tool string, params, content jsontext.Value) *session.Shared {
	return q.sessionTold(tool, params, content).With(q.ev.Unticketed)
}

// sessionTold returns the session whose words a result is, according to the call.
func (q *question) sessionTold(tool string, params, content jsontext.Value) *session.Shared {
	does := q.tables.Does(tool)
	if does.Quotes != nil && does.Quotes(content) {
		return unnamed
	}
	read := q.ev.read[readFrom(does.Session, params)]
	if does.Jobs != nil {
		return read.With(q.ev.jobs)
	}
	return read
}
