package policy

import (
	"strings"

	"github.com/provenanced/provenanced/internal/trust"
)

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

// seedTools is every tool that the seeds name, as they classify it, except those
// of mcpTools.
var seedTools = []builtin{
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

	{"gateway", asks, trust.Trusted, RiskCritical}, // it can switch off whoever asks us
}

// mcpTools are served by MCP servers wherever they exist, under whatever name
// the server has.
var mcpTools = []builtin{
	{"vestige_search", safe, trust.Shared, RiskUnknown},
	{"vestige_promote", safe, trust.Shared, RiskUnknown},
	{"vestige_demote", safe, trust.Shared, RiskUnknown},
	{"vestige_ingest", byTaint, trust.Shared, RiskUnknown},
	{"vestige_smart_ingest", byTaint, trust.Shared, RiskUnknown},
}

// gatewayTools are those of OpenClaw (2026.9) that the seeds do not name, by
// what they do. What another session has held may come from anywhere, and its
// level is not told: untrusted. One that is missing here is unknown, and held.
var gatewayTools = []builtin{
	{"ls", safe, trust.Trusted, RiskRead},
	{"pdf", safe, trust.Untrusted, RiskRead}, // takes web addresses
	{"x_search", safe, trust.Untrusted, RiskRead},
	{"get_goal", safe, trust.Trusted, RiskRead},
	{"github_identity_status", safe, trust.Trusted, RiskRead},
	{"tool_search", safe, trust.Trusted, RiskRead}, // shows what stands in the prompt of a host without it
	{"tool_describe", safe, trust.Trusted, RiskRead},
	{"ask_user", safe, trust.Trusted, RiskRead},       // the answer is the owner's word
	{"sessions_yield", safe, trust.Trusted, RiskRead}, // ends the turn
	{"progress_card", safe, trust.Trusted, RiskRead},  // shows the owner how far the work is
	{"conversations_list", safe, trust.External, RiskRead},
	{"sessions_search", safe, trust.Untrusted, RiskRead},
	{"agents_wait", safe, trust.Untrusted, RiskRead},
	{"wiki_status", safe, trust.Trusted, RiskRead},
	{"wiki_search", safe, trust.Shared, RiskRead},
	{"wiki_get", safe, trust.Shared, RiskRead},

	{"screen", byTaint, trust.Trusted, RiskRead},
	{"theme", byTaint, trust.Trusted, RiskRead},
	{"file_fetch", byTaint, trust.Trusted, RiskRead}, // reads on a paired device
	{"dir_list", byTaint, trust.Trusted, RiskRead},
	{"tool_call", byTaint, trust.Untrusted, RiskRead}, // the tool inside is judged by itself

	{"dir_fetch", byTaint, trust.Trusted, RiskWrite},
	{"file_write", byTaint, trust.Trusted, RiskWrite},
	{"wiki_apply", byTaint, trust.Shared, RiskWrite},
	{"intent", byTaint, trust.Shared, RiskWrite}, // arms what happens in later turns
	{"create_goal", byTaint, trust.Trusted, RiskWrite},
	{"update_goal", byTaint, trust.Trusted, RiskWrite},
	{"heartbeat_respond", byTaint, trust.Trusted, RiskWrite}, // notes for later heartbeats
	{"skill_workshop", byTaint, trust.Trusted, RiskWrite},    // instructions for later sessions
	{"suggest_task", byTaint, trust.Trusted, RiskWrite},
	{"dismiss_task", byTaint, trust.Trusted, RiskWrite},
	{"subagents", byTaint, trust.Untrusted, RiskWrite},
	{"dashboard", byTaint, trust.External, RiskWrite},
	{"show_widget", byTaint, trust.Trusted, RiskWrite},
	{"image_generate", byTaint, trust.Trusted, RiskWrite},
	{"music_generate", byTaint, trust.Trusted, RiskWrite},
	{"video_generate", byTaint, trust.Trusted, RiskWrite},
	{"transcripts", byTaint, trust.External, RiskWrite},
	{"conversations_send", byTaint, trust.External, RiskWrite},
	{"conversations_turn", byTaint, trust.External, RiskWrite}, // returns the other side's reply
	{"github_publish", byTaint, trust.Trusted, RiskWrite},

	{"terminal", byTaint, trust.Trusted, RiskCritical},
	{"code_execution", byTaint, trust.Untrusted, RiskCritical},
	{"tool_search_code", byTaint, trust.Untrusted, RiskCritical}, // returns what any tool returns
	{"sessions", byTaint, trust.Trusted, RiskCritical},           // resets and deletes sessions
	{"portal", byTaint, trust.Trusted, RiskCritical},             // opens a local port to the network
	{"secrets", byTaint, trust.Trusted, RiskCritical},
	{"computer", byTaint, trust.Untrusted, RiskCritical},
	{"mobile_ui", byTaint, trust.Untrusted, RiskCritical},

	{"plugins", asks, trust.Trusted, RiskCritical}, // can switch off whoever asks us, as gateway can
	{"openclaw", asks, trust.Trusted, RiskCritical},
}

// toolActions are the actions (params.action) of built-in tools that are judged
// on their own: those that only read, and those that return what others wrote
// while the tool itself is trusted. browser.open and browser.navigate are not
// among them: they send the address out, and act with the owner's logins.
// gateway has none: what it reads is the configuration, and it asks.
var toolActions = []struct {
	tool    string
	call    levelModes
	output  trust.Level
	risk    Risk
	actions string
}{
	{"message", safe, trust.External, RiskRead, "read search reactions list-pins permissions thread-list member-info role-info emoji-list sticker-search channel-info channel-list voice-status event-list"},
	{"browser", safe, trust.Trusted, RiskRead, "status profiles"},
	{"browser", safe, trust.Untrusted, RiskRead, "tabs snapshot screenshot text console requests errors"}, // tabs have titles
	{"process", safe, trust.Trusted, RiskRead, "list poll log"},                                           // exec's output
	{"terminal", safe, trust.Trusted, RiskRead, "list read"},
	{"cron", safe, trust.Trusted, RiskRead, "status list get"},
	{"cron", safe, trust.Untrusted, RiskRead, "runs"}, // what the runs' sessions reported
	{"subagents", safe, trust.Untrusted, RiskRead, "list wait"},
	{"transcripts", safe, trust.External, RiskRead, "status list show"},
	{"dashboard", safe, trust.External, RiskRead, "read"},
	{"theme", safe, trust.Trusted, RiskRead, "list get"},
	{"portal", safe, trust.Trusted, RiskRead, "list"},
	{"mobile_ui", safe, trust.Untrusted, RiskRead, "observe"},
	{"nodes", safe, trust.Trusted, RiskRead, "status describe"},
	{"nodes", safe, trust.Untrusted, RiskRead, "pending"}, // strangers choose the names they ask with
	{"nodes", byTaint, trust.External, RiskCritical, "camera_snap camera_clip photos_latest notifications_list"},
	{"nodes", byTaint, trust.Untrusted, RiskCritical, "screen_snapshot screen_record invoke"},
}

// aliases are further names of built-in tools. An entry for one is an entry for
// the other.
var aliases = map[string]string{
	"automations": "cron",
	"view_image":  "image",
}

// builtins is all of the above, actions as tool.action. A tool that is not here
// and not in the policy file is unknown.
var builtins = allBuiltins()

var builtinsByName = func() map[string]builtin {
	byName := map[string]builtin{}
	for _, b := range builtins {
		byName[b.name] = b
	}
	return byName
}()

func allBuiltins() []builtin {
	all := append([]builtin(nil), seedTools...)
	all = append(all, mcpTools...)
	all = append(all, gatewayTools...)
	for _, a := range toolActions {
		for action := range strings.FieldsSeq(a.actions) {
			all = append(all, builtin{a.tool + "." + action, a.call, a.output, a.risk})
		}
	}
	return all
}

// builtinTool is what is known of a tool by its lookup name, or of the tool whose
// action the name is.
func builtinTool(name string) (builtin, bool) {
	b, ok := builtinsByName[name]
	if tool, isAction := cutAction(name); !ok && isAction {
		b, ok = builtinsByName[tool]
	}
	return b, ok
}

// hostTool reports whether a name is one that a host gives to a tool of its own,
// or to an action of one.
func hostTool(name string) bool {
	tool, _ := cutAction(lookupName(name))
	if _, ok := builtinsByName[tool]; !ok {
		return false
	}
	for _, b := range mcpTools {
		if b.name == tool {
			return false
		}
	}
	return true
}
