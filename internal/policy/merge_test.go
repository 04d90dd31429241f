package policy_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/trust"
)

func TestToolOverridesMergePerLevelOverTheBuiltIn(t *testing.T) {
	for _, c := range []struct{ name, file, tool, want string }{
		{"levels not named keep a built-in allow", `toolOverrides: {read: {untrusted: confirm}}`, "read", "allow allow allow confirm"},
		{"also against a restrictive taintPolicy", "mode: paranoid\ntoolOverrides: {read: {trusted: confirm}}", "read", "confirm allow allow allow"},
		{"levels not named follow taintPolicy", `toolOverrides: {exec: {untrusted: restrict}}`, "exec", "allow confirm confirm restrict"},
		{"an override replaces taintPolicy, it is not the stricter of both", "mode: paranoid\ntoolOverrides: {exec: {external: allow}}", "exec", "allow restrict allow restrict"},
		{"star is every level", `toolOverrides: {gateway: {"*": restrict}}`, "gateway", restricted},
		{"star is the levels that are not named", `toolOverrides: {exec: {"*": confirm, trusted: allow}}`, "exec", byTaint},
		{"names match in any case", `toolOverrides: {Web_Fetch: {"*": restrict}}`, "WEB_FETCH", restricted},
		{"an empty entry makes a tool known", `toolOverrides: {helper: {}}`, "helper", byTaint},
		{"so does an output taint", `toolOutputTaints: {helper: shared}`, "helper", byTaint},
		{"so does an entry of tools", `tools: [{name: helper}]`, "helper", byTaint},
		{"the six levels: most permissive of the upper three", `toolOverrides: {exec: {system: restrict, owner: allow, local: confirm, external: restrict}}`, "exec", "allow confirm restrict confirm"},
		{"star leaves what the six levels say", `toolOverrides: {exec: {"*": restrict, local: confirm}}`, "exec", "confirm restrict restrict restrict"},
	} {
		tables := parse(t, c.file).For("main")
		require.Equal(t, c.want, modes(tables, c.tool), c.name)
		require.False(t, tables.Call(c.tool, trust.Trusted).Unknown, c.name)
	}
}

func TestUnknownToolsAreJudgedAsUnderUntrustedContent(t *testing.T) {
	tables := parse(t, "mode: interactive\ntoolOverrides: {known: {\"*\": allow}}").For("main")
	require.Equal(t, restricted, modes(tables, "exec2"))
	require.Equal(t, trust.Untrusted, tables.Output("exec2"))
	require.Equal(t, trust.Untrusted, tables.Output("known"), "knowing how to call it says nothing of what it returns")
	require.False(t, tables.SafeToCall("exec2"))
	require.True(t, tables.SafeToCall("known"))
	require.Equal(t, "exe\u212a", policy.SafeName("EXE\u212a"), "a Kelvin sign is no k")
}

func TestTaintPolicyIsMadeMonotonic(t *testing.T) {
	for file, want := range map[string]string{
		"taintPolicy: {shared: restrict}":                                     "allow restrict restrict restrict",
		"taintPolicy: {trusted: confirm, shared: allow, untrusted: restrict}": "confirm confirm confirm restrict",
		"taintPolicy: {untrusted: allow}":                                     byTaint,
		"mode: permissive\ntaintPolicy: {untrusted: allow}":                   allowed,
	} {
		require.Equal(t, want, modes(parse(t, file).For(""), "exec"), file)
	}
}

func TestSafeToCallNeedsAWordOfItsOwn(t *testing.T) {
	open := parse(t, "taintPolicy: {trusted: allow, shared: allow, external: allow, untrusted: allow}").For("")
	require.Equal(t, trust.Allow, open.Call("exec", trust.Untrusted).Mode)
	require.False(t, open.SafeToCall("exec"))
	require.True(t, open.SafeToCall("read"))

	require.False(t, parse(t, "tools: [{name: web_fetch, allow: ask}]").For("").SafeToCall("web_fetch"), "the risk layer objects")
	require.True(t, parse(t, "tools: [{name: web_fetch, allow: true}]").For("").SafeToCall("web_fetch"), "it has no objection")
	require.False(t, parse(t, "toolOverrides: {read: {trusted: confirm}}").For("").SafeToCall("read"))
}

func TestRiskLayer(t *testing.T) {
	for _, c := range []struct{ name, file, tool, want string }{
		{"none by default", "", "exec", "-"},
		{"a class that the file names has a say", "risk: {critical: deny}", "exec", "restrict"},
		{"the others still have none", "risk: {critical: deny}", "write", "-"},
		{"a tool's own action replaces its class's", "mode: strict\ntools: [{name: exec, allow: true}]", "exec", "allow"},
		{"a tool's own action counts without a risk layer", "tools: [{name: exec, allow: false}]", "exec", "restrict"},
		{"a class given to a tool drops the preset's action", "mode: standard\ntools: [{name: exec, risk: read}]", "exec", "allow"},
		{"an entry that gives neither changes neither", "mode: standard\ntools: [{name: process, scanInjection: true}]", "process", "confirm"},
		{"the class of a built-in tool need not be repeated", "mode: standard\ntools: [{name: gateway, allow: ask}]", "gateway", "confirm"},
		{"preset actions outlive a change of class modes", "mode: standard\nrisk: {critical: allow}", "process", "confirm"},
		{"where the preset has none, the class's mode holds", "mode: standard\nrisk: {critical: ask}", "gateway", "confirm"},
		{"unknown tools", "mode: standard", "helper", "restrict"},
		{"unknown tools, by name", "mode: standard\ntools: [{name: helper, risk: write}]", "helper", "confirm"},
		{"risk.unknown", "mode: standard\nrisk: {unknown: ask}", "helper", "confirm"},
		{"unknownToolAction is risk.unknown", "mode: standard\ndefaults: {unknownToolAction: ask}", "helper", "confirm"},
		{"denyUnknownTools without a risk layer", "defaults: {denyUnknownTools: true}", "helper", "restrict"},
		{"denyUnknownTools: false asks instead", "mode: standard\ndefaults: {denyUnknownTools: false}", "helper", "confirm"},
		{"a tool that only toolOverrides name is unknown", "mode: standard\ntoolOverrides: {helper: {'*': allow}}", "helper", "restrict"},
		{"and loosens nothing else", "mode: dev\ndefaults: {denyUnknownTools: false}", "helper", "confirm"},
		{"seed 000's own tools are unknown to seed 003", "mode: standard", "gog", "restrict"},
		{"the gateway asks for exec, so nobody else does", "mode: standard", "exec", "allow"},
		{"also where the file says ask", "mode: standard\ntools: [{name: exec, risk: critical, allow: ask}]", "exec", "allow"},
		{"also under strict", "mode: strict\ntools: [{name: exec, allow: ask}]", "exec", "allow"},
		{"also by its name over MCP", "mode: standard", "mcp__openclaw__exec", "allow"},
		{"unless the file says otherwise", "mode: standard\ntools: [{name: exec, useExecApprovals: false}]", "exec", "confirm"},
		{"without a risk layer", "tools: [{name: exec, allow: ask, useExecApprovals: true}]", "exec", "allow"},
		{"what is denied stays denied", "mode: strict\ntools: [{name: exec, useExecApprovals: true}]", "exec", "restrict"},
		{"the gateway does not ask for other tools", "mode: standard\ntools: [{name: process, useExecApprovals: true}]", "process", "confirm"},
		{"but to end what exec began is no more than exec", "mode: standard", "process.kill", "allow"},
		{"unless the file has a say about the tool", "mode: standard\ntools: [{name: process, allow: ask}]", "process.kill", "confirm"},
		{"nor for another server's exec", "mode: standard\ntools: [{name: acme__exec, allow: ask, useExecApprovals: true}]", "mcp__acme__exec", "confirm"},
	} {
		require.Equal(t, c.want, risk(parse(t, c.file).For(""), c.tool), c.name)
	}
}

func TestAgentOverrides(t *testing.T) {
	p := parse(t, `
taintPolicy: {untrusted: restrict}
toolOverrides:
  exec: {trusted: confirm, untrusted: confirm}
  read: {untrusted: confirm}
  helper: {"*": allow}
toolOutputTaints: {web_fetch: external}
tools: [{name: cron, allow: ask}]
agentOverrides:
  Work:
    taintPolicy: {external: restrict}
    toolOverrides:
      exec: {shared: allow}
      READ: {external: confirm}
    toolOutputTaints: {web_fetch: trusted, mailer: shared}
    maxIterations: 3
    tools: [{name: cron, allow: false}, {name: exec}]
  play:
    taintPolicy: {trusted: confirm}
`)
	common, work := p.For("main"), p.For("work")
	require.Same(t, work, p.For("WORK"))
	require.Same(t, common, p.For(""))

	require.Equal(t, "confirm confirm confirm confirm", modes(common, "exec"))
	require.Equal(t, "allow allow restrict restrict", modes(work, "exec"), "the agent's entry replaces the file's")
	require.Equal(t, "allow allow allow confirm", modes(common, "read"))
	require.Equal(t, "allow allow confirm allow", modes(work, "read"), "and merges over the built-in one")
	require.Equal(t, allowed, modes(work, "helper"), "entries for other tools stay")
	require.Equal(t, "allow confirm restrict restrict", modes(work, "write"))
	require.Equal(t, "confirm confirm confirm restrict", modes(p.For("play"), "write"), "an agent's taintPolicy is made monotonic too")

	require.Equal(t, trust.External, common.Output("web_fetch"))
	require.Equal(t, trust.Trusted, work.Output("web_fetch"))
	require.True(t, common.Call("mailer", trust.Trusted).Unknown)
	require.False(t, work.Call("mailer", trust.Trusted).Unknown)

	require.Equal(t, "confirm", risk(common, "cron"))
	require.Equal(t, "restrict", risk(work, "cron"))
	require.Equal(t, "10 maxIterations, 10 maxIterations", iterations(common))
	require.Equal(t, "3 agentOverrides.work.maxIterations, 3 agentOverrides.work.maxIterations", iterations(work))

	again := parse(t, string(p.YAML()))
	require.Equal(t, p.Hash, again.Hash)
	require.Equal(t, modes(work, "exec"), modes(again.For("work"), "exec"))
}

func TestRulingsSayWhichKeySpeaks(t *testing.T) {
	p := parse(t, `mode: standard
toolOverrides:
  exec: {untrusted: restrict}
tools:
  - {name: cron, allow: false}
agentOverrides:
  work:
    taintPolicy: {external: restrict}
`)
	tables := p.For("")
	riskText := func(tool string) string { r, _ := tables.Risk(tool); return r.Text }
	require.Equal(t, "toolOverrides.exec.untrusted: restrict (policy line 3)", tables.Call("exec", trust.Untrusted).Text)
	require.Equal(t, "toolOverrides.read.external: allow (built in)", tables.Call("read", trust.External).Text)
	require.Equal(t, "taintPolicy.external: confirm (preset standard)", tables.Call("exec", trust.External).Text)
	require.Equal(t, "agentOverrides.work.taintPolicy.external: restrict (policy line 8)", p.For("work").Call("exec", trust.External).Text)
	require.Equal(t, "unknown tool, judged as under untrusted content: taintPolicy.untrusted: confirm (preset standard); name it in toolOverrides, toolOutputTaints or tools to classify it", tables.Call("x", trust.Trusted).Text)
	require.Equal(t, "risk.write: ask (preset standard)", riskText("write"))
	require.Equal(t, "tools.process.allow: ask (preset standard)", riskText("process"))
	require.Equal(t, "tools.cron.allow: false (policy line 5)", riskText("cron"))
	require.Equal(t, "risk.unknown: deny (preset standard)", riskText("x"))
}

func TestPeople(t *testing.T) {
	p := parse(t, `
trustedSenderIds: ["telegram:111", 222, "@ann:example.org"]
ownerIds: ["slack:U1"]
`)
	for id, want := range map[string]bool{
		"telegram:111": true, "Telegram:111": true, "111": true, "discord:111": false,
		"222": true, "telegram:222": true, "discord:222": true,
		"@ann:example.org": true, "@ann": false, "example.org": false,
		"": false, "telegram:": false, "U1": false,
	} {
		require.Equal(t, want, p.TrustedSender("", id), id)
	}
	for _, c := range []struct {
		channel, id string
		want        bool
	}{
		{"telegram", "111", true},
		{"Telegram", "111", true},
		{"discord", "111", false}, // somebody else
		{"discord", "telegram:111", true},
		{"discord", "discord:111", false},
		{"discord", "222", true},
		{"matrix", "@ann:example.org", true},
		{"telegram", "", false},
	} {
		require.Equal(t, c.want, p.TrustedSender(c.channel, c.id), c)
	}
	require.True(t, p.OwnerID("", "U1"))
	require.True(t, p.OwnerID("slack", "U1"))
	require.False(t, p.OwnerID("mattermost", "U1"))
	require.False(t, p.OwnerID("slack", "u1"), "ids are exact")
	require.False(t, p.OwnerID("", "slack:u1"), "ids are exact")
	require.False(t, policy.Default().TrustedSender("", "111"))
}

func TestScalarsReachThePolicy(t *testing.T) {
	p := parse(t, "approvalCodes: owner\nonFailure: open\ncontentPreviews: false\nworkspaceDir: /srv/a\napprovalTtlSeconds: 1\nallowAlwaysMinutes: 1440")
	require.True(t, p.CodesToOwner)
	require.False(t, p.ContentPreviews)
	require.Equal(t, policy.Open, p.OnFailure)
	require.Equal(t, "/srv/a", p.WorkspaceDir)
	require.EqualValues(t, 1e9, p.ApprovalTTL)
	require.Equal(t, 24*time.Hour, p.AllowAlways)
	require.Zero(t, policy.Closed, "the zero value is the safe one")
}

func TestHashIsOfWhatDecides(t *testing.T) {
	same := parse(t, "# words\nmode: provenance\ntools: [{name: exec}]\ndefaults: {log: safe, redaction: off}\n").Hash
	require.Equal(t, policy.Default().Hash, same)
	require.Equal(t, same, parse(t, `{"toolOverrides": {"READ": {"system": "allow"}}}`).Hash)
	require.NotEqual(t, same, parse(t, "maxIterations: 11").Hash)
	require.NotEqual(t, same, parse(t, "mode: paranoid").Hash)
	for _, decides := range []string{"redaction: secrets", "injection: shadow", "findingLevel: external"} {
		require.NotEqual(t, same, parse(t, "defaults: {"+decides+"}").Hash, decides)
	}
	require.NotEqual(t, same, parse(t, "tools: [{name: exec, redactResult: true}]").Hash)
	require.Equal(t, same, parse(t, "authentication: {mode: off, outsideScope: confirm, sources: {agent: [read]}}\nagentOverrides: {}\ntools: [{name: exec, actionClasses: [exec]}, {name: gog, actionClasses: [send, write]}]").Hash)
	for _, decides := range []string{"mode: warn", "scope: declared", "outsideScope: restrict", "sources: {human: [read]}", "sources: {agent: []}", "sources: {system: [read]}", "claims: footer"} {
		require.NotEqual(t, same, parse(t, "authentication: {"+decides+"}").Hash, decides)
		require.NotEqual(t, parse(t, "agentOverrides: {a: {}}").Hash, parse(t, "agentOverrides: {a: {authentication: {"+decides+"}}}").Hash, decides)
	}
	require.NotEqual(t, same, parse(t, "tools: [{name: exec, actionClasses: [exec, send]}]").Hash)
	require.NotEqual(t, same, parse(t, "tools: [{name: gog, actionClasses: [send]}]").Hash)
	require.Len(t, same, 64)
}

func TestCurrentSwapsWhole(t *testing.T) {
	c := policy.NewCurrent(policy.Default())
	strict, _ := policy.Preset("strict")
	before := c.Load()
	c.Swap(strict)
	require.Equal(t, "provenance", before.Preset)
	require.Same(t, strict, c.Load())
}
