package memguard

import (
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/go-json-experiment/json"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// The quick checks skip a respelling only if it would change nothing.
func TestRespellingsSkipNothing(t *testing.T) {
	path := rapid.StringOfN(rapid.RuneFrom([]rune("aB/.: \\~@\u00a0\u2003\u200b\uFB05\uFFFDé")), 0, 12, -1)
	rapid.Check(t, func(t *rapid.T) {
		p := path.Draw(t, "path")
		if rapid.Bool().Draw(t, "invalid") {
			p += "\xff"
		}
		parts := strings.Split(p, "/")
		for i, part := range parts {
			if j := strings.IndexByte(part, ':'); j > 1 {
				part = part[:j]
			}
			if part = strings.TrimRight(part, ". "); part != "" {
				parts[i] = part
			}
		}
		require.Equal(t, strings.Join(parts, "/"), withoutTails(p), "%q", p)
		require.Equal(t, strings.Map(func(r rune) rune {
			if unicode.Is(unicode.Zs, r) {
				return ' '
			}
			return r
		}, p), withPlainSpaces(p), "%q", p)
		require.Equal(t, ligatures.Replace(strings.Map(func(r rune) rune {
			if unicode.In(r, unicode.Cf, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point) {
				return -1
			}
			return r
		}, p)), withoutUnseen(p), "%q", p)
	})
}

// Each text is listed once, in order, whether there are few or many.
func TestTextsAreListedOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		said := rapid.SliceOfN(rapid.StringMatching(`[a-d]{1,2}`), 0, 40).Draw(t, "said")
		var want []string
		for _, s := range said {
			if !slices.Contains(want, s) {
				want = append(want, s)
			}
		}
		params, err := json.Marshal(map[string][]string{"x": said})
		require.NoError(t, err)
		texts, whole := Texts(params)
		require.True(t, whole)
		var got []string
		for _, text := range texts {
			require.Equal(t, "x", text.Key)
			got = append(got, text.Value)
		}
		require.Equal(t, want, got)
	})
}
