package peercred

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
)

// ErrNotAllowed says that a peer is known but not on the list. The caller tells the peer only
// that it is refused, and logs the error's text.
var ErrNotAllowed = errors.New("peer not allowed")

// Allow says which peers may connect. The zero value admits this process's own user, with any
// program.
type Allow struct {
	UIDs []uint32 // empty: the effective uid of this process
	Exes []string // absolute paths; symlinks are followed. Empty: any program
}

// Check returns nil when p may connect. It fails with ErrNotAllowed when p is not on a list,
// and with Peer.Exe's errors when its program matters and cannot be determined. In each case,
// refuse the peer.
func (a Allow) Check(p *Peer) error {
	if !a.uid(p.UID) {
		return fmt.Errorf("%w: uid %d", ErrNotAllowed, p.UID)
	}
	if len(a.Exes) == 0 {
		return nil
	}
	return a.exe(p)
}

func (a Allow) uid(uid uint32) bool {
	if len(a.UIDs) == 0 {
		return uid == uint32(os.Geteuid())
	}
	return slices.Contains(a.UIDs, uid)
}

// exe compares both the path and the file. The path alone could lie: a process in a mount
// namespace of its own can show any path it likes. The file alone would admit a second name of
// an allowed program.
func (a Allow) exe(p *Peer) error {
	path, err := p.Exe()
	if err != nil {
		return err
	}
	var running os.FileInfo
	err = p.proven(func() (err error) {
		running, err = os.Stat(proc(p.PID, "exe"))
		return err
	})
	if err != nil {
		return fmt.Errorf("program of peer: %w", err)
	}
	for _, allowed := range a.Exes {
		real, err := filepath.EvalSymlinks(allowed)
		if err != nil || real != path {
			continue
		}
		if listed, err := os.Stat(real); err == nil && os.SameFile(listed, running) {
			return nil
		}
	}
	return fmt.Errorf("%w: program %q", ErrNotAllowed, path)
}
