package linear

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// failing notes whether Require has failed.
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
