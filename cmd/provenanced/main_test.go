package main

import (
	"context"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/client"
)

func TestLifeOfADaemon(t *testing.T) {
	p := newProcess(t, t.TempDir()).start()
	p.ping()
	for name, mode := range map[string]fs.FileMode{
		"run": 0o700 | fs.ModeDir, "state": 0o700 | fs.ModeDir, "policy.yaml": 0o600,
		"run/gateway.sock": 0o600 | fs.ModeSocket, "run/admin.sock": 0o600 | fs.ModeSocket, "run/tools.sock": 0o600 | fs.ModeSocket,
		"run/gateway.key": 0o600, "run/admin.key": 0o600, "run/tools.key": 0o600,
	} {
		info, err := os.Lstat(p.path(name))
		require.NoError(t, err)
		require.Equal(t, mode, info.Mode(), name)
	}

	p.signal(syscall.SIGTERM)
	p.told("STOPPING=1")
	require.Equal(t, 0, p.exit(), p.log.String())
	require.Equal(t, 1, strings.Count(p.log.String(), `"msg":"ready"`), "all of the log has come by now")
	left, err := filepath.Glob(p.path("run/*"))
	require.NoError(t, err)
	require.Equal(t, []string{p.path("run/configs"), p.path("run/runtime.lock"), p.path("run/sandbox")}, left, "keys and sockets go with the daemon")
	left, err = filepath.Glob(p.path("run/sandbox/*"))
	require.NoError(t, err)
	require.Empty(t, left, "and from where sandboxes have them")
	left, err = filepath.Glob(p.path("run/configs/*"))
	require.NoError(t, err)
	require.Empty(t, left, "as do tools' configuration files")
}

func TestASecondDaemonIsRefused(t *testing.T) {
	first := newProcess(t, t.TempDir()).start()
	second := newProcess(t, first.dir)
	require.Error(t, second.cmd.Run())
	require.Equal(t, exitFailure, second.cmd.ProcessState.ExitCode())
	require.Contains(t, second.log.String(), "another provenanced is running")
	first.ping()
}

// As in "provenanced serve 2>&1 | head".
func TestADaemonOutlivesWhoReadsItsLog(t *testing.T) {
	reader, log, err := os.Pipe()
	require.NoError(t, err)
	require.NoError(t, reader.Close())
	p := newProcess(t, t.TempDir())
	p.cmd.Stdout, p.cmd.Stderr = log, log
	p.start() // and log that it is ready
	require.NoError(t, log.Close())
	p.ping()
	p.signal(syscall.SIGTERM)
	require.Equal(t, 0, p.exit())
}

func TestADaemonStartsAfterAKill(t *testing.T) {
	p := newProcess(t, t.TempDir()).start()
	old, err := os.ReadFile(p.path("run/gateway.key"))
	require.NoError(t, err)
	p.signal(syscall.SIGKILL)
	p.exit()
	require.FileExists(t, p.path("run/gateway.sock"))

	again := newProcess(t, p.dir).start()
	again.ping()
	key, err := os.ReadFile(p.path("run/gateway.key"))
	require.NoError(t, err)
	require.NotEqual(t, old, key, "keys change at restart")
}

func TestReload(t *testing.T) {
	dir := t.TempDir()
	save := func(text string) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, "policy.yaml"), []byte(text), 0o600))
	}
	save("mode: strict\n")
	p := newProcess(t, dir).start()
	require.Equal(t, "strict", p.status().Policy.Preset)

	save("mode: standard\n")
	require.Eventually(t, func() bool { return p.status().Policy.Preset == "standard" }, 10*time.Second, 20*time.Millisecond, "a save reloads")

	save("mode: dev\n")
	p.signal(syscall.SIGHUP)
	require.Contains(t, p.told("RELOADING=1"), "MONOTONIC_USEC=")
	p.told("READY=1")
	require.Equal(t, "dev", p.status().Policy.Preset, "SIGHUP has reloaded once the manager hears so")

	owner := p.dial(client.Admin)
	save("mode: paranoid\n")
	require.NoError(t, owner.Admin(t.Context(), "reload", "", nil, nil))
	require.Equal(t, "paranoid", p.status().Policy.Preset, "an answered reload is in force")

	save("mode: paranoid\nmaxIterations: many\n")
	require.ErrorContains(t, owner.Admin(t.Context(), "reload", "", nil, nil), "policy.yaml:2:")
	s := p.status()
	require.Equal(t, "paranoid", s.Policy.Preset)
	require.Contains(t, s.Policy.LastError.Message, "policy.yaml:2:")
	require.Eventually(t, func() bool { return strings.Contains(p.log.String(), "policy.yaml:2:") }, 20*time.Second, 5*time.Millisecond, "the log comes through a pipe")

	save("mode: dev\n")
	require.NoError(t, owner.Admin(t.Context(), "reload", "", nil, nil))
	require.Nil(t, p.status().Policy.LastError)
	asItWas := func() int { return strings.Count(p.log.String(), "the policy is as it was") }
	before := asItWas() // at the first SIGHUP the watcher may just have loaded the file
	p.signal(syscall.SIGHUP)
	p.told("RELOADING=1")
	p.told("READY=1")
	p.signal(syscall.SIGINT)
	require.Equal(t, 0, p.exit())
	require.Equal(t, before+1, asItWas())
}

// If files that the daemon writes to are moved away, it says so while that can still be undone.
func TestFilesTakenFromUnderTheDaemon(t *testing.T) {
	for _, name := range []string{"state", "state/ledger", "state/ledger/head", "state/ledger/00000001.jsonl", "state/blocked", "state/state.lock", "run/runtime.lock"} {
		t.Run(name, func(t *testing.T) {
			p := newProcess(t, t.TempDir()).start()
			alarms := p.alarms()
			require.Empty(t, alarms())
			require.NoError(t, os.Rename(p.path(name), p.path("away")))
			require.Eventually(t, func() bool { return strings.Contains(alarms(), p.path(name)) }, 10*time.Second, 20*time.Millisecond)
			require.NoError(t, os.Rename(p.path("away"), p.path(name)))
			require.Empty(t, alarms(), "it is back")

			require.NoError(t, os.Rename(p.path(name), p.path("away")))
			if info, err := os.Stat(p.path("away")); err == nil && info.IsDir() {
				require.NoError(t, os.CopyFS(p.path(name), os.DirFS(p.path("away"))))
			} else {
				require.NoError(t, os.WriteFile(p.path(name), nil, 0o600))
			}
			require.Contains(t, alarms(), "removed or replaced under the daemon")
		})
	}
}

// The daemon has not seen the original of a file that was begun in the meantime.
func TestALedgerFileReplacedBeforeAnyoneLooked(t *testing.T) {
	p := newProcess(t, t.TempDir())
	p.cmd.Args = append(p.cmd.Args, "--ledger-max-entries", "3")
	p.start()
	gateway := p.dial(client.Gateway)
	for range 7 {
		_, err := gateway.Ask(t.Context(), client.Request{Hook: client.SessionStart, Session: "s"})
		require.NoError(t, err)
	}
	files, err := filepath.Glob(p.path("state/ledger/*.jsonl"))
	require.NoError(t, err)
	require.Greater(t, len(files), 2)
	file := files[len(files)-1]
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	require.NoError(t, os.Remove(file))
	require.NoError(t, os.WriteFile(file, text, 0o600))
	require.Contains(t, p.alarms()(), file+" was removed or replaced under the daemon")
}

// A key from a backup, or from another daemon, looks valid but opens nothing.
func TestAKeyThatIsNotTheDaemons(t *testing.T) {
	for _, name := range []string{"gateway", "admin", "tools"} {
		p := newProcess(t, t.TempDir()).start()
		alarms := p.alarms()
		require.Empty(t, alarms())
		file := p.path("run/" + name + ".key")
		mine, err := os.ReadFile(file)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(file, []byte("AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\n"), 0o600))
		require.Equal(t, file+" does not hold this daemon's key: the clients of "+name+".sock are refused. A restart of the daemon makes new keys", alarms())
		require.NoError(t, os.Remove(file))
		require.Contains(t, alarms(), "the clients of "+name+".sock cannot read its key: open "+file)
		require.NoError(t, os.WriteFile(file, mine, 0o600))
		require.Empty(t, alarms())
	}
}

// systemd opens the sockets, passes them as descriptors from 3 on, and keeps them when the
// daemon stops.
func TestSocketActivation(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(dir, "run"), 0o700))
	p := newProcess(t, dir)
	for _, name := range []string{"tools.sock", "gateway.sock", "admin.sock"} {
		l, err := net.Listen("unix", p.path("run/"+name))
		require.NoError(t, err)
		defer l.Close()
		f, err := l.(*net.UnixListener).File()
		require.NoError(t, err)
		defer f.Close()
		p.cmd.ExtraFiles = append(p.cmd.ExtraFiles, f)
	}
	// LISTEN_PID is the daemon's own process id, known only once it runs.
	sh, err := exec.LookPath("sh")
	require.NoError(t, err)
	p.cmd.Path, p.cmd.Args = sh, append([]string{"sh", "-c", `LISTEN_PID=$$ exec "$0" "$@"`}, p.cmd.Args...)
	p.cmd.Env = append(p.cmd.Env, "LISTEN_FDS=3", "LISTEN_FDNAMES=provenanced.socket:provenanced.socket:provenanced.socket")
	p.start()
	p.ping()
	require.Equal(t, "personal", p.status().Policy.Preset)
	p.signal(syscall.SIGTERM)
	require.Equal(t, 0, p.exit())
	require.FileExists(t, p.path("run/gateway.sock"), "the socket is systemd's")
	require.FileExists(t, p.path("run/gateway.key"), "and so is its key's place: a waiting client learns of the new key by the old one's refusal")
}

func TestABadPolicyStopsTheStart(t *testing.T) {
	p := newProcess(t, t.TempDir())
	require.NoError(t, os.WriteFile(p.path("policy.yaml"), []byte("mode: unheard-of\n"), 0o600))
	require.Error(t, p.cmd.Run())
	require.Equal(t, exitFailure, p.cmd.ProcessState.ExitCode())
	require.Equal(t, 1, strings.Count(p.log.String(), "policy.yaml:1:"), p.log)
	require.NoFileExists(t, p.path("run/gateway.sock"))
}

func TestATooLongRuntimeDirectoryLeavesNothingBehind(t *testing.T) {
	p := newProcess(t, t.TempDir())
	p.cmd.Args[3] = p.path(strings.Repeat("x", 107))
	require.Error(t, p.cmd.Run())
	require.Equal(t, exitFailure, p.cmd.ProcessState.ExitCode())
	require.Contains(t, p.log.String(), "use a shorter runtime directory")
	left, err := os.ReadDir(p.dir)
	require.NoError(t, err)
	require.Empty(t, left)
}

// user is a user who is not root.
const user = 12345

// foreignWorld is a directory that contains the daemon and that this user can reach, whatever
// TMPDIR is.
func foreignWorld(t *testing.T) string {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Skip("only root can be two users")
	}
	world, err := os.MkdirTemp("/tmp", "provenanced-")
	require.NoError(t, err)
	t.Cleanup(func() { os.RemoveAll(world) })
	self, err := os.ReadFile(os.Args[0])
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(world, "provenanced"), self, 0o755))
	require.NoError(t, os.Chmod(world, 0o755))
	return world
}

// asUser makes the daemon run as that user.
func (p *process) asUser() *process {
	p.cmd.Path, p.cmd.Dir = p.path("provenanced"), "/"
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: user, Gid: user}}
	return p
}

// Somebody once started the daemon as root; now its own user does.
func TestFilesOfAnotherUserAreSaidToBe(t *testing.T) {
	world := foreignWorld(t)
	state := filepath.Join(world, "state")
	require.NoError(t, os.MkdirAll(filepath.Join(state, "ledger"), 0o700))
	require.NoError(t, os.Chown(world, user, user))

	for _, c := range []struct {
		theirs []string // already given to the user
		about  string
	}{
		{nil, state},
		{[]string{state}, filepath.Join(state, "ledger")},
		{[]string{filepath.Join(state, "ledger")}, filepath.Join(state, "ledger.key")},
	} {
		for _, name := range c.theirs {
			require.NoError(t, os.Chown(name, user, user))
		}
		if strings.HasSuffix(c.about, ".key") {
			require.NoError(t, os.WriteFile(c.about, nil, 0o600))
		}
		p := newProcess(t, world).asUser()
		require.Error(t, p.cmd.Run())
		require.Equal(t, exitFailure, p.cmd.ProcessState.ExitCode())
		require.Contains(t, p.log.String(), "permission denied; "+c.about+" belongs to root and the daemon runs as uid 12345: start it as root, or give its files to uid 12345 with chown")
	}
}

// Nobody is advised to chown the root directory because HOME does not exist.
func TestAHomeThatIsNotThereIsSaidToBe(t *testing.T) {
	p := newProcess(t, foreignWorld(t)).asUser()
	require.NoError(t, os.Mkdir(p.path("own"), 0o700))
	require.NoError(t, os.Chown(p.path("own"), user, user))
	p.cmd.Args = []string{"provenanced", "serve", "--runtime-dir", p.path("own/run")}
	p.cmd.Env = []string{asDaemon + "=1", "HOME=/nowhere/at/all"}
	require.Error(t, p.cmd.Run())
	require.Contains(t, p.log.String(), "HOME is /nowhere/at/all, which does not exist: set it to the daemon's own")
	require.NotContains(t, p.log.String(), "chown")
}

func TestMetrics(t *testing.T) {
	p := newProcess(t, t.TempDir())
	p.cmd.Args = append(p.cmd.Args, "--metrics", "unix:"+p.path("m.sock"))
	p.start()
	info, err := os.Stat(p.path("m.sock"))
	require.NoError(t, err)
	require.Equal(t, fs.FileMode(0o600), info.Mode().Perm())

	ask := func(hook client.Hook, event any) {
		_, err := p.dial(client.Gateway).Ask(t.Context(), client.Request{Hook: hook, Session: "agent:main:secret-name", Event: event})
		require.NoError(t, err)
	}
	ask("before_tool_call", map[string]any{"toolName": "read", "params": map[string]any{"path": "/secret/path"}, "toolCallId": "1"})
	ask("before_tool_call", map[string]any{"toolName": "secret-tool", "toolCallId": "2"})
	dial := func(context.Context, string, string) (net.Conn, error) { return net.Dial("unix", p.path("m.sock")) }
	who := &http.Client{Transport: &http.Transport{DialContext: dial}, Timeout: 10 * time.Second}
	text := ""
	require.Eventually(t, func() bool { // an answer is measured when it has left
		a, err := who.Get("http://provenanced/metrics")
		require.NoError(t, err)
		defer a.Body.Close()
		b, err := io.ReadAll(a.Body)
		require.NoError(t, err)
		text = string(b)
		return strings.Contains(text, `provenanced_answer_seconds_count{hook="before_tool_call"} 2`)
	}, 10*time.Second, 10*time.Millisecond)
	require.Contains(t, text, `provenanced_tool_calls_total{tool="read",verdict="allow"} 1`)
	require.Contains(t, text, `provenanced_tool_calls_total{tool="other",verdict="confirm"} 1`)
	require.Contains(t, text, "\nprovenanced_approvals_pending 1\n")
	require.Contains(t, text, `provenanced_approvals_total{outcome="asked"} 1`)
	require.Contains(t, text, `provenanced_policy_loads_total{outcome="loaded"} 1`)
	require.Contains(t, text, `provenanced_sessions_active{taint="`)
	require.Contains(t, text, `provenanced_connections{socket="gateway"} 2`)
	require.Contains(t, text, "\nprovenanced_ledger_entries 5\n") // GENESIS, BOOT, the skills of the first start, and the two calls
	require.NotContains(t, text, "secret")

	p.signal(syscall.SIGTERM)
	require.Zero(t, p.exit())
	require.NoFileExists(t, p.path("m.sock"))
}
