// Package openclaw is what is known about OpenClaw (2026.9): its tools, their names and their
// parameters, in the daemon's terms (internal/facts). It allows and forbids nothing.
package openclaw

import (
	"strings"

	"github.com/provenanced/provenanced/internal/facts"
	"github.com/provenanced/provenanced/internal/intent"
	"github.com/provenanced/provenanced/internal/trust"
)

// What a tool does, in action classes. No tool here is made for trade.
var (
	reads  = intent.Of(intent.Read)  // looks, shows the owner something, or answers
	writes = intent.Of(intent.Write) // changes something that persists
	sends  = intent.Of(intent.Send)  // speaks to others, or carries something outside
	runs   = intent.Of(intent.Exec)  // runs programs; controls devices, sessions or the gateway
)

// How dangerous a call is (facts.Danger).
const (
	harmless = facts.Harmless
	byTaint  = facts.ByTaint
	controls = facts.Controls
)

// tool is a row of the tables below.
type tool struct {
	name    string
	danger  facts.Danger
	output  trust.Level
	risk    facts.Risk
	classes intent.Classes
}

// seedTools are the tools that the seeds name, with their classification, except those of mcpTools.
var seedTools = []tool{
	{"read", harmless, trust.Trusted, facts.RiskRead, reads},
	{"web_fetch", harmless, trust.Untrusted, facts.RiskRead, reads},
	{"web_search", harmless, trust.Untrusted, facts.RiskRead, reads},
	{"image", harmless, trust.External, facts.RiskRead, reads},
	{"memory_search", harmless, trust.Shared, facts.RiskRead, reads},
	{"memory_get", harmless, trust.Shared, facts.RiskRead, reads},
	{"session_status", harmless, trust.Trusted, facts.RiskRead, reads},
	{"sessions_list", harmless, trust.Trusted, facts.RiskRead, reads},
	{"sessions_history", harmless, trust.Trusted, facts.RiskRead, reads},
	{"agents_list", harmless, trust.Trusted, facts.RiskRead, reads},

	{"write", byTaint, trust.Trusted, facts.RiskWrite, writes},
	{"edit", byTaint, trust.Trusted, facts.RiskWrite, writes},
	{"apply_patch", byTaint, trust.Trusted, facts.RiskWrite, writes},
	{"exec", byTaint, trust.Trusted, facts.RiskCritical, runs},
	{"process", byTaint, trust.Trusted, facts.RiskCritical, runs},
	{"nodes", byTaint, trust.Trusted, facts.RiskCritical, runs},
	{"sessions_spawn", byTaint, trust.Trusted, facts.RiskCritical, runs},
	{"sessions_send", byTaint, trust.Trusted, facts.RiskWrite, sends},
	{"message", byTaint, trust.External, facts.RiskWrite, sends},
	{"browser", byTaint, trust.Untrusted, facts.RiskWrite, writes | sends},
	{"cron", byTaint, trust.Trusted, facts.RiskWrite, writes | sends}, // as much as one of its jobs may ask for
	{"canvas", byTaint, trust.Trusted, facts.RiskRead, reads},
	{"tts", byTaint, trust.Trusted, facts.RiskRead, reads},
	{"gog", byTaint, trust.External, facts.RiskUnknown, writes | sends},

	{"gateway", controls, trust.Trusted, facts.RiskCritical, runs}, // it can switch off the gateway itself
}

// mcpTools are tools of MCP servers, whatever the server's name.
var mcpTools = []tool{
	{"vestige_search", harmless, trust.Shared, facts.RiskUnknown, reads},
	{"vestige_promote", harmless, trust.Shared, facts.RiskUnknown, writes},
	{"vestige_demote", harmless, trust.Shared, facts.RiskUnknown, writes},
	{"vestige_ingest", byTaint, trust.Shared, facts.RiskUnknown, writes},
	{"vestige_smart_ingest", byTaint, trust.Shared, facts.RiskUnknown, writes},
}

// gatewayTools are the tools of OpenClaw (2026.9) that the seeds do not name, by what they do.
// Another session's content may come from anywhere, and its level is not reported: untrusted. A
// tool that is missing here is unknown, and held.
var gatewayTools = []tool{
	{"ls", harmless, trust.Trusted, facts.RiskRead, reads},
	{"pdf", harmless, trust.Untrusted, facts.RiskRead, reads}, // takes web addresses
	{"x_search", harmless, trust.Untrusted, facts.RiskRead, reads},
	{"get_goal", harmless, trust.Trusted, facts.RiskRead, reads},
	{"github_identity_status", harmless, trust.Trusted, facts.RiskRead, reads},
	{"tool_search", harmless, trust.Trusted, facts.RiskRead, reads}, // shows what is in the prompt of a gateway without it
	{"tool_describe", harmless, trust.Trusted, facts.RiskRead, reads},
	{"ask_user", harmless, trust.Trusted, facts.RiskRead, reads},       // the answer is the owner's own
	{"sessions_yield", harmless, trust.Trusted, facts.RiskRead, reads}, // ends the turn
	{"wait", harmless, trust.Trusted, facts.RiskRead, reads},           // for a program of Code Mode that exec began, whose calls are judged one by one
	{"progress_card", harmless, trust.Trusted, facts.RiskRead, reads},  // shows the owner how far the work is
	{"conversations_list", harmless, trust.External, facts.RiskRead, reads},
	{"sessions_search", harmless, trust.Untrusted, facts.RiskRead, reads},
	{"agents_wait", harmless, trust.Untrusted, facts.RiskRead, reads},
	{"wiki_status", harmless, trust.Trusted, facts.RiskRead, reads},
	{"wiki_search", harmless, trust.Shared, facts.RiskRead, reads},
	{"wiki_get", harmless, trust.Shared, facts.RiskRead, reads},

	{"screen", byTaint, trust.Trusted, facts.RiskRead, reads},
	{"theme", byTaint, trust.Trusted, facts.RiskRead, writes},
	{"file_fetch", byTaint, trust.Trusted, facts.RiskRead, reads}, // reads on a paired device
	{"dir_list", byTaint, trust.Trusted, facts.RiskRead, reads},
	{"tool_call", byTaint, trust.Untrusted, facts.RiskRead, reads}, // the tool inside is judged by itself

	// They answer the owner, suggest something to them, or keep the session's own aim: no more than
	// what the agent says in a reply, except that it persists, so taint still counts.
	{"heartbeat_respond", byTaint, trust.Trusted, facts.RiskRead, reads}, // a heartbeat's answer; leavers says what of it persists
	{"suggest_task", byTaint, trust.Trusted, facts.RiskRead, writes},     // begins when the owner clicks on it
	{"dismiss_task", byTaint, trust.Trusted, facts.RiskRead, writes},
	{"create_goal", byTaint, trust.Trusted, facts.RiskRead, writes},
	{"update_goal", byTaint, trust.Trusted, facts.RiskRead, writes},

	{"image_generate", byTaint, trust.Trusted, facts.RiskRead, writes}, // what seed 003 calls image; music and films cost more

	{"dir_fetch", byTaint, trust.Trusted, facts.RiskWrite, writes},
	{"file_write", byTaint, trust.Trusted, facts.RiskWrite, writes},
	{"wiki_apply", byTaint, trust.Shared, facts.RiskWrite, writes},
	{"intent", byTaint, trust.Trusted, facts.RiskWrite, writes | sends}, // arms something for later turns, as cron does: leavers
	{"skill_workshop", byTaint, trust.Trusted, facts.RiskWrite, writes}, // instructions for later sessions: leavers
	{"subagents", byTaint, trust.Untrusted, facts.RiskWrite, runs},
	{"dashboard", byTaint, trust.External, facts.RiskWrite, writes},
	{"show_widget", byTaint, trust.Trusted, facts.RiskWrite, writes}, // its scripts can say something in the owner's name
	{"music_generate", byTaint, trust.Trusted, facts.RiskWrite, writes},
	{"video_generate", byTaint, trust.Trusted, facts.RiskWrite, writes},
	{"transcripts", byTaint, trust.External, facts.RiskWrite, writes},
	{"conversations_send", byTaint, trust.External, facts.RiskWrite, sends},
	{"conversations_turn", byTaint, trust.External, facts.RiskWrite, sends}, // returns the other side's reply
	{"github_publish", byTaint, trust.Trusted, facts.RiskWrite, writes | sends},

	{"terminal", byTaint, trust.Trusted, facts.RiskCritical, runs},
	{"code_execution", byTaint, trust.Untrusted, facts.RiskCritical, runs},
	{"tool_search_code", byTaint, trust.Untrusted, facts.RiskCritical, runs}, // returns what any tool returns
	{"sessions", byTaint, trust.Trusted, facts.RiskCritical, runs},           // resets and deletes sessions
	{"portal", byTaint, trust.Trusted, facts.RiskCritical, sends | runs},     // opens a local port to the network
	{"secrets", byTaint, trust.Trusted, facts.RiskCritical, writes | runs},
	{"computer", byTaint, trust.Untrusted, facts.RiskCritical, writes | sends | runs},
	{"mobile_ui", byTaint, trust.Untrusted, facts.RiskCritical, writes | sends | runs},

	{"plugins", controls, trust.Trusted, facts.RiskCritical, runs}, // can switch off the gateway, as the tool gateway can
	{"openclaw", controls, trust.Trusted, facts.RiskCritical, runs},
}

// toolActions are the actions (params.action) of built-in tools that are judged on their own: those
// that only read, those that return others' text while the tool itself is trusted, and those that
// end a command that the agent has begun, whose approval lets nothing be typed into a shell.
// browser.open and browser.navigate are not among them: they send the address out, and act with the
// owner's logins. gateway has none: it reads the configuration, and must ask.
var toolActions = []struct {
	tool
	actions string
}{
	{tool{"message", harmless, trust.External, facts.RiskRead, reads}, "read search reactions list-pins permissions thread-list member-info role-info emoji-list sticker-search channel-info channel-list voice-status event-list"},
	{tool{"message", byTaint, trust.Trusted, facts.RiskWrite, sends}, "send sendattachment upload-file react poll"}, // that it is done
	{tool{"browser", harmless, trust.Trusted, facts.RiskRead, reads}, "status profiles"},
	{tool{"browser", harmless, trust.Untrusted, facts.RiskRead, reads}, "tabs snapshot screenshot text console requests errors"}, // tabs have titles
	{tool{"canvas", byTaint, trust.Untrusted, facts.RiskRead, reads}, "eval snapshot"},                                           // the page's text, by the page itself
	{tool{"process", harmless, trust.Trusted, facts.RiskRead, reads}, "list poll log"},                                           // exec's output
	{tool{"process", byTaint, trust.Trusted, facts.RiskRead, runs}, "kill clear remove"},                                         // what exec has begun
	{tool{"terminal", harmless, trust.Trusted, facts.RiskRead, reads}, "list read"},
	{tool{"cron", harmless, trust.Trusted, facts.RiskRead, reads}, "status list get"},
	{tool{"cron", harmless, trust.Untrusted, facts.RiskRead, reads}, "runs"}, // what the runs' sessions reported
	{tool{"subagents", harmless, trust.Untrusted, facts.RiskRead, reads}, "list wait"},
	{tool{"transcripts", harmless, trust.External, facts.RiskRead, reads}, "status list show"},
	{tool{"dashboard", harmless, trust.External, facts.RiskRead, reads}, "read"},
	{tool{"theme", harmless, trust.Trusted, facts.RiskRead, reads}, "list get"},
	{tool{"portal", harmless, trust.Trusted, facts.RiskRead, reads}, "list"},
	{tool{"mobile_ui", harmless, trust.Untrusted, facts.RiskRead, reads}, "observe"},
	{tool{"nodes", harmless, trust.Trusted, facts.RiskRead, reads}, "status describe"},
	{tool{"nodes", harmless, trust.Untrusted, facts.RiskRead, reads}, "pending"}, // strangers choose the names in their requests
	{tool{"nodes", byTaint, trust.External, facts.RiskCritical, runs}, "camera_snap camera_clip photos_latest notifications_list"},
	{tool{"nodes", byTaint, trust.Untrusted, facts.RiskCritical, runs}, "screen_snapshot screen_record invoke"},
}

// aliases are further names of built-in tools. An entry for one is an entry for the other.
var aliases = map[string]string{
	"automations": "cron",
	"view_image":  "image",
}

// Tools returns all of the above, actions as tool.action. A tool that is not among them is unknown.
func Tools() []facts.Tool {
	var all []facts.Tool
	add := func(name string, t tool, served bool) {
		all = append(all, facts.Tool{Name: name, Danger: t.danger, Output: t.output, Risk: t.risk, Classes: t.classes, Served: served})
	}
	for _, t := range seedTools {
		add(t.name, t, false)
	}
	for _, t := range mcpTools {
		add(t.name, t, true)
	}
	for _, t := range gatewayTools {
		add(t.name, t, false)
	}
	for _, a := range toolActions {
		for action := range strings.FieldsSeq(a.actions) {
			add(a.name+"."+action, a.tool, false)
		}
	}
	return all
}

// ownName returns a tool's name, in lower case, without the prefix that OpenClaw gives its own
// tools when it offers them as an MCP server, however often that is repeated.
func ownName(name string) string {
	for {
		own, ok := strings.CutPrefix(name, "mcp__openclaw__")
		if !ok {
			own, ok = strings.CutPrefix(name, "mcp_openclaw_")
		}
		if !ok {
			return name
		}
		name = own
	}
}
