package daemon

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"slices"
	"syscall"

	"github.com/coreos/go-systemd/v22/activation"
	"go.uber.org/zap"
	"golang.org/x/sys/unix"

	"github.com/provenanced/provenanced/internal/paths"
	"github.com/provenanced/provenanced/internal/peercred"
)

// maxSocketPath is what fits into sockaddr_un with its terminating zero.
const maxSocketPath = 107

// door is a socket and its key.
type door struct{ socket, key string }

var (
	gateway = door{paths.GatewaySocket, paths.GatewayKey}
	admin   = door{paths.AdminSocket, paths.AdminKey}
	tools   = door{paths.ToolsSocket, paths.ToolsKey}
	doors   = [...]door{gateway, admin, tools}
)

// fits refuses a directory in which a socket's path would be too long.
func fits(dir string) error {
	for _, d := range doors {
		if path := filepath.Join(dir, d.socket); len(path) > maxSocketPath {
			return fmt.Errorf("socket %s: the path has %d bytes, the system allows %d: use a shorter runtime directory", path, len(path), maxSocketPath)
		}
	}
	return nil
}

// inherited takes the sockets that systemd opened. They are identified by their paths, which is
// what clients look for; so all three can be in one socket unit, where FileDescriptorName=
// would give them the same name.
func inherited() (map[door]*net.UnixListener, error) {
	given, err := activation.Listeners()
	if err != nil {
		return nil, fmt.Errorf("sockets from systemd: %w", err)
	}
	open := make(map[door]*net.UnixListener)
	for _, g := range given {
		l, ok := g.(*net.UnixListener)
		if !ok {
			return nil, errors.New("sockets from systemd: one is not a Unix stream socket")
		}
		name := filepath.Base(l.Addr().String())
		i := slices.IndexFunc(doors[:], func(d door) bool { return d.socket == name })
		if i < 0 || open[doors[i]] != nil {
			return nil, fmt.Errorf("sockets from systemd: %s: want one each of gateway.sock, admin.sock and tools.sock", l.Addr())
		}
		open[doors[i]] = l
	}
	return open, nil
}

// listenAll opens every door that systemd has not opened. A socket that it opens itself is
// removed when its listener closes.
func listenAll(ctx context.Context, dir string) (map[door]*net.UnixListener, error) {
	open, err := inherited()
	if err != nil {
		return nil, err
	}
	for _, d := range doors {
		if open[d] != nil {
			continue
		}
		l, err := listen(ctx, filepath.Join(dir, d.socket))
		if err != nil {
			closeAll(open)
			return nil, err
		}
		open[d] = l
	}
	return open, nil
}

func closeAll(open map[door]*net.UnixListener) {
	for _, l := range open {
		_ = l.Close()
	}
}

// listen makes a socket that only its owner may connect to. The caller holds the
// directory's lock, so a socket that is already there was left by a dead daemon.
func listen(ctx context.Context, path string) (*net.UnixListener, error) {
	if info, err := os.Lstat(path); err == nil {
		if info.Mode()&fs.ModeSocket == 0 {
			return nil, fmt.Errorf("socket %s: something else is there", path)
		}
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
	// Linux gives a bound socket the mode of its descriptor: because the mode is set first,
	// there is no moment in which others could connect.
	private := net.ListenConfig{Control: func(_, _ string, c syscall.RawConn) error {
		var chmod error
		if err := c.Control(func(fd uintptr) { chmod = unix.Fchmod(int(fd), 0o600) }); err != nil {
			return err
		}
		return chmod
	}}
	l, err := private.Listen(ctx, "unix", path)
	if err != nil {
		return nil, err
	}
	return l.(*net.UnixListener), nil
}

// warnOfPrograms warns of listed programs that do not exist. Otherwise a mistyped path would
// only show in refused connections, and in agents without their tools.
func warnOfPrograms(o *Options) {
	for _, who := range []struct {
		socket string
		peercred.Allow
	}{{paths.GatewaySocket, o.Gateway}, {paths.AdminSocket, o.Admin}, {paths.ToolsSocket, o.Tools}} {
		for _, program := range who.Exes {
			if _, err := os.Stat(program); err != nil {
				o.Log.Warn("a program that may connect does not exist; nothing can connect under its name", zap.String("socket", who.socket), zap.Error(err))
			}
		}
	}
}
