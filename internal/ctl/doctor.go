package ctl

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/provenanced/provenanced/internal/paths"
	"github.com/provenanced/provenanced/internal/policy"
)

// finding is what one check found.
type finding struct {
	Check  string `json:"check"`
	Status string `json:"status"` // ok, warn or fail
	Detail string `json:"detail"`
	Fix    string `json:"fix"` // what to do; empty if it is ok
}

func ok(format string, args ...any) finding {
	return finding{Status: "ok", Detail: fmt.Sprintf(format, args...)}
}

func warn(fix, format string, args ...any) finding {
	return finding{Status: "warn", Detail: fmt.Sprintf(format, args...), Fix: fix}
}

func fail(fix, format string, args ...any) finding {
	return finding{Status: "fail", Detail: fmt.Sprintf(format, args...), Fix: fix}
}

// patient is what doctor examines. The order of the checks matters: a later one may use what an
// earlier one learned, and finds nothing if there is nothing to check.
type patient struct {
	call   *call
	dir    string // the directory of sockets and keys
	state  string // the directory of what outlives the daemon
	uid    uint32
	system system

	// What checks have learned.
	status *statusData // nil if the daemon did not answer
	policy *policy.Policy
	recent *recent // nil if the ledger could not be read
}

// system is what the checks use of the machine.
type system struct {
	init     string   // exists if systemd runs
	units    []string // directories of unit files
	linger   string   // has a file for each user whose services outlive the login
	proc     string
	cgroup   string // where control groups are mounted
	home     string
	peerPidf func() error
	pidfd    func() error
	synced   func() (bool, error)
	free     func(dir string) (bytes, inodes uint64, err error)
	systemd  func(init string) bool
	unit     func(ctx context.Context, user bool) (state string, err error) // in systemctl's words: active, failed, …
}

func machine() system {
	home, _ := os.UserHomeDir() // without one there is no gateway configuration to check
	s := system{
		init:     systemdDir,
		units:    []string{"/etc/systemd/system", "/usr/local/lib/systemd/system", "/usr/lib/systemd/system", "/lib/systemd/system", "/etc/systemd/user", "/usr/local/lib/systemd/user", "/usr/lib/systemd/user"},
		linger:   "/var/lib/systemd/linger",
		proc:     "/proc",
		cgroup:   "/sys/fs/cgroup",
		home:     home,
		peerPidf: peerPidfd,
		pidfd:    ownPidfd,
		synced:   clockSynced,
		free:     freeSpace,
		systemd:  systemdHere,
		unit:     unitState,
	}
	if dir, err := os.UserConfigDir(); err == nil {
		s.units = append(s.units, filepath.Join(dir, "systemd/user"))
	}
	return s
}

var checks = []struct {
	name string
	run  func(*patient) finding
}{
	{"daemon", (*patient).daemon},
	{"runtime directory", (*patient).runtimeDir},
	{"gateway socket", func(p *patient) finding { return p.socket(paths.GatewaySocket) }},
	{"gateway key", func(p *patient) finding { return p.key(paths.GatewayKey) }},
	{"admin socket", func(p *patient) finding { return p.socket(paths.AdminSocket) }},
	{"admin key", func(p *patient) finding { return p.key(paths.AdminKey) }},
	{"tools socket", func(p *patient) finding { return p.socket(paths.ToolsSocket) }},
	{"tools key", func(p *patient) finding { return p.key(paths.ToolsKey) }},
	{"runtime files", (*patient).runtimeFiles},
	{"halts", (*patient).halts},
	{"alarms", (*patient).alarms},
	{"policy", (*patient).policyFile},
	{"wrapped tools", (*patient).wrappedTools},
	{"gateway tools", (*patient).gatewayTools},
	{"skills", (*patient).skills},
	{"labels", (*patient).labels},
	{"state directory", (*patient).stateDir},
	{"state key", (*patient).stateKey},
	{"state files", (*patient).stateFiles},
	{"ledger", (*patient).ledger},
	{"disk", (*patient).disk},
	{"gateway", (*patient).gateway},
	{"canary", (*patient).canary},
	{"exec approvals", (*patient).execApprovals},
	{"on failure", (*patient).onFailure},
	{"clock", (*patient).clock},
	{"kernel", (*patient).kernel},
	{"locked memory", (*patient).lockedMemory},
	{"user namespaces", (*patient).userNamespaces},
	{"control groups", (*patient).controlGroups},
	{"service", (*patient).service},
}

func doctor(c *call) error {
	p, err := c.patient()
	if err != nil {
		return err
	}
	return examine(p)
}

// patient is this machine, with the directories that the command refers to.
func (c *call) patient() (*patient, error) {
	dir, err := c.runtimeDir()
	if err != nil {
		return nil, err
	}
	state, err := c.stateDir()
	if err != nil {
		return nil, err
	}
	return &patient{call: c, dir: dir, state: state, uid: uint32(os.Getuid()), system: machine()}, nil
}

// stateDir is the state directory to check if no daemon names its own.
func (c *call) stateDir() (string, error) {
	if dir := c.flags["state-dir"]; dir != "" {
		return dir, nil
	}
	return paths.State()
}

// inspect runs the checks and returns what they found.
func inspect(p *patient) (found []finding, err error) {
	for _, c := range checks {
		f := c.run(p)
		if p.call.ctx.Err() != nil {
			return nil, errInterrupted // the last finding may just be the interruption
		}
		if f != (finding{}) {
			f.Check = c.name
			found = append(found, f)
		}
	}
	return found, nil
}

func examine(p *patient) error {
	found, err := inspect(p)
	if err != nil {
		return err
	}
	failed, warned := 0, 0
	for _, f := range found {
		switch f.Status {
		case "fail":
			failed++
		case "warn":
			warned++
		}
	}
	err = result(p.call, found, func() {
		out := p.call.out
		signs := map[string]ink{"ok": green("ok  "), "warn": yellow("warn"), "fail": red("fail")}
		for _, f := range found {
			out.advise(out.text("%s  %s  ", signs[f.Status], bold(fmt.Sprintf("%-18s", f.Check))), f.Detail, plain)
			if f.Fix != "" {
				out.advise(strings.Repeat(" ", 26), "→ "+f.Fix, dim)
			}
		}
		out.say("\n%s, %s, %s\n", count(int64(len(found)), "check"), count(int64(warned), "warning"), count(int64(failed), "failure"))
	})
	if err == nil && failed > 0 {
		return errShown
	}
	return err
}
