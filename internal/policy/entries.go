package policy

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/provenanced/provenanced/internal/dialect"
	"github.com/provenanced/provenanced/internal/facts"
	"github.com/provenanced/provenanced/internal/trust"
)

// entries are a file's entries for single tools, by lookup name. An action (tool.action) belongs to
// its tool: what its own entry leaves open is decided by the file's entry for the tool, and only
// then by the built-in one. So no built-in entry of an action overrides the user's entry for the
// tool.
type entries struct {
	calls   byTool[levelModes]
	outputs byTool[outputLevel]
	rows    map[toolName]toolRow   // those that set something, or make a tool known
	preset  map[string]trust.Level // output levels in the preset that differ from the built-in ones
	known   known                  // tools that are known without them
}

func (f *file) entries() entries {
	e := entries{calls: f.ToolOverrides, outputs: f.ToolOutputTaints, rows: map[toolName]toolRow{}, known: f.known}
	for _, r := range f.Tools {
		e.rows[r.Name] = r
	}
	return e
}

// with returns e with one agent's entries replacing those of the same names.
func (e entries) with(agent string, own agentOverride) entries {
	out := entries{calls: byTool[levelModes]{}, outputs: byTool[outputLevel]{}, rows: maps.Clone(e.rows), preset: e.preset, known: e.known}
	maps.Copy(out.calls, e.calls)
	maps.Copy(out.calls, own.ToolOverrides)
	maps.Copy(out.outputs, e.outputs)
	maps.Copy(out.outputs, own.ToolOutputTaints)
	for _, r := range own.Tools {
		r.key = "agentOverrides." + agent + ".tools." + string(r.Name)
		row := r.over(out.rows[r.Name], e.known)
		row.Name = r.Name
		out.rows[r.Name] = row
	}
	return out
}

// complete returns e with a complete entry for every known tool. The complete form of a complete
// form is itself.
func (e entries) complete(base preset) entries {
	out := entries{calls: byTool[levelModes]{}, outputs: byTool[outputLevel]{}, rows: map[toolName]toolRow{}, known: e.known}
	for name := range e.names() {
		_, isBuiltin := builtinsByName[name]
		_, isAction := cutAction(name)
		if _, ok := e.calls[name]; ok || isBuiltin || isAction {
			out.calls[name] = e.call(name)
		}
		if o, ok := e.output(name); ok {
			out.outputs[name] = o
		}
		if r, ok := e.row(name, base); ok {
			out.rows[r.Name] = r
		}
	}
	return out
}

// names returns every tool and action with an entry, built in or written.
func (e entries) names() map[string]bool {
	names := map[string]bool{}
	for _, b := range builtins {
		names[b.name] = true
	}
	for name := range e.known {
		names[name] = true
	}
	for name := range e.calls {
		names[name] = true
	}
	for name := range e.outputs {
		names[name] = true
	}
	for name := range e.rows {
		names[string(name)] = true
	}
	return names
}

// call returns a tool's own modes by level; unset ones follow taintPolicy.
func (e entries) call(name string) levelModes {
	b, _ := e.known.tool(name)
	if tool, isAction := cutAction(name); isAction {
		return e.calls[name].over(e.calls[tool].over(b.call))
	}
	return e.calls[name].over(b.call)
}

func (e entries) output(name string) (outputLevel, bool) {
	if o, ok := e.outputs[name]; ok {
		return o, true
	}
	if tool, isAction := cutAction(name); isAction {
		if o, ok := e.outputs[tool]; ok {
			return o, true
		}
	}
	if l, ok := e.preset[name]; ok {
		return outputLevel{level: l}, true
	}
	b, ok := e.known.tool(name)
	return outputLevel{level: b.output}, ok
}

// row returns what entries of tools say about a tool; false if there is none and it is not built
// in.
func (e entries) row(name string, base preset) (toolRow, bool) {
	row := e.known.row(toolName(name), base)
	_, isKnown := e.known.tool(name)
	if tool, isAction := cutAction(name); isAction {
		if r, ok := e.rows[toolName(tool)]; ok {
			r.key = cmp.Or(r.key, "tools."+tool)
			row, isKnown = r.over(row, e.known), true
		}
	}
	if r, ok := e.rows[toolName(name)]; ok {
		row, isKnown = r.over(row, e.known), true
	}
	row.ActionClasses = cmp.Or(row.ActionClasses, classesOf(facts.Risk(*row.Risk)))
	return row, isKnown
}

// over returns base with the values of r replacing it. Class and action belong together: an entry
// with either decides both, but the class of a built-in tool need not be repeated.
func (r *toolRow) over(base toolRow, k known) toolRow {
	if r.decides() {
		base.key, base.Risk, base.Allow = r.key, r.Risk, r.Allow
		if base.Risk == nil {
			b, _ := k.tool(string(r.Name))
			base.Risk = new(riskClass(b.risk))
		}
	}
	base.RedactResult = cmp.Or(r.RedactResult, base.RedactResult)
	base.ScanInjection = cmp.Or(r.ScanInjection, base.ScanInjection)
	base.UseExecApprovals = cmp.Or(r.UseExecApprovals, base.UseExecApprovals)
	base.ActionClasses = cmp.Or(r.ActionClasses, base.ActionClasses)
	base.Results = cmp.Or(r.Results, base.Results)
	if r.Arguments != nil {
		base.Arguments = r.Arguments
	}
	return base
}

// decides reports whether an entry has a class or an action.
func (r *toolRow) decides() bool { return r.Risk != nil || r.Allow.set }

// same reports whether two complete entries are equal, wherever they are in the file.
func (r *toolRow) same(other toolRow) bool {
	return *r.Risk == *other.Risk && r.Allow.set == other.Allow.set && (!r.Allow.set || r.Allow.mode == other.Allow.mode) &&
		sameSwitch(r.RedactResult, other.RedactResult) && sameSwitch(r.ScanInjection, other.ScanInjection) &&
		sameSwitch(r.UseExecApprovals, other.UseExecApprovals) && r.ActionClasses == other.ActionClasses &&
		r.Results == other.Results && maps.Equal(r.Arguments, other.Arguments)
}

func sameSwitch(a, b *bool) bool { return a == b || a != nil && b != nil && *a == *b }

// row returns the values for a tool that the file does not mention. A preset's action for a tool
// also applies to the actions of its class.
func (k known) row(name toolName, base preset) toolRow {
	b, _ := k.tool(string(name))
	row := toolRow{Name: name, Risk: new(riskClass(b.risk)), ActionClasses: toolClasses(b.classes)}
	tool, _ := cutAction(string(name))
	whole, _ := k.tool(tool)
	if does := dialect.Call(tool); base.runs.set && (does.Command != nil || does.Spawns) && whole.risk == b.risk {
		row.Allow = toolAllow(base.runs)
	}
	if base.execApprovals && hasExecApprovals(name) {
		row.UseExecApprovals = new(true)
	}
	return row
}

func sortedRows(rows map[toolName]toolRow) []toolRow {
	out := slices.Collect(maps.Values(rows))
	slices.SortFunc(out, func(a, b toolRow) int { return strings.Compare(string(a.Name), string(b.Name)) })
	return out
}

// differing returns the entries of e that decide differently from base.
func (e entries) differing(base entries) entries {
	maps.DeleteFunc(e.calls, func(name string, m levelModes) bool {
		was, ok := base.calls[name]
		return ok && m.same(was)
	})
	maps.DeleteFunc(e.outputs, func(name string, o outputLevel) bool {
		was, ok := base.outputs[name]
		return ok && o.level == was.level
	})
	maps.DeleteFunc(e.rows, func(name toolName, r toolRow) bool {
		was, ok := base.rows[name]
		return ok && r.same(was)
	})
	return e
}
