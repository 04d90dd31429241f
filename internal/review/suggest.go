package review

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/provenanced/provenanced/internal/decide"
	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/replay"
	"github.com/provenanced/provenanced/internal/texts"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/urlhost"
)

// Options are what suggestions are made from.
type Options struct {
	Text    []byte         // of the policy file
	Policy  *policy.Policy // that it is
	Report  *replay.Report // of the ledger under it
	Parse   func(text []byte) (*policy.Policy, error)
	Try     func(trials []*Trial) error
	Attacks []replay.Attack
}

// Trial is a policy that is tried on the ledger.
type Trial struct {
	Policy *policy.Policy
	Report *replay.Report // what it came to

	candidate *candidate
	file      []byte // the policy file with the rule
	refused   *Refused
	reviewer  *reviewer
	spared    [3]int // prompts: all, accepted, denied
	number    int    // of the suggestion that it makes
}

// Reason is one kind of prompt, and what can be done about it.
type Reason struct {
	Cost
	Tool       string  `json:"tool"`
	Source     string  `json:"source"` // what had brought in the level, "" where that was not asked for
	What       string  `json:"what"`   // why else it was asked
	Example    Example `json:"example"`
	Suggestion int     `json:"suggestion"` // its number, 0 where there is none
	Rest       string  `json:"rest"`       // what is left to do where there is none
}

// Example is one of the calls.
type Example struct {
	File    int    `json:"file"`
	Seq     uint64 `json:"seq"`
	Session string `json:"session"`
	Does    string `json:"does"`
}

// Suggestion is a rule, with its forecast.
type Suggestion struct {
	Rule    *Rule  `json:"-"`
	Text    string `json:"rule"` // as the file would have it
	Caution string `json:"caution"`

	Spared        int     `json:"spared"`   // prompts
	Accepted      int     `json:"accepted"` // of those
	Undecidable   int     `json:"undecidable"`
	PromptsPerDay PerDay  `json:"promptsPerDay"`
	Attacks       Attacks `json:"attacks"`
	File          []byte  `json:"-"` // the policy file with it
}

// PerDay is before and after a rule.
type PerDay struct {
	Before float64 `json:"before"`
	After  float64 `json:"after"`
}

// Attacks are the chains that come with the program.
type Attacks struct {
	Chains   int      `json:"chains"`
	Admitted []string `json:"admitted"` // that pass with the rule alone; none of a rule that is suggested
}

// Refused is a rule that would spare prompts, and is not suggested.
type Refused struct {
	Text     string   `json:"rule"`
	Why      string   `json:"why"`
	Admitted []string `json:"admitted"`
}

// Review is what a ledger's prompts come to.
type Review struct {
	Reasons     []Reason      `json:"reasons"`
	Suggestions []*Suggestion `json:"suggestions"`
	Refused     []*Refused    `json:"refused"`
}

// Most are the reasons that are looked at.
const Most = 10

// reviewer makes the suggestions of one review.
type reviewer struct {
	Options
	passing []bool // the attacks that pass as it is
	book    *Book
	trials  map[string]*Trial // by their rules
	Review
}

// Review looks for the narrowest rule for each of the reasons that cost most.
func (b *Book) Review(o Options) (*Review, error) {
	r := &reviewer{Options: o, book: b, trials: map[string]*Trial{}}
	r.Reasons, r.Suggestions, r.Refused = []Reason{}, []*Suggestion{}, []*Refused{}
	r.passing = replay.Passing(o.Attacks, o.Policy)
	reasons := b.reasons(o.Policy)
	reasons = reasons[:min(len(reasons), Most)]
	var tried []*Trial
	for _, of := range reasons {
		of.rules, of.rest = candidates(of, o.Policy)
		for i := range of.rules {
			if t := r.prepared(&of.rules[i]); t != nil && t.refused == nil {
				tried = append(tried, t)
			}
		}
	}
	if len(tried) > 0 {
		if err := o.Try(tried); err != nil {
			return nil, err
		}
	}
	for _, of := range reasons {
		p := of.prompts[0]
		out := Reason{
			Cost: costOf(of.prompts), Tool: of.tool, Source: of.source, What: of.what,
			Example: Example{p.place.File, p.place.Seq, p.rec.Session, p.rec.Judgement.Does}, Rest: of.rest,
		}
		if of.detail != "" {
			out.Source += " (" + of.detail + ")"
		}
		for i := range of.rules {
			if n := r.judge(r.trials[of.rules[i].String()]); n > 0 {
				out.Suggestion, out.Rest = n, ""
				break
			}
		}
		r.Reasons = append(r.Reasons, out)
	}
	r.order()
	return &r.Review, nil
}

// order puts the suggestions that spare most first.
func (r *reviewer) order() {
	was := slices.Clone(r.Suggestions)
	slices.SortStableFunc(r.Suggestions, func(a, b *Suggestion) int { return cmp.Compare(b.Spared, a.Spared) })
	for i := range r.Reasons {
		if of := &r.Reasons[i].Suggestion; *of > 0 {
			*of = 1 + slices.Index(r.Suggestions, was[*of-1])
		}
	}
}

// candidate is a rule that may spare prompts.
type candidate struct {
	Rule
	caution string
}

const (
	cautionSite    = "Only if you know everybody who can write there: whatever stands there counts as your own word."
	cautionProgram = "Only if it prints nothing that strangers wrote, wherever it is run."
	cautionTool    = "Its calls are not asked about at that level, whatever they act on."
	cautionOutput  = "Only if nobody but you can put anything there."
	cautionHost    = "Any call may reach that host."
	cautionUnknown = "The policy knows the tool then: say what its output is worth, if that is more than untrusted."
	cautionOwners  = "What you asked for, with values that are yours, is not asked about any more."
)

var programName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._+-]*$`)

// candidates are the rules that may spare prompts of a kind, the narrowest first, and what is
// left to do if none does. A rule is for what the language of policies can say: there is none for
// a single program and its words, or for one recipient.
func candidates(of *reason, in *policy.Policy) (rules []candidate, rest string) {
	add := func(caution, value string, keys ...string) {
		rules = append(rules, candidate{Rule{Keys: keys, Value: value}, caution})
	}
	p := of.prompts[0]
	switch of.layers {
	case decide.LayerCall:
	case decide.LayerLeaving:
		switch {
		case of.host == "":
			return nil, "what leaves is asked about, whatever is written in a policy; name it, and the place, in your message"
		case urlhost.PlaceOf(of.host) == urlhost.Link:
			return nil, "it goes where clouds hand out a machine's credentials, which always asks"
		}
		rules = append(rules, candidate{Rule{Keys: []string{"urlAccess", "allow"}, Value: of.host, Item: true}, cautionHost})
		return rules, "the host cannot be told apart in a rule"
	case decide.LayerRules:
		return nil, "a rule of yours asks, under policies: only you can say how to narrow it"
	case decide.LayerProtected:
		return nil, "what guards the agent itself always asks"
	case decide.LayerRisk:
		return nil, "give the tool an entry of its own under tools, if it may run"
	case decide.LayerIntent:
		return nil, "the message did not ask for it: ask in so many words"
	default:
		return nil, "no rule spares what " + of.layers + " asks"
	}
	tables := in.For(p.rec.Agent)
	if tables.Call(of.tool, trust.Trusted).Unknown {
		add(cautionUnknown, "untrusted", "toolOutputTaints", of.tool)
		return rules, "say under tools and toolOutputTaints what the tool does, and returns"
	}
	if in.Authority().Mode != policy.AuthorityOn && slices.ContainsFunc(of.prompts, func(p *prompt) bool { return p.rec.Judgement.Authority != nil }) {
		add(cautionOwners, "on", "authority", "mode")
	}
	level := of.usualLevel()
	rest = "nothing narrower than the tool, or its source, can be said in a policy; approve for longer with `provenancectl approve --for`"
	if in.Authority().Mode == policy.AuthorityOff {
		rest = "write authority: {mode: shadow} for a week: then this can say what authority would spare"
	}
	if better, is := raisedTo(tables, of.tool, level); is {
		c := p.rec.Judgement.Cause
		switch {
		case c == nil || c.Tool == "":
			rest = "who writes is for you to say: trustedSenderIds, if their words are worth yours"
		case tables.Does(c.Tool).Fetch != nil && strings.Contains(of.detail, "://"):
			add(cautionSite, better.String(), "urlOutputTaints", of.detail)
		case tables.Does(c.Tool).Command != nil && programName.MatchString(of.detail):
			add(cautionProgram, better.String(), "commandOutputTaints", of.detail)
		case strings.HasPrefix(of.detail, "/"):
			file, _, _ := strings.Cut(of.detail, " (")
			return rules, "look at the file, and then: provenancectl labels clear " + file
		}
		add(cautionTool, "allow", "toolOverrides", of.tool, level.String())
		if c != nil && c.Tool != "" && c.Reason == texts.Response(c.Tool) {
			add(cautionOutput, better.String(), "toolOutputTaints", c.Tool)
		}
	}
	return rules, rest
}

// usualLevel is the level at which most of the calls were judged.
func (of *reason) usualLevel() (usual trust.Level) {
	times := map[trust.Level]int{}
	for _, p := range of.prompts {
		times[p.rec.Judgement.Level]++
	}
	for _, level := range trust.Levels {
		if times[level] > times[usual] {
			usual = level
		}
	}
	return usual
}

// raisedTo is the lowest level above one at which a tool may be called.
func raisedTo(tables *policy.Tables, tool string, from trust.Level) (trust.Level, bool) {
	for _, level := range slices.Backward(trust.Levels[:]) {
		if level > from && tables.Call(tool, level).Mode == trust.Allow {
			return level, true
		}
	}
	return from, false
}

// prepared is the trial of a rule that has none yet; it may be refused already.
func (r *reviewer) prepared(c *candidate) *Trial {
	text := c.String()
	if r.trials[text] != nil {
		return nil
	}
	t := &Trial{candidate: c, reviewer: r}
	r.trials[text] = t
	var err error
	if t.file, err = c.In(r.Text); err != nil {
		return t.refuse("it cannot be written into the file: " + err.Error())
	}
	if t.Policy, err = r.Parse(t.file); err != nil {
		return t.refuse("the file would not load with it: " + firstLine(err))
	}
	if t.Policy.Hash == r.Policy.Hash {
		return t.refuse("the policy says that already")
	}
	var admitted []string
	for i, passes := range replay.Passing(r.Attacks, t.Policy) {
		if passes && !r.passing[i] {
			admitted = append(admitted, r.Attacks[i].Name)
		}
	}
	if len(admitted) > 0 {
		return t.refuse(fmt.Sprintf("it lets in %d of the %d attacks", len(admitted), len(r.Attacks)), admitted...)
	}
	return t
}

func (t *Trial) refuse(why string, admitted ...string) *Trial {
	t.refused = &Refused{t.candidate.String(), why, append([]string{}, admitted...)}
	return t
}

// Call takes a call of the ledger, decided under the trial's policy. Others may take theirs at the
// same time.
func (t *Trial) Call(call *replay.Call) {
	if len(call.Undecidable) > 0 || call.Was != replay.Asked || call.Now != replay.Allowed {
		return
	}
	of := t.reviewer.book.places[call.At]
	if of == nil || of.spared {
		return
	}
	t.spared[0]++
	switch of.answer {
	case Accepted:
		t.spared[1]++
	case Denied:
		t.spared[2]++
	}
}

// judge is the number of the suggestion that a trial makes; 0 where it is refused, with the
// reason among the others.
func (r *reviewer) judge(t *Trial) int {
	if t.number > 0 {
		return t.number
	}
	told := t.refused != nil && slices.Contains(r.Refused, t.refused)
	if t.refused == nil {
		switch spared, undecidable := t.spared[0], t.Report.Undecidable; {
		case t.spared[2] > 0:
			t.refuse(fmt.Sprintf("you said no to %d of the %d prompts that it would spare", t.spared[2], spared))
		case spared == 0 && undecidable > 0:
			t.refuse("what it would spare cannot be told from the ledger: " + t.Report.Reasons()[0].What)
		case spared == 0:
			t.refuse("it would spare none of these prompts")
		case t.spared[1] == 0:
			t.refuse(fmt.Sprintf("you accepted none of the %d prompts that it would spare", spared))
		}
	}
	if t.refused != nil {
		if !told {
			r.Refused = append(r.Refused, t.refused)
		}
		return 0
	}
	m := t.Report
	r.Suggestions = append(r.Suggestions, &Suggestion{
		Rule: &t.candidate.Rule, Text: t.candidate.String(), Caution: t.candidate.caution, File: t.file, Attacks: Attacks{len(r.Attacks), []string{}},
		Spared: t.spared[0], Accepted: t.spared[1], Undecidable: m.Undecidable, PromptsPerDay: PerDay{r.Report.PerDay(r.Report.After), m.PerDay(m.After)},
	})
	t.number = len(r.Suggestions)
	return t.number
}

func firstLine(err error) string {
	first, _, _ := strings.Cut(err.Error(), "\n")
	return first
}
