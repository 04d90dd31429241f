package policy_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/policy"
)

// accepted are files that load, those of the seeds first.
var accepted = []string{
	"",
	"# only a comment\n",
	"mode: standard",

	// seed 000, "Installation", pasted
	`{
	"taintPolicy": {"trusted": "allow", "shared": "confirm", "external": "confirm", "untrusted": "confirm"},
	"approvalTtlSeconds": 120,
	"toolOverrides": {"gateway": {"*": "confirm"}}
}`,
	`{"taintPolicy": {"system": "allow", "owner": "confirm", "local": "restrict", "shared": "confirm"}}`,
	`toolOverrides: {gateway: {"*": confirm}, read: {"*": allow}, exec: {external: restrict, untrusted: restrict}}`,
	`toolOutputTaints: {web_fetch: external, web_search: owner, my tool: shared}`,
	`commandOutputTaints: {curl: trusted, Git: untrusted, my-mail: shared, "7z": external, x.py: owner}`,

	// seed 003 §4
	`
mode: standard

defaults:
  denyUnknownTools: true
  unknownToolAction: deny
  log: safe
  redaction: standard

risk:
  read: allow
  write: ask
  critical: deny

tools:
  - name: "web_fetch"
    risk: read
    allow: true
    redactResult: true
    scanInjection: true

  - name: "browser"
    risk: write
    allow: ask
    scanInjection: true

  - name: "exec"
    risk: critical
    allow: ask
    useExecApprovals: true
`,
	seed004,

	`
policies:
  - name: everything a rule can say
    when:
      context_taint_includes: external
      iteration_gte: 0
      tool: ["mcp_*", exec]
      agent: main
      session: "agent:*:subagent:*"
      channel: telegram
      sender: [111222333, "telegram:?11"]
      sender_is_owner: false
      param_equals: {options.force: true, count: 3, who: null, ratio: -0.5, to: "5"}
      param_matches: {command: '\bsudo\b'}
    action:
      confirm_tools: "*"
      reason: >
        folded
        text
`,
	`
trustedSenderIds: [telegram:111, 222333444555666777, "+15551234567"]
ownerIds: []
requireVerifiedOwner: true
approvalCodes: owner
onFailure: closed
contentPreviews: false
workspaceDir: /srv/agent
developerMode: true
maxIterations: 25
agentOverrides:
  Nightly:
    taintPolicy: {external: restrict}
    toolOverrides: {message: {"*": allow}}
    toolOutputTaints: {web_fetch: trusted}
    maxIterations: 50
    tools: [{name: exec, allow: false}, {name: cron}]
  empty:
`,
	"mode: dev\r\nmaxIterations: 3\r\n",
	"trustedSenderIds: [010, 1_000, yes]", // ids are taken literally
	`policies: [{name: x, when: {param_equals: {a: "a\u2028b", b: "c\x85"}, tool: "on"}, action: {block_tools: "n"}}]`,
	`policies: [{name: x, when: {param_equals: {a: "yes", b: '010', c: 1e3}}, action: {block_tools: exec}}]`,
	"taintPolicy:\n#  shared: allow\ntoolOverrides:\nrisk:\ntools:\npolicies:\nauthentication:\n",

	// seed 002
	`
authentication:
  mode: enforce
  scope: both
  outsideScope: confirm
  sources:
    human: [read, write, send, exec, trade]
    agent: [read]
    system: [read, write, send]
  claims: count
tools:
  - name: reprice
    actionClasses: [trade, write]
agentOverrides:
  main:
    authentication: {mode: warn}
`,
	"authentication: {mode: off, scope: declared, outsideScope: restrict, sources: {human: [], agent: [], system: [trade, read]}, claims: off}",
	"authentication: {mode: warn, scope: inferred, claims: footer, sources: }",
	"agentOverrides: {a: {authentication: {sources: {human: [read]}}}, b: {authentication: }}",
}

const seed004 = `
policies:
  # If any external content is in context, remove exec tool
  - name: no-exec-when-tainted
    when:
      context_taint_includes: [external, untrusted]
    action:
      remove_tools: [exec]

  # If untrusted content is present, block all outgoing messages
  - name: no-send-when-untrusted
    when:
      context_taint_includes: [untrusted]
    action:
      block_tools: [message]

  # If recursion depth > 5, abort (runaway loop)
  - name: max-recursion
    when:
      iteration_gte: 5
    action:
      block_turn: true
      reason: "Max recursion depth exceeded"

  # Log all turns that touch external content
  - name: audit-external
    when:
      context_taint_includes: [external]
    action:
      log_full_context: true
      persist_graph: true
`

// refused are files that do not load, with the error. Those that an editor can flag, too, have
// schema: true.
var refused = []struct {
	text   string
	want   string
	schema bool
}{
	// keys
	{"mode: standart", `1:7: mode must be provenance, personal, paranoid, permissive, interactive, strict, standard or dev, not "standart": did you mean standard?`, true},
	{"maxIteration: 3", `1:1: maxIteration is not a key of a policy file: did you mean maxIterations?`, true},
	{"taint_policy: {}", `1:1: taint_policy is not a key of a policy file: did you mean taintPolicy?`, true},
	{"remove_tools: [exec]", `1:1: remove_tools is not a key of a policy file: it belongs under action`, true},
	{"plugins: {}", `paste only what is inside plugins.entries.provenance.config`, true},
	{"tools:\n  - {name: x, developerMode: true}", `2:15: tools[0].developerMode is not a key of a policy file: it belongs under the top level`, true},
	{"mode: dev\nmaxIterations: 3\nmode: dev", `3:1: mode is given twice, first on line 1: keep one`, false},
	{"a: 1\n---\nb: 2", `a second document begins here`, false},
	{"[]", `1:1: the file must be a mapping (key: value lines), not a list`, true},
	{"hello", `1:1: the file must be a mapping (key: value lines), not "hello"`, true},
	{"? [a]\n: b", `a key must be plain text, not a list`, false},

	// values
	{"authority: {mode: yes}", `1:19: authority.mode must be off, shadow or on, not "yes": did you mean on?`, true},
	{"authority: {mode: False}", `1:19: authority.mode must be off, shadow or on, not False: did you mean off?`, true},
	{"authority: {delegate: no}", `1:23: authority.delegate must be on or off, not "no": did you mean off?`, true},
	{"developerMode: yes", `1:16: developerMode must be true or false, not "yes"`, true},
	{"approvalTtlSeconds: 0", `1:21: approvalTtlSeconds must be a whole number from 1 to 86400, not the number 0`, true},
	{"approvalTtlSeconds: 1.5", `not the number 1.5`, true},
	{`approvalTtlSeconds: "120"`, `not "120"`, true},
	{"allowAlwaysMinutes: 0", `allowAlwaysMinutes must be a whole number from 1 to 1440, not the number 0`, true},
	{"allowAlwaysMinutes: 1441", `must be a whole number from 1 to 1440`, true},
	{"maxIterations: {trusted: 0}", `1:26: maxIterations.trusted must be a whole number from 1 to 10000, not the number 0`, true},
	{"maxIterations: {trusted: 5, below: 10001}", `1:36: maxIterations.below must be a whole number from 1 to 10000`, true},
	{"maxIterations: {trusted: 5, below: 6}", `1:16: maxIterations: below: 6 is more than trusted: 5: content that is trusted less may not be allowed more`, false},
	{"maxIterations: {trusted: 5, belw: 6}", `1:29: maxIterations: belw is not a key of it: it has trusted, and below for all other levels: did you mean below?`, true},
	{"maxIterations: {}", `1:16: maxIterations is empty: write a number, or trusted and below`, false},
	{"maxIterations: [5]", `maxIterations must be a whole number from 1 to 10000, not a list`, true},
	{"maxIterations: ", `maxIterations must be a whole number from 1 to 10000, not nothing`, true},
	{"agentOverrides: {a: {maxIterations: {external: 5}}}", `1:38: agentOverrides.a.maxIterations: external is not a key of it`, true},
	{"maxIterations: 99999999999999999999", `must be a whole number from 1 to 10000`, true},
	{"onFailure: opened", `onFailure must be guarded, open or closed, not "opened"`, true},
	{"approvalCodes:", `approvalCodes must be model or owner, not nothing`, true},
	{"workspaceDir: work", `workspaceDir: "work" is relative: write the path in full, from /`, true},
	{`trustedSenderIds: ["*"]`, `trust is given to single senders`, false},
	{"trustedSenderIds: telegram:111", `trustedSenderIds must be a list`, true},
	{"trustedSenderIds: [1.5]", `write "1.5" in quotes`, true},

	// modes and levels
	{"taintPolicy: {shared: ask}", `1:23: taintPolicy.shared: write confirm, not ask`, true},
	{"taintPolicy: {extrnal: allow}", `1:15: taintPolicy: "extrnal" is not a trust level: use trusted, shared, external or untrusted: did you mean external?`, true},
	{`taintPolicy: {"*": allow}`, `"*" is not a trust level`, true},
	{"taintPolicy: allow", `taintPolicy must be a mapping (key: value lines), not "allow"`, true},
	{"toolOverrides: {exec: confirm}", `toolOverrides.exec must say at which levels: write {"*": confirm} for every level`, true},
	{"toolOverrides: {exec: {trusted: [allow]}}", `toolOverrides.exec.trusted must be allow, confirm or restrict, not a list`, true},
	{"toolOverrides:\n  exec: {trusted: allow}\n  Exec: {trusted: allow}", `3:3: toolOverrides: Exec is given twice in different spellings, first on line 2: keep one`, false},
	{`toolOverrides: {"mcp_*": {"*": allow}}`, `"mcp_*" is a pattern; this takes exact names`, false},
	{"toolOutputTaints: {web_fetch: allow}", `toolOutputTaints.web_fetch must be trusted, shared, external or untrusted, not "allow"`, true},
	{"commandOutputTaints: {curl: allow}", `commandOutputTaints.curl must be trusted, shared, external or untrusted, not "allow"`, true},
	{"commandOutputTaints: [curl]", `commandOutputTaints must be a mapping (key: value lines), not a list`, true},
	{"commandOutputTaints: {/usr/bin/curl: trusted}", `1:23: commandOutputTaints: "/usr/bin/curl" is a path: write the program's name alone`, false},
	{"commandOutputTaints: {git pull: trusted}", `"git pull" is not a program's name: write the name alone, without arguments`, false},
	{"commandOutputTaints:\n  curl: trusted\n  CURL: shared", `3:3: commandOutputTaints: CURL is given twice in different spellings, first on line 2: keep one`, false},
	{`commandOutputTaints: {"*": external}`, `"*" is a pattern; this takes single programs: for whatever a tool runs, use toolOutputTaints`, false},
	{"urlOutputTaints: {example.com: trusted}", `urlOutputTaints: "example.com": write it whole, as https://example.com/docs`, false},
	{"urlOutputTaints: {'ftp://example.com': trusted}", `only http and https are fetched`, false},
	{"urlOutputTaints: {'https://ann@example.com': trusted}", `leave out the user`, false},
	{"urlOutputTaints: {'https://wiki.*.com': trusted}", `the host must be in ASCII, with *. at most at its beginning`, false},
	{"urlOutputTaints: {'https://exämple.com': trusted}", `the host must be in ASCII`, false},
	{"urlOutputTaints: {'https://example.com/a/../b': trusted}", `the path must be plain`, false},
	{"urlOutputTaints: {'https://example.com/docs/*': trusted}", `"https://example.com/docs/*": leave out the * of the path`, false},
	{"urlOutputTaints: {'https://example.com/?q=x': trusted}", `leave out what follows the path`, false},
	{"urlOutputTaints:\n  https://example.com/a: trusted\n  https://EXAMPLE.com:443/a/: shared", `3:3: urlOutputTaints: https://EXAMPLE.com:443/a/ is given twice in different spellings, first on line 2: keep one`, false},
	{"urlOutputTaints: {'https://example.com': allow}", `must be trusted, shared, external or untrusted, not "allow"`, true},
	{"agentOverrides: {a: {commandOutputTaints: {'c;d': shared}}}", `agentOverrides.a.commandOutputTaints: "c;d" is not a program's name`, false},
	{"risk: {write: confirm}", `risk.write: write ask, not confirm`, true},
	{"risk: {write: true}", `risk.write: write allow, not true`, true},
	{"defaults: {log: full}", `1:17: defaults.log must be safe, not "full": the log never holds content, and nothing makes it`, true},
	{"defaults: {redaction: none}", `defaults.redaction must be strict, standard, secrets or off, not "none"`, true},
	{"defaults: {redaction: false}", `defaults.redaction must be strict, standard, secrets or off, not false`, true},
	{"defaults: {injection: allert}", `defaults.injection must be block, alert, shadow or off, not "allert": did you mean alert?`, true},
	{"defaults: {findingLevel: none}", `defaults.findingLevel must be trusted, shared, external or untrusted, not "none"`, true},
	{"redaction: strict", `1:1: redaction is not a key of a policy file: it belongs under defaults`, true},
	{"tools: [{name: x, redactResult: strict}]", `tools[0].redactResult must be true or false, not "strict"`, true},
	{"risk: {writes: ask}", `risk.writes is not a key of a policy file: did you mean write?`, true},
	{"tools: [{name: x, allow: deny}]", `tools[0].allow must be true, false or ask, not "deny": write false`, true},
	{"tools: [{name: x, risk: high}]", `tools[0].risk must be read, write, critical or unknown, not "high"`, true},
	{"tools: [{risk: read}]", `tools[0]: name is missing`, true},
	{"toolOverrides:\n  cron: {}\n  automations: {}", `3:3: toolOverrides: automations is given twice in different spellings, first on line 2: keep one`, false},
	{"tools: [{name: exec}, {name: mcp__openclaw__exec}]", `tools: exec has two entries`, false},
	{"tools: [{name: x}, {name: X}]", `tools: x has two entries, the first on line 1`, false},
	{"defaults: {denyUnknownTools: true, unknownToolAction: ask}", `defaults.denyUnknownTools: true contradicts ask`, false},
	{"defaults: {unknownToolAction: ask}\nrisk: {unknown: deny}", `defaults.unknownToolAction: ask contradicts risk.unknown: deny on line 2`, false},

	// authentication
	{"authentication: enforce", `1:17: authentication must be a mapping (key: value lines), not "enforce"`, true},
	{"authentication: {mode: enforced}", `1:24: authentication.mode must be enforce, warn or off, not "enforced": did you mean enforce?`, true},
	{"authentication: {mode: true}", `authentication.mode must be enforce, warn or off, not true`, true},
	{"authentication: {scope: infered}", `authentication.scope must be both, declared or inferred, not "infered": did you mean inferred?`, true},
	{"authentication: {outsideScope: allow}", `authentication.outsideScope must be confirm or restrict, not allow: to see what would be outside without holding it, write mode: warn`, true},
	{"authentication: {outsideScope: ask}", `authentication.outsideScope: write confirm, not ask`, true},
	{"authentication: {claims: foot}", `authentication.claims must be count, footer or off, not "foot"`, true},
	{"authentication: {sources: {humans: [read]}}", `authentication.sources.humans is not a key of a policy file: did you mean human?`, true},
	{"authentication: {sources: {cron: [read]}}", `authentication.sources.cron is not a key of a policy file: use human, agent or system`, true},
	{"authentication: {human: [read]}", `authentication.human is not a key of a policy file: it belongs under authentication.sources`, true},
	{"outsideScope: confirm", `1:1: outsideScope is not a key of a policy file: it belongs under authentication`, true},
	{"authentication: {sources: {human: read}}", `authentication.sources.human must be a list ([a, b] or - lines), not "read"`, true},
	{"authentication: {sources: {agent: [read, sent]}}", `1:42: authentication.sources.agent[1] must be read, write, send, exec or trade, not "sent": did you mean send?`, true},
	{"authentication: {sources: {agent: [read, send, read]}}", `1:48: authentication.sources.agent[2]: read is given twice: keep one`, true},
	{"tools: [{name: x, actionClasses: []}]", `1:34: tools[0].actionClasses is empty: a tool without a class would be in every message's scope: write [read] for one that only looks, or leave the key out`, true},
	{"tools: [{name: x, actionClasses: }]", `tools[0].actionClasses is empty`, true},
	{"tools: [{name: x, actionClasses: read}]", `tools[0].actionClasses must be a list ([a, b] or - lines), not "read"`, true},
	{"tools: [{name: x, actionClasses: [reed, Write]}]", `tools[0].actionClasses[0] must be read, write, send, exec or trade, not "reed": did you mean read?`, true},
	{"tools: [{name: x, actionClasses: [critical]}]", `tools[0].actionClasses[0] must be read, write, send, exec or trade, not "critical"`, true},
	{"agentOverrides: {a: {authentication: {mode: on}}}", `agentOverrides.a.authentication.mode must be enforce, warn or off, not "on"`, true},

	// agents
	{"agentOverrides: {a: {onFailure: open}}", `agentOverrides.a.onFailure is not a key of a policy file: it belongs under the top level`, true},
	{"agentOverrides: {a: {}, A: {}}", `A is given twice in different spellings`, false},
	{"agentOverrides: {a: {tools: [{name: x}, {name: x}]}}", `x has two entries`, false},

	// rules
	{"policies: [{name: x, when: {}, action: {block_turn: true}}]", `1:28: policies: x has no condition and would always apply`, false},
	{"policies: [{name: x, when: {iteration_gte: 1}, action: {}}]", `policies: x does nothing`, false},
	{"policies: [{name: x, when: {iteration_gte: 1}, action: {block_turn: false, reason: y}}]", `policies: x does nothing`, false},
	{"policies: [{name: x, action: {block_turn: true}}]", `policies[0]: when is missing`, true},
	{"policies: [{when: {iteration_gte: 1}, action: {block_turn: true}}]", `policies[0]: name is missing`, true},
	{"policies: [{name: x, when: {iteration_gte: -1}, action: {block_turn: true}}]", `must be a whole number from 0 to 10000`, true},
	{"policies: [{name: x, when: {tool: []}, action: {block_turn: true}}]", `policies[0].when.tool is empty`, true},
	{"policies: [{name: x, when: {tool: 'a[b]'}, action: {block_turn: true}}]", `bad pattern "a[b]": only * (anything) and ? (one character) are special`, false},
	{"policies: [{name: x, when: {context_taint_includes: [tainted]}, action: {block_turn: true}}]", `must be trusted, shared, external or untrusted, not "tainted"`, true},
	{"policies: [{name: x, when: {param_matches: {a: '(?=x)'}}, action: {block_tools: exec}}]", `the syntax is RE2: no look-around`, false},
	{`policies: [{name: x, when: {param_matches: {a: "\brm"}}, action: {block_tools: exec}}]`, `param_matches.a: it holds the control character U+0008 (between double quotes, \b is a backspace): use single quotes`, false},
	{`policies: [{name: x, when: {param_matches: {a: "\PL"}}, action: {block_tools: exec}}]`, `the control character U+2029`, false},
	{"policies: [{name: x, when: {param_matches: {a: 5}}, action: {block_tools: exec}}]", `must be a regular expression`, true},
	{"policies: [{name: x, when: {param_equals: {a..b: 5}}, action: {block_tools: exec}}]", `"a..b" is not a path`, false},
	{"policies: [{name: x, when: {param_equals: {a: [5]}}, action: {block_tools: exec}}]", `must be a text, a number, true, false or null, not a list`, true},
	{"policies: [{name: x, when: {param_equals: {a: 12345678901234567890}}, action: {block_tools: exec}}]", `if it is an id, write it in quotes`, false},
	{"policies: [{name: x, when: {param_equals: {a: .inf}}, action: {block_tools: exec}}]", `if it is an id`, false},
	{"policies: [{name: x, when: {taint_at_most: shared}, action: {block_tools: exec}}]", `when.taint_at_most is not a key`, true},
	{"policies:\n  - {name: x, when: {iteration_gte: 1}, action: {block_turn: true}}\n  - {name: x, when: {iteration_gte: 1}, action: {block_turn: true}}", `3:5: policies: two rules are named "x", the first on line 2`, false},

	// YAML itself
	{"mode: dev\n\tx: 1", `2:2: this line is indented with a tab: indent with spaces`, false},
	{"risk:\n  write: a: b", `2:3: mapping values are not allowed in this context: the indentation is off, or a text with a colon in it needs quotes`, false},
	{"mode: dev\nrisk\nmaxIterations: 1", `2:1: could not find expected ':': write key: value`, false},
	{" mode: dev\nmaxIterations: 1", `2:1: did not find expected <document start>: the file's keys end above this line: indent the lines above as this one, and leave out what is no part of it`, false},
	{"{mode: dev}\n{mode: strict}", `2:1: did not find expected <document start>: the file's keys end above this line`, false},
	{"mode: dev\ntrustedSenderIds: [1, 2", `a bracket or a comma is missing`, false},
	{"mode: @dev", `1:1: found character that cannot start any token: a text that begins with a special character needs quotes`, false},
	{"mode: &m dev\napprovalCodes: *m", `1:7: &m: anchors are not taken`, false},
	{"mode: *m", `aliases are not taken`, false},
	{"risk: {<<: {read: allow}}", `1:8: risk: a key must be plain text, not << (a merge key): write out what it brings in`, false},
	{"maxIterations: 010", `1:16: maxIterations: write 010 in decimal digits alone: no +, _, leading zero, 0x or 0o`, false},
	{"maxIterations: 08", `write 08 in decimal digits alone`, false},
	{"approvalTtlSeconds: 0x1F", `write 0x1F in decimal digits alone`, false},
	{"maxIterations: 1_000", `write 1_000 in decimal digits alone`, false},
	{"maxIterations: +5", `write +5 in decimal digits alone`, false},
	{"maxIterations: 1:30", `must be a whole number from 1 to 10000, not "1:30"`, true},
	{"policies: [{name: x, when: {iteration_gte: 0o10}, action: {block_turn: true}}]", `write 0o10 in decimal digits alone`, false},
	{"policies: [{name: x, when: {param_equals: {a: 010}}, action: {block_tools: exec}}]", `1:47: policies[0].when.param_equals.a: 010 is not written as JSON writes numbers: write it in decimal digits alone, or in quotes if it is a text`, false},
	{"policies: [{name: x, when: {param_equals: {a: yes}}, action: {block_tools: exec}}]", `yes is read as text, and as something else before YAML 1.2: write "yes" in quotes, or true, false or a number in decimal digits`, false},
	{"policies: [{name: x, when: {param_equals: {a: 12:30}}, action: {block_tools: exec}}]", `write "12:30" in quotes`, false},
	{"# mine\u2028mode: permissive", `1:7: U+2028 ends a line here, and an editor may not show it: take it out, or write a plain line break`, false},
	{"mode: dev\n# é\u0085onFailure: open", `2:4: U+0085 ends a line here`, false},
	{"mode: !!str dev", `!!str: tags are not taken`, false},
	{"mode: \xff", `1:7: the file is not UTF-8 text`, false},
	{"mode: \"a\\u0000\"", `mode must be`, false},
	{"policies: [{name: \"a\\u0007b\", when: {iteration_gte: 1}, action: {block_turn: true}}]", `holds a control character or a line break`, false},
	{strings.Repeat("a: {", 40) + strings.Repeat("}", 40), `nested deeper than 32 levels`, false},
	{strings.Repeat("#", 1<<20) + "\n", `the file has 1048577 bytes, more than 1048576`, false},
}

func TestParseAccepts(t *testing.T) {
	for _, text := range accepted {
		p := parse(t, text)
		require.Equal(t, "policy.yaml", p.Source)
		require.Equal(t, p.Hash, parse(t, string(p.YAML())).Hash, text)
	}
}

func TestParseRefuses(t *testing.T) {
	for _, bad := range refused {
		p, err := policy.Parse([]byte(bad.text), "policy.yaml")
		require.Nil(t, p)
		require.ErrorContains(t, err, bad.want)
		require.Regexp(t, `^policy\.yaml:\d+:\d+: `, err.Error())
		var one *policy.Error
		require.True(t, errors.As(err, &one))
	}
}

func TestParseReportsEverythingAtOnce(t *testing.T) {
	_, err := policy.Parse([]byte(`mode: standart
taintPolicy:
  shared: ask
maxIteration: 3
approvalTtlSeconds: 0
policies:
  - when: {iteration_gte: 2}
    action: {block_tool: [a]}
`), "p.yaml")
	require.EqualError(t, err, `p.yaml:1:7: mode must be provenance, personal, paranoid, permissive, interactive, strict, standard or dev, not "standart": did you mean standard?
p.yaml:3:11: taintPolicy.shared: write confirm, not ask
p.yaml:4:1: maxIteration is not a key of a policy file: did you mean maxIterations?
p.yaml:5:21: approvalTtlSeconds must be a whole number from 1 to 86400, not the number 0
p.yaml:7:5: policies[0]: name is missing
p.yaml:8:14: policies[0].action.block_tool is not a key of a policy file: did you mean block_tools?`)

	_, err = policy.Parse(bytes.Repeat([]byte("? [x]\n"), 200), "p.yaml")
	require.Equal(t, 51, len(strings.Split(err.Error(), "\n")))
	require.ErrorContains(t, err, "and 150 more errors")
}

// The plugin of seed 000 has its configuration inside the gateway's.
func TestAPluginsConfigurationPastedWhole(t *testing.T) {
	for _, file := range []string{
		`{"plugins": {"entries": {"provenance": {"config": {"toolOutputTaints": {"web_fetch": "external"}}}}}}`,
		"{\n  \"plugins\": {\n    \"load\": {\"paths\": [\"/path/to/plugin\"]},\n    \"entries\": {\n      \"provenance\": {\n        \"enabled\": true,\n        \"config\": {\n          \"toolOutputTaints\": {\"web_fetch\": \"external\"}\n        }\n      }\n    }\n  }\n}\n",
		"plugins:\n  entries:\n    provenance:\n      config:\n        toolOutputTaints:\n          web_fetch: external\n",
	} {
		p := parse(t, file)
		require.Equal(t, parse(t, "toolOutputTaints: {web_fetch: external}").Hash, p.Hash)
		require.Empty(t, p.Warnings)
		require.Nil(t, p.Wrappers())
	}
	p := parse(t, "{\n\"plugins\": {\"entries\": {\"provenance\": {\"enabled\": false,\n\"config\": {\n\"wrappers\": {\"jira\": {\"binary\": \"/bin/true\"}}}}}}}")
	require.Contains(t, string(p.Wrappers()), "jira")
	require.Equal(t, []string{"policy.yaml:2:51: plugins.entries.provenance.enabled: false has no effect here: the policy is in force"}, p.Warnings)

	for _, file := range []string{
		"mode: strict\nplugins: {entries: {provenance: {config: {maxIterations: 5}}}}",
		"plugins: {entries: {provenance: {config: {maxIteration: 5}}}}",
		"plugins: {entries: {provenance: {config: [a]}}}",
		"plugins: {entries: {other: {config: {maxIterations: 5}}}}",
	} {
		_, err := policy.Parse([]byte(file), "p.yaml")
		require.Error(t, err, file)
	}
}

// JSON writes characters beyond 16 bits as two escapes, neither of which YAML accepts.
func TestJSONsEscapes(t *testing.T) {
	const file = `{"policies": [{"name": "stop \u270b \ud83d\ude00 \\ud83d", "when": {"tool": "exec\/x"}, "action": {"block_turn": true}}]}`
	require.Equal(t, "stop \u270b \U0001f600 \\ud83d", parse(t, file).Rules()[0].Name)
	_, err := policy.Parse([]byte(strings.Replace(file, `\ude00`, "", 1)), "p.yaml")
	require.Error(t, err)
}

func TestWarnings(t *testing.T) {
	const nothingSaid = `policy.yaml:1:1: the file says nothing: a daemon keeps the policy before it, and takes the defaults only if there never was one; if the defaults are meant, write mode: provenance`
	for text, want := range map[string]string{
		"tools: [{name: process, useExecApprovals: true}]":                                                                `policy.yaml:1:9: tools: process: useExecApprovals has no effect: the gateway has approvals of its own for exec alone`,
		"agentOverrides: {a: {tools: [{name: x__exec, useExecApprovals: true}]}}":                                         `policy.yaml:1:30: tools: x__exec: useExecApprovals has no effect: the gateway has approvals of its own for exec alone`,
		"authority: {reads: strict}":                                                                                      `policy.yaml:1:12: authority has no effect: its mode is off unless the preset is personal: add mode: on, or shadow`,
		"defaults: {findingLevel: local}":                                                                                 `policy.yaml:1:26: defaults.findingLevel: local is one of the old six levels: read as trusted`,
		"taintPolicy: {system: restrict, local: confirm}":                                                                 `policy.yaml:1:33: taintPolicy: system, owner and local are one level now: read as trusted: confirm, the most permissive of them`,
		"taintPolicy: {trusted: allow, owner: confirm}":                                                                   `policy.yaml:1:31: taintPolicy: system, owner and local are one level now, and trusted: allow is given as well: they are ignored`,
		"toolOutputTaints: {my_tool: local}":                                                                              `policy.yaml:1:29: toolOutputTaints.my_tool: local is one of the old six levels: read as trusted`,
		"mode: paranoid\ntaintPolicy: {untrusted: confirm}":                                                               `policy.yaml:2:15: taintPolicy: untrusted: confirm is more permissive than external: restrict and is taken as restrict: content that is trusted less may not be allowed more`,
		"toolOutputTaints: {Automations: external}":                                                                       `policy.yaml:1:33: toolOutputTaints: cron: external also holds for cron.runs, trusted less otherwise: give what should stay so an entry of its own`,
		"toolOutputTaints: {nodes.pending: external}\nagentOverrides: {a: {toolOutputTaints: {nodes: external}}}":         `policy.yaml:2:48: agentOverrides.a.toolOutputTaints: nodes: external also holds for nodes.screen_snapshot, nodes.screen_record, nodes.invoke, trusted less otherwise: give what should stay so an entry of its own`,
		"toolOverrides: {exce: {\"*\": restrict}}":                                                                        `policy.yaml:1:17: toolOverrides: exce is not a built-in tool: did you mean exec?`,
		"toolOverrides: {mesage.send: {}}":                                                                                `policy.yaml:1:17: toolOverrides: mesage.send is not a built-in tool: did you mean message?`,
		"tools: [{name: web-fetch, allow: ask}]":                                                                          `policy.yaml:1:16: tools[0].name: web-fetch is not a built-in tool: did you mean web_fetch?`,
		"mode: standard\ntoolOverrides: {helper: {\"*\": allow}}":                                                         `policy.yaml:2:26: helper has no risk class, so risk.unknown: deny holds for it: add {name: helper, risk: read} (or write, or critical) under tools`,
		"mode: standard\ntoolOverrides:\n  helper:\n    untrusted: restrict\n    trusted: allow":                          `policy.yaml:4:5: helper has no risk class, so risk.unknown: deny holds for it: add {name: helper, risk: read} (or write, or critical) under tools`,
		"policies: [{name: r, when: {tool: exek}, action: {block_turn: true}}]":                                           `policy.yaml:1:12: policies: r: exek is not a built-in tool: did you mean exec?`,
		"toolOverrides: {'group:runtime': {\"*\": restrict}}":                                                             `policy.yaml:1:17: toolOverrides: "group:runtime" is not a tool's name: the gateway's groups of tools are not known here: name the tools themselves`,
		"policies: [{name: r, when: {iteration_gte: 0}, action: {block_tools: ['Group:*']}}]":                             `policy.yaml:1:12: policies: r: "group:*" is not a tool's name: the gateway's groups of tools are not known here: name the tools themselves`,
		"policies: [{name: r, when: {iteration_gte: 0}, action: {block_tools: 'exec, process'}}]":                         `policy.yaml:1:12: policies: r: "exec, process" is not a tool's name: give every tool an entry of its own, as one word of ASCII letters, digits, _ and -, or as tool.action`,
		"tools: [{name: ' exec ', allow: ask}]":                                                                           `policy.yaml:1:16: tools[0].name: " exec " is not a tool's name: give every tool an entry of its own, as one word of ASCII letters, digits, _ and -, or as tool.action`,
		"toolOutputTaints: {ехес: external}":                                                                              `policy.yaml:1:20: toolOutputTaints: "ехес" is not a tool's name: give every tool an entry of its own, as one word of ASCII letters, digits, _ and -, or as tool.action`,
		"toolOverrides: {message.: {}}":                                                                                   `policy.yaml:1:17: toolOverrides: "message." is not a tool's name: give every tool an entry of its own, as one word of ASCII letters, digits, _ and -, or as tool.action`,
		"authentication:\n  mode: enforce\n  sources: {human: []}":                                                        `policy.yaml:3:12: authentication.sources.human is empty: no person's message may ask for anything, so every call is outside its scope: name the classes that people may ask for`,
		"authentication: {mode: enforce, sources: {agent: [read, exec]}}":                                                 `policy.yaml:1:42: authentication.sources.agent has exec: a message of another agent is worth no more than what that agent has read: leave it out`,
		"authentication: {sources: {agent: [exec, trade, send]}}\nagentOverrides: {a: {authentication: {mode: enforce}}}": `policy.yaml:1:27: agentOverrides.a.authentication.sources.agent has exec, trade: a message of another agent is worth no more than what that agent has read: leave it out`,
		"authentication: {mode: enforce}\nagentOverrides:\n  a:\n    authentication: {claims: off, sources: {human: []}}": `policy.yaml:4:44: agentOverrides.a.authentication.sources.human is empty: no person's message may ask for anything, so every call is outside its scope: name the classes that people may ask for`,
		"": nothingSaid, "\n# mode: dev\n": nothingSaid, "---\n": nothingSaid,
	} {
		warnings := parse(t, text).Warnings
		require.Contains(t, warnings, want)
	}
	for _, quiet := range []string{
		"{}", "mode: provenance", "~",
		"toolOutputTaints: {cron: external, cron.runs: untrusted, browser: external, message: external}",
		"authentication: {mode: warn, sources: {human: [], agent: [exec]}}",
		"authentication: {mode: enforce, sources: {agent: [read, write, send], system: []}}",
		"mode: standard\ntools: [{name: reprice, actionClasses: [trade, write]}]",
		"toolOverrides: {helper: {\"*\": allow}}",
		"mode: standard\ntools: [{name: helper, risk: read}]\ntoolOverrides: {helper: {\"*\": allow}}",
		"policies: [{name: r, when: {tool: 'exe?'}, action: {block_turn: true}}]",
		"defaults: {log: safe, redaction: standard, injection: alert, findingLevel: external}",
		"tools: [{name: exec, redactResult: true, scanInjection: false, useExecApprovals: true}, {name: process, useExecApprovals: false}]",
		"toolOverrides: {message.send: {}, automations: {}, view_image.x: {}, mcp__openclaw__exec: {}, process.kil: {}}",
		"policies: [{name: r, when: {iteration_gte: 0}, action: {block_tools: ['*_admin', 'acme__group:x', exec]}}]",
	} {
		require.Empty(t, parse(t, quiet).Warnings, quiet)
	}
}
