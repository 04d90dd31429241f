package replay

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/ledger"
	"github.com/provenanced/provenanced/internal/protect"
)

// BenchmarkLedger decides 100,000 calls of 50 sessions again, from the disk. us/decision is of
// both processors' time together.
func BenchmarkLedger(b *testing.B) {
	r := newRig(b, "")
	for i := range 200 {
		r.turn("look at this page")
		for j := range 5 {
			r.fetches(fmt.Sprint("a", i, j))
			r.runs(fmt.Sprint("b", i, j))
		}
	}
	dir := b.TempDir()
	var text bytes.Buffer
	for i := range 50 {
		for _, e := range r.entries {
			if i > 0 && e.Type == ledger.Boot {
				continue
			}
			data, err := ledger.Canonical(e.Data)
			require.NoError(b, err)
			data = bytes.Replace(data, []byte(`"session":"s"`), fmt.Appendf(nil, `"session":"s%d"`, i), 1)
			fmt.Fprintf(&text, `{"seq":%d,"type":"%s","prevHash":"%s","data":%s,"hash":"%s"}`+"\n", e.Seq, e.Type, ledger.ZeroHash, data, ledger.ZeroHash)
		}
	}
	require.NoError(b, os.WriteFile(filepath.Join(dir, ledger.FileName(1)), text.Bytes(), 0o600))
	o := Options{Policy: parsed(b, milder), InForce: r.policy, Protected: protect.New(protect.Daemon{}, nil, filepath.Clean), Digest: testDigest, Mark: testMark}
	decided, before := 0, processorTime()
	for b.Loop() {
		replay := New(o)
		_, err := replay.Ledger(b.Context(), dir)
		require.NoError(b, err)
		require.Equal(b, 100_000, replay.Report().Decisions)
		decided += 100_000
	}
	b.ReportMetric(float64((processorTime()-before).Microseconds())/float64(decided), "us/decision")
	b.ReportMetric(float64(text.Len())/float64(100_000), "bytes/decision")
}

func processorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
