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
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/redact"
	"github.com/provenanced/provenanced/internal/tools/toolconf"
	"github.com/provenanced/provenanced/internal/tools/toolexec/supervisor"
)

// asDaemon makes this test binary a process that runs one tool, as the daemon does.
const asDaemon = "TOOLEXEC_TEST_DAEMON"

// asAdopter makes that process adopt what a supervisor leaves. The test process itself cannot,
// since it has other children.
const asAdopter = "TOOLEXEC_TEST_ADOPTS"

// asFetcher is the command that fetches its tool's credential.
const asFetcher = "TOOLEXEC_TEST_FETCHES"

func TestMain(m *testing.M) {
	if script := os.Getenv(asDaemon); script != "" {
		r, err := New(Options{TempDir: os.Getenv("TOOLEXEC_TEST_TEMP"), ConfigDir: os.Getenv("TOOLEXEC_TEST_TEMP"), KillAfter: 100 * time.Millisecond, Adopt: os.Getenv(asAdopter) != ""})
		if err == nil {
			tool := shell(script)
			if command := os.Getenv(asFetcher); command != "" {
				tool.Credentials = []toolconf.Credential{{Name: "C", Source: toolconf.Source{Kind: toolconf.FromCommand, Command: []string{"sh", "-c", command}}}}
			}
			_, err = r.Run(context.Background(), Request{Tool: tool, Cwd: "/"}, Streams{
				Stdout: func(b []byte) error { _, err := os.Stdout.Write(b); return err },
			})
			time.Sleep(100 * time.Millisecond) // processes that are about to end are reaped by then
			fmt.Println("children", len(children()))
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

func TestAToolRunsAsItWasAsked(t *testing.T) {
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

// Multi-call programs, and those with an environment beside them, depend on their name.
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

// Many concurrent runs of every kind leave nothing behind in the daemon.
func TestRunsLeaveNothingBehind(t *testing.T) {
	r := newRunner(t)
	open := func() int {
		entries, err := os.ReadDir("/proc/self/fd")
		require.NoError(t, err)
		return len(entries)
	}
	run(t, r, Request{Tool: shell(`:`)}, "") // opens what is opened once
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
	for _, large := range []string{"internal/redact ", "internal/policy ", "internal/tools/toolconf ", "net/http ", "yaml"} {
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
