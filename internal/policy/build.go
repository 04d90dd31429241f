package policy

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/provenanced/provenanced/internal/facts"
	"github.com/provenanced/provenanced/internal/memguard"
	"github.com/provenanced/provenanced/internal/trust"
)

// build makes the policy of a valid file.
func build(f *file, r *report, source string) *Policy {
	remarks := r.warnings.clone()
	eff := effective(f, r)
	p := &Policy{
		written:              f,
		remarks:              remarks,
		Preset:               eff.Mode,
		Source:               source,
		ApprovalTTL:          time.Duration(*eff.ApprovalTTLSeconds) * time.Second,
		AllowAlways:          time.Duration(*eff.AllowAlwaysMinutes) * time.Minute,
		GrantsFollowTaint:    *eff.GrantsFollowTaint,
		DeveloperMode:        *eff.DeveloperMode,
		RequireVerifiedOwner: *eff.RequireVerifiedOwner,
		ContentPreviews:      *eff.ContentPreviews,
		SecretParams:         secretParams[eff.RedactParams],
		SecretsOut:           secretParams[eff.OutgoingSecrets],
		CodesToOwner:         eff.ApprovalCodes == "owner",
		OnFailure:            OnFailure(slices.Index(onFailureNames, eff.OnFailure)),
		Redaction:            eff.Defaults.Redaction.Level,
		FindingLevel:         eff.Defaults.FindingLevel.level,
		MemoryFiles:          memguard.NewFiles(eff.MemoryFiles),
		ProtectedPaths:       eff.ProtectedPaths,
		WorkspaceDir:         string(eff.WorkspaceDir),
		authority:            eff.Authority.compile(eff.OwnerIDs),
		urlAccess:            eff.URLAccess.compile(),
		trusted:              newIDSet(eff.TrustedSenderIDs),
		owners:               newIDSet(eff.OwnerIDs),
		agents:               map[string]*Tables{},
		effective:            eff,
	}
	p.Hash = hash(eff)
	p.places = eff.PathOutputTaints.sorted()
	if eff.Skills != nil {
		p.skills, p.skillsOff = eff.Skills.Paths, eff.Skills.Check == "off"
	}
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

// secretParams are the modes for the words of redactParams and outgoingSecrets.
var secretParams = map[string]trust.Mode{"": trust.Allow, "off": trust.Allow, "ask": trust.Confirm, "deny": trust.Restrict}

// outgoingSecrets returns the word of the file, or else of the preset; empty if nothing is held, so
// that such a policy has the same hash as before the setting existed.
func outgoingSecrets(f *file, base preset) string {
	if word := cmp.Or(f.OutgoingSecrets, base.outgoingSecrets); word != "off" {
		return word
	}
	return ""
}

// effective returns the file with preset and defaults filled in, which is what decides. The
// effective policy of an effective policy is itself.
func effective(f *file, r *report) *file {
	eff := *f
	eff.Mode = cmp.Or(f.Mode, DefaultPreset)
	base, _ := presetNamed(eff.Mode)

	eff.ApprovalTTLSeconds = cmp.Or(f.ApprovalTTLSeconds, new(defaultApprovalTTLSeconds))
	eff.AllowAlwaysMinutes = cmp.Or(f.AllowAlwaysMinutes, new(defaultAllowAlwaysMinutes))
	eff.GrantsFollowTaint = cmp.Or(f.GrantsFollowTaint, new(base.grantsFollowTaint))
	eff.MaxIterations = new(f.MaxIterations.over(base.maxIterations()))
	eff.DeveloperMode = cmp.Or(f.DeveloperMode, new(false))
	eff.RequireVerifiedOwner = cmp.Or(f.RequireVerifiedOwner, new(false))
	eff.ContentPreviews = cmp.Or(f.ContentPreviews, new(true))
	eff.RedactParams = cmp.Or(f.RedactParams, "off")
	eff.OutgoingSecrets = outgoingSecrets(f, base)
	eff.ApprovalCodes = cmp.Or(f.ApprovalCodes, "model")
	eff.OnFailure = cmp.Or(f.OnFailure, Guarded.String())
	eff.TrustedSenderIDs = distinct(f.TrustedSenderIDs)
	eff.OwnerIDs = distinct(f.OwnerIDs)
	eff.MemoryFiles = distinct(append(protectedPaths(memguard.Builtin()), f.MemoryFiles...))
	eff.ProtectedPaths = distinct(f.ProtectedPaths)

	eff.TaintPolicy = r.monotonic(levelModes(f.TaintPolicy).over(base.taint), "taintPolicy")
	eff.Risk = effectiveRisk(f, base)
	eff.Defaults = effectiveDefaults(f, base)
	eff.Authentication = f.Authentication.over(presetAuthentication(base))
	r.authority(eff.Authentication, "authentication")
	if eff.Authority = f.Authority.over(base.authority); eff.Authority == nil && f.Authority != nil && f.Authority.Mode == nil {
		r.warnf(f.Authority.pos, "authority has no effect: its mode is off unless the preset is personal: add mode: on, or shadow")
	}

	if eff.URLAccess = f.URLAccess.over(base.access); eff.URLAccess == nil && f.URLAccess != nil && len(f.URLAccess.Allow) > 0 {
		r.warnf(f.URLAccess.pos, "urlAccess.allow has no effect: nothing asks about hosts unless the preset is personal: add composed: ask or local: ask")
	}

	eff.Skills = f.Skills.over()
	eff.CommandOutputTaints = f.CommandOutputTaints
	eff.PathOutputTaints = f.PathOutputTaints.over(base.places)
	written := f.entries()
	written.preset = base.outputs()
	r.raised(f.ToolOutputTaints, written, "toolOutputTaints")
	all := written.complete(base)
	eff.ToolOverrides, eff.ToolOutputTaints, eff.Tools = all.calls, all.outputs, sortedRows(all.rows)

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
		merged := written.with(name, a)
		r.raised(a.ToolOutputTaints, merged, key+".toolOutputTaints")
		own := merged.complete(base).differing(all)
		a.ToolOverrides, a.ToolOutputTaints, a.Tools = own.calls, own.outputs, sortedRows(own.rows)
		a.CommandOutputTaints = a.CommandOutputTaints.differing(eff.CommandOutputTaints)
		whole := a.Authentication.over(eff.Authentication)
		if a.Authentication = whole.differing(eff.Authentication); a.Authentication != nil {
			r.authority(whole, key+".authentication")
		}
		eff.AgentOverrides[name] = a
	}
	r.unclassified(f, &eff)
	return &eff
}

// monotonic makes less trusted levels at least as strict as more trusted ones (seed 000, "Taint
// Policy"): it adds strictness and never removes it.
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

// effectiveDefaults returns the block without what effectiveRisk has taken from it.
func effectiveDefaults(f *file, base preset) *defaults {
	given := cmp.Or(f.Defaults, &defaults{})
	return &defaults{
		Redaction:    cmp.Or(given.Redaction, &redaction{base.cleaning.Redaction}),
		Injection:    cmp.Or(given.Injection, &base.cleaning.Injection),
		FindingLevel: cmp.Or(given.FindingLevel, &outputLevel{level: trust.Untrusted}),
		Log:          safeLog,
	}
}

func distinct[S ~[]E, E cmp.Ordered](list S) S {
	list = slices.Clone(list)
	slices.Sort(list)
	return slices.Compact(list)
}

// raised warns about entries for tools that give actions of theirs more trust than is built in,
// though they give the tool itself no more: the author may have meant less.
func (r *report) raised(outputs byTool[outputLevel], all entries, key string) {
	for _, tool := range slices.Sorted(maps.Keys(outputs)) {
		o, whole := outputs[tool], builtinsByName[tool]
		var actions []string
		for _, b := range builtins {
			of, isAction := cutAction(b.name)
			if _, own := all.outputs[b.name]; isAction && of == tool && !own && b.output < o.level {
				actions = append(actions, b.name)
			}
		}
		if len(actions) > 0 && o.level <= whole.output {
			r.warnf(o.pos, "%s: %s: %s also holds for %s, trusted less otherwise: give what should stay so an entry of its own", key, tool, o.level, strings.Join(actions, ", "))
		}
	}
}

// unclassified warns about tools that the file makes known and that the risk layer still treats as
// unknown.
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
		if facts.Risk(*row.Risk) != facts.RiskUnknown {
			delete(given, string(row.Name))
		}
	}
	for _, row := range f.Tools {
		delete(given, string(row.Name)) // the file says explicitly what it wants
	}
	for _, name := range slices.Sorted(maps.Keys(given)) {
		r.warnf(given[name], "%s has no risk class, so risk.unknown: %s holds for it: add {name: %s, risk: read} (or write, or critical) under tools", name, unknown.word(), name)
	}
}
