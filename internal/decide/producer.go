package decide

import (
	"cmp"
	"slices"
	"strings"

	"github.com/provenanced/provenanced/internal/dialect"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/texts"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// Who speaks: the owner, somebody else, the gateway's clock or another session, and the level of
// their words.

// speaker is who began the turn, and whose words come by.
type speaker struct {
	*basis
}

// classify returns the level of a turn's trigger, by its number and producer, and the reason (seed
// 000, "Initial Trust").
func (s *speaker) classify(turn int) (trust.Level, string) {
	c := s.ctx
	provider := strings.ToLower(c.MessageProvider)
	stranger := fromStranger(c)
	switch {
	case s.interSession():
		return s.sourceLevel()
	case s.spawnersTurn(turn):
		return trust.Trusted, texts.SpawnedByOther // what that one had seen was inherited already
	case provider == "" && !stranger:
		if fromOwner(c) {
			return trust.Trusted, texts.Owner
		}
		return trust.Trusted, texts.SystemEvent
	case dialect.IsClock(provider), dialect.IsScreen(provider):
		return trust.Trusted, provider
	case fromOwner(c) && c.GroupID == "":
		return trust.Trusted, texts.OwnerDM
	case fromOwner(c):
		return trust.Trusted, texts.OwnerMessage
	case c.SenderID != "" && s.Policy.TrustedSender(provider, c.SenderID):
		return trust.Trusted, texts.TrustedSender
	case c.SenderID != "":
		return trust.External, texts.ExternalSender
	default:
		return trust.Untrusted, texts.UnknownSender
	}
}

// spawnersTurn reports whether a turn is the one that the session was spawned for, and its message
// the spawner's. Whatever begins a later turn is not the spawner, and neither is a message that the
// gateway says comes from elsewhere.
func (s *speaker) spawnersTurn(turn int) bool {
	return turn == s.state.SpawnTurn && s.ctx.SpawnedBy != "" && s.ctx.SenderID == ""
}

// sourceLevel is the level of a message that another session wrote: what that session has seen.
func (s *speaker) sourceLevel() (trust.Level, string) {
	switch src := s.ev.Source; {
	case src != nil:
		return src.Level, texts.At(texts.OfASession, src.Level)
	case s.ctx.InputProvenance.SourceSessionKey == s.ev.Session:
		return s.state.Level(), texts.OfItself
	default:
		return trust.Untrusted, texts.OfUnknown
	}
}

// fromHuman is false for turns that another session or agent began. An answer to an approval prompt
// comes from whoever answered, wherever the agent runs.
func (s *speaker) fromHuman() bool {
	spawned := s.ctx.SpawnedBy != "" || s.state.SpawnedBy != "" && s.ev.Hook != wire.Command
	return !spawned && !s.interSession()
}

// ownersWord reports whether the message of a sender is the verified owner's.
func (s *speaker) ownersWord(sender string) bool {
	if !s.fromHuman() {
		return false
	}
	return fromOwner(s.ctx) && (sender == "" || sender == session.Label(s.sender)) || sender != "" && s.wasOwner(sender)
}

// wasOwner reports whether the owner has written under a name, in the form recorded for messages.
func (s *speaker) wasOwner(sender string) bool {
	return slices.ContainsFunc(s.state.Owners, func(o string) bool {
		channel, id, ok := strings.Cut(o, ":")
		return session.Label(o) == sender || ok && session.Label(id) == sender && (s.channel == "" || strings.EqualFold(channel, s.channel))
	})
}

// onChannel is a person's id on a channel, if one is named: on another, somebody else may have it.
func onChannel(channel, id string) string {
	if channel == "" {
		return id
	}
	return strings.ToLower(channel) + ":" + id
}

// isOnChannel reports whether a text is the result of onChannel for a channel and an id.
func isOnChannel(text, channel, id string) bool {
	if channel == "" {
		return text == id
	}
	rest, ok := strings.CutPrefix(text, strings.ToLower(channel))
	return ok && len(rest) > 0 && rest[0] == ':' && rest[1:] == id
}

// hasOwner reports whether an id on a channel, if one is named, is among an owner's. Those of
// earlier versions have no channel.
func hasOwner(owners []string, channel, id string) bool {
	return slices.ContainsFunc(owners, func(o string) bool {
		return o == id || isOnChannel(o, channel, id) || channel == "" && strings.HasSuffix(o, ":"+id)
	})
}

func fromOwner(c *wire.Ctx) bool { return c.SenderIsOwner == wire.Yes }

// fromStranger is true if somebody other than the owner is definitely named. A spawned session can
// have a thread of its own, in which anybody may write.
func fromStranger(c *wire.Ctx) bool { return c.SenderID != "" && c.SenderIsOwner == wire.No }

// giver is who gives an answer, as the owner reads it.
func (s *speaker) giver() string {
	if s.way() == WayCLI {
		return "cli"
	}
	return cmp.Or(s.sender, "owner")
}

// arrivedFrom is the source of a message that has just arrived. A missing provider says nothing:
// not every gateway knows it by then.
func (s *speaker) arrivedFrom() session.Source {
	if dialect.IsClock(strings.ToLower(s.ctx.MessageProvider)) {
		return session.System
	}
	if !s.fromHuman() {
		return session.Agent
	}
	return session.Human
}

// selfMade is the source of a turn that, according to the gateway, no person began. That only
// removes authority, so nobody has to vouch for it.
func (s *speaker) selfMade() (session.Source, bool) {
	if from := s.arrivedFrom(); from != session.Human {
		return from, true
	}
	return session.Unsigned, false
}

// mayCommand decides whether the message's producer is the owner. Approvals need proof. A trust
// reset does, too, once the gateway has shown that it says who the owner is; for one that never
// does, seed 000 allows it, unless the policy says requireVerifiedOwner. A scheduled turn's text
// never counts, since an agent may have written it; the answer to a prompt does, in whatever turn
// it comes.
func (s *speaker) mayCommand(name string) bool {
	if !s.fromHuman() || s.arrivedFrom() == session.System && s.ev.Hook != wire.Command {
		return false
	}
	switch s.ctx.SenderIsOwner {
	case wire.Yes:
		return true
	case wire.No:
		return false
	}
	return name == ".reset-trust" && !s.Policy.RequireVerifiedOwner && !s.ev.OwnerField && !s.state.OwnerField
}
