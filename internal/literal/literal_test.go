package literal

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/provenanced/provenanced/internal/linear"
)

type hit struct{ id, start, end int }

func scan(m *Matcher, text []byte) []hit {
	var hits []hit
	m.Scan(text, func(id, start, end int) bool {
		hits = append(hits, hit{id, start, end})
		return true
	})
	sortHits(hits)
	return hits
}

// naive is the definition: each literal is looked for at each position.
func naive(literals []string, c Case, text []byte) []hit {
	var hits []hit
	for id, l := range literals {
		for start := 0; start+len(l) <= len(text); start++ {
			got := string(text[start : start+len(l)])
			if got == l || c == Fold && lower(got) == lower(l) {
				hits = append(hits, hit{id, start, start + len(l)})
			}
		}
	}
	sortHits(hits)
	return hits
}

func sortHits(hits []hit) {
	slices.SortFunc(hits, func(a, b hit) int {
		return slices.Compare([]int{a.start, a.end, a.id}, []int{b.start, b.end, b.id})
	})
}

func TestFindsEveryLiteralWhereverItStands(t *testing.T) {
	literals := []string{"sk-", "AKIA", "secret", "secretary", "et", "---", "clé", "sk-"}
	for _, c := range []Case{Exact, Fold} {
		m := New(literals, c)
		for _, text := range []string{
			"", "s", "et", "sk", "sk-", "SK-", "secretary", "SECRETary secret-----", "akia AKIA", "une clé, une CLé",
			strings.Repeat("x", 100) + "AKIA", "et" + strings.Repeat("\x00", 61) + "sk-",
		} {
			require.Equal(t, naive(literals, c, []byte(text)), scan(m, []byte(text)), "%q", text)
		}
	}
}

// A literal is also found by bits of the byte after its gram, which may not be part of it.
func TestAnyByteOrNoneMayFollow(t *testing.T) {
	literals := []string{"key", "sk-", "sk-x", "ask-", "keys", "a literal that ends with its gram~|^"}
	for _, c := range []Case{Exact, Fold} {
		m := New(literals, c)
		for _, l := range literals {
			for b := range 256 {
				for _, text := range []string{l, l + string([]byte{byte(b)}), "x" + l + string([]byte{byte(b), '-', '-', 'k', 'e', 'y'})} {
					require.Equal(t, naive(literals, c, []byte(text)), scan(m, []byte(text)), "%q", text)
				}
			}
		}
	}
}

func TestCaseIsThatOfASCIIOnly(t *testing.T) {
	m := New([]string{"é", "[x"}, Fold)
	require.Empty(t, scan(m, []byte("É {x {X")))
	require.Len(t, scan(m, []byte("é [X")), 2)
}

func TestScanStopsWhenTold(t *testing.T) {
	m := New([]string{"a"}, Exact)
	calls := 0
	m.Scan([]byte("aaaaaaaaaaaaaaaa"), func(int, int, int) bool { calls++; return calls < 3 })
	require.Equal(t, 3, calls)
}

// Texts contain thousands of rulers, and a private key begins with a short one.
func TestALiteralIsKnownByARulerOnlyIfItIsOne(t *testing.T) {
	m := New([]string{"-----begin", "---- begin"}, Fold)
	require.Zero(t, m.heads[m.hash(load("----"))])
	require.Equal(t, []hit{{0, 1, 5}}, scan(New([]string{"----"}, Fold), []byte(" ---- ")))
}

func TestZeroMatcherFindsNothing(t *testing.T) {
	require.Empty(t, scan(&Matcher{}, []byte("anything at all")))
	require.Empty(t, scan(New(nil, Fold), []byte("anything at all")))
}

func TestEmptyLiteralPanics(t *testing.T) {
	require.Panics(t, func() { New([]string{"a", ""}, Exact) })
}

func TestScanDoesNotAllocate(t *testing.T) {
	m := New([]string{"needle", "hay"}, Fold)
	text := bytes.Repeat([]byte("hay and NEEDLE "), 100)
	n := 0
	require.Zero(t, testing.AllocsPerRun(10, func() {
		m.Scan(text, func(int, int, int) bool { n++; return true })
	}))
	require.NotZero(t, n)
}

func TestEqualsNaiveOnSmallAlphabets(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		literals := rapid.SliceOfN(rapid.StringMatching(`[abAB@\x60]{1,6}`), 1, 20).Draw(t, "literals")
		text := []byte(rapid.StringMatching(`[abAB@\x60]{0,60}`).Draw(t, "text"))
		c := rapid.SampledFrom([]Case{Exact, Fold}).Draw(t, "case")
		require.Equal(t, naive(literals, c, text), scan(New(literals, c), text))
	})
}

func FuzzEqualsNaive(f *testing.F) {
	f.Add([]byte("key token KEY toKen"), "key,token,Key ", true)
	f.Add([]byte("\x00\x01\x02"), "\x01,\x02\x03", false)
	f.Fuzz(func(t *testing.T, text []byte, list string, fold bool) {
		literals := slices.DeleteFunc(strings.Split(list, ","), func(l string) bool { return l == "" })
		if len(literals) == 0 || len(literals) > 200 || len(text) > 1<<12 {
			return
		}
		c := Exact
		if fold {
			c = Fold
		}
		require.Equal(t, naive(literals, c, text), scan(New(literals, c), text))
	})
}

// Even where every position is a near miss of the longest literal.
func TestTimeGrowsWithTheText(t *testing.T) {
	m := New([]string{strings.Repeat("a", 63) + "b", "aaab", "baaa"}, Fold)
	linear.Require(t, 1<<16, func(n int) {
		m.Scan(bytes.Repeat([]byte("a"), n), func(int, int, int) bool { return true })
	})
}

func BenchmarkScan(b *testing.B) {
	literals := strings.Fields("key token secret password passwd auth bearer sk- ghp_ akia xoxb- eyj hf_ begin npm_ glpat- dop_v1_ sg. shpat_ dapi")
	for i := range 480 {
		literals = append(literals, fmt.Sprintf("%c%c%c_vendor%d", 'a'+i%26, 'a'+i*7%26, 'a'+i*11%26, i))
	}
	texts := map[string]string{
		"prose":  "The mill stood at the edge of the village, and its wheel had not turned for many years. Nobody knew why. ",
		"code":   "\tfor i := 0; i < len(entries); i++ {\n\t\tif err := entries[i].check(ctx); err != nil {\n\t\t\treturn fmt.Errorf(\"entry %d: %w\", i, err)\n\t\t}\n\t}\n",
		"misses": "key: none, tokens: 5, secrets, passwords: sk-, authority, the bearer, kez toker secreg ",
	}
	for name, text := range texts {
		b.Run(name, func(b *testing.B) {
			data := bytes.Repeat([]byte(text), 1<<20/len(text))
			m := New(literals, Fold)
			n := 0
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				m.Scan(data, func(int, int, int) bool { n++; return true })
			}
		})
	}
}
