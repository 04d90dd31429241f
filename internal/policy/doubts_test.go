package policy_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/policy"
)

// doubted is a policy of one rule; without an action, one that blocks exec.
func doubted(when, action string) string {
	if action == "" {
		action = "block_tools: exec"
	}
	return fmt.Sprintf("policies: [{name: r, when: {%s}, action: {%s}}]", when, action)
}

// A rule that never matches, or always, is valid, and its owner is told.
func TestDoubts(t *testing.T) {
	const at = "policy.yaml:1:12: policies: r: "
	for text, want := range map[string]string{
		doubted("param_matches: {cmd: rm}", ""):                                                   at + "param_matches.cmd never holds: exec has no parameter cmd: did you mean command?",
		doubted("param_equals: {comand: ls}", ""):                                                 at + "param_equals.comand never holds: exec has no parameter comand: did you mean command?",
		doubted("tool: [read, write], param_matches: {where: x}", "confirm_tools: [read, write]"): at + "param_matches.where never holds: read, write have no parameter where: use path, file_path, filePath, file, offset or limit",
		doubted("tool: exec, param_not_matches: {cmd: ls}", ""):                                   at + "param_not_matches.cmd always holds: exec has no parameter cmd: did you mean command?",
		doubted("tool: mcp__openclaw__exec, param_matches: {cmd.x: rm}", "block_turn: true"):      at + "param_matches.cmd.x never holds: mcp__openclaw__exec has no parameter cmd: did you mean command?",
		doubted("tool: exec", "block_tools: [write]"):                                             at + "it holds for calls of exec alone, so its action never comes to write: name the same tools in both, or leave out when.tool",
		doubted("tool: 'web_?etch'", "block_tools: [web_fetch, exec]"):                            at + "it holds for calls of web_?etch alone, so its action never comes to exec: name the same tools in both, or leave out when.tool",
		doubted("session: telegram", ""):                                                          at + "session: telegram fits no session: their keys are as agent:main:telegram:direct:111; write *:telegram:* for those that have it in the middle, or channel: telegram for whatever came in there",
		doubted("session: 'telegram:*'", ""):                                                      at + "session: telegram:* fits no session: their keys are as agent:main:telegram:direct:111; write *:telegram:* for those that have it in the middle",
		doubted("session: 'agent:a:*', agent: b", ""):                                             at + "agent and session contradict each other: the sessions are another agent's; leave one out",
		doubted("channel: 'telegram:111'", ""):                                                    at + "channel: telegram:111 fits no channel: it is one word, as telegram; ids go under sender, and keys under session",
		doubted("sender: 111", ""):                                                                at + "sender: 111 is whoever has that id, on every channel: write the channel in front, as telegram:111",
		doubted("sender: 'telegram:111', channel: discord", ""):                                   at + "sender and channel contradict each other: these people are on other channels; leave one out",
		doubted("context_taint_includes: [trusted, shared, external, untrusted]", ""):             at + "context_taint_includes names all levels, so it always holds: name those that the rule is about",
		doubted("context_taint_includes: trusted", ""):                                            at + "context_taint_includes names trusted, which nearly every context holds: name the levels below, as in [external, untrusted]",
		doubted("iteration_gte: 30", "") + "\nmaxIterations: {trusted: 30, below: 5}":             at + "iteration_gte: 30 is never reached: a turn is blocked at maxIterations: 30; write a lower number",
		doubted("url_host_not_in: ['*.co.uk', example.com]", ""):                                  at + "url_host_not_in: *.co.uk is every host below co.uk, which anybody can have: name the hosts that are meant, as *.example.co.uk",
		doubted("url_host_in: [a.example.com], url_host_not_in: ['*.example.com']", ""):           at + "url_host_in and url_host_not_in contradict each other: the hosts of the one are all among those of the other; leave one out",
		doubted("path_inside: /", ""):                                                             at + "path_inside: everything is inside /: name a directory, as in ~/notes",
		doubted("path_inside: '**'", ""):                                                          at + "path_inside: everything is inside **: name a directory, as in ~/notes",
		doubted("path_outside: [/, /srv]", ""):                                                    at + "path_outside never holds: nothing is outside /: name directories, as in ~/notes",
		doubted("path_inside: ~/a, path_outside: [~/a]", ""):                                      at + "path_inside and path_outside contradict each other: they name the same paths; leave one out",
		doubted("param_matches: {command: 'rm$ -rf'}", ""):                                        at + "param_matches.command never holds: no text matches rm$ -rf: ^ stands at the beginning of a text and $ at its end",
		doubted("param_matches: {command: 'a^b|c$d'}", ""):                                        at + "param_matches.command never holds: no text matches a^b|c$d: ^ stands at the beginning of a text and $ at its end",
		doubted("param_not_matches: {command: 'ok$!'}", ""):                                       at + "param_not_matches.command always holds: no text matches ok$!: ^ stands at the beginning of a text and $ at its end",
		doubted("param_matches: {command: '.*'}", ""):                                             at + "param_matches.command: every text matches .*, so it says no more than that the call has the parameter: write what the value must hold, or . if any value will do",
		doubted("param_matches: {command: '^(git )?'}", ""):                                       at + "param_matches.command: every text matches ^(git )?, so it says no more than that the call has the parameter: write what the value must hold, or . if any value will do",
		doubted("param_matches: {command: '^.*$'}", ""):                                           at + "param_matches.command: every text matches ^.*$, so it says no more than that the call has the parameter: write what the value must hold, or . if any value will do",
		doubted("param_equals: {command: ls}, param_matches: {command: ^rm}", ""):                 at + "param_equals.command and param_matches.command contradict each other: the value does not match ^rm",
		doubted("param_matches: {command: rm}, param_not_matches: {command: rm}", ""):             at + "param_matches.command and param_not_matches.command are the same expression and contradict each other: keep one",
		"urlOutputTaints: {'https://*.com': trusted}":                                             "policy.yaml:1:36: urlOutputTaints: https://*.com: trusted trusts every host below com, which anybody can have: name the hosts that are meant, as https://*.example.com",
		"urlOutputTaints: {'https://*.github.io/x': shared}":                                      "policy.yaml:1:44: urlOutputTaints: https://*.github.io/x: shared trusts every host below github.io, which anybody can have: name the hosts that are meant, as https://*.example.github.io",
		"agentOverrides: {a: {urlOutputTaints: {'https://*.co.uk': external}}}":                   "policy.yaml:1:59: agentOverrides.a.urlOutputTaints: https://*.co.uk: external trusts every host below co.uk, which anybody can have: name the hosts that are meant, as https://*.example.co.uk",
		"trustedSenderIds: [111]":                                                                 "policy.yaml:1:20: trustedSenderIds[0]: 111 is whoever has that id, on every channel: write the channel in front, as telegram:111",
		"policies:\n- {name: a, when: {iteration_gte: 3}, action: {block_tools: ['web_*', exec]}}\n- {name: b, when: {iteration_gte: 5, agent: main}, action: {confirm_tools: web_fetch}}": "policy.yaml:3:3: policies: b changes nothing: a on line 2 holds whenever it does, and is no milder: leave it out, or make the other one narrower",
	} {
		require.Equal(t, []string{want}, parse(t, text).Warnings, text)
	}
}

func TestNoDoubtsAboutWhatIsMeant(t *testing.T) {
	for _, text := range []string{
		doubted("tool: exec, param_matches: {command: '.'}", ""),
		doubted("tool: exec, param_matches: {env.PATH: x, workdir: '^/srv(/|$)'}", ""),
		doubted("param_matches: {whatever: x}", "block_tools: [message, acme_lookup]"),
		doubted("param_matches: {content: '(?m)x$\\ny|^\\z'}", "block_tools: [write]"),
		doubted("param_not_matches: {host: '.*'}", ""),
		doubted("tool: exec", "block_tools: [exec.look]"),
		doubted("tool: exec.look", "block_tools: [exec]"),
		doubted("tool: search", "block_tools: ['mcp__*']"),
		doubted("tool: automations", "block_tools: [cron]"),
		doubted("tool: exec", "block_turn: true"),
		doubted("tool: mcp__acme__send", "confirm_tools: [send, '*']"),
		doubted("tool: 'a?c*'", "confirm_tools: ['*b?d']"),
		doubted("session: ['agent:main:*', '*telegram*', global, '*', 'agent:ma?n:cron:?*']", ""),
		doubted("session: 'agent:a*:x', agent: ['ab']", ""),
		doubted("channel: [telegram, 'tele*']", ""),
		doubted("sender: 111, channel: telegram", ""),
		doubted("sender: ['telegram:111', 'telegram:*', '*'], channel: telegram", ""),
		doubted("context_taint_includes: [shared, external, untrusted]", ""),
		doubted("iteration_gte: 9", ""),
		doubted("iteration_gte: 9, url_host_in: ['*.zip']", ""),
		doubted("url_host_not_in: ['*.internal', '*.example.co.uk', github.io]", ""),
		doubted("url_host_in: ['*.example.com'], url_host_not_in: [a.example.com]", ""),
		doubted("path_inside: ['**/.env', '/*/x', '*'], path_outside: drafts", ""),
		"urlOutputTaints: {'https://*.com': untrusted, 'https://*.example.com': trusted, 'https://*.internal': trusted, 'https://github.io': shared}",
		"ownerIds: ['telegram:111', 'user@example.org']",
		"policies:\n- {name: a, when: {iteration_gte: 3}, action: {confirm_tools: exec}}\n- {name: b, when: {iteration_gte: 5}, action: {block_tools: exec}}\n" +
			"- {name: c, when: {iteration_gte: 4, tool: exec}, action: {confirm_tools: exec, block_turn: true}}\n- {name: d, when: {iteration_gte: 2}, action: {confirm_tools: exec}}",
	} {
		require.Empty(t, parse(t, text).Warnings, text)
	}
}

func TestNoDoubtsAboutWhatIsShipped(t *testing.T) {
	for _, name := range policy.Presets() {
		p, _ := policy.Preset(name)
		require.Empty(t, p.Warnings, name)
		require.Empty(t, parse(t, string(p.YAML())).Warnings, name)
	}
	pages, err := filepath.Glob("../../docs/*.md")
	require.NoError(t, err)
	policies := 0
	for _, page := range append(pages, "../../README.md", "../../SECURITY.md", "../../examples/demo/main.go") {
		text, err := os.ReadFile(page)
		require.NoError(t, err)
		for _, block := range regexp.MustCompile("(?ms)^```(?:yaml|json)\n(.*?)^```$|`((?:mode|policies|toolOverrides): .*?)`").FindAllStringSubmatch(string(text), -1) {
			if p, err := policy.Parse([]byte(block[1]+block[2]), page); err == nil { // others are not policies
				policies++
				require.Empty(t, p.Warnings, page)
			}
		}
	}
	require.Greater(t, policies, 15)
}

// Comparisons in pairs are bounded.
func TestDoubtsTakeNoTime(t *testing.T) {
	var b strings.Builder
	b.WriteString("policies:\n")
	for i := range 500 {
		fmt.Fprintf(&b, "- {name: r%d, when: {iteration_gte: 3, tool: ['%s*%d', x], session: ['*%s'], agent: ['*%s*']}, action: {block_tools: ['%s?%d']}}\n", i,
			strings.Repeat("*a", 40), i, strings.Repeat("?a*", 30), strings.Repeat("b*", 30), strings.Repeat("*a", 40), i)
	}
	parse(t, b.String())
}
