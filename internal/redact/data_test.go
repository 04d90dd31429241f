package redact

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestErrorsInADataFileNameThePlace(t *testing.T) {
	const good = "a-key  abc[0-9]{20}  abc<d20>  -  example.com\n"
	for text, want := range map[string]string{
		"# comment\n\na-key  abc[0-9]{20}  abc<d20>  -\n":               "f.txt:3: 5 columns with two spaces between them, not 4",
		"a-key  [0-9]{20}  <d20>  -  example.com\n":                     `f.txt:1: a-key: no literal of 3 bytes in "[0-9]{20}"`,
		"a-key  abc[0-9{20}  abc<d20>  -  example.com\n":                `f.txt:1: a-key: unclosed class "[0-9{20}"`,
		"a-key  abc[0-9]{20  abc<d20>  -  example.com\n":                `f.txt:1: a-key: bad repetition "{20"`,
		"a-key  abc[0-9]{3,2}  abc<d20>  -  example.com\n":              `f.txt:1: a-key: bad repetition "{3,2}"`,
		"a-key  abc[0-9]{1,99999}  abc<d20>  -  example.com\n":          `f.txt:1: a-key: bad repetition "{1,99999}"`,
		"a-key  abc[0-9]{20}\\  abc<d20>  -  example.com\n":             `f.txt:1: a-key: nothing behind a backslash`,
		good + "a-key  abd[0-9]{20}  abd<d20>  -  example.com\n":        "f.txt:2: a-key does not sort after a-key",
		good + "b-key  abd[0-9]{20}  abd<d20>  solid  example.com\n":    `f.txt:2: b-key: mark "solid"`,
		good + "b-key  abd[0-9]{20}  abd<d20>  beside:x  example.com\n": `f.txt:2: b-key: mark "beside:x"`,
		good + strings.Repeat("x", maxDataLine+1):                       "f.txt:2: line of more than 2048 bytes: bufio.Scanner: token too long",
	} {
		_, err := readFormats("f.txt", []byte(text))
		require.EqualError(t, err, want)
	}
	_, err := readFormats("f.txt", []byte(strings.Repeat(good, maxDataRows+1)))
	require.Error(t, err)
	_, err = readRows("f.txt", []byte(strings.Repeat(good, maxDataRows+1)))
	require.EqualError(t, err, "f.txt:4097: more than 4096 rows")
}

// Lists are sorted and have no duplicates, and the package uses each of them.
func TestListsOfWords(t *testing.T) {
	files, err := filepath.Glob("*.go")
	require.NoError(t, err)
	asked := map[string]bool{}
	for _, f := range files {
		source, err := os.ReadFile(f)
		require.NoError(t, err)
		for _, call := range regexp.MustCompile(`(?:listed|wordSet)\("([^"]+)"\)`).FindAllStringSubmatch(string(source), -1) {
			asked[call[1]] = true
		}
	}
	rows, err := readRows("words.txt", dataFile("words.txt"))
	require.NoError(t, err)
	last, words := "", []string(nil)
	for _, r := range rows {
		name, rest, _ := strings.Cut(r.Text, ":")
		require.True(t, asked[name], "nobody asks for %q", name)
		if name != last {
			require.Less(t, last, name)
			last, words = name, nil
		}
		more, err := listWords(r, rest)
		require.NoError(t, err)
		words = append(words, more...)
		require.True(t, slices.IsSorted(words), r.Text)
		require.Len(t, slices.Compact(slices.Clone(words)), len(words), r.Text)
	}
	lists, err := readLists("f.txt", []byte("a: x, y z, \" is \", \"a\\\\,b\"\n\na: é\nb: 1\n"))
	require.NoError(t, err)
	require.Equal(t, map[string][]string{"a": {"x", "y z", " is ", `a\,b`, "é"}, "b": {"1"}}, lists)
	for text, want := range map[string]string{
		"a b":          "f.txt:1: no name of a list",
		"a:":           "f.txt:1: empty list",
		"\na: b,, c":   "f.txt:2: empty word",
		"a: \"b\" c":   `f.txt:1: no comma after "b"`,
		"a: \"b\"d, e": `f.txt:1: no comma after "b"`,
	} {
		_, err := readLists("f.txt", []byte(text))
		require.EqualError(t, err, want)
	}
}
