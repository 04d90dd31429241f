package policy

import "github.com/provenanced/provenanced/internal/trust"

// Risk is the class of what a tool can do (seed 003 §4). The zero value is the
// class of tools nobody has classified.
type Risk uint8

const (
	RiskUnknown  Risk = iota
	RiskCritical      // runs programs, controls devices, sessions or the gateway
	RiskWrite         // changes something or speaks to someone
	RiskRead          // neither
)

var riskNames = [...]string{"unknown", "critical", "write", "read"}

func (r Risk) String() string { return riskNames[min(int(r), len(riskNames)-1)] }

// builtin is what is known of a tool before any policy file is read. What it
// may do and what its output is worth are independent (seed 000, "Two
// Independent Axes").
type builtin struct {
	name   string
	call   levelModes  // call permission; unset levels follow taintPolicy
	output trust.Level // what its result brings into the context
	risk   Risk        // seed 003 §4.1; unknown where that table has no row
}

var (
	safe    = everyLevel(trust.Allow)   // no dangerous side effects: seed 000, "Default Safe Tools"
	byTaint = levelModes{}              // seed 000's DEFAULT_TAINT_DEFAULT_TOOLS
	asks    = everyLevel(trust.Confirm) // seed 000, "Default Dangerous Tools"
)

// builtins is every tool that the seeds name. A tool that is not here and not
// in the policy file is unknown.
var builtins = []builtin{
	{"read", safe, trust.Trusted, RiskRead},
	{"web_fetch", safe, trust.Untrusted, RiskRead},
	{"web_search", safe, trust.Untrusted, RiskRead},
	{"image", safe, trust.External, RiskRead},
	{"memory_search", safe, trust.Shared, RiskRead},
	{"memory_get", safe, trust.Shared, RiskRead},
	{"session_status", safe, trust.Trusted, RiskRead},
	{"sessions_list", safe, trust.Trusted, RiskRead},
	{"sessions_history", safe, trust.Trusted, RiskRead},
	{"agents_list", safe, trust.Trusted, RiskRead},
	{"vestige_search", safe, trust.Shared, RiskUnknown},
	{"vestige_promote", safe, trust.Shared, RiskUnknown},
	{"vestige_demote", safe, trust.Shared, RiskUnknown},

	{"write", byTaint, trust.Trusted, RiskWrite},
	{"edit", byTaint, trust.Trusted, RiskWrite},
	{"apply_patch", byTaint, trust.Trusted, RiskWrite},
	{"exec", byTaint, trust.Trusted, RiskCritical},
	{"process", byTaint, trust.Trusted, RiskCritical},
	{"nodes", byTaint, trust.Trusted, RiskCritical},
	{"sessions_spawn", byTaint, trust.Trusted, RiskCritical},
	{"sessions_send", byTaint, trust.Trusted, RiskWrite},
	{"message", byTaint, trust.External, RiskWrite},
	{"browser", byTaint, trust.Untrusted, RiskWrite},
	{"cron", byTaint, trust.Trusted, RiskWrite},
	{"canvas", byTaint, trust.Trusted, RiskRead},
	{"tts", byTaint, trust.Trusted, RiskRead},
	{"gog", byTaint, trust.External, RiskUnknown},
	{"vestige_ingest", byTaint, trust.Shared, RiskUnknown},
	{"vestige_smart_ingest", byTaint, trust.Shared, RiskUnknown},

	{"gateway", asks, trust.Trusted, RiskCritical}, // it can switch off whoever asks us
}

func builtinTool(name string) (builtin, bool) {
	for _, b := range builtins {
		if b.name == name {
			return b, true
		}
	}
	return builtin{}, false
}
