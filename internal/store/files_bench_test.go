package store

import (
	"fmt"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/zap"
	"golang.org/x/sys/unix"

	"github.com/provenanced/provenanced/internal/engine"
	"github.com/provenanced/provenanced/internal/hmacauth"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/trust"
)

// BenchmarkAMillionFiles looks up a path, the directories above it, and everything below it, in
// an index of a million files.
func BenchmarkAMillionFiles(b *testing.B) {
	x, err := tryIndex(filepath.Join(b.TempDir(), "index.db"), hmacauth.Key{1}, indexSchema)
	require.NoError(b, err)
	defer x.close()
	e := engine.New(engine.Options{Files: x, Paths: OSPaths{}, Now: time.Now, Digest: func(string) string { return "" }, Log: zap.NewNop()})
	cause := &session.Cause{Reason: "written by curl", Tool: "exec", CallID: "call_1", Detail: "https://evil.example", At: time.Unix(1, 0)}
	path := func(i int) string {
		return fmt.Sprintf("/home/ann/work/project%d/dir%d/file%d.md", i%100, i/100%1000, i)
	}
	const files, at = 1_000_000, 50_000
	for i := 0; i < files; i += at {
		var batch []session.KnownFile
		for n := i; n < i+at; n++ {
			f := session.NewFile().Changed(&session.FileGiven{Path: path(n), Level: trust.External, Cause: cause}, time.Unix(1, 0))
			batch = append(batch, session.KnownFile{Path: path(n), File: f})
		}
		require.NoError(b, x.save(nil, batch, nil, nil, x.state().Position))
	}
	require.Equal(b, files, x.FileCount())
	used := func() int64 {
		var u unix.Rusage
		require.NoError(b, unix.Getrusage(unix.RUSAGE_THREAD, &u))
		return u.Utime.Nano() + u.Stime.Nano()
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	i, began := 0, used()
	defer func() { b.ReportMetric(float64(used()-began)/float64(b.N), "cpu-ns/op") }()
	for b.Loop() {
		i = (i + 7919) % (2 * files)
		at, err := e.Label(path(i))
		if err != nil || (at.Level == trust.External) != (i < files) {
			b.Fatal(i, at, err)
		}
	}
}
