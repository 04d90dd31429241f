// Package replay decides the calls that a ledger holds again, under another policy: what it
// would have asked, spared, denied and allowed.
//
// It has no rules of its own: decide.Again is the decision, and the records alone make the
// states that it is made by. What the records do not hold is counted and named, and nothing is
// guessed. It writes nothing, and whether a ledger is whole is for its caller to know.
package replay

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/provenanced/provenanced/internal/decide"
	"github.com/provenanced/provenanced/internal/facts"
	"github.com/provenanced/provenanced/internal/ledger"
	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/protect"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/trust"
)

// Options say what is decided again, and by what.
type Options struct {
	Policy *policy.Policy // that is tried
	// InForce is the policy to compare it with, where its hash is the one that the ledger names.
	// Nil: no policy of the past is known.
	InForce *policy.Policy
	// Past are others that may have been, likewise.
	Past      []*policy.Policy
	Protected *protect.Set
	Digest    func(secret string) string // as of the daemon that wrote the ledger
	Mark      func(domain, text string) session.Mark
	Since     time.Time                              // zero: from the beginning
	Session   func(key string) bool                  // nil: all
	Each      func(*Call)                            // is called for each call that was decided again; may be nil
	Record    func(ledger.Position, *session.Record) // is called with each record before it is applied; may be nil
}

// Outcome is what became of a call.
type Outcome uint8

const (
	Denied Outcome = iota
	Asked
	Allowed
)

func outcomeOf(v trust.Verdict, mode trust.Mode) Outcome {
	switch {
	case v == trust.VerdictAllow:
		return Allowed
	case mode == trust.Confirm:
		return Asked
	}
	return Denied
}

// Call is one recorded call, and what it comes to under the policy that is tried.
type Call struct {
	At       ledger.Position
	Record   *session.Record
	Was, Now Outcome
	Same     bool // the policy that is tried is the one that was in force
	Again    decide.Replayed
	// Undecidable says why it could not be decided again; Now and Again say nothing then.
	Undecidable []string
}

// Why what could not be decided again: the texts that a report counts.
const (
	earlierVersion = "calls that an earlier version recorded, or that were denied before they were judged"
	laterVersion   = "sessions with entries of a later version"
	lostBeginning  = "sessions whose beginning the ledger no longer holds"
	blockedTurn    = "turns that a rule has blocked"
	otherLevels    = "levels that the policy gives otherwise: "
)

// Replay decides a ledger's calls again, one entry after another.
type Replay struct {
	opt      Options
	known    map[string]*relation // to the policies that are known, by their hashes
	to       *relation            // to the one in force, nil where that is not known
	inForce  string               // the hash of the policy that was in force, "" where that is not known
	boots    int
	sessions map[string]*past
	report   Report
}

// past is what the entries so far say of a session.
type past struct {
	state   session.State
	unknown string // why nothing can be decided in it
	doubts  []string
	boot    int // in which process the model was asked last
	blocked int // the turn that the tried policy has blocked
	raised  raised
	waiting []waiting
}

// New begins at the beginning of a ledger.
func New(o Options) *Replay {
	r := &Replay{opt: o, known: map[string]*relation{}, sessions: map[string]*past{}, report: newReport()}
	for _, p := range append(o.Past[:len(o.Past):len(o.Past)], o.InForce) {
		if p != nil {
			r.known[p.Hash] = against(o.Policy, p)
		}
	}
	return r
}

// relation is how the tried policy differs from one that may have been in force.
type relation struct {
	policy *policy.Policy
	alike  decide.Alike
	shapes []string // keys by which the two give sessions other levels
	scans  bool     // the two may look for injected instructions otherwise
	places []string // the last names of places that they give other levels
}

func against(tried, was *policy.Policy) *relation {
	differs := tried.Differs(was)
	r := &relation{policy: was, alike: alike(differs, tried, was), places: otherPlaces(tried.PathLevels(), was.PathLevels())}
	for _, key := range differs {
		if within(key, shapes[:]) && !within(key, judges[:]) {
			r.shapes = append(r.shapes, otherLevels+key)
		}
		r.scans = r.scans || within(key, scans[:])
	}
	return r
}

// shapes are the keys of a policy by which sessions get their levels, but for those of outputs,
// which each call is asked for, and of what is found in them.
var shapes = [...]string{"trustedSenderIds", "ownerIds", "authentication", "agentOverrides", "workspaceDir", "skills"}

// judges are those below them by which calls are judged alone, and scans those by which results
// are searched for injected instructions.
var (
	judges = [...]string{"authentication.scope", "authentication.outsideScope"}
	scans  = [...]string{"defaults.injection", "defaults.findingLevel", "tools"}
)

// within reports whether a key is one of these, or stands below one.
func within(key string, these []string) bool {
	above, _, _ := strings.Cut(key, ".")
	return slices.Contains(these, key) || slices.Contains(these, above)
}

// entry takes the next entry of the ledger.
func (r *Replay) entry(e *entry) {
	switch e.Type {
	case ledger.Boot:
		var boot struct {
			Policy string `json:"policy"`
		}
		r.boots++
		r.inForce = ""
		if json.Unmarshal(e.Data, &boot) == nil {
			r.inForce = boot.Policy
		}
		r.to = r.known[r.inForce]
	case ledger.Meta:
		var meta struct {
			Event string `json:"event"`
			Hash  string `json:"hash"`
		}
		if json.Unmarshal(e.Data, &meta) == nil && meta.Event == "policy_reloaded" {
			r.inForce, r.to = meta.Hash, r.known[meta.Hash]
		}
	case ledger.Claim, ledger.Verify, ledger.Retract:
		r.record(ledger.Position{File: e.file, Seq: e.Seq}, &e.record)
	}
}

// record is what an entry's data says: nil where that cannot be read.
type record struct {
	said  *session.Record
	later bool // by a later version, so whatever else it says of the session is not known
}

func readRecord(data jsontext.Value) record {
	said := new(session.Record)
	if json.Unmarshal(data, said, json.RejectUnknownMembers(true)) == nil {
		return record{said, false}
	}
	*said = session.Record{}
	if json.Unmarshal(data, said) != nil {
		return record{}
	}
	return record{said, true}
}

func (r *Replay) record(at ledger.Position, read *record) {
	rec := read.said
	if rec == nil {
		r.report.Unreadable++
		return
	}
	p := r.sessions[rec.Session]
	if p == nil {
		p = &past{state: session.NewState(), boot: -1}
		r.sessions[rec.Session] = p
	}
	switch {
	case read.later:
		p.unknown = laterVersion
	case p.unknown == "" && p.state.Turns+started(rec) < rec.Turn:
		p.unknown = lostBeginning
	}
	if r.opt.Record != nil {
		r.opt.Record(at, rec)
	}
	if rec.Judgement != nil && !rec.Time.Before(r.opt.Since) && (r.opt.Session == nil || r.opt.Session(rec.Session)) {
		c := r.again(p, at, rec)
		r.report.add(&c, p)
		if r.opt.Each != nil {
			r.opt.Each(&c)
		}
	}
	p.apply(rec, r)
	if f := rec.Cleaned; f != nil && len(f.Injected) > 0 && r.inForce != r.opt.Policy.Hash && !(r.to != nil && !r.to.scans) {
		p.doubt("what is done about injected instructions")
	}
}

func started(rec *session.Record) (n int) {
	for _, c := range rec.Changes {
		if _, is := c.(*session.TurnStarted); is {
			n++
		}
	}
	return n
}

// apply makes the record's changes.
func (p *past) apply(rec *session.Record, r *Replay) {
	if p.unknown == laterVersion {
		return
	}
	for _, c := range rec.Changes {
		switch c := c.(type) {
		case *session.LLMCalled:
			p.boot = r.boots
		case *session.TrustReset, *session.BegunAnew:
			p.doubts = nil
		case *session.Granted:
			r.report.granted(p, c)
		case *session.CodeClosed:
			p.closed(c)
		}
	}
	p.raise(rec)
}

// again decides one call again.
func (r *Replay) again(p *past, at ledger.Position, rec *session.Record) Call {
	was := rec.Judgement
	c := Call{At: at, Record: rec, Was: outcomeOf(was.Verdict, was.Mode)}
	same := r.inForce != "" && r.inForce == r.opt.Policy.Hash
	c.Same = same
	switch {
	case p.unknown != "":
		c.Undecidable = []string{p.unknown}
		return c
	case was.Act == nil:
		c.Undecidable = []string{earlierVersion}
		return c
	}
	env := decide.Env{Policy: r.opt.Policy, Protected: r.opt.Protected, Digest: r.opt.Digest, Mark: r.opt.Mark}
	if t := p.state.Turn; t != nil && p.boot == r.boots {
		env.Process = t.Heard
	} else {
		env.Process = "\x00" // of which no model was asked
	}
	again, err := decide.Again(&p.state, p.judged(rec, env), env, r.alikeNow(same))
	if errors.Is(err, decide.ErrNoFacts) {
		c.Undecidable = []string{earlierVersion}
		return c
	}
	if err != nil {
		c.Undecidable = []string{fmt.Sprint(err)}
		return c
	}
	c.Again, c.Now = again, outcomeOf(again.Verdict, again.Mode)
	c.Undecidable = again.Undecidable
	if same {
		return c
	}
	if to := r.to; to != nil {
		c.Undecidable = append(c.Undecidable, to.shapes...)
	}
	c.Undecidable = append(c.Undecidable, p.doubts...)
	if r.blocks(p, rec) {
		c.Undecidable = append(c.Undecidable, blockedTurn)
	}
	if again.BlocksTurn {
		p.blocked = rec.Turn
	}
	r.levels(p, rec)
	return c
}

// blocks reports whether the turn was blocked, or would have been by the tried policy.
func (r *Replay) blocks(p *past, rec *session.Record) bool {
	t := p.state.Turn
	if t == nil {
		return false
	}
	most, _ := r.opt.Policy.For(rec.Agent).MaxIterations(p.state.Level())
	byPolicy := func(layer string) bool { return layer == decide.LayerRules || layer == decide.LayerIteration }
	return t.Blocked != "" && byPolicy(t.BlockedBy) ||
		slices.ContainsFunc(rec.Changes, func(c session.Change) bool {
			b, is := c.(*session.TurnBlocked)
			return is && byPolicy(b.Layer)
		}) ||
		most > 0 && t.Iteration > most || p.blocked == rec.Turn && rec.Turn > 0
}

// otherPlaces are the last names of places that have a level of their own in one policy alone.
func otherPlaces(ours, theirs []policy.PathLevel) (names []string) {
	for _, one := range [][2][]policy.PathLevel{{ours, theirs}, {theirs, ours}} {
		for _, place := range one[0] {
			if !slices.Contains(one[1], place) {
				names = append(names, strings.Trim(path.Base(place.Path), "*"))
			}
		}
	}
	return names
}

// mayBe reports whether a call names one of the places, or may.
func mayBe(a *facts.Act, places []string) bool {
	return slices.ContainsFunc(a.Values, func(v facts.Value) bool {
		return (v.Kind == facts.Path || v.Kind == facts.Script) && (v.Hidden() ||
			slices.ContainsFunc(places, func(name string) bool { return strings.Contains(v.Text, name) }))
	})
}

// doubt notes that a session would have had other levels from here on.
func (p *past) doubt(what string) {
	if what = otherLevels + what; !slices.Contains(p.doubts, what) && len(p.doubts) < maxDoubts {
		p.doubts = append(p.doubts, what)
	}
}

// maxDoubts are listed of a session. One is enough.
const maxDoubts = 8

// levels notes a call whose output has another level under the tried policy: what is decided in
// its session from then on was decided at a level that the session would not have had.
func (r *Replay) levels(p *past, rec *session.Record) {
	was := rec.Judgement
	id, heard, runs := returns(rec)
	if !runs {
		return
	}
	to := r.to
	if to != nil && len(to.places) > 0 && mayBe(was.Act, to.places) {
		p.doubt("pathOutputTaints")
	}
	params := was.Act.Params()
	tried, tables := outputOf(r.opt.Policy, rec.Agent, was.Tool, params)
	if to == nil {
		if tried != heard {
			p.doubt("toolOutputTaints of " + was.Tool)
		}
		return
	}
	before, tablesBefore := outputOf(to.policy, rec.Agent, was.Tool, params)
	at, atBefore := tables.Judged(was.Tool, params), tablesBefore.Judged(was.Tool, params)
	switch {
	case tried == before && sameLevel(at, atBefore):
	case tried >= before && heard == before && !lower(at, atBefore):
		if at != nil {
			tried = max(tried, *at)
		}
		p.raised.expect(id, tried)
	default:
		p.doubt("toolOutputTaints of " + was.Tool)
	}
}

// returns is the id of a call that runs, and the level of what it returns, as it was taken then; it
// is false for one that was not let run.
func returns(rec *session.Record) (id string, level trust.Level, runs bool) {
	if rec.Judgement.Verdict != trust.VerdictAllow {
		return "", 0, false
	}
	for _, c := range rec.Changes[min(rec.Judgement.Act.Before, len(rec.Changes)):] {
		switch c := c.(type) {
		case *session.CallHeard:
			return c.CallID, c.Level, true
		case *session.CallMoved:
			return c.CallID, c.Level, true
		}
	}
	return "", 0, false
}

// Report is what the entries so far have come to.
func (r *Replay) Report() *Report { return &r.report }

// effectsOf names what a call would do.
func effectsOf(a *facts.Act) string {
	if a == nil {
		return ""
	}
	return a.Effects.String()
}
