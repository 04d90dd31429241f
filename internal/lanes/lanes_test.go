package lanes_test

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/lanes"
)

// A mask of eight bytes agrees with a test of each byte alone, whatever is next to it.
func TestMasksAgreeWithBytes(t *testing.T) {
	for b := range 256 {
		for _, beside := range []byte{0, '0', 'Z', 0x7f, 0x80, 0xff} {
			w := uint64(b)<<24 | uint64(beside)<<16 | uint64(beside)<<32
			at := func(mask uint64) bool { return mask>>31&1 != 0 }
			require.Equal(t, b >= '0' && b <= '9', at(lanes.Digits(w)), b)
			require.Equal(t, b >= 'A' && b <= 'Z' || b >= 'a' && b <= 'z', at(lanes.Letters(w)), b)
			require.Equal(t, b >= 0x21 && b <= 0x40, at(lanes.Within(w, 0x21, 0x40)), b)
			require.Equal(t, b <= 0x7f, at(lanes.Within(w, 0, 0x7f)), b)
		}
	}
}

func TestLoadReadsZerosBeyondTheText(t *testing.T) {
	text := []byte("0123456789abcdef")
	for at := -9; at < len(text)+9; at++ {
		w := lanes.Load(text, at)
		for i := range 8 {
			var want byte
			if p := at + i; p >= 0 && p < len(text) {
				want = text[p]
			}
			require.Equal(t, want, byte(w>>(8*i)), "%d, lane %d", at, i)
		}
	}
}

func TestCounts(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		var holds [8]bool
		var mask uint64
		for i := range holds {
			if holds[i] = random.IntN(4) == 0; holds[i] {
				mask |= 0x80 << (8 * i)
			}
		}
		count := func(want bool, lane func(i int) bool) (n int) {
			for n < 8 && lane(n) == want {
				n++
			}
			return n
		}
		forward, backward := func(i int) bool { return holds[i] }, func(i int) bool { return holds[7-i] }
		require.Equal(t, count(false, forward), lanes.Ahead(mask))
		require.Equal(t, count(true, forward), lanes.Leading(mask))
		require.Equal(t, count(false, backward), lanes.Behind(mask))
	}
	require.Equal(t, uint64(0), lanes.First(0))
	require.Equal(t, uint64(0xffffff), lanes.First(3))
	require.Equal(t, ^uint64(0), lanes.First(8))
}

// Equal finds the first equal byte, whatever follows.
func TestEqual(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		text := make([]byte, 8)
		for i := range text {
			text[i] = byte(random.IntN(3)) + 0x7f // 0x80 is 0x7f and a carry
		}
		b := byte(random.IntN(3)) + 0x7f
		want := bytes.IndexByte(text, b)
		if want < 0 {
			want = len(text)
		}
		require.Equal(t, want, lanes.Ahead(lanes.Equal(lanes.Load(text, 0), b)), "%x in %x", b, text)
	}
}
