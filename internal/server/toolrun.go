package server

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strconv"
	"time"

	"go.uber.org/zap"

	"github.com/provenanced/provenanced/internal/decide"
	"github.com/provenanced/provenanced/internal/texts"
	"github.com/provenanced/provenanced/internal/tools/toolconf"
	"github.com/provenanced/provenanced/internal/tools/toolexec"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// waitStep is how often a waiting run checks for the owner's answer.
const waitStep = 200 * time.Millisecond

// toolRun is one run of a tool, from the client's request to its final frame.
type toolRun struct {
	*tools
	conn    *conn
	request *wire.WrapRequest
	tool    *toolconf.Tool
	who     *caller
	asked   decide.RunRequest // what the engine is asked about the run
}

// run runs one tool for the client. An error is a fault to be reported; nil means that the
// client has its final frame.
func (t *tools) run(c *conn, r *wire.WrapRequest, rest []byte) error {
	c.busy.Store(true)
	tools := t.Tools()
	tool, err := tools.Ready(r.Tool)
	switch {
	case err != nil:
		return &fault{code: wire.Unavailable, text: texts.ToolNotStarted, err: err}
	case tool == nil:
		return &fault{code: wire.UnknownHook, err: fmt.Errorf("tool %.64q is not configured", r.Tool)}
	}
	ctx, cancel := c.srv.whileServing()
	defer cancel()
	run := &toolRun{tools: t, conn: c, request: r, tool: tool, who: newCaller(c, rest, cancel)}
	defer run.who.close()
	defer c.atLast(func() { run.who.broken(errTooOld) })()

	if run.asked, err = run.question(tools); err != nil {
		return err
	}
	if err := run.permitted(ctx); err != nil {
		return err
	}
	return run.execute(ctx)
}

// question is what the engine is asked about the run.
func (t *toolRun) question(tools Toolset) (decide.RunRequest, error) {
	id := make([]byte, 8)
	if _, err := io.ReadFull(t.Rand, id); err != nil {
		return decide.RunRequest{}, &fault{code: wire.Unavailable, err: err}
	}
	c, r := t.conn, t.request
	q := decide.RunRequest{
		Caller: strconv.FormatUint(uint64(c.peer.UID), 10), ID: "run" + hex.EncodeToString(id), Tool: r.Tool, Args: r.Args, Cwd: r.Cwd,
		Env: taken(t.tool, r.Env), Stdin: !t.tool.NoStdin, PTY: t.terminal(),
	}
	q.WithoutTicket, q.Deny = tools.WithoutTicket()
	if ticket := r.Env[wire.TicketVariable]; ticket != "" {
		session, level, err := t.Ticket(ticket, c.srv.now())
		if err != nil {
			c.room.log.Warn("a run's ticket proves nothing", zap.String("tool", r.Tool), zap.Int32("pid", c.peer.PID), zap.Error(err))
		}
		q.Session, q.TicketLevel = session, level
	}
	var blocked *toolconf.Blocked
	if err := t.tool.Check(r.Args); errors.As(err, &blocked) {
		q.Blocked = blocked.Message
	} else if err != nil {
		q.Blocked = texts.Unchecked
	}
	return q, nil
}

// permitted asks whether the run may begin, and waits for the owner if the client is willing
// to.
func (t *toolRun) permitted(ctx context.Context) error {
	q := &t.asked
	wait, told := t.request.Env[wire.WaitVariable] == "1", false
	for {
		if vain := t.inVain(); vain != "" {
			t.flood.refused(q.Key(), false, t.conn.srv.stopping)
			return &fault{code: wire.BadRequest, text: texts.TooManyRuns(vain), err: fmt.Errorf("run of %.64q in session %q denied, one of many", q.Tool, q.Key())}
		}
		d := t.Judge.Run(ctx, *q)
		t.Judge.Settle(ctx, &d)
		if d.Verdict == trust.VerdictAllow {
			return nil
		}
		t.flood.refused(q.Key(), true, t.conn.srv.stopping)
		text := d.Result.BlockReason
		if q.Blocked != "" {
			text = q.Blocked
		}
		blocked := &fault{code: wire.BadRequest, text: texts.Blocked(text), err: fmt.Errorf("run of %.64q in session %q denied", q.Tool, q.Key())}
		if d.Approval == nil || !wait {
			return blocked
		}
		if !told {
			told = true
			if err := t.conn.say(&wire.WrapPending{Type: "pending", Message: text}); err != nil {
				return &fault{code: wire.Unavailable, err: err}
			}
		}
		approved := t.approved(ctx)
		if misread := t.who.misread.Load(); misread != nil {
			return misread
		}
		if !approved && t.conn.srv.draining.Load() {
			return &fault{code: wire.Overloaded, err: errors.New("the daemon stops while the owner is asked")}
		}
		if !approved {
			return &fault{code: wire.BadRequest, text: texts.Blocked(texts.NotApproved), err: blocked.err}
		}
	}
}

// inVain says why so many of the session's runs came to nothing that this one gets no entry of
// its own; "" if it does get one.
func (t *toolRun) inVain() string {
	switch refused, failed := t.flood.full(t.asked.Key()); {
	case failed:
		return texts.DidNotStart
	case refused && t.Judge.Refuses(t.asked):
		return texts.WereRefused
	}
	return ""
}

// approved waits for the owner's answer and reports whether the owner approved.
func (t *toolRun) approved(ctx context.Context) bool {
	tick := time.NewTicker(waitStep)
	defer tick.Stop()
	for {
		waits, granted := t.Judge.Waits(t.asked)
		if granted || !waits {
			return granted
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return false
		}
	}
}

// execute runs the tool and tells the client how it ended.
func (t *toolRun) execute(ctx context.Context) error {
	c, q := t.conn, &t.asked
	begun := time.Now()
	result, err := t.start(ctx)
	if err != nil {
		t.flood.failed(q.Key(), c.srv.stopping)
	}
	t.ended(ctx, decide.RunResult{
		Session: q.Key(), ID: q.ID, Tool: q.Tool, ExitCode: result.ExitCode, Signal: result.Signal, Timeout: result.Timeout, TooMuch: result.TooMuch,
		Failed: err != nil, Stdout: result.Stdout, Stderr: result.Stderr, Took: time.Since(begun),
	})
	var told *fault
	switch misread := t.who.misread.Load(); {
	case misread != nil:
		return misread
	case errors.As(err, &told):
		return told
	case errors.Is(err, toolexec.ErrCwd):
		return &fault{code: wire.BadRequest, text: texts.BadDirectory, err: err}
	case err != nil:
		return &fault{code: wire.Unavailable, text: texts.ToolNotStarted, err: err}
	case result.TooMuch:
		return &fault{code: wire.TooLarge, text: texts.OutputLimit, err: fmt.Errorf("%s wrote more than %d bytes", q.Tool, t.tool.MaxOutput)}
	}
	done := wire.WrapDone{Type: "done", ExitCode: result.ExitCode, Timeout: result.Timeout}
	if result.Timeout || result.Signal != "" {
		done.ExitCode = -1
	}
	if t.request.Signals {
		done.Signal = result.Signal
	}
	if err := c.say(&done); err != nil {
		c.ended(err)
	}
	return nil
}

// start runs the tool to its end, if there is room for it. An error means that it did not
// start.
func (t *toolRun) start(ctx context.Context) (toolexec.Result, error) {
	c, r := t.conn, t.request
	running := c.srv.running.Add(1)
	defer c.srv.running.Add(-1)
	if running > int64(c.srv.limits.MaxRuns) {
		return toolexec.Result{}, &fault{code: wire.Overloaded, err: fmt.Errorf("%d tools run already", running-1)}
	}
	terminal := t.terminal()
	if terminal && r.Rows > 0 { // one of our clients: claw-wrap's do not know this frame
		if err := c.say(&wire.WrapStarted{Type: "started", PTY: true}); err != nil {
			return toolexec.Result{}, &fault{code: wire.Unavailable, err: err}
		}
	}
	return t.Runner.Run(ctx, toolexec.Request{
		Tool: t.tool, Args: r.Args, Cwd: r.Cwd, Env: t.asked.Env, PTY: terminal, Rows: r.Rows, Cols: r.Cols,
	}, t.streams(ctx))
}

// terminal reports whether the tool gets one.
func (t *toolRun) terminal() bool { return t.request.PTY != nil && *t.request.PTY && t.tool.PTY }

// taken is the part of a request's environment that the tool gets, without what is for the
// daemon.
func taken(tool *toolconf.Tool, env map[string]string) map[string]string {
	own := make(map[string]string)
	for _, name := range tool.RequestEnv {
		if value, given := env[name]; given && name != wire.TicketVariable && name != wire.WaitVariable {
			own[name] = value
		}
	}
	return own
}

// streams connect the tool to its client. Before a byte of output is sent, the session gets the
// level of the output: before the first byte, and again after the owner has reset the session.
func (t *toolRun) streams(ctx context.Context) toolexec.Streams {
	told := false
	returns := func() error {
		if told && t.Judge.Holds(t.asked.Key(), t.asked.Tool) {
			return nil
		}
		d := t.Judge.Returns(ctx, t.asked.Key(), t.asked.ID, t.asked.Tool)
		t.Judge.Settle(ctx, &d)
		if d.Verdict != trust.VerdictAllow {
			return errors.New("what it returns cannot be recorded")
		}
		told = true
		return nil
	}
	out := func(stream string) func([]byte) error {
		return func(chunk []byte) error {
			if err := returns(); err != nil {
				return err
			}
			return t.conn.say(&wire.WrapOutput{Type: stream, Data: chunk})
		}
	}
	return toolexec.Streams{Stdin: t.who.stdin, Signals: t.who.signals, Resize: t.who.resizes, Stdout: out("stdout"), Stderr: out("stderr")}
}

// ended records the end of a run, even if its connection or the server has ended.
func (t *tools) ended(ctx context.Context, r decide.RunResult) {
	ctx = context.WithoutCancel(ctx)
	d := t.Judge.Ran(ctx, r)
	t.Judge.Settle(ctx, &d)
}

// say writes one frame of a run.
func (c *conn) say(v any) error {
	b, err := wire.AppendJSONFrame(nil, v)
	if err != nil {
		return err
	}
	return c.writeWithin(b, c.srv.limits.OutputTimeout)
}
