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
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/provenanced/provenanced/client"
	"github.com/provenanced/provenanced/internal/policy"
)

// clinic is a machine on which everything is well.
type clinic struct {
	dir, policy string
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
	env := &Env{Version: "1.0.0", Now: func() time.Time { return noon }, Dial: func(context.Context, string) (Daemon, error) { return c.daemon, nil }}
	c.patient = &patient{
		dir: dir, uid: uint32(os.Getuid()),
		call: &call{ctx: t.Context(), env: env, flags: map[string]string{"runtime-dir": dir}},
		system: system{
			init: t.TempDir(), linger: t.TempDir(), units: []string{t.TempDir()},
			peerPidf: func() error { return nil }, synced: func() (bool, error) { return true, nil },
		},
	}
	require.NoError(t, os.WriteFile(filepath.Join(c.patient.system.units[0], "provenanced.service"), nil, 0o600))
	return c
}

func statusOf(version, file, hash string, started time.Time, alarms string) string {
	return fmt.Sprintf(`{"version":%q,"pid":1,"startedAt":%q,"uptimeSeconds":0,"policy":{"path":%q,"hash":%q},"alarms":%s}`,
		version, started.Format(time.RFC3339), file, hash, alarms)
}

func hashOf(t *testing.T, text string) string {
	p, err := policy.Parse([]byte(text), "p")
	require.NoError(t, err)
	return p.Hash
}

// examined is the status of each check that is not ok.
func (c *clinic) examined(t *testing.T) (map[string]string, error) {
	var out bytes.Buffer
	c.patient.call.out = newPrinter(&out, &Env{})
	err := examine(c.patient)
	require.NoError(t, c.patient.call.out.flush())
	found := map[string]string{}
	for _, check := range checks {
		if f := check.run(c.patient); f.Status != "ok" && f.Status != "" {
			found[check.name] = f.Status
			require.Contains(t, out.String(), f.Detail)
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
		{"another's files", func(t *testing.T, c *clinic) {
			if c.patient.uid == 0 { // root's files are trusted, so the files have to be another's
				for _, f := range []string{"", "gateway.sock", "gateway.key"} {
					require.NoError(t, os.Lchown(filepath.Join(c.dir, f), 12345, -1))
				}
				return
			}
			c.patient.uid++
		}, nil},
		{"no directory", func(_ *testing.T, c *clinic) {
			c.patient.dir = filepath.Join(c.dir, "none")
		}, map[string]string{"runtime directory": "fail"}},
		{"no daemon", func(t *testing.T, c *clinic) {
			c.patient.call.env.Dial = func(context.Context, string) (Daemon, error) { return nil, client.ErrUnreachable }
			t.Setenv("XDG_CONFIG_HOME", filepath.Dir(filepath.Dir(c.policy)))
		}, map[string]string{"daemon": "fail", "policy": "warn"}},
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
	}
	for _, k := range cases {
		t.Run(k.name, func(t *testing.T) {
			c := newClinic(t)
			k.spoil(t, c)
			found, err := c.examined(t)
			if k.finds == nil {
				require.Equal(t, "fail", found["runtime directory"])
				require.Equal(t, "fail", found["gateway socket"])
				require.Equal(t, "fail", found["gateway key"])
				require.ErrorIs(t, err, errShown)
				return
			}
			require.Equal(t, k.finds, found)
			failed := false
			for _, status := range found {
				failed = failed || status == "fail"
			}
			require.Equal(t, failed, errors.Is(err, errShown))
		})
	}
}

func TestDoctorAsJSON(t *testing.T) {
	c := newClinic(t)
	got := runWith(t, c.daemon, nil, "doctor", "--json")
	require.Equal(t, ExitWrong, got.code, "/run/test is not there")
	require.Contains(t, got.out, `[{"check":"runtime directory","status":"fail","detail":"/run/test does not exist","fix":"`)
	require.Empty(t, got.err)
}

func TestThisMachinesProbesAnswer(t *testing.T) {
	_, err := clockSynced()
	require.NoError(t, err)
	if err := peerPidfd(); err != nil {
		require.ErrorIs(t, err, unix.ENOPROTOOPT, "a kernel without the option says so")
	}
	require.NotEmpty(t, machine().units)
}
