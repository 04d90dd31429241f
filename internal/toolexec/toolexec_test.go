package toolexec

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/provenanced/provenanced/internal/redact"
	"github.com/provenanced/provenanced/internal/toolconf"
	"github.com/provenanced/provenanced/internal/toolexec/supervisor"
)

// asDaemon makes this test binary a process that runs one tool, as the daemon does.
const asDaemon = "TOOLEXEC_TEST_DAEMON"

func TestMain(m *testing.M) {
	if script := os.Getenv(asDaemon); script != "" {
		r, err := New(Options{TempDir: os.Getenv("TOOLEXEC_TEST_TEMP"), ConfigDir: os.Getenv("TOOLEXEC_TEST_TEMP"), KillAfter: 100 * time.Millisecond})
		if err == nil {
			_, err = r.Run(context.Background(), Request{Tool: shell(script), Cwd: "/"}, Streams{
				Stdout: func(b []byte) error { _, err := os.Stdout.Write(b); return err },
			})
		}
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// shell is a tool that is a script.
func shell(script string) *toolconf.Tool {
	return &toolconf.Tool{
		Name: "t", Binary: "/bin/sh", Args: []string{"-c", script, "sh"}, Redact: redact.Off,
		Timeout: time.Minute, MaxOutput: 64 << 20, Env: map[string]string{},
	}
}

func newRunner(t testing.TB, change ...func(*Options)) *Runner {
	t.Helper()
	o := Options{TempDir: filepath.Join(t.TempDir(), "run"), ConfigDir: filepath.Join(t.TempDir(), "config"), KillAfter: 200 * time.Millisecond, Environ: environment("HOME", "/home/of", "USER", "daemon")}
	for _, c := range change {
		c(&o)
	}
	r, err := New(o)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, r.Close()) })
	return r
}

func environment(pairs ...string) func(string) (string, bool) {
	return func(name string) (string, bool) {
		for i := 0; i < len(pairs); i += 2 {
			if pairs[i] == name {
				return pairs[i+1], true
			}
		}
		return "", false
	}
}

// said collects a stream.
type said struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (s *said) take(b []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(b) == 0 || len(b) > chunk {
		panic(fmt.Sprintf("a chunk of %d bytes", len(b)))
	}
	s.buf.Write(b)
	return nil
}

func (s *said) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.buf.String()
}

func run(t testing.TB, r *Runner, q Request, stdin string) (result Result, stdout, stderr string) {
	t.Helper()
	var out, err said
	q.Cwd = orElse(q.Cwd, "/")
	result, failed := r.Run(t.Context(), q, Streams{Stdin: strings.NewReader(stdin), Stdout: out.take, Stderr: err.take})
	require.NoError(t, failed)
	return result, out.String(), err.String()
}

// marked gives a tool's processes a mark by which they are found, wherever they went.
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

func TestATool(t *testing.T) {
	r := newRunner(t)
	dir := t.TempDir()
	q := Request{Tool: shell(`pwd; printf '%s|' "$@"; cat; echo oops >&2; exit 7`), Args: []string{"a b", "", "--c=d"}, Cwd: dir}
	result, stdout, stderr := run(t, r, q, "from the client\n")
	require.Equal(t, dir+"\na b||--c=d|from the client\n", stdout)
	require.Equal(t, "oops\n", stderr)
	require.Equal(t, 7, result.ExitCode)
	require.Empty(t, result.Signal)
	require.EqualValues(t, len(stdout), result.Stdout)
	require.EqualValues(t, len(stderr), result.Stderr)
	require.Positive(t, result.Duration)

	result, _, _ = run(t, r, Request{Tool: shell(`kill -SEGV $$`)}, "")
	require.Equal(t, -1, result.ExitCode)
	require.Equal(t, "SIGSEGV", result.Signal)
}

// Programs that are several, or have an environment beside them, look at their name.
func TestAToolIsStartedByItsOwnersNameForIt(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	program, link := filepath.Join(dir, "several"), filepath.Join(dir, "one")
	require.NoError(t, os.WriteFile(program, []byte("#!/bin/sh\necho \"$0\"\n"), 0o700))
	require.NoError(t, os.Symlink("several", link))
	_, stdout, _ := run(t, newRunner(t), Request{Tool: &toolconf.Tool{Name: "one", Binary: link, Found: program}}, "")
	require.Equal(t, link+"\n", stdout)

	shells := &toolconf.Tool{Name: "sh", Binary: "/bin/sh", Args: []string{"-c", "tr '\\0' ' ' </proc/$$/cmdline"}}
	shells.Found, err = shells.Resolve(toolconf.OS{})
	require.NoError(t, err)
	_, stdout, _ = run(t, newRunner(t), Request{Tool: shells}, "")
	require.True(t, strings.HasPrefix(stdout, "/bin/sh -c"), stdout)
}

func TestNobodyNeedsToListen(t *testing.T) {
	result, err := newRunner(t).Run(t.Context(), Request{Tool: shell(`cat; echo a; echo b >&2`), Cwd: "/"}, Streams{})
	require.NoError(t, err)
	require.Equal(t, 0, result.ExitCode)
	require.EqualValues(t, 2, result.Stdout)
}

func TestWhatAToolFinds(t *testing.T) {
	r := newRunner(t)
	tool := shell(`env | grep -v ^PWD= | sort; ulimit -c; grep -a NoNewPrivs /proc/self/status; ls -l /proc/self/fd | grep -c socket
		tr '\0' ' ' </proc/$PPID/cmdline; cat /proc/$PPID/environ 2>/dev/null | wc -c; awk '{print $1 == $5}' /proc/$$/stat`)
	tool.Env["MODE"] = "plain"
	tool.Env["LANG"] = "C"
	tool.ForcedEnv = map[string]string{"READONLY": "1", "LD_LIBRARY_PATH": "/owner"}
	tool.RequestEnv = []string{"LANG", "TZ", "READONLY", "ZERO"}
	_, stdout, _ := run(t, r, Request{Tool: tool, Env: map[string]string{
		"LANG": "de", "TZ": "UTC", "LD_PRELOAD": "x", "READONLY": "0", "HOME": "/tmp", "ZERO": "a\x00b", "OTHER": "x", "PROVENANCE_TICKET": "x", "PROVENANCE_WAIT": "1",
	}}, "")
	require.Equal(t, strings.Join([]string{
		"HOME=/home/of", "LANG=de", "LD_LIBRARY_PATH=/owner", "MODE=plain", "PATH=" + safePath, "READONLY=1", "TERM=dumb", "TZ=UTC", "USER=daemon",
		"0", "NoNewPrivs:\t1", "0", "provenanced supervise-tool 0", "1", "",
	}, "\n"), stdout)
}

// What the daemon was left by those who started it is not for tools.
func TestAToolHasNoDescriptorsButItsOwn(t *testing.T) {
	left, err := os.Open(os.DevNull)
	require.NoError(t, err)
	defer left.Close()
	inherited, err := unix.FcntlInt(left.Fd(), unix.F_DUPFD, 200) // open across exec
	require.NoError(t, err)
	defer unix.Close(inherited)
	_, stdout, _ := run(t, newRunner(t), Request{Tool: shell(`exec ls /proc/self/fd`)}, "")
	require.Equal(t, []string{"0", "1", "2"}, strings.Fields(stdout)[:3])
	require.NotContains(t, strings.Fields(stdout), strconv.Itoa(inherited))
}

// At a limit of 0, programs that collect crashes get them, environment and all.
func TestNobodyCollectsAToolsCrash(t *testing.T) {
	var limit unix.Rlimit
	require.NoError(t, unix.Getrlimit(unix.RLIMIT_CORE, &limit))
	_, stdout, _ := run(t, newRunner(t), Request{Tool: shell(`grep "Max core" /proc/self/limits; kill -s SEGV $$`), Cwd: t.TempDir()}, "")
	said := strings.Fields(stdout)
	if limit.Max == 0 && said[4] == "0" {
		return // who may not raise it has what there is
	}
	require.Equal(t, []string{"Max", "core", "file", "size", "1", "1", "bytes"}, said)
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

// What is asked to end gets the chance to, also when it is stopped.
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

// A tool can hand its output to a process that is not below it, as ssh does to a
// master that runs already; that one may keep it for ever, and go on.
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
					if _, err := other.Write(make([]byte, 4096)); err != nil { // by then nobody reads it
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

// The daemon is killed in the middle of a run: it can do nothing any more.
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

// The daemon and the supervisor are killed at once: the tool goes with its parent.
func TestAToolGoesWithItsSupervisor(t *testing.T) {
	mark := fmt.Sprintf("TOOLEXEC_MARK=both-%d", time.Now().UnixNano())
	daemon := exec.Command("/proc/self/exe")
	daemon.Env = append(os.Environ(), "TOOLEXEC_TEST_TEMP="+t.TempDir(),
		asDaemon+"=export "+mark+` SUPERVISOR=$PPID; exec sh -c 'kill -KILL $(cut -d" " -f4 /proc/$SUPERVISOR/stat) $SUPERVISOR; exec sleep 1000'`)
	require.ErrorContains(t, daemon.Run(), "killed")
	require.Eventually(t, func() bool { return living(t, mark) == 0 }, 5*time.Second, 20*time.Millisecond)
}

// Nobody but the tool, or the owner, would kill its supervisor.
func TestAKilledSupervisorTakesItsToolAlong(t *testing.T) {
	tool := shell(`sleep 1000 & sleep 0.1; kill -KILL $PPID; sleep 1000`)
	mark := marked(t, tool)
	result, err := newRunner(t).Run(t.Context(), Request{Tool: tool, Cwd: "/"}, Streams{})
	require.NoError(t, err)
	require.Equal(t, Result{ExitCode: -1, Signal: "SIGKILL", Duration: result.Duration}, result)
	require.Eventually(t, func() bool { return living(t, mark) == 0 }, 5*time.Second, 20*time.Millisecond)
}

func TestSignalsReachTheTool(t *testing.T) {
	r := newRunner(t)
	for _, name := range []string{"INT", "TERM", "HUP"} {
		t.Run(name, func(t *testing.T) {
			signals := make(chan string, 2)
			signals <- "SIGKILL" // not a client's to send
			result, err := r.Run(t.Context(), Request{Tool: shell(`trap 'exit 9' ` + name + `; echo begun; while :; do sleep 0.01; done`), Cwd: "/"},
				Streams{Signals: signals, Stdout: func([]byte) error { signals <- "SIG" + name; return nil }})
			require.NoError(t, err)
			require.Equal(t, 9, result.ExitCode)
		})
	}
}

func TestWhatDoesNotStart(t *testing.T) {
	r := newRunner(t)
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o755))
	closed := filepath.Join(t.TempDir(), "closed")
	require.NoError(t, os.Mkdir(closed, 0o700))
	tool := shell("true")
	binary := func(path string) *toolconf.Tool { t := *tool; t.Binary, t.Args = path, nil; return &t }
	for name, tt := range map[string]struct {
		q    Request
		want error
		text string
	}{
		"no cwd":       {Request{Tool: tool}, ErrCwd, "not an absolute path"},
		"relative cwd": {Request{Tool: tool, Cwd: "tmp"}, ErrCwd, "not an absolute path"},
		"missing cwd":  {Request{Tool: tool, Cwd: closed + "/no"}, ErrCwd, "no such file"},
		"cwd a file":   {Request{Tool: tool, Cwd: file}, ErrCwd, "not a directory"},
		"cwd with NUL": {Request{Tool: tool, Cwd: "/\x00"}, ErrCwd, "not an absolute path"},
		"NUL":          {Request{Tool: tool, Cwd: "/", Args: []string{"a", "b\x00c"}}, ErrNotStarted, "argument 1 holds a NUL byte"},
		"long":         {Request{Tool: tool, Cwd: "/", Args: []string{strings.Repeat("x", 200<<10)}}, ErrNotStarted, "argument list too long"},
		"missing":      {Request{Tool: binary("/no/such"), Cwd: "/"}, ErrNotStarted, "no such file"},
		"no program":   {Request{Tool: binary(file), Cwd: "/"}, ErrNotStarted, "exec format error"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := r.Run(t.Context(), tt.q, Streams{})
			require.ErrorIs(t, err, tt.want)
			require.ErrorContains(t, err, tt.text)
		})
	}
	left, err := os.ReadDir(r.temp.path)
	require.NoError(t, err)
	require.Empty(t, left)

	broken := newRunner(t, func(o *Options) { o.Self = "/bin/true" })
	_, err = broken.Run(t.Context(), Request{Tool: tool, Cwd: "/"}, Streams{})
	require.ErrorIs(t, err, ErrNotStarted)
}

func TestManyArguments(t *testing.T) {
	args := make([]string, 10_000)
	for i := range args {
		args[i] = strconv.Itoa(i) + "\n\x01ü"
	}
	_, stdout, _ := run(t, newRunner(t), Request{Tool: shell(`echo $#; printf '%s|' "$@"`), Args: args}, "")
	require.Equal(t, "10000\n"+strings.Join(args, "|")+"|", stdout)
}

func TestBytesArePassedAsTheyAre(t *testing.T) {
	binary := make([]byte, 3<<20)
	for i := range binary {
		binary[i] = byte(i * i >> 8)
	}
	_, stdout, _ := run(t, newRunner(t), Request{Tool: shell(`cat`)}, string(binary))
	require.True(t, stdout == string(binary))
}

// A reader that has nothing to say for a while, and says nothing at times.
func TestInputComesAsItDoes(t *testing.T) {
	in, give := io.Pipe()
	heard := make(chan string, 10)
	done := make(chan error)
	go func() {
		_, err := newRunner(t).Run(t.Context(), Request{Tool: shell(`while read -r line; do echo "got $line"; done; echo end`), Cwd: "/"},
			Streams{Stdin: in, Stdout: func(b []byte) error { heard <- string(b); return nil }})
		done <- err
	}()
	for _, line := range []string{"one", "two"} {
		_, _ = give.Write(nil)
		_, err := give.Write([]byte(line + "\n"))
		require.NoError(t, err)
		require.Equal(t, "got "+line+"\n", <-heard)
	}
	require.NoError(t, give.Close())
	require.Equal(t, "end\n", <-heard)
	require.NoError(t, <-done)
}

// Half of an input, with an end, would be taken for the whole.
func TestInputThatBreaksOffHasNoEnd(t *testing.T) {
	for _, pty := range []bool{false, true} {
		tool := shell(`cat; echo taken for the whole`)
		tool.PTY = pty
		ctx, cancel := context.WithCancel(t.Context())
		in, give := io.Pipe()
		go func() {
			_, _ = give.Write([]byte("half\n"))
			_ = give.CloseWithError(errors.New("no JSON"))
			time.Sleep(300 * time.Millisecond) // long enough to run on
			cancel()
		}()
		var out said
		result, err := newRunner(t).Run(ctx, Request{Tool: tool, Cwd: "/", PTY: pty}, Streams{Stdin: in, Stdout: out.take})
		require.NoError(t, err)
		require.NotEmpty(t, result.Signal, "it was ended: %+v", result)
		require.NotContains(t, out.String(), "whole")
	}
}

// What its owner keeps from a tool is taken all the same: signals come behind it.
func TestAToolWithoutInput(t *testing.T) {
	tool := shell(`trap 'exit 9' INT; cat; echo end; while :; do sleep 0.01; done`)
	tool.NoStdin = true
	in, give := io.Pipe()
	signals := make(chan string, 1)
	result, err := newRunner(t).Run(t.Context(), Request{Tool: tool, Cwd: "/"}, Streams{Stdin: in, Signals: signals, Stdout: func(b []byte) error {
		assert.Equal(t, "end\n", string(b))
		_, err := give.Write(make([]byte, 1<<20))
		signals <- "SIGINT"
		return err
	}})
	require.NoError(t, err)
	require.Equal(t, 9, result.ExitCode)
}

// The client waits until the tool has ended, and reads then.
func TestASlowClientHoldsNoToolUp(t *testing.T) {
	r := newRunner(t)
	done := filepath.Join(t.TempDir(), "done")
	tool := shell(`i=0; while [ $i -lt 40000 ]; do echo "line $i of many, to fill more than memory would take, and then more of it"; i=$((i+1)); done; : >` + done)
	var out said
	result, err := r.Run(t.Context(), Request{Tool: tool, Cwd: "/"}, Streams{Stdout: func(b []byte) error {
		for {
			if _, err := os.Stat(done); err == nil {
				return out.take(b)
			}
			time.Sleep(5 * time.Millisecond)
		}
	}})
	require.NoError(t, err)
	require.Equal(t, 0, result.ExitCode)
	require.Greater(t, result.Stdout, int64(2<<20))
	lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	require.Len(t, lines, 40000)
	for i, line := range lines {
		require.True(t, strings.HasPrefix(line, fmt.Sprintf("line %d of", i)))
	}
	left, err := os.ReadDir(r.temp.path)
	require.NoError(t, err)
	require.Empty(t, left)
}

func TestATerminal(t *testing.T) {
	r := newRunner(t)
	tool := shell(`test -t 0 && test -t 1 && test -t 2 && echo terminal; stty size; echo $TERM; ps -o tpgid= -p $$ >/dev/null; read -r line; echo "<$line>"; cat; exit 4`)
	tool.PTY = true
	q := Request{Tool: tool, PTY: true, Rows: 33, Cols: 99, Cwd: "/"}
	result, stdout, stderr := run(t, r, q, "typed\nmore")
	require.Equal(t, 4, result.ExitCode)
	require.Empty(t, stderr)
	require.Regexp(t, `(?s)terminal\r\n.*33 99\r\n.*xterm-256color\r\n`, stdout) // and what is typed, as it comes
	require.Contains(t, stdout, "<typed>\r\n")
	require.Contains(t, stdout, "more")

	for _, c := range []struct{ may, asked bool }{{false, true}, {true, false}} {
		tool.PTY, q.PTY = c.may, c.asked
		_, stdout, _ = run(t, r, q, "typed\nmore")
		require.Contains(t, stdout, "<typed>\n")
		require.NotContains(t, stdout, "terminal", "%+v", c)
	}
	q.PTY = true

	tool = shell(`trap 'stty size; exit' WINCH; echo begun; while :; do sleep 0.01; done`)
	tool.PTY = true
	var out said
	resize := make(chan [2]uint16, 1)
	q.Tool = tool
	_, err := r.Run(t.Context(), q, Streams{Resize: resize, Stdin: neverEnds{t.Context()}, Stdout: func(b []byte) error {
		if strings.Contains(string(b), "begun") {
			resize <- [2]uint16{11, 22}
		}
		return out.take(b)
	}})
	require.NoError(t, err)
	require.Contains(t, out.String(), "11 22\r\n")

	// Keys act as keys.
	tool = shell(`trap 'echo interrupted; exit 5' INT; echo begun; while :; do sleep 0.01; done`)
	tool.PTY = true
	q.Tool = tool
	in, keys := io.Pipe()
	result, err = r.Run(t.Context(), q, Streams{Stdin: in, Stdout: func(b []byte) error {
		if strings.Contains(string(b), "begun") {
			go keys.Write([]byte{3})
		}
		return out.take(b)
	}})
	require.NoError(t, err)
	require.Equal(t, 5, result.ExitCode)
	require.Contains(t, out.String(), "interrupted")
}

type neverEnds struct{ ctx context.Context }

func (n neverEnds) Read([]byte) (int, error) { <-n.ctx.Done(); return 0, io.EOF }

// A prompt has no end of line, and the tool waits for what it asks.
func TestAPromptIsSeenBeforeItIsAnswered(t *testing.T) {
	tool := shell(`printf 'secret: s3cr'; read -r answer; echo "thanks for $answer"`)
	tool.Redact = redact.Standard
	tool.Credentials = []toolconf.Credential{{Name: "TOKEN", Source: toolconf.Source{Kind: toolconf.FromEnv, Name: "TOKEN"}}}
	r := newRunner(t, func(o *Options) { o.Environ = environment("TOKEN", "s3cr3t-of-many-letters") })
	in, give := io.Pipe()
	var out said
	var began, seen time.Time
	began = time.Now()
	_, err := r.Run(t.Context(), Request{Tool: tool, Cwd: "/"}, Streams{Stdin: in, Stdout: func(b []byte) error {
		err := out.take(b)
		if seen.IsZero() && out.String() == "secret: s3cr" {
			seen = time.Now()
			go give.Write([]byte("x\n"))
		}
		return err
	}})
	require.NoError(t, err)
	require.Equal(t, "secret: s3crthanks for x\n", out.String())
	t.Logf("seen %v after the start", seen.Sub(began))
}

// Many runs at a time, of every kind, leave nothing behind in the daemon.
func TestRunsLeaveNothingBehind(t *testing.T) {
	r := newRunner(t)
	open := func() int {
		entries, err := os.ReadDir("/proc/self/fd")
		require.NoError(t, err)
		return len(entries)
	}
	run(t, r, Request{Tool: shell(`:`)}, "") // what is opened once is open now
	files, routines := open(), runtime.NumGoroutine()
	scripts := []string{`cat`, `exit 1`, `kill -9 $$`, `setsid sleep 1000 &`, `yes | head -c 1000000`, `exec >&-; sleep 0.1`}
	var all sync.WaitGroup
	for i := range 48 {
		all.Go(func() {
			tool := shell(scripts[i%len(scripts)])
			tool.PTY = true
			_, err := r.Run(t.Context(), Request{Tool: tool, Cwd: "/", PTY: i%4 == 0}, Streams{Stdin: strings.NewReader("in\n"), Stdout: func([]byte) error {
				if i%5 == 0 {
					return io.ErrClosedPipe
				}
				return nil
			}})
			if err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	for until := time.Now().Add(5 * time.Second); open() > files || runtime.NumGoroutine() > routines; time.Sleep(10 * time.Millisecond) {
		require.True(t, time.Now().Before(until), "%d files, %d at first; %d goroutines, %d at first", open(), files, runtime.NumGoroutine(), routines)
	}
	_, err := syscall.Wait4(-1, nil, syscall.WNOHANG, nil)
	require.ErrorIs(t, err, syscall.ECHILD, "no zombies either")
}

// A supervisor starts before the large packages of its program are initialised.
func TestASupervisorStartsFirst(t *testing.T) {
	cmd := exec.Command("/proc/self/exe", supervisor.Argument)
	cmd.Env = []string{"GODEBUG=inittrace=1"}
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	require.True(t, errors.As(err, &exit))
	require.Equal(t, 2, exit.ExitCode(), "%s", out)
	require.Contains(t, string(out), "only the daemon starts this")
	require.Contains(t, string(out), "init os ")
	for _, large := range []string{"internal/redact ", "internal/policy ", "internal/toolconf ", "net/http ", "yaml"} {
		require.NotContains(t, string(out), large)
	}
}

func BenchmarkRun(b *testing.B) {
	r := newRunner(b)
	tool := &toolconf.Tool{Name: "true", Binary: "/bin/true", Redact: redact.Standard, Timeout: time.Minute}
	b.Run("bare", func(b *testing.B) {
		for b.Loop() {
			require.NoError(b, exec.Command("/bin/true").Run())
		}
	})
	b.Run("supervised", func(b *testing.B) {
		for b.Loop() {
			_, err := r.Run(b.Context(), Request{Tool: tool, Cwd: "/"}, Streams{})
			require.NoError(b, err)
		}
	})
}
