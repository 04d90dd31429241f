package policy

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/provenanced/provenanced/internal/dialect"
	"github.com/provenanced/provenanced/internal/facts"
	"github.com/provenanced/provenanced/internal/intent"
	"github.com/provenanced/provenanced/internal/trust"
)

// compiler makes one agent's tables from an effective policy.
type compiler struct {
	eff   *file
	taint levelModes
	key   string // "agentOverrides.work." if that agent's own taintPolicy applies
}

// compile makes the tables of one agent; own is empty for the common ones.
func compile(eff *file, agent string, own agentOverride) *Tables {
	c := &compiler{eff: eff, taint: levelModes(eff.TaintPolicy)}
	if !own.TaintPolicy.IsZero() {
		c.taint, c.key = levelModes(own.TaintPolicy), "agentOverrides."+agent+"."
	}
	t := &Tables{tools: map[string]*tool{}, actions: map[string]map[string]bool{}, maxIterations: own.MaxIterations.over(*eff.MaxIterations), iterationsKey: "maxIterations"}
	t.programs = own.CommandOutputTaints.over(eff.CommandOutputTaints).compile()
	t.sites = newSites(own.URLOutputTaints.over(eff.URLOutputTaints))
	if own.MaxIterations != nil {
		t.iterationsKey = "agentOverrides." + agent + ".maxIterations"
	}
	t.unknown.call = c.unknownCall()
	t.unknown.risk, t.unknown.hasRisk = c.byClass(facts.RiskUnknown)
	t.unknown.cleaning = c.cleaning(toolRow{})
	t.unknown.classes = intent.All
	t.authentication = own.Authentication.over(eff.Authentication).compile()

	all := eff.entries().with(agent, own)
	base, _ := presetNamed(eff.Mode)
	all = all.complete(base)
	for entry := range dialect.OtherPrograms {
		if o, ok := all.outputs[entry]; ok {
			t.programs = t.programs.Other(o.level)
		}
	}
	for name := range all.names() {
		t.add(name, c.tool(name, all))
	}
	for i := range eff.Policies {
		for name := range eff.Policies[i].actions() {
			tool, _ := cutAction(name)
			t.add(name, t.row(tool))
		}
	}
	t.plain = t.plainTools()
	return t
}

// tool returns the row of one tool, from all of its entries.
func (c *compiler) tool(name string, all entries) *tool {
	row := &tool{call: c.call(name, all.calls[name]), output: all.outputs[name].level, classes: intent.All}
	r, ok := all.rows[toolName(name)]
	if ok {
		row.risk, row.hasRisk = c.risk(r)
		row.classes = intent.Classes(r.ActionClasses)
	} else {
		row.risk, row.hasRisk = c.byClass(facts.RiskUnknown)
	}
	row.safe = all.calls[name].allowsAll() && (!row.hasRisk || row.risk.Mode == trust.Allow)
	row.risk = r.handOver(row.risk) // after the line above: someone must still be asked
	row.cleaning = c.cleaning(r)
	row.values = c.values(name, r)
	return row
}

// add adds an entry unless its name is taken.
func (t *Tables) add(name string, row *tool) {
	if t.tools[name] != nil {
		return
	}
	t.tools[name] = row
	if tool, isAction := cutAction(name); isAction {
		if t.actions[tool] == nil {
			t.actions[tool] = map[string]bool{}
		}
		t.actions[tool][name[len(tool)+1:]] = true
	}
}

// tools returns all patterns of tools in the rule.
func (r *ruleFile) tools() patterns {
	return slices.Concat(r.When.Tool, r.Action.RemoveTools, r.Action.BlockTools, r.Action.ConfirmTools)
}

// actions yields the actions that the rule names in full, as tool.action. Such a call is judged
// under that name even if only rules mention it.
func (r *ruleFile) actions() iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, name := range r.tools() {
			_, isAction := cutAction(name)
			if isAction && !strings.ContainsAny(name, "*?") && !yield(lookupName(calledName(name))) {
				return
			}
		}
	}
}

func (m levelModes) allowsAll() bool {
	for _, s := range m {
		if !s.set || s.mode != trust.Allow {
			return false
		}
	}
	return true
}

func (c *compiler) call(name string, own levelModes) (out [len(trust.Levels)]Ruling) {
	for l, s := range own {
		level := trust.Level(l)
		if s.set {
			out[l] = Ruling{Mode: s.mode, Text: fmt.Sprintf("%s.%s: %s (%s)", cmp.Or(s.key, "toolOverrides."+name), level, s.mode, s.source("built in"))}
		} else {
			out[l] = Ruling{Mode: c.taint[l].mode, Text: c.taintText(level)}
		}
	}
	return out
}

func (c *compiler) taintText(l trust.Level) string {
	s := c.taint[l]
	return fmt.Sprintf("%staintPolicy.%s: %s (%s)", c.key, l, s.mode, s.source("preset "+c.eff.Mode))
}

// ToClassify tells the owner where to add a tool to the policy.
const ToClassify = "in toolOverrides, toolOutputTaints or tools to classify it"

// unknownCall is the stricter of the untrusted mode and the level's own, at every level (seed 000,
// "Unknown Tools").
func (c *compiler) unknownCall() (out [len(trust.Levels)]Ruling) {
	for _, l := range trust.Levels {
		from := l
		if c.taint[trust.Untrusted].mode <= c.taint[l].mode {
			from = trust.Untrusted
		}
		text := "unknown tool, judged as under untrusted content: " + c.taintText(from)
		if c.taint[from].mode != trust.Restrict { // whose reason the model is told
			text += "; name it " + ToClassify
		}
		out[l] = Ruling{Mode: c.taint[from].mode, Text: text, Unknown: true}
	}
	return out
}

func (c *compiler) risk(r toolRow) (Ruling, bool) {
	if !r.Allow.set {
		return c.byClass(facts.Risk(*r.Risk))
	}
	s := setting(r.Allow)
	word := map[trust.Mode]string{trust.Allow: "true", trust.Confirm: "ask", trust.Restrict: "false"}[s.mode]
	return Ruling{
		Mode: s.mode,
		Text: fmt.Sprintf("%s.allow: %s (%s)", cmp.Or(r.key, "tools."+string(r.Name)), word, s.source("preset "+c.eff.Mode)),
	}, true
}

// handOver leaves the risk layer's questions to the gateway's own exec approvals (seed 003 §3): two
// questions about one command teach the owner to say yes. Denials remain, and the call layer still
// asks.
func (r *toolRow) handOver(risk Ruling) Ruling {
	if risk.Mode == trust.Confirm && is(r.UseExecApprovals) && hasExecApprovals(r.Name) {
		risk.Mode = trust.Allow
		risk.Text += ", which useExecApprovals leaves to the gateway's own exec approvals"
	}
	return risk
}

// hasExecApprovals reports whether the gateway has its own approvals for what the tool does.
func hasExecApprovals(name toolName) bool {
	tool, _ := cutAction(string(name))
	c := dialect.Call(tool).Command
	return c != nil && c.HostAsks
}

func (c *compiler) cleaning(r toolRow) Cleaning {
	d := c.eff.Defaults
	return Cleaning{d.Redaction.Level, *d.Injection}.switched(r.RedactResult, r.ScanInjection)
}

func (c *compiler) byClass(class facts.Risk) (Ruling, bool) {
	a := c.eff.Risk.of(class)
	if !a.set {
		return Ruling{}, false
	}
	text := fmt.Sprintf("risk.%s: %s (%s)", class, a.word(), setting(a).source("preset "+c.eff.Mode))
	if class == facts.RiskUnknown && setting(a).mode != trust.Restrict { // whose reason the model is told
		text += "; give the tool a risk class under tools"
	}
	return Ruling{Mode: a.mode, Text: text, Unknown: class == facts.RiskUnknown}, true
}

// source says where a setting comes from: the line of the file, or otherwise.
func (s setting) source(otherwise string) string {
	if s.line == 0 {
		return otherwise
	}
	return fmt.Sprintf("policy line %d", s.line)
}
