package policy

import (
	"github.com/provenanced/provenanced/internal/dialect"
	"github.com/provenanced/provenanced/internal/redact"
	"github.com/provenanced/provenanced/internal/trust"
)

// preset is a complete policy. A file names one with `mode:` and overrides parts of it; what is
// missing here is the same in every preset (see effective).
type preset struct {
	name  string
	about string
	taint levelModes
	risk  riskModes // none: the preset has no risk layer
	runs  action    // of tools that run commands or begin sessions, instead of their risk

	cleaning      Cleaning
	outsideScope  trust.Mode // of a call that its message did not ask for, once authentication is on
	execApprovals bool       // useExecApprovals is on for commands that the host can ask about

	grantsFollowTaint bool

	authority       AuthorityMode
	access          presetAccess
	outgoingSecrets string
	unknownPrograms *trust.Level // of an unknown program's output; nil: its tool's
	iterations      iterations   // zero: defaultMaxIterations

	places map[string]trust.Level // those with a level
}

// untouched is the cleaning of the presets without any.
var untouched = Cleaning{redact.Off, InjectionOff}

const (
	allow    = trust.Allow
	confirm  = trust.Confirm
	restrict = trust.Restrict
)

var presets = []preset{
	{
		name:  "provenance",
		about: "ask the owner once anything below trusted is in the context (if mode is left out)",
		taint: byLevel(allow, confirm, confirm, confirm),

		cleaning:     untouched,
		outsideScope: confirm,
	},
	{
		name:  "personal",
		about: "as provenance, but what the owner asked for with their own words runs unasked (what a first start writes)",
		taint: byLevel(allow, confirm, confirm, confirm),

		cleaning:     Cleaning{redact.Secrets, InjectionAlert},
		outsideScope: confirm,

		authority:       AuthorityOn,
		access:          presetAccess{composed: "ask", local: "ask"},
		outgoingSecrets: "ask",
		unknownPrograms: new(trust.Shared),
		iterations:      iterations{100, 25},
		places:          map[string]trust.Level{"~/Downloads": trust.External},
	},
	{
		name:  "paranoid",
		about: "nothing but safe tools once anything below trusted is in the context",
		taint: byLevel(allow, restrict, restrict, restrict),

		cleaning:     untouched,
		outsideScope: restrict,
	},
	{
		name:  "permissive",
		about: "ask only for untrusted content",
		taint: byLevel(allow, allow, allow, confirm),

		cleaning:     untouched,
		outsideScope: confirm,
	},
	{
		name:  "interactive",
		about: "ask for shared and external content, nothing but safe tools under untrusted content",
		taint: byLevel(allow, confirm, confirm, restrict),

		cleaning:     untouched,
		outsideScope: confirm,
	},
	{
		name:  "strict",
		about: "as interactive but stricter, and by risk: ask on write, deny critical and unknown tools",
		taint: byLevel(allow, confirm, restrict, restrict),
		risk:  byRisk(allow, confirm, restrict, restrict),

		cleaning:      Cleaning{redact.Strict, InjectionBlock},
		outsideScope:  restrict,
		execApprovals: true,

		grantsFollowTaint: true,
	},
	{
		name:  "standard",
		about: "as provenance, and by risk: allow read, ask on write, deny critical and unknown tools; commands ask",
		taint: byLevel(allow, confirm, confirm, confirm),
		risk:  byRisk(allow, confirm, restrict, restrict),
		runs:  action{mode: confirm, set: true},

		cleaning:      Cleaning{redact.Standard, InjectionAlert},
		outsideScope:  confirm,
		execApprovals: true,

		grantsFollowTaint: true,
	},
	{
		name:  "dev",
		about: "allow most: ask under external and untrusted content, deny unknown tools",
		taint: byLevel(allow, allow, confirm, confirm),
		risk:  byRisk(allow, allow, allow, restrict),

		cleaning:      Cleaning{redact.Secrets, InjectionShadow},
		outsideScope:  confirm,
		execApprovals: true,
	},
}

// outputs are the preset's output levels that differ from the built-in ones.
func (p *preset) outputs() map[string]trust.Level {
	out := map[string]trust.Level{}
	if p.unknownPrograms != nil {
		for entry := range dialect.OtherPrograms {
			out[entry] = *p.unknownPrograms
		}
	}
	return out
}

// maxIterations are the preset's iterations of one turn.
func (p *preset) maxIterations() iterations {
	if p.iterations == (iterations{}) {
		return iterations{defaultMaxIterations, defaultMaxIterations}
	}
	return p.iterations
}

// DefaultPreset is the preset of a file that names none, and FirstPreset that of a file which the
// daemon, or policy init, writes for somebody who has none.
const (
	DefaultPreset = "provenance"
	FirstPreset   = "personal"
)

const (
	defaultApprovalTTLSeconds = 120
	defaultAllowAlwaysMinutes = 30
	defaultMaxIterations      = 10
)

// byLevel takes modes in the order of policies, most trusted first.
func byLevel(trusted, shared, external, untrusted trust.Mode) levelModes {
	return levelModes{
		trust.Trusted:   {mode: trusted, set: true},
		trust.Shared:    {mode: shared, set: true},
		trust.External:  {mode: external, set: true},
		trust.Untrusted: {mode: untrusted, set: true},
	}
}

func everyLevel(m trust.Mode) levelModes { return byLevel(m, m, m, m) }

func byRisk(read, write, critical, unknown trust.Mode) riskModes {
	return riskModes{
		Read:     action{mode: read, set: true},
		Write:    action{mode: write, set: true},
		Critical: action{mode: critical, set: true},
		Unknown:  action{mode: unknown, set: true},
	}
}

func presetNamed(name string) (preset, bool) {
	for _, p := range presets {
		if p.name == name {
			return p, true
		}
	}
	return preset{}, false
}

// Presets lists the values of `mode:`, the default first.
func Presets() []string {
	names := make([]string, len(presets))
	for i, p := range presets {
		names[i] = p.name
	}
	return names
}

// Preset returns the policy of a file that contains only `mode: name`.
func Preset(name string) (*Policy, bool) {
	if _, ok := presetNamed(name); !ok {
		return nil, false
	}
	return build(&file{Mode: name}, &report{}, "preset "+name), true
}

// Default returns the policy that applies if there is no file.
func Default() *Policy {
	p, _ := Preset(DefaultPreset)
	return p
}
