package policy

import (
	"fmt"
	"slices"
	"strings"

	"github.com/provenanced/provenanced/internal/intent"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/yamltext"
)

// Risk is the class of what a tool can do (seed 003 §4). The zero value is the
// class of tools nobody has classified.
type Risk uint8

const (
	RiskUnknown  Risk = iota
	RiskCritical      // runs programs, controls devices, sessions or the gateway
	RiskWrite         // changes something or speaks to someone
	RiskRead          // neither, outside of the session and the owner's own screen
)

var riskNames = [...]string{"unknown", "critical", "write", "read"}

// ParseRisk reads a class's name.
func ParseRisk(name string) (Risk, error) {
	if i := slices.Index(riskNames[:], name); i >= 0 {
		return Risk(i), nil
	}
	return RiskUnknown, fmt.Errorf("unknown risk class %q: use %s", yamltext.Cut(name), yamltext.OneOf(riskWords))
}

func (r Risk) String() string { return riskNames[min(int(r), len(riskNames)-1)] }

// builtin is what is known of a tool before any policy file is read. What it
// may do and what its output is worth are independent (seed 000, "Two
// Independent Axes").
type builtin struct {
	name   string
	call   levelModes  // call permission; unset levels follow taintPolicy
	output trust.Level // what its result brings into the context
	risk   Risk        // seed 003 §4.1; unknown where that table has no row

	classes intent.Classes // what a call does: what a message must have asked for (seed 002)
}

var (
	safe    = everyLevel(trust.Allow)   // no dangerous side effects: seed 000, "Default Safe Tools"
	byTaint = levelModes{}              // seed 000's DEFAULT_TAINT_DEFAULT_TOOLS
	asks    = everyLevel(trust.Confirm) // seed 000, "Default Dangerous Tools"
)

// What a tool does, in action classes. A call needs all that its tool has, so a
// tool has what its calls are made for, and not all that they might lead to: a
// command can send mail, and still the message must ask for commands, not for
// mail. Nothing built in is made to trade.
var (
	reads  = intent.Of(intent.Read)  // looks, shows the owner something, or answers
	writes = intent.Of(intent.Write) // changes what stays
	sends  = intent.Of(intent.Send)  // speaks to others, or carries something out
	runs   = intent.Of(intent.Exec)  // runs programs; controls devices, sessions or the gateway
)

// seedTools is every tool that the seeds name, as they classify it, except those
// of mcpTools.
var seedTools = []builtin{
	{"read", safe, trust.Trusted, RiskRead, reads},
	{"web_fetch", safe, trust.Untrusted, RiskRead, reads},
	{"web_search", safe, trust.Untrusted, RiskRead, reads},
	{"image", safe, trust.External, RiskRead, reads},
	{"memory_search", safe, trust.Shared, RiskRead, reads},
	{"memory_get", safe, trust.Shared, RiskRead, reads},
	{"session_status", safe, trust.Trusted, RiskRead, reads},
	{"sessions_list", safe, trust.Trusted, RiskRead, reads},
	{"sessions_history", safe, trust.Trusted, RiskRead, reads},
	{"agents_list", safe, trust.Trusted, RiskRead, reads},

	{"write", byTaint, trust.Trusted, RiskWrite, writes},
	{"edit", byTaint, trust.Trusted, RiskWrite, writes},
	{"apply_patch", byTaint, trust.Trusted, RiskWrite, writes},
	{"exec", byTaint, trust.Trusted, RiskCritical, runs},
	{"process", byTaint, trust.Trusted, RiskCritical, runs},
	{"nodes", byTaint, trust.Trusted, RiskCritical, runs},
	{"sessions_spawn", byTaint, trust.Trusted, RiskCritical, runs},
	{"sessions_send", byTaint, trust.Trusted, RiskWrite, sends},
	{"message", byTaint, trust.External, RiskWrite, sends},
	{"browser", byTaint, trust.Untrusted, RiskWrite, writes | sends},
	{"cron", byTaint, trust.Trusted, RiskWrite, writes | sends}, // as much as a job of it may ask for
	{"canvas", byTaint, trust.Trusted, RiskRead, reads},
	{"tts", byTaint, trust.Trusted, RiskRead, reads},
	{"gog", byTaint, trust.External, RiskUnknown, writes | sends},

	{"gateway", asks, trust.Trusted, RiskCritical, runs}, // it can switch off whoever asks us
}

// mcpTools are served by MCP servers wherever they exist, under whatever name
// the server has.
var mcpTools = []builtin{
	{"vestige_search", safe, trust.Shared, RiskUnknown, reads},
	{"vestige_promote", safe, trust.Shared, RiskUnknown, writes},
	{"vestige_demote", safe, trust.Shared, RiskUnknown, writes},
	{"vestige_ingest", byTaint, trust.Shared, RiskUnknown, writes},
	{"vestige_smart_ingest", byTaint, trust.Shared, RiskUnknown, writes},
}

// gatewayTools are those of OpenClaw (2026.9) that the seeds do not name, by
// what they do. What another session has held may come from anywhere, and its
// level is not told: untrusted. One that is missing here is unknown, and held.
var gatewayTools = []builtin{
	{"ls", safe, trust.Trusted, RiskRead, reads},
	{"pdf", safe, trust.Untrusted, RiskRead, reads}, // takes web addresses
	{"x_search", safe, trust.Untrusted, RiskRead, reads},
	{"get_goal", safe, trust.Trusted, RiskRead, reads},
	{"github_identity_status", safe, trust.Trusted, RiskRead, reads},
	{"tool_search", safe, trust.Trusted, RiskRead, reads}, // shows what stands in the prompt of a gateway without it
	{"tool_describe", safe, trust.Trusted, RiskRead, reads},
	{"ask_user", safe, trust.Trusted, RiskRead, reads},       // the answer is the owner's word
	{"sessions_yield", safe, trust.Trusted, RiskRead, reads}, // ends the turn
	{"wait", safe, trust.Trusted, RiskRead, reads},           // for a program of Code Mode that exec began, and whose calls are judged one by one
	{"progress_card", safe, trust.Trusted, RiskRead, reads},  // shows the owner how far the work is
	{"conversations_list", safe, trust.External, RiskRead, reads},
	{"sessions_search", safe, trust.Untrusted, RiskRead, reads},
	{"agents_wait", safe, trust.Untrusted, RiskRead, reads},
	{"wiki_status", safe, trust.Trusted, RiskRead, reads},
	{"wiki_search", safe, trust.Shared, RiskRead, reads},
	{"wiki_get", safe, trust.Shared, RiskRead, reads},

	{"screen", byTaint, trust.Trusted, RiskRead, reads},
	{"theme", byTaint, trust.Trusted, RiskRead, writes},
	{"file_fetch", byTaint, trust.Trusted, RiskRead, reads}, // reads on a paired device
	{"dir_list", byTaint, trust.Trusted, RiskRead, reads},
	{"tool_call", byTaint, trust.Untrusted, RiskRead, reads}, // the tool inside is judged by itself

	// They answer the owner, propose to him, or keep the session's own aim: no more than
	// what the agent says in a reply, except that it stays, which is why taint still counts.
	{"heartbeat_respond", byTaint, trust.Trusted, RiskRead, reads}, // a heartbeat's answer; memguard.Leaves says what of it stays
	{"suggest_task", byTaint, trust.Trusted, RiskRead, writes},     // begins when the owner clicks on it
	{"dismiss_task", byTaint, trust.Trusted, RiskRead, writes},
	{"create_goal", byTaint, trust.Trusted, RiskRead, writes},
	{"update_goal", byTaint, trust.Trusted, RiskRead, writes},

	{"image_generate", byTaint, trust.Trusted, RiskRead, writes}, // what seed 003 calls image; music and films cost more

	{"dir_fetch", byTaint, trust.Trusted, RiskWrite, writes},
	{"file_write", byTaint, trust.Trusted, RiskWrite, writes},
	{"wiki_apply", byTaint, trust.Shared, RiskWrite, writes},
	{"intent", byTaint, trust.Trusted, RiskWrite, writes | sends}, // arms what happens in later turns, as cron does: memguard.Leaves
	{"skill_workshop", byTaint, trust.Trusted, RiskWrite, writes}, // instructions for later sessions: memguard.Leaves
	{"subagents", byTaint, trust.Untrusted, RiskWrite, runs},
	{"dashboard", byTaint, trust.External, RiskWrite, writes},
	{"show_widget", byTaint, trust.Trusted, RiskWrite, writes}, // its scripts can say something in the owner's name
	{"music_generate", byTaint, trust.Trusted, RiskWrite, writes},
	{"video_generate", byTaint, trust.Trusted, RiskWrite, writes},
	{"transcripts", byTaint, trust.External, RiskWrite, writes},
	{"conversations_send", byTaint, trust.External, RiskWrite, sends},
	{"conversations_turn", byTaint, trust.External, RiskWrite, sends}, // returns the other side's reply
	{"github_publish", byTaint, trust.Trusted, RiskWrite, writes | sends},

	{"terminal", byTaint, trust.Trusted, RiskCritical, runs},
	{"code_execution", byTaint, trust.Untrusted, RiskCritical, runs},
	{"tool_search_code", byTaint, trust.Untrusted, RiskCritical, runs}, // returns what any tool returns
	{"sessions", byTaint, trust.Trusted, RiskCritical, runs},           // resets and deletes sessions
	{"portal", byTaint, trust.Trusted, RiskCritical, sends | runs},     // opens a local port to the network
	{"secrets", byTaint, trust.Trusted, RiskCritical, writes | runs},
	{"computer", byTaint, trust.Untrusted, RiskCritical, writes | sends | runs},
	{"mobile_ui", byTaint, trust.Untrusted, RiskCritical, writes | sends | runs},

	{"plugins", asks, trust.Trusted, RiskCritical, runs}, // can switch off whoever asks us, as gateway can
	{"openclaw", asks, trust.Trusted, RiskCritical, runs},
}

// toolActions are the actions (params.action) of built-in tools that are judged
// on their own: those that only read, and those that return what others wrote
// while the tool itself is trusted. Also those that end a command which the agent has
// begun: an approval of one lets nothing be typed into a shell. browser.open and
// browser.navigate are not among them: they send the address out, and act with the
// owner's logins.
// gateway has none: what it reads is the configuration, and it asks.
var toolActions = []struct {
	tool    string
	call    levelModes
	output  trust.Level
	risk    Risk
	classes intent.Classes
	actions string
}{
	{"message", safe, trust.External, RiskRead, reads, "read search reactions list-pins permissions thread-list member-info role-info emoji-list sticker-search channel-info channel-list voice-status event-list"},
	{"message", byTaint, trust.Trusted, RiskWrite, sends, "send sendattachment upload-file react poll"}, // that it is done
	{"browser", safe, trust.Trusted, RiskRead, reads, "status profiles"},
	{"browser", safe, trust.Untrusted, RiskRead, reads, "tabs snapshot screenshot text console requests errors"}, // tabs have titles
	{"canvas", byTaint, trust.Untrusted, RiskRead, reads, "eval snapshot"},                                       // what the page says that it was sent to
	{"process", safe, trust.Trusted, RiskRead, reads, "list poll log"},                                           // exec's output
	{"process", byTaint, trust.Trusted, RiskRead, runs, "kill clear remove"},                                     // what exec has begun
	{"terminal", safe, trust.Trusted, RiskRead, reads, "list read"},
	{"cron", safe, trust.Trusted, RiskRead, reads, "status list get"},
	{"cron", safe, trust.Untrusted, RiskRead, reads, "runs"}, // what the runs' sessions reported
	{"subagents", safe, trust.Untrusted, RiskRead, reads, "list wait"},
	{"transcripts", safe, trust.External, RiskRead, reads, "status list show"},
	{"dashboard", safe, trust.External, RiskRead, reads, "read"},
	{"theme", safe, trust.Trusted, RiskRead, reads, "list get"},
	{"portal", safe, trust.Trusted, RiskRead, reads, "list"},
	{"mobile_ui", safe, trust.Untrusted, RiskRead, reads, "observe"},
	{"nodes", safe, trust.Trusted, RiskRead, reads, "status describe"},
	{"nodes", safe, trust.Untrusted, RiskRead, reads, "pending"}, // strangers choose the names they ask with
	{"nodes", byTaint, trust.External, RiskCritical, runs, "camera_snap camera_clip photos_latest notifications_list"},
	{"nodes", byTaint, trust.Untrusted, RiskCritical, runs, "screen_snapshot screen_record invoke"},
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
			all = append(all, builtin{a.tool + "." + action, a.call, a.output, a.risk, a.classes})
		}
	}
	return all
}

// known is the tools, by lookup name, that the owner's configuration describes and
// that are known as if they were built in. nil is none.
type known map[string]builtin

// tool is what is known, configured or built in, of a tool by its lookup name, or
// of the tool whose action the name is.
func (k known) tool(name string) (builtin, bool) {
	tool, _ := cutAction(name)
	for _, n := range [...]string{name, tool} {
		if b, ok := k[n]; ok {
			return b, true
		}
		if b, ok := builtinsByName[n]; ok {
			return b, true
		}
	}
	return builtin{}, false
}

// gatewayTool reports whether a name is one that a gateway gives to a tool of its own,
// or to an action of one.
func gatewayTool(name string) bool {
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
