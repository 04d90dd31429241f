package ctl

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/ledger"
)

// othersWorld is a directory that every user can reach, whatever TMPDIR is, and the program in
// it.
func othersWorld(t *testing.T) (world, program string) {
	t.Helper()
	world, err := os.MkdirTemp("/tmp", "provenanced-")
	require.NoError(t, err)
	t.Cleanup(func() { _ = os.RemoveAll(world) })
	require.NoError(t, os.Chmod(world, 0o755))
	return world, filepath.Join(programs(t), "provenancectl")
}

// The real program, run as another user, says what to do about files that this user may not
// read.
func TestAnotherUsersFiles(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can be two users")
	}
	const owner, stranger = 12345, 12346
	world, program := othersWorld(t)

	theirs, mine := filepath.Join(world, "theirs"), filepath.Join(world, "mine")
	for dir, uid := range map[string]int{theirs: owner, mine: stranger} {
		require.NoError(t, os.MkdirAll(filepath.Join(dir, "ledger"), 0o700))
		require.NoError(t, os.WriteFile(filepath.Join(dir, "policy.yaml"), nil, 0o000))
		for _, name := range []string{dir, filepath.Join(dir, "ledger"), filepath.Join(dir, "policy.yaml")} {
			require.NoError(t, os.Chown(name, uid, uid))
		}
	}
	advice := theirs + " belongs to uid 12345. Run this as that user, as with `sudo -u '#12345' provenancectl ...`,\nor name a file of your own.\n"
	for _, line := range [][]string{
		{"audit", "verify", "--state-dir", theirs}, {"audit", "show", "--state-dir", theirs}, {"audit", "tail", "--state-dir", theirs},
		{"policy", "validate", filepath.Join(theirs, "policy.yaml")}, {"policy", "show", filepath.Join(theirs, "policy.yaml")},
		{"policy", "init", filepath.Join(theirs, "new.yaml")}, {"policy", "init", "--force", filepath.Join(theirs, "new", "policy.yaml")},
		{"import", filepath.Join(theirs, "policy.yaml")}, {"scan", filepath.Join(theirs, "policy.yaml")},
	} {
		said, exit := asUser(t, stranger, program, line...)
		require.Equal(t, ExitWrong, exit, line)
		require.Regexp(t, `^provenancectl: .*permission denied\n`, said, line)
		require.Contains(t, said, advice, line)
	}
	said, _ := asUser(t, stranger, program, "audit", "show", "--json", "--state-dir", theirs)
	require.Contains(t, said, `permission denied\n`+theirs+` belongs to uid 12345. Run this as that user`)
	said, exit := asUser(t, stranger, program, "status", "--runtime-dir", theirs)
	require.Equal(t, ExitUnreachable, exit)
	require.Contains(t, said, theirs+" belongs to uid 12345. If the daemon runs as that user, run this as that user.")
	said, _ = asUser(t, stranger, program, "policy", "validate", filepath.Join(mine, "policy.yaml"))
	require.Contains(t, said, filepath.Join(mine, "policy.yaml")+" is yours, but its mode or the file system keeps you out.\n")
}

// If a daemon could not be started, doctor says so before somebody tries.
func TestDoctorWhereADaemonCannotStart(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can be two users")
	}
	const uid = 12346
	world, program := othersWorld(t)

	said, exit := asUser(t, uid, program, "policy", "init")
	require.Equal(t, ExitWrong, exit)
	require.Contains(t, said, "\nHOME is /nonexistent, which does not exist: set it to your own, or name a file.\n")
	require.NotContains(t, said, "sudo")
	said, exit = asUser(t, uid, program, "doctor")
	require.Equal(t, ExitWrong, exit)
	require.Contains(t, said, "/nonexistent/.local/state/provenanced does not exist, and this user may not create it in /\n")

	home := filepath.Join(world, "home") // where root once started a daemon
	runtime, state := filepath.Join(home, "run"), filepath.Join(home, ".local/state/provenanced")
	for _, dir := range []string{runtime, state} {
		require.NoError(t, os.MkdirAll(dir, 0o700))
	}
	require.NoError(t, os.Chown(home, uid, uid))
	cmd := exec.Command(program, "doctor", "--runtime-dir", runtime)
	cmd.Dir, cmd.Env = "/", []string{"PATH=/usr/bin:/bin", "HOME=" + home}
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uid, Gid: uid}}
	told, _ := cmd.CombinedOutput() // fails, because no daemon runs
	for _, dir := range []string{runtime, filepath.Join(home, ".local")} {
		require.Contains(t, string(told), "this user: "+dir+" belongs to root\n")
		require.Contains(t, string(told), "→ was the daemon started as root once? then give its files back: sudo chown -R 12346 "+dir+"\n")
	}
}

// Whatever keeps a daemon from starting is found while none runs, each with what to do about
// it.
func TestDoctorFindsWhatADaemonCannotUse(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can be two users")
	}
	const uid = 12346
	world, program := othersWorld(t)
	for i, k := range []struct {
		name  string // a directory if it ends in a slash
		spoil func(file string) error
		row   string
		fix   string // %s is the name
	}{
		{"run/runtime.lock", roots, "runtime files", "sudo chown 12346 %s"},
		{"run/configs/", roots, "runtime files", "sudo chown 12346 %s"},
		{"state/state.lock", roots, "state files", "sudo chown 12346 %s"},
		{"state/ledger/", roots, "state files", "sudo chown 12346 %s"},
		{"state/ledger/", mode(0o500), "state files", "chmod u+rwX %s"},
		{"state/ledger/head", roots, "state files", "sudo chown 12346 %s"},
		{"state/store/", mode(0), "state files", "chmod u+rwX %s"},
		{"state/store/index.db", mode(0o400), "state files", "chmod u+rwX %s"},
		{"state/blocked/", roots, "state files", "sudo chown 12346 %s"},
		{"state/runs/", roots, "state files", "sudo chown 12346 %s"},
		{"state/ledger/00000001.jsonl", roots, "ledger", "sudo chown 12346 %s"},
		{"state/ledger.key", mode(0o640), "state key", "chmod 600 %s; "},
		{"state/ledger.key", roots, "state key", "sudo chown 12346 %s"},
		{"config/policy.yaml", mode(0), "policy", "chmod u+rwX %s"},
		{"config/tools.d/", mode(0), "wrapped tools", "chmod u+rwX %s"},
	} {
		home, err := os.MkdirTemp(world, "")
		require.NoError(t, err)
		b := openBook(t, makeDir(t, filepath.Join(home, "state")))
		b.write(ledger.Boot, map[string]any{"time": noon})
		b.flush()
		require.NoError(t, b.log.Close())
		for _, dir := range []string{"run/configs", "state/store", "state/blocked", "state/runs", "config/tools.d"} {
			makeDir(t, filepath.Join(home, dir))
		}
		for _, file := range []string{"run/runtime.lock", "state/state.lock", "state/store/index.db", "config/policy.yaml"} {
			require.NoError(t, os.WriteFile(filepath.Join(home, file), []byte("mode: dev\n"), 0o600))
		}
		require.NoError(t, filepath.WalkDir(home, func(name string, _ fs.DirEntry, err error) error {
			return errors.Join(err, os.Chown(name, uid, uid))
		}))
		file := filepath.Join(home, k.name)
		examined := func() string {
			cmd := exec.Command(program, "doctor", "--runtime-dir", filepath.Join(home, "run"))
			cmd.Dir, cmd.Env = "/", []string{"PATH=/usr/bin:/bin", "HOME=/nonexistent", "STATE_DIRECTORY=" + filepath.Join(home, "state"), "CONFIGURATION_DIRECTORY=" + filepath.Join(home, "config")}
			cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uid, Gid: uid}}
			out, _ := cmd.CombinedOutput() // fails, because no daemon runs
			return string(out)
		}
		if i == 0 {
			require.NotContains(t, strings.Replace(examined(), "fail  daemon ", "", 1), "fail  ", "nothing is spoilt yet")
		}
		require.NoError(t, k.spoil(file))
		require.Regexp(t, "(?m)^fail  "+k.row+" .*\n +→ .*"+regexp.QuoteMeta(fmt.Sprintf(k.fix, file)), examined(), k.name)
	}
}

// roots is a file made with sudo, which nobody else may use.
func roots(file string) error { return errors.Join(os.Chown(file, 0, 0), os.Chmod(file, 0o700)) }

func mode(m fs.FileMode) func(string) error {
	return func(file string) error { return os.Chmod(file, m) }
}

func makeDir(t *testing.T, dir string) string {
	t.Helper()
	require.NoError(t, os.MkdirAll(dir, 0o700))
	return dir
}

// A policy that root writes for another user's daemon can be read by that daemon.
func TestWhatRootWritesForAnotherUser(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can be two users")
	}
	home := t.TempDir()
	require.NoError(t, os.Chown(home, 12345, 12345))
	file := filepath.Join(home, ".config", "provenanced", "policy.yaml")
	require.Equal(t, ExitDone, runWith(t, nil, nil, "policy", "init", file).code)
	for _, name := range []string{file, filepath.Dir(file), filepath.Dir(filepath.Dir(file))} {
		info, err := os.Stat(name)
		require.NoError(t, err)
		require.Equal(t, uint32(12345), info.Sys().(*syscall.Stat_t).Uid, name)
	}
}

func asUser(t *testing.T, uid uint32, program string, args ...string) (said string, exit int) {
	t.Helper()
	cmd := exec.Command(program, args...)
	cmd.Dir, cmd.Env = "/", []string{"PATH=/usr/bin:/bin", "HOME=/nonexistent"}
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uid, Gid: uid}}
	out, _ := cmd.CombinedOutput() // its exit code is in ProcessState
	require.NotNil(t, cmd.ProcessState, "it did not start")
	return string(out), cmd.ProcessState.ExitCode()
}

// A file that replaces another is for the same people.
func TestForceKeepsOwnerAndMode(t *testing.T) {
	file := filepath.Join(t.TempDir(), "policy.yaml")
	require.NoError(t, os.WriteFile(file, []byte("mode: dev\n"), 0o600))
	require.NoError(t, os.Chmod(file, 0o640))
	uid, gid := os.Geteuid(), os.Getegid()
	if uid == 0 {
		uid, gid = 12345, 12346
		require.NoError(t, os.Chown(file, uid, gid))
	}
	got := runWith(t, nil, nil, "policy", "init", "--force", file)
	require.Equal(t, ExitDone, got.code, got.err)
	info, err := os.Stat(file)
	require.NoError(t, err)
	require.Equal(t, fs.FileMode(0o640), info.Mode())
	st := info.Sys().(*syscall.Stat_t)
	require.Equal(t, []int{uid, gid}, []int{int(st.Uid), int(st.Gid)})
}

// Root is told which user to run doctor as, before everything that belongs to that user.
func TestDoctorOfAnotherUsersDaemon(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can give files away")
	}
	dir, err := os.MkdirTemp("", "ctl") // a socket's path is short
	require.NoError(t, err)
	t.Cleanup(func() { os.RemoveAll(dir) })
	l, err := net.Listen("unix", filepath.Join(dir, "admin.sock"))
	require.NoError(t, err)
	defer l.Close()
	key := filepath.Join(dir, "admin.key")
	require.NoError(t, os.WriteFile(key, []byte(strings.Repeat("A", 43)+"=\n"), 0o600))
	require.NoError(t, os.Chown(key, 12345, 12345))
	var out bytes.Buffer
	exit := Run(t.Context(), []string{"doctor", "--runtime-dir", dir, "--state-dir", dir}, Env{Stdout: &out, Stderr: io.Discard, Now: time.Now, Dial: Dial})
	require.Equal(t, ExitWrong, exit)
	require.Regexp(t, "^fail  daemon .* belongs to uid 12345\n +→ run doctor as its owner: sudo -u '#12345' provenancectl doctor --runtime-dir "+dir, out.String())
}

// Our own key, when its mode is no longer safe or it is gone, is not another user's.
func TestALooseKeyOfOnesOwn(t *testing.T) {
	dir := t.TempDir()
	l, err := net.Listen("unix", filepath.Join(dir, "admin.sock"))
	require.NoError(t, err)
	defer l.Close()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "admin.key"), []byte(strings.Repeat("A", 43)+"=\n"), 0o644))
	var out, said bytes.Buffer
	exit := Run(t.Context(), []string{"status", "--runtime-dir", dir}, Env{Stdout: &out, Stderr: &said, Now: time.Now, Dial: Dial})
	require.Equal(t, ExitUnreachable, exit)
	require.Contains(t, said.String(), "has mode 0644; it must be 0600\nRestart the daemon, which makes new keys; nobody else may be able to read them.")

	require.NoError(t, os.Remove(filepath.Join(dir, "admin.key")))
	out.Reset()
	said.Reset()
	Run(t.Context(), []string{"status", "--runtime-dir", dir}, Env{Stdout: &out, Stderr: &said, Now: time.Now, Dial: Dial})
	require.Contains(t, said.String(), "no such file or directory\nIts key was removed. Restart the daemon, which makes new ones.")
	Run(t.Context(), []string{"doctor", "--runtime-dir", dir, "--state-dir", dir}, Env{Stdout: &out, Stderr: &said, Now: time.Now, Dial: Dial})
	require.Contains(t, out.String(), "fail  daemon              not reachable: admin.key was removed\n")
}
