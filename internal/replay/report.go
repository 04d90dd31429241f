package replay

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/trust"
)

// Report counts what a policy would have changed.
type Report struct {
	Decisions   int // that were decided again
	Undecidable int // calls that were not
	Unreadable  int // entries that are no records

	Asked, Spared, Denied, Allowed int // of the decisions, those that come to something else
	Accepted                       int // of the spared ones: the owner had said yes

	Before, After int // prompts
	First, Last   time.Time

	reasons map[string]int // why calls were not decided again
	groups  map[group]*Group
}

// Newly is how a decision changes.
type Newly string

const (
	NewlyAsked   Newly = "asked"   // it ran, or was denied
	NewlySpared  Newly = "spared"  // it was asked about, and runs
	NewlyDenied  Newly = "denied"  // it ran, or was asked about
	NewlyAllowed Newly = "allowed" // it was denied, and runs
)

type group struct {
	newly                         Newly
	tool, effects, source, reason string
}

// Group is decisions that change alike.
type Group struct {
	Newly    Newly
	Tool     string
	Effects  string
	Source   string // what had brought in the level; "" at trusted
	Reason   string // of the stricter of the two decisions
	Times    int
	Accepted int
	Examples []Example
}

// Example is one of a group's calls.
type Example struct {
	File    int
	Seq     uint64
	Session string
	Does    string
}

const (
	maxGroups   = 512 // that are told apart: reasons may name values
	maxExamples = 3
	maxWaiting  = session.MaxCodes
)

// others is the reason of the groups beyond maxGroups.
const others = "(other reasons)"

func newReport() Report { return Report{reasons: map[string]int{}, groups: map[group]*Group{}} }

// waiting is a call that waits for the owner.
type waiting struct {
	tool, nonce string
	accepted    []*int // to count, once they say yes
}

func (m *Report) add(c *Call, p *past) {
	if len(c.Undecidable) > 0 {
		m.Undecidable++
		for _, why := range c.Undecidable {
			if _, known := m.reasons[why]; !known && len(m.reasons) == maxGroups {
				why = others
			}
			m.reasons[why]++
		}
		return
	}
	m.Decisions++
	if m.First.IsZero() || c.Record.Time.Before(m.First) {
		m.First = c.Record.Time
	}
	if c.Record.Time.After(m.Last) {
		m.Last = c.Record.Time
	}
	w, repeated := heldAs(c.Record)
	if c.Was == Asked && !repeated {
		m.Before++
	}
	if c.Now == Asked && !repeated {
		m.After++
	}
	if c.Was != c.Now {
		g := m.group(c)
		if g.Newly == NewlySpared && !repeated {
			w.accepted = []*int{&m.Accepted, &g.Accepted}
		}
	}
	if w.nonce != "" {
		if p.waiting = append(p.waiting, w); len(p.waiting) > maxWaiting {
			p.waiting = p.waiting[1:]
		}
	}
}

// heldAs is the code that a held call waits under, and whether it was shown for that very call
// before: that is one prompt.
func heldAs(r *session.Record) (w waiting, repeated bool) {
	for _, c := range r.Changes {
		switch c := c.(type) {
		case *session.CodeIssued:
			return waiting{tool: c.Tool, nonce: c.Nonce}, false
		case *session.CodeShown:
			return waiting{}, true
		}
	}
	return waiting{}, false
}

// granted counts what the owner has let pass.
func (m *Report) granted(p *past, c *session.Granted) {
	if (c.Mark != session.Mark{}) {
		return
	}
	p.waiting = slices.DeleteFunc(p.waiting, func(w waiting) bool {
		if c.Nonce != "" && c.Nonce != w.nonce || !slices.Contains(c.Tools, w.tool) {
			return false
		}
		for _, n := range w.accepted {
			*n++
		}
		return true
	})
}

// closed forgets what waits no more.
func (p *past) closed(c *session.CodeClosed) {
	p.waiting = slices.DeleteFunc(p.waiting, func(w waiting) bool { return c.Nonce == "" || c.Nonce == w.nonce })
}

// group counts a decision that has changed.
func (m *Report) group(c *Call) *Group {
	was := c.Record.Judgement
	k := group{tool: was.Tool, effects: effectsOf(was.Act), newly: NewlyDenied}
	switch {
	case c.Now == Asked:
		k.newly = NewlyAsked
		m.Asked++
	case c.Now == Denied:
		m.Denied++
	case c.Was == Asked:
		k.newly = NewlySpared
		m.Spared++
	default:
		k.newly = NewlyAllowed
		m.Allowed++
	}
	k.reason = decisive(c.Again.Reasons, c.Again.Mode)
	if c.Now > c.Was {
		k.reason = decisive(was.Reasons, was.Mode)
	}
	if was.Cause != nil {
		k.source = was.Cause.Reason
	}
	g := m.groups[k]
	if g == nil && len(m.groups) >= maxGroups {
		k = group{newly: k.newly, reason: others}
		g = m.groups[k]
	}
	if g == nil {
		g = &Group{Newly: k.newly, Tool: k.tool, Effects: k.effects, Source: k.source, Reason: k.reason}
		m.groups[k] = g
	}
	if g.Times++; len(g.Examples) < maxExamples {
		g.Examples = append(g.Examples, Example{c.At.File, c.At.Seq, c.Record.Session, was.Does})
	}
	return g
}

// decisive is the last of the strictest reasons.
func decisive(reasons []session.Reason, mode trust.Mode) string {
	for _, r := range slices.Backward(reasons) {
		if r.Mode == mode {
			return r.Layer + ": " + r.Text
		}
	}
	return ""
}

// Groups are the decisions that change, the most frequent first.
func (m *Report) Groups() []*Group {
	return slices.SortedFunc(maps.Values(m.groups), func(a, b *Group) int {
		return cmp.Or(cmp.Compare(b.Times, a.Times), cmp.Compare(a.Newly, b.Newly), cmp.Compare(a.Tool, b.Tool), cmp.Compare(a.Effects, b.Effects), cmp.Compare(a.Source, b.Source), cmp.Compare(a.Reason, b.Reason))
	})
}

// Reason is why some calls were not decided again.
type Reason struct {
	What  string `json:"what"`
	Times int    `json:"times"`
}

// Reasons are all of them, the most frequent first. A call can have several.
func (m *Report) Reasons() []Reason {
	all := make([]Reason, 0, len(m.reasons))
	for what, n := range m.reasons {
		all = append(all, Reason{what, n})
	}
	slices.SortFunc(all, func(a, b Reason) int {
		return cmp.Or(cmp.Compare(b.Times, a.Times), cmp.Compare(a.What, b.What))
	})
	return all
}

// PerDay is how many of something there were a day, by the calls that were decided again.
func (m *Report) PerDay(n int) float64 {
	return float64(n) / max(1, m.Last.Sub(m.First).Hours()/24)
}
