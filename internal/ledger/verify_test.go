package ledger

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/hmacauth"
)

// three is a closed ledger of three files.
func three(t testing.TB) map[string][]byte {
	m := newMemFS()
	o := quiet(m)
	o.MaxEntries = 5
	l, _ := open(t, o)
	for n := range 8 {
		put(t, l, n, true)
	}
	require.Equal(t, 3, l.Last().File)
	require.NoError(t, l.Close())
	return m.contents()
}

// seqAt is the line of a file that contains the byte at i.
func seqAt(data []byte, i int) uint64 { return uint64(bytes.Count(data[:i], []byte("\n"))) }

func requireProblem(t *testing.T, files map[string][]byte, file int, seq uint64, msg ...any) What {
	t.Helper()
	r, err := verify(image(files), "ledger", &testKey, nil, nil)
	require.NoError(t, err, msg...)
	require.NotNil(t, r.Problem, msg...)
	require.Equal(t, []any{file, seq}, []any{r.Problem.File, r.Problem.Seq}, msg...)
	require.ErrorIs(t, r.Problem, ErrCorrupt)
	return r.Problem.What
}

// Every byte of every file is changed, removed, doubled, and preceded by another byte; each
// time the place is found.
func TestEveryByteCounts(t *testing.T) {
	all := three(t)
	for n := 1; n <= 3; n++ {
		t.Run(FileName(n), func(t *testing.T) {
			t.Parallel()
			files, name := maps.Clone(all), filePath("ledger", n)
			good := files[name]
			for i := range good {
				seq := seqAt(good, i)
				for _, flip := range []byte{0x01, 0x80, good[i] ^ 'a'} { // the last one makes the letter a, another hex digit
					if flip == 0 {
						continue
					}
					bad := slices.Clone(good)
					bad[i] ^= flip
					files[name] = bad
					requireProblem(t, files, n, seq, "byte %d ^ %x", i, flip)
				}
				files[name] = slices.Delete(slices.Clone(good), i, i+1)
				requireProblem(t, files, n, seq, "byte %d removed", i)
				files[name] = slices.Insert(slices.Clone(good), i, ' ')
				requireProblem(t, files, n, seq, "a space before byte %d", i)
				files[name] = good[:i]
				requireProblem(t, files, n, seq, "cut at %d", i)
				if good[i] == '\n' {
					seq++ // an empty line after this one
				}
				files[name] = slices.Insert(slices.Clone(good), i, '\n')
				requireProblem(t, files, n, seq, "a newline before byte %d", i)
			}
			files[name] = append(slices.Clone(good), ' ')
			requireProblem(t, files, n, seqAt(good, len(good)), "a byte more")
		})
	}
	t.Run("head", func(t *testing.T) {
		t.Parallel()
		files := maps.Clone(all)
		head := files["ledger/head"]
		for i := range head {
			for _, bad := range [][]byte{
				append(append(slices.Clone(head[:i]), head[i]^1), head[i+1:]...),
				slices.Delete(slices.Clone(head), i, i+1),
				slices.Insert(slices.Clone(head), i, ' '),
				head[:i],
			} {
				files["ledger/head"] = bad
				requireProblem(t, files, 0, 0, "byte %d", i)
			}
		}
	})
}

// reseal recomputes every hash of a file, as an attacker would to hide a change.
func reseal(t *testing.T, data []byte) []byte {
	var out []byte
	prev, h := []byte(ZeroHash), newHasher()
	for _, raw := range bytes.Split(bytes.TrimSuffix(data, []byte("\n")), []byte("\n")) {
		l, err := parseLine(raw)
		require.NoError(t, err)
		var at int
		out, at = h.appendLine(out, &line{seq: l.seq, typ: l.typ, prev: prev, data: l.data})
		prev = slices.Clone(out[at : at+hashLen])
	}
	return out
}

func TestTampering(t *testing.T) {
	good := three(t)
	name := func(n int) string { return filePath("ledger", n) }
	linesOf := func(n int) [][]byte { return slices.Collect(bytes.Lines(good[name(n)])) }
	lines := func(l ...[]byte) []byte { return bytes.Join(l, nil) }
	for _, c := range []struct {
		what   string
		tamper func(files map[string][]byte)
		file   int
		seq    uint64
		found  What
	}{
		{"a line is removed", func(f map[string][]byte) {
			l := linesOf(2)
			f[name(2)] = lines(slices.Delete(l, 2, 3)...)
		}, 2, 2, Sequence},
		{"a line stands twice", func(f map[string][]byte) {
			l := linesOf(2)
			f[name(2)] = lines(slices.Insert(l, 2, l[2])...)
		}, 2, 3, Sequence},
		{"two lines changed places", func(f map[string][]byte) {
			l := linesOf(1)
			l[2], l[3] = l[3], l[2]
			f[name(1)] = lines(l...)
		}, 1, 2, Sequence},
		{"a sealed file lost its last line", func(f map[string][]byte) {
			l := linesOf(1)
			f[name(1)] = lines(l[:4]...)
		}, 1, 4, Cut},
		{"the open file lost its last line", func(f map[string][]byte) {
			l := linesOf(3)
			f[name(3)] = lines(l[:len(l)-1]...)
		}, 3, uint64(len(linesOf(3)) - 1), Cut},
		{"something follows the end of a sealed file", func(f map[string][]byte) {
			l := linesOf(1)
			more, _ := newHasher().appendLine(nil, &line{seq: 5, typ: Claim, prev: l[4][len(l[4])-67 : len(l[4])-3], data: claim(1)})
			f[name(1)] = lines(append(l, more)...)
		}, 1, 5, Misplaced},
		{"a middle file is gone", func(f map[string][]byte) { delete(f, name(2)) }, 2, 0, Missing},
		{"the first file is gone", func(f map[string][]byte) { delete(f, name(1)) }, 1, 0, Missing},
		{"the last file is gone", func(f map[string][]byte) { delete(f, name(3)) }, 3, 0, Missing},
		{"all files are gone", func(f map[string][]byte) {
			for n := range 3 {
				delete(f, name(n+1))
			}
		}, 1, 0, Missing},
		{"two files changed places", func(f map[string][]byte) {
			f[name(1)], f[name(2)] = f[name(2)], f[name(1)]
		}, 1, 0, Uncounted},
		{"a file stands twice", func(f map[string][]byte) { f[name(4)] = f[name(3)] }, 3, uint64(len(linesOf(3))), Cut},
		{"continues_from is another", func(f map[string][]byte) {
			l := linesOf(1)
			hash := string(l[4][len(l[4])-67 : len(l[4])-3])
			f[name(2)] = reseal(t, []byte(strings.Replace(string(f[name(2)]), hash, genesisHash, 1)))
		}, 2, 0, Uncounted},
		{"an entry is another, its file hashed anew", func(f map[string][]byte) {
			f[name(1)] = reseal(t, []byte(strings.Replace(string(f[name(1)]), `"n":1`, `"n":7`, 1)))
		}, 2, 0, Uncounted},
		{"the last file is hashed anew", func(f map[string][]byte) {
			f[name(3)] = reseal(t, []byte(strings.Replace(string(f[name(3)]), `"n":7`, `"n":1`, 1)))
		}, 3, uint64(len(linesOf(3)) - 1), Rewritten},
		{"data is not canonical, hashed anew", func(f map[string][]byte) {
			bad := jsontext.Value(`{"n": 1}`)
			l := linesOf(1)
			l[2], _ = newHasher().appendLine(nil, &line{seq: 2, typ: Claim, prev: l[1][len(l[1])-67 : len(l[1])-3], data: bad})
			f[name(1)] = lines(l...)
		}, 1, 2, Malformed},
		{"a genesis in the middle", func(f map[string][]byte) {
			f[name(3)] = reseal(t, []byte(strings.Replace(string(f[name(3)]), `"CLAIM"`, `"GENESIS"`, 1)))
		}, 3, 1, Misplaced},
		{"the head mark is gone", func(f map[string][]byte) { delete(f, "ledger/head") }, 0, 0, NoMark},
		{"the head mark's halves changed places", func(f map[string][]byte) {
			h := f["ledger/head"]
			f["ledger/head"] = lines(h[slotSize:], h[:slotSize])
		}, 0, 0, BadMark},
		{"all files are gone, and the head mark is none", func(f map[string][]byte) {
			for n := range 3 {
				delete(f, name(n+1))
			}
			f["ledger/head"] = bytes.Repeat([]byte{' '}, 2*slotSize)
		}, 0, 0, BadMark},
		{"a line without end", func(f map[string][]byte) {
			f[name(3)] = append(slices.Clone(f[name(3)]), bytes.Repeat([]byte("x"), MaxLine+10)...)
		}, 3, uint64(len(linesOf(3))), Malformed},
	} {
		t.Run(c.what, func(t *testing.T) {
			m := image(good)
			files := m.contents()
			c.tamper(files)
			require.Equal(t, c.found, requireProblem(t, files, c.file, c.seq))

			o := quiet(image(files))
			_, _, err := Open(o)
			require.ErrorIs(t, err, ErrCorrupt)
			_, _, err = Open(o)
			require.NotErrorIs(t, err, ErrInUse, "what Open opened it also closed")
		})
	}
}

// Seed 002's vectors, as lines of a ledger that another program has written.
func TestVerifyTheVectors(t *testing.T) {
	const (
		genesis = `{"seq":0,"type":"GENESIS","prevHash":"` + ZeroHash + `","data":{"agent":"bernard","created":"2026-02-21T18:00:00Z","version":"1.0"},"hash":"` + genesisHash + `"}` + "\n"
		claim   = `{"seq":1,"type":"CLAIM","prevHash":"` + genesisHash + `","data":{"text":"test claim"},"hash":"` + appendHash + `"}` + "\n"
		gap     = `{"seq":3,"type":"CLAIM","prevHash":"` + appendHash + `","data":{"text":"skipped seq 2"},"hash":"` + gapHash + `"}` + "\n"
	)
	for _, c := range []struct {
		what, text string
		want       *Problem
	}{
		{"T4", genesis + claim, nil},
		{"T5", genesis + strings.Replace(claim, "test claim", "TAMPERED claim", 1), &Problem{File: 1, Seq: 1, What: Altered}},
		{"T6", genesis + claim + gap, &Problem{File: 1, Seq: 2, What: Sequence}},
	} {
		files := map[string][]byte{filePath("ledger", 1): []byte(c.text)}
		r, err := verify(image(files), "ledger", nil, nil, nil)
		require.NoError(t, err, c.what)
		require.Equal(t, c.want, r.Problem, c.what)
	}
}

// Between two files a crash may leave no next one, or an empty one. What comes after the mark
// but does not begin like an entry was not left by a crash.
func TestVerifyOfAnEndThatIsNotWhole(t *testing.T) {
	good := three(t)
	ends := linesIn(good[filePath("ledger", 1)])
	for _, c := range []struct {
		what   string
		marked uint64 // the seq in file 1 that the head mark names
		end    string // of file 1, after its entry 1
		next   *string
		want   Report // only non-zero fields are compared
	}{
		{what: "the file is finished and there is no next one", marked: 4, end: ends(2, 5), want: Report{Unfinished: Position{File: 2}}},
		{what: "before the mark says so", marked: 1, end: ends(2, 5), want: Report{Unfinished: Position{File: 2}}},
		{what: "the next one is empty", marked: 4, end: ends(2, 5), next: new(string), want: Report{Unfinished: Position{File: 2}}},
		{what: "a line that is begun", marked: 1, end: ends(2, 3)[:150], want: Report{Unfinished: Position{File: 1, Seq: 2}, Bytes: 150}},
		{what: "of the line after that", marked: 1, end: ends(3, 4)[:20], want: Report{Problem: &Problem{File: 1, Seq: 2, What: Torn}}},
		{what: "of a line with another hash before", marked: 1, end: strings.Replace(ends(2, 3)[:150], `"prevHash":"`, `"prevHash":"0`, 1), want: Report{Problem: &Problem{File: 1, Seq: 2, What: Torn}}},
		{what: "a byte", marked: 1, end: " ", want: Report{Problem: &Problem{File: 1, Seq: 2, What: Torn}}},
		{what: "a byte behind the end of a finished file", marked: 4, end: ends(2, 5) + "{", want: Report{Problem: &Problem{File: 1, Seq: 5, What: Torn}}},
		{what: "a page that was never stored", marked: 1, end: ends(2, 3)[:100] + "\x00\x00" + ends(2, 3)[102:] + ends(3, 4), want: Report{Unfinished: Position{File: 1, Seq: 2}, Bytes: int64(len(ends(2, 4)))}},
		{what: "NULs in what is not the next line", marked: 1, end: "x\x00\n", want: Report{Problem: &Problem{File: 1, Seq: 2, What: Torn}}},
		{what: "an end that the mark names", marked: 2, end: ends(2, 3)[:150], want: Report{Problem: &Problem{File: 1, Seq: 2, What: Cut}}},
	} {
		t.Run(c.what, func(t *testing.T) {
			files := map[string][]byte{filePath("ledger", 1): []byte(ends(0, 2) + c.end)}
			if c.next != nil {
				files[filePath("ledger", 2)] = []byte(*c.next)
			}
			line := ends(int(c.marked), int(c.marked)+1)
			m := mark{n: 4, first: 1, last: Position{File: 1, Seq: c.marked, Hash: line[len(line)-67 : len(line)-3]}}
			before := m
			before.n--
			files["ledger/head"] = append(m.encode(&testKey), before.encode(&testKey)...)
			r, err := verify(image(files), "ledger", &testKey, nil, nil)
			require.NoError(t, err)
			require.Equal(t, c.want.Problem, r.Problem)
			require.Equal(t, c.want.Unfinished, r.Unfinished)
			require.Equal(t, c.want.Bytes, r.Bytes)
			require.Equal(t, r.Problem == nil || r.Problem.What == Torn, r.Head)

			// Open continues where VerifyDir says that nothing is lost.
			l, _, err := Open(Options{Dir: "ledger", FS: image(files), Key: testKey, SyncEvery: time.Hour})
			require.Equal(t, r.Head, err == nil, "%v", err)
			if err == nil {
				require.NoError(t, l.Close())
			}

			r, err = verify(image(files), "ledger", nil, nil, nil)
			require.NoError(t, err)
			require.NotNil(t, r.Problem, "without the key nothing shows that the rest was not cut off")
		})
	}
}

// linesIn returns the lines from one up to another, exclusive.
func linesIn(data []byte) func(from, to int) string {
	lines := strings.SplitAfter(string(data), "\n")
	return func(from, to int) string { return strings.Join(lines[from:to], "") }
}

func TestVerifyWithAnotherKey(t *testing.T) {
	m := image(three(t))
	other := testKey
	other[0]++
	r, err := verify(m, "ledger", &other, nil, nil)
	require.NoError(t, err)
	require.Equal(t, &Problem{What: BadMark}, r.Problem)
}

func TestVerifyDir(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "ledger")
	_, err := VerifyDir(dir, nil, nil)
	require.ErrorIs(t, err, fs.ErrNotExist)
	require.NoError(t, os.Mkdir(dir, 0o700))
	for _, key := range []*[32]byte{nil, (*[32]byte)(&testKey)} {
		_, err = VerifyDir(dir, (*hmacauth.Key)(key), nil)
		require.ErrorIs(t, err, fs.ErrNotExist)
	}

	l, _ := open(t, Options{Dir: dir, MaxEntries: 1500})
	for n := range 3000 {
		_, err := l.Append(l.now(), Claim, claim(n))
		require.NoError(t, err)
	}
	require.NoError(t, l.Flush(context.Background(), l.Last(), true))
	var seen []string
	r, err := VerifyDir(dir, &testKey, func(file int, seq uint64) { seen = append(seen, fmt.Sprint(file, " ", seq)) })
	require.NoError(t, err)
	require.Nil(t, r.Problem)
	require.Equal(t, []string{"1 0", "1 1024", "2 0", "2 1024", "3 0"}, seen)
	require.Equal(t, 3, r.Files)
	require.EqualValues(t, 3000+3+2, r.Entries)
	require.Equal(t, l.Last(), r.Last)
	require.Equal(t, l.Last(), r.Marked)
	require.Equal(t, Position{File: 1, Hash: r.First.Hash}, r.First)

	require.NoError(t, os.Rename(filePath(dir, 2), filepath.Join(dir, "elsewhere")))
	require.NoError(t, os.Symlink("elsewhere", filePath(dir, 2)))
	_, err = VerifyDir(dir, &testKey, nil)
	require.ErrorContains(t, err, "a symlink", "it is not followed")
	require.NoError(t, os.Remove(filePath(dir, 2)))
	require.NoError(t, os.Rename(filepath.Join(dir, "elsewhere"), filePath(dir, 2)))
}

// A ledger that is verified while it is written and rotated is intact at any moment.
func TestVerifyWhileWriting(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "ledger")
	l, _ := open(t, Options{Dir: dir, MaxEntries: 50, Retain: Retention{Files: 4}})
	stop, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		for n := 0; ; n++ {
			select {
			case <-stop:
				return
			default:
			}
			p, err := l.Append(l.now(), Claim, claim(n))
			if err == nil {
				err = l.Flush(context.Background(), p, n%20 == 0)
			}
			if err != nil {
				t.Error(err)
				return
			}
		}
	}()
	for range 100 {
		r, err := VerifyDir(dir, &testKey, nil)
		require.NoError(t, err)
		require.Nil(t, r.Problem)
	}
	close(stop)
	<-done
}

func BenchmarkVerify(b *testing.B) {
	dir := filepath.Join(b.TempDir(), "ledger")
	l, _ := open(b, Options{Dir: dir})
	for range 9000 {
		_, err := l.Append(l.now(), Claim, record())
		require.NoError(b, err)
	}
	require.NoError(b, l.Flush(context.Background(), l.Last(), true))
	info, err := os.Stat(filePath(dir, 1))
	require.NoError(b, err)
	b.SetBytes(info.Size())
	for b.Loop() {
		r, err := VerifyDir(dir, &testKey, nil)
		if err != nil || r.Problem != nil {
			b.Fatal(err, r.Problem)
		}
	}
}
