package ledger

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/hmacauth"
)

var testKey = hmacauth.Key{1, 2, 3}

// open opens a ledger in dir and verifies the directory at the end of the test.
func open(t testing.TB, o Options) (*Log, Recovery) {
	t.Helper()
	o.Key = testKey
	l, r, err := Open(o)
	require.NoError(t, err)
	t.Cleanup(func() {
		if err := l.Close(); err != nil {
			require.ErrorIs(t, err, ErrClosed)
		}
		whole(t, o.FS, o.Dir)
	})
	return l, r
}

// whole requires that a ledger verifies, with and without its key.
func whole(t require.TestingT, fsys FS, dir string) Report {
	if fsys == nil {
		fsys = osFS{}
	}
	bare, err := verify(fsys, dir, nil, nil, nil)
	require.NoError(t, err)
	require.Nil(t, bare.Problem)
	r, err := verify(fsys, dir, &testKey, nil, nil)
	require.NoError(t, err)
	require.Nil(t, r.Problem)
	require.True(t, r.Head)
	require.Equal(t, bare.Last, r.Last)
	return r
}

// put appends a CLAIM that says n and flushes it.
func put(t testing.TB, l *Log, n int, durable bool) Position {
	t.Helper()
	p, err := l.Append(l.now(), Claim, claim(n))
	require.NoError(t, err)
	require.NoError(t, l.Flush(context.Background(), p, durable))
	return p
}

func claim(n int) jsontext.Value { return jsontext.Value(fmt.Sprintf(`{"n":%d}`, n)) }

func TestLogAcrossRestarts(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "ledger")
	now := time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)
	o := Options{Dir: dir, Agent: "provenanced", MaxEntries: 10, Now: func() time.Time { return now }}
	var want []Position
	for round := range 4 {
		l, r := open(t, o)
		require.Equal(t, Recovery{Created: round == 0}, r)
		for i := range 8 {
			want = append(want, put(t, l, len(want), i%2 == 0))
		}
		require.NoError(t, l.Close())
		report := whole(t, nil, dir)
		require.Equal(t, want[len(want)-1], report.Last)
	}

	l, _ := open(t, o)
	var got []Position
	files := map[int]int{}
	require.NoError(t, l.Scan(Position{}, func(file int, e Entry) error {
		files[file]++
		if e.Type == Claim {
			require.Equal(t, claim(len(got)), e.Data)
			got = append(got, Position{File: file, Seq: e.Seq, Hash: e.Hash})
		}
		return nil
	}))
	require.Equal(t, want, got)
	require.Equal(t, 10, files[1])
	for n, p := range want {
		e, err := l.Entry(p.File, p.Seq)
		require.NoError(t, err)
		require.Equal(t, claim(n), e.Data)
		require.Equal(t, p.Hash, e.Hash)
	}
	info, err := os.Stat(filePath(dir, 1))
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o400), info.Mode())
	info, err = os.Stat(dir)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o700)|os.ModeDir, info.Mode())
}

func BenchmarkAppend(b *testing.B) {
	l, _ := open(b, Options{Dir: filepath.Join(b.TempDir(), "ledger")})
	data := record()
	b.ReportAllocs()
	b.SetBytes(int64(len(data)))
	for i := 0; b.Loop(); i++ {
		p, err := l.Append(l.now(), Claim, data)
		if err != nil {
			b.Fatal(err)
		}
		if i%1000 == 0 { // the buffer is bounded
			b.StopTimer()
			require.NoError(b, l.Flush(context.Background(), p, true))
			b.StartTimer()
		}
	}
}

// record is some 400 bytes, as many as a decision.
func record() jsontext.Value {
	return jsontext.Value(`{"agent":"main","callId":"call_8f2c1","changes":[{"from":"trusted","op":"tainted","reason":"web_fetch","to":"untrusted"}],"hook":"before_tool_call","level":"untrusted","reasons":[{"layer":"call","mode":"confirm","text":"exec needs approval at untrusted"}],"session":"agent:main:main","taint":"untrusted","time":"2026-11-21T04:15:26.123456789Z","tool":"exec","turn":"t-000042","verdict":"deny"}`)
}
