package policy_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/intent"
	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/trust"
)

var standing = policy.Authentication{
	Mode:         policy.AuthOff,
	Scope:        policy.ScopeBoth,
	OutsideScope: trust.Confirm,
	Human:        intent.All,
	Agent:        intent.Of(intent.Read),
	System:       intent.Of(intent.Read, intent.Write, intent.Send),
	Claims:       policy.ClaimsCount,
}

func TestAuthenticationIsOffInAllPresets(t *testing.T) {
	for _, name := range policy.Presets() {
		want := standing
		if name == "strict" || name == "paranoid" {
			want.OutsideScope = trust.Restrict
		}
		require.Equal(t, want, parse(t, "mode: "+name).For("main").Authentication(), name)
	}
}

func TestTheZeroAuthenticationIsTheStrictest(t *testing.T) {
	require.Equal(t, policy.Authentication{
		Mode: policy.AuthEnforce, Scope: policy.ScopeBoth, OutsideScope: trust.Restrict, Claims: policy.ClaimsCount,
	}, policy.Authentication{})
}

func TestAuthenticationsWordsHaveNames(t *testing.T) {
	for want, got := range map[string]string{
		"enforce": policy.AuthEnforce.String(), "warn": policy.AuthWarn.String(), "off": policy.AuthOff.String(),
		"both": policy.ScopeBoth.String(), "declared": policy.ScopeDeclared.String(), "inferred": policy.ScopeInferred.String(),
		"count": policy.ClaimsCount.String(), "footer": policy.ClaimsFooter.String(),
		"authentication(9)": policy.AuthMode(9).String(), "scope(9)": policy.ScopeFrom(9).String(), "claims(9)": policy.ClaimMode(9).String(),
	} {
		require.Equal(t, want, got)
	}
	require.Equal(t, "off", policy.ClaimsOff.String())
}

func TestAuthenticationIsWhatTheFileSaysKeyByKey(t *testing.T) {
	p := parse(t, `
authentication:
  mode: enforce
  scope: declared
  sources:
    human: [trade, read]
    agent: []
agentOverrides:
  main: {authentication: {mode: warn}}
  guest:
    authentication:
      outsideScope: restrict
      claims: footer
      sources: {human: [read], system: [read]}
  same: {authentication: {mode: enforce, sources: {agent: []}}}
  none: {authentication: {}}
`)
	common := standing
	common.Mode, common.Scope = policy.AuthEnforce, policy.ScopeDeclared
	common.Human, common.Agent = intent.Of(intent.Read, intent.Trade), 0

	main := common
	main.Mode = policy.AuthWarn

	guest := common
	guest.OutsideScope, guest.Claims = trust.Restrict, policy.ClaimsFooter
	guest.Human, guest.System = intent.Of(intent.Read), intent.Of(intent.Read)

	for _, p := range []*policy.Policy{p, parse(t, string(p.YAML()))} {
		for agent, want := range map[string]policy.Authentication{
			"": common, "nobody": common, "same": common, "none": common, "main": main, "MAIN": main, "guest": guest,
		} {
			require.Equal(t, want, p.For(agent).Authentication(), agent)
		}
	}
}

func TestTheEffectivePolicyShowsAuthentication(t *testing.T) {
	shown := string(parse(t, "mode: strict\nagentOverrides: {Main: {authentication: {mode: warn, scope: both}}, idle: {authentication: {mode: off}}}").YAML())
	require.Contains(t, shown, `authentication:
  mode: "off"
  scope: both
  outsideScope: restrict
  sources: {human: [read, write, send, exec, trade], agent: [read], system: [read, write, send]}
  claims: count
`)
	require.Contains(t, shown, "    authentication: {mode: warn}\n", "what is different for the agent, and no more")
	require.Equal(t, 2, strings.Count(shown, "authentication:"), "nothing is different for the other one")
	require.Contains(t, shown, "- {name: exec, risk: critical, useExecApprovals: true, actionClasses: [exec]}\n")
}

// What each built-in tool and action does. A call of any other tool may be doing anything.
func TestActionClassesOfWhatIsBuiltIn(t *testing.T) {
	tables := policy.Default().For("main")
	for _, c := range []struct{ what, classes, tools string }{
		{"looks at what is here", "read", "read ls image memory_search memory_get session_status sessions_list sessions_history sessions_search agents_list get_goal"},
		{"looks outside", "read", "web_fetch web_search x_search pdf file_fetch dir_list conversations_list github_identity_status screen"},
		{"shows the owner something, asks him, or waits", "read", "canvas tts progress_card ask_user sessions_yield wait agents_wait heartbeat_respond"},
		{"finds tools; the one inside is judged by itself", "read", "tool_search tool_describe tool_call"},
		{"only reads, in a tool that can do more", "read", "message.read message.search browser.snapshot browser.status process.poll terminal.read cron.list cron.runs subagents.wait transcripts.show dashboard.read theme.get portal.list mobile_ui.observe nodes.status nodes.pending"},
		{"looks into a shared memory", "read", "vestige_search wiki_search wiki_get wiki_status"},
		{"writes into one", "write", "vestige_ingest vestige_smart_ingest vestige_promote vestige_demote wiki_apply"},
		{"changes files", "write", "write edit apply_patch file_write dir_fetch image_generate music_generate video_generate"},
		{"changes what later turns go by", "write", "skill_workshop create_goal update_goal suggest_task dismiss_task dashboard dashboard.write theme.set show_widget transcripts.start"},
		{"speaks to someone", "send", "message message.send message.react message.delete sessions_send conversations_send conversations_turn"},
		{"acts out there for the owner", "write, send", "browser browser.open browser.navigate browser.act gog github_publish"},
		{"has something done later", "write, send", "cron cron.add automations intent"},
		{"runs programs", "exec", "exec process process.write terminal terminal.input code_execution tool_search_code"},
		{"controls devices", "exec", "nodes nodes.run nodes.invoke nodes.camera_snap nodes.screen_record"},
		{"controls sessions and the gateway", "exec", "sessions_spawn subagents subagents.kill sessions gateway gateway.restart plugins plugins.list openclaw"},
		{"opens a door to the network", "send, exec", "portal portal.open"},
		{"changes what programs can get at", "write, exec", "secrets"},
		{"does whatever a hand and an eye can", "write, send, exec", "computer mobile_ui mobile_ui.tap"},
		{"nobody knows", intent.All.String(), "nobody bash message2 llm-task"},
	} {
		for name := range strings.FieldsSeq(c.tools) {
			tool, act, _ := strings.Cut(name, ".")
			require.Equal(t, c.classes, tables.ActionClasses(tables.Tool(tool, action(act))).String(), "%s: %s", c.what, name)
		}
	}
}

func TestActionClasses(t *testing.T) {
	all := intent.All.String()
	for _, c := range []struct{ name, file, tool, want string }{
		{"a tool of the file's own", "tools: [{name: reprice, actionClasses: [trade, write]}]", "reprice", "write, trade"},
		{"in any case, over MCP", "tools: [{name: reprice, actionClasses: [trade]}]", "mcp__shop__Reprice", "trade"},
		{"replaces what is built in", "tools: [{name: browser, actionClasses: [trade]}]", "browser", "trade"},
		{"under all its names", "tools: [{name: automations, actionClasses: [exec]}]", "cron", "exec"},
		{"and changes nothing else", "mode: standard\ntools: [{name: browser, risk: read}]", "browser", "write, send"},
		{"a tool's word is its actions' word", "tools: [{name: message, actionClasses: [send, trade]}]", "message.read", "send, trade"},
		{"an action's own goes before it", "tools: [{name: message, actionClasses: [send, trade]}, {name: message.read, actionClasses: [read]}]", "message.read", "read"},
		{"what an action's entry leaves open is the tool's", "tools: [{name: message.pin, risk: read}]", "message.pin", "send"},
		{"also of a tool of the file's own", "tools: [{name: shop, actionClasses: [trade]}, {name: shop.list, risk: write}]", "shop.list", "trade"},
		{"what is called read reads", "tools: [{name: jira_search, risk: read}]", "jira_search", "read"},
		{"also in its actions", "tools: [{name: jira, risk: read}]\ntoolOverrides: {jira.list: {}}", "jira.list", "read"},
		{"unless one of them is called otherwise", "tools: [{name: jira, risk: read}, {name: jira.add, risk: write}]", "jira.add", all},
		{"other classes of risk say too little", "tools: [{name: jira_add, risk: write}]", "jira_add", all},
		{"so does an entry elsewhere", "toolOverrides: {helper: {\"*\": allow}}\ntoolOutputTaints: {helper: trusted}", "helper", all},
		{"a server's tool is not the gateway's", "tools: [{name: read, actionClasses: [read]}]", "mcp__acme__read", all},
		{"nor is one that looks like an action", "", "message.read.", all},
		{"a rule that names an action changes nothing", "policies: [{name: r, when: {tool: browser.close}, action: {block_tools: [browser.close]}}]", "browser.close", "write, send"},
	} {
		require.Equal(t, c.want, parse(t, c.file).For("").ActionClasses(c.tool).String(), c.name)
	}
	tables := policy.Default().For("")
	require.Equal(t, intent.All, tables.ActionClasses(tables.Tool("message.read", nil)), "a tool that calls itself message.read is not message's")
}

func TestAgentsHaveTheirOwnActionClasses(t *testing.T) {
	p := parse(t, `
tools:
  - {name: reprice, actionClasses: [trade]}
  - {name: helper, risk: read}
agentOverrides:
  work:
    tools:
      - {name: reprice, allow: ask}
      - {name: exec, actionClasses: [exec, send]}
      - {name: helper, risk: write}
`)
	for _, p := range []*policy.Policy{p, parse(t, string(p.YAML()))} {
		common, work := p.For(""), p.For("work")
		require.Equal(t, "trade", common.ActionClasses("reprice").String())
		require.Equal(t, "trade", work.ActionClasses("reprice").String(), "what the agent's entry leaves open is the file's")
		require.Equal(t, "confirm", risk(work, "reprice"))
		require.Equal(t, "exec", common.ActionClasses("exec").String())
		require.Equal(t, "send, exec", work.ActionClasses("exec").String())
		require.Equal(t, "read", common.ActionClasses("helper").String())
		require.Equal(t, intent.All, work.ActionClasses("helper"))
	}
}
