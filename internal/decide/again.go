package decide

import (
	"errors"
	"path"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/provenanced/provenanced/internal/facts"
	"github.com/provenanced/provenanced/internal/memguard"
	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/protect"
	"github.com/provenanced/provenanced/internal/redact"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// A recorded call is decided again by the layers that judged it, from its record: with the values
// that are kept as parameters, and in place of the others what was found in them then.

// Replayed is the decision on a recorded call under a policy.
type Replayed struct {
	Verdict trust.Verdict
	Mode    trust.Mode
	Level   trust.Level
	Reasons []session.Reason
	// BlocksTurn: a rule blocks the rest of the turn.
	BlocksTurn bool
	// Undecidable lists what depends on values that the record lacks; if there is any, the rest may
	// differ from what a real call would get.
	Undecidable []string
}

// ErrNoFacts is the error for a record that has too little of its call, or is of none.
var ErrNoFacts = errors.New("the record does not hold what its call would have done")

// Alike says in which parts the environment's policy equals the one that was in force.
type Alike struct {
	All       bool // in everything: findings in values that are not kept remain valid
	Authority bool // in the authority of values; the mode may differ
	Leaving   bool // in what leaves with a call
	MoreHosts bool // in that, except for hosts that may now always be reached
}

// Again decides a recorded call again, with the session's state before the record. The environment
// needs no randomness and no files.
func Again(s *session.State, r *session.Record, e Env, alike Alike) (Replayed, error) {
	was := r.Judgement
	if was == nil || was.Act == nil || len(r.Changes) < was.Act.Before {
		return Replayed{}, ErrNoFacts
	}
	if slices.ContainsFunc(was.Reasons, func(r session.Reason) bool { return r.Layer == LayerHalt }) { // whatever a policy says
		return Replayed{Verdict: was.Verdict, Mode: was.Mode, Level: was.Level, Reasons: was.Reasons}, nil
	}
	act, state := was.Act, *s
	state.Share()
	for _, c := range r.Changes[:act.Before] {
		state.Change(c, r.Time)
	}
	if state.Turn == nil {
		return Replayed{}, ErrNoFacts
	}
	a := &again{was: was, act: act, alike: alike}
	e.Now = r.Time
	e.Resolve = a.resolve
	e.Linked = func(named string, _ func() []facts.Place) string { return named }
	ev := &Event{Hook: r.Hook, Session: r.Session, of: a}
	ev.Payload.Ctx = contextOf(act, r, state.Turn)
	a.params(r, state.Turn)
	d := newDraft(&state, ev, &e)
	tool := d.tables.Tool(was.Tool, a.values)
	if act.Found.Has(facts.OnlyLooks) {
		tool = d.tables.Looking(was.Tool)
	}
	at := d.calls.askedAt(callID(r), tool)
	if r.Hook == HookRun {
		at = d.live()
	}
	if was.Level < at.level { // by a ticket, or by what it runs
		at = asked{level: was.Level, seen: at.seen.With(was.Level)}
	}
	rules := d.layers.matching(tool, a.values, at)
	if r.Hook != HookRun {
		d.layers.turnRules(rules)
	}
	j := d.layers.judge(tool, a.values, at, rules)
	a.toolRules(was, &j)
	w := session.Wanted{ID: callID(r), Tool: j.waitsAs(tool), Params: a.values, Sum: &a.sum}
	mode, _ := d.approved(w, at.level, &j)
	again := Replayed{
		Verdict: trust.VerdictDeny, Mode: j.mode, Level: at.level, Reasons: j.reasons, Undecidable: a.unsure,
		BlocksTurn: slices.ContainsFunc(rules, func(r *policy.Rule) bool { return r.BlockTurn }),
	}
	if mode == trust.Allow {
		again.Verdict = trust.VerdictAllow
	}
	return again, nil
}

// judgedAuthority takes the authority of the call's values from the record, since what the session
// had read is in no record. It returns false for a call that is decided for the first time.
func (a *again) judgedAuthority(j *judgement) bool {
	if a == nil {
		return false
	}
	if !a.alike.Authority {
		a.doubt("authority")
	}
	if j.authority = a.was.Authority; j.authority == nil {
		a.cannotTell("authority")
		j.authority = &session.Authorship{Held: true}
	}
	j.actsOn = a.act.ActsOn
	for _, r := range a.was.Reasons {
		if r.Layer == LayerAuthority {
			j.held = r.Text
		}
	}
	return true
}

// callID is the id of a record's call as the gateway gave it. The judgement has it as it is shown,
// which may be shorter.
func callID(r *session.Record) string {
	for _, c := range r.Changes[r.Judgement.Act.Before:] {
		switch c := c.(type) {
		case *session.CallHeard:
			return c.CallID
		case *session.CallMoved:
			return c.CallID
		}
	}
	return r.Judgement.CallID
}

// contextOf returns the host's context of a recorded call.
func contextOf(act *facts.Act, r *session.Record, t *session.Turn) wire.Ctx {
	by := speakerOf(t)
	if act.By != nil {
		by = *act.By
	}
	ctx := wire.Ctx{
		AgentID: r.Agent, WorkspaceDir: act.Workspace, GatewayDir: act.HostDir, GatewayConfig: act.HostFile,
		MessageProvider: by.Channel, SenderID: by.Sender,
	}
	switch by.Owner {
	case "yes":
		ctx.SenderIsOwner = wire.Yes
	case "no":
		ctx.SenderIsOwner = wire.No
	}
	if by.Group {
		ctx.GroupID = "group"
	}
	if by.Session {
		ctx.InputProvenance = &wire.InputProvenance{Kind: "inter_session"}
	}
	return ctx
}

// again is a recorded call as the layers ask about it. A nil one is for an event that is decided
// for the first time: it conceals nothing, and has no findings.
type again struct {
	was    *session.Judgement
	act    *facts.Act
	alike  Alike
	values jsontext.Value // the parameters, as far as they are kept
	sum    session.Hash   // of the original parameters
	unsure []string
}

func (q *question) again() *again { return q.ev.of }

// params reads the parameters from the record, and their hash from it or from the turn's graph.
func (a *again) params(r *session.Record, t *session.Turn) {
	a.values = a.act.Params()
	a.sum = session.ParamsHash(nil)
	if a.act.Sum != "" {
		a.sum.UnmarshalText([]byte(a.act.Sum))
	}
}

// found reports whether the parameters had this finding.
func (a *again) found(one facts.Finds) bool { return a != nil && a.act.Found.Has(one) }

// conceals reports whether a text stands for one that is not kept.
func (a *again) conceals(text string) bool {
	if a == nil {
		return false
	}
	_, is := facts.Concealed(text)
	return is
}

// resolve returns where a path led then.
func (a *again) resolve(named string) string {
	for i := range a.act.Links {
		if a.act.Links[i].From == named {
			return a.act.Links[i].To
		}
	}
	return path.Clean(named)
}

// doubt notes something that depends on values that are not kept.
func (a *again) doubt(what string) {
	if !a.alike.All && !slices.Contains(a.unsure, what) {
		a.unsure = append(a.unsure, what)
	}
}

// cannotTell notes a rule that may or may not match.
func (a *again) cannotTell(rule string) {
	if !slices.Contains(a.unsure, rule) {
		a.unsure = append(a.unsure, rule)
	}
}

// holdsPlaceholder reports whether the parameters contain a marker in place of a redacted value.
func (q *question) holdsPlaceholder(params jsontext.Value) bool {
	if a := q.again(); a != nil {
		return a.found(facts.Placeholder)
	}
	return redact.HoldsPlaceholder(params)
}

// leaves reports whether a call leaves words for later turns.
func (q *question) leaves(tool string, params jsontext.Value) bool {
	if a := q.again(); a != nil {
		return a.act.Effects&facts.Leaves != 0
	}
	return memguard.Leaves(tool, params)
}

// secretIn returns the type of the first secret in the parameters, or "".
func (q *question) secretIn(params jsontext.Value) string {
	if a := q.again(); a != nil && !a.act.Kept() {
		if a.found(facts.Unsearched) {
			a.doubt("redactParams")
		}
		return a.act.Secret
	}
	if len(params) == 0 {
		return ""
	}
	if found := redactedAt(redact.Secrets, params).found; len(found) > 0 {
		return string(found[0].Type)
	}
	return ""
}

// fetches reports whether a text makes the host fetch something.
func (q *question) fetches(how *facts.Message, words string) bool {
	if a := q.again(); a.conceals(words) {
		return a.found(facts.WordsFetch)
	}
	return how.Fetches(words)
}

// memoryAgain returns the memory file that a call would write, including findings in values that
// are not kept.
func (q *question) memoryAgain(named, file string, hit bool) (string, string, bool) {
	a := q.again()
	if a == nil || hit && !a.alike.All {
		return named, file, hit
	}
	if !a.alike.All && !a.concealsPaths() {
		return named, file, hit
	}
	a.doubt("memoryFiles")
	if was := a.act.Memory; was != nil {
		return was.Named, was.Path, true
	}
	return "", "", false
}

// protectedAgain does the same for protected paths.
func (q *question) protectedAgain(f protect.Finding) protect.Finding {
	a := q.again()
	if a == nil {
		return f
	}
	was := a.act.Protected
	whole := !a.concealsPaths() && !a.found(facts.GoesOn)
	switch {
	case !a.alike.All && (f.Key != "" || len(f.Paths) > 0), !a.alike.All && whole && (was == nil || !was.Alone):
		return f
	case !whole:
		a.doubt("protectedPaths")
	}
	if was == nil {
		return protect.Finding{}
	}
	return protect.Finding{Key: was.Key, Paths: was.Paths, Whats: was.Whats, Alone: was.Alone, More: was.More}
}

// concealsPaths reports whether a value that may be or contain paths is not kept.
func (a *again) concealsPaths() bool {
	return a.act.More > 0 || a.act.Form == facts.Odd || slices.ContainsFunc(a.act.Values, func(v facts.Value) bool {
		return v.Hidden() && v.Kind != facts.Text && v.Kind != facts.Number && v.Kind != facts.Person
	})
}

// keptOf returns what rules must know about values that are not kept; nil if all are.
func (q *question) keptOf(a *facts.Act) *policy.Kept {
	if a.Kept() {
		return nil
	}
	k := &policy.Kept{Cut: a.More > 0 || a.Form == facts.Odd, Paths: (&again{act: a}).concealsPaths(), Sum: q.fingerprint}
	for i := range a.Values {
		v := &a.Values[i]
		k.Texts = k.Texts || v.Hidden() && v.Kind != facts.Number
		// A sentence may end in a name, which may be a path.
		k.Paths = k.Paths || v.Hidden() && v.Kind == facts.Text && v.Role&facts.Content == 0
	}
	return k
}

// sum is the hash of the original parameters.
func (q *question) sum(params jsontext.Value) session.Hash {
	if a := q.again(); a != nil {
		return a.sum
	}
	return session.HashOf(params)
}

// toolRules adds what a wrapped tool's own rules have said, which are in no policy.
func (a *again) toolRules(was *session.Judgement, j *judgement) {
	for i, r := range was.Reasons {
		if r.Layer != LayerTool {
			continue
		}
		j.add(r.Layer, r.Mode, r.Text)
		if i == 0 { // that a run shows no ticket comes first
			last := len(j.reasons) - 1
			j.reasons = append([]session.Reason{j.reasons[last]}, j.reasons[:last]...)
		}
	}
}

// followed are where the paths of a call led.
type followed struct{ links []facts.Link }

// led notes where a path led, and returns that.
func (f *followed) led(from, to string) string {
	if to != path.Clean(from) && len(f.links) < maxLinks && !slices.ContainsFunc(f.links, func(l facts.Link) bool { return l.From == from }) {
		f.links = append(f.links, facts.Link{From: from, To: to})
	}
	return to
}
