package main

import (
	"bytes"
	"context"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/client"
)

// asDaemon makes this test binary act as the real program.
const asDaemon = "PROVENANCED_TEST_MAIN"

func TestMain(m *testing.M) {
	if os.Getenv(asDaemon) != "" {
		os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
	}
	os.Exit(m.Run())
}

// process is a running daemon, the directories it was given, and a service manager that
// listens.
type process struct {
	t       *testing.T
	dir     string
	cmd     *exec.Cmd
	log     *output
	manager net.PacketConn
	exited  chan struct{}
}

func newProcess(t *testing.T, dir string) *process {
	t.Helper()
	manager, err := net.ListenPacket("unixgram", filepath.Join(t.TempDir(), "notify"))
	require.NoError(t, err)
	t.Cleanup(func() { manager.Close() })
	p := &process{t: t, dir: dir, log: new(output), manager: manager, exited: make(chan struct{})}
	p.cmd = exec.Command(os.Args[0], "serve", "--runtime-dir", p.path("run"), "--state-dir", p.path("state"), "--policy", p.path("policy.yaml"))
	p.cmd.Env = append(os.Environ(), asDaemon+"=1", "NOTIFY_SOCKET="+manager.LocalAddr().String())
	p.cmd.Stdout, p.cmd.Stderr = p.log, p.log
	return p
}

func (p *process) start() *process {
	p.t.Helper()
	require.NoError(p.t, p.cmd.Start())
	go func() { p.cmd.Wait(); close(p.exited) }()
	p.t.Cleanup(func() { p.cmd.Process.Kill(); <-p.exited })
	p.told("READY=1")
	return p
}

func (p *process) path(name string) string { return filepath.Join(p.dir, name) }

// told waits until the service manager gets the message want, and returns it.
func (p *process) told(want string) string {
	p.t.Helper()
	b := make([]byte, 4096)
	require.NoError(p.t, p.manager.SetReadDeadline(time.Now().Add(20*time.Second)))
	for {
		n, _, err := p.manager.ReadFrom(b)
		require.NoError(p.t, err, "waiting for %s; the log:\n%s", want, p.log)
		if got := string(b[:n]); strings.Contains(got, want) {
			return got
		}
	}
}

func (p *process) signal(s os.Signal) { require.NoError(p.t, p.cmd.Process.Signal(s)) }

// exit waits for the end and returns the exit code; -1 for a signal.
func (p *process) exit() int {
	p.t.Helper()
	select {
	case <-p.exited:
	case <-time.After(20 * time.Second):
		require.FailNow(p.t, "the daemon does not end", p.log.String())
	}
	return p.cmd.ProcessState.ExitCode()
}

func (p *process) dial(s client.Socket) *client.Client {
	p.t.Helper()
	c, err := client.Dial(p.t.Context(), client.Options{RuntimeDir: p.path("run"), Socket: s})
	require.NoError(p.t, err)
	p.t.Cleanup(func() { c.Close() })
	return c
}

func (p *process) ping() {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.t.Context(), 10*time.Second)
	defer cancel()
	d, err := p.dial(client.Gateway).Ask(ctx, client.Request{Hook: client.Ping})
	require.NoError(p.t, err, p.log.String())
	require.Equal(p.t, "allow", d.Verdict)
}

type policyStatus struct {
	Policy struct {
		Preset    string `json:"preset"`
		LastError *struct {
			Message string `json:"message"`
		} `json:"lastError"`
	} `json:"policy"`
}

func (p *process) status() policyStatus {
	p.t.Helper()
	var s policyStatus
	require.NoError(p.t, p.dial(client.Admin).Admin(p.t.Context(), "status", "", nil, &s))
	return s
}

// alarms returns a function that asks for the alarms over one connection, which outlives the
// files.
func (p *process) alarms() func() string {
	p.t.Helper()
	owner := p.dial(client.Admin)
	return func() string {
		p.t.Helper()
		var s struct {
			Alarms []string `json:"alarms"`
		}
		require.NoError(p.t, owner.Admin(p.t.Context(), "status", "", nil, &s), "status is what is asked then")
		return strings.Join(s.Alarms, "\n")
	}
}

// output is what a process has printed; it can be read while the process prints.
type output struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (o *output) Write(b []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.buf.Write(b)
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.buf.String()
}
