package hmacauth

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// The hashes are few, and most of them want the same slots.
func TestMarksAreASet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, model := newMarks(rapid.IntRange(0, 20).Draw(t, "room")), map[uint64]bool{}
		for _, m := range rapid.SliceOf(rapid.Map(rapid.Uint64Range(1, 400), func(n uint64) uint64 { return n&7 | n>>3<<40 | 1 })).Draw(t, "marks") {
			require.Equal(t, model[m], s.has(m))
			if !model[m] {
				s.add(m)
			}
			model[m] = true
			require.True(t, s.has(m))
			require.Equal(t, len(model), s.n)
			require.LessOrEqual(t, 4*s.n, 3*len(s.slots), "a lookup has to end")
		}
		for m := range model {
			require.True(t, s.has(m))
		}
	})
}
