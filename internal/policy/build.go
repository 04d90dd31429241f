package policy

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"github.com/provenanced/provenanced/internal/trust"
)

// build makes the policy of a valid file.
func build(f *file, r *report, source string) *Policy {
	eff := effective(f, r)
	p := &Policy{
		Preset:               eff.Mode,
		Source:               source,
		ApprovalTTL:          time.Duration(*eff.ApprovalTTLSeconds) * time.Second,
		DeveloperMode:        *eff.DeveloperMode,
		RequireVerifiedOwner: *eff.RequireVerifiedOwner,
		ContentPreviews:      *eff.ContentPreviews,
		AllowAlways:          30 * time.Minute,
		CodesToOwner:         eff.ApprovalCodes == "owner",
		OnFailure:            OnFailure(slices.Index(onFailureNames, eff.OnFailure)),
		WorkspaceDir:         string(eff.WorkspaceDir),
		trusted:              newIDSet(eff.TrustedSenderIDs),
		owners:               newIDSet(eff.OwnerIDs),
		agents:               map[string]*Tables{},
		effective:            eff,
	}
	p.Hash = hash(eff)
	p.base = compile(eff, "", agentOverride{})
	for name, a := range eff.AgentOverrides {
		p.agents[name] = compile(eff, name, a)
	}
	for i := range eff.Policies {
		p.rules = append(p.rules, newRule(&eff.Policies[i]))
	}
	p.Warnings = r.warningTexts()
	return p
}

// effective is the file with preset and defaults filled in: what decides. The
// effective policy of an effective policy is itself.
func effective(f *file, r *report) *file {
	eff := *f
	eff.Mode = or(f.Mode, DefaultPreset)
	base, _ := presetNamed(eff.Mode)

	eff.ApprovalTTLSeconds = cmp.Or(f.ApprovalTTLSeconds, new(defaultApprovalTTLSeconds))
	eff.MaxIterations = cmp.Or(f.MaxIterations, new(defaultMaxIterations))
	eff.DeveloperMode = cmp.Or(f.DeveloperMode, new(false))
	eff.RequireVerifiedOwner = cmp.Or(f.RequireVerifiedOwner, new(false))
	eff.ContentPreviews = cmp.Or(f.ContentPreviews, new(true))
	eff.ApprovalCodes = or(f.ApprovalCodes, "model")
	eff.OnFailure = or(f.OnFailure, Guarded.String())
	eff.TrustedSenderIDs = distinct(f.TrustedSenderIDs)
	eff.OwnerIDs = distinct(f.OwnerIDs)

	eff.TaintPolicy = r.monotonic(levelModes(f.TaintPolicy).over(base.taint), "taintPolicy")
	eff.ToolOverrides = byTool[levelModes]{}
	eff.ToolOutputTaints = byTool[outputLevel]{}
	for _, b := range builtins {
		eff.ToolOverrides[b.name] = b.call
		eff.ToolOutputTaints[b.name] = outputLevel{level: b.output}
	}
	overBuiltins(eff.ToolOverrides, f.ToolOverrides)
	maps.Copy(eff.ToolOutputTaints, f.ToolOutputTaints)

	eff.Risk = effectiveRisk(f, base)
	eff.Defaults = nil
	eff.Tools = effectiveTools(f.Tools, base)

	eff.AgentOverrides = nil
	if len(f.AgentOverrides) > 0 {
		eff.AgentOverrides = byAgent[agentOverride]{}
	}
	for _, name := range slices.Sorted(maps.Keys(f.AgentOverrides)) {
		a := f.AgentOverrides[name]
		key := "agentOverrides." + name
		if !a.TaintPolicy.IsZero() {
			a.TaintPolicy = r.monotonic(levelModes(a.TaintPolicy).over(levelModes(eff.TaintPolicy)), key+".taintPolicy")
		}
		own := byTool[levelModes]{}
		overBuiltins(own, a.ToolOverrides)
		a.ToolOverrides = own
		a.Tools = slices.Clone(a.Tools)
		for i, row := range a.Tools {
			if row.decides() {
				a.Tools[i] = overBuiltin(row, base)
			} else {
				a.Tools[i] = toolRow{pos: row.pos, Name: row.Name}
			}
		}
		sortTools(a.Tools)
		eff.AgentOverrides[name] = a
	}
	r.unclassified(f, &eff)
	return &eff
}

// overBuiltins adds entries, each merged per level over the built-in one of its
// tool: a built-in "*": allow stays at the levels that the entry does not name.
func overBuiltins(to, entries byTool[levelModes]) {
	for name, m := range entries {
		b, _ := builtinTool(name)
		to[name] = m.over(b.call)
	}
}

// monotonic makes less trusted levels at least as strict as more trusted ones
// (seed 000, "Taint Policy"): strictness is added, never taken away.
func (r *report) monotonic(m levelModes, key string) taintModes {
	for i := 1; i < len(trust.Levels); i++ {
		above, l := trust.Levels[i-1], trust.Levels[i]
		if was := m[l]; was.mode > m[above].mode {
			m[l].mode = m[above].mode
			m[l].pos = cmp.Or(was.pos, m[above].pos)
			r.warnf(m[l].pos, "%s: %s: %s is more permissive than %s: %s and is taken as %s: content that is trusted less may not be allowed more",
				key, l, was.mode, above, m[above].mode, m[l].mode)
		}
	}
	return taintModes(m)
}

// effectiveRisk folds the defaults block into risk.unknown.
func effectiveRisk(f *file, base preset) riskModes {
	risk := f.Risk.over(base.risk)
	if f.Defaults == nil {
		return risk
	}
	switch deny := f.Defaults.DenyUnknownTools; {
	case f.Defaults.UnknownToolAction.set:
		risk.Unknown = f.Defaults.UnknownToolAction
	case deny != nil && *deny:
		risk.Unknown = action{mode: trust.Restrict, set: true, pos: f.Defaults.pos}
	case deny != nil && !f.Risk.Unknown.set && risk.Unknown.mode == trust.Restrict:
		risk.Unknown = action{mode: trust.Confirm, set: true, pos: f.Defaults.pos}
	}
	return risk
}

// effectiveTools is a row for every tool that has a class or an action.
func effectiveTools(rows []toolRow, base preset) []toolRow {
	all := map[toolName]toolRow{}
	for _, b := range builtins {
		if b.risk != RiskUnknown {
			all[toolName(b.name)] = builtinRow(toolName(b.name), base)
		}
	}
	for _, row := range rows {
		all[row.Name] = overBuiltin(row, base)
	}
	out := slices.Collect(maps.Values(all))
	sortTools(out)
	return out
}

// decides reports whether an entry gives a class or an action. One that gives
// neither only makes its tool known.
func (r *toolRow) decides() bool { return r.Risk != nil || r.Allow.set }

// overBuiltin completes an entry: one that decides anything decides class and
// action, but the class of a built-in tool need not be repeated.
func overBuiltin(row toolRow, base preset) toolRow {
	b := builtinRow(row.Name, base)
	if !row.decides() {
		row.Allow = b.Allow
	}
	return toolRow{pos: row.pos, Name: row.Name, Risk: cmp.Or(row.Risk, b.Risk), Allow: row.Allow}
}

func builtinRow(name toolName, base preset) toolRow {
	b, _ := builtinTool(string(name))
	row := toolRow{Name: name, Risk: new(b.risk)}
	if m, ok := base.allow[string(name)]; ok {
		row.Allow = toolAllow{mode: m, set: true}
	}
	return row
}

func sortTools(rows []toolRow) {
	slices.SortFunc(rows, func(a, b toolRow) int { return cmp.Compare(a.Name, b.Name) })
}

func distinct(ids []senderID) []senderID {
	ids = slices.Clone(ids)
	slices.Sort(ids)
	return slices.Compact(ids)
}

// unclassified warns of tools that the file makes known and that the risk layer
// still treats as unknown.
func (r *report) unclassified(f, eff *file) {
	unknown := eff.Risk.Unknown
	if !unknown.set || unknown.mode == trust.Allow {
		return
	}
	given := map[string]pos{}
	for name, o := range f.ToolOutputTaints {
		given[name] = o.pos
	}
	for name, m := range f.ToolOverrides {
		given[name] = m.first()
	}
	for _, row := range eff.Tools {
		delete(given, string(row.Name))
	}
	for _, name := range slices.Sorted(maps.Keys(given)) {
		r.warnf(given[name], "%s has no risk class, so risk.unknown: %s holds for it: add {name: %s, risk: read} (or write, or critical) under tools", name, unknown.word(), name)
	}
}
