package decide

import (
	"slices"
	"strings"

	"github.com/provenanced/provenanced/internal/dialect"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// Who speaks: the owner, somebody else, the gateway's clock or another session, and the
// level that his words have.

// classify gives the level of the trigger of a turn, by its number, by its producer, and
// says why (seed 000, "Initial Trust").
func (d *draft) classify(turn int) (trust.Level, string) {
	c := d.ctx
	provider := strings.ToLower(c.MessageProvider)
	stranger := fromStranger(c)
	switch {
	case d.interSession():
		return d.sourceLevel()
	case d.spawnersTurn(turn):
		return trust.Trusted, "spawned by another session" // what that one had seen was inherited already
	case provider == "" && !stranger:
		if fromOwner(c) {
			return trust.Trusted, "owner"
		}
		return trust.Trusted, "system event"
	case dialect.IsClock(provider), dialect.IsScreen(provider):
		return trust.Trusted, provider
	case fromOwner(c) && c.GroupID == "":
		return trust.Trusted, "owner DM"
	case fromOwner(c):
		return trust.Trusted, "owner message"
	case c.SenderID != "" && d.Policy.TrustedSender(provider, c.SenderID):
		return trust.Trusted, "trusted sender"
	case c.SenderID != "":
		return trust.External, "external sender"
	default:
		return trust.Untrusted, "unknown sender"
	}
}

// spawnersTurn reports whether a turn is what the session was spawned for, and its message
// the spawner's. Whatever begins a later turn of the session speaks for itself, and so does
// what the gateway does not call the spawner's when it says where it came from.
func (d *draft) spawnersTurn(turn int) bool {
	return turn == d.state.SpawnTurn && d.ctx.SpawnedBy != "" && d.ctx.SenderID == ""
}

// interSession reports whether another session wrote the turn's message.
func (d *draft) interSession() bool {
	p := d.ctx.InputProvenance
	return p != nil && p.Kind == "inter_session"
}

// sourceLevel is the level of a message that another session wrote: what that
// session has seen.
func (d *draft) sourceLevel() (trust.Level, string) {
	switch src := d.ev.Source; {
	case src != nil:
		return src.Level, "message of a session at " + src.Level.String()
	case d.ctx.InputProvenance.SourceSessionKey == d.ev.Session:
		return d.state.Level(), "message of the session itself"
	default:
		return trust.Untrusted, "message of an unknown session"
	}
}

// fromHuman is false for turns that another session or agent began. An answer to
// an approval prompt comes from whoever answered, wherever the agent runs.
func (d *draft) fromHuman() bool {
	spawned := d.ctx.SpawnedBy != "" || d.state.SpawnedBy != "" && d.ev.Hook != wire.Command
	return !spawned && !d.interSession()
}

// ownersWord reports whether the message of a sender is the verified owner's.
func (d *draft) ownersWord(sender string) bool {
	if !d.fromHuman() {
		return false
	}
	return fromOwner(d.ctx) && (sender == "" || sender == session.Label(d.sender)) || sender != "" && d.wasOwner(sender)
}

// wasOwner reports whether the owner has written under a name, as it is recorded of messages.
func (d *draft) wasOwner(sender string) bool {
	return slices.ContainsFunc(d.state.Owners, func(o string) bool {
		channel, id, ok := strings.Cut(o, ":")
		return session.Label(o) == sender || ok && session.Label(id) == sender && (d.channel == "" || strings.EqualFold(channel, d.channel))
	})
}

// onChannel is a person's id on a channel, if one is named: on another, somebody else
// may have it.
func onChannel(channel, id string) string {
	if channel == "" {
		return id
	}
	return strings.ToLower(channel) + ":" + id
}

// hasOwner reports whether an id on a channel, if one is named, is among an owner's.
// Those of earlier versions have no channel.
func hasOwner(owners []string, channel, id string) bool {
	return slices.ContainsFunc(owners, func(o string) bool {
		return o == id || o == onChannel(channel, id) || channel == "" && strings.HasSuffix(o, ":"+id)
	})
}

func fromOwner(c *wire.Ctx) bool { return c.SenderIsOwner == wire.Yes }

// fromStranger is true where somebody else than the owner is named, for sure. A spawned
// session can have a thread of its own, in which anybody may write.
func fromStranger(c *wire.Ctx) bool { return c.SenderID != "" && c.SenderIsOwner == wire.No }
