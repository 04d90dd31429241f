package redact

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestWideTextTakenForBytesIsReadAsWhatItSays(t *testing.T) {
	positives, negatives := corpus(t)
	for _, c := range positives {
		negatives = append(negatives, c.text)
	}
	secrets := 0
	for _, text := range negatives {
		if strings.ContainsFunc(text, func(r rune) bool { return r == 0 || r > 0x7f }) || len(text) < 2 {
			continue
		}
		want := Find([]byte(text), Standard)
		secrets += len(want)
		for _, form := range []struct{ size, place int }{{2, 0}, {2, 1}, {4, 0}, {4, 3}} {
			wide := make([]byte, form.size*len(text))
			for i := range len(text) {
				wide[form.size*i+form.place] = text[i]
			}
			got := Find(wide, Standard)
			for i := range got {
				f := &got[i]
				f.Start, f.End = f.Start/form.size, (f.End+form.size-1)/form.size
			}
			require.Equal(t, want, got, "%s, %v", text, form)
		}
	}
	require.Greater(t, secrets, leastPositives/2)
}

func TestNULsThatPartWordsStay(t *testing.T) {
	text := "token\x00ghp_\x00/etc/a\x00\x00be\x00"
	require.Nil(t, narrowed([]byte(text)))
}

func TestColoursOfATerminalAreReadThrough(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	positives, negatives := corpus(t)
	for _, c := range positives {
		negatives = append(negatives, c.text)
	}
	secrets := 0
	for _, text := range negatives {
		want := Find([]byte(text), Standard)
		secrets += len(want)
		var coloured []byte
		var was []int // where each byte of coloured stands in text
		for i := range len(text) {
			if rng.IntN(6) == 0 {
				colour := []string{"\x1b[31m", "\x1b[0m", "\x1b[01;38;5;208m\x1b[K", "\x1b[m"}[rng.IntN(4)]
				coloured = append(coloured, colour...)
				was = append(was, make([]int, len(colour))...)
			}
			coloured, was = append(coloured, text[i]), append(was, i)
		}
		got := Find(coloured, Standard)
		for i := range got {
			got[i].Start, got[i].End = was[got[i].Start], was[got[i].End-1]+1
		}
		require.ElementsMatch(t, want, got, "%q", coloured)
	}
	require.Greater(t, secrets, leastPositives/2)
}

func TestOtherOrdersToATerminalStay(t *testing.T) {
	for _, text := range []string{"\x1b[2Jtop", "\x1b]0;title\x07", "\x1b[", "\x1b[31", "\x1b[1;1;1;1;1;1;1;1;1;1;1;1;1;1m", "a\x1b"} {
		require.Nil(t, narrowed([]byte(text)), "%q", text)
	}
}
