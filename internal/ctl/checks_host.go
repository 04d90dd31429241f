package ctl

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

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
		service := "run a time service, such as systemd-timesyncd,"
		if !p.systemd() {
			service = "run a time service, such as chrony, here or on the container's host,"
		}
		return warn(service+" so that times in the record are right", "not synchronised")
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
	if err := p.system.pidfd(); err != nil {
		return warn("a kernel of 5.3 or later closes the gap", "%s has no pidfd (%v): a peer is known by its pid and start time alone", release, err)
	}
	if err := p.system.peerPidf(); err != nil {
		return warn("a kernel of 6.5 or later closes the gap", "%s has no SO_PEERPIDFD (%v): the daemon looks peers up by pid and start time instead", release, err)
	}
	return ok("%s, with pidfd and SO_PEERPIDFD", release)
}

func ownPidfd() error {
	fd, err := unix.PidfdOpen(os.Getpid(), 0)
	if err != nil {
		return err
	}
	return unix.Close(fd)
}

// lockedMemory checks for the one page that keeps the signing key out of swap: in the daemon if
// it runs, or else in a program that we start.
func (p *patient) lockedMemory() finding {
	process := "self"
	if p.status != nil {
		process = strconv.Itoa(p.status.PID)
	}
	b, err := os.ReadFile(filepath.Join(p.system.proc, process, "limits"))
	if err != nil {
		return finding{} // another machine's process, or a container that hides it
	}
	for line := range strings.Lines(string(b)) {
		value, found := strings.CutPrefix(line, "Max locked memory")
		if !found {
			continue
		}
		soft, _, _ := strings.Cut(strings.TrimSpace(value), " ")
		if n, err := strconv.ParseUint(soft, 10, 64); err == nil && n < uint64(os.Getpagesize()) {
			fix := "set LimitMEMLOCK=64K in a drop-in of the unit"
			if !p.systemd() {
				fix = "run `ulimit -l 64` before `provenanced serve`, as root if need be; a container is given the limit memlock when it is made"
			}
			return warn(fix, "%s bytes may be locked: the key that vouches for messages may reach the swap", soft)
		}
		return ok("%s may be locked", lockable(soft))
	}
	return finding{}
}

func lockable(soft string) string {
	if n, err := strconv.ParseInt(soft, 10, 64); err == nil {
		return size(n)
	}
	return soft
}

// userNamespaces are what sandboxes such as bubblewrap need.
func (p *patient) userNamespaces() finding {
	for _, c := range []struct{ file, closed string }{
		{"sys/user/max_user_namespaces", "0"}, {"sys/kernel/unprivileged_userns_clone", "0"}, {"sys/kernel/apparmor_restrict_unprivileged_userns", "1"},
	} {
		b, err := os.ReadFile(filepath.Join(p.system.proc, c.file))
		if err == nil && strings.TrimSpace(string(b)) == c.closed {
			return warn("allow them, or give bwrap a profile, if tools are to run in a sandbox (docs/TOOLS.md)", "users may not make any: /proc/%s is %s", c.file, c.closed)
		}
	}
	return ok("users may make them")
}

// controlGroups hold the unit's limits.
func (p *patient) controlGroups() finding {
	if !p.systemd() {
		return finding{}
	}
	if _, err := os.Stat(filepath.Join(p.system.cgroup, "cgroup.controllers")); err != nil {
		return warn("boot with systemd.unified_cgroup_hierarchy=1", "not version 2: limits of a user's unit, such as TasksMax, do not hold")
	}
	return ok("version 2")
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
	if !p.systemd() {
		const nobody = "no systemd here, as in a container: nothing starts provenanced at a boot, nor again when it ends, unless you arrange it"
		if p.status == nil {
			return warn(keepIt, nobody)
		}
		return ok(nobody)
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
	ofUser := strings.Contains(unit, "/user/")
	ctx, cancel := context.WithTimeout(p.call.ctx, shortPatience)
	defer cancel()
	switch state, err := p.system.unit(ctx, ofUser); {
	case err != nil: // as in a container, where nobody manages services
	case state == "failed":
		return fail("see why: "+manager(ofUser, "status provenanced"), "%s has failed", unit)
	case p.status == nil && state == "active":
		return warn("name its runtime directory with --runtime-dir", "%s is active, but its daemon does not answer here", unit)
	case p.status != nil && state == "inactive":
		return warn(manager(ofUser, "enable --now provenanced"), "the daemon that runs was not started by %s, and will not be after a boot", unit)
	}
	if !ofUser {
		return ok("%s", unit)
	}
	if u, err := user.Current(); err == nil {
		if _, err := os.Stat(filepath.Join(p.system.linger, u.Username)); err != nil {
			return warn("loginctl enable-linger, if agents run while you are away", "%s stops when you log out", unit)
		}
	}
	return ok("%s", unit)
}

// systemd reports whether systemd manages this machine.
func (p *patient) systemd() bool { return p.system.systemd(p.system.init) }

func manager(user bool, command string) string {
	if user {
		return "systemctl --user " + command
	}
	return "systemctl " + command
}

// unitState asks the service manager.
func unitState(ctx context.Context, user bool) (string, error) {
	args := []string{"show", "--property=ActiveState", "--value", "provenanced.service"}
	if user {
		args = append([]string{"--user"}, args...)
	}
	out, err := exec.CommandContext(ctx, "systemctl", args...).Output()
	state := strings.TrimSpace(string(out))
	if err == nil && state == "" {
		err = errors.New("systemctl says nothing")
	}
	return state, err
}
