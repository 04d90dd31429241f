package decide

import (
	"cmp"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/provenanced/provenanced/internal/dialect"
	"github.com/provenanced/provenanced/internal/facts"
	"github.com/provenanced/provenanced/internal/intent"
	"github.com/provenanced/provenanced/internal/memguard"
	"github.com/provenanced/provenanced/internal/metrics"
	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/protect"
	"github.com/provenanced/provenanced/internal/redact"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/texts"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/urlhost"
	"github.com/provenanced/provenanced/internal/wire"
)

// The layers that judge a tool call (docs/POLICY.md), as decisions name them.
const (
	LayerCall      = "call"
	LayerRisk      = "risk"
	LayerRules     = "rules"
	LayerIntent    = "intent"
	LayerMemory    = "memory"
	LayerProtected = "protected" // paths that guard the agent itself
	LayerIteration = "iteration"
	LayerApproval  = "approval" // a grant that lifted confirm
	LayerFailure   = "failure"  // the daemon could not decide
	LayerHalt      = "halt"     // the owner lets no call run
	LayerCanary    = "canary"   // proves that denials are enforced
	LayerRedaction = "redaction"
	LayerAuthority = "authority" // the origins of the call's values
	LayerTool      = "tool"      // a wrapped tool's own rules
	LayerLeaving   = "leaving"   // where the call goes, and what it carries there
	LayerClaims    = "claims"    // the support that a response claims
)

// layers are those of the policy, each of which decides on a call.
type layers struct {
	*basis
	reply   *reply
	speaker *speaker
	typing  *typing
	values  *values
	leaving *leaving
	calls   *calls
	witness *witness
}

// judgement is the layers' decision on one call.
type judgement struct {
	mode    trust.Mode
	reasons []session.Reason
	guarded *guarded // set if the memory guard blocks the call
	// protected is what the call may change of the protected paths, as an approval names it.
	protected string
	actsOn    string              // the values that an approval is for, if authority holds the call
	source    string              // the call whose result a yes would agree to
	consents  []session.Consent   // the values that it is held for and whose approval lasts
	held      string              // why authority holds it
	remedy    string              // for what no level and no approval allows
	authority *session.Authorship // the origins of its values; nil if that was not asked
	warned    bool                // the intent layer only warned about the call; enforcing, it would have held it

	// For the record: findings that depend on the parameters.
	found      facts.Finds
	secret     string // the type of a secret in the parameters
	protection protect.Finding
}

type guarded struct {
	named     string
	path      string
	paths     []string
	workspace string
	op        string
	level     trust.Level
}

func (j *judgement) add(layer string, mode trust.Mode, text string) {
	j.mode = trust.Strictest(j.mode, mode)
	j.reasons = append(j.reasons, session.Reason{Layer: layer, Mode: mode, Text: text})
}

// judge asks every layer about one call at a moment; rules are those that apply then.
func (l *layers) judge(tool string, params jsontext.Value, at asked, rules []*policy.Rule) judgement {
	if h := l.ev.Halted; h != nil { // whatever else there is to say: nothing is held or staged either
		j := judgement{mode: trust.Allow, remedy: texts.Resume}
		j.add(LayerHalt, trust.Restrict, HaltText(h))
		return j
	}
	j := judgement{mode: trust.Allow, reasons: make([]session.Reason, 0, 4)}
	l.judgeTables(&j, tool, params, at)
	judgeRules(&j, tool, rules)
	l.judgeIntent(&j, tool, params)
	l.judgeMemory(&j, tool, params)
	l.judgeProtected(&j, tool, params)
	l.judgeLeaving(&j, tool, params, at)
	if l.holdsPlaceholder(params) {
		j.found |= facts.Placeholder
		j.add(LayerRedaction, trust.Confirm, texts.Placeholder)
	}
	l.judgeSecrets(&j, params)
	if t := l.state.Turn; t != nil && t.Blocked != "" {
		j.add(t.BlockedBy, trust.Restrict, t.Blocked)
	}
	return j
}

func (l *layers) judgeTables(j *judgement, tool string, params jsontext.Value, at asked) {
	if l.speaker.toOwner(tool, params) {
		j.found |= facts.ToOwner
		j.add(LayerCall, trust.Allow, texts.ToOwner)
		return
	}
	if !session.Plain(tool) {
		j.add(LayerCall, trust.Restrict, texts.NoPlainName)
		return
	}
	if tool == allTools {
		j.add(LayerCall, trust.Restrict, texts.NamedAll(allTools))
		return
	}
	if l.givesCommand(tool, params) {
		j.found |= facts.GivesCommand
		j.add(LayerCall, trust.Restrict, texts.CommandBehind)
	}
	l.judgeCall(j, tool, params, at)
	if sets := l.sets(tool, params); sets != nil {
		call := l.tables.Call(sets.As, at.level)
		j.add(LayerCall, call.Mode, texts.SetsAs(sets.Param, sets.As, call.Text))
	}
	if risk, ok := l.tables.Risk(tool); ok {
		j.add(LayerRisk, risk.Mode, risk.Text)
	}
}

// sets is what a call changes about a session; nil if nothing.
func (q *question) sets(tool string, params jsontext.Value) *facts.Sets {
	sets := q.tables.Does(tool).Sets
	if sets == nil {
		return nil
	}
	switch string(wire.Member(params, sets.Param)) {
	case "", "null", `""`:
		return nil
	}
	return sets
}

// matching returns the rules that apply to a call and act on it; an empty tool stands for an LLM
// call. They are computed once per call, since a rule about paths follows symlinks.
func (l *layers) matching(tool string, params jsontext.Value, at asked) []*policy.Rule {
	rules := l.Policy.Rules()
	if len(rules) == 0 {
		return nil
	}
	f := l.factsOf(tool, params, at)
	if a := l.again(); a != nil {
		f.Kept = l.keptOf(a.act)
	}
	var hold []*policy.Rule
	for _, r := range rules {
		if _, hits := r.Tool(tool); r.Shadow || !hits && !r.ActsOnTurn() {
			continue
		}
		if r.Unsure(&f) {
			l.again().cannotTell(r.Name)
		}
		if r.Matches(&f) {
			hold = append(hold, r)
		}
	}
	return hold
}

// shadowed is what rules that do nothing yet would make of a call that has this mode.
func (l *layers) shadowed(tool string, params jsontext.Value, at asked, mode trust.Mode) (changes []session.Reason) {
	if !slices.ContainsFunc(l.Policy.Rules(), func(r *policy.Rule) bool { return r.Shadow }) {
		return nil
	}
	f := l.factsOf(tool, params, at)
	for _, r := range l.Policy.Rules() {
		would, hits := r.Tool(tool)
		text := texts.Rule(r.Name, r.Reason)
		if r.BlockTurn {
			would, hits, text = trust.Restrict, true, texts.TurnBlocked(text)
		}
		if r.Shadow && hits && trust.Strictest(mode, would) != mode && r.Matches(&f) {
			changes = append(changes, session.Reason{Layer: LayerRules, Mode: would, Text: text})
		}
	}
	return changes
}

func judgeRules(j *judgement, tool string, rules []*policy.Rule) {
	for _, r := range rules {
		if mode, hits := r.Tool(tool); hits {
			j.add(LayerRules, mode, texts.Rule(r.Name, r.Reason))
		}
	}
}

// factsOf are the facts of a call.
func (l *layers) factsOf(tool string, params jsontext.Value, at asked) policy.Facts {
	f := l.facts(at)
	f.Tool, f.Params = tool, params
	name, workspace, resolve := withoutAction(tool), l.workspace(), l.Resolve
	f.Outside = func(directories []string) bool {
		return memguard.Outside(directories, name, params, workspace, resolve)
	}
	f.Inside = func(patterns []string) bool {
		return memguard.Inside(patterns, name, params, workspace, resolve)
	}
	f.Hosts = func() ([]string, bool) {
		return hostsIn(name, params)
	}
	return f
}

// hostsIn returns the hosts of the addresses in a call, and whether all could be read. What a tool
// writes to a file leads nowhere.
func hostsIn(tool string, params jsontext.Value) (hosts []string, whole bool) {
	texts, whole := memguard.Texts(params)
	_, writes := memguard.Targets(tool, params)
	for i := range texts {
		t := &texts[i]
		if writes && t.IsContent() {
			continue
		}
		read := urlhost.All
		if t.IsAddress() {
			read = urlhost.OfBare
		}
		more, ok := read(t.Value)
		hosts, whole = append(hosts, more...), whole && ok && !t.Long
	}
	return hosts, whole
}

// facts keep no reference to the draft, which is pooled.
func (l *layers) facts(at asked) policy.Facts {
	digest := l.Digest
	f := policy.Facts{
		Agent: l.agent, Session: l.ev.Session, Channel: l.ctx.MessageProvider, Sender: l.ctx.SenderID,
		SenderIsOwner: fromOwner(l.ctx), Seen: at.seen, Taint: at.level,
		Recorded: func(id string) string { return TidyName(id, digest) },
	}
	if t := l.state.Turn; t != nil {
		f.Iteration, f.Joined = t.Iteration, t.Joined != ""
		f.Channel = cmp.Or(f.Channel, t.Channel)
		if t.Sender != l.sender { // whoever is known by the id itself needs no recorded form
			f.Began = t.Sender
		}
		f.Others, f.Crowd = t.Others, len(t.Others) == session.MaxOthers
	}
	return f
}

// judgeMemory blocks writes to memory files, and to anything else that outlives the session, while
// anything below trusted is in the context, announced calls included.
func (l *layers) judgeMemory(j *judgement, judged string, params jsontext.Value) {
	tool := withoutAction(judged)
	_, writes := memguard.Targets(tool, params)
	leaves := !writes && l.leaves(tool, params)
	if !leaves && !writes && !l.mayWrite(judged) && !l.mayWrite(tool) {
		return
	}
	level := l.state.Level()
	if t := l.state.Turn; t != nil {
		for i := range t.Calls {
			if c := t.Calls[i]; c.Unreported() {
				level = trust.Lowest(level, c.Level)
			}
		}
	}
	if level == trust.Trusted {
		return
	}
	if leaves {
		j.add(LayerMemory, trust.Restrict, texts.Lasts(level))
		return
	}
	workspace := l.workspace()
	call := memguard.Writes(tool, params)
	named, path, hit := l.Policy.MemoryFiles.Touched(call, workspace, l.resolvingMemory())
	if named, path, hit = l.memoryAgain(named, path, hit); hit {
		j.guarded = &guarded{named: named, path: path, paths: call.Paths, workspace: workspace, op: call.Operation, level: level}
		shown, _ := redact.Text(named, redact.Standard)
		j.add(LayerMemory, trust.Restrict, texts.MemoryFile(shown, level))
	}
}

// resolvingMemory is resolving for what may be a memory file.
func (q *question) resolvingMemory() func(path string) string {
	return q.resolving(func() (known []facts.Place) {
		for _, place := range q.Policy.MemoryFiles.Known(q.workspace()) {
			known = append(known, facts.Place{Path: place})
		}
		return known
	})
}

// mayWrite reports whether a call of the tool may write a file of the agent's, as far as its
// effects are known.
func (q *question) mayWrite(tool string) bool {
	return q.tables.Call(tool, trust.Trusted).Unknown || q.tables.ActionClasses(tool).Has(intent.Write)
}

// turnRules applies the rules that act on whole turns: at each LLM call, and at each tool call,
// since their conditions may name a tool.
func (l *layers) turnRules(rules []*policy.Rule) {
	for _, r := range rules {
		if r.PersistGraph && !l.state.Turn.Persist {
			l.emit(&session.GraphKept{})
		}
		if r.LogFullContext {
			l.note(Note{Event: "log_full_context", Text: r.Name})
		}
		if r.BlockTurn {
			l.blockTurn(LayerRules, texts.TurnBlocked(texts.Rule(r.Name, r.Reason)))
		}
	}
}

// filterTools removes restricted tools from the list that the model is shown.
func (l *layers) filterTools(tools []wire.OfferedTool) {
	at := l.calls.askedAt("", "")
	rules := l.Policy.Rules()
	f := l.facts(at)
	names := make([]string, 0, len(tools))
	for _, t := range tools {
		tool := l.tables.Tool(t.Name, nil)
		f.Tool = tool
		if l.offered(tool, at) && !removed(rules, &f, tool) {
			names = append(names, t.Name)
		}
	}
	if len(names) < len(tools) {
		l.reply.tools(names)
	}
}

func (l *layers) offered(tool string, at asked) bool {
	j := judgement{mode: trust.Allow}
	l.judgeTables(&j, tool, nil, at)
	if a := l.witness.authority(); a.Shown || a.Problem != session.Unseen {
		l.judgeIntent(&j, tool, nil)
	}
	return j.mode != trust.Restrict
}

func removed(rules []*policy.Rule, f *policy.Facts, tool string) bool {
	for _, r := range rules {
		if r.Removes(tool) && r.Matches(f) {
			return true
		}
	}
	return false
}

// origin names the source of a call's result at a level, if the arguments show it: a file with that
// level, the program that a command fetches with, or the scheme and host of a URL. It is recorded,
// so the path and the query, which usually reveal too much, are left out.
func (q *question) origin(tool string, params jsontext.Value, level trust.Level) string {
	if file := q.fileOrigin(params, level); file != "" {
		return file
	}
	if level < q.tables.Output(tool) {
		if program := q.tables.Program(tool, params); program != "" {
			return q.said(program, 120)
		}
	}
	if len(params) == 0 || len(params) > 8192 {
		return ""
	}
	for _, name := range dialect.Sources() {
		raw := wire.Member(params, name)
		if raw.Kind() != '"' {
			continue
		}
		if u, err := url.Parse(wire.UnquotedText(raw)); err == nil && u.Host != "" {
			return q.said(u.Scheme+"://"+u.Host, 120)
		}
	}
	return ""
}

func itoa(n int) string { return strconv.Itoa(n) }

// countedName is the name under which a judged tool's calls are counted: its own if the policy
// classifies it. The number of other names is unbounded, since a gateway may choose them, and even
// content that makes a model call one. All tools of MCP servers share a name, because theirs begin
// with a server's.
func countedName(tables *policy.Tables, tool string) string {
	switch {
	case tables.Call(tool, trust.Trusted).Unknown:
		return metrics.Other
	case strings.Contains(tool, "__"):
		return "mcp"
	}
	return tool
}

// judgeSecrets applies redactParams to a call with a secret in its parameters. They are never
// changed: what the owner has approved, and the model asked for, is what runs.
func (l *layers) judgeSecrets(j *judgement, params jsontext.Value) {
	mode := l.Policy.SecretParams
	if mode == trust.Allow {
		return
	}
	if j.secret = l.secretIn(params); j.secret != "" {
		j.add(LayerRedaction, mode, texts.Secret(j.secret))
	}
}

// remedy is the smallest change that would allow a restricted call.
func (l *layers) remedy(tool string, params jsontext.Value) string {
	if t := l.state.Turn; t.Blocked != "" {
		return texts.EndTurn(t.Blocked)
	}
	for level := l.state.Level() + 1; level <= trust.Trusted; level++ {
		j := judgement{mode: trust.Allow}
		at := asked{level: level, seen: trust.Set(0).With(level)}
		l.judgeTables(&j, tool, params, at)
		judgeRules(&j, tool, l.matching(tool, params, at))
		l.judgeIntent(&j, tool, params)
		switch j.mode {
		case trust.Allow:
			return texts.ResetTo(level, false)
		case trust.Confirm:
			return texts.ResetTo(level, true)
		}
	}
	switch risk, _ := l.tables.Risk(tool); {
	case risk.Unknown && risk.Mode == trust.Restrict:
		return texts.ClassifyByRisk
	case l.tables.Call(tool, trust.Trusted).Unknown:
		return texts.Classify(policy.ToClassify)
	}
	return texts.NoLevelAllows
}
