package toolexec

import (
	"context"
	"io"
	"time"

	"go.uber.org/zap"
	"golang.org/x/sys/unix"

	"github.com/provenanced/provenanced/internal/tools/toolexec/supervisor"
)

// strayTimeout is how long output is read after the tool has ended while another process still
// holds the pipe.
const strayTimeout = time.Second

// signals are those that clients may send.
var signals = map[string]uint32{
	"SIGINT":  uint32(unix.SIGINT),
	"SIGTERM": uint32(unix.SIGTERM),
	"SIGHUP":  uint32(unix.SIGHUP),
}

// run starts the tool and returns when nothing of it is left and all its output was passed on.
func (r *Runner) run(ctx context.Context, p *prepared, s Streams) (Result, error) {
	began := r.o.Now()
	proc, err := r.start(p)
	if err != nil {
		return Result{}, err
	}
	if p.tool.NoStdin && s.Stdin != nil {
		go io.Copy(io.Discard, s.Stdin) // otherwise signals would wait behind unread input
		s.Stdin = nil
	}
	go proc.feed(s.Stdin, p.terminal)

	limit := p.tool.MaxOutput
	if limit == 0 {
		limit = maxSpool
	}
	out := newOutputs(p.tool.MaxOutput)
	for i, to := range []func([]byte) error{s.Stdout, s.Stderr}[:len(proc.stdout)] {
		out.streams = append(out.streams, &stream{
			from: proc.stdout[i], clean: newCleaner(p.secrets, p.tool.Redact), queue: newSpool(r.temp.unnamed, limit), to: to,
		})
	}
	out.start()

	result, gone := r.attend(ctx, proc, out, p, s)
	result.Duration = r.o.Now().Sub(began)
	r.wait(proc)
	if !gone && r.adopted != nil {
		if left := r.adopted.sweep(); left > 0 {
			r.o.Log.Warn("processes of a tool cannot be ended", zap.String("tool", p.tool.Name), zap.Int("left", left))
		}
	}
	if !p.terminal {
		proc.stdin.Close()
	}
	stray := strayTimeout
	if gone {
		stray = 0
	}
	// If the client has gone, the context ends before it has read everything.
	defer context.AfterFunc(ctx, out.drop)()
	out.wait(stray)

	result.TooMuch = out.tooMuch.has()
	if result.Timeout || result.TooMuch {
		result.ExitCode = -1
	}
	result.Stdout = out.streams[0].taken
	if len(out.streams) > 1 {
		result.Stderr = out.streams[1].taken
	}
	return result, nil
}

// fate is what the supervisor has reported about a tool.
type fate struct {
	result Result
	ended  bool   // the tool has ended
	over   bool   // the supervisor has nothing more to do
	left   uint32 // processes that it could not end
}

func (f *fate) hear(m supervisor.Message) {
	switch m.Kind {
	case supervisor.Exited:
		f.ended, f.result.ExitCode, f.result.Signal = true, int(m.Value), ""
	case supervisor.Killed:
		f.ended, f.result.Signal = true, unix.SignalName(unix.Signal(m.Value))
	case supervisor.Gone:
		f.over, f.left = true, m.Value
	}
}

// bury handles a tool whose supervisor has ended, perhaps too early.
func (r *Runner) bury(proc *process, tool string, f *fate) {
	switch {
	case !f.over:
		r.o.Log.Warn("the supervisor of a tool was lost; what the tool has started is ended in its place",
			zap.String("tool", tool), zap.Bool("tool_ended", f.ended), zap.Bool("process_group_only", r.adopted == nil))
		proc.bury(f.ended)
	case f.left > 0:
		r.o.Log.Warn("processes of a tool cannot be ended", zap.String("tool", tool), zap.Uint32("left", f.left))
	}
}

// attend relays between the client and the supervisor until the supervisor has ended, and ends the
// tool when necessary. gone reports that nothing of it is left.
func (r *Runner) attend(ctx context.Context, proc *process, out *outputs, p *prepared, s Streams) (result Result, gone bool) {
	said := make(chan supervisor.Message)
	go proc.listen(said)
	var timeout <-chan time.Time
	if p.tool.Timeout > 0 {
		timer := time.NewTimer(p.tool.Timeout)
		defer timer.Stop()
		timeout = timer.C
	}
	ending := false
	end := func() {
		if !ending {
			ending = true
			proc.end(r.o.KillAfter)
		}
	}
	f := fate{result: Result{ExitCode: -1, Signal: unix.SignalName(unix.SIGKILL)}} // unless the supervisor says otherwise
	cancelled, tooMuch, left := ctx.Done(), out.tooMuch.happened, out.gone.happened
	for {
		select {
		case m, ok := <-said:
			if !ok {
				r.bury(proc, p.tool.Name, &f)
				return f.result, f.over && f.left == 0
			}
			if f.hear(m); f.ended {
				timeout = nil
			}
		case <-timeout:
			f.result.Timeout, timeout = true, nil
			end()
		case <-tooMuch:
			tooMuch = nil
			end()
		case <-left:
			left = nil
			end()
		case <-cancelled:
			cancelled = nil
			out.drop()
			end()
		case name, ok := <-s.Signals:
			if number, known := signals[name]; known {
				proc.tell(supervisor.Signal, number)
			}
			if !ok {
				s.Signals = nil
			}
		case size, ok := <-s.Resize:
			if ok && p.terminal && size[0] > 0 && size[1] > 0 {
				_ = setSize(proc.stdin, size[0], size[1]) // cosmetic
			}
			if !ok {
				s.Resize = nil
			}
		}
	}
}
