package ctl

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/client"
)

// gateway is a daemon that has seen a gateway's tools. It knows acme_lookup itself, which says
// nothing about the policy to be written.
var gateway = replies{"tools": `[{"tool":"acme_lookup","known":true,"seen":"called"},{"tool":"exec","known":true,"seen":"called"},
	{"tool":"mcp__acme__search","known":false,"seen":"offered"},{"tool":"web_fetch","known":true,"seen":"offered"}]`}

func TestPolicyInitWarnsOfToolsThatThePolicyDoesNotKnow(t *testing.T) {
	for _, preset := range []string{"provenance", "standard", "strict"} {
		file := filepath.Join(t.TempDir(), "policy.yaml")
		got := runWith(t, gateway, nil, "policy", "init", file, "--preset", preset)
		require.Equal(t, ExitDone, got.code, got.err)
		require.Contains(t, got.out, "warning: preset "+preset+" does not know 2 tools of the gateway's:\n  acme_lookup\n  mcp__acme__search\n")
		require.Contains(t, got.out, "{name: acme_lookup, risk: read}")

		got = runWith(t, gateway, nil, "policy", "init", file, "--force", "--json", "--preset", preset)
		require.Equal(t, `{"file":"`+file+`","preset":"`+preset+`","unknownTools":["acme_lookup","mcp__acme__search"]}`+"\n", got.out)
	}
	plain := runWith(t, nil, nil, "policy", "init", "-")
	warned := runWith(t, gateway, nil, "policy", "init", "-")
	require.Equal(t, plain.out, warned.out, "what is printed is the policy and nothing else")
	require.Contains(t, warned.err, "  mcp__acme__search\n")
	require.Empty(t, plain.err)

	got := runWith(t, gateway, nil, "policy", "init", "-", "--json")
	var printed struct {
		Preset       string   `json:"preset"`
		YAML         string   `json:"yaml"`
		UnknownTools []string `json:"unknownTools"`
	}
	require.NoError(t, json.Unmarshal([]byte(got.out), &printed, json.RejectUnknownMembers(true)))
	require.Equal(t, plain.out, printed.YAML)
	require.Equal(t, []string{"acme_lookup", "mcp__acme__search"}, printed.UnknownTools)
	require.Empty(t, got.err)
}

// Nor does the policy in force say anything about a file that is only validated.
func TestPolicyValidateWarnsOfToolsThatThePolicyDoesNotKnow(t *testing.T) {
	file := filepath.Join(t.TempDir(), "policy.yaml")
	require.NoError(t, os.WriteFile(file, []byte("toolOutputTaints: {acme_lookup: external}\nwrappers: {web_fetch2: {binary: /bin/true}}\n"), 0o600))
	seen := replies{"tools": strings.Replace(gateway["tools"], "{", `{"tool":"web_fetch2","known":false,"seen":"offered"},{`, 1)}
	got := runWith(t, seen, nil, "policy", "validate", file)
	require.Equal(t, ExitDone, got.code, got.err)
	require.Contains(t, got.out, "warning: the policy does not know 1 tool of the gateway's:\n  mcp__acme__search\n")

	require.NoError(t, os.WriteFile(file, []byte("mode: strict\ntools: [{name: acme_lookup, risk: read}]\n"), 0o600))
	got = runWith(t, gateway, nil, "policy", "validate", "--json", file)
	require.Contains(t, got.out, `"unknownTools":["mcp__acme__search"]`)
	got = runWith(t, nil, nil, "policy", "validate", "--json", file)
	require.Contains(t, got.out, `"unknownTools":[]`)
}

func TestThePolicyFileIsThatOfTheDaemon(t *testing.T) {
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	file := filepath.Join(t.TempDir(), "policy.yaml")
	require.NoError(t, os.WriteFile(file, []byte("mode: strict\n"), 0o600))
	d := replies{"status": `{"policy":{"path":"` + file + `"}}`}
	got := runWith(t, d, nil, "policy", "validate")
	require.Equal(t, ExitDone, got.code, got.err)
	require.Contains(t, got.out, file+": valid, preset strict")
	got = runWith(t, d, nil, "policy", "init")
	require.Equal(t, ExitWrong, got.code)
	require.Contains(t, got.err, file)
	require.Contains(t, runWith(t, nil, nil, "policy", "validate").err, os.Getenv("XDG_CONFIG_HOME"))
}

func TestPolicyInitNeedsNoDaemon(t *testing.T) {
	for name, d := range map[string]Daemon{
		"none":       nil,
		"an old one": broken{&client.Error{Code: client.UnknownHook, Message: "unknown hook"}},
		"a deaf one": broken{context.DeadlineExceeded},
		"a new one":  replies{"tools": `[]`},
	} {
		file := filepath.Join(t.TempDir(), "policy.yaml")
		got := runWith(t, d, nil, "policy", "init", file, "--json")
		require.Equal(t, ran{out: `{"file":"` + file + `","preset":"personal","unknownTools":[]}` + "\n"}, got, name)
	}
}

// hurried is a daemon that records how much time it was given.
type hurried struct {
	replies
	left *time.Duration
}

func (h hurried) Admin(ctx context.Context, command, session string, args, out any) error {
	until, _ := ctx.Deadline()
	*h.left = time.Until(until)
	return h.replies.Admin(ctx, command, session, args, out)
}

func TestPolicyInitDoesNotWaitLong(t *testing.T) {
	var left time.Duration
	runWith(t, hurried{gateway, &left}, nil, "policy", "init", "-")
	require.Positive(t, left)
	require.LessOrEqual(t, left, shortPatience)
}

// A rule that can never match is valid: there is a warning, and the exit code stays 0.
func TestPolicyValidateWarnsOfRulesThatNeverHold(t *testing.T) {
	file := filepath.Join(t.TempDir(), "policy.yaml")
	text := "policies:\n- name: no rm\n  when: {param_matches: {cmd: rm}}\n  action: {block_tools: exec}\nurlOutputTaints: {'https://*.com': trusted}\n"
	require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
	never := file + ":2:3: policies: no rm: param_matches.cmd never holds: exec has no parameter cmd: did you mean command?"
	wide := file + ":5:36: urlOutputTaints: https://*.com: trusted trusts every host below com, which anybody can have: name the hosts that are meant, as https://*.example.com"
	got := runWith(t, nil, nil, "policy", "validate", file)
	require.Equal(t, ExitDone, got.code, got.err)
	require.Contains(t, got.out, "warning: "+never+"\nwarning: "+wide+"\n")

	got = runWith(t, nil, nil, "policy", "validate", "--json", file)
	require.Equal(t, ExitDone, got.code, got.err)
	var v struct {
		Valid    bool     `json:"valid"`
		Warnings []string `json:"warnings"`
	}
	require.NoError(t, json.Unmarshal([]byte(got.out), &v))
	require.True(t, v.Valid)
	require.Equal(t, []string{never, wide}, v.Warnings)

	c := newClinic(t)
	c.orders(t, text)
	c.patient.daemon()
	found := c.patient.policyFile()
	require.Equal(t, "warn", string(found.Status))
	require.Contains(t, found.Detail, "policies: no rm: param_matches.cmd never holds")
	require.Contains(t, found.Detail, "every host below com")
}
