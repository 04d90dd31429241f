package policy_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/trust"
)

func TestURLAccess(t *testing.T) {
	for _, name := range policy.Presets() {
		p := parse(t, "mode: "+name)
		if name == policy.FirstPreset {
			require.Equal(t, trust.Confirm, p.URLAccess().Local)
			require.Equal(t, trust.Confirm, p.URLAccess().Composed)
			require.Equal(t, trust.Confirm, p.SecretsOut)
			require.True(t, p.TracesValues())
			continue
		}
		require.False(t, p.URLAccess().Judges(), name)
		require.Equal(t, trust.Allow, p.SecretsOut, name)
		require.False(t, p.TracesValues(), name)
		off := parse(t, "mode: "+name+"\nurlAccess: {composed: allow, local: allow}\noutgoingSecrets: off")
		require.Equal(t, p.Hash, off.Hash, "what judges nothing decides alike")
	}

	p := parse(t, `urlAccess: {allow: [Example.com, "*.lan", "127.1"], deny: [evil.example], composed: deny}`)
	u := p.URLAccess()
	require.Equal(t, trust.Restrict, u.Composed)
	require.Equal(t, trust.Allow, u.Local)
	for host, allowed := range map[string]bool{"example.com": true, "www.example.com": false, "box.lan": true, "lan": false, "127.0.0.1": true, "evil.example": false} {
		require.Equal(t, allowed, u.Allows(host), host)
	}
	require.True(t, u.Denies("evil.example"))
	require.False(t, u.Denies("x.evil.example"))
	require.True(t, p.TracesValues(), "somebody asks whose an address is")
	require.Equal(t, p.Hash, parse(t, string(p.YAML())).Hash)

	personal := parse(t, "mode: personal\nurlAccess: {local: allow, allow: [a.example]}\noutgoingSecrets: deny")
	require.Equal(t, trust.Allow, personal.URLAccess().Local)
	require.Equal(t, trust.Confirm, personal.URLAccess().Composed, "what a file leaves out stays the preset's")
	require.Equal(t, trust.Restrict, personal.SecretsOut)

	quiet, err := policy.Parse([]byte("urlAccess: {allow: [a.example]}"), "policy.yaml")
	require.NoError(t, err)
	require.Len(t, quiet.Warnings, 1)
	require.Contains(t, quiet.Warnings[0], "urlAccess.allow has no effect")
	for _, bad := range []string{"urlAccess: {allow: [https://a.example/x]}", "urlAccess: {composed: perhaps}", "urlAccess: {denied: [a.example]}", "outgoingSecrets: maybe"} {
		_, err := policy.Parse([]byte(bad), "policy.yaml")
		require.Error(t, err, bad)
	}
}
