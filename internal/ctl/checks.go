package ctl

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"

	"github.com/provenanced/provenanced/client"
	"github.com/provenanced/provenanced/internal/hmacauth"
	"github.com/provenanced/provenanced/internal/pathowner"
	"github.com/provenanced/provenanced/internal/paths"
	"github.com/provenanced/provenanced/internal/shell"
)

const asTheDaemon = "run as the daemon's user"

func (p *patient) runtimeDir() finding {
	if n := pathLength(p.dir); n > maxSocketPath {
		return fail("name a shorter one with --runtime-dir", "%s is too long: a socket in it would have a path of %d bytes, and the system allows %d", p.dir, n, maxSocketPath)
	}
	info, err := os.Lstat(p.dir)
	switch {
	case errors.Is(err, fs.ErrNotExist) && p.status == nil:
		return finding{} // the daemon creates it
	case errors.Is(err, fs.ErrNotExist):
		return fail("restart the daemon", "%s has been removed under the daemon", p.dir)
	case err != nil:
		return p.unseen(err)
	case !info.IsDir():
		return fail("name the directory with --runtime-dir", "%s is not a directory", p.dir)
	case !p.trusts(info):
		return foreign(info, "stop: someone else could stand in for the daemon there", p.dir)
	case info.Mode().Perm()&0o022 != 0:
		return fail("chmod 0700 "+shell.Quote(p.dir), "%s can be written by others (mode %04o)", p.dir, info.Mode().Perm())
	}
	if f := p.unwritable(p.dir); f.Status != "" {
		return f
	}
	return ok("%s, mode %04o", p.dir, info.Mode().Perm())
}

// runtimeFiles are what the daemon keeps in its runtime directory beside sockets and keys.
func (p *patient) runtimeFiles() finding {
	return p.usable(
		used{filepath.Join(p.dir, paths.RuntimeLock), false},
		used{filepath.Join(p.dir, paths.ConfigsDir), true})
}

// used is a file or a directory that the daemon opens for writing.
type used struct {
	name string
	dir  bool
}

const moveIt = "move it away, and put back what was there; what it can do without the daemon makes anew"

// usable finds the first of these that a daemon of this user could not use. It ignores what
// does not exist, which the daemon creates.
func (p *patient) usable(all ...used) finding {
	for _, u := range all {
		info, err := os.Lstat(u.name)
		need := uint32(unix.R_OK | unix.W_OK)
		if u.dir {
			need |= unix.X_OK
		}
		switch {
		case errors.Is(err, fs.ErrNotExist):
			continue
		case err != nil:
			return p.unseen(err)
		case u.dir && !info.IsDir():
			return fail(moveIt, "%s is not a directory", u.name)
		case !u.dir && !info.Mode().IsRegular():
			return fail(moveIt, "%s is not a regular file", u.name)
		}
		if err := unix.Access(u.name, need); err != nil {
			return p.shut(u.name, err)
		}
	}
	return finding{}
}

// unwritable finds that a daemon of this user could not be started there. A running one reports
// that itself.
func (p *patient) unwritable(dir string) finding {
	err := unix.Access(dir, unix.W_OK|unix.X_OK)
	if err == nil || p.status != nil {
		return finding{}
	}
	return p.shut(dir, err)
}

// shut is the finding about a file that access(2) says may not be written.
func (p *patient) shut(name string, err error) finding {
	if errors.Is(err, unix.EROFS) {
		return fail("mount its file system for writing, or name another directory", "%s cannot be written: %v", name, err)
	}
	return p.denied(name)
}

// denied is the finding about a file that this user may not use. Files of root's in a user's
// home were most likely made by a daemon once started with sudo.
func (p *patient) denied(name string) finding {
	fix := asTheDaemon
	file, ok := pathowner.Of(name)
	switch {
	case !ok:
		return fail(fix, "%s may not be used by this user", name)
	case file.UID == p.uid:
		return fail("chmod u+rwX "+shell.Quote(file.Path), "%s belongs to this user, but its mode denies access", file.Path)
	}
	if file.Path == name { // and not a directory on the way, on which more depends
		fix += fmt.Sprintf("; if this is that user, give it to them: sudo chown %d %s", p.uid, shell.Quote(name))
	}
	inside, err := filepath.Rel(p.system.home, file.Path)
	if file.UID == 0 && p.uid != 0 && err == nil && filepath.IsLocal(inside) && inside != "." {
		fix = fmt.Sprintf("was the daemon started as root once? then give its files back: sudo chown -R %d %s", p.uid, shell.Quote(file.Path))
	}
	return fail(fix, "%s may not be used by this user: %s belongs to %s", name, file.Path, file.Owner())
}

func (p *patient) socket(name string) finding {
	info, err := os.Lstat(filepath.Join(p.dir, name))
	switch {
	case errors.Is(err, fs.ErrNotExist) && p.status == nil:
		return finding{}
	case errors.Is(err, fs.ErrNotExist):
		return fail("restart the daemon", "%s does not exist", name)
	case err != nil:
		return p.unseen(err)
	case info.Mode()&fs.ModeSocket == 0:
		return fail("remove it and restart the daemon", "%s is not a socket", name)
	case !p.trusts(info):
		return foreign(info, "stop: whoever owns the socket answers on it", name)
	case info.Mode().Perm()&0o007 != 0:
		return warn("restart the daemon, which makes it anew", "everybody may connect to %s (mode %04o)", name, info.Mode().Perm())
	}
	return ok("mode %04o", info.Mode().Perm())
}

func (p *patient) key(name string) finding {
	const restart = "restart the daemon, which makes new keys"
	file := filepath.Join(p.dir, name)
	found := p.keyFile(file, restart, restart)
	if found.Status != "ok" || p.status == nil {
		return found
	}
	for _, alarm := range p.status.Alarms { // about what only the daemon knows: whose key it is
		if strings.HasPrefix(alarm, file+" ") {
			return fail(restart, "%s", alarm)
		}
	}
	return found
}

// keyFile reads a key the way its users do, and reveals nothing about its content. It finds
// nothing if there is none and no daemon runs that would need it. What to do about an invalid
// key, and about one that others may read, depends on the key.
func (p *patient) keyFile(file, restart, shut string) finding {
	name := filepath.Base(file)
	f, err := os.OpenFile(file, os.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0)
	switch {
	case errors.Is(err, fs.ErrNotExist) && p.status == nil:
		return finding{}
	case errors.Is(err, fs.ErrNotExist):
		return fail("restart the daemon", "%s does not exist", name)
	case errors.Is(err, unix.ELOOP):
		return fail("remove it and "+restart, "%s is a symlink, which clients refuse", name)
	case err != nil:
		return p.unseen(err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return p.unseen(err)
	}
	switch {
	case !info.Mode().IsRegular():
		return fail("remove it and "+restart, "%s is not a regular file", name)
	case !p.trusts(info):
		return foreign(info, "remove it and "+restart, name)
	case info.Mode().Perm()&0o077 != 0:
		return fail(shut, "others may read %s (mode %04o), so it is refused", name, info.Mode().Perm())
	}
	text, err := io.ReadAll(io.LimitReader(f, 1024))
	key, broken := base64.StdEncoding.Strict().DecodeString(strings.TrimSuffix(string(text), "\n"))
	if err != nil || broken != nil || len(key) != 32 || !bytes.HasSuffix(text, []byte("\n")) {
		return fail(restart, "%s does not hold a key", name)
	}
	return ok("mode %04o, readable", info.Mode().Perm())
}

// daemon comes first: what is missing because no daemon runs is not a fault of its own.
func (p *patient) daemon() finding {
	var s statusData
	if err := p.call.ask("ping", nil, nil); err != nil {
		var away *unreachable
		var no *refusal
		switch {
		case errors.As(err, &no) && no.code == string(client.Unauthenticated):
			return fail("restart the daemon, which makes new keys; if it was started with --admin-uid or --admin-exe, they have to name this user and this program",
				"it refused the connection: %s does not hold its key, or it admits only others", paths.AdminKey)
		case !errors.As(err, &away):
			return fail("restart the daemon", "%v", err)
		case errors.Is(err, errSilent):
			return fail("look at its log, and restart it; one that was stopped goes on with kill -CONT", "%s, in %s", away.cause(), p.dir)
		case away.keyless():
			return fail("restart the daemon, which makes new keys", "not reachable: %s was removed", paths.AdminKey)
		case errors.Is(err, fs.ErrPermission):
			return fail(asTheDaemon, "not reachable by this user: %s", away.cause())
		case errors.Is(err, hmacauth.ErrKeyFile):
			fix := "the row of the admin key says what to do"
			key := filepath.Join(p.dir, paths.AdminKey)
			if file, ok := pathowner.Of(key); ok && file.Path == key && !file.Mine() {
				fix = fmt.Sprintf("run doctor as its owner: sudo -u %s provenancectl doctor --runtime-dir %s; to you its files look like a stranger's", file.Sudo(), shell.Quote(p.dir))
			}
			return fail(fix, "not reachable: %s", away.cause())
		}
		start := "start the daemon: " + startIt(p.systemd())
		there := elsewhere(p.dir)
		if pid, running := p.holder(); running {
			return fail(strings.TrimSpace("name its runtime directory with --runtime-dir "+there)+", or restart it", "not reachable in %s, but pid %d has the state directory %s", p.dir, pid, p.state)
		}
		if there != "" {
			return fail("is that the daemon's? then name it with --runtime-dir "+there+"; otherwise "+start, "not running: nobody answers in %s; but there is a socket in %s", p.dir, there)
		}
		return fail(start+"; if it runs elsewhere, name its directories with --runtime-dir and --state-dir", "not running: nobody answers in %s", p.dir)
	}
	if err := p.call.ask("status", nil, &s); err != nil {
		return fail("restart the daemon", "it answers ping, but not status: %v", err)
	}
	p.status = &s
	if s.StateDir != "" {
		p.state = s.StateDir
	}
	if mine := p.call.env.Version; s.Version != mine {
		return warn("install both programs from one release, and restart the daemon", "running %s, but this is provenancectl %s", s.Version, mine)
	}
	return ok("%s, pid %d, up %s", s.Version, s.PID, span(seconds(s.UptimeSeconds)))
}

// holder is the process that wrote itself into the state directory's lock, if it is a running
// daemon.
func (p *patient) holder() (pid int, running bool) {
	text, err := p.call.readUpTo(filepath.Join(p.state, paths.StateLock), 32)
	if err != nil {
		return 0, false
	}
	if pid, err = strconv.Atoi(strings.TrimSpace(string(text))); err != nil {
		return 0, false
	}
	name, err := os.ReadFile(filepath.Join(p.system.proc, strconv.Itoa(pid), "comm"))
	return pid, err == nil && strings.TrimSpace(string(name)) == "provenanced"
}

func (p *patient) halts() finding {
	if p.status == nil || len(p.status.Halts) == 0 {
		return finding{}
	}
	var texts []string
	for _, h := range p.status.Halts {
		texts = append(texts, h.Text)
	}
	return warn("provenancectl resume, when you want calls to run again", "%s", strings.Join(texts, "\n"))
}

func (p *patient) alarms() finding {
	switch {
	case p.status == nil:
		return finding{}
	case len(p.status.Alarms) > 0:
		log := "journalctl -u provenanced, with --user where it is a user's"
		if !p.systemd() {
			log = "its standard error, wherever what started it has that written to"
		}
		return fail("the daemon's log tells more: "+log, "%s", strings.Join(p.status.Alarms, "\n"))
	}
	return ok("none")
}

// trusts reports whether a file belongs to us or to root.
func (p *patient) trusts(info fs.FileInfo) bool {
	uid := owner(info)
	return uid == p.uid || uid == 0
}

// foreign is the finding about a file that belongs neither to us nor to root. To everyone but
// the daemon's user, even to root, a sound installation looks like that: nothing must be done
// about it there.
func foreign(info fs.FileInfo, fix, what string) finding {
	uid := owner(info)
	return fail(fmt.Sprintf("if the daemon runs as uid %d, run doctor as that user; otherwise %s", uid, fix), "%s belongs to uid %d", what, uid)
}

// unseen is the finding about something that could not be checked.
func (p *patient) unseen(err error) finding {
	var path *fs.PathError
	switch {
	case errors.Is(err, fs.ErrPermission) && errors.As(err, &path):
		return p.denied(path.Path)
	case errors.Is(err, fs.ErrPermission):
		return fail(asTheDaemon, "%v", err)
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, unix.ENOTDIR):
		return fail("name the daemon's directories with --runtime-dir and --state-dir", "%v", err)
	}
	return fail("look at what is in its place: docs/OPERATIONS.md, Backups, lists what belongs there", "%v", err)
}

func owner(info fs.FileInfo) uint32 {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return st.Uid
	}
	return ^uint32(0)
}
