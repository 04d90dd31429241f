package redact

import (
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
