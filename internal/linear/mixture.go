package linear

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// between is what may separate two words: what scanners split or join at, drop, decode, or read
// as a language without spaces.
var between = []string{
	"", " ", "\n", ", ", ": ", "=", "\"", "'", "(", ")", "<", ">", "</", "-", "_", ".", "/", "\\", `\n`, "\t", "{", "}", "[", "]", ";", "&", "%", "@", "#", "$", "|",
	"\u200b", "ä", "的", "0", "1234", "x", "A", `"":`, "<!--", "-->", "```", "&#x41;", "%41", `\u0041`, "a b c d", "aGVsbG8gd29ybGQ", "0x41 ",
}

// Mixtures makes texts that consist of nothing but strings that a program looks for, over and
// over: one to four strings from its source, and separators. That is what an attacker would
// write to slow a scanner down.
type Mixtures struct {
	words []string
	rng   *rand.Rand
}

// NewMixtures takes the strings from the Go files of a folder, except tests, and the words of
// the text files in it and below, except testdata.
func NewMixtures(t testing.TB, folder string, seed uint64) *Mixtures {
	t.Helper()
	m := &Mixtures{rng: rand.New(rand.NewPCG(seed, 0))}
	files, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		source, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, source, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if l, ok := n.(*ast.BasicLit); ok && l.Kind == token.STRING {
				text, _ := strconv.Unquote(l.Value)
				m.add(text)
			}
			return true
		})
	}
	err = filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && d.Name() == "testdata":
			return fs.SkipDir
		case d.IsDir() || filepath.Ext(path) != ".txt":
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for line := range strings.Lines(string(text)) {
			if line[0] != '#' {
				m.add(line)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// add adds the words of a text that are short enough to be repeated.
func (m *Mixtures) add(text string) {
	const longest = 60
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune("|{}\t\n", r) }) {
		if word = strings.TrimSpace(word); word != "" && len(word) < longest {
			m.words = append(m.words, word)
		}
	}
}

// Next is a text of the given size, and the unit that it repeats.
func (m *Mixtures) Next(size int) (text, unit string) {
	for unit == "" {
		for range 1 + m.rng.IntN(4) {
			if m.rng.IntN(3) > 0 {
				unit += m.words[m.rng.IntN(len(m.words))]
			}
			unit += between[m.rng.IntN(len(between))]
		}
	}
	return strings.Repeat(unit, size/len(unit)+1)[:size], unit
}

// RequireNoneFarSlower fails if a text takes a hundred times as long to read as prose does: one
// of the units, repeated, or one of a number of mixtures.
func (m *Mixtures) RequireNoneFarSlower(t testing.TB, prose string, units []string, read func(text string)) {
	t.Helper()
	const times, some = 100, 150
	within := func(text, unit string) {
		t.Helper()
		Within(t, times, func() { read(prose) }, func() { read(text) }, unit)
	}
	for _, unit := range units {
		within(strings.Repeat(unit, len(prose)/len(unit)), unit)
	}
	for range some {
		within(m.Next(len(prose)))
	}
}

// Slowest reads a benchmark's mixtures, one after the other, and reports the speed of the
// slowest, the slowest of a hundred and of ten, and the median, in MB/s of processor time.
func (m *Mixtures) Slowest(b *testing.B, read func(text string)) {
	b.Helper()
	const size = 1 << 16
	var speeds []float64
	least, slowest := math.Inf(1), ""
	for b.Loop() {
		text, unit := m.Next(size)
		speed := size / 1e6 / quickest(func() { read(text) }).Seconds()
		if speed < least {
			least, slowest = speed, unit
		}
		speeds = append(speeds, speed)
	}
	slices.Sort(speeds)
	b.ReportMetric(least, "slowest-MB/s")
	b.ReportMetric(speeds[len(speeds)/100], "hundredth-MB/s")
	b.ReportMetric(speeds[len(speeds)/10], "tenth-MB/s")
	b.ReportMetric(speeds[len(speeds)/2], "median-MB/s")
	b.ReportMetric(0, "ns/op") // which includes making the texts
	b.Logf("slowest: %q", slowest)
}
