package policy_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/redact"
	"github.com/provenanced/provenanced/internal/trust"
)

// cleaning is a tool's redaction and injection mode.
func cleaning(t *policy.Tables, tool string) string {
	c := t.Cleaning(tool)
	return c.Redaction.String() + " " + c.Injection.String()
}

func TestTheZeroCleaningDoesMost(t *testing.T) {
	require.Equal(t, policy.Cleaning{Redaction: redact.Strict, Injection: policy.InjectionBlock}, policy.Cleaning{})
	require.Less(t, redact.Standard, redact.Secrets, "less is stricter: a tool's true takes the lesser")
	require.Less(t, policy.InjectionAlert, policy.InjectionShadow)
}

func TestInjectionModesHaveNames(t *testing.T) {
	require.Equal(t, "block", policy.InjectionBlock.String())
	require.Equal(t, "off", policy.InjectionOff.String())
	require.Equal(t, "injection(9)", policy.Injection(9).String())
}

func TestCleaning(t *testing.T) {
	for _, c := range []struct{ name, file, tool, want string }{
		{"the presets of seed 000 know of none", "", "web_fetch", "off off"},
		{"strict", "mode: strict", "web_fetch", "strict block"},
		{"standard", "mode: standard", "web_fetch", "standard alert"},
		{"dev", "mode: dev", "web_fetch", "secrets shadow"},
		{"unknown tools too", "mode: standard", "nobody", "standard alert"},
		{"a file's default replaces the preset's", "mode: strict\ndefaults: {redaction: secrets}", "read", "secrets block"},
		{"in both", "defaults: {redaction: standard, injection: alert}", "nobody", "standard alert"},
		{"off is a word, not a truth value", "mode: strict\ndefaults: {redaction: off, injection: off}", "read", "off off"},

		{"false is off", "mode: strict\ntools: [{name: read, redactResult: false}]", "read", "off block"},
		{"for the scan too", "mode: strict\ntools: [{name: read, scanInjection: false}]", "read", "strict off"},
		{"for this tool alone", "mode: strict\ntools: [{name: read, redactResult: false, scanInjection: false}]", "web_fetch", "strict block"},
		{"true is at least standard and alert", "tools: [{name: read, redactResult: true, scanInjection: true}]", "read", "standard alert"},
		{"also over a laxer default", "mode: dev\ntools: [{name: read, redactResult: true, scanInjection: true}]", "read", "standard alert"},
		{"and loosens nothing", "mode: strict\ntools: [{name: read, redactResult: true, scanInjection: true}]", "read", "strict block"},

		{"a tool's word is its actions' word", "tools: [{name: message, scanInjection: true}]", "message.read", "off alert"},
		{"an action's own goes before it", "tools: [{name: message, scanInjection: true}, {name: message.read, scanInjection: false, redactResult: true}]", "message.read", "standard off"},
		{"switch by switch", "tools: [{name: message, scanInjection: true}, {name: message.read, redactResult: true}]", "message.read", "standard alert"},
		{"a class says nothing of it", "mode: strict\ntools: [{name: helper, risk: read}]", "helper", "strict block"},
		{"a server's tool", "tools: [{name: acme__read, scanInjection: true}]", "mcp__acme__read", "off alert"},
		{"is not the host's", "mode: strict\ntools: [{name: read, redactResult: false}]", "mcp__acme__read", "strict block"},
		{"another name of the same", "mode: strict\ntools: [{name: view_image, redactResult: false}]", "IMAGE", "off block"},
	} {
		require.Equal(t, c.want, cleaning(parse(t, c.file).For(""), c.tool), c.name)
	}
}

func TestAgentsHaveTheirOwnCleaning(t *testing.T) {
	p := parse(t, `
defaults: {redaction: standard}
tools:
  - {name: web_fetch, scanInjection: true, redactResult: false}
  - {name: read, redactResult: false, risk: write}
agentOverrides:
  work:
    tools:
      - {name: web_fetch, scanInjection: false}
      - {name: read, allow: ask}
      - {name: helper, redactResult: false}
`)
	common, work := p.For(""), p.For("work")
	require.Equal(t, "off alert", cleaning(common, "web_fetch"))
	require.Equal(t, "off off", cleaning(work, "web_fetch"), "what the agent's entry leaves open is the file's")
	require.Equal(t, "off off", cleaning(work, "read"), "class and action are another matter")
	require.Equal(t, "confirm", risk(work, "read"))
	require.Equal(t, "standard off", cleaning(common, "helper"))
	require.Equal(t, "off off", cleaning(work, "helper"))

	again := parse(t, string(p.YAML()))
	require.Equal(t, p.Hash, again.Hash)
	require.Equal(t, "off off", cleaning(again.For("work"), "web_fetch"))
}

func TestFindingsLowerToUntrustedUnlessConfiguredOtherwise(t *testing.T) {
	require.Equal(t, trust.Untrusted, policy.Default().FindingLevel)
	require.Equal(t, trust.Untrusted, parse(t, "mode: strict").FindingLevel)
	require.Equal(t, trust.External, parse(t, "defaults: {findingLevel: external}").FindingLevel)
	require.Equal(t, trust.Trusted, parse(t, "defaults: {findingLevel: trusted}").FindingLevel)
}

func TestTheDefaultRedactionIsForAllThatIsNoResult(t *testing.T) {
	require.Equal(t, redact.Off, policy.Default().Redaction)
	require.Equal(t, redact.Standard, parse(t, "mode: standard\ntools: [{name: exec, redactResult: false}]").Redaction)
	require.Equal(t, redact.Secrets, parse(t, "mode: strict\ndefaults: {redaction: secrets}").Redaction)
}

func TestExecIsLeftToTheGatewaysOwnApprovals(t *testing.T) {
	p := parse(t, `
mode: standard
toolOverrides: {exec: {"*": allow, untrusted: confirm}}
agentOverrides:
  careful: {tools: [{name: exec, useExecApprovals: false}]}
  walled: {tools: [{name: exec, allow: false}]}
`)
	ruling, ok := p.For("").Risk("exec")
	require.True(t, ok)
	require.Equal(t, policy.Ruling{
		Mode: trust.Allow,
		Text: "tools.exec.allow: ask (preset standard), which useExecApprovals leaves to the gateway's own exec approvals",
	}, ruling)
	require.Equal(t, "allow allow allow confirm", modes(p.For(""), "exec"), "what the context is worth is another question")
	require.Equal(t, "confirm", risk(p.For("careful"), "exec"))
	require.Equal(t, "restrict", risk(p.For("walled"), "exec"))

	byClass, _ := parse(t, "risk: {critical: ask}\ntools: [{name: exec, useExecApprovals: true}]").For("").Risk("exec")
	require.Equal(t, "risk.critical: ask (policy line 1), which useExecApprovals leaves to the gateway's own exec approvals", byClass.Text)

	open := parse(t, "mode: standard\ntoolOverrides: {exec: {\"*\": allow}}").For("")
	require.Equal(t, "allow", risk(open, "exec"))
	require.False(t, open.SafeToCall("exec"), "someone is asked, so it does not go on without an answer")
}
