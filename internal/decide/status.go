package decide

import (
	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/texts"
	"github.com/provenanced/provenanced/internal/wire"
)

// The answers of /provenance to the owner in chat. provenancectl says more.

func (cs *commands) statusText() string {
	s := &cs.state
	text := texts.Status{
		Sign: levelSigns[s.Level()], Level: s.Level(), Cause: s.Watermark().Cause, Since: s.Watermark().Since,
		Authority: cs.authorityText(), Denied: s.LastImpacted, Pending: cs.pendingText(), Preset: cs.Policy.Preset, OnFailure: cs.Policy.OnFailure.String(),
	}
	if t := s.Turn; t.Open() {
		text.Blocked = t.Blocked
	}
	for i := range s.Grants {
		if g := &s.Grants[i]; g.Stands(cs.Now) {
			text.Grants = append(text.Grants, texts.Standing(WaitingLabel(g.Tool), standing(g)))
		}
	}
	if h := cs.ev.Halted; h != nil {
		text.Halted = HaltText(h)
	}
	return text.String()
}

// authorityText says what the message of the latest turn allows it to do.
func (cs *commands) authorityText() string {
	mode := cs.auth().Mode
	t := cs.state.Turn
	switch {
	case mode == policy.AuthOff || t == nil || t.Authority == nil:
		return ""
	case t.Authority.Problem != "":
		return texts.NoAuthority(mode.String(), t.Authority.Problem)
	}
	return texts.Authority(mode.String(), authorityName(t.Authority), t.Authority.Scope.String())
}

func (cs *commands) pendingText() string {
	var waiting []texts.Pending
	for _, p := range cs.state.CodesAt(cs.Now) {
		waiting = append(waiting, texts.Pending{Tools: Labels(p.Tools), Level: p.Level, Code: cs.Code(p.Nonce), Seconds: session.CeilSeconds(p.Expires.Sub(cs.Now))})
	}
	return texts.WaitingNow(waiting)
}

// AsksToExplain reports whether the owner asks why the latest call was judged as it was.
func (ev *Event) AsksToExplain() bool {
	p, ok := ev.Payload.Event.(*wire.CommandEvent)
	if !ok {
		return false
	}
	c, ok := parseCommand(p.Text)
	who := &ev.Payload.Ctx
	return ok && c.name == "explain" && fromOwner(who) && who.SpawnedBy == "" && who.InputProvenance == nil
}
