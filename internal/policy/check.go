package policy

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/provenanced/provenanced/internal/spelling"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/yamltext"
)

// checkFile looks for mistakes that involve several values.
func (d *decoder) checkFile(f *file) {
	d.checkDefaults(f)
	d.checkTools(f.Tools)
	for _, a := range f.AgentOverrides {
		d.checkTools(a.Tools)
	}
	names := map[label]int{}
	for i := range f.Policies {
		r := &f.Policies[i]
		if line, ok := names[r.Name]; ok && r.Name != "" {
			d.errorf(r.pos, "policies: two rules are named %q, the first on line %d: decisions name rules, so names must differ", r.Name, line)
		}
		names[r.Name] = r.line
		d.checkRule(r)
		for _, name := range r.tools() {
			d.suspect(r.pos, "policies: "+string(r.Name), name)
		}
	}
	d.doubts(f)
}

// checkDefaults checks that the three ways to set risk.unknown agree.
func (d *decoder) checkDefaults(f *file) {
	if f.Defaults == nil {
		return
	}
	ways := []action{f.Risk.Unknown, f.Defaults.UnknownToolAction}
	if deny := f.Defaults.DenyUnknownTools; deny != nil {
		for _, w := range ways {
			if w.set && *deny != (w.mode == trust.Restrict) {
				d.errorf(f.Defaults.pos, "defaults.denyUnknownTools: %t contradicts %s for unknown tools on line %d: keep one of them", *deny, w.word(), w.line)
			}
		}
	}
	if a, b := ways[0], ways[1]; a.set && b.set && a.mode != b.mode {
		d.errorf(f.Defaults.pos, "defaults.unknownToolAction: %s contradicts risk.unknown: %s on line %d: keep one of them", b.word(), a.word(), a.line)
	}
}

func (d *decoder) checkTools(rows []toolRow) {
	lines := map[toolName]int{}
	for _, r := range rows {
		if line, ok := lines[r.Name]; ok && r.Name != "" {
			d.errorf(r.pos, "tools: %s has two entries, the first on line %d: make them one", r.Name, line)
		}
		if is(r.UseExecApprovals) && !hasExecApprovals(r.Name) {
			d.warnf(r.pos, "tools: %s: useExecApprovals has no effect: the gateway has approvals of its own for exec alone", r.Name)
		}
		lines[r.Name] = r.line
	}
}

func (d *decoder) checkRule(r *ruleFile) {
	w, a := &r.When, &r.Action
	name := cmp.Or(string(r.Name), "a rule")
	if w.line > 0 && !w.broken && w.empty() {
		d.errorf(w.pos, "policies: %s has no condition and would always apply: give it one, or say it with taintPolicy or toolOverrides", name)
	}
	if a.line > 0 && !a.broken && !a.acts() {
		d.errorf(a.pos, "policies: %s does nothing: give it remove_tools, block_tools, confirm_tools, block_turn: true, log_full_context: true or persist_graph: true", name)
	}
}

func (w *whenFile) empty() bool {
	return w.ContextTaintIncludes.set == 0 && w.IterationGTE == nil && w.SenderIsOwner == nil &&
		len(w.Tool)+len(w.Agent)+len(w.Session)+len(w.Channel)+len(w.Sender)+len(w.ParamEquals)+len(w.ParamMatches)+len(w.ParamNotMatches)+
			len(w.URLHostIn)+len(w.URLHostNotIn)+len(w.PathInside)+len(w.PathOutside) == 0
}

func (a *actionFile) acts() bool {
	return len(a.RemoveTools)+len(a.BlockTools)+len(a.ConfirmTools) > 0 || is(a.BlockTurn) || is(a.LogFullContext) || is(a.PersistGraph)
}

// suspect warns about a name that no tool has, or that is probably a misspelt built-in one: a
// misspelt restriction restricts nothing.
func (d *decoder) suspect(p pos, key, name string) {
	if strings.HasPrefix(SafeName(name), "group:") {
		d.warnf(p, "%s: %q is not a tool's name: the gateway's groups of tools are not known here: name the tools themselves", key, yamltext.Cut(name))
		return
	}
	if strings.ContainsFunc(name, inNoName) || strings.HasPrefix(name, ".") || strings.HasSuffix(name, ".") {
		d.warnf(p, "%s: %q is not a tool's name: give every tool an entry of its own, as one word of ASCII letters, digits, _ and -, or as tool.action", key, yamltext.Cut(name))
		return
	}
	tool, _ := cutAction(calledName(name))
	if _, ok := known(nil).tool(lookupName(tool)); ok || strings.ContainsAny(name, "*?") {
		return
	}
	if near := spelling.Nearest(tool, builtinNames(), 1+len(tool)/8); near != "" {
		d.warnf(p, "%s: %s is not a built-in tool: did you mean %s?", key, yamltext.Cut(name), near)
	}
}

// inNoName reports whether no tool's name contains r: spaces, invisible characters, letters of
// other alphabets, and separators of names.
func inNoName(r rune) bool { return r <= ' ' || r > '~' || strings.ContainsRune(`,;|"'`, r) }

// builtinNames are all names that an entry for a built-in tool can have.
func builtinNames() []string {
	names := slices.Sorted(maps.Keys(aliases))
	for _, b := range builtins {
		names = append(names, b.name)
	}
	return names
}
