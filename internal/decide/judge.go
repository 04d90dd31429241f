package decide

import (
	"cmp"
	"net/url"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/provenanced/provenanced/internal/dialect"
	"github.com/provenanced/provenanced/internal/facts"
	"github.com/provenanced/provenanced/internal/intent"
	"github.com/provenanced/provenanced/internal/memguard"
	"github.com/provenanced/provenanced/internal/metrics"
	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/redact"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/urlhost"
	"github.com/provenanced/provenanced/internal/wire"
)

// The layers a tool call is judged by (docs/POLICY.md), as decisions name them.
const (
	layerCall      = "call"
	layerRisk      = "risk"
	layerRules     = "rules"
	layerIntent    = "intent"
	layerMemory    = "memory"
	layerProtected = "protected" // paths that guard the agent itself
	layerIteration = "iteration"
	layerApproval  = "approval" // a grant that lifted confirm
	layerFailure   = "failure"  // the daemon could not decide
	layerCanary    = "canary"   // proves that denials are enforced
	layerRedaction = "redaction"
	layerTool      = "tool"   // a wrapped tool's own rules
	layerClaims    = "claims" // what a response says that it rests on
)

// asked is the moment a call was asked for: what the model had seen by then.
type asked struct {
	level trust.Level
	seen  trust.Set
	cause *session.Cause
}

func (d *draft) live() asked {
	return asked{level: d.state.Level(), seen: d.state.Seen, cause: d.state.Watermark.Cause}
}

// askedAt finds what a call is judged at: the taint of the LLM call that asked for it,
// where the gateway reports LLM calls. If it announced other calls but not this one, that
// LLM call did not ask for it; and after a restart nobody knows which one did.
func (d *draft) askedAt(id, tool string) asked {
	t := d.state.Turn
	if t == nil || t.LLMCalls == 0 || t.Heard != d.Process {
		return d.live()
	}
	if d.ev.Hook == wire.BeforeToolCall && id != "" && t.Announces {
		if c := t.Expected(id, tool); c == nil || c.LLMCall != t.LLMCalls {
			return d.live()
		}
	}
	return asked{level: t.CallLevel, seen: t.CallSeen, cause: t.CallCause}
}

// judgement is what the layers make of one call.
type judgement struct {
	mode    trust.Mode
	reasons []session.Reason
	guarded *guarded // set when the memory guard blocks the call
	// protected is what of the protected paths the call may change, as an approval names it.
	protected string
	remedy    string // of what no level and no approval allows
	warned    bool   // the intent layer only warned of the call; enforcing, it would have held it
}

type guarded struct {
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

// judge asks every layer about one call, as of a moment; rules are those that hold then.
func (d *draft) judge(tool string, params jsontext.Value, at asked, rules []*policy.Rule) judgement {
	j := judgement{mode: trust.Allow, reasons: make([]session.Reason, 0, 4)}
	d.judgeTables(&j, tool, params, at)
	judgeRules(&j, tool, rules)
	d.judgeIntent(&j, tool, params)
	d.judgeMemory(&j, tool, params)
	d.judgeProtected(&j, tool, params)
	if redact.HoldsPlaceholder(params) {
		j.add(layerRedaction, trust.Confirm, "a parameter holds a placeholder of a redacted value, not the value itself")
	}
	d.judgeSecrets(&j, params)
	if t := d.state.Turn; t != nil && t.Blocked != "" {
		j.add(t.BlockedBy, trust.Restrict, t.Blocked)
	}
	return j
}

func (d *draft) judgeTables(j *judgement, tool string, params jsontext.Value, at asked) {
	if d.toOwner(tool, params) {
		j.add(layerCall, trust.Allow, "a message to the owner is always allowed")
		return
	}
	if !session.Plain(tool) {
		j.add(layerCall, trust.Restrict, "a tool needs a plain name of at most 64 characters")
		return
	}
	if tool == allTools {
		j.add(layerCall, trust.Restrict, "no tool may be called "+allTools+": to approve it would be to approve every tool that waits")
		return
	}
	if d.givesCommand(tool, params) {
		j.add(layerCall, trust.Restrict, "a command of the owner's stands behind a button: whoever presses it would give it, and has not written it")
	}
	call := d.tables.Call(tool, at.level)
	j.add(layerCall, call.Mode, call.Text)
	if sets := d.sets(tool, params); sets != nil {
		call := d.tables.Call(sets.As, at.level)
		j.add(layerCall, call.Mode, "with a "+sets.Param+" it changes a session, as "+sets.As+" does: "+call.Text)
	}
	if risk, ok := d.tables.Risk(tool); ok {
		j.add(layerRisk, risk.Mode, risk.Text)
	}
}

// sets is what a call changes of a session, nil where it changes nothing.
func (d *draft) sets(tool string, params jsontext.Value) *facts.Sets {
	sets := d.tables.Does(tool).Sets
	if sets == nil {
		return nil
	}
	switch string(wire.Member(params, sets.Param)) {
	case "", "null", `""`:
		return nil
	}
	return sets
}

// matching are the rules that hold for a call, and act on it; an empty tool stands for an
// LLM call. They are looked for once per call, since a rule about paths follows symlinks.
func (d *draft) matching(tool string, params jsontext.Value, at asked) []*policy.Rule {
	rules := d.Policy.Rules()
	if len(rules) == 0 {
		return nil
	}
	f := d.factsOf(tool, params, at)
	var hold []*policy.Rule
	for _, r := range rules {
		if _, hits := r.Tool(tool); (hits || r.ActsOnTurn()) && r.Matches(&f) {
			hold = append(hold, r)
		}
	}
	return hold
}

func judgeRules(j *judgement, tool string, rules []*policy.Rule) {
	for _, r := range rules {
		if mode, hits := r.Tool(tool); hits {
			j.add(layerRules, mode, ruleText(r))
		}
	}
}

func ruleText(r *policy.Rule) string {
	if r.Reason != "" {
		return "rule " + r.Name + ": " + r.Reason
	}
	return "rule " + r.Name
}

// factsOf are the facts of a call.
func (d *draft) factsOf(tool string, params jsontext.Value, at asked) policy.Facts {
	f := d.facts(at)
	f.Tool, f.Params = tool, params
	workspace, resolve := d.workspace(), d.Resolve
	f.Outside = func(directories []string) bool {
		name, _, _ := strings.Cut(tool, ".") // whatever the action
		return memguard.Outside(directories, name, params, workspace, resolve)
	}
	f.Inside = func(patterns []string) bool {
		name, _, _ := strings.Cut(tool, ".")
		return memguard.Inside(patterns, name, params, workspace, resolve)
	}
	f.Hosts = func() ([]string, bool) {
		name, _, _ := strings.Cut(tool, ".")
		return hostsIn(name, params)
	}
	return f
}

// hostsIn are the hosts that the addresses in a call lead to, and whether they can all be
// read. What a tool writes to a file leads nowhere.
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

// facts keep nothing of the draft: it is a kilobyte, which would not stay on the stack.
func (d *draft) facts(at asked) policy.Facts {
	digest := d.Digest
	f := policy.Facts{
		Agent: d.rec.Agent, Session: d.ev.Session, Channel: d.ctx.MessageProvider, Sender: d.ctx.SenderID,
		SenderIsOwner: fromOwner(d.ctx), Seen: at.seen, Taint: at.level,
		Recorded: func(id string) string { return TidyName(id, digest) },
	}
	if t := d.state.Turn; t != nil {
		f.Iteration, f.Joined = t.Iteration, t.Joined != ""
		f.Channel = cmp.Or(f.Channel, t.Channel)
		if t.Sender != d.sender { // who is known by the id itself needs no record
			f.Began = t.Sender
		}
		f.Others, f.Crowd = t.Others, len(t.Others) == session.MaxOthers
	}
	return f
}

func (d *draft) workspace() string { return cmp.Or(d.ctx.WorkspaceDir, d.Policy.WorkspaceDir) }

// judgeMemory blocks writes to memory files, and what else outlives the session, while anything
// below trusted is in the context, announced calls included.
func (d *draft) judgeMemory(j *judgement, judged string, params jsontext.Value) {
	tool, _, _ := strings.Cut(judged, ".") // whatever the action
	_, writes := memguard.Targets(tool, params)
	leaves := !writes && memguard.Leaves(tool, params)
	if !leaves && !writes && !d.mayWrite(judged) && !d.mayWrite(tool) {
		return
	}
	level := d.state.Level()
	if t := d.state.Turn; t != nil {
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
		j.add(layerMemory, trust.Restrict, "what it leaves is shown to later turns and the context holds "+level.String()+" content; answer in plain words instead")
		return
	}
	workspace := d.workspace()
	call := memguard.Writes(tool, params)
	if named, path, hit := d.Policy.MemoryFiles.Touched(call, workspace, d.resolving(func() (known []facts.Place) {
		for _, place := range d.Policy.MemoryFiles.Known(workspace) {
			known = append(known, facts.Place{Path: place})
		}
		return known
	})); hit {
		j.guarded = &guarded{path: path, paths: call.Paths, workspace: workspace, op: call.Operation, level: level}
		shown, _ := redact.Text(named, redact.Standard)
		j.add(layerMemory, trust.Restrict, session.Label(shown)+" is a memory file and the context holds "+level.String()+" content")
	}
}

// resolving follows symlinks, and hard links to what is at these places or below them.
func (d *draft) resolving(places func() []facts.Place) func(path string) string {
	return func(path string) string { return d.Linked(d.Resolve(path), places) }
}

// mayWrite reports whether a call of the tool may write a file of the agent's, as far as
// anybody has said what it does.
func (d *draft) mayWrite(tool string) bool {
	return d.tables.Call(tool, trust.Trusted).Unknown || d.tables.ActionClasses(tool).Has(intent.Write)
}

// turnRules applies the rules that act on whole turns: at each LLM call, and at each
// tool call, since their conditions may name a tool.
func (d *draft) turnRules(rules []*policy.Rule) {
	for _, r := range rules {
		if r.PersistGraph && !d.state.Turn.Persist {
			d.emit(&session.GraphKept{})
		}
		if r.LogFullContext {
			d.notes = append(d.notes, Note{Event: "log_full_context", Text: r.Name})
		}
		if r.BlockTurn {
			d.blockTurn(layerRules, "The turn is blocked by security policy: "+ruleText(r)+".")
		}
	}
}

// filterTools takes restricted tools from the list the model is shown.
func (d *draft) filterTools(tools []wire.ToolName) {
	at := d.askedAt("", "")
	rules := d.Policy.Rules()
	f := d.facts(at)
	names := make([]string, 0, len(tools))
	for _, t := range tools {
		tool := d.tables.Tool(string(t), nil)
		f.Tool = tool
		if d.offered(tool, at) && !removed(rules, &f, tool) {
			names = append(names, string(t))
		}
	}
	if len(names) < len(tools) {
		d.out.Result.Tools = names
	}
}

func (d *draft) offered(tool string, at asked) bool {
	j := judgement{mode: trust.Allow}
	d.judgeTables(&j, tool, nil, at)
	if a := d.authority(); a.Shown || a.Problem != session.Unseen {
		d.judgeIntent(&j, tool, nil)
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

// origin names the source of what a call returns at a level, where its arguments tell:
// the program that a command fetches with, or the scheme and host of a URL. It is
// recorded, so the path and the query, which mostly say too much, are left out.
func (d *draft) origin(tool string, params jsontext.Value, level trust.Level) string {
	if level < d.tables.Output(tool) {
		if program := d.tables.Program(tool, params); program != "" {
			return d.said(program, 120)
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
		if u, err := url.Parse(string(wire.Unquoted(raw))); err == nil && u.Host != "" {
			return d.said(u.Scheme+"://"+u.Host, 120)
		}
	}
	return ""
}

func itoa(n int) string { return strconv.Itoa(n) }

// countedName is the name that a judged tool's calls are counted under: its own where
// the policy classifies it. Other names are without number, since a gateway may choose
// them, and even content that makes a model call one. All tools of MCP servers share a
// name, because theirs begin with a server's.
func countedName(tables *policy.Tables, tool string) string {
	switch {
	case tables.Call(tool, trust.Trusted).Unknown:
		return metrics.Other
	case strings.Contains(tool, "__"):
		return "mcp"
	}
	return tool
}
