package protect

import (
	"path"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/provenanced/provenanced/internal/facts"
)

// The index by names finds the same place as a look at every place.
func TestPlacesAreFoundAsOneByOne(t *testing.T) {
	name := rapid.SampledFrom([]string{"a", "b", ".c", "home", "root", "~", "a*", ".c*", "*"})
	rel := rapid.Custom(func(t *rapid.T) string { return strings.Join(rapid.SliceOfN(name, 1, 4).Draw(t, "names"), "/") })
	file := rapid.Custom(func(t *rapid.T) string {
		return rapid.SampledFrom([]string{"", "~/", "/", "/home/ann/", "/root/", "/proc/self/root/"}).Draw(t, "start") + rel.Draw(t, "file")
	})
	aPlace := rapid.Custom(func(t *rapid.T) facts.Place {
		return facts.Place{
			Path: rapid.SampledFrom([]string{"", "~/", "/"}).Draw(t, "start") + rel.Draw(t, "path"), Secret: rapid.Bool().Draw(t, "secret"),
			Not: rapid.SampledFrom([]string{"", "a", "b* .c"}).Draw(t, "not"),
		}
	})
	resolve := func(p string) string { return path.Clean(strings.Replace(p, "/b/", "/a/", 1)) }
	rapid.Check(t, func(t *rapid.T) {
		s := &Set{}
		s.addAll(rapid.SliceOfN(aPlace, 0, 8).Draw(t, "places"), resolve)
		all := s.places
		if more := rapid.SliceOfN(aPlace, 0, 3).Draw(t, "more"); len(more) > 0 {
			s = s.with(more, resolve)
			all = append(all[:len(all):len(all)], s.places...)
		}
		workspace := namesOf(rapid.OneOf(rapid.Just(""), file).Draw(t, "workspace"))
		names := namesOf(withoutRoot(file.Draw(t, "of")))

		var at, above *place
		for _, p := range all {
			if above == nil && p.holds(names) {
				above = p
			}
			if !p.has(names, inHomes(names)) || p.Not != "" && p.leaves(names, workspace) {
				continue
			}
			if at == nil || p.Secret && !at.Secret || p.Secret == at.Secret && len(p.names) > len(at.names) {
				at = p
			}
		}
		require.Same(t, at, s.at(names, func() []string { return workspace }))
		require.Same(t, above, s.above(names))
	})
}
