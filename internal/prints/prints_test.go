package prints

import (
	"bytes"
	"fmt"
	"go/build"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/provenanced/provenanced/internal/linear"
)

var key = Key{0x1234567890abcdef, 0xfedcba0987654321}

// prose is a text of random words.
func prose(seed uint64, words int) []byte {
	r := rand.New(rand.NewPCG(seed, 7))
	var b bytes.Buffer
	for i := range words {
		for range 2 + r.IntN(8) {
			b.WriteByte(byte('a' + r.IntN(26)))
		}
		b.WriteString([]string{" ", " ", " ", ", ", ".\n"}[r.IntN(5)])
		if i%50 == 49 {
			b.WriteString("\n")
		}
	}
	return b.Bytes()
}

// Whatever stands around it, and however its lines are broken, a passage of 200 characters is
// known again.
func TestAPassageIsKnownAgain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := New()
		page := prose(rapid.Uint64().Draw(t, "page"), 300)
		number := s.Add(Hashes(key.Of(page)))
		at := rapid.IntRange(0, len(page)-200).Draw(t, "at")
		quoted := string(page[at : at+200])
		if rapid.Bool().Draw(t, "wrapped") {
			quoted = strings.ReplaceAll(strings.ToUpper(quoted), " ", "\n> ")
		}
		text := string(prose(rapid.Uint64().Draw(t, "before"), rapid.IntRange(0, 200).Draw(t, "n"))) + quoted +
			string(prose(rapid.Uint64().Draw(t, "after"), rapid.IntRange(0, 200).Draw(t, "m")))
		require.Equal(t, []uint32{number}, s.Repeats(key.Of([]byte(text))))
		require.Empty(t, s.Repeats(key.Of(page[:100])), "a short quotation is no more than that")

		require.Empty(t, s.Repeats(Key{1, 2}.Of([]byte(text))), "prints say nothing to whoever does not have the key")
	})
}

// What was the owner's first stays theirs.
func TestOwnTextsAreNobodyElses(t *testing.T) {
	s := New()
	licence, page := prose(1, 200), prose(2, 200)
	s.Own(key.Of(licence))
	s.Add(Hashes(key.Of(append(append(page, licence...), prose(3, 100)...))))
	require.Empty(t, s.Repeats(key.Of(licence)))
	require.NotEmpty(t, s.Repeats(key.Of(page)))
}

// Whatever is taken in, the store stays in its bounds, and forgets the oldest first.
func TestTheStoreIsBounded(t *testing.T) {
	s := New()
	for i := range uint64(900) {
		s.Add(Hashes(key.Of(prose(i, 8000))))
	}
	require.LessOrEqual(t, s.Size(), 64<<20)
	require.Positive(t, s.Oldest())
	require.Empty(t, s.Repeats(key.Of(prose(0, 8000))))
	require.NotEmpty(t, s.Repeats(key.Of(prose(899, 8000))))
}

func TestPrintsAreLinear(t *testing.T) {
	s := New()
	s.Add(Hashes(key.Of(prose(1, 1000))))
	for _, unit := range []string{"a", "ab", "\xff", " ", "the quick brown fox ", strings.Repeat("x", 40) + "y"} {
		linear.Require(t, 64<<10, func(size int) { s.Repeats(key.Of([]byte(strings.Repeat(unit, size/len(unit))))) }, unit)
	}
}

// Ordinary source is not taken for a stranger's who wrote something else: the strangers are all
// files of this repository, the source is Go's. Licences are the owner's, and the lists of the
// packages that both use are the same in both.
func TestOrdinarySourceIsNobodyElses(t *testing.T) {
	s := New()
	for _, own := range []string{"../../LICENSE", filepath.Join(build.Default.GOROOT, "LICENSE"), filepath.Join(build.Default.GOROOT, "src/cmd/vendor/github.com/google/pprof/LICENSE")} {
		text, err := os.ReadFile(own)
		require.NoError(t, err)
		s.Own(key.Of(text))
	}
	strangers := 0
	require.NoError(t, filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if d.IsDir() && slices.Contains([]string{".git", "node_modules", "bin", "dist"}, d.Name()) { // what is built has Go's own texts
			return filepath.SkipDir
		}
		if err == nil && d.Type().IsRegular() {
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			for i := 0; i < len(text); i += 32 << 10 {
				s.Add(Hashes(key.Of(text[i:min(len(text), i+32<<10)])))
				strangers++
			}
		}
		return err
	}))
	require.Greater(t, strangers, 1000)
	files, size, hits := 0, 0, 0
	began := time.Now()
	require.NoError(t, filepath.WalkDir(filepath.Join(build.Default.GOROOT, "src"), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || d.Name() == "go.sum" || d.Name() == "package-lock.json" {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		files++
		size += len(text)
		if len(s.Repeats(key.Of(text))) > 0 {
			hits++
			fmt.Println("taken for a stranger's:", path)
		}
		return nil
	}))
	t.Logf("%d strangers' texts; %d files, %d MB, %d taken for a stranger's, %s", strangers, files, size>>20, hits, time.Since(began))
	require.LessOrEqual(t, hits*10_000, files)
}

func BenchmarkRepeats(b *testing.B) {
	s := New()
	for i := range uint64(100) {
		s.Add(Hashes(key.Of(prose(i, 8000))))
	}
	text := prose(1000, 170_000)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		s.Repeats(key.Of(text))
	}
}
