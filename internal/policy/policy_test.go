package policy_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/trust"
)

func parse(t testing.TB, text string) *policy.Policy {
	t.Helper()
	p, err := policy.Parse([]byte(text), "policy.yaml")
	require.NoError(t, err)
	return p
}

// modes is the call mode at trusted, shared, external and untrusted.
func modes(t *policy.Tables, tool string) string {
	var row []string
	for _, l := range trust.Levels {
		row = append(row, t.Call(tool, l).Mode.String())
	}
	return strings.Join(row, " ")
}

func risk(t *policy.Tables, tool string) string {
	r, ok := t.Risk(tool)
	if !ok {
		return "-"
	}
	return r.Mode.String()
}

const (
	allowed    = "allow allow allow allow"
	confirmed  = "confirm confirm confirm confirm"
	restricted = "restrict restrict restrict restrict"
	byTaint    = "allow confirm confirm confirm"
)

func TestDefaultsAreSeed000s(t *testing.T) {
	p := policy.Default()
	require.Equal(t, "provenance", p.Preset)
	require.Equal(t, 120*time.Second, p.ApprovalTTL)
	require.Equal(t, 30*time.Minute, p.AllowAlways)
	require.Equal(t, policy.Guarded, p.OnFailure)
	require.True(t, p.ContentPreviews)
	require.False(t, p.DeveloperMode || p.RequireVerifiedOwner || p.CodesToOwner)
	require.Empty(t, p.Warnings)
	require.Empty(t, p.Rules())
	require.Equal(t, "10 maxIterations, 10 maxIterations", iterations(p.For("main")))

	tables := p.For("main")
	for tool, want := range map[string]struct {
		call   string
		output trust.Level
	}{
		"read":                 {allowed, trust.Trusted},
		"web_fetch":            {allowed, trust.Untrusted},
		"web_search":           {allowed, trust.Untrusted},
		"image":                {allowed, trust.External},
		"memory_search":        {allowed, trust.Shared},
		"memory_get":           {allowed, trust.Shared},
		"session_status":       {allowed, trust.Trusted},
		"sessions_list":        {allowed, trust.Trusted},
		"sessions_history":     {allowed, trust.Trusted},
		"agents_list":          {allowed, trust.Trusted},
		"vestige_search":       {allowed, trust.Shared},
		"vestige_promote":      {allowed, trust.Shared},
		"vestige_demote":       {allowed, trust.Shared},
		"write":                {byTaint, trust.Trusted},
		"edit":                 {byTaint, trust.Trusted},
		"apply_patch":          {byTaint, trust.Trusted},
		"exec":                 {byTaint, trust.Trusted},
		"process":              {byTaint, trust.Trusted},
		"nodes":                {byTaint, trust.Trusted},
		"canvas":               {byTaint, trust.Trusted},
		"tts":                  {byTaint, trust.Trusted},
		"cron":                 {byTaint, trust.Trusted},
		"sessions_spawn":       {byTaint, trust.Trusted},
		"sessions_send":        {byTaint, trust.Trusted},
		"message":              {byTaint, trust.External},
		"browser":              {byTaint, trust.Untrusted},
		"gog":                  {byTaint, trust.External},
		"vestige_ingest":       {byTaint, trust.Shared},
		"vestige_smart_ingest": {byTaint, trust.Shared},
		"gateway":              {confirmed, trust.Trusted},
		"a_tool_nobody_knows":  {confirmed, trust.Untrusted},
	} {
		require.Equal(t, want.call, modes(tables, tool), tool)
		require.Equal(t, want.output, tables.Output(tool), tool)
		require.Equal(t, want.call == allowed, tables.SafeToCall(tool), tool)
		require.Equal(t, "-", risk(tables, tool), tool)
		require.Equal(t, tool == "a_tool_nobody_knows", tables.Call(tool, trust.Trusted).Unknown, tool)
	}
	require.Equal(t, trust.Confirm, tables.Call("exec", 200).Mode, "a level that does not exist is untrusted")
}

// What a gateway offers besides the seeds' tools, by what it does.
func TestTheGatewaysToolsUnderTheDefaultPolicy(t *testing.T) {
	tables := policy.Default().For("main")
	for _, c := range []struct {
		what, call string
		output     trust.Level
		tools      string
	}{
		{"reads what is the owner's own", allowed, trust.Trusted, "ls get_goal github_identity_status process.list process.poll process.log terminal.read cron.list nodes.status"},
		{"finds tools", allowed, trust.Trusted, "tool_search tool_describe"},
		{"asks the owner, shows him something, ends the turn, or waits", allowed, trust.Trusted, "ask_user progress_card sessions_yield wait"},
		{"reads what others write to the owner", allowed, trust.External, "message.read message.search message.member-info conversations_list transcripts.show"},
		{"reads what other sessions held", allowed, trust.Untrusted, "sessions_search agents_wait subagents.list subagents.wait cron.runs"},
		{"reads pages and screens", allowed, trust.Untrusted, "browser.snapshot browser.tabs browser.console mobile_ui.observe x_search pdf"},
		{"acts with the owner's logins", byTaint, trust.Untrusted, "browser.open browser.navigate browser.act computer mobile_ui"},
		{"speaks for the owner, and is told what others say", byTaint, trust.External, "message message.thread-reply conversations_send conversations_turn"},
		{"speaks for the owner, and is told that it is done", byTaint, trust.Trusted, "message.send message.upload-file message.react message.poll"},
		{"runs programs", byTaint, trust.Trusted, "terminal terminal.input process.write process.submit process.kill"},
		{"runs programs elsewhere, or any tool", byTaint, trust.Untrusted, "code_execution tool_search_code tool_call"},
		{"outlives the turn", byTaint, trust.Trusted, "skill_workshop create_goal update_goal suggest_task dismiss_task cron.add automations heartbeat_respond"},
		{"opens doors", byTaint, trust.Trusted, "secrets portal sessions nodes.approve file_write"},
		{"returns what others wrote, from a device", byTaint, trust.External, "nodes.notifications_list nodes.camera_snap"},
		{"returns what a device shows", byTaint, trust.Untrusted, "nodes.screen_snapshot nodes.invoke canvas.eval canvas.snapshot"},
		{"changes the guard", confirmed, trust.Trusted, "gateway gateway.config.get plugins plugins.list openclaw"},
		{"nobody has classified it", confirmed, trust.Untrusted, "workboard_read onepassword llm-task bash image2"},
	} {
		for name := range strings.FieldsSeq(c.tools) {
			tool, act, _ := strings.Cut(name, ".")
			judged := tables.Tool(tool, action(act))
			require.Equal(t, c.call, modes(tables, judged), "%s: %s", c.what, name)
			require.Equal(t, c.output, tables.Output(judged), "%s: %s", c.what, name)
			require.Equal(t, c.call == allowed, tables.SafeToCall(judged), "%s: %s", c.what, name)
		}
	}
	standard := parse(t, "mode: standard").For("")
	for tool, want := range map[string]string{
		"terminal": "confirm", "message.read": "allow", "browser.snapshot": "allow", "tool_call": "allow",
		"plugins": "restrict", "secrets": "restrict", "skill_workshop": "confirm", "workboard_read": "restrict",
		"heartbeat_respond": "allow", "create_goal": "allow", "update_goal": "allow", "suggest_task": "allow", "dismiss_task": "allow",
		"image_generate": "allow", "video_generate": "confirm", "show_widget": "confirm",
	} {
		require.Equal(t, want, risk(standard, tool), tool)
	}
}

func TestPresets(t *testing.T) {
	for name, want := range map[string]struct{ exec, unknown, riskExec, riskWrite, riskUnknown string }{
		"provenance":  {byTaint, confirmed, "-", "-", "-"},
		"personal":    {byTaint, confirmed, "-", "-", "-"},
		"paranoid":    {"allow restrict restrict restrict", restricted, "-", "-", "-"},
		"permissive":  {"allow allow allow confirm", confirmed, "-", "-", "-"},
		"interactive": {"allow confirm confirm restrict", restricted, "-", "-", "-"},
		"strict":      {"allow confirm restrict restrict", restricted, "restrict", "confirm", "restrict"},
		"standard":    {byTaint, confirmed, "allow", "confirm", "restrict"},
		"dev":         {"allow allow confirm confirm", confirmed, "allow", "allow", "restrict"},
	} {
		p, ok := policy.Preset(name)
		require.True(t, ok, name)
		tables := p.For("")
		require.Equal(t, want.exec, modes(tables, "exec"), name)
		require.Equal(t, want.unknown, modes(tables, "mystery"), name)
		require.Equal(t, allowed, modes(tables, "read"), name)
		require.Equal(t, confirmed, modes(tables, "gateway"), name)
		require.Equal(t, want.riskExec, risk(tables, "exec"), name)
		require.Equal(t, want.riskWrite, risk(tables, "write"), name)
		require.Equal(t, want.riskUnknown, risk(tables, "mystery"), name)
		require.Equal(t, p.Hash, parse(t, "mode: "+name).Hash, name)
	}
	require.Len(t, policy.Presets(), 8)
	_, ok := policy.Preset("none")
	require.False(t, ok)
}

// Seed 003 §4.1: the default actions are those of standard.
const seed003Table = `
| read | read | allow | File reads. |
| write | write | ask | File writes. |
| edit | write | ask | File edits. |
| apply_patch | write | ask | Multi-file patching. |
| exec | critical | ask | Delegates to OpenClaw exec approvals. |
| process | critical | ask | Process control and input. |
| agents_list | read | allow | List agents. |
| browser | write | ask | Web automation. |
| canvas | read | allow | UI rendering only. |
| cron | write | ask | Schedule and run jobs. |
| gateway | critical | deny | Gateway control actions. |
| image | read | allow | Image generation. |
| message | write | ask | Outbound messaging actions. |
| nodes | critical | ask | Device control actions. |
| session_status | read | allow | Session status. |
| sessions_history | read | allow | Session transcript reads. |
| sessions_list | read | allow | Session listing. |
| sessions_send | write | ask | Send messages into sessions. |
| sessions_spawn | critical | ask | Spawn subagents. |
| tts | read | allow | Text-to-speech generation. |
| web_fetch | read | allow | Fetch web content. |
| web_search | read | allow | Web search. |
| memory_search | read | allow | Memory search (plugin tool). |
| memory_get | read | allow | Memory fetch (plugin tool). |
`

// Seed 003 §4: strict and dev depend only on the class.
var seed003Classes = map[string]map[string]string{
	"strict": {"read": "allow", "write": "ask", "critical": "deny"},
	"dev":    {"read": "allow", "write": "allow", "critical": "allow"},
}

func TestPresetsAreSeed003sTable(t *testing.T) {
	rows := regexp.MustCompile(`(?m)^\| (\w+) \| (\w+) \| (\w+) \| (.*) \|$`).FindAllStringSubmatch(seed003Table, -1)
	require.Len(t, rows, 24)
	mode := map[string]trust.Mode{"allow": trust.Allow, "ask": trust.Confirm, "deny": trust.Restrict}
	for _, preset := range []string{"strict", "standard", "dev"} {
		tables := parse(t, "mode: "+preset).For("main")
		for _, row := range rows {
			tool, class, action, notes := row[1], row[2], row[3], row[4]
			if classes := seed003Classes[preset]; classes != nil {
				action = classes[class]
			}
			want, left := mode[action], false
			if want == trust.Confirm && strings.Contains(notes, "exec approvals") {
				want, left = trust.Allow, true
			}
			got, ok := tables.Risk(tool)
			require.True(t, ok)
			require.Equal(t, want, got.Mode, "%s: %s", preset, tool)
			require.Equal(t, left, strings.Contains(got.Text, "the gateway's own exec approvals"), "%s: %s", preset, tool)
			require.False(t, got.Unknown, tool)
		}

		// "Channel plugin agent tools and third-party plugin tools are denied by default"
		for _, tool := range []string{"nobody", "mcp__acme__read", "acme__exec", "read2"} {
			got, ok := tables.Risk(tool)
			require.True(t, ok)
			require.Equal(t, trust.Restrict, got.Mode, "%s: %s", preset, tool)
			require.True(t, got.Unknown, tool)
			require.False(t, tables.SafeToCall(tool))
		}
		added := parse(t, "mode: "+preset+"\ntools: [{name: acme__read, risk: read}]").For("main")
		require.Equal(t, "allow", risk(added, "mcp__acme__read"), "unless explicitly added to policy")
		asking := parse(t, "mode: "+preset+"\ndefaults: {denyUnknownTools: false, unknownToolAction: ask}").For("main")
		require.Equal(t, "confirm", risk(asking, "nobody"))
	}
}

// iterations are the limits at trusted and below it.
func iterations(t *policy.Tables) string {
	trusted, key := t.MaxIterations(trust.Trusted)
	below, keyBelow := t.MaxIterations(trust.Shared)
	return fmt.Sprintf("%d %s, %d %s", trusted, key, below, keyBelow)
}

func TestMaxIterations(t *testing.T) {
	for text, want := range map[string]string{
		"maxIterations: 7":                         "7 maxIterations, 7 maxIterations",
		"maxIterations: {trusted: 100, below: 25}": "100 maxIterations.trusted, 25 maxIterations.below",
		"maxIterations: {trusted: 25, below: 25}":  "25 maxIterations, 25 maxIterations",
		"maxIterations: {trusted: 100}":            "100 maxIterations.trusted, 10 maxIterations.below",
		"maxIterations: {trusted: 5}":              "5 maxIterations, 5 maxIterations",
		"maxIterations: {below: 5}":                "10 maxIterations.trusted, 5 maxIterations.below",
		"mode: strict":                             "10 maxIterations, 10 maxIterations",
		"maxIterations: 50\nagentOverrides: {A: {maxIterations: {below: 5}}}":                        "50 agentOverrides.a.maxIterations.trusted, 5 agentOverrides.a.maxIterations.below",
		"maxIterations: {trusted: 50, below: 5}\nagentOverrides: {a: {maxIterations: {trusted: 9}}}": "9 agentOverrides.a.maxIterations.trusted, 5 agentOverrides.a.maxIterations.below",
		"maxIterations: {trusted: 50, below: 5}\nagentOverrides: {a: {maxIterations: 9}}":            "9 agentOverrides.a.maxIterations, 9 agentOverrides.a.maxIterations",
		"maxIterations: {trusted: 50, below: 5}\nagentOverrides: {a: {}}":                            "50 maxIterations.trusted, 5 maxIterations.below",
	} {
		p := parse(t, text)
		require.Equal(t, want, iterations(p.For("a")), text)
		again := parse(t, string(p.YAML()))
		require.Equal(t, p.Hash, again.Hash, text)
		require.Equal(t, want, iterations(again.For("a")), text)
	}
	require.Equal(t, parse(t, "maxIterations: 10").Hash, policy.Default().Hash)
}

func TestTemplatesDecideAsTheirPreset(t *testing.T) {
	example := regexp.MustCompile(`(?m)^#(\S|  )`)
	for _, name := range policy.Presets() {
		text, err := policy.Template(name)
		require.NoError(t, err)
		p := parse(t, string(text))
		preset, _ := policy.Preset(name)
		require.Equal(t, "100 maxIterations.trusted, 25 maxIterations.below", iterations(p.For("")))
		require.Equal(t, preset.Hash, parse(t, string(regexp.MustCompile(`(?m)^maxIterations: .*$`).ReplaceAll(text, nil))).Hash, name)
		require.Empty(t, p.Warnings)

		_, tail, _ := strings.Cut(string(text), "\nmode: ")
		all := parse(t, "mode: "+example.ReplaceAllString(tail, "$1"))
		require.Equal(t, cleaning(preset.For(""), "nobody"), cleaning(all.For(""), "nobody"), "the values shown are the preset's")
		require.Empty(t, all.Warnings, "what is shown is no mistake")
		require.NotContains(t, string(text), "seed", "a reader has this text and the documents")
	}
	_, err := policy.Template("standart")
	require.ErrorContains(t, err, "did you mean standard?")
}
