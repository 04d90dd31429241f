package ctl

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/provenanced/provenanced/client"
	"github.com/provenanced/provenanced/internal/hmacauth"
	"github.com/provenanced/provenanced/internal/pathowner"
	"github.com/provenanced/provenanced/internal/paths"
)

// errShown says that the command has already shown everything; only the exit code is left.
var errShown = errors.New("something is wrong, as shown")

// errInterrupted says that the owner stopped a command that changes nothing.
var errInterrupted = errors.New("interrupted")

// usageError is a command line that makes no sense.
type usageError struct{ text string }

func (e *usageError) Error() string { return e.text }

func usagef(format string, args ...any) error { return &usageError{fmt.Sprintf(format, args...)} }

// errSilent says that a daemon is there and does nothing: it was stopped, or hangs.
var errSilent = errors.New("it listens, and does not answer")

// unreachable is a daemon that does not answer. Its text says where we looked for it and what
// to do next.
type unreachable struct {
	dir string
	why error
}

// Away says that there is no daemon to ask.
func (e *unreachable) Away() bool { return true }

func (e *unreachable) Error() string {
	where := ""
	if e.dir != "" {
		where = " at " + filepath.Join(e.dir, paths.AdminSocket)
	}
	start := startIt(systemdHere(systemdDir))
	next := "Start it with " + start + "; if it runs with another runtime directory, name it with --runtime-dir."
	if errors.Is(e.why, fs.ErrPermission) || errors.Is(e.why, hmacauth.ErrKeyFile) { // it may well be running
		next = "If the daemon runs as another user, run this as that user."
		key := filepath.Join(e.dir, paths.AdminKey)
		if file, ok := pathowner.Of(key); ok && !file.Mine() {
			next = fmt.Sprintf("%s belongs to %s. If the daemon runs as that user, run this as that user.", file.Path, file.Owner())
		} else if ok && file.Path == key && errors.Is(e.why, hmacauth.ErrKeyFile) {
			next = "Restart the daemon, which makes new keys; nobody else may be able to read them."
		}
	}
	if there := elsewhere(e.dir); there != "" && errors.Is(e.why, fs.ErrNotExist) {
		next = fmt.Sprintf("There is a socket in %s: is that the daemon's? Then name it with --runtime-dir %s\nOtherwise start it with %s.", there, there, start)
	}
	switch {
	case errors.Is(e.why, errSilent):
		next = "Look at its log, and restart it."
	case e.keyless():
		next = "Its key was removed. Restart the daemon, which makes new ones."
	}
	if n := pathLength(e.dir); n > maxSocketPath {
		next = fmt.Sprintf("Its path would have %d bytes, and the system allows %d: no daemon can be there. Name a shorter "+
			"runtime directory with --runtime-dir.", n, maxSocketPath)
	}
	return fmt.Sprintf("daemon not reachable%s: %s\n%s `provenancectl doctor` looks closer.", where, e.cause(), next)
}

// usualDirs are the usual runtime directories of daemons: the system's, and the user's, for
// when XDG_RUNTIME_DIR is lost, as with cron and sudo.
var usualDirs = []string{"/run/provenanced", fmt.Sprintf("/run/user/%d/provenanced", os.Getuid())}

// elsewhere is another of them that has a daemon's socket; empty if none does.
func elsewhere(dir string) string {
	for _, d := range usualDirs {
		info, err := os.Lstat(filepath.Join(d, paths.AdminSocket))
		if d != dir && err == nil && info.Mode()&fs.ModeSocket != 0 {
			return d
		}
	}
	return ""
}

// maxSocketPath is what fits into a socket's address.
const maxSocketPath = 107

// pathLength is the length of the longest path of a socket in dir.
func pathLength(dir string) int { return len(filepath.Join(dir, paths.GatewaySocket)) }

// cause is why, without repeating that it is unreachable.
func (e *unreachable) cause() string {
	return strings.TrimPrefix(e.why.Error(), client.ErrUnreachable.Error()+": ")
}

// keyless reports whether something answered, but the key is gone.
func (e *unreachable) keyless() bool {
	var path *fs.PathError
	return errors.Is(e.why, fs.ErrNotExist) && errors.As(e.why, &path) && path.Path == filepath.Join(e.dir, paths.AdminKey)
}

func (e *unreachable) Unwrap() error { return e.why }

// refusal is an error from the daemon itself.
type refusal struct{ code, text string }

func (e *refusal) Error() string { return e.text }

func (e *refusal) exit() int {
	switch e.code {
	case "bad_request":
		return ExitUsage
	case "unauthenticated":
		return ExitUnreachable
	}
	return ExitWrong
}

// classify distinguishes a daemon that refused from one that did not answer.
func classify(err error, dir string) error {
	var said *client.Error
	switch {
	case errors.As(err, &said):
		text := said.Message
		switch said.Code {
		case "unauthenticated":
			text = "the daemon did not let us in: " + text + "; `provenancectl doctor` looks closer"
		case "failed":
			if strings.HasSuffix(text, "see the daemon's log") { // which does not tell the cause
				text += "; `provenancectl doctor` looks closer"
			}
		case "unknown_hook":
			text = "the daemon does not know this command; is it an older version? " + text
		}
		return &refusal{code: string(said.Code), text: text}
	case errors.Is(err, client.ErrUnreachable):
		return &unreachable{dir: dir, why: err}
	case errors.Is(err, context.DeadlineExceeded):
		return &unreachable{dir: dir, why: fmt.Errorf("%w in %v", errSilent, patience)}
	case errors.Is(err, context.Canceled):
		return errors.New("interrupted; the daemon may have done it all the same")
	}
	return err
}

// lists names the command that lists what another command may be asked about.
var lists = map[string]string{
	"session": listsSessions, "reset-trust": listsSessions,
	"graph":   listsSessions + ", and `provenancectl session KEY` the turns whose graphs are kept",
	"approve": listsPending, "deny": listsPending,
	"blocked-show": listsBlocked, "blocked-diff": listsBlocked, "blocked-commit": listsBlocked, "blocked-drop": listsBlocked,
	"explain": "`provenancectl audit tail` lists entries",
}

const (
	listsSessions = "`provenancectl sessions` lists sessions"
	listsPending  = "`provenancectl pending` lists what waits"
	listsBlocked  = "`provenancectl blocked list` lists what is staged"
)

// whatThereIs adds to a "not found" answer of the daemon's where to look for what exists.
func whatThereIs(command string, err error) error {
	var no *refusal
	list := lists[command]
	if list == "" || !errors.As(err, &no) || no.code != string(client.NotFound) {
		return err
	}
	if strings.HasPrefix(no.text, "session ") && command != "graph" { // explain and approve may not know the session either
		list = listsSessions
	}
	return &refusal{no.code, no.text + "; " + list}
}

// adviseDenied says what to do about a permission error: for instance, as which user to try
// again. It is empty for other errors.
func adviseDenied(err error) string {
	file, ok := pathowner.OfDenied(err)
	home, lost := pathowner.MissingHome(err)
	switch {
	case !ok:
		return ""
	case lost:
		return "\nHOME is " + home + ", which does not exist: set it to your own, or name a file."
	case file.Mine():
		return "\n" + file.Path + " is yours, but its mode or the file system keeps you out."
	}
	return fmt.Sprintf("\n%s belongs to %s. Run this as that user, as with `sudo -u %s provenancectl ...`,\nor name a file of your own.", file.Path, file.Owner(), file.Sudo())
}
