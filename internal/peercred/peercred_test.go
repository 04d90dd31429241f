package peercred

import (
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// The test binary also plays the peer: with these set it is a peer, not a test.
const (
	envRole   = "PEERCRED_ROLE"
	envSocket = "PEERCRED_SOCKET"
)

func TestMain(m *testing.M) {
	role, path := os.Getenv(envRole), os.Getenv(envSocket)
	if role == "" {
		os.Exit(m.Run())
	}
	if err := roles[role](path); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

var roles = map[string]func(path string) error{
	// stay holds the connection until the test closes it.
	"stay": func(path string) error {
		c, err := net.Dial("unix", path)
		if err != nil {
			return err
		}
		_, err = io.Copy(io.Discard, c)
		return err
	},
	"leave": func(path string) error {
		_, err := net.Dial("unix", path)
		return err
	},
	// become turns into cat, which inherits the connection as its input.
	"become": func(path string) error {
		c, err := net.Dial("unix", path)
		if err != nil {
			return err
		}
		if _, err := c.Read(make([]byte, 1)); err != nil {
			return err
		}
		f, err := c.(*net.UnixConn).File()
		if err != nil {
			return err
		}
		if err := unix.Dup2(int(f.Fd()), 0); err != nil {
			return err
		}
		cat, err := exec.LookPath("cat")
		if err != nil {
			return err
		}
		return syscall.Exec(cat, []string{"cat"}, nil)
	},
	// liar has a name that imitates the fields after it.
	"liar": func(path string) error {
		if err := os.WriteFile("/proc/self/comm", []byte("a) S 1 2 3"), 0); err != nil {
			return err
		}
		c, err := net.Dial("unix", path)
		if err != nil {
			return err
		}
		_, err = io.Copy(io.Discard, c)
		return err
	},
	// serve runs in another PID namespace than the test, which connects to it.
	"serve": func(path string) error {
		l, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
		if err != nil {
			return err
		}
		c, err := l.AcceptUnix()
		if err != nil {
			return err
		}
		p, err := Of(c)
		if err != nil {
			return err
		}
		_, exeErr := p.Exe()
		anyProgram := Allow{UIDs: []uint32{p.UID}}
		oneProgram := Allow{UIDs: []uint32{p.UID}, Exes: []string{os.Args[0]}}
		_, err = fmt.Fprintf(c, "pid %d, other %t, any %t, one %t", p.PID,
			errors.Is(exeErr, ErrOtherNamespace), anyProgram.Check(p) == nil, oneProgram.Check(p) == nil)
		return errors.Join(err, c.Close())
	},
}

func self(t *testing.T) string {
	exe, err := os.Executable()
	require.NoError(t, err)
	exe, err = filepath.EvalSymlinks(exe)
	require.NoError(t, err)
	return exe
}

func command(exe, role, path string) *exec.Cmd {
	cmd := exec.Command(exe)
	cmd.Env = append(os.Environ(), envRole+"="+role, envSocket+"="+path)
	cmd.Stderr = os.Stderr
	return cmd
}

// accept starts exe in a role and returns its connection.
func accept(t *testing.T, exe, role string) (*net.UnixConn, *exec.Cmd) {
	t.Helper()
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: filepath.Join(t.TempDir(), "s"), Net: "unix"})
	require.NoError(t, err)
	t.Cleanup(func() { l.Close() })
	cmd := command(exe, role, l.Addr().String())
	require.NoError(t, cmd.Start())
	if role == "leave" { // reaped before it is looked at: the worst case
		require.NoError(t, cmd.Wait())
	}
	require.NoError(t, l.SetDeadline(time.Now().Add(20*time.Second)))
	c, err := l.AcceptUnix()
	require.NoError(t, err)
	t.Cleanup(func() {
		c.Close()
		if role != "leave" {
			_ = cmd.Wait()
		}
	})
	return c, cmd
}

func identify(t *testing.T, c *net.UnixConn) *Peer {
	t.Helper()
	p, err := Of(c)
	require.NoError(t, err)
	t.Cleanup(p.Close)
	return p
}

func noPeerPidfd(int) (int, error) { return -1, unix.ENOPROTOOPT }

func TestPeerIsTheProcessThatConnected(t *testing.T) {
	for name, pidfdOf := range map[string]func(int) (int, error){
		"pidfd from the socket": socketPidfd,
		"pidfd by pid":          noPeerPidfd,
	} {
		t.Run(name, func(t *testing.T) {
			c, cmd := accept(t, self(t), "stay")
			p, err := of(c, pidfdOf)
			require.NoError(t, err)
			defer p.Close()

			require.EqualValues(t, cmd.Process.Pid, p.PID)
			require.EqualValues(t, os.Getuid(), p.UID)
			require.EqualValues(t, os.Getgid(), p.GID)
			require.NoError(t, p.Alive())
			exe, err := p.Exe()
			require.NoError(t, err)
			require.Equal(t, self(t), exe)
			argv0, err := p.Argv0()
			require.NoError(t, err)
			require.Equal(t, cmd.Args[0], argv0)

			require.NoError(t, c.Close())
			require.NoError(t, cmd.Wait())
			require.ErrorIs(t, p.Alive(), ErrGone)
			_, err = p.Exe()
			require.ErrorIs(t, err, ErrGone)
			_, err = p.Argv0()
			require.ErrorIs(t, err, ErrGone)
		})
	}
}

func TestPeerThatExitedBeforeItWasSeen(t *testing.T) {
	for name, pidfdOf := range map[string]func(int) (int, error){
		"pidfd from the socket": socketPidfd,
		"pidfd by pid":          noPeerPidfd,
	} {
		t.Run(name, func(t *testing.T) {
			c, _ := accept(t, self(t), "leave")
			p, err := of(c, pidfdOf)
			require.NoError(t, err)
			defer p.Close()
			require.EqualValues(t, os.Getuid(), p.UID, "the uid outlives the process")
			require.ErrorIs(t, p.Alive(), ErrGone)
			_, err = p.Exe()
			require.ErrorIs(t, err, ErrGone)
			require.NoError(t, Allow{}.Check(p))
			require.ErrorIs(t, Allow{Exes: []string{self(t)}}.Check(p), ErrGone)
		})
	}
}

func TestZombieIsGone(t *testing.T) {
	c, cmd := accept(t, self(t), "stay")
	p := identify(t, c)
	require.NoError(t, c.Close())
	require.Eventually(t, func() bool { return errors.Is(p.Alive(), ErrGone) }, 10*time.Second, time.Millisecond)
	_, err := p.Exe()
	require.ErrorIs(t, err, ErrGone)
	_, err = pidfdByPID(p.PID)
	require.NoError(t, err, "a pid is not reused before its process is waited for")
	require.NoError(t, cmd.Wait())
}

func TestPeerThatBecomesAnotherProgram(t *testing.T) {
	c, _ := accept(t, self(t), "become")
	p := identify(t, c)
	allow := Allow{Exes: []string{self(t)}}
	require.NoError(t, allow.Check(p))

	_, err := c.Write([]byte("!"))
	require.NoError(t, err)
	require.Eventually(t, func() bool {
		exe, err := p.Exe()
		return err == nil && exe != self(t)
	}, 10*time.Second, time.Millisecond)
	require.NoError(t, p.Alive())
	require.ErrorIs(t, allow.Check(p), ErrNotAllowed)
}

func TestClosedPeerProvesNothing(t *testing.T) {
	c, _ := accept(t, self(t), "stay")
	p := identify(t, c)
	p.Close()
	p.Close()
	require.ErrorIs(t, p.Alive(), ErrGone)
	_, err := p.Exe()
	require.ErrorIs(t, err, ErrGone)
}

func TestStartTimeIsNotFooledByTheName(t *testing.T) {
	c, cmd := accept(t, self(t), "liar")
	p := identify(t, c)
	stat, err := os.ReadFile(proc(p.PID, "stat"))
	require.NoError(t, err)
	require.Contains(t, string(stat), "(a) S 1 2 3)")

	got, err := startTime(p.PID)
	require.NoError(t, err)
	own, err := startTime(int32(os.Getpid()))
	require.NoError(t, err)
	require.Less(t, len(own)-len(got), 2, "a tick count of the same magnitude: %s and %s", got, own)
	require.GreaterOrEqual(t, got, own, "it started after us")
	require.NoError(t, c.Close())
	require.NoError(t, cmd.Wait())
	_, err = startTime(p.PID)
	require.ErrorIs(t, err, ErrGone)
}

func TestAllow(t *testing.T) {
	dir := t.TempDir()
	link := filepath.Join(dir, "link")
	require.NoError(t, os.Symlink(self(t), link))
	uid := uint32(os.Getuid())
	c, _ := accept(t, self(t), "stay")
	p := identify(t, c)

	for name, tc := range map[string]struct {
		allow  Allow
		refuse string
	}{
		"nothing said: own user, any program":    {Allow{}, ""},
		"own uid listed":                         {Allow{UIDs: []uint32{uid + 1, uid}}, ""},
		"own uid not listed":                     {Allow{UIDs: []uint32{uid + 1}}, fmt.Sprintf("uid %d", uid)},
		"program listed":                         {Allow{Exes: []string{"/nowhere", self(t)}}, ""},
		"program listed through a symlink":       {Allow{Exes: []string{link}}, ""},
		"another program listed":                 {Allow{Exes: []string{"/bin/sh"}}, "program"},
		"a program that is not there listed":     {Allow{Exes: []string{"/nowhere"}}, "program"},
		"relative paths match nothing":           {Allow{Exes: []string{filepath.Base(self(t))}}, "program"},
		"right program, wrong user":              {Allow{UIDs: []uint32{uid + 1}, Exes: []string{self(t)}}, "uid"},
		"a directory of programs is not a match": {Allow{Exes: []string{filepath.Dir(self(t))}}, "program"},
	} {
		t.Run(name, func(t *testing.T) {
			err := tc.allow.Check(p)
			if tc.refuse == "" {
				require.NoError(t, err)
				return
			}
			require.ErrorIs(t, err, ErrNotAllowed)
			require.ErrorContains(t, err, tc.refuse)
		})
	}
}

func copyOfSelf(t *testing.T) string {
	t.Helper()
	b, err := os.ReadFile(self(t))
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), "program")
	require.NoError(t, os.WriteFile(path, b, 0o700))
	return path
}

func TestRemovedOrReplacedProgramIsNotTheListedOne(t *testing.T) {
	path := copyOfSelf(t)
	c, _ := accept(t, path, "stay")
	p := identify(t, c)
	allow := Allow{Exes: []string{path, path + " (deleted)"}}
	require.NoError(t, allow.Check(p))

	require.NoError(t, os.Remove(path))
	exe, err := p.Exe()
	require.NoError(t, err)
	require.True(t, strings.HasSuffix(exe, " (deleted)"), exe)
	require.ErrorIs(t, allow.Check(p), ErrNotAllowed)

	for _, name := range allow.Exes { // both names now belong to other files
		require.NoError(t, os.WriteFile(name, []byte("#!"), 0o700))
	}
	require.ErrorIs(t, allow.Check(p), ErrNotAllowed)
}

func TestSecondNameOfAListedProgramIsNotListed(t *testing.T) {
	path := copyOfSelf(t)
	other := path + "-2"
	require.NoError(t, os.Link(path, other))
	c, _ := accept(t, other, "stay")
	require.ErrorIs(t, Allow{Exes: []string{path}}.Check(identify(t, c)), ErrNotAllowed)
}

// A server sees pid 0 when the client is outside of the server's PID namespace.
func TestPeerInAnotherNamespace(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s")
	cmd := command(self(t), "serve", path)
	cmd.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWPID}
	if os.Getuid() != 0 {
		cmd.SysProcAttr.Cloneflags |= syscall.CLONE_NEWUSER
		cmd.SysProcAttr.UidMappings = []syscall.SysProcIDMap{{ContainerID: os.Getuid(), HostID: os.Getuid(), Size: 1}}
	}
	if err := cmd.Start(); errors.Is(err, unix.EPERM) || errors.Is(err, unix.ENOSPC) {
		t.Logf("this system makes no namespaces: %v", err)
		return
	} else {
		require.NoError(t, err)
	}
	var c net.Conn
	require.Eventually(t, func() (ok bool) {
		var err error
		c, err = net.Dial("unix", path)
		return err == nil
	}, 10*time.Second, 5*time.Millisecond)
	defer c.Close()
	answer, err := io.ReadAll(c)
	require.NoError(t, err)
	require.NoError(t, cmd.Wait())
	require.Equal(t, "pid 0, other true, any true, one false", string(answer))
}
