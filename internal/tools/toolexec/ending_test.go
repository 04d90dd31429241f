package toolexec

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/tools/toolconf"
)

// marked gives a tool's processes a mark by which they are found anywhere.
func marked(t testing.TB, tool *toolconf.Tool) (mark string) {
	mark = fmt.Sprintf("TOOLEXEC_MARK=%s-%d", t.Name(), time.Now().UnixNano())
	name, value, _ := strings.Cut(mark, "=")
	tool.Env[name] = value
	return mark
}

// living counts the processes with a mark.
func living(t testing.TB, mark string) int {
	t.Helper()
	files, err := filepath.Glob("/proc/[0-9]*/environ")
	require.NoError(t, err)
	n := 0
	for _, name := range files {
		if b, err := os.ReadFile(name); err == nil && slices.Contains(strings.Split(string(b), "\x00"), mark) {
			n++
		}
	}
	return n
}

func TestNothingOutlivesATool(t *testing.T) {
	r := newRunner(t)
	for name, script := range map[string]string{
		"child":              `sleep 1000 & exit 3`,
		"deaf":               `(trap '' TERM; sleep 1000) & sleep 0.1; exit 3`,
		"own session":        `setsid sleep 1000 & exit 3`,
		"daemon":             `(setsid sh -c 'setsid sleep 1000 >/dev/null 2>&1 & sleep 1000' &) & sleep 0.1; exit 3`,
		"deaf daemon":        `trap '' TERM HUP; (setsid sh -c 'setsid sleep 1000 & exec sleep 1000' &) & sleep 0.1; exit 3`,
		"stopped":            `sleep 1000 & kill -STOP $!; exit 3`,
		"silent":             `exec >&- 2>&- <&-; sleep 1000 & exit 3`,
		"breeds when killed": `trap 'for i in 1 2 3 4 5; do setsid sleep 1000 & done' TERM; sleep 1000 & (trap 'setsid sleep 1000 &' TERM; while :; do sleep 0.01; done) & exit 3`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tool := shell(script)
			mark := marked(t, tool)
			result, _, _ := run(t, r, Request{Tool: tool}, "")
			require.Equal(t, 3, result.ExitCode)
			require.Zero(t, living(t, mark))
		})
	}
}

// A process that is asked to end is woken if it is stopped.
func TestAStoppedProcessIsWokenToEnd(t *testing.T) {
	r := newRunner(t, func(o *Options) { o.KillAfter = time.Hour })
	result, _, _ := run(t, r, Request{Tool: shell(`sleep 1000 & kill -STOP $!; exit 3`)}, "")
	require.Equal(t, 3, result.ExitCode)
}

func TestABombIsEnded(t *testing.T) {
	tool := shell(`bomb() { for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do (trap '' TERM; sleep 1000 & sleep 1000) & done; }; bomb; (bomb) & sleep 0.3; echo full; sleep 1000`)
	tool.Timeout = time.Second
	mark := marked(t, tool)
	result, stdout, _ := run(t, newRunner(t), Request{Tool: tool}, "")
	require.True(t, result.Timeout)
	require.Equal(t, "full\n", stdout)
	require.Zero(t, living(t, mark))
}

func TestATimeoutEndsATool(t *testing.T) {
	r := newRunner(t)
	for name, script := range map[string]string{
		"polite": `echo begun; sleep 1000`,
		"deaf":   `trap '' TERM; echo begun; while :; do sleep 1; done`,
		"brave":  `trap 'exit 0' TERM; echo begun; while :; do sleep 0.01; done`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tool := shell(script)
			tool.Timeout = 300 * time.Millisecond
			mark := marked(t, tool)
			result, stdout, _ := run(t, r, Request{Tool: tool}, "")
			require.True(t, result.Timeout)
			require.Equal(t, -1, result.ExitCode)
			require.Equal(t, "begun\n", stdout)
			require.Zero(t, living(t, mark))
		})
	}
}

func TestTooMuchOutputEndsATool(t *testing.T) {
	tool := shell(`echo x >&2; yes`)
	tool.MaxOutput = 100_000
	mark := marked(t, tool)
	result, stdout, stderr := run(t, newRunner(t), Request{Tool: tool}, "")
	require.True(t, result.TooMuch)
	require.Equal(t, -1, result.ExitCode)
	require.Len(t, stdout+stderr, 100_000)
	require.EqualValues(t, 100_000, result.Stdout+result.Stderr)
	require.Zero(t, living(t, mark))
}

func TestAClientThatGoesEndsATool(t *testing.T) {
	tool := shell(`yes`)
	mark := marked(t, tool)
	result, err := newRunner(t).Run(t.Context(), Request{Tool: tool, Cwd: "/"}, Streams{Stdout: func([]byte) error { return io.ErrClosedPipe }})
	require.NoError(t, err)
	require.Equal(t, "SIGTERM", result.Signal)
	require.Zero(t, living(t, mark))
}

func TestACancelledRunEnds(t *testing.T) {
	tool := shell(`yes`)
	mark := marked(t, tool)
	ctx, cancel := context.WithCancel(t.Context())
	block := make(chan struct{})
	time.AfterFunc(300*time.Millisecond, func() { cancel(); close(block) })
	result, err := newRunner(t).Run(ctx, Request{Tool: tool, Cwd: "/"}, Streams{Stdout: func([]byte) error { <-block; return nil }})
	require.NoError(t, err)
	require.Equal(t, -1, result.ExitCode)
	require.Zero(t, living(t, mark))
}

// A tool can pass its output to a process that is not its descendant, as ssh does to a running
// master, which may keep it open for ever.
func TestWhoeverElseHoldsTheOutputIsNotWaitedFor(t *testing.T) {
	for name, goesOn := range map[string]bool{"silent": false, "goes on": true} {
		t.Run(name, func(t *testing.T) {
			var out said
			handed := make(chan *os.File, 1)
			first := func(b []byte) error {
				if out.String() == "" {
					other, err := os.OpenFile(fmt.Sprintf("/proc/%s/fd/1", strings.TrimSpace(string(b))), os.O_WRONLY, 0)
					assert.NoError(t, err)
					handed <- other
				}
				return out.take(b)
			}
			answer, to := io.Pipe()
			go func() {
				other := <-handed
				defer other.Close()
				fmt.Fprintln(to, "go on")
				for i := 0; goesOn && i < 10_000; i++ {
					if _, err := other.Write(make([]byte, 4096)); err != nil { // nobody reads it by then
						return
					}
				}
				<-t.Context().Done()
			}()
			tool := shell(`echo $$; read answer; echo "$answer"; exit 3`)
			done := make(chan Result)
			r := newRunner(t)
			go func() {
				result, err := r.Run(t.Context(), Request{Tool: tool, Cwd: "/"}, Streams{Stdin: answer, Stdout: first})
				assert.NoError(t, err)
				done <- result
			}()
			select {
			case result := <-done:
				require.Equal(t, 3, result.ExitCode)
				require.Contains(t, out.String(), "go on\n")
			case <-time.After(10 * time.Second):
				t.Error("the run does not end")
			}
		})
	}
}

func TestCloseEndsWhatRuns(t *testing.T) {
	r := newRunner(t)
	tool := shell(`echo begun; sleep 1000`)
	mark := marked(t, tool)
	begun, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		_, _ = r.Run(context.Background(), Request{Tool: tool, Cwd: "/"}, Streams{Stdout: func([]byte) error { close(begun); return nil }})
	}()
	<-begun
	require.NoError(t, r.Close())
	<-done
	require.Zero(t, living(t, mark))
	_, err := r.Run(t.Context(), Request{Tool: tool, Cwd: "/"}, Streams{})
	require.ErrorIs(t, err, ErrNotStarted)
	require.NoDirExists(t, r.temp.path)
	require.NoDirExists(t, r.configs.path)
}

// The daemon is killed in the middle of a run.
func TestNothingOutlivesAKilledDaemon(t *testing.T) {
	script := `(trap '' TERM; setsid sleep 1000 & sleep 1000) & echo begun; sleep 1000`
	daemon := exec.Command("/proc/self/exe")
	mark := fmt.Sprintf("TOOLEXEC_MARK=killed-%d", time.Now().UnixNano())
	temp := t.TempDir()
	daemon.Env = append(os.Environ(), asDaemon+"=export "+mark+"; exec sh -c \""+script+"\"", "TOOLEXEC_TEST_TEMP="+temp)
	stdout, err := daemon.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, daemon.Start())
	defer daemon.Process.Kill()
	b := make([]byte, 6)
	_, err = io.ReadFull(stdout, b)
	require.NoError(t, err)
	require.Equal(t, "begun\n", string(b))
	require.Eventually(t, func() bool { return living(t, mark) >= 3 }, 5*time.Second, 5*time.Millisecond)

	require.NoError(t, daemon.Process.Kill())
	_ = daemon.Wait()
	require.Eventually(t, func() bool { return living(t, mark) == 0 }, 5*time.Second, 20*time.Millisecond)

	stale, err := filepath.Glob(filepath.Join(temp, tempPrefix+"*"))
	require.NoError(t, err)
	require.Len(t, stale, 2)
	r := newRunner(t, func(o *Options) { o.TempDir, o.ConfigDir = temp, temp })
	require.NoDirExists(t, stale[0], "the next daemon sweeps")
	require.NoDirExists(t, stale[1])
	_ = newRunner(t, func(o *Options) { o.TempDir = temp })
	require.DirExists(t, r.temp.path, "but not what is in use")
	require.DirExists(t, r.configs.path)
}

// The daemon and the supervisor are killed together: the tool dies with its parent.
func TestAToolGoesWithItsSupervisor(t *testing.T) {
	mark := fmt.Sprintf("TOOLEXEC_MARK=both-%d", time.Now().UnixNano())
	daemon := exec.Command("/proc/self/exe")
	daemon.Env = append(os.Environ(), "TOOLEXEC_TEST_TEMP="+t.TempDir(),
		asDaemon+"=export "+mark+` SUPERVISOR=$PPID; exec sh -c 'kill -KILL $(cut -d" " -f4 /proc/$SUPERVISOR/stat) $SUPERVISOR; exec sleep 1000'`)
	require.ErrorContains(t, daemon.Run(), "killed")
	require.Eventually(t, func() bool { return living(t, mark) == 0 }, 5*time.Second, 20*time.Millisecond)
}

// Only the tool itself, or the owner, would kill its supervisor.
func TestAKilledSupervisorTakesItsToolAlong(t *testing.T) {
	tool := shell(`sleep 1000 & sleep 0.1; kill -KILL $PPID; sleep 1000`)
	mark := marked(t, tool)
	result, err := newRunner(t).Run(t.Context(), Request{Tool: tool, Cwd: "/"}, Streams{})
	require.NoError(t, err)
	require.Equal(t, Result{ExitCode: -1, Signal: "SIGKILL", Duration: result.Duration}, result)
	require.Eventually(t, func() bool { return living(t, mark) == 0 }, 5*time.Second, 20*time.Millisecond)
}

// A tool's processes may leave its process group and session: the daemon ends them, too. Processes
// left by the credential's program do not belong to the tool, and live.
func TestNothingOutlivesAKilledSupervisor(t *testing.T) {
	for name, script := range map[string]string{
		"own session": `setsid sleep 1000 & sleep 0.1; kill -KILL $PPID; sleep 1000`,
		"daemon":      `(setsid sh -c 'setsid sleep 1000 >/dev/null 2>&1 & sleep 1000' &) & sleep 0.2; kill -KILL $PPID; sleep 1000`,
		"deaf":        `trap '' TERM HUP; (setsid sh -c 'setsid sleep 1000 & exec sleep 1000' &) & sleep 0.2; kill -KILL $PPID; sleep 1000`,
		"breeds":      `setsid sh -c 'while :; do setsid sleep 1000 & sleep 0.01; done' & sleep 0.2; kill -KILL $PPID; sleep 1000`,
		"lower limit": `ulimit -m 1; setsid sleep 1000 & sleep 0.1; kill -KILL $PPID; sleep 1000`,
		"afterwards":  `setsid sh -c 'sleep 0.3; setsid sleep 1000' & kill -KILL $PPID; sleep 1000`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			mark, agent := fmt.Sprintf("TOOLEXEC_MARK=left-%d", time.Now().UnixNano()), fmt.Sprintf("TOOLEXEC_MARK=agent-%d", time.Now().UnixNano())
			daemon := exec.Command("/proc/self/exe")
			daemon.Env = append(os.Environ(), asAdopter+"=1", "TOOLEXEC_TEST_TEMP="+t.TempDir(), asDaemon+"=export "+mark+"; "+script,
				asFetcher+"=export "+agent+"; setsid sleep 30 >/dev/null 2>&1 & (setsid sleep 0.01 >/dev/null 2>&1 &) & echo secret")
			out, _ := daemon.Output()
			require.Zero(t, living(t, mark), "as soon as the run has ended")
			require.Equal(t, 1, living(t, agent))
			require.Contains(t, string(out), "children 1\n", "the agent: what has ended is reaped")
		})
	}
}

func TestSignalsReachTheTool(t *testing.T) {
	r := newRunner(t)
	for _, name := range []string{"INT", "TERM", "HUP"} {
		t.Run(name, func(t *testing.T) {
			signals := make(chan string, 2)
			signals <- "SIGKILL" // which no client may send
			result, err := r.Run(t.Context(), Request{Tool: shell(`trap 'exit 9' ` + name + `; echo begun; while :; do sleep 0.01; done`), Cwd: "/"},
				Streams{Signals: signals, Stdout: func([]byte) error { signals <- "SIG" + name; return nil }})
			require.NoError(t, err)
			require.Equal(t, 9, result.ExitCode)
		})
	}
}
