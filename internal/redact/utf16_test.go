package redact

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestUTF16TakenForBytesIsReadAsWhatItSays(t *testing.T) {
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
		little, big := make([]byte, 2*len(text)), make([]byte, 2*len(text))
		for i := range len(text) {
			little[2*i], big[2*i+1] = text[i], text[i]
		}
		for shift, wide := range [][]byte{little, big} {
			got := Find(wide, Standard)
			for i := range got {
				f := &got[i]
				f.Start, f.End = (f.Start-shift)/2, (f.End+1-shift)/2
			}
			require.Equal(t, want, got, text)
		}
	}
	require.Greater(t, secrets, leastPositives/2)
}

func TestNULsThatPartWordsStay(t *testing.T) {
	text := "token\x00ghp_\x00/etc/a\x00\x00be\x00"
	require.Nil(t, narrowed([]byte(text)))
}
