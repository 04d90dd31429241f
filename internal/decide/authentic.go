package decide

import (
	"encoding/hex"
	"slices"
	"strings"

	"github.com/provenanced/provenanced/internal/authentic"
	"github.com/provenanced/provenanced/internal/dialect"
	"github.com/provenanced/provenanced/internal/intent"
	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/senderid"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/wire"
)

// Authentic messages (seed 002): a message has authority only if the gateway reported
// it when it arrived, before any model could have made it up, and a tool's result only
// if it was observed. What was vouched for is remembered by keyed hashes, so a gateway
// need not carry proofs, and it stays vouched for after a restart.

// auth is how messages are treated here.
func (d *draft) auth() policy.Authentication { return d.tables.Authentication() }

// checks reports whether messages are checked, and brings the session's memory of
// them in line: it begins when the policy turns checking on, and ends when it turns
// it off.
func (d *draft) checks() bool {
	on := d.auth().Mode != policy.AuthOff
	if on != d.state.Authenticity().On {
		d.emit(&session.AuthSwitched{On: on})
	}
	return on
}

func (d *draft) enforces() bool { return d.auth().Mode == policy.AuthEnforce }

// received vouches for a message that has just arrived.
func (d *draft) received(p *wire.MessageReceivedEvent) (authentic.Message, bool) {
	if p.Content == "" || !d.checks() {
		return authentic.Message{}, false
	}
	sender := d.sender
	if p.SenderID != "" {
		sender = TidyName(senderid.Canonical(d.ctx.MessageProvider, p.SenderID), d.Digest)
	}
	read := intent.Infer(p.Content)
	v := session.Vouched{
		Mark: d.messageMark(p.Content), Source: d.arrivedFrom(), Sender: session.Label(sender),
		Scope: d.scope(p.Scope, read.Classes), FollowsUp: p.FollowsUp || read.FollowsUp, Lasts: p.ScopeLasts == "session", At: d.Now,
	}
	v = d.vouch(v)
	return v.Message(d.ev.Session, p.Content), true
}

func (d *draft) vouch(v session.Vouched) session.Vouched {
	if v.Source != session.Earlier {
		v.N, v.Key = d.state.Authenticity().Count+1, d.signingKey()
		d.rec.Durable = true // it gives authority
	}
	d.emit(&session.MessageVouched{Vouched: v})
	d.count.Vouched++
	return v
}

// signingKey tells keys apart and nothing else about them.
func (d *draft) signingKey() string {
	sum := d.Sign([]byte("which key"))
	return hex.EncodeToString(sum[:4])
}

// signMessage answers with the message in its wrapper.
func (d *draft) signMessage(p *wire.SignMessageEvent) {
	m, ok := d.received((*wire.MessageReceivedEvent)(p))
	if !ok {
		return
	}
	d.out.Result.Content = marshalled(m.Wrap(d.Sign(m.SignedText())))
}

// arrivedFrom is the source of a message that has just arrived. A missing provider
// says nothing: not every gateway knows it by then.
func (d *draft) arrivedFrom() session.Source {
	if dialect.IsClock(strings.ToLower(d.ctx.MessageProvider)) {
		return session.System
	}
	if !d.fromHuman() {
		return session.Agent
	}
	return session.Human
}

// selfMade is the source of a turn that, as the gateway says, no person began. That only
// takes authority away, so nobody has to vouch for it.
func (d *draft) selfMade() (session.Source, bool) {
	if from := d.arrivedFrom(); from != session.Human {
		return from, true
	}
	return session.Unsigned, false
}

// scope is what a message asks for: as its gateway declares, as its text says, or
// the narrower of both. A class that nobody knows asks for nothing.
func (d *draft) scope(declared []string, inferred intent.Classes) intent.Classes {
	var said intent.Classes
	for _, word := range declared {
		if c, err := intent.ParseClass(word); err == nil {
			said = said.With(c)
		}
	}
	switch from := d.auth().Scope; {
	case from == policy.ScopeInferred, from == policy.ScopeBoth && declared == nil:
		return inferred
	case from == policy.ScopeDeclared && declared == nil:
		return intent.Of(intent.Read)
	case from == policy.ScopeDeclared:
		return said
	}
	return said.And(inferred)
}

// messageMark is the mark of a text in this session. White space around it is not
// part of what was said.
func (d *draft) messageMark(text string) session.Mark {
	return d.Mark("message", d.ev.Session+"\n"+strings.TrimSpace(text))
}

// tell reports whether something inauthentic has not been told yet, and notes it.
func (d *draft) tell(m session.Mark) bool {
	if slices.Contains(d.state.Authenticity().Told, m) {
		return false
	}
	d.emit(&session.InauthenticTold{Mark: m})
	return true
}
