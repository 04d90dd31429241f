package ctl

import (
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/stretchr/testify/require"
)

// household is a place where a user who is not root runs a daemon.
type household struct {
	t        *testing.T
	bin, dir string
}

// nobody owns the files and runs the programs of a household. Modes mean nothing to root.
const nobody = 65534

func newHousehold(t *testing.T) *household {
	// Not t.TempDir: others may have no access to TMPDIR, for example if root owns it.
	root, err := os.MkdirTemp("/tmp", "household")
	require.NoError(t, err)
	t.Cleanup(func() { _ = os.RemoveAll(root) })
	h := &household{t, programs(t), filepath.Join(root, "home")}
	require.NoError(t, os.Mkdir(h.dir, 0o700))
	for _, dir := range []string{"r", "s", "c"} {
		require.NoError(t, os.Mkdir(h.path(dir), 0o700))
	}
	if os.Getuid() == 0 {
		for _, dir := range []string{".", "r", "s", "c"} {
			require.NoError(t, os.Chown(h.path(dir), nobody, nobody))
		}
		require.NoError(t, os.Chmod(root, 0o755))
	}
	return h
}

func (h *household) path(name string) string { return filepath.Join(h.dir, name) }

func (h *household) command(words ...string) (*exec.Cmd, *bytes.Buffer) {
	cmd := exec.Command(words[0], words[1:]...)
	cmd.Env = []string{"PATH=" + h.bin + ":/usr/bin:/bin", "HOME=" + h.dir, "XDG_RUNTIME_DIR=" + h.path("r"), "XDG_STATE_HOME=" + h.path("s"), "XDG_CONFIG_HOME=" + h.path("c")}
	cmd.Dir = h.dir
	if os.Getuid() == 0 {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	}
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	return cmd, &out
}

// serves starts a daemon, asks for its status, and stops it.
func (h *household) serves(what string) {
	daemon, log := h.command(filepath.Join(h.bin, "provenanced"), "serve")
	require.NoError(h.t, daemon.Start())
	ended := make(chan error, 1)
	go func() { ended <- daemon.Wait() }()
	defer func() {
		_ = daemon.Process.Signal(syscall.SIGTERM)
		<-ended
	}()
	for range 500 {
		if cmd, _ := h.command(filepath.Join(h.bin, "provenancectl"), "status"); cmd.Run() == nil {
			return
		}
		select {
		case err := <-ended:
			ended <- err
			require.Fail(h.t, "the daemon does not start", "%s: %s", what, log)
		case <-time.After(20 * time.Millisecond):
		}
	}
	require.Fail(h.t, "the daemon does not answer", "%s", what)
}

// Whatever is wrong with the modes of the files that doctor checks, its advice can be followed
// literally, and then a daemon starts.
func TestDoctorsAdviceAboutModesWorks(t *testing.T) {
	h := newHousehold(t)
	h.serves("to begin with")
	names := []string{ // what ls -l prints before a directory's name
		"s/provenanced/ledger/head", "s/provenanced/ledger/00000001.jsonl", "s/provenanced/ledger", "s/provenanced/ledger.key", "s/provenanced/state.lock",
		"s/provenanced/store/index.db", "s/provenanced/store", "s/provenanced/blocked", "s/provenanced/runs", "s/provenanced",
		"r/provenanced/configs", "r/provenanced", "c/provenanced/policy.yaml", "c/provenanced",
	}
	for _, mode := range []fs.FileMode{0, 0o400, 0o666, 0o777} {
		for _, name := range names {
			require.NoError(t, os.Chmod(h.path(name), mode))
		}
		for step := 0; ; step++ {
			require.Less(t, step, 2*len(names), "%s: it goes round in circles", mode)
			fix := h.advice(mode)
			if fix == "" {
				break
			}
			sh, out := h.command("/bin/sh", "-c", fix)
			require.NoError(t, sh.Run(), "%s: %s: %s", mode, fix, out)
		}
		h.serves(mode.String())
	}
}

// advice is the first command that doctor suggests.
func (h *household) advice(mode fs.FileMode) string {
	cmd, out := h.command(filepath.Join(h.bin, "provenancectl"), "doctor", "--json")
	_ = cmd.Run() // it fails because of the daemon alone
	var found []finding
	require.NoError(h.t, json.Unmarshal(out.Bytes(), &found, json.MatchCaseInsensitiveNames(true)), "%s: %s", mode, out)
	for _, f := range found {
		if fix, _, _ := strings.Cut(strings.TrimPrefix(f.Fix, "run "), ";"); strings.HasPrefix(fix, "chmod ") {
			return fix
		}
		switch f.Check {
		case "state directory", "state key", "state files", "runtime directory", "runtime files", "ledger", "policy":
			require.Equal(h.t, "ok", f.Status, "%s: %+v", mode, f)
		}
	}
	return ""
}

// The same goes for what audit verify says about a key that must not be used.
func TestVerifysAdviceAboutTheKeyWorks(t *testing.T) {
	h := newHousehold(t)
	h.serves("to begin with")
	key := h.path("s/provenanced/ledger.key")
	verify := func() string {
		cmd, out := h.command(filepath.Join(h.bin, "provenancectl"), "audit", "verify")
		require.NoError(t, cmd.Run(), "%s", out)
		return out.String()
	}
	for _, mode := range []fs.FileMode{0, 0o200, 0o640, 0o644, 0o606} {
		require.NoError(t, os.Chmod(key, mode))
		out := verify()
		require.Contains(t, out, "whether anything is missing was not checked")
		_, fix, ok := strings.Cut(out, "Its mode keeps it from\nbeing used: ")
		require.True(t, ok, out)
		require.Equal(t, mode&0o044 != 0, strings.Contains(fix, "whoever read it"), out)
		fix, _, _ = strings.Cut(strings.TrimSpace(fix), ";")
		sh, said := h.command("/bin/sh", "-c", fix)
		require.NoError(t, sh.Run(), "%s", said)
		require.Contains(t, verify(), "nothing is cut off")
	}
	require.NoError(t, os.Rename(key, key+".away"))
	require.Contains(t, verify(), "put a copy of its ledger.key beside "+filepath.Join(filepath.Dir(key), "ledger"))
}
