package injection

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// No cues weigh more than mayWeigh says, so it rules out nothing that would be a finding.
func TestCuesWeighNoMoreThanTheyMay(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	f := fold(strings.Repeat("a line of words\n\n", 200), pieceLen)
	defer f.release()
	some := make([]int, 12)
	for range 5000 {
		for i := range some {
			some[i] = random.IntN(len(attacks().rules))
		}
		var cues []cue
		for at := random.IntN(500); len(cues) < 1+random.IntN(50); at += random.IntN(30) {
			cues = append(cues, cue{rule: some[random.IntN(len(some))], start: at, end: at + 1 + random.IntN(60), weight: 1 + random.IntN(6)})
		}
		score, _, _, _ := together(&f, cues)
		require.LessOrEqual(t, score, mayWeigh(cues), "%v", cues)
	}
}
