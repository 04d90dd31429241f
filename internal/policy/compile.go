package policy

import (
	"fmt"

	"github.com/provenanced/provenanced/internal/trust"
)

// compiler writes one agent's tables out of an effective policy.
type compiler struct {
	eff   *file
	taint levelModes
	key   string // "agentOverrides.work." where that agent's own taintPolicy holds
}

// compile makes the tables of one agent; own is empty for the common ones.
func compile(eff *file, agent string, own agentOverride) *Tables {
	c := &compiler{eff: eff, taint: levelModes(eff.TaintPolicy)}
	prefix := "agentOverrides." + agent + "."
	if !own.TaintPolicy.IsZero() {
		c.taint, c.key = levelModes(own.TaintPolicy), prefix
	}
	t := &Tables{tools: map[string]*tool{}, maxIterations: *eff.MaxIterations}
	if own.MaxIterations != nil {
		t.maxIterations = *own.MaxIterations
	}
	t.unknown.call = c.unknownCall()
	t.unknown.risk, t.unknown.hasRisk = c.byClass(RiskUnknown)

	rowFor := func(name string) *tool {
		row, ok := t.tools[name]
		if !ok {
			row = &tool{call: c.call("", "", levelModes{})}
			row.risk, row.hasRisk = c.byClass(RiskUnknown)
			t.tools[name] = row
		}
		return row
	}
	for _, from := range []struct {
		prefix  string
		calls   byTool[levelModes]
		outputs byTool[outputLevel]
		rows    []toolRow
	}{
		{"", eff.ToolOverrides, eff.ToolOutputTaints, eff.Tools},
		{prefix, own.ToolOverrides, own.ToolOutputTaints, own.Tools},
	} {
		for name, m := range from.calls {
			rowFor(name).call = c.call(from.prefix, name, m)
		}
		for name, o := range from.outputs {
			rowFor(name).output = o.level
		}
		for _, r := range from.rows {
			row := rowFor(string(r.Name))
			if r.decides() {
				row.risk, row.hasRisk = c.risk(from.prefix, r)
			}
		}
	}
	for name, row := range t.tools {
		m := eff.ToolOverrides[name]
		if o, ok := own.ToolOverrides[name]; ok {
			m = o
		}
		row.safe = m.allowsAll() && (!row.hasRisk || row.risk.Mode == trust.Allow)
	}
	return t
}

func (m levelModes) allowsAll() bool {
	for _, s := range m {
		if !s.set || s.mode != trust.Allow {
			return false
		}
	}
	return true
}

func (c *compiler) call(prefix, name string, own levelModes) (out [len(trust.Levels)]Ruling) {
	for l, s := range own {
		level := trust.Level(l)
		if s.set {
			out[l] = Ruling{Mode: s.mode, Text: fmt.Sprintf("%stoolOverrides.%s.%s: %s (%s)", prefix, name, level, s.mode, s.source("built in"))}
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

// unknownCall is the stricter of the untrusted mode and the level's own, at
// every level (seed 000, "Unknown Tools").
func (c *compiler) unknownCall() (out [len(trust.Levels)]Ruling) {
	for _, l := range trust.Levels {
		from := l
		if c.taint[trust.Untrusted].mode <= c.taint[l].mode {
			from = trust.Untrusted
		}
		out[l] = Ruling{
			Mode:    c.taint[from].mode,
			Text:    "unknown tool, judged as under untrusted content: " + c.taintText(from) + "; name it in toolOverrides, toolOutputTaints or tools to classify it",
			Unknown: true,
		}
	}
	return out
}

func (c *compiler) risk(prefix string, r toolRow) (Ruling, bool) {
	if !r.Allow.set {
		return c.byClass(*r.Risk)
	}
	s := setting(r.Allow)
	word := map[trust.Mode]string{trust.Allow: "true", trust.Confirm: "ask", trust.Restrict: "false"}[s.mode]
	return Ruling{
		Mode: s.mode,
		Text: fmt.Sprintf("%stools.%s.allow: %s (%s)", prefix, r.Name, word, s.source("preset "+c.eff.Mode)),
	}, true
}

func (c *compiler) byClass(class Risk) (Ruling, bool) {
	a := c.eff.Risk.of(class)
	if !a.set {
		return Ruling{}, false
	}
	text := fmt.Sprintf("risk.%s: %s (%s)", class, a.word(), setting(a).source("preset "+c.eff.Mode))
	if class == RiskUnknown {
		text += "; give the tool a risk class under tools"
	}
	return Ruling{Mode: a.mode, Text: text, Unknown: class == RiskUnknown}, true
}

// source says where a setting comes from: the line of the file, or otherwise.
func (s setting) source(otherwise string) string {
	if s.line == 0 {
		return otherwise
	}
	return fmt.Sprintf("policy line %d", s.line)
}
