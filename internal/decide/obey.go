package decide

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
	"time"

	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/texts"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// The owner's commands in chat: who may give them, and what they do. command.go parses them; the
// same acts by admin.sock are in admin.go.

// commands does what the owner says in chat.
type commands struct {
	*basis
	reply     *reply
	speaker   *speaker
	approvals *approvals
}

// chat looks for an owner's command in a message that a hook carries. The same message comes by
// repeatedly, in message_received and with every LLM call of its turn, but is obeyed once. A
// doubtful message has signs of another producer than the context names.
func (cs *commands) chat(text string, doubtful bool) {
	c, ok := parseChatCommand(text)
	if !ok || c.usage != "" {
		return
	}
	if doubtful || !cs.speaker.mayCommand(c.name) {
		if cs.ev.Hook != wire.BeforeLLMCall { // which shows the same message repeatedly
			cs.note(Note{Event: "command_ignored", Text: c.name})
		}
		return
	}
	mark := cs.commandMark(text)
	if cs.ev.Hook != wire.MessageReceived {
		if was := cs.state.Command; was.Hash == mark.Hash && (was.Turn == 0 || was.Turn == mark.Turn) {
			if was.Turn == 0 {
				cs.emit(&session.Commanded{Hash: mark.Hash, Turn: mark.Turn})
			}
			return
		}
	}
	cs.emit(&session.Commanded{Hash: mark.Hash, Turn: mark.Turn})
	cs.obey(c) // the answer is the agent's to give: no hook with messages has room for one
}

// commandMark is how a command is recognised, because every hook with the history carries the same
// message, whose surroundings may differ.
func (cs *commands) commandMark(text string) session.CommandMark {
	sum := sha256.Sum256([]byte(strings.ToLower(strings.Join(commandWords(text), " "))))
	mark := session.CommandMark{Hash: cs.Code(hex.EncodeToString(sum[:]))} // keyed: the text may hold a code
	if cs.ev.Hook != wire.MessageReceived {
		mark.Turn = cs.state.Turns
	}
	return mark
}

// passOver makes a forwarded command have no effect, now or where its message is seen again without
// its sources.
func (cs *commands) passOver(text string) {
	if c, ok := parseChatCommand(text); ok && c.usage == "" {
		mark := cs.commandMark(text)
		cs.emit(&session.Commanded{Hash: mark.Hash, Turn: mark.Turn})
		cs.note(Note{Event: "command_ignored", Text: c.name})
	}
}

// command answers an owner's command that the gateway passes on as one: typed as a command of its
// own, or given as the answer to its approval prompt about one call.
func (cs *commands) command(p *wire.CommandEvent) {
	c, ok := parseCommand(p.Text)
	if !ok {
		return
	}
	c.scope.callID = p.ToolCallID
	switch {
	case !cs.speaker.mayCommand(c.name):
		cs.note(Note{Event: "command_ignored", Text: c.name})
		cs.reply.tells(texts.OwnerOnly, false)
	case c.usage != "":
		cs.reply.tells(c.usage, false)
	default:
		cs.reply.tells(cs.obey(c))
	}
}

// obey carries out what the owner says, and returns the outcome for them to read.
func (cs *commands) obey(c chatCommand) (text string, done bool) {
	switch c.name {
	case ".reset-trust":
		from := cs.state.Level()
		cs.resetTrust(c.level, "owner")
		return texts.Reset(from, c.level), true
	case ".deny":
		tools, err := cs.approvals.denyCode(c.code)
		if err != nil {
			return Sentence(err), false
		}
		return texts.Denied(tools), true
	case ".approve":
		got, err := cs.approvals.approve(c.tool, c.code, c.scope)
		if err != nil {
			return Sentence(err), false
		}
		return texts.Approved(cs.reach(c.scope), Labels(got)), true
	case ".withdraw":
		tools, err := cs.approvals.withdraw(c.tool)
		if err != nil {
			return Sentence(err), false
		}
		return texts.Withdrawn(tools), true
	case ".halt":
		return cs.halt(c.here, c.why), true
	case ".resume":
		return cs.resume(c.here), true
	case "status":
		return cs.statusText(), true
	case "pending":
		return cs.pendingText(), true
	case "staged", "show", "accept", "drop", "labels", "unlabel", "skills", "memory":
		cs.reply.review(c.review) // the engine does it: it is not in the session's state
		return "", true
	}
	return texts.ProvenanceUsage, true
}

// reach says how far an approval goes.
func (cs *commands) reach(s scope) string {
	switch lasts := cs.lasts(s); {
	case s.once:
		return texts.Once
	case lasts > 0:
		return texts.ForMinutes(int(lasts / time.Minute))
	}
	if t := cs.state.Turn; t.Open() && slices.ContainsFunc(cs.state.Grants, func(g session.Grant) bool { return g.Turn == t.Number && g.Skips(t) }) {
		return texts.ForNextTurn
	}
	return texts.ForThisTurn
}

func (q *question) lasts(s scope) time.Duration {
	if s.always {
		return q.Policy.AllowAlways
	}
	return s.lasts
}

// Sentence is a refusal as the owner reads it.
func Sentence(err error) string {
	text := strings.TrimSuffix(err.Error(), ": "+ErrRefused.Error())
	text = strings.TrimSuffix(text, ": "+ErrNotFound.Error())
	return session.Capitalised(text) + "."
}

func (cs *commands) resetTrust(level trust.Level, by string) {
	var cause *session.Cause
	if level < trust.Trusted {
		cause = &session.Cause{Reason: texts.ResetBy(level, by), Turn: cs.state.Turns, At: cs.Now}
	}
	n, shown := cs.historyLength()
	cs.emit(&session.TrustReset{Level: level, Cause: cause, By: by, Messages: n, Unseen: !shown})
	cs.lifted()
	cs.note(Note{Event: "reset", Text: by})
	cs.ownerNode(texts.NodeReset(level, by))
}
