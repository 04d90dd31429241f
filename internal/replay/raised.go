package replay

import (
	"github.com/go-json-experiment/json/jsontext"

	"github.com/provenanced/provenanced/internal/decide"
	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/trust"
)

// A policy that trusts a source more gives sessions higher levels from what they read there on.
// This file makes the states that they would have had. It only ever raises what such a call
// returned: whatever came of it elsewhere, in files and in other sessions, keeps its level, so
// that a policy spares at least what is counted.

// raised is how a session would have been.
type raised struct {
	was   *session.State         // as it was; nil while it would have been the same
	calls map[string]trust.Level // what those return that are worth more now, by their ids
}

// maxRaised are the calls of a session that are told apart at once.
const maxRaised = session.MaxCalls

func (r *raised) expect(call string, level trust.Level) {
	if call == "" || len(r.calls) == maxRaised {
		return
	}
	if r.calls == nil {
		r.calls = map[string]trust.Level{}
	}
	r.calls[call] = level
}

// raise makes the record's changes, with what is worth more now.
func (p *past) raise(rec *session.Record) {
	level, call, raises := p.raised.of(rec)
	if !raises && p.raised.was == nil {
		p.state.Apply(rec)
		return
	}
	if p.raised.was == nil {
		p.state.Share()
		was := p.state
		p.raised.was = &was
	}
	p.raised.was.Apply(rec)
	own := *rec
	own.Taint = trust.Trusted // it says what the session had seen
	own.Changes = p.asRaised(rec, level, call, raises)
	p.state.Apply(&own)
}

// of is the level of what a call has returned in the record, and whether that is worth more now.
// What gives orders to the model is worth as little as before.
func (r *raised) of(rec *session.Record) (level trust.Level, call string, raises bool) {
	if r.calls == nil || rec.Cleaned != nil && len(rec.Cleaned.Injected) > 0 {
		return 0, "", false
	}
	for _, c := range rec.Changes {
		if c, is := c.(*session.CallMoved); is && c.Status == session.Returned {
			level, raises = r.calls[c.CallID]
			delete(r.calls, c.CallID)
			return level, c.CallID, raises && level > c.Level
		}
	}
	return 0, "", false
}

// asRaised are the record's changes as they would have been.
func (p *past) asRaised(rec *session.Record, level trust.Level, call string, raises bool) session.Changes {
	changes := make(session.Changes, 0, len(rec.Changes)+1)
	lowest := trust.Trusted
	for _, c := range rec.Changes {
		switch of := c.(type) {
		case *session.CallMoved:
			if raises && of.CallID == call {
				moved := *of
				moved.Level = level
				c = &moved
			}
		case *session.Tainted:
			if raises && (of.Cause == nil || of.Cause.CallID == session.Label(call)) {
				tainted := *of
				tainted.Level = level
				c = &tainted
			}
		case *session.NodeAdded:
			if isContent(&of.Node) && !(raises && of.Node.CallID == session.Label(call)) {
				lowest = trust.Lowest(lowest, of.Node.Level)
			}
		}
		changes = append(changes, c)
	}
	if lowest < p.state.Level() { // the session had that level already, so no change says it
		cause := &session.Cause{Reason: "content of the turn", Turn: rec.Turn, At: rec.Time}
		changes = append(changes, &session.Tainted{Level: lowest, Cause: cause})
	}
	return changes
}

// isContent reports whether a node of the graph is of something that the session was shown just
// then. A history that is only carried over has no content, and so no hash.
func isContent(n *session.Node) bool {
	switch n.Kind {
	case session.KindInput, session.KindSystemPrompt, session.KindToolResult:
		return true
	case session.KindHistory:
		return n.Hash != session.Hash{}
	}
	return false
}

// judged is the record with the level that its call is judged at now: what the session had seen
// counts no more, but what lowered the call alone does.
func (p *past) judged(rec *session.Record, env decide.Env) *session.Record {
	if p.raised.was == nil {
		return rec
	}
	own, judgement := *rec, *rec.Judgement
	own.Judgement, judgement.Level = &judgement, trust.Trusted
	if seen, err := decide.Again(p.raised.was, &own, env, decide.Alike{}); err != nil || rec.Judgement.Level < seen.Level {
		return rec
	}
	return &own
}

// alike says in what two policies judge alike, by the keys in which they differ.
func alike(differs []string, tried, inForce *policy.Policy) (a decide.Alike) {
	a.Authority, a.Leaving = true, true
	for _, key := range differs {
		switch {
		case key == "authority.mode":
		case within(key, []string{"authority", "tools"}):
			a.Authority = false
		case key == "urlAccess.allow":
			a.MoreHosts = true
		case within(key, []string{"urlAccess", "outgoingSecrets"}):
			a.Leaving = false
		}
	}
	if a.MoreHosts {
		a.MoreHosts = a.Leaving && tried.URLAccess().MoreThan(inForce.URLAccess())
		a.Leaving = false
	}
	return a
}

// alikeNow is alike for the policy that is in force now.
func (r *Replay) alikeNow(same bool) decide.Alike {
	switch {
	case same:
		return decide.Alike{All: true, Authority: true, Leaving: true}
	case r.to != nil:
		return r.to.alike
	}
	return decide.Alike{}
}

// outputOf is the level of what a call returns by a policy's tables.
func outputOf(p *policy.Policy, agent, tool string, params jsontext.Value) (trust.Level, *policy.Reading) {
	tables := p.For(agent).Reading()
	return tables.OutputOf(tables.Tool(tool, params), params), tables
}

func sameLevel(a, b *trust.Level) bool { return a == b || a != nil && b != nil && *a == *b }

// lower reports whether a page's own level is lower than it was, or gone.
func lower(now, was *trust.Level) bool { return was != nil && (now == nil || *now < *was) }
