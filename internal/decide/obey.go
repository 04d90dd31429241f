package decide

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
	"time"

	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// The owner's commands in chat: who may give them, and what they do. command.go reads
// them; the same acts by admin.sock are in admin.go.

// chat looks for an owner's command in a message that a hook carries. The same
// message comes by again and again, in message_received and with every LLM call
// of its turn: it is obeyed once. A doubtful message is one that carries signs of
// another producer than the context names.
func (d *draft) chat(text string, doubtful bool) {
	c, ok := parseChatCommand(text)
	if !ok || c.usage != "" {
		return
	}
	if doubtful || !d.mayCommand(c.name) {
		if d.ev.Hook != wire.BeforeLLMCall { // which shows the same message again and again
			d.notes = append(d.notes, Note{Event: "command_ignored", Text: c.name})
		}
		return
	}
	mark := d.commandMark(text)
	if d.ev.Hook != wire.MessageReceived {
		if was := d.state.Command; was.Hash == mark.Hash && (was.Turn == 0 || was.Turn == mark.Turn) {
			if was.Turn == 0 {
				d.emit(&session.Commanded{Hash: mark.Hash, Turn: mark.Turn})
			}
			return
		}
	}
	d.emit(&session.Commanded{Hash: mark.Hash, Turn: mark.Turn})
	d.obey(c) // the answer is the agent's to give: no hook that carries messages has room for one
}

// commandMark is how a command is known again, because the same message is seen by every
// hook that carries the history. What stands around it may not be the same in each.
func (d *draft) commandMark(text string) session.CommandMark {
	sum := sha256.Sum256([]byte(strings.ToLower(strings.Join(commandWords(text), " "))))
	mark := session.CommandMark{Hash: d.Code(hex.EncodeToString(sum[:]))} // keyed: the text may hold a code
	if d.ev.Hook != wire.MessageReceived {
		mark.Turn = d.state.Turns
	}
	return mark
}

// passOver lets a command that somebody passes on do nothing, now or where its message is
// seen again without its sources.
func (d *draft) passOver(text string) {
	if c, ok := parseChatCommand(text); ok && c.usage == "" {
		mark := d.commandMark(text)
		d.emit(&session.Commanded{Hash: mark.Hash, Turn: mark.Turn})
		d.notes = append(d.notes, Note{Event: "command_ignored", Text: c.name})
	}
}

// command answers an owner's command that the gateway passes on as one: typed as a
// command of its own, or given as the answer to its approval prompt about one call.
func (d *draft) command(p *wire.CommandEvent) {
	c, ok := parseCommand(p.Text)
	if !ok {
		return
	}
	c.scope.callID = p.ToolCallID
	d.out.Result.Handled = true
	switch {
	case !d.mayCommand(c.name):
		d.notes = append(d.notes, Note{Event: "command_ignored", Text: c.name})
		d.out.Result.Text = "Only the owner can do that."
		d.out.Verdict = trust.VerdictDeny
	case c.usage != "":
		d.out.Result.Text = c.usage
		d.out.Verdict = trust.VerdictDeny
	default:
		text, done := d.obey(c)
		d.out.Result.Text = text
		if !done {
			d.out.Verdict = trust.VerdictDeny
		}
	}
}

// mayCommand decides whether the message's producer is the owner. Approvals need
// proof. A trust reset does too, once the gateway has shown that it tells who the owner
// is; for one that never does, seed 000 allows it, unless the policy says
// requireVerifiedOwner. A scheduled turn's text never counts, since an agent may have
// written it; the answer to a prompt does, in whatever turn it comes.
func (d *draft) mayCommand(name string) bool {
	if !d.fromHuman() || d.arrivedFrom() == session.System && d.ev.Hook != wire.Command {
		return false
	}
	switch d.ctx.SenderIsOwner {
	case wire.Yes:
		return true
	case wire.No:
		return false
	}
	return name == ".reset-trust" && !d.Policy.RequireVerifiedOwner && !d.ev.OwnerField && !d.state.OwnerField
}

// obey does what the owner says and tells what came of it, for the owner to
// read.
func (d *draft) obey(c chatCommand) (text string, done bool) {
	switch c.name {
	case ".reset-trust":
		from := d.state.Level()
		d.resetTrust(c.level, "owner")
		if from == c.level {
			return "Trust reset: this session was " + from.String() + " already.", true
		}
		return "Trust reset from " + from.String() + " to " + c.level.String() + ".", true
	case ".deny":
		tools, err := d.denyCode(c.code)
		if err != nil {
			return Sentence(err), false
		}
		return "Denied: " + strings.Join(tools, ", ") + ".", true
	case ".approve":
		got, err := d.approve(c.tool, c.code, c.scope)
		if err != nil {
			return Sentence(err), false
		}
		return "Approved " + d.reach(c.scope) + ": " + strings.Join(Labels(got), ", ") + ".", true
	case ".withdraw":
		tools, err := d.withdraw(c.tool)
		if err != nil {
			return Sentence(err), false
		}
		return "No longer approved: " + strings.Join(tools, ", ") + ".", true
	case "status":
		return d.statusText(), true
	case "pending":
		return d.pendingText(), true
	case "staged", "show", "accept", "drop":
		d.out.Review = c.review // the engine does it: nothing of it is in the session's state
		return "", true
	}
	return provenanceUsage, true
}

// reach says how far an approval goes.
func (d *draft) reach(s scope) string {
	switch lasts := d.lasts(s); {
	case s.once:
		return "once"
	case lasts > 0:
		return "for " + itoa(int(lasts/time.Minute)) + " min"
	}
	if t := d.state.Turn; t.Open() && slices.ContainsFunc(d.state.Grants, func(g session.Grant) bool { return g.Turn == t.Number && g.Skips(t) }) {
		return "for your next turn"
	}
	return "for this turn"
}

func (d *draft) lasts(s scope) time.Duration {
	if s.always {
		return d.Policy.AllowAlways
	}
	return s.lasts
}

// Sentence is a refusal as the owner reads it.
func Sentence(err error) string {
	text := strings.TrimSuffix(err.Error(), ": "+ErrRefused.Error())
	text = strings.TrimSuffix(text, ": "+ErrNotFound.Error())
	return session.Capitalised(text) + "."
}

func (d *draft) resetTrust(level trust.Level, by string) {
	var cause *session.Cause
	if level < trust.Trusted {
		cause = &session.Cause{Reason: "reset to " + level.String() + " by " + by, Turn: d.state.Turns, At: d.Now}
	}
	n, shown := d.historyLength()
	d.emit(&session.TrustReset{Level: level, Cause: cause, By: by, Messages: n, Unseen: !shown})
	d.rec.Durable, d.lifts = true, true
	d.notes = append(d.notes, Note{Event: "reset", Text: by})
	d.ownerNode("trust reset to " + level.String() + " by " + by)
}

// ownerNode puts what the owner did into the graph of the turn that runs.
func (d *draft) ownerNode(text string) {
	if d.state.Turn.Open() {
		d.node(session.Node{Kind: session.KindDecision, Level: d.state.Level(), Text: text})
	}
}

// historyLength is how many messages the event shows; what they brought in is
// what a reset forgives. Not every event shows them.
func (d *draft) historyLength() (n int, shown bool) {
	if d.ev == nil {
		return 0, false
	}
	switch p := d.ev.Payload.Event.(type) {
	case *wire.ContextAssembledEvent:
		return messageCount(p.Messages), p.Messages != nil
	case *wire.BeforeLLMCallEvent:
		return messageCount(p.Messages), p.Messages != nil
	}
	return 0, false
}
