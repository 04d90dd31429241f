package yamltext_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/yamltext"
)

func TestReaderTellsEveryMistakeWithItsPlace(t *testing.T) {
	for text, want := range map[string][]string{
		"":                          nil,
		"# nothing\n":               nil,
		"a:\nb: []\n":               nil,
		"a: [1, 2]\n":               nil,
		"a: [1, 2, 3]\n":            {"1:4: a has 3 items, more than 2"},
		"a: {}\nb: {}\nc: {}\n":     {"1:1: the file has 3 keys, more than 2"},
		"a: [1]\na: [2]\n":          {"2:1: a is given twice, first on line 1: keep one"},
		"a: 5\n":                    {"1:4: a must be a list ([a, b] or - lines), not the number 5"},
		"[a]: []\n":                 {"1:1: the file: a key must be plain text, not a list"},
		"<<: []\n":                  {"1:1: the file: a key must be plain text, not << (a merge key): write out what it brings in"},
		"a: &x []\nb: !y []\n":      {"1:4: &x: anchors are not taken: write the value out where it is needed", "2:4: !y: tags are not taken: leave it out"},
		"a: &x []\nb: *x\n":         {"1:4: &x: anchors are not taken: write the value out where it is needed", "2:4: *x: aliases are not taken: write the value out"},
		"a: [[[b]]]\n":              {"1:6: nested deeper than 2 levels"},
		"a: []\n---\nb: []\n":       {"2:1: a second document begins here: write one, without --- in the middle"},
		"a: []\n---\nb: [\n":        {"4:1: did not find expected node content"},
		"a: []\nb: \xff":            {"2:4: the file is not UTF-8 text"},
		"# é\u2028a: []\n":          {"1:4: U+2028 ends a line here, and an editor may not show it: take it out, or write a plain line break"},
		"a: [1, 2] # 0123456789 01": {"1:1: the file has 25 bytes, more than 24"},
	} {
		var said []string
		r := yamltext.Reader{MaxBytes: 24, MaxDepth: 2, MaxItems: 2, Wrong: func(line, column int, text string) {
			said = append(said, fmt.Sprintf("%d:%d: %s", line, column, text))
		}}
		root, ok := r.Document([]byte(text))
		if ok {
			for k, v := range r.Pairs(root, "") {
				r.Items(v, k.Value)
			}
		}
		require.Equal(t, want, said, "%q", text)
	}
}

func TestReaderLeavesOutWhatIsWrong(t *testing.T) {
	var said []string
	r := yamltext.Reader{MaxBytes: 99, MaxDepth: 9, Wrong: func(line, _ int, text string) {
		said = append(said, fmt.Sprintf("%d: %s", line, text))
	}}
	root, ok := r.Document([]byte("a: true\na: false\n[b]: true\n<<: {}\nc: False\nd: maybe\ne: [true]\n"))
	require.True(t, ok)
	type read struct{ value, ok bool }
	got := map[string]read{}
	for k, v := range r.Pairs(root, "") {
		value, ok := r.Bool(v, k.Value)
		got[k.Value] = read{value, ok}
	}
	require.Equal(t, map[string]read{"a": {true, true}, "c": {false, true}, "d": {}, "e": {}}, got)
	require.Equal(t, []string{
		"2: a is given twice, first on line 1: keep one",
		"3: the file: a key must be plain text, not a list",
		"4: the file: a key must be plain text, not << (a merge key): write out what it brings in",
		`6: d must be true or false, not "maybe"`,
		"7: e must be true or false, not a list",
	}, said)
}
