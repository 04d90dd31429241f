package injection

import (
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"
)

func readTable(name, text string) error {
	t, err := readTables(fstest.MapFS{name: {Data: []byte(text)}}, map[string][]string{})
	if err == nil {
		_, err = compile(t.phrases)
	}
	return err
}

func TestErrorsInATableNameThePlace(t *testing.T) {
	const good = "set some\n\tone|two\n\nphrase a 4 imperative\n\t@some\n\t~2 words\n"
	const file = "phrases/override.txt"
	require.NoError(t, readTable(file, good))
	for text, want := range map[string]string{
		"\tone|two\n":                                                    `:1: nothing begins above "\tone|two"`,
		"set\n\tone\n":                                                   ":1: set without a name",
		"set a\n":                                                        ":1: an empty list",
		"set a\n\tone|\n\t|\nset a\n\tone\n":                             ":4: set a stands at phrases/override.txt:1, too",
		"sets a\n\tone\n":                                                ":1: sets is no set, phrase or subject",
		good + "phrase a 4\n\tone\n":                                     ":7: phrase a stands at phrases/override.txt:4, too",
		good + "phrase b 0\n\tone\n":                                     ":7: 0 is no weight",
		good + "phrase b much\n\tone\n":                                  ":7: much is no weight",
		good + "phrase b\n\tone\n":                                       ":7: a phrase has a name, a weight and at most a guard",
		good + "phrase b 4 nobody\n\tone\n":                              ":7: no guard is called nobody",
		good + "phrase b 4\n\t@any\n":                                    ":7: no set is called any",
		good + "phrase b 4\n\tone\n\ttwo\n":                              `:7: "two" does not begin with ~ and at most how many words come first`,
		good + "phrase b 4\n\tone\n\t~x two\n":                           `:7: "~x two" does not begin with ~ and at most how many words come first`,
		good + "phrase b 4\n\tone\n\t~99 two\n":                          `:7: "~99 two" does not begin with ~ and at most how many words come first`,
		good + "phrase b 4\n\tone|\n\t~1 |\n":                            ":7: an empty list",
		good + "phrase b 4\n\tab*\n":                                     `:7: b: "ab*" is too short or too long a word`,
		good + "phrase b 4\n\t...\n":                                     `:7: b: "..." is too short or too long a word`,
		good + "phrase b 4\n\tone\n\t~1 no. two\n":                       `:7: b: a sentence ends in "no. two", which does not stand in a first group`,
		good + "phrase b 4\n\t{one|two\n":                                ":7: a brace that nothing closes or opens",
		good + "phrase b 4\n\t{one|{two}}\n":                             ":7: a brace that nothing closes or opens",
		good + strings.Repeat("x", maxLine+1):                            ":7: line of more than 4096 bytes: bufio.Scanner: token too long",
		strings.Repeat("x\n", maxRecords+1):                              ":1025: more than 1024 records",
		"set a\n" + strings.Repeat("\tx\n", 1000):                        ":514: more than 512 lines in one record",
		"phrase b 4\n\t" + strings.Repeat("{a|b|c|d|e|f|g|h}", 4) + "\n": `:1: "{a|b|c|d|e|f|g|h}{a|b|c|d|e|f|g|h}{a|b|c": more than 2048 words`,
	} {
		require.EqualError(t, readTable(file, text), file+want, text)
	}
	require.EqualError(t, readTable("phrases/other.txt", "phrase b 4\n\tone\n"), "phrases/other.txt:1: no family is called other")
}

func TestWordsWithBraces(t *testing.T) {
	read := &tables{sets: map[string][]string{"some": {"x", "y"}}}
	for list, want := range map[string]string{
		"b|a|b":                 "a|b",
		"{a|b} {c|d}|e":         "a c|a d|b c|b d|e",
		"@some|{|the} z":        "the z|x|y|z",
		`\{a\}|a¦b`:             "a|b|{a}",
		"<{s|sys}> {a|b}s":      "<s> as|<s> bs|<sys> as|<sys> bs",
		" a | b c |":            "a|b c",
		`{\{a|b\}} c|\{\{d\}\}`: "b} c|{a c|{{d}}",
	} {
		words, err := read.words(place{}, list)
		require.NoError(t, err, list)
		require.Equal(t, want, strings.Join(words, "|"), list)
	}
}

// Sets are used.
func TestSetsAreTidy(t *testing.T) {
	var all strings.Builder
	for _, dir := range []string{"phrases", "phrases/abroad"} {
		files, err := fs.ReadDir(tableFiles, dir)
		require.NoError(t, err)
		for _, f := range files {
			if !f.IsDir() {
				text, err := fs.ReadFile(tableFiles, dir+"/"+f.Name())
				require.NoError(t, err)
				require.True(t, strings.HasPrefix(string(text), "# "), "%s does not say what its columns are", f.Name())
				all.Write(text)
			}
		}
	}
	names := strings.FieldsFunc(all.String(), func(r rune) bool { return strings.ContainsRune(" \t\n|", r) })
	used := make(map[string]bool)
	for _, name := range names {
		used[name] = true
	}
	for name := range known().sets {
		require.True(t, used["@"+name], "set %s is in no phrase", name)
	}
}
