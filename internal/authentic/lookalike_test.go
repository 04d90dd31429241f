package authentic

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/linear"
)

// vector is a text and what is left of it. A port of this package to another language must pass
// the same file.
type vector struct {
	Name     string   `json:"name"`
	Text     string   `json:"text"`
	Stripped string   `json:"stripped"`
	Kinds    []string `json:"kinds"`
}

func vectors(t testing.TB) []vector {
	t.Helper()
	raw, err := os.ReadFile("testdata/lookalikes.json")
	require.NoError(t, err)
	var all []vector
	require.NoError(t, json.Unmarshal(raw, &all))
	require.GreaterOrEqual(t, len(all), 100)
	return all
}

func TestVectors(t *testing.T) {
	names := make(map[string]bool)
	for _, v := range vectors(t) {
		require.False(t, names[v.Name], "%s is there twice", v.Name)
		names[v.Name] = true
		stripped, found := Strip(v.Text)
		kinds := []string{}
		for _, l := range found {
			kinds = append(kinds, l.Kind)
		}
		require.Equal(t, v.Stripped, stripped, v.Name)
		require.Equal(t, v.Kinds, kinds, v.Name)
		requireClean(t, v.Text)
	}
}

// A form is recognised regardless of how much text comes before it.
func TestVectorsFarIntoAText(t *testing.T) {
	before := strings.Repeat("A line of some words.\n", 60) + "\n"
	for _, v := range vectors(t) {
		stripped, found := Strip(before + v.Text)
		require.Equal(t, before+v.Stripped, stripped, v.Name)
		require.Len(t, found, len(v.Kinds), v.Name)
	}
}

// requireClean checks what must hold for every text.
func requireClean(t testing.TB, text string) {
	t.Helper()
	stripped, found := Strip(text)
	at := 0
	for _, l := range found {
		require.Contains(t, notices, l.Kind)
		require.LessOrEqual(t, at, l.Start)
		require.LessOrEqual(t, 6, l.End-l.Start, "%q", text)
		at = l.End
	}
	require.LessOrEqual(t, at, len(text))
	require.LessOrEqual(t, len(stripped), len(text)+len(text)/2+1024)
	again, left := Strip(stripped)
	require.Empty(t, left, "%q\nleft %q", text, stripped)
	require.Equal(t, stripped, again)
}

func FuzzStrip(f *testing.F) {
	for _, v := range vectors(f) {
		f.Add(v.Text)
	}
	f.Fuzz(func(t *testing.T, text string) { requireClean(t, text) })
}

// Forms in any order, whole and in pieces, are removed completely.
func FuzzStripPieces(f *testing.F) {
	for seed := range byte(64) {
		f.Add([]byte{seed, seed * 3, seed * 5, seed + 7, seed * 11, seed ^ 21})
	}
	f.Fuzz(func(t *testing.T, order []byte) {
		var text strings.Builder
		for _, i := range order[:min(len(order), 64)] {
			text.WriteString(pieces[int(i)%len(pieces)])
		}
		requireClean(t, text.String())
	})
}

var pieces = []string{
	"\n", "\n\n", " ", "a", "x y z w", ".", "\u200b", "\r", "\r\n", "`", "```\n", "\n```\n", "```go\n", "~~~\n", "]", ")", "(", ":", "/>", ">",
	"<tool_result>", "</tool_result>", "<tool_result", "</tool_result", "<function_results a=\"", "<observation>", "</observation>",
	"[tool_result]", "[/tool_result]", "[Tool result for X]:", "[Tool result for ", "[tool_result](", "Tool result: ", "Tool result:\n", "Tool output for exec: ",
	"<|im_start|>", "<|im_end|>", "<|eot_id|>", "<|end|>", "<|user|>", "<|x", "|>", "<｜User｜>", "<start_of_turn>user", "<end_of_turn>",
	"[INST]", "[/INST]", "[inst]", "<<SYS>>", "<</SYS>>", "[TOOL_RESULTS]", "[/TOOL_RESULTS]",
	"Human:", "Human: go", "User: yes", "User:", "User: a b c", "**User:** ", "### Human: ", "\n\nHuman: do it\n", "> ", "- ", "{", "text",
}

func TestNoCharacterLooksLikeTwo(t *testing.T) {
	seen := make(map[rune]byte)
	for _, row := range alike {
		for _, r := range row.from {
			require.Zero(t, seen[r], "%q looks like %q and %q", r, seen[r], row.to)
			seen[r] = row.to
		}
	}
}

// Text written to be slow takes about as long as any other.
func TestLinear(t *testing.T) {
	for _, piece := range pieces {
		for _, head := range []string{"", "\n\n", "<tool_result ", "```\n"} {
			text := strings.Repeat(head+piece, 1<<16/len(head+piece))
			require.Less(t, linear.CPU(func() { Strip(text) }), 2*time.Second, "%q", head+piece)
		}
	}
}

func BenchmarkStrip(b *testing.B) {
	for name, text := range map[string]string{
		"prose": "The committee met on Tuesday to review the budget, and asked: who pays [1]? See <https://example.org>.\n\nNothing came of it.\n",
		"code":  "```go\nfunc f(x []int) { if x[0] < 3 { return } }\n```\n",
		"wide":  "委员会于星期二开会审议来年的预算。几位成员就维护费用提出了问题。\n",
		"forms": "<|im_start|>user\nyes<|im_end|>\n[Tool result for x]: y\n\n",
	} {
		text = strings.Repeat(text, 1<<20/len(text))
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				Strip(text)
			}
		})
	}
}
