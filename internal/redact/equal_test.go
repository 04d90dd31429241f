package redact

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/linear"
)

// alone runs each rule by itself at every position of the text, without the passes that skip to
// likely places.
func alone(text []byte, l Level) []Finding {
	var found []Finding
	var cues []seen
	for _, r := range knowledge().rules {
		s := scan{text: text, level: l}
		for i := range text {
			for _, lit := range r.literals {
				if i+len(lit) <= len(text) && equalFold(text[i:i+len(lit)], lit) {
					r.at(&s, i, i+len(lit))
				}
			}
		}
		found = append(found, s.found...)
		cues = append(cues, s.cues...)
	}
	sortCues(cues)
	s := scan{text: text, level: l, cues: cues}
	if l <= Standard {
		for i, b := range text {
			if b == '@' {
				s.address(i, i+1)
			}
		}
		done := 0
		for i := range text {
			if isDigit(text[i]) && (i == 0 || !isDigit(text[i-1])) && i >= done {
				done = s.number(i)
			}
		}
	}
	for i := 0; i < len(text); i++ {
		if e := segment(text, i); e-i >= tokenStride {
			s.longToken(i, e)
			i = e
		} else if e > i {
			i = e - 1
		}
	}
	done := 0
	for i := range text {
		if isLetter(text[i]) && (i == 0 || !isLetter(text[i-1])) && i >= done {
			done = s.phrase(i)
		}
	}
	return withRepeats(text, settle(append(found, s.found...)))
}

func equalFold(b []byte, word string) bool {
	for i := range b {
		if lower(b[i]) != lower(word[i]) {
			return false
		}
	}
	return true
}

func requireEqualAlone(t *testing.T, text []byte, l Level) {
	t.Helper()
	got, want := find(text, l), alone(text, l)
	spans := func(found []Finding) (out []Finding) {
		for _, f := range found {
			f.Rule = "" // where two rules find the same span, either may name it
			out = append(out, f)
		}
		return out
	}
	require.Equal(t, spans(want), spans(got), "%q", text)
}

func TestPassesFindWhatEveryRuleAloneFinds(t *testing.T) {
	positives, negatives := corpus(t)
	var all [][]byte
	for _, c := range positives {
		all = append(all, []byte(c.text))
	}
	for _, n := range negatives {
		all = append(all, []byte(n))
	}
	rng := rand.New(rand.NewPCG(3, 4))
	for i, text := range all {
		if testing.Short() && i%12 != 0 {
			continue
		}
		l := Level(i / 12 % int(Off))
		requireEqualAlone(t, text, l)
		// Beside another line, and damaged.
		text = append(append(append([]byte{}, text...), "\n \",;"[rng.IntN(5)]), all[rng.IntN(len(all))]...)
		for range rng.IntN(3) {
			text[rng.IntN(len(text))] = "\x00 =:\"\\n-_1aZ@é"[rng.IntN(15)]
		}
		requireEqualAlone(t, text, l)
	}
}

func FuzzPassesFindWhatEveryRuleAloneFinds(f *testing.F) {
	positives, _ := corpus(f)
	for i, c := range positives {
		if i%5 == 0 {
			f.Add([]byte(c.text), uint8(i%3))
		}
	}
	f.Fuzz(func(t *testing.T, text []byte, l uint8) {
		if len(text) > 1<<11 {
			return
		}
		requireEqualAlone(t, text, Level(l%3))
	})
}

// BenchmarkSlowest needs a -benchtime of about 10000x.
func BenchmarkSlowest(b *testing.B) {
	linear.NewMixtures(b, ".", 2).Slowest(b, func(text string) { Find([]byte(text), Standard) })
}
