package ctl

import (
	"bytes"
	"encoding/base64"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/user"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/provenanced/provenanced/internal/paths"
	"github.com/provenanced/provenanced/internal/policy"
)

const startIt = "start the daemon: `systemctl --user start provenanced` or `provenanced serve`"

func (p *patient) runtimeDir() finding {
	info, err := os.Lstat(p.dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		p.absent = true
		return fail(startIt+"; if it runs elsewhere, name its directory with --runtime-dir", "%s does not exist", p.dir)
	case err != nil:
		return fail("", "%v", err)
	case !info.IsDir():
		return fail("name the directory with --runtime-dir", "%s is no directory", p.dir)
	case !p.trusts(info):
		return fail("stop: someone else could stand in for the daemon there", "%s belongs to uid %d", p.dir, owner(info))
	case info.Mode().Perm()&0o022 != 0:
		return fail("chmod 0700 "+shellWord(p.dir), "%s can be written by others (mode %04o)", p.dir, info.Mode().Perm())
	}
	return ok("%s, mode %04o", p.dir, info.Mode().Perm())
}

func (p *patient) socket(name string) finding {
	info, err := os.Lstat(filepath.Join(p.dir, name))
	switch {
	case p.absent:
		return finding{}
	case errors.Is(err, fs.ErrNotExist):
		return fail(startIt, "%s is not there", name)
	case err != nil:
		return fail("", "%v", err)
	case info.Mode()&fs.ModeSocket == 0:
		return fail("remove it and restart the daemon", "%s is no socket", name)
	case !p.trusts(info):
		return fail("stop: whoever owns the socket answers on it", "%s belongs to uid %d", name, owner(info))
	case info.Mode().Perm()&0o007 != 0:
		return warn("restart the daemon, which makes it anew", "everybody may connect to %s (mode %04o)", name, info.Mode().Perm())
	}
	return ok("mode %04o", info.Mode().Perm())
}

// key reads a key the way a client does, and says nothing of what is in it.
func (p *patient) key(name string) finding {
	const restart = "restart the daemon, which makes new keys"
	file := filepath.Join(p.dir, name)
	f, err := os.OpenFile(file, os.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0)
	switch {
	case p.absent:
		return finding{}
	case errors.Is(err, fs.ErrNotExist):
		return fail(startIt, "%s is not there", name)
	case errors.Is(err, unix.ELOOP):
		return fail("remove it and "+restart, "%s is a symlink, which clients refuse", name)
	case errors.Is(err, fs.ErrPermission):
		return fail("run as the daemon's user", "%s may not be read by this user", name)
	case err != nil:
		return fail("", "%v", err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return fail("", "%v", err)
	}
	switch {
	case !info.Mode().IsRegular():
		return fail("remove it and "+restart, "%s is no regular file", name)
	case !p.trusts(info):
		return fail("remove it and "+restart, "%s belongs to uid %d", name, owner(info))
	case info.Mode().Perm()&0o077 != 0:
		return fail(restart, "others may read %s (mode %04o), so clients refuse it", name, info.Mode().Perm())
	}
	text, err := io.ReadAll(io.LimitReader(f, 1024))
	key, broken := base64.StdEncoding.Strict().DecodeString(strings.TrimSuffix(string(text), "\n"))
	if err != nil || broken != nil || len(key) != 32 || !bytes.HasSuffix(text, []byte("\n")) {
		return fail(restart, "%s does not hold a key", name)
	}
	return ok("mode %04o, readable", info.Mode().Perm())
}

func (p *patient) daemon() finding {
	var s statusData
	if err := p.call.ask("ping", nil, nil); err != nil {
		first, _, _ := strings.Cut(err.Error(), "\n")
		return fail(startIt, "%s", first)
	}
	if err := p.call.ask("status", nil, &s); err != nil {
		return fail("restart the daemon", "it answers ping, but not status: %v", err)
	}
	p.status = &s
	if mine := p.call.env.Version; s.Version != mine {
		return warn("install both programs from one release, and restart the daemon", "running %s, but this is provenancectl %s", s.Version, mine)
	}
	return ok("%s, pid %d, up %s", s.Version, s.PID, span(seconds(s.UptimeSeconds)))
}

func (p *patient) alarms() finding {
	switch {
	case p.status == nil:
		return finding{}
	case len(p.status.Alarms) > 0:
		return fail("the daemon's log tells more: journalctl --user -u provenanced", "%s", strings.Join(p.status.Alarms, "\n"))
	}
	return ok("none")
}

func (p *patient) policy() finding {
	file := ""
	if p.status != nil {
		file = p.status.Policy.Path
		if file == "" {
			return warn("give it one: provenancectl policy init", "the daemon runs on its built-in policy, without a file")
		}
	} else {
		var err error
		if file, err = paths.Policy(); err != nil {
			return fail("", "%v", err)
		}
	}
	b, err := p.call.read(file)
	switch {
	case errors.Is(err, fs.ErrNotExist) && p.status == nil:
		return warn("provenancectl policy init; or start the daemon, which writes a default one", "%s does not exist", file)
	case err != nil:
		return fail("provenancectl policy init "+shellWord(file), "%v", err)
	}
	onDisk, err := policy.Parse(b, file)
	switch {
	case err != nil:
		return fail("correct it; until then the policy before it decides", "%s", strings.Join(eachError(err), "\n"))
	case p.status != nil && p.status.Policy.Hash != onDisk.Hash:
		return fail("provenancectl reload", "%s is not what the daemon decides with", file)
	case len(onDisk.Warnings) > 0:
		return warn("see `provenancectl policy validate "+shellWord(file)+"`", "%s: %s, with %s", file, onDisk.Preset, count(int64(len(onDisk.Warnings)), "warning"))
	}
	return ok("%s: preset %s", file, onDisk.Preset)
}

// clock compares our clock with the daemon's, because it refuses requests that
// are more than five seconds off.
func (p *patient) clock() finding {
	now := p.call.env.Now()
	if now.Year() < 2025 {
		return fail("set the clock", "this machine believes it is %s", now.Format(time.DateTime))
	}
	if p.status != nil {
		if started, err := time.Parse(time.RFC3339, p.status.StartedAt); err == nil {
			off := now.Sub(started.Add(seconds(p.status.UptimeSeconds))).Abs()
			if off > 5*time.Second {
				return warn("was the clock set while the daemon ran? restart it, so that its times are right", "%s off the daemon's idea of the time", span(off))
			}
		}
	}
	if synced, err := p.system.synced(); err == nil && !synced {
		return warn("run a time service, such as systemd-timesyncd, so that times in the record are right", "not synchronised")
	}
	return ok("%s", now.Format(time.DateTime))
}

// clockSynced asks the kernel whether a time service keeps its clock.
func clockSynced() (bool, error) {
	var t unix.Timex
	state, err := unix.Adjtimex(&t)
	return state != unix.TIME_ERROR, err
}

func (p *patient) kernel() finding {
	var u unix.Utsname
	release := "unknown"
	if err := unix.Uname(&u); err == nil {
		release = unix.ByteSliceToString(u.Release[:])
	}
	if err := p.system.peerPidf(); err != nil {
		return warn("a kernel of 6.5 or later closes the gap", "%s has no SO_PEERPIDFD (%v): the daemon looks peers up by pid and start time instead", release, err)
	}
	return ok("%s, with SO_PEERPIDFD", release)
}

func peerPidfd() error {
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer unix.Close(pair[0])
	defer unix.Close(pair[1])
	fd, err := unix.GetsockoptInt(pair[0], unix.SOL_SOCKET, unix.SO_PEERPIDFD)
	if err != nil {
		return err
	}
	return unix.Close(fd)
}

func (p *patient) service() finding {
	if _, err := os.Stat(p.system.init); err != nil {
		return ok("no systemd here: something else has to start provenanced")
	}
	unit := ""
	for _, dir := range p.system.units {
		file := filepath.Join(dir, "provenanced.service")
		if _, err := os.Stat(file); err == nil {
			unit = file
		}
	}
	if unit == "" {
		return warn("install the units of deploy/systemd, so that it starts by itself", "no provenanced.service")
	}
	if !strings.Contains(unit, "/user/") {
		return ok("%s", unit)
	}
	if u, err := user.Current(); err == nil {
		if _, err := os.Stat(filepath.Join(p.system.linger, u.Username)); err != nil {
			return warn("loginctl enable-linger, if agents run while you are away", "%s stops when you log out", unit)
		}
	}
	return ok("%s", unit)
}

// trusts reports whether a file belongs to us or to root.
func (p *patient) trusts(info fs.FileInfo) bool {
	uid := owner(info)
	return uid == p.uid || uid == 0
}

func owner(info fs.FileInfo) uint32 {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return st.Uid
	}
	return ^uint32(0)
}
