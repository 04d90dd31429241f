package session

import (
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// Every type of a session's state, field by field. A test names a field that is
// missing here.

// Pack writes a snapshot, but for its key, behind b. What it gives never leaves the process.
func (s *Snapshot) Pack(b []byte) []byte {
	p := packer{out: b}
	p.snapshot(s)
	return p.out
}

// Unpack is what pack has written of the session of a key.
func Unpack(key, packed string) Snapshot {
	s := Snapshot{Key: key}
	p := packer{reading: true, in: packed}
	p.snapshot(&s)
	return s
}

func (p *packer) snapshot(s *Snapshot) {
	p.state(&s.State)
	p.receipt(&s.Last)
	p.receipt(&s.LastJudged)
}

func (p *packer) receipt(r *wire.Receipt) {
	p.int(&r.File)
	p.uint64(&r.Seq)
	p.digits(&r.Hash)
}

func (p *packer) state(s *State) {
	p.flags(&s.Forgive, &s.OwnerField, &s.InOwnersDM)
	word(p, &s.Agent)
	word(p, &s.SpawnedBy)
	p.int(&s.SpawnTurn)
	p.label(&s.Taint)
	pointer(p, &s.Inherited, (*packer).watermark)
	octet(p, &s.InheritedSeen)
	p.int(&s.Forgiven)
	p.int(&s.Shown)
	pointer(p, &s.Cleared, (*packer).cleared)
	p.int(&s.Turns)
	p.time(&s.Since)
	p.time(&s.Unticketed)
	p.latest(&s.Turn)
	list(p, &s.Kept, func(p *packer, t *PastTurn) { p.text((*string)(t)) })
	list(p, (*[]Pending)(&s.Codes), (*packer).pending)
	list(p, &s.Grants, (*packer).grant)
	list(p, &s.Wrong, (*packer).time)
	list(p, &s.Spent, (*packer).digits)
	list(p, &s.Answers, (*packer).answer)
	p.digits(&s.Command.Hash)
	p.int(&s.Command.Turn)
	pointer(p, &s.Auth, (*packer).auth)
	list(p, &s.Owners, word)
	list(p, &s.Typing, word)
	list(p, &s.Unsaid, (*packer).unsaid)
	word(p, &s.LastImpacted)
	list(p, &s.Resets, (*packer).reset)
}

func (p *packer) unsaid(u *Unsaid) {
	p.text(&u.ID)
	p.text(&u.What)
}

func (p *packer) cleared(c *Cleared) {
	p.watermark(&c.Watermark)
	octet(p, &c.Seen)
	p.int(&c.Turn)
}

// latest is the latest turn. One that has ended is packed as the PastTurn it will be.
func (p *packer) latest(t **Turn) {
	if ended := *t != nil && !(*t).Open(); !p.flagged(ended) {
		pointer(p, t, (*packer).turn)
		return
	}
	var past PastTurn
	if !p.reading {
		past = packed(*t)
	}
	p.text((*string)(&past))
	if p.reading {
		*t = past.unpack()
	}
}

func (p *packer) label(l *Taint) {
	p.flags(&l.Known)
	p.time(&l.Since)
	list(p, &l.Given, func(p *packer, g *Given) {
		octet(p, &g.Level)
		p.because(&g.Cause)
		p.time(&g.At)
		word(p, &g.By)
		p.uint64(&g.N)
	})
	list(p, &l.Upto, func(p *packer, u *Upto) {
		word(p, &u.By)
		p.uint64(&u.N)
	})
}

func (p *packer) watermark(w *Watermark) {
	octet(p, &w.Level)
	p.time(&w.Since)
	p.because(&w.Cause)
}

// because is a cause, which is often the one before: a turn's is mostly its session's.
func (p *packer) because(c **Cause) {
	if p.flagged(*c != nil && p.cause != nil && **c == *p.cause) {
		if p.reading {
			*c = p.cause
		}
		return
	}
	pointer(p, c, (*packer).newCause)
	p.cause = *c
}

func (p *packer) newCause(c *Cause) {
	word(p, &c.Reason)
	word(p, &c.Tool)
	word(p, &c.CallID)
	word(p, &c.Detail)
	p.int(&c.Turn)
	p.int(&c.Node)
	p.time(&c.At)
}

// turn begins with what a PastTurn is asked for without being unpacked.
func (p *packer) turn(t *Turn) {
	p.int(&t.Number)
	p.flags(&t.Persist, &t.Assembled, &t.FromOwner, &t.Group, &t.Looped, &t.Answered, &t.Truncated, &t.Announces)
	p.time(&t.Started)
	p.time(&t.Ended)
	word(p, &t.Reason)
	octet(p, &t.Level)
	word(p, &t.Sender)
	word(p, &t.Channel)
	word(p, &t.Joined)
	list(p, &t.Others, word)
	pointer(p, &t.Authority, (*packer).authority)
	p.int(&t.LLMCalls)
	p.int(&t.Iteration)
	word(p, &t.Heard)
	octet(p, &t.CallLevel)
	octet(p, &t.CallSeen)
	p.because(&t.CallCause)
	p.text(&t.Blocked)
	word(p, &t.BlockedBy)
	list(p, &t.Nodes, (*packer).node)
	list(p, &t.Edges, (*packer).edge)
	p.calls(t)
	p.int(&t.LLMNode)
	list(p, &t.Denied, word)
	list(p, &t.Denials, func(p *packer, d *Denial) {
		word(p, &d.CallID)
		word(p, &d.Tool)
		p.raw(d.Mark[:])
	})
}

func (p *packer) node(n *Node) {
	hashed := n.Hash != Hash{}
	p.flags(&n.Blocked, &hashed)
	word(p, &n.Kind)
	octet(p, &n.Level)
	word(p, &n.Tool)
	word(p, &n.CallID)
	p.int(&n.Iteration)
	if hashed {
		p.raw(n.Hash[:])
	}
	p.text(&n.Preview)
	p.text(&n.Does)
	word(p, &n.Detail)
	word(p, &n.Text)
}

func (p *packer) edge(e *Edge) {
	p.int(&e.From)
	p.int(&e.To)
	word(p, &e.Relation)
}

// calls follow their nodes, which mostly have their names.
func (p *packer) calls(t *Turn) {
	list(p, &t.Calls, func(p *packer, known **Call) {
		if p.reading {
			*known = new(Call)
		}
		c := *known
		p.int(&c.Node)
		octet(p, &c.Status)
		octet(p, &c.Level)
		var at Node
		if n := t.Node(c.Node); n != nil {
			at = *n
		}
		named := c.ID == at.CallID && c.Tool == at.Tool
		p.flags(&named, &c.Expected)
		p.int(&c.LLMCall)
		pointer(p, &c.Site, octet[trust.Level])
		if !named {
			word(p, &c.ID)
			word(p, &c.Tool)
		} else if p.reading {
			c.ID, c.Tool = at.CallID, at.Tool
		}
	})
}

func (p *packer) pending(w *Pending) {
	p.digits(&w.Nonce)
	list(p, &w.Tools, word)
	octet(p, &w.Level)
	p.time(&w.Expires)
	p.time(&w.Since)
	word(p, &w.By)
	list(p, &w.Calls, func(p *packer, h *WaitingCall) {
		word(p, &h.Tool)
		word(p, &h.CallID)
		p.int(&h.Turn)
		p.raw(h.Params[:])
		octet(p, &h.Level)
		word(p, &h.Source)
	})
}

func (p *packer) answer(a *Answer) {
	p.digits(&a.Nonce)
	word(p, &a.What)
	word(p, &a.Way)
	word(p, &a.By)
	p.time(&a.At)
	list(p, &a.Calls, func(p *packer, c *AnsweredCall) {
		word(p, &c.Tool)
		word(p, &c.CallID)
		p.int(&c.Turn)
		p.raw(c.Params[:])
	})
}

func (p *packer) grant(g *Grant) {
	p.flags(&g.Once, &g.Outside)
	word(p, &g.Tool)
	p.time(&g.Until)
	p.time(&g.Since)
	p.int(&g.Turn)
	word(p, &g.By)
	word(p, &g.From)
	word(p, &g.Way)
	word(p, &g.CallID)
	word(p, &g.Source)
	p.raw(g.Params[:])
	octet(p, &g.Level)
}

func (p *packer) reset(r *Reset) {
	p.time(&r.At)
	octet(p, &r.From)
	octet(p, &r.To)
	word(p, &r.By)
}

func (p *packer) auth(a *Auth) {
	p.flags(&a.On, &a.Earlier)
	p.int(&a.Count)
	p.int(&a.Triggered)
	list(p, &a.Begun, (*packer).int)
	list(p, &a.Messages, (*packer).vouched)
	list(p, &a.Observed, (*packer).observed)
	p.int(&a.Seq)
	pointer(p, &a.Last, (*packer).authority)
	octet(p, &a.Standing)
	list(p, &a.Told, (*packer).mark)
}

func (p *packer) mark(m *Mark) { p.raw(m[:]) }

func (p *packer) vouched(v *Vouched) {
	p.flags(&v.FollowsUp, &v.Lasts)
	p.int(&v.N)
	p.mark(&v.Mark)
	word(p, &v.Source)
	word(p, &v.Sender)
	octet(p, &v.Scope)
	p.time(&v.At)
	word(p, &v.Key)
}

func (p *packer) observed(o *Observed) {
	p.flags(&o.Denied)
	p.int(&o.Seq)
	word(p, &o.CallID)
	word(p, &o.Tool)
	p.mark(&o.Mark)
}

func (p *packer) authority(a *Authority) {
	p.flags(&a.Lasts, &a.Shown)
	p.int(&a.Message)
	word(p, &a.Source)
	word(p, &a.Sender)
	p.time(&a.At)
	octet(p, &a.Scope)
	word(p, &a.Problem)
}

// Snapshot is one session as of one record.
type Snapshot struct {
	Key   string
	State State
	Last  wire.Receipt // of the latest record applied
	// LastJudged is the receipt of the latest judged tool call.
	LastJudged wire.Receipt
}
