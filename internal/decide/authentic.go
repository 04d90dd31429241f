package decide

import (
	"encoding/hex"
	"slices"
	"strings"

	"github.com/provenanced/provenanced/internal/authentic"
	"github.com/provenanced/provenanced/internal/intent"
	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/senderid"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/wire"
)

// Authentic messages (seed 002): a message has authority only if the gateway reported it when it
// arrived, before any model could have made it up, and a tool's result only if it was observed.
// Vouched messages are remembered by keyed hashes, so a gateway need not carry proofs, and they
// stay vouched for after a restart.

// witness knows which messages were vouched for and which results were observed, and what may be
// asked for because of them.
type witness struct {
	*basis
	reply   *reply
	speaker *speaker
	taints  *taints
	edits   []wire.Edit // to the context, as the model may see it
	count   AuthCounts
}

// checks reports whether messages are checked, and keeps the session's memory of them in step: it
// begins when the policy turns checking on, and ends when it turns it off.
func (w *witness) checks() bool {
	on := w.auth().Mode != policy.AuthOff
	if on != w.state.Authenticity().On {
		w.emit(&session.AuthSwitched{On: on})
	}
	return on
}

func (q *question) enforces() bool { return q.auth().Mode == policy.AuthEnforce }

// received vouches for a message that has just arrived.
func (w *witness) received(p *wire.MessageReceivedEvent) (authentic.Message, bool) {
	if p.Content == "" || !w.checks() {
		return authentic.Message{}, false
	}
	sender := w.sender
	if p.SenderID != "" {
		sender = TidyName(senderid.Canonical(w.ctx.MessageProvider, p.SenderID), w.Digest)
	}
	read := intent.Infer(p.Content)
	v := session.Vouched{
		Mark: w.messageMark(p.Content), Source: w.speaker.arrivedFrom(), Sender: session.Label(sender),
		Scope: w.scope(p.Scope, read.Classes), FollowsUp: p.FollowsUp || read.FollowsUp, Lasts: p.ScopeLasts == "session", At: w.Now,
	}
	v = w.vouch(v)
	return v.Message(w.ev.Session, p.Content), true
}

func (w *witness) vouch(v session.Vouched) session.Vouched {
	if v.Source != session.Earlier {
		v.N, v.Key = w.state.Authenticity().Count+1, w.signingKey()
		w.durable() // it gives authority
	}
	w.emit(&session.MessageVouched{Vouched: v})
	w.count.Vouched++
	return v
}

// countHeld counts a call that was held because its message did not ask for it.
func (w *witness) countHeld() { w.count.Calls++ }

// signingKey identifies a key and reveals nothing else about it.
func (q *question) signingKey() string {
	sum := q.Sign([]byte("which key"))
	return hex.EncodeToString(sum[:4])
}

// signMessage answers with the message in its wrapper.
func (d *draft) signMessage(p *wire.SignMessageEvent) {
	m, ok := d.witness.received((*wire.MessageReceivedEvent)(p))
	if !ok {
		return
	}
	d.reply.content(marshalled(m.Wrap(d.Sign(m.SignedText()))))
}

// scope is what a message asks for: as its gateway declares, as its text says, or the intersection.
// An unknown class asks for nothing.
func (q *question) scope(declared []string, inferred intent.Classes) intent.Classes {
	var said intent.Classes
	for _, word := range declared {
		if c, err := intent.ParseClass(word); err == nil {
			said = said.With(c)
		}
	}
	switch from := q.auth().Scope; {
	case from == policy.ScopeInferred, from == policy.ScopeBoth && declared == nil:
		return inferred
	case from == policy.ScopeDeclared && declared == nil:
		return intent.Of(intent.Read)
	case from == policy.ScopeDeclared:
		return said
	}
	return said.And(inferred)
}

// messageMark is the mark of a text in this session. White space around it does not count.
func (q *question) messageMark(text string) session.Mark {
	return q.Mark("message", q.ev.Session+"\n"+strings.TrimSpace(text))
}

// tell reports whether something inauthentic was not reported yet, and notes it.
func (w *witness) tell(m session.Mark) bool {
	if slices.Contains(w.state.Authenticity().Told, m) {
		return false
	}
	w.emit(&session.InauthenticTold{Mark: m})
	return true
}
