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
	text := r.onDisk(50)
	dir := b.TempDir()
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

// onDisk is a ledger in which so many sessions did the same.
func (r *rig) onDisk(sessions int) *bytes.Buffer {
	var text bytes.Buffer
	for i := range sessions {
		for _, e := range r.entries {
			if i > 0 && e.Type == ledger.Boot {
				continue
			}
			data, err := ledger.Canonical(e.Data)
			require.NoError(r.t, err)
			data = bytes.Replace(data, []byte(`"session":"s"`), fmt.Appendf(nil, `"session":"s%d"`, i), 1)
			fmt.Fprintf(&text, `{"seq":%d,"type":"%s","prevHash":"%s","data":%s,"hash":"%s"}`+"\n", e.Seq, e.Type, ledger.ZeroHash, data, ledger.ZeroHash)
		}
	}
	return &text
}

// What is read on several processors comes to the same as one entry after another, and the
// beginning of an entry at the end counts for nothing.
func TestALedgerIsDecidedInOrder(t *testing.T) {
	r := newRig(t, "")
	for i := range 40 {
		r.turn("look at this page")
		r.fetches(fmt.Sprint("a", i))
		r.runs(fmt.Sprint("b", i))
	}
	text := r.onDisk(4)
	require.Greater(t, bytes.Count(text.Bytes(), []byte("\n")), 2*inBatch)
	text.WriteString(`{"seq":9,"type":"CLAIM","pre`)
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, ledger.FileName(1)), text.Bytes(), 0o600))
	one := r.tried(milder, nil)
	replay := New(Options{Policy: parsed(t, milder), InForce: r.policy, Protected: protect.New(protect.Daemon{}, nil, filepath.Clean), Digest: testDigest, Mark: testMark})
	read, err := replay.Ledger(t.Context(), dir)
	require.NoError(t, err)
	require.True(t, read.Unfinished)
	all := replay.Report()
	require.Equal(t, []int{4 * one.Decisions, 4 * one.Spared, 4 * one.Before}, []int{all.Decisions, all.Spared, all.Before})
	require.Equal(t, 4*one.Groups()[0].Times, all.Groups()[0].Times)
}

func processorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
