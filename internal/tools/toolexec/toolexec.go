// Package toolexec runs wrapped tools: the real program, with credentials that its caller never
// sees, its output streamed with the credentials removed. It judges no calls, speaks no protocol
// and knows no sessions: its caller has decided that the tool may run.
//
// Each run has a supervisor process (package supervisor), so that nothing a tool starts outlives
// its run or this daemon. The number of a tool's processes is not limited here: the system's limit
// counts all processes of a user, including the gateway's, so the service manager has to set one
// (TasksMax=).
//
// A credential is in memory during its run, in the tool's environment and, if the owner configured
// one, in a configuration file that is removed with the run. The copies that Go makes of strings
// are left to the garbage collector; the rest is overwritten.
package toolexec

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"go.uber.org/zap"

	"github.com/provenanced/provenanced/internal/tools/toolconf"
)

// Reasons why a tool did not start. Callers tell clients which one it was, and log the details.
var (
	ErrNotStarted = errors.New("tool not started")
	ErrCwd        = errors.New("invalid working directory")
	ErrCredential = errors.New("credential not available")
)

// Options are what a Runner cannot find out by itself.
type Options struct {
	TempDir   string // for queued output; created if missing
	ConfigDir string // for configuration files with credentials; created if missing
	Now       func() time.Time
	Log       *zap.Logger
	Self      string                      // this program, for the supervisor; "": as it was started
	KillAfter time.Duration               // from SIGTERM to SIGKILL; 0: five seconds
	Environ   func(string) (string, bool) // this process's environment

	// Adopt ends what is left of a tool whose supervisor was killed. This process must then have no
	// other children than the Runner's.
	Adopt bool
}

// Runner runs tools. It is safe for concurrent use.
type Runner struct {
	o       Options
	temp    *tempDir
	configs *tempDir
	adopted *adopted // nil: if a supervisor is killed, processes that left its tool's group survive
	alone   error    // why adopted is missing although it was asked for

	ctx  context.Context // of all runs; ends with Close
	stop context.CancelFunc

	mu     sync.Mutex // guards closed
	closed bool
	runs   sync.WaitGroup // grows only while not closed
}

// New makes a Runner and removes what earlier daemons have left in its directories.
func New(o Options) (*Runner, error) {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = zap.NewNop()
	}
	if o.Self == "" {
		o.Self = "/proc/self/exe" // the same program, even after an update
	}
	if o.KillAfter == 0 {
		o.KillAfter = 5 * time.Second
	}
	if o.Environ == nil {
		o.Environ = os.LookupEnv
	}
	temp, err := newTempDir(o.TempDir, o.Log)
	if err != nil {
		return nil, fmt.Errorf("directory of tool runs: %w", err)
	}
	configs, err := newTempDir(o.ConfigDir, o.Log)
	if err != nil {
		return nil, fmt.Errorf("directory of tools' configuration files: %w", errors.Join(err, temp.close()))
	}
	r := &Runner{o: o, temp: temp, configs: configs}
	if o.Adopt {
		if r.adopted, r.alone = adopt(); r.alone != nil {
			o.Log.Warn("a tool that kills its supervisor can leave processes behind", zap.Error(r.alone))
		}
	}
	r.ctx, r.stop = context.WithCancel(context.Background())
	return r, nil
}

// Alarms returns what the owner should know about how tools run here.
func (r *Runner) Alarms() []string {
	if r.alone == nil {
		return nil
	}
	return []string{"a wrapped tool that kills its supervisor can leave processes behind: " + r.alone.Error()}
}

// Close ends all runs, and returns when they have ended.
func (r *Runner) Close() error {
	r.mu.Lock()
	again := r.closed
	r.closed = true
	r.mu.Unlock()
	r.stop()
	r.runs.Wait()
	if again {
		return nil
	}
	r.adopted.close()
	return errors.Join(r.temp.close(), r.configs.close())
}

// enter lets a run begin unless the Runner is closed.
func (r *Runner) enter() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.closed {
		r.runs.Add(1)
	}
	return !r.closed
}

// Request is one call of a tool.
type Request struct {
	Tool *toolconf.Tool
	Args []string
	Cwd  string            // the caller's; used if the tool has none
	Env  map[string]string // the caller's; only variables of the tool's RequestEnv are used
	PTY  bool              // a terminal is wanted; the tool decides whether it may have one

	Rows, Cols uint16 // of the terminal; 0: unknown
}

// Streams are the caller's ends. Any of them may be nil.
type Streams struct {
	// Stdin is read as fast as the tool takes it. A read that has not returned when the run ends is
	// not waited for: make it return then. An error other than io.EOF does not end the input: the
	// tool waits for more until the context ends the run.
	Stdin   io.Reader
	Signals <-chan string    // SIGINT, SIGTERM, SIGHUP; others are ignored
	Resize  <-chan [2]uint16 // rows, columns

	// Stdout and Stderr get the tool's output, at most 32 KiB per call, never concurrently; the
	// callee owns the bytes until it returns. With a terminal everything goes to Stdout. An error
	// ends the run: the client has gone.
	Stdout, Stderr func([]byte) error
}

// Result is how a run ended.
type Result struct {
	ExitCode int    // -1 if a signal or the timeout ended the tool
	Signal   string // the signal, if one did
	Timeout  bool
	TooMuch  bool // it exceeded its output limit and was ended

	Stdout, Stderr int64 // bytes of output before redaction
	Duration       time.Duration
}

// Run runs a tool to its end. An error means that it did not start, and wraps one of the Err values
// above.
func (r *Runner) Run(ctx context.Context, q Request, s Streams) (Result, error) {
	if !r.enter() {
		return Result{}, fmt.Errorf("%w: the daemon is stopping", ErrNotStarted)
	}
	defer r.runs.Done()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(r.ctx, cancel)()

	var p prepared
	defer p.release()
	if err := r.prepare(ctx, &q, &p); err != nil {
		return Result{}, err
	}
	return r.run(ctx, &p, s)
}
