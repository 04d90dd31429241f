package policy_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/policy"
)

func TestSkills(t *testing.T) {
	paths, checked := parse(t, "skills: {paths: [~/b, /srv/a, ~/b]}").Skills()
	require.Equal(t, []string{"/srv/a", "~/b"}, paths)
	require.True(t, checked)
	_, checked = parse(t, "skills: {check: off}").Skills()
	require.False(t, checked)
	paths, checked = policy.Default().Skills()
	require.Empty(t, paths)
	require.True(t, checked)
	require.Equal(t, parse(t, "mode: personal").Hash, parse(t, "mode: personal\nskills: {check: on}").Hash, "as before there were any")
	for _, bad := range []string{"skills: {check: maybe}", "skills: {paths: ['*']}", "skills: {paths: [~ann/x]}", "skills: [a]", "skills: {path: a}"} {
		_, err := policy.Parse([]byte(bad), "policy.yaml")
		require.Error(t, err, bad)
	}
}
