package toolexec

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/provenanced/provenanced/internal/tools/toolexec/supervisor"
)

const (
	startTimeout = 10 * time.Second // a supervisor starts in milliseconds
	orderTimeout = time.Second      // it reads orders at once
	// After SIGKILL a supervisor gives up before this.
	killTimeout = 20 * time.Second
)

// process is a running tool, seen from the daemon.
type process struct {
	cmd     *exec.Cmd // its supervisor
	control *os.File
	pid     int

	stdin  *os.File   // the terminal, if it has one
	stdout []*os.File // and stderr; or the terminal alone
}

// files are the ends of a process's descriptors: the daemon's and the tool's.
type files struct{ ours, theirs []*os.File }

func (f *files) close() {
	closeAll(f.ours)
	closeAll(f.theirs)
}

func closeAll(files []*os.File) {
	for _, f := range files {
		f.Close()
	}
}

// pipes makes a process's stdin, stdout and stderr.
func pipes() (f files, err error) {
	for i := range 3 {
		r, w, err := os.Pipe()
		if err != nil {
			f.close()
			return files{}, err
		}
		if i > 0 {
			r, w = w, r
		}
		f.theirs, f.ours = append(f.theirs, r), append(f.ours, w)
	}
	return f, nil
}

// start starts the tool of p. An error wraps ErrNotStarted or ErrCwd.
func (r *Runner) start(p *prepared) (*process, error) {
	proc := new(process)
	var stdio files
	var err error
	if p.terminal {
		var ours, theirs *os.File
		if ours, theirs, err = openTerminal(p.rows, p.cols); err == nil {
			stdio = files{[]*os.File{ours}, []*os.File{theirs, theirs, theirs}}
			proc.stdin, proc.stdout = ours, stdio.ours
		}
	} else if stdio, err = pipes(); err == nil {
		proc.stdin, proc.stdout = stdio.ours[0], stdio.ours[1:]
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNotStarted, err)
	}
	if err := r.supervised(proc, stdio.theirs, &p.spec); err != nil {
		stdio.close()
		return nil, err
	}
	closeAll(stdio.theirs)
	return proc, nil
}

// supervised starts a supervisor, which starts the tool, and waits until the tool runs.
func (r *Runner) supervised(proc *process, stdio []*os.File, spec *supervisor.Spec) error {
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrNotStarted, err)
	}
	theirs := os.NewFile(uintptr(pair[1]), "control")
	_ = unix.SetNonblock(pair[0], true) // so that package os supports deadlines on it
	proc.control = os.NewFile(uintptr(pair[0]), "control")

	// Neither its arguments nor its environment reveal the tool.
	proc.cmd = &exec.Cmd{
		Path: r.o.Self, Args: []string{"provenanced", supervisor.Argument}, Env: []string{}, Dir: "/",
		Stdin: stdio[0], Stdout: stdio[1], Stderr: stdio[2], ExtraFiles: []*os.File{theirs},
		SysProcAttr: &syscall.SysProcAttr{Setsid: true}, // keys typed at the daemon's terminal are not for it
	}
	err = r.adopted.start(proc.cmd)
	theirs.Close() // so that it is closed when the supervisor ends
	if err != nil {
		proc.control.Close()
		return fmt.Errorf("%w: supervisor: %w", ErrNotStarted, err)
	}
	first, err := proc.begin(spec)
	if err == nil {
		switch value := syscall.Errno(first.Value); first.Kind {
		case supervisor.Started:
			proc.pid = int(first.Value)
			return nil
		case supervisor.NoDir:
			err = fmt.Errorf("%w: %w", ErrCwd, value)
		case supervisor.NotStarted:
			err = fmt.Errorf("%w: %w", ErrNotStarted, value)
		default:
			err = fmt.Errorf("%w: supervisor: message %d", ErrNotStarted, first.Kind)
		}
	} else {
		_ = proc.cmd.Process.Kill()
		err = fmt.Errorf("%w: supervisor: %w", ErrNotStarted, err)
	}
	proc.control.Close()
	_ = r.adopted.wait(proc.cmd)
	return err
}

// begin sends the specification and returns the first answer.
func (p *process) begin(spec *supervisor.Spec) (supervisor.Message, error) {
	if err := p.control.SetDeadline(time.Now().Add(startTimeout)); err != nil {
		return supervisor.Message{}, err
	}
	task := spec.Append(nil)
	_, err := p.control.Write(task)
	clear(task)
	if err != nil {
		return supervisor.Message{}, err
	}
	m, err := supervisor.Read(p.control)
	return m, errors.Join(err, p.control.SetDeadline(time.Time{}))
}

// tell sends an order. If the supervisor cannot take it, it has ended, or is noticed when it fails
// to end.
func (p *process) tell(kind supervisor.Kind, value uint32) {
	_ = p.control.SetWriteDeadline(time.Now().Add(orderTimeout))
	_ = supervisor.Message{Kind: kind, Value: value}.Write(p.control)
}

// end orders the tool and all its descendants to end.
func (p *process) end(killAfter time.Duration) {
	p.tell(supervisor.End, 0)
	_ = p.control.SetReadDeadline(time.Now().Add(killAfter + killTimeout))
}

// listen passes on what the supervisor says, and closes said when it has ended or should have.
func (p *process) listen(said chan<- supervisor.Message) {
	defer close(said)
	for {
		m, err := supervisor.Read(p.control)
		if err != nil {
			return
		}
		said <- m
	}
}

// bury kills a supervisor that has not said Gone, and the tool's process group, unless the tool has
// ended and its number may have been reused.
func (p *process) bury(ended bool) {
	_ = p.cmd.Process.Kill()
	if !ended {
		_ = syscall.Kill(-p.pid, syscall.SIGKILL)
	}
}

// wait waits for the end of the supervisor's process.
func (r *Runner) wait(p *process) {
	_ = r.adopted.wait(p.cmd) // its messages have said everything
	p.control.Close()
}

// feed passes the tool its input, until that ends or the tool takes no more. If the input breaks
// off, the tool sees no end, since half an input must not look like a whole one.
func (p *process) feed(stdin io.Reader, terminal bool) {
	if stdin == nil {
		stdin = eof{}
	}
	in := input{from: stdin}
	_, _ = io.Copy(p.stdin, &in)
	switch {
	case in.broken:
	case terminal:
		// The first ends an unfinished line, the second the input. If the line was finished, or the
		// tool reads keys, one too many is what a person would send, too.
		_, _ = p.stdin.Write([]byte{endOfInput, endOfInput})
	default:
		p.stdin.Close()
	}
}

// input records whether the input broke off.
type input struct {
	from   io.Reader
	broken bool
}

func (in *input) Read(b []byte) (int, error) {
	n, err := in.from.Read(b)
	in.broken = err != nil && err != io.EOF
	return n, err
}

type eof struct{}

func (eof) Read([]byte) (int, error) { return 0, io.EOF }
