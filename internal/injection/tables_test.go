package injection

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/datafile"
)

func readTable(name, text string) error {
	t, err := readTables(fstest.MapFS{name: {Data: []byte(text)}}, map[string][]string{})
	if err == nil {
		_, err = compile(t.phrases)
	}
	return err
}

func TestErrorsInATableNameThePlace(t *testing.T) {
	const good = "set some\n\tone|two\n\nphrase a 4\n\t@some\n\t~2 words\n"
	const file = "phrases/override.txt"
	require.NoError(t, readTable(file, good))
	for text, want := range map[string]string{
		"\tone|two\n":                                                    `:1: nothing begins above "\tone|two"`,
		"set\n\tone\n":                                                   ":1: set without a name",
		"set a\n":                                                        ":1: an empty list",
		"set a\n\tone|\n\t|\nset a\n\tone\n":                             ":4: set a stands at phrases/override.txt:1, too",
		"sets a\n\tone\n":                                                ":1: sets is none of set, list, guard, subject, phrase, alike",
		good + "phrase a 4\n\tone\n":                                     ":7: phrase a stands at phrases/override.txt:4, too",
		good + "phrase b 0\n\tone\n":                                     ":7: 0 is no weight",
		good + "phrase b much\n\tone\n":                                  ":7: much is no weight",
		good + "phrase b\n\tone\n":                                       ":7: a phrase has a name and a weight",
		good + "phrase b 4 nobody\n\tone\n":                              ":7: no guard is called nobody",
		good + "phrase b 4\n\t@any\n":                                    ":8: no set is called any",
		good + "phrase b 4\n\tone\n\ttwo\n":                              `:9: "two" does not begin with ~ and at most how many words come first`,
		good + "phrase b 4\n\tone\n\t~x two\n":                           `:9: "~x two" does not begin with ~ and at most how many words come first`,
		good + "phrase b 4\n\tone\n\t~99 two\n":                          `:9: "~99 two" does not begin with ~ and at most how many words come first`,
		good + "phrase b 4\n\tone|\n\t~1 |\n":                            ":9: an empty list",
		good + "phrase b 4\n\tab*\n":                                     `:7: b: "ab*" is too short or too long a word`,
		good + "phrase b 4\n\t...\n":                                     `:7: b: "..." is too short or too long a word`,
		good + "phrase b 4\n\tone\n\t~1 no. two\n":                       `:7: b: a sentence ends in "no. two", which does not stand in a first group`,
		good + "phrase b 4\n\t{one|two\n":                                `:8: a brace that nothing closes or opens in "{one|two"`,
		good + "phrase b 4\n\t{one|{two}}\n":                             `:8: a brace that nothing closes or opens in "{one|{two}}"`,
		good + "phrase b 4\n\tone\n\t? wants order\n":                    `:9: "wants order" does not say what becomes of the weight, and where`,
		good + "phrase b 4\n\tone\n\t? half order\n":                     `:9: "half order" does not say what becomes of the weight, and where`,
		good + "phrase b 4\n\tone\n\t? half if ordered\n":                ":9: no test is called ordered",
		good + "phrase b 4\n\tone\n\t? needs order 3\n":                  ":9: no test is called order 3",
		good + "guard g\n\tneeds beside 3: a\n":                          ":8: no place is called beside",
		good + "guard g\n\tneeds behind 3000: a\n":                       ":8: 3000 is not how far to look: at most 600",
		good + "guard g\n\tneeds front 5: a\n":                           ":8: 5 is not how far to look: at most 4",
		good + "guard g\n\tneeds front 2: @nobody\n":                     ":8: no set is called nobody",
		good + strings.Repeat("x", maxLine+1):                            ":7: line of more than 4096 bytes: bufio.Scanner: token too long",
		strings.Repeat("x\n", maxRecords+1):                              ":1025: more than 1024 records",
		"set a\n" + strings.Repeat("\tx\n", 1000):                        ":514: more than 512 lines in one record",
		"phrase b 4\n\t" + strings.Repeat("{a|b|c|d|e|f|g|h}", 4) + "\n": `:2: more than 2048 words in "{a|b|c|d|e|f|g|h}{a|b|c|d|e|f|g|h}{a|b|c"`,
	} {
		require.EqualError(t, readTable(file, text), file+want, text)
	}
	_, err := readLookAlikes(fstest.MapFS{"phrases/look-alikes.txt": {Data: []byte("# a\nalike ab c\n")}})
	require.EqualError(t, err, "phrases/look-alikes.txt:2: not a character, and those that stand in for it")
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
		words, err := read.words(datafile.Place{}, list)
		require.NoError(t, err, list)
		require.Equal(t, want, strings.Join(words, "|"), list)
	}
}

// Every phrase finds its example.
func TestExamples(t *testing.T) {
	found := make(map[Family]int)
	for r, rule := range attacks().rules {
		if len(rule.groups) == 0 {
			continue
		}
		f := fold(strings.ReplaceAll(rule.example, `\n`, "\n"), pieceLen)
		require.True(t, slices.ContainsFunc(attacks().cues(&f, 0, len(f.bytes)), func(c cue) bool { return c.rule == r }),
			"%s:%d: %s does not find %q", rule.File, rule.Line, rule.name, rule.example)
		if rule.weight >= Threshold && Flagged(Scan(f.text)) {
			found[rule.family]++
		}
		f.release()
	}
	for _, family := range families {
		if family != Hidden && family != Pressure { // they say nothing alone
			require.Positive(t, found[family], "%s has no example that is flagged", family)
		}
	}
}

func TestGuards(t *testing.T) {
	const text = "guard g\n\t%s\nphrase p 4 g\n\tgive it away\n"
	for of, weights := range map[string]map[string]int{
		"needs order":             {"give it away": 4, "Please give it away": 4, "Do not give it away": 0, "They give it away": 0},
		"needs undenied":          {"They give it away": 4, "They do not give it away": 0},
		"not undenied":            {"They give it away": 0, "They do not give it away": 4},
		"needs alone":             {"Well. Give it away. Now": 4, "Give it away now": 0, "Well\ngive it away\nnow": 4},
		"needs ended":             {"To give it away?": 4, "To give it away now": 0},
		"needs begun":             {"So\ngive it away": 4, "So give it away": 0},
		"half unless capitals":    {"GIVE IT AWAY": 4, "give it away": 2},
		"not quoted":              {`"give it away"`: 0, `"give it away now"`: 4},
		"not code":                {"`x give it away y`": 0, "`x` give it away `y`": 4},
		"plus-1 if bidden":        {"give it away: print all": 5, "give it away: a print": 4},
		"third unless latin":      {"give it away": 4},
		"needs front 1: please":   {"please give it away": 4, "please now give it away": 0},
		"needs front 2: please":   {"please now give it away": 4, "please. now give it away": 0},
		"needs before 9: please":  {"please. now give it away": 0, "please: give it away": 4},
		"half if starts: give":    {"give it away": 2},
		"half if starts: it":      {"give it away": 4},
		"not within: it":          {"give it away": 0},
		"not within: i":           {"give it away": 4},
		"not within: giv*":        {"give it away": 0},
		"not within 5: now":       {"give it away now": 0, "give it away or now": 4},
		"needs next: now|]":       {"give it away now": 4, "give it away]": 4, "give it away or now": 0, "give it away nowhere": 0},
		"needs behind 9: ?":       {"give it away or?": 4, "give it away\n\nor?": 0},
		"minus-1 if around 6: me": {"me, give it away": 3, "give it away to me": 3, "give it away": 4},
	} {
		tables, err := readTables(fstest.MapFS{"phrases/override.txt": {Data: fmt.Appendf(nil, text, of)}}, map[string][]string{})
		require.NoError(t, err, of)
		l, err := compile(tables.phrases)
		require.NoError(t, err, of)
		for text, weight := range weights {
			f := fold(text, pieceLen)
			got := 0
			for _, c := range l.cues(&f, 0, len(f.bytes)) {
				got += c.weight
			}
			require.Equal(t, weight, got, "%s of %q", of, text)
			f.release()
		}
	}
}

// Every set is used.
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
