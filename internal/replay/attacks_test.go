package replay

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// passing names the attacks that pass under a policy.
func passing(t *testing.T, yaml string) (names []string) {
	all, err := Attacks()
	require.NoError(t, err)
	p := parsed(t, yaml)
	for i := range all {
		if all[i].Passes(p) {
			names = append(names, all[i].Name)
		}
	}
	return names
}

func TestTheAttacks(t *testing.T) {
	all, err := Attacks()
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(all), 120)
	names := map[string]bool{}
	for i := range all {
		require.False(t, names[all[i].Name], all[i].Name)
		names[all[i].Name] = true
	}
	require.Equal(t, []string{
		"A2 fields in a text", "A10 data in an address", "A10 the attacker's link", "A13 a page that names only the attacker",
		"A14 a link for a colleague", "A15 a sentence for a colleague",
	}, passing(t, "mode: personal"))
	require.Equal(t, []string{"A10 data in an address", "A10 the attacker's link"}, passing(t, "mode: provenance"))
	require.Empty(t, passing(t, "mode: paranoid\ntoolOverrides: {web_fetch: {untrusted: confirm}}"))
	// Where nothing is asked because of a level, only what is protected stops them.
	require.Greater(t, len(passing(t, milder)), 110)
}

func TestAttacksWithMistakesAreNotRead(t *testing.T) {
	for text, why := range map[string]string{
		"page -> send":                       "no source page or no goal send",
		"source a\n  call exec {":            "the parameters of exec are not JSON",
		"source a\n  sings a song":           `unknown step "sings"`,
		"# fine\n\nnothing of the kind here": "line 3: neither a step",
		"  owner before anything":            "neither a step",
	} {
		_, err := parseAttacks(text)
		require.ErrorContains(t, err, why)
	}
}
