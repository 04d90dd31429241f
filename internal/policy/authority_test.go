package policy_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/dialect"
	"github.com/provenanced/provenanced/internal/flow"
	"github.com/provenanced/provenanced/internal/policy"
)

func TestAuthority(t *testing.T) {
	off := policy.Authority{}
	for _, text := range []string{"{}", "mode: standard", "authority: {}", "authority: {reads: verbatim}", "mode: personal\nauthority: {mode: off}"} {
		require.Equal(t, off, *parse(t, text).Authority(), text)
	}
	require.Equal(t, parse(t, "mode: provenance").Hash, parse(t, "authority: {mode: off, reads: strict}").Hash, "what traces no value decides alike")

	personal := parse(t, "mode: personal").Authority()
	require.Equal(t, policy.AuthorityOn, personal.Mode)
	require.Equal(t, flow.ReadsSelected, personal.Rules.Reads)
	require.Equal(t, flow.AmountsFree, personal.Rules.Amounts)
	require.True(t, personal.Rules.Delegate)

	strict := parse(t, "authority: {mode: shadow, reads: strict, amounts: strict, delegate: off}").Authority()
	require.Equal(t, policy.AuthorityShadow, strict.Mode)
	require.Equal(t, flow.ReadsStrict, strict.Rules.Reads)
	require.Equal(t, flow.AmountsStrict, strict.Rules.Amounts)
	require.False(t, strict.Rules.Delegate)
}

func TestArgumentRoles(t *testing.T) {
	tables := parse(t, "tools: [{name: crm, risk: write, results: records, arguments: {whom: target, text: content, n: qty}}, {name: write, arguments: {content: target}}, {name: web_search, results: prose}]").For("")
	require.Equal(t, map[string]flow.Role{"whom": flow.Target, "text": flow.Content, "n": flow.Quantity}, tables.ArgumentRoles("crm"))
	require.True(t, tables.Records("crm"))
	require.Equal(t, flow.Target, tables.ArgumentRoles("write")["content"], "the file's word goes over the dialect's")
	require.Equal(t, flow.File, tables.ArgumentRoles("write")["path"], "and leaves the others")
	require.False(t, tables.Records("web_search"))
	require.True(t, parse(t, "{}").For("").Records("web_search"))
	require.Nil(t, tables.ArgumentRoles("nobody"), "what nobody knows follows from its schema, or needs authority")
}

func TestDialectsSayRolesThatThereAre(t *testing.T) {
	tables := parse(t, "{}").For("")
	for _, tool := range []string{"write", "message", "sessions_spawn", "cron", "browser"} {
		require.NotEmpty(t, dialect.Arguments(tool), tool)
		for param, word := range dialect.Arguments(tool) {
			role, err := flow.ParseRole(word)
			require.NoError(t, err, "%s %s", tool, param)
			require.Equal(t, role, tables.ArgumentRoles(tool)[param])
		}
	}
}
