package redact

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestScore scans a labelled set and prints what was found, by tier and type:
//
//	REDACTION_SET=dev.jsonl [REDACTION_LEVEL=standard] [REDACTION_PREDICTIONS=out.jsonl] [REDACTION_MISSES=1] \
//		go test ./internal/redact -run TestScore -v
//
// A line of the set is {"id","label","type","tier","text","spans":[[start,end,type,value]]},
// offsets in characters; one of the predictions {"id","spans"}. A value counts as found if fewer
// than eight consecutive characters of it are left.
func TestScore(t *testing.T) {
	path := os.Getenv("REDACTION_SET")
	if path == "" {
		return // nothing to score
	}
	level, err := ParseLevel(cmpOr(os.Getenv("REDACTION_LEVEL"), "standard"))
	require.NoError(t, err)
	set := readSet(t, path)
	s := score(set, level, os.Getenv("REDACTION_MISSES") != "")
	t.Log("\n" + s.String())
	if out := os.Getenv("REDACTION_PREDICTIONS"); out != "" {
		f, err := os.Create(out)
		require.NoError(t, err)
		for _, c := range set {
			spans := [][3]any{}
			for _, p := range runeSpans(c.Text, Find([]byte(c.Text), level)) {
				spans = append(spans, [3]any{p.start, p.end, p.typ})
			}
			require.NoError(t, json.NewEncoder(f).Encode(map[string]any{"id": c.ID, "spans": spans}))
		}
		require.NoError(t, f.Close())
	}
}

func cmpOr(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// labelled is a line of the set.
type labelled struct {
	ID    any
	Label int
	Type  string
	Tier  string
	Text  string
	Spans [][]any
}

func readSet(t *testing.T, path string) (set []labelled) {
	t.Helper()
	f, err := os.Open(path)
	require.NoError(t, err)
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var c labelled
		require.NoError(t, json.Unmarshal(lines.Bytes(), &c))
		set = append(set, c)
	}
	require.NoError(t, lines.Err())
	return set
}

type runeSpan struct {
	start, end int
	typ        Type
}

func runeSpans(text string, found []Finding) []runeSpan {
	var out []runeSpan
	at := make([]int, len(text)+1)
	n := 0
	for i := range text {
		at[i] = n
		n++
	}
	at[len(text)] = n
	for i := len(text) - 1; i > 0; i-- { // offsets may fall inside a character
		if at[i] == 0 {
			at[i] = at[i+1]
		}
	}
	for _, f := range found {
		out = append(out, runeSpan{at[f.Start], at[f.End], f.Type})
	}
	return out
}

type tally struct{ hit, of int }

type scores struct {
	recall, touched map[[2]string]tally
	gone, outside   int
}

func score(set []labelled, l Level, print bool) scores {
	s := scores{recall: map[[2]string]tally{}, touched: map[[2]string]tally{}}
	count := func(m map[[2]string]tally, tier, typ string, hit bool) {
		for _, k := range [][2]string{{tier, typ}, {tier, "all"}} {
			t := m[k]
			t.of++
			if hit {
				t.hit++
			}
			m[k] = t
		}
	}
	for _, c := range set {
		spans := runeSpans(c.Text, Find([]byte(c.Text), l))
		if c.Label == 0 {
			count(s.touched, c.Tier, c.Type, len(spans) > 0)
			if print && len(spans) > 0 {
				r := []rune(c.Text)
				for _, p := range spans {
					fmt.Printf("FALSE %s/%s %q in %.120q\n", c.Tier, c.Type, string(r[p.start:p.end])+" "+string(p.typ), c.Text)
				}
			}
			continue
		}
		covered := make([]bool, len([]rune(c.Text)))
		inside := make([]bool, len(covered))
		for _, p := range spans {
			for i := p.start; i < p.end; i++ {
				covered[i] = true
			}
		}
		for _, g := range c.Spans {
			start, end := int(g[0].(float64)), int(g[1].(float64))
			run, longest := 0, 0
			for i := start; i < end; i++ {
				inside[i] = true
				run++
				if covered[i] {
					run = 0
				}
				longest = max(longest, run)
			}
			found := longest < min(8, end-start)
			count(s.recall, c.Tier, g[2].(string), found)
			if print && !found {
				fmt.Printf("MISS %s/%s %q in %.160q\n", c.Tier, g[2], g[3], c.Text)
			}
		}
		for i := range covered {
			if !inside[i] {
				s.outside++
				if covered[i] {
					s.gone++
				}
			}
		}
	}
	return s
}

func (s scores) String() string {
	out := ""
	for _, part := range []struct {
		name string
		m    map[[2]string]tally
	}{{"found", s.recall}, {"touched", s.touched}} {
		keys := make([][2]string, 0, len(part.m))
		for k := range part.m {
			keys = append(keys, k)
		}
		slices.SortFunc(keys, func(a, b [2]string) int { return slices.Compare(a[:], b[:]) })
		for _, k := range keys {
			t := part.m[k]
			out += fmt.Sprintf("%-8s %-8s %-16s %5d/%-5d %6.2f%%\n", part.name, k[0], k[1], t.hit, t.of, 100*float64(t.hit)/float64(t.of))
		}
	}
	return out + fmt.Sprintf("over     %d of %d characters outside\n", s.gone, s.outside)
}
