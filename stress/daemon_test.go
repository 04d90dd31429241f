//go:build stress

// Package stress_test puts the real daemon under load and checks that nothing is lost: the binary,
// its sockets, real processes. A test is about one kind of load, and its name says what must hold;
// whole() checks what must hold after all of them. Its speed is bench's topic; its decisions are
// its packages' tests'.
package stress_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/stretchr/testify/require"
)

var binaries = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "stress-bin-")
	if err != nil {
		return "", err
	}
	out, err := exec.Command("go", "build", "-buildvcs=false", "-o", dir, "../cmd/...").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("build: %w\n%s", err, out)
	}
	return dir, nil
})

func TestMain(m *testing.M) {
	if dir := os.Getenv(asVictim); dir != "" {
		os.Exit(victim(dir))
	}
	code := m.Run()
	if dir, err := binaries(); err == nil {
		os.RemoveAll(dir)
	}
	os.Exit(code)
}

// daemon is one running daemon with directories of its own.
type daemon struct {
	t     testing.TB
	dir   string
	bin   string
	with  []string // the command that runs it, for limits and namespaces
	state string   // its state directory
	seen  string   // its state directory as the tests see it, which may have another view of the disk
	cmd   *exec.Cmd
	dead  atomic.Bool // on purpose

	receipts receipts // of everything it acknowledged
}

// start runs a daemon under a policy, with further flags.
func start(t testing.TB, policy string, flags ...string) *daemon {
	t.Helper()
	d := prepare(t, policy)
	d.start(flags...)
	return d
}

func prepare(t testing.TB, policy string) *daemon {
	t.Helper()
	bin, err := binaries()
	require.NoError(t, err)
	dir, err := os.MkdirTemp("", "stress-") // short: socket paths have 107 bytes
	require.NoError(t, err)
	t.Cleanup(func() { os.RemoveAll(dir) })
	d := &daemon{t: t, dir: dir, bin: bin, state: filepath.Join(dir, "state"), seen: filepath.Join(dir, "state")}
	d.save(policy)
	return d
}

func (d *daemon) path(elem ...string) string {
	return filepath.Join(append([]string{d.dir}, elem...)...)
}

// save replaces the policy atomically.
func (d *daemon) save(policy string) {
	d.t.Helper()
	require.NoError(d.t, os.WriteFile(d.path("policy.new"), []byte(policy), 0o600))
	require.NoError(d.t, os.Rename(d.path("policy.new"), d.path("policy.yaml")))
}

func (d *daemon) start(flags ...string) {
	d.t.Helper()
	log, err := os.OpenFile(d.path("log"), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	require.NoError(d.t, err)
	defer log.Close()
	starts := d.starts()
	line := append(append([]string{}, d.with...), filepath.Join(d.bin, "provenanced"), "serve",
		"--runtime-dir", d.path("run"), "--state-dir", d.state, "--policy", d.path("policy.yaml"),
		"--metrics", "unix:"+d.path("metrics.sock"))
	d.cmd = exec.Command(line[0], append(line[1:], flags...)...)
	d.cmd.Stderr = log
	require.NoError(d.t, d.cmd.Start())
	cmd := d.cmd
	d.t.Cleanup(func() {
		if cmd.ProcessState == nil {
			cmd.Process.Kill()
			cmd.Wait()
		}
	})
	require.Eventually(d.t, func() bool { return d.starts() > starts }, 30*time.Second, 5*time.Millisecond, "the daemon is not ready:\n%s", d.log())
}

// starts is how often the daemon has said that it is ready.
func (d *daemon) starts() int {
	text, _ := os.ReadFile(d.path("log"))
	return bytes.Count(text, []byte(`"msg":"ready"`))
}

// stop ends the daemon with SIGTERM, and requires that it drains.
func (d *daemon) stop() {
	d.t.Helper()
	require.NoError(d.t, d.cmd.Process.Signal(syscall.SIGTERM))
	require.NoError(d.t, d.cmd.Wait(), d.log())
}

// log is the end of the daemon's log.
func (d *daemon) log() string {
	text, _ := os.ReadFile(d.path("log"))
	return string(text[max(0, len(text)-8000):])
}

// ping asks one new question on a connection of its own.
func (d *daemon) ping() error {
	p, err := d.try("gateway")
	if err != nil {
		return err
	}
	defer p.Close()
	p.SetDeadline(time.Now().Add(time.Second))
	a, err := p.ask("ping", "", "{}")
	if err == nil && a.Type != "decision" {
		err = fmt.Errorf("%s: %s", a.Code, a.Message)
	}
	return err
}

// ctl runs provenancectl and returns its output and exit code.
func (d *daemon) ctl(args ...string) (string, int) {
	d.t.Helper()
	line := append(append([]string{}, d.with...), filepath.Join(d.bin, "provenancectl"))
	cmd := exec.Command(line[0], append(append(line[1:], args...), "--runtime-dir", d.path("run"))...)
	out, err := cmd.CombinedOutput()
	if _, ok := err.(*exec.ExitError); err != nil && !ok {
		require.NoError(d.t, err)
	}
	return string(out), cmd.ProcessState.ExitCode()
}

func (d *daemon) ctlJSON(v any, args ...string) {
	d.t.Helper()
	out, code := d.ctl(append(args, "--json")...)
	require.Zero(d.t, code, out)
	require.NoError(d.t, json.Unmarshal([]byte(out), v, json.MatchCaseInsensitiveNames(true)), out)
}

// whole requires what must hold after any kind of load: the daemon answers a new question within a
// second, has not panicked, drains, its ledger verifies, and contains everything that it gave a
// receipt for.
func (d *daemon) whole() {
	d.t.Helper()
	require.NoError(d.t, d.ping(), "a fresh question\n%s", d.log())
	d.stop()
	text, err := os.ReadFile(d.path("log"))
	require.NoError(d.t, err)
	require.NotContains(d.t, string(text), "panic")
	d.verified()
}

func (d *daemon) verified() {
	d.t.Helper()
	out, code := d.ctl("audit", "verify", filepath.Join(d.state, "ledger"))
	require.Zero(d.t, code, out)
	require.NoError(d.t, d.receipts.inLedger(filepath.Join(d.seen, "ledger"), 0))
}

// vitals are the resources that a daemon uses at one moment.
type vitals struct {
	goroutines, descriptors, connections, sessions int

	heap float64 // MB of objects, including dead ones that are not swept yet
	anon float64 // MB in RAM that are the daemon's own; the kernel may drop pages of the mapped index
}

func (v vitals) String() string {
	return fmt.Sprintf("%d goroutines, %d descriptors, %d connections, %d sessions in memory, heap %.0f MB, RSS %.0f MB",
		v.goroutines, v.descriptors, v.connections, v.sessions, v.heap, v.anon)
}

// metrics returns the daemon's metrics, by name and labels.
func (d *daemon) metrics() (map[string]float64, error) {
	dial := func(context.Context, string, string) (net.Conn, error) {
		return net.Dial("unix", d.path("metrics.sock"))
	}
	who := &http.Client{Transport: &http.Transport{DialContext: dial, DisableKeepAlives: true}, Timeout: 10 * time.Second}
	a, err := who.Get("http://daemon/metrics")
	if err != nil {
		return nil, err
	}
	defer a.Body.Close()
	text, err := io.ReadAll(a.Body)
	if err != nil {
		return nil, err
	}
	all := make(map[string]float64)
	for line := range strings.Lines(string(text)) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), " ")
		if f, err := strconv.ParseFloat(value, 64); err == nil {
			all[name] = f
		}
	}
	return all, nil
}

func (d *daemon) metric(name string) float64 {
	d.t.Helper()
	all, err := d.metrics()
	require.NoError(d.t, err)
	value, ok := all[name]
	require.True(d.t, ok, "no metric %s", name)
	return value
}

func (d *daemon) vitals() vitals {
	d.t.Helper()
	all, err := d.metrics()
	require.NoError(d.t, err)
	v := vitals{
		goroutines: int(all["go_goroutines"]), descriptors: int(all["process_open_fds"]),
		heap: all["go_memory_heap_objects_bytes"] / 1e6, anon: d.anon(),
	}
	for name, value := range all {
		switch {
		case strings.HasPrefix(name, "provenanced_connections{"):
			v.connections += int(value)
		case strings.HasPrefix(name, "provenanced_sessions_active{"):
			v.sessions += int(value)
		}
	}
	return v
}

// anon is the resident memory that no file backs, in MB.
func (d *daemon) anon() float64 {
	d.t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", d.cmd.Process.Pid))
	require.NoError(d.t, err)
	for line := range bytes.Lines(text) {
		if rest, ok := bytes.CutPrefix(line, []byte("RssAnon:")); ok {
			kb, err := strconv.Atoi(strings.Fields(string(rest))[0])
			require.NoError(d.t, err)
			return float64(kb) / 1000
		}
	}
	require.FailNow(d.t, "no RssAnon", "%s", text)
	return 0
}

// settles requires that the daemon returns to its earlier use of resources: the same goroutines,
// descriptors and connections, except the one that asks, a heap at most room MB larger, and at most
// five times as much more in RAM, which the runtime returns slowly. An idle daemon collects its
// garbage every two minutes; results to scan make it do so now.
func (d *daemon) settles(rest vitals, room float64) vitals {
	d.t.Helper()
	p := d.dial("gateway")
	defer p.Close()
	bulk := after("read", "c", strings.Repeat("nothing to see here. ", 25_000))
	var v vitals
	for end := time.Now().Add(time.Minute); ; {
		v = d.vitals()
		if v.goroutines <= rest.goroutines+1 && v.descriptors <= rest.descriptors+1 && v.connections <= rest.connections+1 &&
			v.heap <= rest.heap+room && v.anon <= rest.anon+5*room {
			return v
		}
		if time.Now().After(end) {
			require.FailNow(d.t, "the daemon does not come to rest", "before: %s\nnow:    %s\nroom:   heap %.0f MB", rest, v, room)
		}
		_, err := p.ask("after_tool_call", "stress:rest", bulk)
		require.NoError(d.t, err)
		time.Sleep(50 * time.Millisecond)
	}
}
