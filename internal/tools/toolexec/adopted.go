package toolexec

import (
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/provenanced/provenanced/internal/tools/toolexec/supervisor"
)

const (
	sweepEvery = 5 * time.Millisecond
	sweepFor   = 10 * time.Second // processes that still live then are stuck in the kernel
)

// adopted handles processes that become this one's children although it did not start them: those
// left by a killed supervisor. A tool's processes have the supervisor's mark and are killed. Those
// left by a credential's program, such as a gpg-agent, have no mark: they may live, and are reaped
// when they end.
type adopted struct {
	limit uint64 // of an unmarked process

	mu  sync.Mutex // held while a child starts, so that each look knows it
	own map[int]bool

	signals chan os.Signal
	done    sync.WaitGroup
}

// adopt makes orphaned descendants children of this process. All of its own children must then be
// started with the returned value.
func adopt() (*adopted, error) {
	a := &adopted{own: make(map[int]bool), signals: make(chan os.Signal, 1)}
	var limit unix.Rlimit
	if err := unix.Getrlimit(supervisor.Mark, &limit); err != nil {
		return nil, err
	}
	if a.limit = limit.Max; a.limit == 0 {
		return nil, fmt.Errorf("the limit that tells a tool's processes is 0 already (RLIMIT_RSS)")
	}
	if files, err := filepath.Glob("/proc/self/task/*/children"); err != nil || len(files) == 0 {
		return nil, fmt.Errorf("/proc does not list children (CONFIG_PROC_CHILDREN)")
	}
	if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil {
		return nil, fmt.Errorf("become a subreaper: %w", err)
	}
	signal.Notify(a.signals, unix.SIGCHLD)
	a.done.Go(func() {
		for range a.signals {
			a.look()
		}
	})
	return a, nil
}

func (a *adopted) close() {
	if a == nil {
		return
	}
	signal.Stop(a.signals)
	close(a.signals)
	a.done.Wait()
}

// start starts a child that is not adopted.
func (a *adopted) start(cmd *exec.Cmd) error {
	if a == nil {
		return cmd.Start()
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	err := cmd.Start()
	if err == nil {
		a.own[cmd.Process.Pid] = true
	}
	return err
}

// wait waits for a child of start.
func (a *adopted) wait(cmd *exec.Cmd) error {
	err := cmd.Wait()
	if a != nil {
		a.mu.Lock()
		defer a.mu.Unlock()
		delete(a.own, cmd.Process.Pid)
	}
	return err
}

// sweep waits until nothing is left of a tool whose supervisor has ended. It returns how many of
// its processes it could not end.
func (a *adopted) sweep() (left int) {
	quiet := 0 // a list of changing children may miss one
	for end := time.Now().Add(sweepFor); time.Now().Before(end); time.Sleep(sweepEvery) {
		if left = a.look(); left > 0 {
			quiet = 0
		} else if quiet++; quiet == 2 {
			return 0
		}
	}
	return left
}

// look reaps ended children, kills those that belong to a tool, and returns the number of the
// latter. Nothing else reaps adopted children, so their pids are not reused meanwhile.
func (a *adopted) look() (tools int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, pid := range children() {
		if a.own[pid] {
			continue
		}
		if reaped, err := syscall.Wait4(pid, nil, syscall.WNOHANG, nil); reaped != 0 || err != nil {
			continue
		}
		if a.marked(pid) {
			tools++
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
	}
	return tools
}

// marked reports whether a process descends from a supervisor. A tool can lower the limit further,
// but not raise it.
func (a *adopted) marked(pid int) bool {
	var limit unix.Rlimit
	return unix.Prlimit(pid, supervisor.Mark, nil, &limit) == nil && limit.Max < a.limit
}

// children returns the pids of this process's children.
func children() (pids []int) {
	files, _ := filepath.Glob("/proc/self/task/*/children")
	for _, name := range files {
		b, _ := os.ReadFile(name) // the thread may have ended, and left its children to another
		for _, field := range strings.Fields(string(b)) {
			if pid, err := strconv.Atoi(field); err == nil {
				pids = append(pids, pid)
			}
		}
	}
	return pids
}
