package policy_test

import (
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/trust"
)

func rule(t *testing.T, when string) *policy.Rule {
	t.Helper()
	return parse(t, "policies: [{name: r, when: {"+when+"}, action: {block_tools: '*'}}]").Rules()[0]
}

func TestSeed004sPolicies(t *testing.T) {
	rules := parse(t, seed004).Rules()
	require.Len(t, rules, 4)

	tainted := &policy.Facts{Seen: trust.Set(0).With(trust.External).With(trust.Trusted), Taint: trust.External}
	clean := &policy.Facts{Seen: trust.Set(0).With(trust.Trusted), Taint: trust.Trusted}

	noExec := rules[0]
	require.True(t, noExec.Matches(tainted))
	require.False(t, noExec.Matches(clean))
	require.True(t, noExec.Removes("exec"))
	require.False(t, noExec.Removes("read"))
	mode, hits := noExec.Tool("Exec")
	require.True(t, hits)
	require.Equal(t, trust.Restrict, mode)

	noSend := rules[1]
	require.False(t, noSend.Matches(tainted))
	require.True(t, noSend.Matches(&policy.Facts{Seen: trust.Set(0).With(trust.Untrusted), Taint: trust.Shared}), "seen, whatever the level is now")
	require.False(t, noSend.Removes("message"), "block_tools denies, it does not hide")
	mode, hits = noSend.Tool("message")
	require.True(t, hits)
	require.Equal(t, trust.Restrict, mode)
	_, hits = noSend.Tool("exec")
	require.False(t, hits)

	loop := rules[2]
	require.False(t, loop.Matches(&policy.Facts{Iteration: 4}))
	require.True(t, loop.Matches(&policy.Facts{Iteration: 5}))
	require.True(t, loop.BlockTurn)
	require.Equal(t, "Max recursion depth exceeded", loop.Reason)

	require.True(t, rules[3].LogFullContext && rules[3].PersistGraph)
	require.False(t, rules[3].BlockTurn)
}

func TestPathOutside(t *testing.T) {
	r := rule(t, "path_outside: [~/notes, drafts, '~']")
	require.False(t, r.Matches(&policy.Facts{Tool: "write"}), "no call yet")
	for _, outside := range []bool{true, false} {
		var asked []string
		f := policy.Facts{Tool: "write", Outside: func(dirs []string) bool { asked = dirs; return outside }}
		require.Equal(t, outside, r.Matches(&f))
		require.Equal(t, []string{"~/notes", "drafts", "~/"}, asked)
	}
	for _, dir := range []string{"/srv/*", "~ann/notes", "'/srv/[ab]'"} {
		_, err := policy.Parse([]byte("policies: [{name: r, when: {path_outside: ["+dir+"]}, action: {block_tools: ['*']}}]"), "policy.yaml")
		require.ErrorContains(t, err, "is not a directory", dir)
	}
}

func TestHosts(t *testing.T) {
	in, notIn := rule(t, "url_host_in: [Example.COM., '*.bücher.example', '::1']"), rule(t, "url_host_not_in: [example.com, '*.example.com']")
	require.False(t, in.Matches(&policy.Facts{}), "no call yet")
	require.False(t, notIn.Matches(&policy.Facts{}), "no call yet")
	for _, tt := range []struct {
		hosts     string
		whole     bool
		in, notIn bool
	}{
		{"", true, false, false},
		{"", false, true, true},
		{"example.com", true, true, false},
		{"example.com", false, true, true},
		{"a.example.com", true, false, false},
		{"example.com evil.example", true, true, true},
		{"evil.example", true, false, true},
		{"a.xn--bcher-kva.example", true, true, true},
		{"xn--bcher-kva.example", true, false, true},
		{"::1", true, true, true},
	} {
		f := policy.Facts{Hosts: func() ([]string, bool) { return strings.Fields(tt.hosts), tt.whole }}
		require.Equal(t, tt.in, in.Matches(&f), tt.hosts)
		require.Equal(t, tt.notIn, notIn.Matches(&f), tt.hosts)
	}
	for _, host := range []string{"https://example.com", "example.com/x", "example.com:80", "a@b.example", "'*'", "'a.*.example'", "'*.'", "'x y'", "1.2.3.4.5"} {
		for _, key := range []string{"url_host_in", "url_host_not_in"} {
			_, err := policy.Parse([]byte("policies: [{name: r, when: {"+key+": ["+host+"]}, action: {block_tools: ['*']}}]"), "policy.yaml")
			require.ErrorContains(t, err, "is not a host", host)
		}
	}
}

func TestParamNotMatches(t *testing.T) {
	r := rule(t, `param_not_matches: {command: '^(git status|ls)$', list.x: '^a'}`)
	require.False(t, r.Matches(&policy.Facts{Tool: "exec"}), "no call yet")
	for params, want := range map[string]bool{
		`{"command":"rm","list":{"x":"b"}}`:                true,
		`{"command":"ls","list":{"x":"b"}}`:                false,
		`{"command":"rm","list":{"x":"a"}}`:                false,
		`{"command":"rm","list":[{"x":"a"},{"x":"b"}]}`:    true,
		`{"command":["ls","rm"],"list":{"x":"b"}}`:         true,
		`{"command":["ls","git status"],"list":{"x":"b"}}`: false,
		`{"list":{"x":"b"}}`:                               true,
		`{"cmd":"ls"}`:                                     true,
		`{"command":null}`:                                 true,
		`{"command":{"a":"ls"}}`:                           true,
		`{"command":"ls","command":"rm","list":{"x":"b"}}`: true,
		`"ls"`:            true,
		`{"command":"ls"`: true,
		`{}`:              true,
	} {
		require.Equal(t, want, r.Matches(&policy.Facts{Tool: "exec", Params: jsontext.Value(params)}), params)
	}
	require.True(t, r.Matches(&policy.Facts{Tool: "exec", Inside: func([]string) bool { return false }}), "a call without parameters")
}

func TestPathInside(t *testing.T) {
	r := rule(t, "path_inside: [~/.ssh, '**/.env', '~']")
	require.False(t, r.Matches(&policy.Facts{Tool: "write"}), "no call yet")
	for _, inside := range []bool{true, false} {
		var asked []string
		f := policy.Facts{Tool: "write", Inside: func(paths []string) bool { asked = paths; return inside }}
		require.Equal(t, inside, r.Matches(&f))
		require.Equal(t, []string{"~/.ssh", "**/.env", "~/"}, asked)
	}
	for path, says := range map[string]string{"'/srv/[ab]'": "bad pattern", "~ann/x": "whose home", "''": "is empty", "[]": "is empty"} {
		_, err := policy.Parse([]byte("policies: [{name: r, when: {path_inside: "+path+"}, action: {block_tools: ['*']}}]"), "policy.yaml")
		require.ErrorContains(t, err, says, path)
	}
}

func TestConditions(t *testing.T) {
	facts := policy.Facts{
		Agent: "main", Session: "agent:main:telegram:group:-100", Channel: "telegram", Sender: "telegram:111",
		SenderIsOwner: false, Seen: trust.Set(0).With(trust.Shared), Taint: trust.Shared, Iteration: 2,
		Tool:   "mcp_mail_send",
		Params: jsontext.Value(`{"to":"ann@example.org","count":3,"force":true,"who":null,"opts":{"mode":"fast"},"args":["-rf","/"],"edits":[{"path":"a.md"},{"path":"b.md"}]}`),
	}
	joined := facts
	joined.SenderIsOwner, joined.Joined = true, true
	for _, when := range []string{"sender_is_owner: true", "sender_is_owner: false"} {
		require.True(t, rule(t, when).Matches(&joined), when)
	}
	for _, c := range []struct {
		pattern, id, channel string
		want                 bool
	}{
		{"111", "111", "telegram", true},
		{"111", "telegram:111", "telegram", true},
		{"111", "telegram:111", "", true},
		{"telegram:111", "111", "telegram", true},
		{"telegram:111", "111", "discord", false},
		{"telegram:111", "111", "", true},
		{"telegram:111", "discord:111", "discord", false},
		{"telegram:*", "111", "telegram", true},
		{"telegram:*", "111", "discord", false},
		{"*", "", "", true},
		{"111", "", "telegram", false},
		{"+14155550123", "[REDACTED:phone]#1", "", true},
		{"111", "[REDACTED:phone]#1", "", false},
		{"+1415555012?", "[REDACTED:phone]#1", "", true},
		{"ann@example.org", "[REDACTED:email]#1", "", true},
	} {
		f := policy.Facts{Sender: c.id, Channel: c.channel}
		require.Equal(t, c.want, rule(t, "sender: '"+c.pattern+"'").Matches(&f), c)
		f = policy.Facts{Sender: "999", Others: []string{"222", c.id}, Channel: c.channel}
		require.Equal(t, c.want || c.pattern == "*", rule(t, "sender: '"+c.pattern+"'").Matches(&f), c)
	}
	for when, want := range map[string]bool{
		"context_taint_includes: [shared]":              true,
		"context_taint_includes: shared":                true,
		"context_taint_includes: [external, untrusted]": false,
		"iteration_gte: 2":                              true,
		"iteration_gte: 3":                              false,
		"sender_is_owner: false":                        true,
		"sender_is_owner: true":                         false,

		"tool: 'mcp_*'":                    true,
		"tool: 'MCP_*_send'":               true,
		"tool: [exec, 'mcp_mail_sen?']":    true,
		"tool: mcp":                        false,
		"agent: main":                      true,
		"agent: 'm?in'":                    true,
		"agent: [work, play]":              false,
		"session: '*:group:*'":             true,
		"session: 'agent:*:subagent:*'":    false,
		"channel: Telegram":                true,
		"sender: 'telegram:*'":             true,
		"sender: 111":                      true,
		"sender: ['slack:*', '*:111']":     true,
		"tool: 'mcp_*', channel: telegram": true,
		"tool: 'mcp_*', channel: slack":    false,

		"param_equals: {to: ann@example.org}":         true,
		"param_equals: {to: Ann@example.org}":         false,
		"param_equals: {count: 3}":                    true,
		"param_equals: {count: 3.0}":                  true,
		"param_equals: {count: '3'}":                  false,
		"param_equals: {force: true}":                 true,
		"param_equals: {force: false}":                false,
		"param_equals: {who: null}":                   true,
		"param_equals: {nobody: null}":                false,
		"param_equals: {opts.mode: fast}":             true,
		"param_equals: {opts: fast}":                  false,
		"param_equals: {opts.mode.more: fast}":        false,
		"param_equals: {args: /}":                     true,
		"param_equals: {args.0: -rf}":                 true,
		"param_equals: {args.1: -rf}":                 false,
		"param_equals: {edits.path: b.md}":            true,
		"param_equals: {edits.1.path: b.md}":          true,
		"param_equals: {edits.0.path: b.md}":          false,
		"param_equals: {to: ann@example.org, who: 1}": false,

		`param_matches: {to: '@example\.org$'}`: true,
		`param_matches: {to: '^example'}`:       false,
		"param_matches: {args: ^-.*r}":          true,
		"param_matches: {count: '^3$'}":         true,
		"param_matches: {force: ^t}":            true,
		"param_matches: {who: 'null'}":          false,
		"param_matches: {opts: fast}":           false,
	} {
		require.Equal(t, want, rule(t, when).Matches(&facts), when)
	}
}

func TestWhatIsNotKnownYetDoesNotMatch(t *testing.T) {
	atLLMCall := &policy.Facts{Agent: "main"}
	listed := &policy.Facts{Agent: "main", Tool: "exec"}
	require.False(t, rule(t, "tool: '*'").Matches(atLLMCall))
	require.True(t, rule(t, "tool: '*'").Matches(listed))
	require.False(t, rule(t, "param_matches: {command: '.*'}").Matches(listed))
	require.False(t, rule(t, "param_equals: {command: null}").Matches(listed))
}

func TestParamsThatAreNoObjectHoldNothing(t *testing.T) {
	for _, params := range []string{"", "null", "[]", `"x"`, `{"a":`, `{"a":{"b":}`, "}", `["a"]`, `{"a":[[`} {
		f := &policy.Facts{Tool: "exec", Params: jsontext.Value(params)}
		require.False(t, rule(t, "param_matches: {a: '.'}").Matches(f), params)
	}
}

func TestConfirmTools(t *testing.T) {
	r := parse(t, "policies: [{name: r, when: {agent: main}, action: {confirm_tools: ['*_send'], remove_tools: [mail_send]}}]").Rules()[0]
	mode, hits := r.Tool("chat_send")
	require.True(t, hits)
	require.Equal(t, trust.Confirm, mode)
	mode, _ = r.Tool("mail_send")
	require.Equal(t, trust.Restrict, mode, "the stricter of two actions")
}

func TestGlobsStayLinear(t *testing.T) {
	f := &policy.Facts{Agent: strings.Repeat("a", 4000) + "b"}
	require.False(t, rule(t, "agent: '"+strings.Repeat("*a", 60)+"'").Matches(f))
	require.True(t, rule(t, "agent: '"+strings.Repeat("*a", 60)+"*b'").Matches(f))
	require.True(t, rule(t, "agent: 'caf?'").Matches(&policy.Facts{Agent: "café"}))
}
