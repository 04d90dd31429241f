package review

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/provenanced/provenanced/internal/decide"
	"github.com/provenanced/provenanced/internal/facts"
	"github.com/provenanced/provenanced/internal/ledger"
	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/replay"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/urlhost"
)

// Blind is how fast an answer is that nobody can have read the question for.
const Blind = 2 * time.Second

// Answer is what became of a prompt.
type Answer string

const (
	Unanswered Answer = ""
	Accepted   Answer = "accepted"
	Denied     Answer = "denied"
)

// prompt is one question that the owner was asked.
type prompt struct {
	place  ledger.Position
	at     time.Time
	rec    *session.Record
	nonce  string
	tool   string // as approvals name it
	answer Answer
	took   time.Duration
	spared bool // by the policy in force, which was not in force then
}

// Book keeps the prompts of a ledger's records, whose order within a session must be theirs. It
// may be told of several sessions at once.
type Book struct {
	Since   time.Time             // zero: from the beginning
	Session func(key string) bool // nil: all

	mu          sync.Mutex
	prompts     []*prompt
	places      map[ledger.Position]*prompt
	waiting     map[string][]*prompt // by session
	shadow      map[string]*Shadow
	spared      []*prompt // that authority in shadow would have spared
	first, last time.Time
}

// Record takes the next record of its session.
func (b *Book) Record(at ledger.Position, rec *session.Record) {
	if b.Session != nil && !b.Session(rec.Session) || session.IsCanary(rec.Session) {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, c := range rec.Changes {
		switch c := c.(type) {
		case *session.Granted:
			b.granted(rec, c)
		case *session.CodeClosed:
			answer := Unanswered
			if c.What == string(Denied) {
				answer = Denied
			}
			b.close(rec, answer, func(p *prompt) bool { return c.Nonce == "" || c.Nonce == p.nonce })
		case *session.TrustReset, *session.BegunAnew:
			b.close(rec, Unanswered, func(*prompt) bool { return true })
		case *session.CodeIssued:
			if rec.Judgement == nil || rec.Time.Before(b.Since) {
				continue
			}
			p := &prompt{place: at, at: rec.Time, rec: rec, nonce: c.Nonce, tool: c.Tool}
			b.prompts = append(b.prompts, p)
			if b.waiting == nil {
				b.waiting, b.places = map[string][]*prompt{}, map[ledger.Position]*prompt{}
			}
			b.places[at] = p
			b.waiting[rec.Session] = append(b.waiting[rec.Session], p)
			if sparedInShadow(rec.Judgement) {
				b.spared = append(b.spared, p)
			}
		}
	}
	if rec.Judgement != nil && !rec.Time.Before(b.Since) {
		b.judged(rec)
	}
}

func (b *Book) judged(rec *session.Record) {
	if b.first.IsZero() || rec.Time.Before(b.first) {
		b.first = rec.Time
	}
	if rec.Time.After(b.last) {
		b.last = rec.Time
	}
	for _, r := range rec.Judgement.Shadow {
		if b.shadow == nil {
			b.shadow = map[string]*Shadow{}
		}
		of := b.shadow[r.Text]
		if of == nil && len(b.shadow) == maxShadow {
			continue
		}
		if of == nil {
			of = &Shadow{What: r.Text}
			b.shadow[r.Text] = of
		}
		if r.Mode == trust.Confirm {
			of.Asked++
		} else {
			of.Denied++
		}
	}
}

// Decided takes a call whose record the book has, as the policy in force decides it.
func (b *Book) Decided(c *replay.Call) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if p := b.places[c.At]; p != nil && len(c.Undecidable) == 0 && c.Now == replay.Allowed {
		p.spared = true
	}
}

// Spared are the prompts that the policy in force would not ask any more.
func (b *Book) Spared() (n int) {
	for _, p := range b.prompts {
		if p.spared {
			n++
		}
	}
	return n
}

// Shadow is what something that does nothing yet would have changed.
type Shadow struct {
	What   string `json:"what"`
	Asked  int    `json:"asked"`  // calls
	Denied int    `json:"denied"` // calls
	Spared int    `json:"spared"` // prompts
	Yes    int    `json:"sparedAccepted"`
	No     int    `json:"sparedDenied"`
}

// maxShadow are the rules that are told apart.
const maxShadow = 256

// AuthorityInShadow is what a review calls authority.mode: shadow.
const AuthorityInShadow = "authority"

// Shadows are what would have been otherwise, what would have changed most first.
func (b *Book) Shadows() []Shadow {
	all := []Shadow{}
	for _, of := range b.shadow {
		all = append(all, *of)
	}
	if len(b.spared) > 0 {
		cost := costOf(b.spared)
		all = append(all, Shadow{What: AuthorityInShadow, Spared: cost.Prompts, Yes: cost.Accepted, No: cost.Denied})
	}
	slices.SortFunc(all, func(x, y Shadow) int {
		return cmp.Or(cmp.Compare(y.Asked+y.Denied+y.Spared, x.Asked+x.Denied+x.Spared), cmp.Compare(x.What, y.What))
	})
	return all
}

// sparedInShadow reports whether authority would have spared the question, were it on.
func sparedInShadow(j *session.Judgement) bool {
	would, others := false, false
	for _, r := range j.Reasons {
		switch {
		case r.Layer == decide.LayerAuthority:
			would = r.Mode == trust.Allow
		case r.Layer != decide.LayerCall:
			others = others || r.Mode == trust.Confirm
		}
	}
	return would && !others && j.Authority != nil && !j.Authority.Held
}

// granted notes what the owner has let pass. What waits under other codes passes as well, but
// nobody was asked for it.
func (b *Book) granted(rec *session.Record, c *session.Granted) {
	if (c.Mark != session.Mark{}) {
		return
	}
	b.close(rec, Accepted, func(p *prompt) bool {
		return slices.Contains(c.Tools, p.tool) && (c.Nonce == "" || c.Nonce == p.nonce)
	})
}

func (b *Book) close(rec *session.Record, answer Answer, which func(*prompt) bool) {
	waiting, is := b.waiting[rec.Session]
	if !is {
		return
	}
	b.waiting[rec.Session] = slices.DeleteFunc(waiting, func(p *prompt) bool {
		if which(p) {
			p.answer, p.took = answer, rec.Time.Sub(p.at)
			return true
		}
		return false
	})
}

// Cost is what some prompts have cost.
type Cost struct {
	Prompts    int `json:"prompts"`
	Accepted   int `json:"accepted"`
	Denied     int `json:"denied"`
	Unanswered int `json:"unanswered"`
	Blind      int `json:"blind"` // answered in less than two seconds

	AcceptRate    float64 `json:"acceptRate"` // of the answered ones
	MedianSeconds float64 `json:"medianSeconds"`
}

func costOf(prompts []*prompt) (c Cost) {
	var took []time.Duration
	for _, p := range prompts {
		c.Prompts++
		switch p.answer {
		case Accepted:
			c.Accepted++
		case Denied:
			c.Denied++
		default:
			c.Unanswered++
			continue
		}
		if took = append(took, p.took); p.took < Blind {
			c.Blind++
		}
	}
	if n := len(took); n > 0 {
		slices.Sort(took)
		c.AcceptRate = float64(c.Accepted) / float64(n)
		c.MedianSeconds = (took[(n-1)/2] + took[n/2]).Seconds() / 2
	}
	return c
}

// Cost is that of all prompts.
func (b *Book) Cost() Cost { return costOf(b.prompts) }

// Days are those in which calls were judged; at least one.
func (b *Book) Days() float64 { return max(1, b.last.Sub(b.first).Hours()/24) }

// kind is by what prompts are alike.
type kind struct {
	layers string // that asked; of those that ask for what the session has read only that
	tool   string
	source string // what had brought in the level, where that asked
	detail string // where from: a host, a program, a file
	host   string // the one that they went to, where that asked
	what   string // for what they asked
}

// readBy are the layers that ask because of what the session has read.
func readBy(layer string) bool { return layer == decide.LayerCall || layer == decide.LayerAuthority }

// kindOf is the kind of a prompt, by the policy in force.
func kindOf(p *prompt, in *policy.Policy) (k kind) {
	j := p.rec.Judgement
	var layers []string
	for _, r := range j.Reasons {
		if r.Mode == trust.Confirm && !readBy(r.Layer) && !slices.Contains(layers, r.Layer) {
			layers, k.what = append(layers, r.Layer), r.Text
		}
	}
	tables := in.For(p.rec.Agent)
	k.tool = toolOf(p, in)
	if k.layers = strings.Join(layers, "+"); k.layers != "" {
		if k.layers == decide.LayerLeaving {
			if k.host = hostOf(p.rec); k.host != "" {
				k.what = "it goes to " + k.host
			}
		}
		return k
	}
	k.layers = decide.LayerCall
	if tables.Call(k.tool, trust.Trusted).Unknown {
		k.what = "the policy does not know the tool"
		return k
	}
	if c := j.Cause; c != nil {
		k.source, k.detail = c.Reason, c.Detail
	}
	return k
}

// toolOf is the called tool, or its action, as a policy's entries are looked up.
func toolOf(p *prompt, in *policy.Policy) string {
	j, tables := p.rec.Judgement, in.For(p.rec.Agent)
	if j.Act == nil {
		return j.Tool
	}
	if j.Act.Found.Has(facts.OnlyLooks) {
		return tables.Looking(j.Tool)
	}
	return tables.Tool(j.Tool, j.Act.Params())
}

// hostOf is the one host that a call goes to, "" where it is none or several.
func hostOf(rec *session.Record) (host string) {
	if rec.Judgement.Act == nil {
		return ""
	}
	for i := range rec.Judgement.Act.Values {
		v := &rec.Judgement.Act.Values[i]
		read := urlhost.All
		switch v.Kind {
		case facts.URL:
			read = urlhost.OfBare
		case facts.Script:
		default:
			continue
		}
		hosts, whole := read(v.Text)
		for _, h := range hosts {
			if !whole || host != "" && h != host {
				return ""
			}
			host = h
		}
	}
	return host
}

// reason is some prompts of one kind.
type reason struct {
	kind
	prompts []*prompt
	rules   []candidate
	rest    string
}

// reasons are the kinds of prompts, the most frequent first.
func (b *Book) reasons(in *policy.Policy) []*reason {
	slices.SortFunc(b.prompts, func(x, y *prompt) int {
		return cmp.Or(cmp.Compare(x.place.File, y.place.File), cmp.Compare(x.place.Seq, y.place.Seq))
	})
	byKind := map[kind]*reason{}
	var all []*reason
	for _, p := range b.prompts {
		if p.spared {
			continue
		}
		k := kindOf(p, in)
		if byKind[k] == nil {
			byKind[k] = &reason{kind: k}
			all = append(all, byKind[k])
		}
		byKind[k].prompts = append(byKind[k].prompts, p)
	}
	slices.SortStableFunc(all, func(x, y *reason) int { return cmp.Compare(len(y.prompts), len(x.prompts)) })
	return all
}
