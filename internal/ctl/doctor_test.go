package ctl

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/provenanced/provenanced/client"
	"github.com/provenanced/provenanced/internal/config"
	"github.com/provenanced/provenanced/internal/hmacauth"
	"github.com/provenanced/provenanced/internal/ledger"
	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/tools/toolconf"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// clinic is a machine on which everything is in order.
type clinic struct {
	dir, policy string
	book        *book
	daemon      replies
	patient     *patient
}

func newClinic(t *testing.T) *clinic {
	dir, err := os.MkdirTemp("", "ctl") // a socket's path is short
	require.NoError(t, err)
	t.Cleanup(func() { os.RemoveAll(dir) })
	c := &clinic{dir: dir, policy: filepath.Join(t.TempDir(), "policy.yaml")}
	require.NoError(t, os.WriteFile(c.policy, []byte("mode: standard\n"), 0o600))
	for _, door := range []string{"gateway", "admin", "tools"} {
		l, err := net.Listen("unix", filepath.Join(dir, door+".sock"))
		require.NoError(t, err)
		t.Cleanup(func() { l.Close() })
		require.NoError(t, os.Chmod(filepath.Join(dir, door+".sock"), 0o600))
		key := base64.StdEncoding.EncodeToString(bytes.Repeat([]byte{7}, 32)) + "\n"
		require.NoError(t, os.WriteFile(filepath.Join(dir, door+".key"), []byte(key), 0o600))
	}
	c.daemon = replies{"ping": `{}`, "status": statusOf("1.0.0", c.policy, hashOf(t, "mode: standard\n"), noon, "[]")}
	state := t.TempDir()
	require.NoError(t, os.Chmod(state, 0o700))
	c.book = openBook(t, state)
	c.book.write(ledger.Boot, map[string]any{"time": noon.Add(-time.Hour), "version": "1.0.0", "pid": 1, "policy": "3f"})
	c.hear("agent:main:provenance-canary", trust.VerdictDeny, time.Hour)
	c.hear("agent:main:main", trust.VerdictAllow, time.Minute)
	env := &Env{Version: "1.0.0", Now: func() time.Time { return noon }, Dial: func(context.Context, string) (Daemon, error) { return c.daemon, nil }}
	c.patient = &patient{
		dir: dir, state: state, uid: uint32(os.Getuid()),
		call: &call{ctx: t.Context(), env: env, flags: map[string]string{"runtime-dir": dir}},
		system: system{
			init: t.TempDir(), linger: t.TempDir(), units: []string{t.TempDir()}, proc: t.TempDir(), cgroup: t.TempDir(), home: t.TempDir(),
			peerPidf: func() error { return nil }, pidfd: func() error { return nil }, synced: func() (bool, error) { return true, nil },
			free:    func(string) (uint64, uint64, error) { return 1 << 40, 1 << 20, nil },
			systemd: func(init string) bool { _, err := os.Stat(init); return err == nil },
			unit:    func(context.Context, bool) (string, error) { return "active", nil },
		},
	}
	c.put(t, filepath.Join(c.patient.system.proc, "1/limits"), "Max locked memory         8388608              8388608              bytes\n")
	c.put(t, filepath.Join(c.patient.system.proc, "sys/user/max_user_namespaces"), "1000\n")
	c.put(t, filepath.Join(c.patient.system.cgroup, "cgroup.controllers"), "")
	c.put(t, filepath.Join(c.patient.system.home, ".openclaw/openclaw.json"), `{"tools":{"exec":{"mode":"ask"}}}`)
	require.NoError(t, os.WriteFile(filepath.Join(c.patient.system.units[0], "provenanced.service"), nil, 0o600))
	return c
}

func (c *clinic) put(t *testing.T, file, text string) {
	require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o700))
	require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
}

// hear makes a gateway ask about a call.
func (c *clinic) hear(own string, verdict trust.Verdict, ago time.Duration) {
	r := record(ago, wire.BeforeToolCall, trust.Trusted, &session.Judgement{Tool: "exec", Verdict: verdict, Reasons: []session.Reason{{Layer: "call"}}})
	r.Session = own
	c.book.write(ledger.Claim, r)
	c.book.flush()
}

// anew empties the ledger.
func (c *clinic) anew(t *testing.T) {
	state := t.TempDir()
	require.NoError(t, os.Chmod(state, 0o700))
	c.patient.state, c.book = state, openBook(t, state)
	c.book.write(ledger.Meta, map[string]any{"time": noon, "event": "nothing"})
	c.book.flush()
}

// orders puts a policy in force.
func (c *clinic) orders(t *testing.T, text string) {
	c.put(t, c.policy, text)
	c.daemon["status"] = statusOf("1.0.0", c.policy, hashOf(t, text), noon, "[]")
}

func statusOf(version, file, hash string, started time.Time, alarms string) string {
	return fmt.Sprintf(`{"version":%q,"pid":1,"startedAt":%q,"uptimeSeconds":0,"connections":{"gateway":1},"policy":{"path":%q,"hash":%q},"alarms":%s}`,
		version, started.Format(time.RFC3339), file, hash, alarms)
}

func hashOf(t *testing.T, text string) string {
	p, err := policy.Parse([]byte(text), "p")
	require.NoError(t, err)
	return p.Hash
}

// wraps puts a file into tools.d, and in force together with the policy.
func (c *clinic) wraps(t *testing.T, text string) {
	c.put(t, filepath.Join(filepath.Dir(c.policy), "tools.d/one.yaml"), text)
	p, err := policy.Parse([]byte("mode: standard\n"), c.policy)
	require.NoError(t, err)
	p, _, err = config.WithTools(p, []toolconf.File{{Name: "one.yaml", Data: []byte(text)}})
	require.NoError(t, err)
	require.NotEqual(t, hashOf(t, "mode: standard\n"), p.Hash)
	c.daemon["status"] = statusOf("1.0.0", c.policy, p.Hash, noon, "[]")
}

// examined is the status of each check that is not ok.
func (c *clinic) examined(t *testing.T) (map[string]string, error) {
	var out bytes.Buffer
	c.patient.call.out = newPrinter(&out, &Env{})
	err := examine(c.patient)
	require.NoError(t, c.patient.call.out.flush())
	found := map[string]string{}
	if errors.Is(err, errInterrupted) {
		return found, err
	}
	for _, check := range checks {
		if f := check.run(c.patient); f.Status != "ok" && f.Status != "" {
			found[check.name] = f.Status
			for line := range strings.Lines(f.Detail) {
				require.Contains(t, out.String(), line)
			}
			require.NotEmpty(t, f.Fix, "%s says what to do", check.name)
		}
	}
	return found, err
}

func TestDoctor(t *testing.T) {
	key := func(c *clinic, door string) string { return filepath.Join(c.dir, door+".key") }
	cases := []struct {
		name  string
		spoil func(t *testing.T, c *clinic)
		finds map[string]string
	}{
		{"all is well", func(*testing.T, *clinic) {}, map[string]string{}},
		{"loose key", func(t *testing.T, c *clinic) { require.NoError(t, os.Chmod(key(c, "admin"), 0o640)) }, map[string]string{"admin key": "fail"}},
		{"broken key", func(t *testing.T, c *clinic) {
			require.NoError(t, os.WriteFile(key(c, "gateway"), []byte("c2hvcnQ=\n"), 0o600))
		}, map[string]string{"gateway key": "fail"}},
		{"the key of another daemon", func(t *testing.T, c *clinic) {
			alarms, err := json.Marshal([]string{key(c, "gateway") + " does not hold this daemon's key"})
			require.NoError(t, err)
			c.daemon["status"] = strings.Replace(c.daemon["status"], `"alarms":[]`, `"alarms":`+string(alarms), 1)
		}, map[string]string{"gateway key": "fail", "alarms": "fail"}},
		{"symlinked key", func(t *testing.T, c *clinic) {
			require.NoError(t, os.Remove(key(c, "tools")))
			require.NoError(t, os.Symlink(key(c, "admin"), key(c, "tools")))
		}, map[string]string{"tools key": "fail"}},
		{"key is a pipe", func(t *testing.T, c *clinic) {
			require.NoError(t, os.Remove(key(c, "tools")))
			require.NoError(t, unix.Mkfifo(key(c, "tools"), 0o600))
		}, map[string]string{"tools key": "fail"}},
		{"no key", func(t *testing.T, c *clinic) { require.NoError(t, os.Remove(key(c, "tools"))) }, map[string]string{"tools key": "fail"}},
		{"socket for everybody", func(t *testing.T, c *clinic) {
			require.NoError(t, os.Chmod(filepath.Join(c.dir, "admin.sock"), 0o666))
		}, map[string]string{"admin socket": "warn"}},
		{"no socket", func(t *testing.T, c *clinic) {
			require.NoError(t, os.Remove(filepath.Join(c.dir, "tools.sock")))
			require.NoError(t, os.WriteFile(filepath.Join(c.dir, "tools.sock"), nil, 0o600))
		}, map[string]string{"tools socket": "fail"}},
		{"directory for everybody", func(t *testing.T, c *clinic) { require.NoError(t, os.Chmod(c.dir, 0o777)) }, map[string]string{"runtime directory": "fail"}},
		{"the directory was removed under the daemon", func(_ *testing.T, c *clinic) {
			c.patient.dir = filepath.Join(c.dir, "none")
		}, map[string]string{"runtime directory": "fail", "gateway socket": "fail", "gateway key": "fail", "admin socket": "fail", "admin key": "fail", "tools socket": "fail", "tools key": "fail"}},
		{"no daemon", func(t *testing.T, c *clinic) {
			c.patient.call.env.Dial = func(context.Context, string) (Daemon, error) { return nil, client.ErrUnreachable }
			c.patient.system.unit = func(context.Context, bool) (string, error) { return "inactive", nil }
			c.patient.dir = filepath.Join(c.dir, "none")
			c.policyHome(t)
		}, map[string]string{"daemon": "fail"}},
		{"no daemon, and the end of the ledger was cut off", func(t *testing.T, c *clinic) {
			c.patient.call.env.Dial = func(context.Context, string) (Daemon, error) { return nil, client.ErrUnreachable }
			c.patient.system.unit = func(context.Context, bool) (string, error) { return "inactive", nil }
			c.policyHome(t)
			require.NoError(t, os.Remove(filepath.Join(c.book.dir, "head")))
		}, map[string]string{"daemon": "fail", "ledger": "fail"}},
		{"no daemon, and the ledger's files are gone", func(t *testing.T, c *clinic) {
			c.patient.call.env.Dial = func(context.Context, string) (Daemon, error) { return nil, client.ErrUnreachable }
			c.patient.system.unit = func(context.Context, bool) (string, error) { return "inactive", nil }
			c.policyHome(t)
			require.NoError(t, os.Remove(filepath.Join(c.book.dir, "00000001.jsonl")))
		}, map[string]string{"daemon": "fail", "ledger": "fail"}},
		{"no daemon, and the ledger was moved away", func(t *testing.T, c *clinic) {
			c.patient.call.env.Dial = func(context.Context, string) (Daemon, error) { return nil, client.ErrUnreachable }
			c.patient.system.unit = func(context.Context, bool) (string, error) { return "inactive", nil }
			c.policyHome(t)
			require.NoError(t, os.Rename(c.book.dir, c.book.dir+".old"))
		}, map[string]string{"daemon": "fail", "ledger": "warn"}},
		{"no daemon, and never was one", func(t *testing.T, c *clinic) {
			c.patient.call.env.Dial = func(context.Context, string) (Daemon, error) { return nil, client.ErrUnreachable }
			c.patient.system.unit = func(context.Context, bool) (string, error) { return "inactive", nil }
			c.patient.dir, c.patient.state = filepath.Join(c.dir, "none"), filepath.Join(c.dir, "none")
			t.Setenv("XDG_CONFIG_HOME", t.TempDir())
		}, map[string]string{"daemon": "fail", "policy": "warn"}},
		{"the daemon is elsewhere", func(t *testing.T, c *clinic) {
			c.patient.call.env.Dial = func(context.Context, string) (Daemon, error) { return nil, client.ErrUnreachable }
			c.put(t, filepath.Join(c.patient.state, "state.lock"), "42\n")
			c.put(t, filepath.Join(c.patient.system.proc, "42/comm"), "provenanced\n")
			c.policyHome(t)
		}, map[string]string{"daemon": "fail", "service": "warn"}},
		{"the daemon is another user's", func(t *testing.T, c *clinic) {
			c.patient.call.env.Dial = func(context.Context, string) (Daemon, error) {
				return nil, fmt.Errorf("%w: %w", client.ErrUnreachable, &os.PathError{Op: "open", Path: c.dir, Err: unix.EACCES})
			}
			c.policyHome(t)
		}, map[string]string{"daemon": "fail", "service": "warn"}},
		{"directories that cannot be looked at", func(t *testing.T, c *clinic) {
			c.patient.call.env.Dial = func(context.Context, string) (Daemon, error) { return nil, client.ErrUnreachable }
			c.patient.dir, c.patient.state = filepath.Join(c.policy, "run"), filepath.Join(c.policy, "state")
			c.policyHome(t)
		}, map[string]string{"daemon": "fail", "runtime directory": "fail", "gateway socket": "fail", "gateway key": "fail", "admin socket": "fail", "admin key": "fail",
			"tools socket": "fail", "tools key": "fail", "runtime files": "fail", "state directory": "fail", "state files": "fail", "ledger": "fail", "service": "warn"}},
		{"state for everybody to read", func(t *testing.T, c *clinic) { require.NoError(t, os.Chmod(c.patient.state, 0o755)) }, map[string]string{"state directory": "warn"}},
		{"state for everybody to write", func(t *testing.T, c *clinic) { require.NoError(t, os.Chmod(c.patient.state, 0o777)) }, map[string]string{"state directory": "fail"}},
		{"state is gone", func(t *testing.T, c *clinic) {
			c.patient.state = "/nowhere"
			c.daemon["status"] = strings.Replace(c.daemon["status"], `"alarms":[]`, `"alarms":["/nowhere is gone"]`, 1)
		}, map[string]string{"state directory": "fail", "ledger": "fail", "alarms": "fail"}},
		{"the daemon has a file system of its own", func(t *testing.T, c *clinic) {
			c.patient.state = "/nowhere"
			require.NoError(t, os.Remove(c.policy))
		}, map[string]string{"state directory": "fail"}},
		{"policy for everybody to write", func(t *testing.T, c *clinic) { require.NoError(t, os.Chmod(c.policy, 0o606)) }, map[string]string{"policy": "fail"}},
		{"policy's directory for everybody to write", func(t *testing.T, c *clinic) {
			require.NoError(t, os.Chmod(filepath.Dir(c.policy), 0o777))
		}, map[string]string{"policy": "fail"}},
		{"policy in a directory where only owners replace", func(t *testing.T, c *clinic) {
			require.NoError(t, os.Chmod(filepath.Dir(c.policy), 0o777|os.ModeSticky))
		}, map[string]string{}},
		{"tools for everybody to write", func(t *testing.T, c *clinic) {
			require.NoError(t, os.Mkdir(filepath.Join(filepath.Dir(c.policy), "tools.d"), 0o700))
			require.NoError(t, os.Chmod(filepath.Join(filepath.Dir(c.policy), "tools.d"), 0o777))
		}, map[string]string{"policy": "fail"}},
		{"another's policy", func(t *testing.T, c *clinic) {
			if c.patient.uid != 0 {
				t.Skip("only root can give files away")
			}
			require.NoError(t, os.Lchown(c.policy, 12345, -1))
		}, map[string]string{"policy": "fail"}},
		{"no state key", func(t *testing.T, c *clinic) {
			require.NoError(t, os.Remove(filepath.Join(c.patient.state, "ledger.key")))
		}, map[string]string{"state key": "fail"}},
		{"loose state key", func(t *testing.T, c *clinic) {
			require.NoError(t, os.Chmod(filepath.Join(c.patient.state, "ledger.key"), 0o644))
		}, map[string]string{"state key": "fail"}},
		{"half of the head mark is damaged, and no daemon", func(t *testing.T, c *clinic) {
			c.patient.call.env.Dial = func(context.Context, string) (Daemon, error) { return nil, client.ErrUnreachable }
			c.patient.system.unit = func(context.Context, bool) (string, error) { return "inactive", nil }
			c.policyHome(t)
			damageHalf(t, c.book, 0)
		}, map[string]string{"daemon": "fail", "ledger": "warn"}},
		{"the index is no file", func(t *testing.T, c *clinic) {
			require.NoError(t, os.MkdirAll(filepath.Join(c.patient.state, "store/index.db"), 0o700))
		}, map[string]string{"state files": "fail"}},
		{"where tools have their files is no directory", func(t *testing.T, c *clinic) {
			c.put(t, filepath.Join(c.dir, "configs"), "")
		}, map[string]string{"runtime files": "fail"}},
		{"the ledger was changed", func(t *testing.T, c *clinic) {
			rewrite(t, filepath.Join(c.book.dir, "00000001.jsonl"), `"exec"`, `"read"`)
		}, map[string]string{"ledger": "fail"}},
		{"the disk takes nothing", func(t *testing.T, c *clinic) {
			c.daemon["status"] = strings.Replace(c.daemon["status"], `"connections"`, `"journal":{"failing":"no space left on device"},"connections"`, 1)
		}, map[string]string{"ledger": "fail"}},
		{"little room", func(_ *testing.T, c *clinic) {
			c.patient.system.free = func(string) (uint64, uint64, error) { return 100 << 20, 1 << 20, nil }
		}, map[string]string{"disk": "warn"}},
		{"no room", func(_ *testing.T, c *clinic) {
			c.patient.system.free = func(string) (uint64, uint64, error) { return 1 << 20, 1 << 20, nil }
		}, map[string]string{"disk": "fail"}},
		{"room for no file", func(_ *testing.T, c *clinic) {
			c.patient.system.free = func(string) (uint64, uint64, error) { return 1 << 40, 7, nil }
		}, map[string]string{"disk": "warn"}},
		{"no gateway", func(t *testing.T, c *clinic) {
			c.daemon["status"] = strings.Replace(c.daemon["status"], `"gateway":1`, `"gateway":0`, 1)
		}, map[string]string{"gateway": "warn"}},
		{"a gateway that is not let in", func(t *testing.T, c *clinic) {
			c.daemon["status"] = strings.Replace(c.daemon["status"], `"connections":{"gateway":1}`, `"connections":{"gateway":0},"refused":{"unauthenticated":300}`, 1)
			require.Contains(t, c.daemon["status"], "300")
			c.patient.daemon()
			c.patient.ledger()
			require.Contains(t, c.patient.gateway().Fix, "who was refused and why")
		}, map[string]string{"gateway": "warn"}},
		{"never a gateway", func(t *testing.T, c *clinic) {
			c.daemon["status"] = strings.Replace(c.daemon["status"], `"gateway":1`, `"gateway":0`, 1)
			c.anew(t)
		}, map[string]string{"gateway": "warn"}},
		{"a gateway that has nothing to say", func(t *testing.T, c *clinic) {
			c.anew(t)
			c.hear("agent:main:provenance-canary", trust.VerdictDeny, 48*time.Hour)
		}, map[string]string{"gateway": "warn"}},
		{"no canary", func(t *testing.T, c *clinic) {
			c.anew(t)
			c.hear("agent:main:main", trust.VerdictAllow, time.Minute)
		}, map[string]string{"canary": "warn"}},
		{"an old canary", func(t *testing.T, c *clinic) {
			c.anew(t)
			c.hear("agent:main:provenance-canary", trust.VerdictDeny, 40*24*time.Hour)
			c.hear("agent:main:main", trust.VerdictAllow, time.Minute)
		}, map[string]string{"canary": "warn"}},
		{"the canary lives", func(t *testing.T, c *clinic) {
			c.hear("agent:main:provenance-canary", trust.VerdictAllow, time.Second)
		}, map[string]string{"canary": "fail"}},
		{"nobody asks about commands", func(t *testing.T, c *clinic) {
			c.put(t, filepath.Join(c.patient.system.home, ".openclaw/openclaw.json"), `{"tools":{"exec":{"security":"full"}}}`)
		}, map[string]string{"exec approvals": "warn"}},
		{"a gateway's configuration that cannot be read", func(t *testing.T, c *clinic) {
			c.put(t, filepath.Join(c.patient.system.home, ".openclaw/openclaw.json"), `{tools: {}, }`)
		}, map[string]string{"exec approvals": "warn"}},
		{"no gateway's configuration", func(t *testing.T, c *clinic) {
			require.NoError(t, os.RemoveAll(filepath.Join(c.patient.system.home, ".openclaw")))
		}, map[string]string{"exec approvals": "warn"}},
		{"the policy asks by itself", func(t *testing.T, c *clinic) {
			require.NoError(t, os.RemoveAll(filepath.Join(c.patient.system.home, ".openclaw")))
			c.orders(t, "mode: provenance\n")
		}, map[string]string{}},
		{"a wrapped tool without its program", func(t *testing.T, c *clinic) {
			c.wraps(t, "wrappers:\n  gone: {binary: /nowhere/gone}\n")
		}, map[string]string{"wrapped tools": "warn"}},
		{"a wrapped tool's credential", func(t *testing.T, c *clinic) {
			secret := filepath.Join(t.TempDir(), "token")
			c.put(t, secret, "hush\n")
			c.wraps(t, "wrappers:\n  gog: {binary: /bin/sh, credentials: {T: {file: "+secret+"}}}\n")
		}, map[string]string{}},
		{"a wrapped tool's credential for everybody to read", func(t *testing.T, c *clinic) {
			secret := filepath.Join(t.TempDir(), "token")
			c.put(t, secret, "hush\n")
			require.NoError(t, os.Chmod(secret, 0o644))
			c.wraps(t, "wrappers:\n  gog: {binary: /bin/sh, credentials: {T: {file: "+secret+"}}}\n")
		}, map[string]string{"wrapped tools": "warn"}},
		{"a wrapped tool's credential that is not there", func(t *testing.T, c *clinic) {
			c.wraps(t, "wrappers:\n  gog: {binary: /bin/sh, credentials: {T: {file: /nowhere/token}}}\n")
		}, map[string]string{"wrapped tools": "warn"}},
		{"a wrapped tool that is not in force", func(t *testing.T, c *clinic) {
			c.wraps(t, "wrappers:\n  gone: {binary: /nowhere/gone}\n")
			c.put(t, filepath.Join(filepath.Dir(c.policy), "tools.d/one.yaml"), "wrappers:\n  lost: {binary: /nowhere/gone}\n")
		}, map[string]string{"policy": "fail", "wrapped tools": "warn"}},
		{"a broken file of tools", func(t *testing.T, c *clinic) {
			c.put(t, filepath.Join(filepath.Dir(c.policy), "tools.d/bad.yaml"), "wrappers: [\n")
		}, map[string]string{"wrapped tools": "fail"}},
		{"old kernel", func(_ *testing.T, c *clinic) {
			c.patient.system.pidfd = func() error { return errors.New("function not implemented") }
		}, map[string]string{"kernel": "warn"}},
		{"nothing may be locked", func(t *testing.T, c *clinic) {
			c.put(t, filepath.Join(c.patient.system.proc, "1/limits"), "Max locked memory         0                    0                    bytes\n")
		}, map[string]string{"locked memory": "warn"}},
		{"no user namespaces", func(t *testing.T, c *clinic) {
			c.put(t, filepath.Join(c.patient.system.proc, "sys/kernel/apparmor_restrict_unprivileged_userns"), "1\n")
		}, map[string]string{"user namespaces": "warn"}},
		{"old control groups", func(t *testing.T, c *clinic) { c.patient.system.cgroup = t.TempDir() }, map[string]string{"control groups": "warn"}},
		{"the unit has failed", func(_ *testing.T, c *clinic) {
			c.patient.system.unit = func(context.Context, bool) (string, error) { return "failed", nil }
		}, map[string]string{"service": "fail"}},
		{"somebody else started it", func(_ *testing.T, c *clinic) {
			c.patient.system.unit = func(context.Context, bool) (string, error) { return "inactive", nil }
		}, map[string]string{"service": "warn"}},
		{"older daemon", func(t *testing.T, c *clinic) {
			c.daemon["status"] = statusOf("0.9.0", c.policy, hashOf(t, "mode: standard\n"), noon, "[]")
		}, map[string]string{"daemon": "warn"}},
		{"alarms", func(t *testing.T, c *clinic) {
			c.daemon["status"] = statusOf("1.0.0", c.policy, hashOf(t, "mode: standard\n"), noon, `["codes were guessed"]`)
		}, map[string]string{"alarms": "fail"}},
		{"policy is not the active one", func(t *testing.T, c *clinic) {
			require.NoError(t, os.WriteFile(c.policy, []byte("mode: strict\n"), 0o600))
		}, map[string]string{"policy": "fail"}},
		{"broken policy", func(t *testing.T, c *clinic) {
			require.NoError(t, os.WriteFile(c.policy, []byte("mode: [\n"), 0o600))
		}, map[string]string{"policy": "fail"}},
		{"policy is gone", func(t *testing.T, c *clinic) { require.NoError(t, os.Remove(c.policy)) }, map[string]string{"policy": "fail"}},
		{"built-in policy", func(t *testing.T, c *clinic) {
			c.daemon["status"] = statusOf("1.0.0", "", "x", noon, "[]")
		}, map[string]string{"policy": "warn"}},
		{"clock was set", func(t *testing.T, c *clinic) {
			c.daemon["status"] = statusOf("1.0.0", c.policy, hashOf(t, "mode: standard\n"), noon.Add(-time.Hour), "[]")
		}, map[string]string{"clock": "warn"}},
		{"clock of 1970", func(_ *testing.T, c *clinic) { c.patient.call.env.Now = func() time.Time { return time.Unix(0, 0) } }, map[string]string{"clock": "fail"}},
		{"clock on its own", func(_ *testing.T, c *clinic) {
			c.patient.system.synced = func() (bool, error) { return false, nil }
		}, map[string]string{"clock": "warn"}},
		{"older kernel", func(_ *testing.T, c *clinic) {
			c.patient.system.peerPidf = func() error { return errors.New("not there") }
		}, map[string]string{"kernel": "warn"}},
		{"no unit", func(_ *testing.T, c *clinic) { c.patient.system.units = nil }, map[string]string{"service": "warn"}},
		{"user unit without linger", func(t *testing.T, c *clinic) {
			dir := filepath.Join(t.TempDir(), "user")
			require.NoError(t, os.Mkdir(dir, 0o700))
			require.NoError(t, os.WriteFile(filepath.Join(dir, "provenanced.service"), nil, 0o600))
			c.patient.system.units = []string{dir}
		}, map[string]string{"service": "warn"}},
		{"no systemd", func(_ *testing.T, c *clinic) { c.patient.system.init = "/nowhere" }, map[string]string{}},
		{"no systemd and no daemon", func(_ *testing.T, c *clinic) {
			c.patient.system.init = "/nowhere"
			c.patient.call.env.Dial = func(context.Context, string) (Daemon, error) { return nil, client.ErrUnreachable }
		}, map[string]string{"daemon": "fail", "policy": "warn", "service": "warn"}},
	}
	for _, k := range cases {
		t.Run(k.name, func(t *testing.T) {
			c := newClinic(t)
			k.spoil(t, c)
			found, err := c.examined(t)
			require.Equal(t, k.finds, found)
			failed := false
			for _, status := range found {
				failed = failed || status == "fail"
			}
			require.Equal(t, failed, errors.Is(err, errShown))
		})
	}
}

// Doctor must not take a sound installation apart because another user runs it.
func TestDoctorOfAnothersFilesSaysWhoseTheyAre(t *testing.T) {
	c := newClinic(t)
	if c.patient.uid == 0 { // root's files are trusted, so the files have to be another's
		for _, f := range []string{"", "gateway.sock", "gateway.key"} {
			require.NoError(t, os.Lchown(filepath.Join(c.dir, f), 12345, -1))
		}
		require.NoError(t, os.Lchown(c.patient.state, 12345, -1))
		require.NoError(t, os.Lchown(filepath.Join(c.patient.state, "ledger.key"), 12345, -1))
	} else {
		c.patient.uid++
	}
	found, err := c.examined(t)
	require.ErrorIs(t, err, errShown)
	for _, check := range []string{"runtime directory", "gateway socket", "gateway key"} {
		require.Equal(t, "fail", found[check], check)
	}
	for _, f := range []finding{c.patient.runtimeDir(), c.patient.key("gateway.key"), c.patient.stateDir(), c.patient.stateKey()} {
		require.Regexp(t, `^if the daemon runs as uid \d+, run doctor as that user; otherwise `, f.Fix)
	}
}

// policyHome puts the policy where a daemon would look for it.
func (c *clinic) policyHome(t *testing.T) {
	home := t.TempDir()
	c.put(t, filepath.Join(home, "provenanced", "policy.yaml"), "mode: standard\n")
	t.Setenv("XDG_CONFIG_HOME", home)
}

// An invalid file keeps a daemon from starting; a running one continues.
func TestDoctorSaysWhatABrokenPolicyDoes(t *testing.T) {
	for running, says := range map[bool]string{true: "until then the policy before it decides", false: "until then the daemon does not start"} {
		c := newClinic(t)
		c.policyHome(t)
		c.put(t, c.policy, "mode: [\n")
		c.put(t, filepath.Join(os.Getenv("XDG_CONFIG_HOME"), "provenanced", "policy.yaml"), "mode: [\n")
		if !running {
			c.patient.call.env.Dial = func(context.Context, string) (Daemon, error) { return nil, client.ErrUnreachable }
		}
		c.patient.daemon()
		require.Contains(t, c.patient.policyFile().Fix, says)
	}
}

// If permissions keep somebody from reaching a daemon, they are not told to start another.
func TestTheDaemonOfAnotherUser(t *testing.T) {
	newClinic(t).policyHome(t) // without a policy, doctor says that a start would write one
	for _, why := range []error{
		fmt.Errorf("%w: %w", client.ErrUnreachable, &os.PathError{Op: "connect", Path: "/run/test/admin.sock", Err: unix.EACCES}),
		fmt.Errorf("reading key: %w: admin.key belongs to uid 12345", hmacauth.ErrKeyFile),
	} {
		away := func(e *Env) { e.Dial = func(context.Context, string) (Daemon, error) { return nil, why } }
		got := runWith(t, nil, away, "status")
		require.Equal(t, ExitUnreachable, got.code)
		require.Contains(t, got.err, "run this as that user")
		require.NotContains(t, got.err, "serve")

		got = runWith(t, nil, away, "doctor", "--json", "--state-dir", "/nowhere")
		require.Equal(t, ExitWrong, got.code)
		require.Contains(t, got.out, `[{"check":"daemon","status":"fail","detail":"not reachable`)
		require.NotContains(t, got.out, "start the daemon")
	}
}

// Without a daemon it reads the whole ledger, and says so; with one, only the end.
func TestDoctorSaysHowMuchOfTheLedgerItHasRead(t *testing.T) {
	c := newClinic(t)
	_, err := c.examined(t)
	require.NoError(t, err)
	require.Contains(t, c.patient.ledger().Detail, "the chain of the last 4 entries holds")
	c.patient.status = nil
	require.Contains(t, c.patient.ledger().Detail, "all 4 entries hold, and none is cut off")
}

// `openclaw exec-policy preset cautious`, which the row advises, writes mode.
func TestDoctorReadsHowTheGatewayAsks(t *testing.T) {
	const asks, full = `{"exec":{"mode":"ask"}}`, `{"tools":{"exec":{"mode":"full"}}}`
	for config, want := range map[string]string{
		`{"tools":{"exec":{"host":"gateway","mode":"ask"}}}`:                "ok",
		`{"tools":{"exec":{"mode":"allowlist"}}}`:                           "ok",
		`{"tools":{"exec":{"mode":"deny"}}}`:                                "ok",
		`{"tools":{"exec":{"mode":"auto"}}}`:                                "warn",
		full:                                                                "warn",
		`{"tools":{"exec":{"security":"full","ask":"always"}}}`:             "ok",
		`{"tools":{"exec":{"security":"full","ask":"on-miss"}}}`:            "warn", // which never asks
		`{"tools":{"exec":{"ask":"on-miss"}}}`:                              "warn",
		`{"tools":{"exec":{"security":"allowlist","ask":"on-miss"}}}`:       "ok",
		`{"tools":{"exec":{"security":"deny"}}}`:                            "ok",
		`{}`:                                                                "warn",
		`{"tools":` + asks + `,"agents":{"entries":{"play":{}}}}`:           "ok",
		`{"tools":` + asks + `,"agents":{"entries":{"play":` + full + `}}}`: "warn",
		`{"tools":` + asks + `,"agents":{"list":[{"id":"play","tools":{"exec":{"security":"full"}}}]}}`: "warn",
	} {
		c := newClinic(t)
		c.put(t, filepath.Join(c.patient.system.home, ".openclaw/openclaw.json"), config)
		found, _ := c.examined(t)
		require.Equal(t, strings.TrimPrefix(want, "ok"), found["exec approvals"], config)
	}
}

func TestDoctorWarnsOfOpen(t *testing.T) {
	for word, want := range map[string]string{"guarded": "", "closed": "", "open": "warn"} {
		c := newClinic(t)
		c.put(t, filepath.Join(c.patient.system.home, ".openclaw/openclaw.json"), `{"plugins":{"entries":{"provenance":{"config":{"onFailure":"`+word+`"}}}}}`)
		found, _ := c.examined(t)
		require.Equal(t, want, found["on failure"], word)
		c = newClinic(t)
		p, err := policy.Parse([]byte("onFailure: "+word), "policy.yaml")
		require.NoError(t, err)
		c.patient.policy = p
		require.Equal(t, want, c.patient.onFailure().Status, word)
	}
}

func TestDoctorNamesToolsThatThePolicyDoesNotKnow(t *testing.T) {
	c := newClinic(t)
	c.daemon["tools"] = `[]`
	require.Empty(t, c.row(t, "gateway tools").Status, "no gateway has named one")
	c.daemon["tools"] = `[{"tool":"exec"},{"tool":"web_fetch"}]`
	require.Equal(t, "ok", c.row(t, "gateway tools").Status)
	c.daemon["tools"] = `[{"tool":"acme__a"},{"tool":"acme__b"},{"tool":"exec"},{"tool":"one"}]`
	found := c.row(t, "gateway tools")
	require.Equal(t, "warn", found.Status)
	require.Contains(t, found.Detail, "3 tools of the gateway's: acme__a, acme__b, one")
	require.Contains(t, found.Fix, "policy validate "+c.policy)

	c.wraps(t, "wrappers: {one: {binary: /bin/true, risk: read}}\n")
	require.Contains(t, c.row(t, "gateway tools").Detail, "2 tools of the gateway's: acme__a, acme__b")
}

// row is what one check finds after those before it.
func (c *clinic) row(t *testing.T, name string) (found finding) {
	_, err := c.examined(t)
	require.NoError(t, err)
	for _, check := range checks {
		if check.name == name {
			found = check.run(c.patient)
		}
	}
	return found
}

// An empty file parses, but a running daemon refuses it: advising to load it again, as after an
// unnoticed change, would only lead to another refusal.
func TestDoctorDoesNotAdviseToLoadWhatWasRefused(t *testing.T) {
	c := newClinic(t)
	c.put(t, c.policy, "")
	_, err := c.examined(t)
	require.ErrorIs(t, err, errShown)
	require.Equal(t, "provenancectl reload", c.patient.policyFile().Fix)
	c.daemon["status"] = strings.Replace(c.daemon["status"], `"policy":{`, `"policy":{"lastError":{"at":"2026-03-01T12:00:00Z","message":"the file is empty"},`, 1)
	_, err = c.examined(t)
	require.ErrorIs(t, err, errShown)
	f := c.patient.policyFile()
	require.Equal(t, "the file is empty", f.Detail)
	require.Contains(t, f.Fix, "put that right")
}

func TestDoctorSaysWhyItIsNotLetIn(t *testing.T) {
	c := newClinic(t)
	c.policyHome(t)
	c.patient.call.env.Dial = func(context.Context, string) (Daemon, error) {
		return broken{&client.Error{Code: client.Unauthenticated, Message: "authentication failed"}}, nil
	}
	f := c.patient.daemon()
	require.Equal(t, "fail", f.Status)
	require.Equal(t, "it refused the connection: admin.key does not hold its key, or it admits only others", f.Detail)
	require.Contains(t, f.Fix, "--admin-uid")
}

func TestDoctorInterruptedFindsNothing(t *testing.T) {
	c := newClinic(t)
	ctx, interrupt := context.WithCancel(t.Context())
	interrupt()
	c.patient.call.ctx = ctx
	_, err := c.examined(t)
	require.ErrorIs(t, err, errInterrupted)
}

func TestDoctorAsJSON(t *testing.T) {
	daemonsMayBeIn(t)
	got := runWith(t, nil, nil, "doctor", "--json", "--state-dir", filepath.Join(t.TempDir(), "none"))
	require.Equal(t, ExitWrong, got.code)
	require.Contains(t, got.out, `[{"check":"daemon","status":"fail","detail":"not running: nobody answers in /run/test","fix":"start`)
	require.Equal(t, 1, strings.Count(got.out, `"status":"fail"`), got.out)
	require.Empty(t, got.err)
}

func TestThisMachinesProbesAnswer(t *testing.T) {
	_, err := clockSynced()
	require.NoError(t, err)
	if err := peerPidfd(); err != nil {
		require.ErrorIs(t, err, unix.ENOPROTOOPT, "a kernel without the option says so")
	}
	if err := ownPidfd(); err != nil {
		require.ErrorIs(t, err, unix.ENOSYS)
	}
	m := machine()
	require.NotEmpty(t, m.units)
	bytes, inodes, err := m.free(t.TempDir())
	require.NoError(t, err)
	require.NotZero(t, bytes)
	require.NotZero(t, inodes)
	if state, err := m.unit(t.Context(), true); err == nil {
		require.NotEmpty(t, state)
	}
}

// Without systemd, as in a container or with another init, no advice needs it, and it says what
// starts the daemon instead. The advice can be followed literally.
func TestDoctorWithoutSystemd(t *testing.T) {
	h := newHousehold(t)
	doctor := func() (string, map[string]finding) {
		cmd, out := h.command(filepath.Join(h.bin, "provenancectl"), "doctor", "--json")
		require.NoError(t, os.MkdirAll(h.path("bin"), 0o755))
		cmd.Env[0] = "PATH=" + h.path("bin") // which has no systemctl, whatever this machine has
		_ = cmd.Run()
		var list []finding
		require.NoError(t, json.Unmarshal(out.Bytes(), &list, json.MatchCaseInsensitiveNames(true)), "%s", out)
		found := map[string]finding{}
		for _, f := range list {
			found[f.Check] = f
		}
		return out.String(), found
	}
	said, found := doctor()
	require.NotContains(t, said, "systemctl")
	require.NotContains(t, said, "journalctl")
	require.NotContains(t, said, "deploy/systemd")
	require.NotContains(t, said, ".service")
	require.Equal(t, "fail", found["daemon"].Status)
	require.Equal(t, "warn", found["service"].Status)
	require.Contains(t, found["service"].Detail, "no systemd here")
	require.Contains(t, found["service"].Fix, "while :; do provenanced serve; sleep 1; done &")

	_, start, _ := strings.Cut(found["daemon"].Fix, "in the background: `")
	start, _, _ = strings.Cut(start, "`")
	sh, out := h.command("/bin/sh", "-c", start+" echo $!")
	require.NoError(t, sh.Run(), "%s: %s", start, out)
	pid, err := strconv.Atoi(strings.TrimSpace(out.String()))
	require.NoError(t, err)
	t.Cleanup(func() { _ = syscall.Kill(pid, syscall.SIGTERM) })
	require.Eventually(t, func() bool {
		_, found = doctor()
		return found["daemon"].Status == "ok"
	}, 20*time.Second, 50*time.Millisecond, "%s: %v", start, found["daemon"])
	require.Equal(t, "ok", found["service"].Status)
	require.Contains(t, found["service"].Detail, "unless you arrange it")
}
