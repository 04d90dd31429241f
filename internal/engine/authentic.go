package engine

import (
	"encoding/hex"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/provenanced/provenanced/internal/authentic"
	"github.com/provenanced/provenanced/internal/intent"
	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/senderid"
	"github.com/provenanced/provenanced/internal/wire"
)

// Authentic messages (seed 002): a message has authority only if the gateway reported
// it when it arrived, before any model could have made it up, and a tool's result only
// if it was observed. What was vouched for is remembered by keyed hashes, so a gateway
// need not carry proofs, and it stays vouched for after a restart.

// Auth is the record of a session's vouched messages and observed results. It is
// immutable once a State holds it.
type Auth struct {
	On        bool
	Count     int            // messages vouched for
	Triggered int            // the latest of them that began or extended a turn
	Begun     []int          // the latest messages that did, in order
	Messages  []Vouched      // oldest first
	Observed  []Observed     // oldest first
	Seq       int            // results observed
	Last      *Authority     // of the turn before, for its follow-ups
	Standing  intent.Classes // a scope that lasts beyond its turn
	Told      []Mark         // what was found inauthentic and has been told
	Earlier   bool           // the session is older than this memory: its next context is taken over
}

// Mark is a keyed hash: of a message in its session, or of a tool's result.
type Mark [16]byte

// MarshalText writes lowercase hex.
func (m Mark) MarshalText() ([]byte, error) { return hex.AppendEncode(nil, m[:]), nil }

// UnmarshalText reads what MarshalText writes.
func (m *Mark) UnmarshalText(b []byte) error {
	if hex.DecodedLen(len(b)) != len(m) {
		return errors.New("mark of the wrong length")
	}
	_, err := hex.Decode(m[:], b)
	return err
}

// Source is who a message comes from (seed 002, "Message sources").
type Source string

const (
	Unsigned Source = ""        // nobody vouched for it
	Human    Source = "human"   // a person, on a channel
	Agent    Source = "agent"   // another session, whatever it says of anybody
	System   Source = "system"  // the gateway's own clock
	Earlier  Source = "earlier" // from before messages were checked: known, without authority
)

// Vouched is a message that the gateway reported when it arrived.
type Vouched struct {
	N         int            `json:"n,omitzero"` // its place among the session's messages, from 1; 0 for an earlier one
	Mark      Mark           `json:"mark"`
	Source    Source         `json:"source"`
	Sender    string         `json:"sender,omitzero"`
	Scope     intent.Classes `json:"scope,omitzero"`
	FollowsUp bool           `json:"followsUp,omitzero"`
	Lasts     bool           `json:"lasts,omitzero"` // its scope stays beyond its turn
	At        time.Time      `json:"at,omitzero"`
	Key       string         `json:"key,omitzero"` // which signing key the process had that vouched
}

// Authority is what the message that began a turn allows it to do.
type Authority struct {
	Message int            `json:"message,omitzero"` // N of the message
	Source  Source         `json:"source,omitzero"`
	Sender  string         `json:"sender,omitzero"`
	At      time.Time      `json:"at,omitzero"` // when it arrived
	Scope   intent.Classes `json:"scope,omitzero"`
	Lasts   bool           `json:"lasts,omitzero"`
	Shown   bool           `json:"shown,omitzero"`   // the context has shown the message; until then it is expected
	Problem Problem        `json:"problem,omitzero"` // why there is none
}

// Problem is why something that claims to be a message or a result is not one.
type Problem string

const (
	Unvouched  Problem = "unsigned"   // nobody vouched for it
	Altered    Problem = "altered"    // not what was vouched for or observed, or not in this session
	Replayed   Problem = "replayed"   // a later message has begun a turn since
	Unseen     Problem = "unseen"     // the gateway has not shown the message that began the turn
	Fabricated Problem = "fabricated" // no such result was observed
	Reordered  Problem = "reordered"  // observed, but at another place
	Imitation  Problem = "imitation"  // an assistant's text that looks like something else
)

const (
	maxVouched  = 512 // messages of one session that are known again
	maxObserved = 512 // results
	maxTold     = 64
	maxBegun    = 8
	maxOvertake = 4 // messages that may begin their turns before an older one does
)

// auth is how messages are treated here.
func (d *draft) auth() policy.Authentication { return d.tables.Authentication() }

// checks reports whether messages are checked, and brings the session's memory of
// them in line: it begins when the policy turns checking on, and ends when it turns
// it off.
func (d *draft) checks() bool {
	on := d.auth().Mode != policy.AuthOff
	if on != d.state.auth().On {
		d.emit(Change{Op: OpAuth, Flag: on})
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
		sender = tidyName(senderid.Canonical(d.ctx.MessageProvider, p.SenderID), d.digest)
	}
	read := intent.Infer(p.Content)
	v := Vouched{
		Mark: d.messageMark(p.Content), Source: d.arrivedFrom(), Sender: label(sender),
		Scope: d.scope(p.Scope, read.Classes), FollowsUp: p.FollowsUp || read.FollowsUp, Lasts: p.ScopeLasts == "session", At: d.now,
	}
	v = d.vouch(v)
	return v.message(d.ev.session, p.Content), true
}

// message is what a wrapper says of v.
func (v *Vouched) message(session, content string) authentic.Message {
	scope, _ := v.Scope.MarshalText() // never fails
	return authentic.Message{
		Session: session, Sender: v.Sender, Source: string(v.Source), Scope: string(scope), Content: content,
		Counter: uint64(v.N), Time: v.At.Unix(),
	}
}

func (d *draft) vouch(v Vouched) Vouched {
	if v.Source != Earlier {
		v.N, v.Key = d.state.auth().Count+1, d.signingKey()
		d.rec.Durable = true // it gives authority
	}
	d.emit(Change{Op: OpVouched, Vouched: &v})
	d.count.Vouched++
	return v
}

// signingKey tells keys apart and nothing else about them.
func (d *draft) signingKey() string {
	sum := d.sign([]byte("which key"))
	return hex.EncodeToString(sum[:4])
}

// signMessage answers with the message in its wrapper.
func (d *draft) signMessage(p *wire.SignMessageEvent) {
	m, ok := d.received((*wire.MessageReceivedEvent)(p))
	if !ok {
		return
	}
	d.out.Result.Content = marshalled(m.Wrap(d.sign(m.SignedText())))
}

// arrivedFrom is the source of a message that has just arrived. A missing provider
// says nothing: not every gateway knows it by then.
func (d *draft) arrivedFrom() Source {
	if isClock(strings.ToLower(d.ctx.MessageProvider)) {
		return System
	}
	if !d.fromHuman() {
		return Agent
	}
	return Human
}

// selfMade is the source of a turn that, as the gateway says, no person began. That only
// takes authority away, so nobody has to vouch for it.
func (d *draft) selfMade() (Source, bool) {
	if from := d.arrivedFrom(); from != Human {
		return from, true
	}
	return Unsigned, false
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
func (d *draft) messageMark(text string) Mark {
	return d.mark("message", d.ev.session+"\n"+strings.TrimSpace(text))
}

// known finds the latest message of that mark.
func (a *Auth) known(m Mark) (Vouched, bool) {
	for i := len(a.Messages) - 1; i >= 0; i-- {
		if a.Messages[i].Mark == m {
			return a.Messages[i], true
		}
	}
	return Vouched{}, false
}

// spent reports whether a message can begin no turn any more, because a later one has.
// The latest may begin another, since gateways repeat turns that failed. So may one that
// has begun none yet: it may have waited in a queue while a few others went ahead.
func (a *Auth) spent(n int) bool {
	return n < a.Triggered && (a.Triggered-n > maxOvertake || slices.Contains(a.Begun, n))
}

// numbered finds a message by its number.
func (a *Auth) numbered(n uint64) (Vouched, bool) {
	for i := len(a.Messages) - 1; i >= 0; i-- {
		if v := &a.Messages[i]; v.N > 0 && uint64(v.N) == n {
			return *v, true
		}
	}
	return Vouched{}, false
}

var noAuth Auth

// auth is the session's memory, to read.
func (s *State) auth() *Auth {
	if s.Auth == nil {
		return &noAuth
	}
	return s.Auth
}

// applyAuth brings the memory forward by one change.
func (s *State) applyAuth(c *Change) {
	a := *s.auth()
	switch c.Op {
	case OpAuth:
		a = Auth{On: c.Flag, Count: a.Count, Triggered: a.Triggered, Begun: a.Begun, Earlier: c.Flag && s.Turns > 0}
	case OpVouched:
		a.Messages = lastN(append(a.Messages, *c.Vouched), maxVouched)
		a.Count = max(a.Count, c.Vouched.N)
	case OpTakenOver:
		a.Earlier = false
	case OpAuthority:
		s.turn().Authority = c.Authority
		if n := c.Authority.Message; c.Authority.Shown && n > 0 && (len(a.Begun) == 0 || a.Begun[len(a.Begun)-1] != n) {
			a.Begun = lastN(append(a.Begun, n), maxBegun)
		}
		a.Triggered = max(a.Triggered, c.Authority.Message)
		if c.Authority.Lasts {
			a.Standing = c.Authority.Scope
		}
	case OpObserved:
		a.Observed = lastN(append(a.Observed, *c.Observed), maxObserved)
		a.Seq = max(a.Seq, c.Observed.Seq)
	case OpTold:
		a.Told = lastN(append(a.Told, *c.Mark), maxTold)
	}
	s.Auth = &a
}

// forgetMessages forgets all but the messages that have begun no turn yet: the one
// that begins a new session arrives before the session does.
func (s *State) forgetMessages() {
	if s.Auth == nil {
		return
	}
	a := *s.Auth
	a.Messages = deleteFunc(a.Messages, func(v *Vouched) bool { return v.N <= a.Triggered })
	a.Observed, a.Last, a.Standing, a.Told, a.Earlier = nil, nil, 0, nil, false
	s.Auth = &a
}

// hasHistory reports whether forgetMessages would forget anything.
func (a *Auth) hasHistory() bool {
	if a == nil {
		return false
	}
	triggered := slices.ContainsFunc(a.Messages, func(v Vouched) bool { return v.N <= a.Triggered })
	return triggered || len(a.Observed) > 0 || a.Last != nil || a.Standing != 0 || len(a.Told) > 0 || a.Earlier
}

// tell reports whether something inauthentic has not been told yet, and notes it.
func (d *draft) tell(m Mark) bool {
	if slices.Contains(d.state.auth().Told, m) {
		return false
	}
	d.emit(Change{Op: OpTold, Mark: &m})
	return true
}
