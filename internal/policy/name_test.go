package policy_test

import (
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"
	"gopkg.in/yaml.v3"

	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/trust"
)

func action(name string) jsontext.Value { return jsontext.Value(`{"action":"` + name + `"}`) }

func TestACallIsJudgedUnderItsActionWhereThatHasAnEntry(t *testing.T) {
	tables := parse(t, `
toolOverrides: {jira.search: {"*": allow}, "my.dotted": {"*": allow}}
toolOutputTaints: {message.send: shared}
tools: [{name: browser.open, allow: ask}]
`).For("")
	for _, c := range []struct{ why, tool, params, want string }{
		{"built in", "message", `{"action":"read","target":"x"}`, "message.read"},
		{"the action may stand anywhere", "message", `{"a":[{"action":"send"}],"action":"read"}`, "message.read"},
		{"case is folded", "Message", `{"action":"READ"}`, "message.read"},
		{"gateways trim", "message", `{"action":"\ufeff send\n"}`, "message.send"},
		{"escapes are read", "message", `{"action":"\u0072ead"}`, "message.read"},
		{"made known by an output", "message", `{"action":"send"}`, "message.send"},
		{"made known by a row of tools", "browser", `{"action":"open"}`, "browser.open"},
		{"of a tool that nobody knows", "jira", `{"action":"search"}`, "jira.search"},
		{"actions may hold dots", "gateway", `{"action":"config.get"}`, "gateway"},
		{"no entry", "message", `{"action":"pin"}`, "message"},
		{"no action", "message", `{"target":"x"}`, "message"},
		{"no params", "message", ``, "message"},
		{"no object", "message", `["action","read"]`, "message"},
		{"no text", "message", `{"action":["read"]}`, "message"},
		{"empty", "message", `{"action":" "}`, "message"},
		{"only at the top", "message", `{"request":{"action":"read"}}`, "message"},
		{"no JSON", "message", `{"x":}`, "message"},
		{"look-alikes are other actions", "message", `{"action":"re` + "\u0430" + `d"}`, "message"},
		{"the gateway's own tools over MCP", "mcp__openclaw__message", `{"action":"read"}`, "message.read"},
		{"and in another gateway's spelling", "MCP_openclaw_Message", `{"action":"read"}`, "message.read"},
		{"an alias has its tool's actions", "automations", `{"action":"list"}`, "automations.list"},
		{"a server's tool has the actions of the user's entry", "mcp__acme__jira", `{"action":"search"}`, "mcp__acme__jira.search"},
		{"but not those of the gateway's tool", "mcp__acme__message", `{"action":"read"}`, "mcp__acme__message"},
		{"a name with a dot that the user knows", "my.dotted", ``, "my.dotted"},
	} {
		require.Equal(t, c.want, tables.Tool(c.tool, jsontext.Value(c.params)), c.why)
	}
	require.Equal(t, "message.send", tables.ToolAction("Message", "\ufeff SEND\n"), "where only the action is known")
	require.Equal(t, "message", tables.ToolAction("message", "pin"))
	require.Equal(t, "message", tables.ToolAction("message", ""))
	require.Equal(t, "message.send.", tables.ToolAction("message.send", ""), "no action of message")
}

func TestACommandThatOnlyLooksIsAnActionOfExec(t *testing.T) {
	tables := parse(t, `toolOverrides: {exec.look: {"*": allow}, message.look: {"*": allow}}`).For("")
	for _, c := range []struct{ why, tool, params, want string }{
		{"it looks", "exec", `{"command":"ls -la | head"}`, "exec.look"},
		{"with what changes nothing about it", "exec", `{"command":"ls","workdir":"/x","timeout":5,"yieldMs":10,"background":false,"host":"gateway"}`, "exec.look"},
		{"under the name that MCP gives it", "mcp__openclaw__exec", `{"command":"ls"}`, "exec.look"},
		{"it does more", "exec", `{"command":"ls > a"}`, "exec"},
		{"no parameter says that it looks", "exec", `{"command":"make","action":"look"}`, "exec"},
		{"not even of a command that does", "exec", `{"command":"ls","action":"look"}`, "exec"},
		{"variables change what a program does", "exec", `{"command":"ls","env":{"PATH":"."}}`, "exec"},
		{"elsewhere", "exec", `{"command":"ls","host":"node","node":"phone"}`, "exec"},
		{"with other rights", "exec", `{"command":"ls","elevated":true}`, "exec"},
		{"no text", "exec", `{"command":["ls"]}`, "exec"},
		{"no command", "exec", `{}`, "exec"},
		{"no params", "exec", ``, "exec"},
		{"what a server calls exec", "mcp__srv__exec", `{"command":"ls"}`, "mcp__srv__exec"},
		{"a tool's own action", "message", `{"command":"ls","action":"look"}`, "message.look"},
	} {
		require.Equal(t, c.want, tables.Tool(c.tool, jsontext.Value(c.params)), c.why)
	}
	require.Equal(t, "exec", tables.ToolAction("exec", "look"), "where the command is not known")
	require.Equal(t, "exec", parse(t, "").For("").Tool("exec", jsontext.Value(`{"command":"ls"}`)), "no entry")

	for name, want := range map[string]trust.Mode{"exec.look": trust.Allow, "exec": trust.Confirm} {
		require.Equal(t, want, tables.Call(name, trust.Untrusted).Mode, name)
	}
	whole := parse(t, `toolOverrides: {exec.look: {"*": allow}, exec: {untrusted: restrict}}`).For("")
	require.Equal(t, trust.Allow, whole.Call("exec.look", trust.Untrusted).Mode, "the entry of the action goes before the tool's")
}

func TestNoToolCanBeNamedAfterAnActionOfAnother(t *testing.T) {
	tables := parse(t, `toolOverrides: {message.send: {"*": allow}}`).For("")
	for _, name := range []string{"message.read", "message.send", "Message.Read", "mcp__openclaw__message.read", "automations.list", "message.", "srv__message.read", "mcp__srv__message.read"} {
		judged := tables.Tool(name, nil)
		require.True(t, tables.Call(judged, trust.Trusted).Unknown, name)
		require.Equal(t, trust.Untrusted, tables.Output(judged), name)
		require.False(t, tables.SafeToCall(judged), name)
	}
}

func TestMCPPrefixesAreStrippedForLookup(t *testing.T) {
	tables := parse(t, `
toolOverrides:
  jira: {"*": allow}
  acme__jira: {"*": restrict}
  mcp__acme__wiki: {"*": restrict}
  wiki: {"*": allow}
  read: {untrusted: confirm}
  acme__exec: {"*": restrict}
  acme__search: {"*": allow}
  mcp__acme__find: {"*": allow}
`).For("")
	for name, want := range map[string]string{
		"jira":                   allowed,
		"other__jira":            allowed,
		"mcp__other__jira":       allowed,
		"acme__jira":             restricted,
		"mcp__acme__jira":        restricted,
		"MCP__Acme__Jira":        restricted,
		"mcp__acme__wiki":        restricted,
		"acme__wiki":             allowed,
		"mcp__openclaw__exec":    byTaint,
		"mcp_openclaw_exec":      byTaint,
		"mcp__openclaw__a__jira": allowed,

		"mcp__any__vestige_search": allowed, // served by MCP under any name
		"any__vestige_ingest":      byTaint,
		"any__gog":                 confirmed,

		"mcp__evil__read":              confirmed,
		"evil__read":                   confirmed,
		"evil__web_fetch":              confirmed,
		"evil__automations":            confirmed,
		"evil__mcp__openclaw__read":    confirmed,
		"openclaw__read":               confirmed, // a server that calls itself openclaw
		"mcp__evil__ls":                confirmed,
		"evil__exec":                   confirmed,
		"acme__exec":                   restricted,
		"mcp__read":                    confirmed,
		"mcp__openclaw__nobody":        confirmed,
		"mcp__openclaw__evil__read":    confirmed,
		"mcp__openclaw__mcp_openclaw_": confirmed,

		"acme__search":            allowed,
		"mcp__acme__search":       allowed,
		"evil__acme__search":      confirmed, // a server that names its tool after another one's
		"mcp__evil__acme__search": confirmed,
		"evil__mcp__acme__find":   confirmed,
	} {
		require.Equal(t, want, modes(tables, tables.Tool(name, nil)), name)
		require.Equal(t, want, modes(tables, name), "also when asked by the gateway's name: %s", name)
	}
	require.Equal(t, "exec", tables.Tool("mcp__openclaw__exec", nil), "it is the gateway's exec in every respect")
	require.Equal(t, "write", tables.Tool("mcp__openclaw__mcp__openclaw__write", nil))
	require.Equal(t, "mcp__acme__jira", tables.Tool("mcp__acme__jira", nil), "what is approved for one server is not for another")
	require.Equal(t, trust.Untrusted, tables.Output("mcp__evil__read"))
	require.Equal(t, trust.Shared, tables.Output("mcp__any__vestige_search"))
}

// However a server names its tools: with and without an action, prefixed or not, and whatever the
// file says about the gateway's tools.
func TestNoServersToolIsTheHosts(t *testing.T) {
	var all struct {
		ToolOverrides map[string]any `yaml:"toolOverrides"`
	}
	loose := parse(t, "mode: permissive\ntoolOverrides: {exec: {\"*\": allow}, automations: {\"*\": allow}, message.send: {\"*\": allow}}\nagentOverrides: {work: {toolOverrides: {write: {\"*\": allow}}}}")
	require.NoError(t, yaml.Unmarshal(loose.YAML(), &all))
	require.Greater(t, len(all.ToolOverrides), 100)
	all.ToolOverrides["automations"], all.ToolOverrides["view_image"] = nil, nil
	for name := range all.ToolOverrides {
		if strings.HasPrefix(name, "vestige_") {
			continue
		}
		tool, act, _ := strings.Cut(name, ".")
		for _, served := range []string{"evil__", "mcp__evil__", "mcp__openclaw__evil__", "EVIL__", "__", "openclaw__", "evil__mcp__openclaw__"} {
			for _, tables := range []*policy.Tables{loose.For(""), loose.For("work")} {
				require.True(t, tables.Call(tables.Tool(served+tool, action(act)), trust.Trusted).Unknown, served+name)
				require.True(t, tables.Call(tables.Tool(served+name, nil), trust.Trusted).Unknown, served+name)
			}
		}
	}
}

func TestAWordAboutTheToolIsAWordAboutItsActions(t *testing.T) {
	for _, c := range []struct{ why, file, action, want string }{
		{"built in", "", "read", allowed},
		{"whatever taintPolicy says", "mode: paranoid", "read", allowed},
		{"the user's word about the tool", `toolOverrides: {message: {"*": restrict}}`, "read", restricted},
		{"level by level", `toolOverrides: {message: {untrusted: restrict}}`, "read", "allow allow allow restrict"},
		{"his word about the action goes before it", `toolOverrides: {message: {"*": restrict}, message.read: {trusted: allow}}`, "read", "allow restrict restrict restrict"},
		{"an action that is not built in", `toolOverrides: {message: {untrusted: restrict}, message.delete: {trusted: confirm}}`, "delete", "confirm confirm confirm restrict"},
		{"an output alone changes no mode", `toolOverrides: {message: {untrusted: restrict}}
toolOutputTaints: {message.delete: shared}`, "delete", "allow confirm confirm restrict"},
	} {
		tables := parse(t, c.file).For("")
		require.Equal(t, c.want, modes(tables, tables.Tool("message", action(c.action))), c.why)
	}
	tables := parse(t, `toolOverrides: {gateway.config.get: {trusted: allow}}`).For("")
	require.Equal(t, "allow confirm confirm confirm", modes(tables, tables.Tool("gateway", action("config.get"))), "what is built in for the tool stays")

	for file, want := range map[string]trust.Level{
		"":                                       trust.External,
		"toolOutputTaints: {message: untrusted}": trust.Untrusted,
		"toolOutputTaints: {message: untrusted, message.read: shared}": trust.Shared,
	} {
		require.Equal(t, want, parse(t, file).For("").Output("message.read"), file)
	}

	for file, want := range map[string]string{
		"mode: standard": "allow",
		"mode: standard\ntools: [{name: message, allow: false}]":                                                                    "restrict",
		"mode: standard\ntools: [{name: message, risk: critical}]":                                                                  "restrict",
		"mode: standard\ntools: [{name: message, redactResult: true}]":                                                              "allow",
		"mode: standard\ntools: [{name: message, allow: false}, {name: message.read, allow: ask}]":                                  "confirm",
		"tools: [{name: message, allow: false}]":                                                                                    "restrict",
		"mode: standard\nagentOverrides: {a: {tools: [{name: message, allow: false}]}}\ntools: [{name: message.read, allow: true}]": "allow",
	} {
		require.Equal(t, want, risk(parse(t, file).For("a"), "message.read"), file)
	}
	require.Equal(t, "confirm", risk(parse(t, "mode: standard").For(""), "nodes.invoke"), "as the preset says of nodes")
	require.Equal(t, "allow", risk(parse(t, "mode: standard").For(""), "nodes.status"))
}

func TestActionsInAgentOverrides(t *testing.T) {
	p := parse(t, `
toolOverrides: {browser.text: {external: confirm}}
agentOverrides:
  work:
    toolOverrides: {message: {untrusted: restrict}, browser: {external: restrict}, jira.search: {"*": allow}}
    toolOutputTaints: {browser: trusted}
  play:
    toolOverrides: {automations: {"*": restrict}}
`)
	for _, p := range []*policy.Policy{p, parse(t, string(p.YAML()))} {
		common, work, play := p.For(""), p.For("work"), p.For("play")
		require.Equal(t, allowed, modes(common, "message.read"))
		require.Equal(t, "allow allow allow restrict", modes(work, "message.read"))
		require.Equal(t, "allow allow confirm allow", modes(work, "browser.text"), "the file's entry for the action stays")
		require.Equal(t, "allow allow restrict allow", modes(work, "browser.tabs"))
		require.Equal(t, trust.Trusted, work.Output("browser.tabs"))
		require.Equal(t, trust.Untrusted, common.Output("browser.tabs"))
		require.Equal(t, "jira.search", work.Tool("jira", action("search")))
		require.Equal(t, "jira", common.Tool("jira", action("search")))
		require.Equal(t, restricted, modes(play, "cron.list"))
		require.Equal(t, restricted, modes(play, "automations"))
	}
	text := p.For("work").Call("message.read", trust.Untrusted).Text
	require.Equal(t, "agentOverrides.work.toolOverrides.message.untrusted: restrict (policy line 5)", text)
}

func TestAliasesAreOneTool(t *testing.T) {
	for _, name := range []string{"cron", "automations"} {
		tables := parse(t, "toolOverrides: {"+name+`: {"*": restrict}}`).For("")
		require.Equal(t, restricted, modes(tables, "cron"))
		require.Equal(t, restricted, modes(tables, "automations"))
		require.Equal(t, restricted, modes(tables, tables.Tool("automations", action("list"))))
	}
	require.Equal(t, trust.External, policy.Default().For("").Output("view_image"))
	_, err := policy.Parse([]byte("toolOverrides: {cron: {}, automations: {}}"), "p")
	require.ErrorContains(t, err, "given twice in different spellings")
}

func TestRulesMeanAToolByAllItsNames(t *testing.T) {
	for _, c := range []struct {
		pattern, tool string
		hits          bool
	}{
		{"message", "message.read", true},
		{"message.read", "message.read", true},
		{"message.read", "message", false},
		{"cron", "automations", true},
		{"automations", "cron", true},
		{"cron.runs", "automations.runs", true},
		{"cron", "automations.runs", true},
		{"jira", "mcp__acme__jira", true},
		{"jira", "acme__jira.search", true},
		{"exec", "mcp__evil__exec", true},
		{"mcp__acme__*", "mcp__acme__jira", true},
		{"jira", "jiras", false},
		{"automations", "read", false},
		{"acme__jira", "other__jira", false},
	} {
		r := parse(t, "policies: [{name: r, when: {tool: '"+c.pattern+"'}, action: {block_tools: ['"+c.pattern+"']}}]").Rules()[0]
		_, hits := r.Tool(c.tool)
		require.Equal(t, c.hits, hits, "%s %s", c.pattern, c.tool)
		require.Equal(t, c.hits, r.Matches(&policy.Facts{Tool: c.tool}), "%s %s", c.pattern, c.tool)
	}
}

func TestAnActionThatOnlyARuleNamesIsJudgedAsItsTool(t *testing.T) {
	tables := parse(t, `
toolOverrides: {jira: {untrusted: restrict}}
policies:
  - name: careful
    when: {iteration_gte: 0}
    action: {confirm_tools: [message.Delete, jira.drop, nobody.act, "process.*"]}
`).For("")
	for tool, params := range map[string]string{"message": "delete", "jira": "drop", "acme__jira": "", "nobody": "act"} {
		judged := tables.Tool(tool, action(params))
		require.Equal(t, params != "", strings.Contains(judged, "."), judged)
		require.Equal(t, modes(tables, tool), modes(tables, judged))
		require.Equal(t, tables.Output(tool), tables.Output(judged))
	}
	require.True(t, tables.Call("nobody.act", trust.Trusted).Unknown)
}

func TestARuleChangesNoEntryOfTheActionItNames(t *testing.T) {
	tables := parse(t, "policies: [{name: r, when: {iteration_gte: 5}, action: {block_tools: [message.read]}}]").For("")
	require.Equal(t, allowed, modes(tables, "message.read"))
	require.Equal(t, byTaint, modes(tables, "message"))
}

func TestAServersOwnEntryGoesBeforeAnActionOfTheBareTool(t *testing.T) {
	tables := parse(t, `toolOverrides: {acme__jira: {"*": allow}, jira.drop: {"*": restrict}}`).For("")
	require.Equal(t, "acme__jira", tables.Tool("acme__jira", action("drop")))
	require.Equal(t, allowed, modes(tables, "acme__jira"))
	require.Equal(t, restricted, modes(tables, tables.Tool("other__jira", action("drop"))))
}
