package linear

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// failing records whether Require has failed.
type failing struct {
	testing.TB
	text string
}

func (f *failing) Helper()                           {}
func (f *failing) Errorf(format string, args ...any) { f.text = fmt.Sprintf(format, args...) }

var sum int

func count(n int) (sum int) {
	for i := range n {
		sum += i ^ n
	}
	return sum
}

func TestRequireTellsALineFromASquare(t *testing.T) {
	f := &failing{}
	Require(f, 400_000, func(n int) { sum += count(n) })
	require.Empty(t, f.text)
	Require(f, 2_000, func(n int) { sum += count(n * n) }, "a square")
	require.Contains(t, f.text, "a square")
}

func TestWithinTellsMoreFromLess(t *testing.T) {
	f := &failing{}
	work := func(n int) func() { return func() { sum += count(n) } }
	Within(f, 10, work(400_000), work(2_000_000))
	require.Empty(t, f.text)
	Within(f, 10, work(400_000), work(8_000_000), "twenty times")
	require.Contains(t, f.text, "twenty times")
}

func TestMixturesRepeatStringsOfASource(t *testing.T) {
	m := NewMixtures(t, ".", 1)
	require.Contains(t, m.words, "%v of work for %d, %v for %d times as much: %v")
	for range 100 {
		text, unit := m.Next(1000)
		require.Len(t, text, 1000)
		require.True(t, strings.HasPrefix(text, unit[:min(len(unit), 1000)]))
	}
}
