// Package wrap is the sandboxed side of tools.sock: it asks the daemon to run a tool and stands in
// for it, with the tool's input, output, signals and exit code (claw-wrap v3, seed 001). It holds
// no credential and decides nothing; the daemon knows which tools may run, and how.
package wrap

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/provenanced/provenanced/internal/hmacauth"
	"github.com/provenanced/provenanced/internal/paths"
	"github.com/provenanced/provenanced/internal/wire"
)

// Exit codes other than the tool's own. They are those of timeout(1) and env(1).
const (
	ExitUnknown = 1   // the tool ended, but the daemon does not say how
	ExitTimeout = 124 // the daemon ended the tool after its timeout
	ExitFailed  = 125 // the tool did not run, or its end is unknown
	ExitBlocked = 126 // policy forbids the call
	ExitNoTool  = 127 // the daemon knows no such tool
	exitSignal  = 128 // plus the signal's number
)

// Signals are those that a run accepts: the daemon passes them on to the tool, except SIGQUIT,
// which ends the run.
var Signals = []os.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT}

// Options describe one run of one tool.
type Options struct {
	RuntimeDir string // with tools.sock and tools.key; empty: the daemon's default
	Tool       string
	Args       []string
	Cwd        string            // absolute
	Env        map[string]string // added to what the daemon sets; it may reject or drop any of them

	Stdin          io.Reader // nil: empty input
	Stdout, Stderr io.Writer
	Signals        <-chan os.Signal // those of Signals
	Terminal       *Terminal        // nil: none is asked for; otherwise Stdin and Stdout are it

	Now  func() time.Time
	Rand io.Reader
}

// Run runs the tool and returns the exit code to end with. Problems are reported on Stderr, where
// the tool's own errors go.
func Run(o Options) int {
	defer o.Terminal.onPanic()
	code, err := run(&o)
	o.Terminal.restore()
	if err != nil {
		fmt.Fprintf(o.Stderr, "provenance-wrap: %v\n", err)
	}
	return code
}

// PickEnv returns the variables named in list, separated by commas, and the daemon's own. Variables
// that are not set are omitted.
func PickEnv(list string, lookup func(string) (string, bool)) map[string]string {
	env := make(map[string]string)
	for name := range strings.SplitSeq(list, ",") {
		name = strings.TrimSpace(name)
		if value, ok := lookup(name); ok && name != "" {
			env[name] = value
		}
	}
	for _, name := range []string{wire.TicketVariable, wire.WaitVariable} {
		if value, _ := lookup(name); value != "" {
			env[name] = value
		}
	}
	return env
}

// Wait makes a held call wait for the owner's approval.
func (o *Options) Wait() { o.Env[wire.WaitVariable] = "1" }

func run(o *Options) (int, error) {
	if o.RuntimeDir == "" {
		var err error
		if o.RuntimeDir, err = paths.Runtime(); err != nil {
			return ExitFailed, fmt.Errorf("finding the runtime directory: %w", err)
		}
	}
	in := newInput(o.Stdin)
	defer in.close()
	end, key, err := attempt(o, in)
	var no *refused
	if errors.As(err, &no) && no.message == badKey {
		end, err = retryWithNewKey(o, in, key, no)
	}
	if err != nil {
		return exitCode(err), err
	}
	return end.exitCode()
}

// retryWithNewKey repeats a request that was refused because of its key, if the key file has
// changed since: the daemon may have restarted, which writes new keys.
func retryWithNewKey(o *Options, in *input, used hmacauth.Key, no *refused) (*answer, error) {
	key, err := readKey(o.RuntimeDir)
	switch {
	case err != nil:
		return nil, err
	case key == used:
		return nil, fmt.Errorf("%w\n%s/%s is not the key of the daemon that listens there, or the clocks differ by more than 5 s;\n"+
			"a sandbox that is older than the daemon has the previous daemon's key: restart the sandbox", no, o.RuntimeDir, paths.ToolsKey)
	case in.lost.Load():
		return nil, fmt.Errorf("%w: the key has changed meanwhile, but what was sent to the tool already cannot be sent again; repeat the command", no)
	}
	end, _, err := attempt(o, in)
	return end, err
}

// attempt makes one connection with one request.
func attempt(o *Options, in *input) (*answer, hmacauth.Key, error) {
	conn, key, err := connect(o.RuntimeDir)
	if err != nil {
		return nil, key, err
	}
	request, err := signedRequest(o, key)
	if err != nil {
		conn.Close()
		return nil, key, err
	}
	s := &session{conn: conn, in: in, terminal: o.Terminal, now: o.Now, signals: make(chan unix.Signal), over: make(chan struct{})}
	end, err := s.run(request, o)
	return end, key, err
}

// exitCode returns the exit code for a tool that did not run to its end.
func exitCode(err error) int {
	var no *refused
	var cut *interrupted
	switch {
	case errors.As(err, &cut):
		return exitSignal + int(cut.by)
	case !errors.As(err, &no):
	case strings.HasPrefix(no.message, "blocked:"):
		return ExitBlocked
	case no.message == "unknown tool":
		return ExitNoTool
	}
	return ExitFailed
}
