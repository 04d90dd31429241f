package policy

import (
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/provenanced/provenanced/internal/facts"
	"github.com/provenanced/provenanced/internal/trust"
)

// Facts are what a rule's conditions are compared with.
type Facts struct {
	Agent, Session, Channel string

	// The people who take part: the sender that the gateway names now, the one who began the turn,
	// and others who have joined it. The ids of the latter two are in their recorded form.
	Sender, Began string
	Others        []string
	Crowd         bool // there are more Others than these
	Recorded      func(id string) string
	SenderIsOwner bool
	Joined        bool // somebody other than the owner has joined the turn

	Seen      trust.Set // levels in the context
	Taint     trust.Level
	Iteration int            // the turn's first is 0
	Tool      string         // the judged name of a call, or of one about to be listed; empty for an LLM call itself
	Params    jsontext.Value // an object; nil if no call was made yet

	// Outside reports whether the call names a file outside of the directories; nil if no call was
	// made yet.
	Outside func(directories []string) bool

	// Inside reports whether the call names one of these paths, or one below; nil if no call was
	// made yet.
	Inside func(patterns []string) bool

	// Hosts returns the hosts of the addresses in the call, and whether all could be read; nil if
	// no call was made yet.
	Hosts func() (hosts []string, whole bool)

	// Kept says what is unknown about a call that is decided again; nil if nothing is.
	Kept *Kept
}

// Kept is how much of a call's parameters a record has.
type Kept struct {
	Cut   bool // some values are not listed
	Texts bool // some texts are concealed
	Paths bool // some that may be paths are

	Sum func(comparable string) string // the fingerprint of a text or a number
}

// Rule is one entry of `policies` (seed 004, "Security Policies"): if all its conditions hold, its
// actions apply.
type Rule struct {
	Name   string
	Reason string // as written; may be empty

	BlockTurn      bool
	LogFullContext bool
	PersistGraph   bool
	Shadow         bool // it acts on nothing: what it would do is recorded

	when                   *whenFile
	remove, block, confirm patterns
}

func newRule(f *ruleFile) *Rule {
	return &Rule{
		Name:           string(f.Name),
		Reason:         string(f.Action.Reason),
		BlockTurn:      is(f.Action.BlockTurn),
		LogFullContext: is(f.Action.LogFullContext),
		PersistGraph:   is(f.Action.PersistGraph),
		Shadow:         is(f.Action.Shadow),
		when:           &f.When,
		remove:         f.Action.RemoveTools,
		block:          f.Action.BlockTools,
		confirm:        f.Action.ConfirmTools,
	}
}

func is(b *bool) bool { return b != nil && *b }

// Matches reports whether every condition holds. A condition on the tool does not hold while f
// names none, nor one on parameters without parameters: what is not known yet removes no tool from
// the list.
func (r *Rule) Matches(f *Facts) bool {
	w := r.when
	if !r.mayMatch(f) {
		return false
	}
	if w.PathOutside != nil && (f.Outside == nil || !f.Outside(w.PathOutside)) {
		return false
	}
	if w.PathInside != nil && (f.Inside == nil || !f.Inside(w.PathInside)) {
		return false
	}
	if !w.hostsMatch(f) {
		return false
	}
	for path, want := range w.ParamEquals {
		if !f.hasEqual(path, want) {
			return false
		}
	}
	for path, want := range w.ParamMatches {
		if !anyParam(f.Params, path, want.matches) {
			return false
		}
	}
	for path, want := range w.ParamNotMatches {
		if f.Params == nil && f.Inside == nil || allParams(f.Params, path, want.matches) {
			return false
		}
	}
	return true
}

// Unsure reports whether values that f lacks decide whether the rule matches.
func (r *Rule) Unsure(f *Facts) bool {
	w, k := r.when, f.Kept
	if k == nil || !r.mayMatch(f) {
		return false
	}
	unsure := k.Cut && len(w.ParamEquals)+len(w.ParamMatches)+len(w.ParamNotMatches) > 0
	switch hosts, paths := w.URLHostIn != nil || w.URLHostNotIn != nil, w.PathOutside != nil || w.PathInside != nil; {
	case hosts && k.Texts, paths && k.Paths, (hosts || paths) && k.Cut:
		unsure = true
	case w.PathOutside != nil && !f.Outside(w.PathOutside), w.PathInside != nil && !f.Inside(w.PathInside), !w.hostsMatch(f):
		return false
	}
	for path, want := range w.ParamEquals {
		if !k.Cut && !f.hasEqual(path, want) {
			return false
		}
	}
	for path, want := range w.ParamMatches {
		switch {
		case anyParam(f.Params, path, func(t jsontext.Token) bool { return !concealed(t) && want.matches(t) }):
		case k.Cut, anyParam(f.Params, path, concealed):
			unsure = true
		default:
			return false
		}
	}
	for path, want := range w.ParamNotMatches {
		switch {
		case anyParam(f.Params, path, concealed):
			unsure = true
		case !k.Cut && allParams(f.Params, path, want.matches):
			return false
		}
	}
	return unsure
}

// concealed reports whether a value is not kept.
func concealed(t jsontext.Token) bool {
	_, is := facts.Concealed(t.String())
	return is && t.Kind() == '"'
}

// hasEqual reports whether a parameter equals a constant, also if only its fingerprint is kept.
func (f *Facts) hasEqual(path string, want constant) bool {
	return anyParam(f.Params, path, func(t jsontext.Token) bool {
		if f.Kept == nil || !concealed(t) {
			return want.equals(t)
		}
		sum, _ := facts.Concealed(t.String())
		return sum != "" && sum == f.Kept.Sum(want.comparable())
	})
}

// ReadsValues reports whether the rule examines the values of a call's parameters.
func (r *Rule) ReadsValues() bool {
	w := r.when
	return len(w.ParamMatches)+len(w.ParamNotMatches)+len(w.ParamEquals) > 0 || w.URLHostIn != nil || w.URLHostNotIn != nil ||
		w.PathInside != nil || w.PathOutside != nil
}

// mayMatch reports whether all conditions hold that do not concern the values of a call.
func (r *Rule) mayMatch(f *Facts) bool {
	w := r.when
	switch {
	case w.ContextTaintIncludes.set != 0 && w.ContextTaintIncludes.set&f.Seen.With(f.Taint) == 0,
		w.IterationGTE != nil && f.Iteration < *w.IterationGTE,
		w.SenderIsOwner != nil && !f.from(*w.SenderIsOwner),
		w.Tool != nil && (f.Tool == "" || !w.Tool.matchTool(f.Tool)),
		w.Agent != nil && !w.Agent.match(f.Agent),
		w.Session != nil && !w.Session.match(f.Session),
		w.Channel != nil && !w.Channel.match(f.Channel),
		w.Sender != nil && !f.sentBy(w.Sender):
		return false
	}
	return true
}

// hostsMatch reports whether the conditions on hosts hold. An address that cannot be read may lead
// anywhere.
func (w *whenFile) hostsMatch(f *Facts) bool {
	if w.URLHostIn == nil && w.URLHostNotIn == nil {
		return true
	}
	if f.Hosts == nil {
		return false
	}
	hosts, whole := f.Hosts()
	if !whole {
		return true
	}
	other := func(host string) bool { return !w.URLHostNotIn.match(host) }
	return (w.URLHostIn == nil || slices.ContainsFunc(hosts, w.URLHostIn.match)) &&
		(w.URLHostNotIn == nil || slices.ContainsFunc(hosts, other))
}

// from reports whether the turn has words of the owner's, or of somebody else. If it has both, both
// hold: a rule only restricts.
func (f *Facts) from(owner bool) bool {
	return f.SenderIsOwner == owner || f.Joined && !owner
}

// sentBy reports whether a pattern matches one of the people who take part. Those who are not
// remembered may be anybody.
func (f *Facts) sentBy(p patterns) bool {
	fits := func(id string) bool { return p.matchSender(id, f.Channel, f.Recorded) }
	return f.Crowd || fits(f.Sender) || fits(f.Began) || slices.ContainsFunc(f.Others, fits)
}

// ActsOnTurn reports whether the rule, if it matches, affects the turn rather than a single call.
func (r *Rule) ActsOnTurn() bool { return r.BlockTurn || r.PersistGraph || r.LogFullContext }

// Tool returns the mode that the rule, if it matches, gives a call of the tool; hits is false if
// its actions do not name the tool.
func (r *Rule) Tool(tool string) (mode trust.Mode, hits bool) {
	switch {
	case r.remove.matchTool(tool) || r.block.matchTool(tool):
		return trust.Restrict, true
	case r.confirm.matchTool(tool):
		return trust.Confirm, true
	}
	return trust.Allow, false
}

// Removes reports whether the rule, if it matches, removes the tool from the list
// that the model sees. block_tools does not: such a tool stays listed and its calls
// are denied.
func (r *Rule) Removes(tool string) bool { return !r.Shadow && r.remove.matchTool(tool) }
