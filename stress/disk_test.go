//go:build stress

package stress_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// disk is a disk that can be full.
type disk interface {
	// hold puts the state directory of a daemon that does not run yet on the disk.
	hold(d *daemon)
	fill(d *daemon)
	free(d *daemon)
}

// While the disk is full, nothing is decided that cannot be recorded: whatever is not safe is
// denied, and no answer has a false receipt. When there is room again, recording resumes by itself;
// and everything acknowledged before, in between and afterwards is there, also after a kill -9 on
// the full disk.
func TestAFullDiskLosesNothingAcknowledged(t *testing.T) {
	for _, tc := range []struct {
		name string
		disk disk
	}{
		{"a file system of its own is full", new(smallDisk)},
		{"no file may grow", fileLimit{}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			d := prepare(t, "approvalTtlSeconds: 3600\n")
			tc.disk.hold(d)
			d.start()
			rest := d.vitals()
			var failures atomic.Int64
			fails := func(a *agent, err error) bool {
				var r refused
				if !errors.As(err, &r) {
					if errors.Is(err, errWrong) || !d.dead.Load() {
						t.Errorf("%s: %v", a.session, err)
					}
					return false
				}
				failures.Add(1)
				time.Sleep(10 * time.Millisecond)
				return true
			}
			c := d.crowd(16, fails)
			for range 3 {
				had := d.receipts.count()
				time.Sleep(time.Second)
				require.Greater(t, d.receipts.count(), had+500, "too little happened for this to mean anything")
				tc.disk.fill(d)
				require.Eventually(t, func() bool { return d.metric("provenanced_ledger_failing") == 1 }, 10*time.Second, time.Millisecond)
				failed := failures.Load()
				time.Sleep(time.Second)
				require.Greater(t, failures.Load(), failed+10)
				require.NoError(t, d.ping(), "it still answers")

				tc.disk.free(d)
				require.Eventually(t, func() bool { return d.metric("provenanced_ledger_failing") == 0 }, 10*time.Second, 10*time.Millisecond, "it does not recover")
				require.Eventually(t, func() bool { had := failures.Load(); time.Sleep(200 * time.Millisecond); return failures.Load() == had },
					10*time.Second, time.Millisecond, "questions still fail")
			}
			c.stop()
			c.remembered(d)
			t.Logf("%d answers with receipts, %d turns broken off; %s", d.receipts.count(), failures.Load(), d.vitals())

			c.work(fails)
			time.Sleep(500 * time.Millisecond)
			tc.disk.fill(d)
			time.Sleep(500 * time.Millisecond)
			d.dead.Store(true)
			require.NoError(t, d.cmd.Process.Kill())
			d.cmd.Wait()
			c.stop()
			c.hangUp()
			tc.disk.free(d)
			d.dead.Store(false)
			d.start()
			c.remembered(d)
			t.Logf("afterwards: %s", d.settles(rest, 40))
			d.whole()
		})
	}
}

// smallDisk is a file system in memory, in its own mount namespace. The namespaces belong to a
// process that only waits.
type smallDisk struct{ root string }

func (s *smallDisk) hold(d *daemon) {
	d.t.Helper()
	require.NoError(d.t, os.Mkdir(d.path("disk"), 0o700))
	holder := exec.Command("unshare", "--user", "--map-root-user", "--mount", "sh", "-c",
		`mount -t tmpfs -o size=400m none "$1" && echo mounted && exec sleep 3600`, "sh", d.path("disk"))
	holder.Stderr = os.Stderr
	out, err := holder.StdoutPipe()
	require.NoError(d.t, err)
	require.NoError(d.t, holder.Start())
	d.t.Cleanup(func() { holder.Process.Kill(); holder.Wait() })
	said, _ := bufio.NewReader(out).ReadString('\n')
	require.Equal(d.t, "mounted\n", said, "this test mounts a file system in a user name space, as `make test-sandbox` does; is that forbidden here?")
	pid := fmt.Sprint(holder.Process.Pid)
	d.with = []string{"nsenter", "--target", pid, "--user", "--mount", "--preserve-credentials"}
	s.root = filepath.Join("/proc", pid, "root", d.path("disk"))
	d.state, d.seen = d.path("disk", "state"), filepath.Join(s.root, "state")
}

func (s *smallDisk) fill(d *daemon) {
	d.t.Helper()
	f, err := os.Create(filepath.Join(s.root, "filler"))
	require.NoError(d.t, err)
	defer f.Close()
	_, err = io.Copy(f, endless{})
	require.ErrorIs(d.t, err, syscall.ENOSPC)
}

func (s *smallDisk) free(d *daemon) {
	d.t.Helper()
	require.NoError(d.t, os.Remove(filepath.Join(s.root, "filler")))
}

type endless struct{}

func (endless) Read(p []byte) (int, error) { return len(p), nil }

// fileLimit is a limit on the size of the daemon's files, which every write hits.
type fileLimit struct{}

func (fileLimit) hold(*daemon) {}

func (fileLimit) fill(d *daemon) { fileLimit{}.set(d, 1) }

func (fileLimit) free(d *daemon) {
	if d.cmd.ProcessState == nil { // a killed daemon's limit is gone with it
		fileLimit{}.set(d, unix.RLIM_INFINITY)
	}
}

func (fileLimit) set(d *daemon, bytes uint64) {
	d.t.Helper()
	require.NoError(d.t, unix.Prlimit(d.cmd.Process.Pid, unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: bytes, Max: unix.RLIM_INFINITY}, nil))
}
