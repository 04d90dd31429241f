package decide

import (
	"github.com/go-json-experiment/json/jsontext"

	"github.com/provenanced/provenanced/internal/intent"
	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/texts"
	"github.com/provenanced/provenanced/internal/trust"
)

// judgeIntent checks whether the message that began the turn asks for the call (seed 002, "Intent
// scope"). If the policy only warns, it says what it would have done.
func (l *layers) judgeIntent(j *judgement, tool string, params jsontext.Value) {
	auth := l.auth()
	if auth.Mode == policy.AuthOff {
		return
	}
	mode, text := l.intent(tool, params)
	if auth.Mode == policy.AuthWarn && mode != trust.Allow {
		j.add(LayerIntent, trust.Allow, texts.WarnedOf(mode, text))
		j.warned = true
		return
	}
	j.add(LayerIntent, mode, text)
}

func (l *layers) intent(tool string, params jsontext.Value) (trust.Mode, string) {
	a := l.witness.authority()
	if a.Problem != "" {
		return trust.Restrict, texts.NoAuthorityBefore + texts.Problems[a.Problem]
	}
	auth, needs := l.auth(), l.tables.ActionClasses(tool)
	if l.speaker.toOwner(tool, params) {
		needs = intent.Of(intent.Read) // an answer: it speaks to nobody else
	}
	permitted := permits(auth, a.Source)
	if missing := needs.Without(permitted); missing != 0 {
		return trust.Confirm, texts.NotOfSource(missing.String(), string(a.Source), permitted.String(), authorityName(a))
	}
	scope := a.Scope
	if t := l.state.Turn; a.Source == session.Human && t.OwnersOwn() && t.Joined == "" {
		scope = scope.Or(l.state.Authenticity().Standing)
	}
	if missing := needs.Without(scope); missing != 0 {
		return auth.OutsideScope, texts.OutsideScope(missing.String(), scope.String(), authorityName(a))
	}
	return trust.Allow, texts.InsideScope(needs.String(), authorityName(a))
}

// permits is the most that the policy lets a source ask for.
func permits(auth policy.Authentication, from session.Source) intent.Classes {
	switch from {
	case session.Human:
		return auth.Human
	case session.Agent:
		return auth.Agent
	case session.System:
		return auth.System
	}
	return 0
}

// authority is what the current turn may do.
func (w *witness) authority() *session.Authority {
	if t := w.state.Turn; t.Open() && t.Authority != nil {
		return t.Authority
	}
	return &session.Authority{Problem: session.Unseen}
}

// authorityName identifies a message without repeating it.
func authorityName(a *session.Authority) string {
	if a.Message == 0 {
		return texts.ByGateway
	}
	return texts.AMessage(a.Message, a.Sender, a.At)
}

// expect gives a turn the authority of the message that most likely begins it: the first arrived
// one that has begun none. The context will show which it was.
func (w *witness) expect() {
	if !w.checks() {
		return
	}
	if from, ok := w.speaker.selfMade(); ok {
		w.begin(session.Authority{Source: from, Scope: intent.Of(intent.Read), At: w.Now})
		return
	}
	for i := range w.state.Authenticity().Messages {
		if v := &w.state.Authenticity().Messages[i]; v.N > w.state.Authenticity().Triggered {
			w.begin(w.grantedBy(v))
			return
		}
	}
}

func (w *witness) begin(a session.Authority) {
	if t := w.state.Turn; t.Authority != nil && *t.Authority == a {
		return
	}
	w.emit(&session.TurnAuthorised{Authority: a})
}

// grantedBy is the authority of a message: its own scope, and for the owner's follow-up also that
// of the message before it.
func (w *witness) grantedBy(v *session.Vouched) session.Authority {
	a := session.Authority{Message: v.N, Source: v.Source, Sender: v.Sender, At: v.At, Scope: v.Scope, Lasts: v.Lasts && w.speaker.ownersWord(v.Sender)}
	before, running := w.state.Authenticity().Last, false
	if t := w.state.Turn; t.Open() && t.Authority != nil && t.Authority.Shown {
		before, running = t.Authority, t.Authority.Message != v.N
		if !running {
			return *t.Authority
		}
	}
	switch {
	case before == nil || before.Problem != "" || v.Source != session.Human || before.Source != session.Human:
	case w.speaker.ownersWord(v.Sender) && (v.FollowsUp || running):
		a.Scope = a.Scope.Or(before.Scope)
	case running:
		a.Scope = a.Scope.And(before.Scope) // two people in one turn: what both asked for
	}
	return a
}
