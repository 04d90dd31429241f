package server

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/decide"
	"github.com/provenanced/provenanced/internal/engine"
	"github.com/provenanced/provenanced/internal/tools/toolconf"
	"github.com/provenanced/provenanced/internal/tools/toolexec"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// bench provides everything that tools.sock needs: the tools, the engine and the runner.
type bench struct {
	tools map[string]*toolconf.Tool
	tool  func(ctx context.Context, q toolexec.Request, s toolexec.Streams) (toolexec.Result, error)

	mu      sync.Mutex
	answers []engine.Decision // Run's answers, in turn; the last one is repeated
	asked   []decide.RunRequest
	ran     []decide.RunResult
	returns int
	lifted  bool // the owner has since reset the session
	granted bool
	denied  bool
}

var yes = engine.Decision{Decision: decide.Decision{Verdict: trust.VerdictAllow}}

func (b *bench) Names() []string { return append(slices.Sorted(maps.Keys(b.tools)), "broken") }

func (b *bench) WithoutTicket() (trust.Level, bool) { return trust.Untrusted, false }

func (b *bench) Ready(name string) (*toolconf.Tool, error) {
	if name == "broken" {
		return nil, errors.New("no such file")
	}
	return b.tools[name], nil
}

func (b *bench) Run(_ context.Context, r decide.RunRequest) engine.Decision {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.asked = append(b.asked, r)
	d := b.answers[0]
	if len(b.answers) > 1 {
		b.answers = b.answers[1:]
	}
	return d
}

func (b *bench) Refuses(decide.RunRequest) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.answers[0].Verdict != trust.VerdictAllow
}

func (b *bench) Returns(context.Context, string, string, string) engine.Decision {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.returns++
	b.lifted = false
	return yes
}

func (b *bench) Holds(string, string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return !b.lifted
}

func (b *bench) Ran(_ context.Context, r decide.RunResult) engine.Decision {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.ran = append(b.ran, r)
	return yes
}

func (b *bench) Settle(context.Context, ...*engine.Decision) {}

func (b *bench) Waits(decide.RunRequest) (bool, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return !b.granted && !b.denied, b.granted
}

type running struct{ *bench }

func (r running) Run(ctx context.Context, q toolexec.Request, s toolexec.Streams) (toolexec.Result, error) {
	return r.tool(ctx, q, s)
}

func (running) Check(context.Context, *toolconf.Tool) map[string]error {
	return map[string]error{"TOKEN": nil, "OTHER": errors.New("a path that says too much")}
}

func (b *bench) ticket(ticket string, _ time.Time) (string, trust.Level, error) {
	if session, ok := strings.CutPrefix(ticket, "good:"); ok {
		return session, trust.External, nil
	}
	return "", trust.Untrusted, errors.New("forged")
}

func serveRuns(t *testing.T, o setup, b *bench) *host {
	o.name = "tools"
	o.proto = func(*host) Protocol {
		return Tools(ToolOptions{
			Version: "1.2.3", Tools: func() Toolset { return b }, Judge: b, Runner: running{b}, Ticket: b.ticket, Rand: strings.NewReader(strings.Repeat("r", 1<<12)),
		})
	}
	return serve(t, o)
}

// echo is a tool that outputs its input.
func echo(tool func(ctx context.Context, q toolexec.Request, s toolexec.Streams) (toolexec.Result, error)) *bench {
	return &bench{tools: map[string]*toolconf.Tool{"echo": {Name: "echo", Binary: "/bin/echo"}}, tool: tool, answers: []engine.Decision{yes}}
}

func copying(_ context.Context, _ toolexec.Request, s toolexec.Streams) (toolexec.Result, error) {
	in, err := io.ReadAll(s.Stdin)
	if err != nil {
		return toolexec.Result{}, err
	}
	if err := s.Stdout(in); err != nil {
		return toolexec.Result{ExitCode: -1, Signal: "SIGTERM"}, nil
	}
	return toolexec.Result{ExitCode: 3, Stdout: int64(len(in))}, nil
}

// calls opens a connection and sends one request, with further lines in the same write.
func (h *host) calls(t *testing.T, r wire.WrapRequest, behind string) *client {
	t.Helper()
	c := h.dial(t)
	c.send(append(wrapLine(t, h.wrapSign(h.wrapped(r), wire.WrapForm{PTY: "0"})), "\n"+behind...))
	return c
}

func says(t *testing.T, c *client) map[string]any {
	t.Helper()
	var m map[string]any
	require.NoError(t, json.Unmarshal(mustFrame(c), &m))
	return m
}

var echoing = wire.WrapRequest{Tool: "echo", Args: []string{"a"}, Cwd: "/", Env: map[string]string{
	"PROVENANCE_TICKET": "good:agent:main:main", "LANG": "C",
}}

// flooded serves a sandbox that asks as fast as it can; minute ends the minute.
func flooded(t *testing.T, b *bench) (asks func() string, minute chan<- time.Time, told <-chan int) {
	others, over := make(chan int, 8), make(chan time.Time)
	h := serve(t, setup{name: "tools", proto: func(*host) Protocol {
		p := Tools(ToolOptions{
			Tools: func() Toolset { return b }, Judge: b, Runner: running{b}, Ticket: b.ticket, Rand: rand.Reader,
			Refused: func(session string, runs int) {
				require.Equal(t, "agent:main:main", session)
				others <- runs
			},
		}).(*tools)
		p.flood.after = func(time.Duration) <-chan time.Time { return over }
		return p
	}})
	asks = func() string {
		return fmt.Sprint(says(t, h.calls(t, echoing, `{"type":"stdin","eof":true}`+"\n"))["message"])
	}
	return asks, over, others
}

// A sandbox that keeps asking for what it is refused, as fast as it can, does not fill the
// disk; and what it may do, it still can.
func TestAFloodOfRefusedRunsIsRecordedTogether(t *testing.T) {
	b := echo(copying)
	b.answers = []engine.Decision{{Decision: decide.Decision{Verdict: trust.VerdictDeny, Result: wire.Result{Block: true, BlockReason: "no"}}}}
	asks, minute, told := flooded(t, b)
	for range maxRefused {
		require.Equal(t, "blocked: no", asks())
	}
	for range 5 {
		require.Equal(t, "blocked: too many runs were refused within a minute", asks())
	}
	require.Len(t, b.asked, maxRefused)
	b.mu.Lock()
	refusal := b.answers
	b.answers = []engine.Decision{yes}
	b.mu.Unlock()
	require.Equal(t, "<nil>", asks(), "it runs")
	minute <- epoch
	require.Equal(t, 5, <-told)
	b.mu.Lock()
	b.answers = refusal
	b.mu.Unlock()
	require.Equal(t, "blocked: no", asks(), "a new minute")
	require.Empty(t, told)
}

// A run that is allowed but cannot start leaves two entries, and a sandbox can provoke that.
func TestAFloodOfRunsThatDoNotStartIsRecordedTogether(t *testing.T) {
	why := toolexec.ErrCwd
	b := echo(func(ctx context.Context, q toolexec.Request, s toolexec.Streams) (toolexec.Result, error) {
		if why != nil {
			return toolexec.Result{}, why
		}
		return copying(ctx, q, s)
	})
	asks, minute, told := flooded(t, b)
	for range maxFailed {
		require.Equal(t, "invalid working directory", asks())
	}
	why = nil
	for range 5 {
		require.Equal(t, "blocked: too many runs did not start within a minute", asks())
	}
	require.Len(t, b.asked, maxFailed)
	require.Len(t, b.ran, maxFailed)
	minute <- epoch
	require.Equal(t, 5, <-told)
	require.Equal(t, "<nil>", asks(), "it runs again")
	require.Empty(t, told)
}

// What a run outputs after a reset is not what the owner has read. It counts at once, not only
// when the run ends.
func TestARunTellsTheSessionAgainAfterAReset(t *testing.T) {
	b := echo(nil)
	var told []int
	b.tool = func(_ context.Context, _ toolexec.Request, s toolexec.Streams) (toolexec.Result, error) {
		for _, say := range []func([]byte) error{s.Stdout, s.Stderr, s.Stdout, s.Stderr} {
			b.lifted = len(told) == 2
			if err := say([]byte("x")); err != nil {
				return toolexec.Result{}, err
			}
			told = append(told, b.returns)
		}
		return toolexec.Result{}, nil
	}
	h := serveRuns(t, setup{}, b)
	c := h.calls(t, echoing, "")
	for range 4 {
		says(t, c)
	}
	require.Equal(t, "done", says(t, c)["type"])
	require.Equal(t, []int{1, 1, 2, 2}, told)
}

// Lines come split, or several in one read, and the first one with the request.
func TestARunHearsItsClient(t *testing.T) {
	b := echo(copying)
	h := serveRuns(t, setup{}, b)
	c := h.calls(t, echoing, `{"type":"stdin","data":"b25l"}`+"\n"+`{"type":"stdin","da`)
	c.send([]byte(`ta":"dHdv"}` + "\n" + `{"type":"stdin","data":""}` + "\n" + `{"type":"later"}` + "\n" + `{"type":"stdin","eof":true}` + "\n" + `{"type":"stdin","data":"bGF0ZQ=="}` + "\n"))
	require.Equal(t, map[string]any{"type": "stdout", "data": "b25ldHdv"}, says(t, c))
	require.Equal(t, map[string]any{"type": "done", "exit_code": 3.0}, says(t, c))
	c.closed()

	require.Equal(t, "agent:main:main", b.asked[0].Session)
	require.Equal(t, trust.External, b.asked[0].TicketLevel)
	require.Equal(t, []string{"a"}, b.asked[0].Args)
	require.Equal(t, 1, b.returns, "the session is told before its first byte leaves")
	require.Equal(t, decide.RunResult{
		Session: "agent:main:main", ID: b.asked[0].ID, Tool: "echo", ExitCode: 3, Stdout: 6, Took: b.ran[0].Took,
	}, b.ran[0])
}

func TestATicketNeverReachesATool(t *testing.T) {
	var env map[string]string
	b := echo(func(_ context.Context, q toolexec.Request, _ toolexec.Streams) (toolexec.Result, error) {
		env = q.Env
		return toolexec.Result{}, nil
	})
	b.tools["echo"].RequestEnv = []string{"LANG", "PROVENANCE_TICKET", "PROVENANCE_WAIT"}
	h := serveRuns(t, setup{}, b)
	says(t, h.calls(t, echoing, ""))
	require.Equal(t, map[string]string{"LANG": "C"}, env)
	require.Equal(t, env, b.asked[0].Env, "what is judged is what the tool gets")
}

func TestAForgedTicketIsNone(t *testing.T) {
	b := echo(copying)
	h := serveRuns(t, setup{}, b)
	r := echoing
	r.Env = map[string]string{"PROVENANCE_TICKET": "bad"}
	c := h.calls(t, r, `{"type":"stdin","eof":true}`+"\n")
	says(t, c)
	require.Empty(t, b.asked[0].Session)
	require.Equal(t, trust.Untrusted, b.asked[0].WithoutTicket)
	require.NotEmpty(t, b.asked[0].Caller)
}

func TestHowRunsEnd(t *testing.T) {
	for name, tc := range map[string]struct {
		result toolexec.Result
		err    error
		want   map[string]any
	}{
		"well":          {toolexec.Result{}, nil, map[string]any{"type": "done", "exit_code": 0.0}},
		"timeout":       {toolexec.Result{Timeout: true, Signal: "SIGKILL"}, nil, map[string]any{"type": "done", "exit_code": -1.0, "timeout": true}},
		"signal":        {toolexec.Result{Signal: "SIGSEGV"}, nil, map[string]any{"type": "done", "exit_code": -1.0}},
		"too much":      {toolexec.Result{TooMuch: true}, nil, map[string]any{"type": "error", "message": "output limit exceeded"}},
		"cwd":           {toolexec.Result{}, toolexec.ErrCwd, map[string]any{"type": "error", "message": "invalid working directory"}},
		"not started":   {toolexec.Result{}, toolexec.ErrNotStarted, map[string]any{"type": "error", "message": "failed to start tool"}},
		"no credential": {toolexec.Result{}, toolexec.ErrCredential, map[string]any{"type": "error", "message": "failed to start tool"}},
	} {
		t.Run(name, func(t *testing.T) {
			b := echo(func(context.Context, toolexec.Request, toolexec.Streams) (toolexec.Result, error) {
				return tc.result, tc.err
			})
			h := serveRuns(t, setup{}, b)
			c := h.calls(t, echoing, "")
			require.Equal(t, tc.want, says(t, c))
			c.closed()
			require.Equal(t, tc.err != nil, b.ran[0].Failed)

			asks := echoing
			asks.Signals = true
			if tc.result.Signal != "" {
				tc.want["signal"] = tc.result.Signal
			}
			require.Equal(t, tc.want, says(t, h.calls(t, asks, "")))
		})
	}
	b := echo(nil)
	h := serveRuns(t, setup{}, b)
	r := echoing
	r.Tool = "broken"
	require.Equal(t, "failed to start tool", says(t, h.calls(t, r, ""))["message"])
}

func TestBlockedRuns(t *testing.T) {
	b := echo(nil)
	b.answers = []engine.Decision{{Decision: decide.Decision{Result: wire.Result{Block: true, BlockReason: "Tool 'echo' is blocked.\nApproval code: 12345678"}, Approval: &wire.Approval{Code: "12345678"}}}}
	h := serveRuns(t, setup{}, b)
	require.Equal(t, map[string]any{"type": "error", "message": "blocked: Tool 'echo' is blocked.\nApproval code: 12345678"}, says(t, h.calls(t, echoing, "")))
	require.Empty(t, b.ran, "what does not run has no end")

	r := echoing
	r.Env = map[string]string{"PROVENANCE_TICKET": "good:agent:\u009b31m\u202e"} // a session may be called so
	require.Equal(t, "error", says(t, h.calls(t, r, ""))["type"])
	require.Contains(t, h.causes(), `agent:\u009b31m\u202e`)
	require.NotContains(t, h.causes(), "\u009b", "a terminal would obey it")
}

func TestARunThatWaitsGoesOnWhenApproved(t *testing.T) {
	held := engine.Decision{Decision: decide.Decision{Result: wire.Result{BlockReason: "held"}, Approval: &wire.Approval{Code: "12345678"}}}
	b := echo(func(context.Context, toolexec.Request, toolexec.Streams) (toolexec.Result, error) {
		return toolexec.Result{}, nil
	})
	b.answers = []engine.Decision{held, yes}
	h := serveRuns(t, setup{}, b)
	r := echoing
	r.Env = map[string]string{"PROVENANCE_WAIT": "1"}
	c := h.calls(t, r, "")
	require.Equal(t, map[string]any{"type": "pending", "message": "held"}, says(t, c))
	b.mu.Lock()
	b.granted = true
	b.mu.Unlock()
	require.Equal(t, "done", says(t, c)["type"])
}

func TestARunThatWaitsEndsWhenDenied(t *testing.T) {
	b := echo(copying)
	b.answers = []engine.Decision{{Decision: decide.Decision{Result: wire.Result{BlockReason: "held"}, Approval: &wire.Approval{Code: "12345678"}}}}
	h := serveRuns(t, setup{}, b)
	r := echoing
	r.Env = map[string]string{"PROVENANCE_WAIT": "1"}
	c := h.calls(t, r, "")
	require.Equal(t, "pending", says(t, c)["type"])
	b.mu.Lock()
	b.denied = true
	b.mu.Unlock()
	require.Equal(t, map[string]any{"type": "error", "message": "blocked: the owner did not approve it"}, says(t, c))
	require.Empty(t, b.ran)
}

// A waiting run holds the request in memory: that counts, however long it takes.
func TestARunThatWaitsCounts(t *testing.T) {
	b := echo(nil)
	b.answers = []engine.Decision{{Decision: decide.Decision{Result: wire.Result{BlockReason: "held"}, Approval: &wire.Approval{Code: "12345678"}}}}
	h := serveRuns(t, setup{limits: Limits{MaxBuffered: 8 << 20}}, b)
	r := echoing
	r.Args = []string{strings.Repeat("x", 900<<10)}
	r.Env = map[string]string{"PROVENANCE_WAIT": "1"}
	var waiting []*client
	for range 2 {
		waiting = append(waiting, h.calls(t, r, ""))
		require.Equal(t, "pending", says(t, waiting[len(waiting)-1])["type"])
	}
	require.Greater(t, h.buffers.used.Load(), int64(2*800<<10))
	require.Equal(t, map[string]any{"type": "error", "message": "server busy"}, says(t, h.calls(t, r, "")))
	for _, c := range waiting {
		require.NoError(t, c.Close())
	}
	require.Eventually(t, func() bool { return h.buffers.used.Load() == 0 }, 10*time.Second, time.Millisecond)
}

// ended runs until its context ends, and reports that it did.
func ended(at chan<- struct{}) func(context.Context, toolexec.Request, toolexec.Streams) (toolexec.Result, error) {
	return func(ctx context.Context, _ toolexec.Request, s toolexec.Streams) (toolexec.Result, error) {
		if err := s.Stdout([]byte("x")); err != nil {
			return toolexec.Result{}, err
		}
		<-ctx.Done()
		close(at)
		return toolexec.Result{Signal: "SIGTERM"}, nil
	}
}

func TestAVanishedClientTakesItsToolAlong(t *testing.T) {
	at := make(chan struct{})
	h := serveRuns(t, setup{}, echo(ended(at)))
	c := h.calls(t, echoing, "")
	says(t, c)
	c.Close()
	await(t, at)
}

// A tool need not read what its client sends. Once it has ended, nothing waits for that: serve
// requires that no goroutine is left.
func TestNothingOfARunIsLeftWithInputThatTheToolDidNotTake(t *testing.T) {
	h := serveRuns(t, setup{}, echo(func(context.Context, toolexec.Request, toolexec.Streams) (toolexec.Result, error) {
		return toolexec.Result{}, nil
	}))
	c := h.calls(t, echoing, `{"type":"stdin","data":"b25l"}`+"\n")
	require.Equal(t, "done", says(t, c)["type"])
}

func TestAConnectionThatLastsTooLong(t *testing.T) {
	const life = 300 * time.Millisecond
	told := map[string]any{"type": "error", "message": "connection lifetime exceeded"}

	t.Run("while its tool runs", func(t *testing.T) {
		at := make(chan struct{})
		h := serveRuns(t, setup{limits: Limits{Lifetime: life}}, echo(ended(at)))
		c := h.calls(t, echoing, "")
		require.NoError(t, c.CloseWrite()) // a client that has finished sending is no exception
		says(t, c)
		await(t, at)
		require.Equal(t, told, says(t, c))
	})
	t.Run("while the owner is asked, who is not spoken for", func(t *testing.T) {
		b := echo(copying)
		b.answers = []engine.Decision{{Decision: decide.Decision{Result: wire.Result{BlockReason: "held"}, Approval: &wire.Approval{Code: "12345678"}}}}
		h := serveRuns(t, setup{limits: Limits{Lifetime: life}}, b)
		r := echoing
		r.Env = map[string]string{"PROVENANCE_WAIT": "1"}
		c := h.calls(t, r, "")
		require.Equal(t, "pending", says(t, c)["type"])
		require.Equal(t, told, says(t, c))
		require.Empty(t, b.ran)
	})
	t.Run("before it has asked for anything", func(t *testing.T) {
		c := serveRuns(t, setup{limits: Limits{Lifetime: life}}, echo(copying)).dial(t)
		require.Equal(t, "empty request", says(t, c)["message"])
	})
	t.Run("a short run is not affected", func(t *testing.T) {
		c := serveRuns(t, setup{limits: Limits{Lifetime: time.Minute}}, echo(copying)).calls(t, echoing, `{"type":"stdin","eof":true}`+"\n")
		require.Equal(t, "stdout", says(t, c)["type"])
		require.Equal(t, "done", says(t, c)["type"])
	})
}

// A client that only closes its sending side still reads output.
func TestAHalfClosedClientStillListens(t *testing.T) {
	b := echo(copying)
	h := serveRuns(t, setup{}, b)
	c := h.calls(t, echoing, `{"type":"stdin","data":"b25l"}`+"\n")
	require.NoError(t, c.CloseWrite())
	require.Equal(t, "b25l", says(t, c)["data"])
	require.Equal(t, "done", says(t, c)["type"])
}

func TestAClientThatCannotBeUnderstoodEndsItsRun(t *testing.T) {
	for line, told := range map[string]string{
		"{":                           "invalid json",
		`{"type":"stdin","data":"%"}`: "invalid json",
		`{"type":"stdin","data":"` + string(bytes.Repeat([]byte("A"), wire.MaxWrapLine)) + `"}`: "request too large",
	} {
		at := make(chan struct{})
		h := serveRuns(t, setup{}, echo(ended(at)))
		c := h.calls(t, echoing, "")
		says(t, c)
		c.send([]byte(line + "\n"))
		await(t, at)
		require.Equal(t, map[string]any{"type": "error", "message": told}, says(t, c))
	}
}

// A tool that took half of its input for all of it would act on it.
func TestOnlyTheClientEndsAToolsInput(t *testing.T) {
	for name, leave := range map[string]func(*client){
		"no JSON":  func(c *client) { c.send([]byte("no JSON\n")) },
		"too long": func(c *client) { c.send(bytes.Repeat([]byte("A"), wire.MaxWrapLine+1)) },
		"vanished": func(c *client) { c.Close() },
	} {
		how := make(chan error)
		h := serveRuns(t, setup{}, echo(func(_ context.Context, _ toolexec.Request, s toolexec.Streams) (toolexec.Result, error) {
			if err := s.Stdout([]byte("x")); err != nil {
				return toolexec.Result{}, err
			}
			_, err := io.Copy(io.Discard, s.Stdin)
			how <- err
			return toolexec.Result{Signal: "SIGTERM"}, nil
		}))
		c := h.calls(t, echoing, `{"type":"stdin","data":"b25l"}`+"\n")
		says(t, c)
		leave(c)
		require.ErrorIs(t, <-how, errBroken, name)
	}
}

// A stopping daemon ends running tools. That is not the client's fault.
func TestAStopBlamesNoClient(t *testing.T) {
	begun := make(chan struct{})
	h := serveRuns(t, setup{limits: Limits{DrainGrace: time.Millisecond}}, echo(func(ctx context.Context, _ toolexec.Request, _ toolexec.Streams) (toolexec.Result, error) {
		close(begun)
		<-ctx.Done()
		time.Sleep(200 * time.Millisecond) // until its process has exited
		return toolexec.Result{Signal: "SIGTERM"}, nil
	}))
	c := h.calls(t, echoing, "")
	await(t, begun)
	require.NoError(t, h.Shutdown(t.Context()))
	require.Equal(t, map[string]any{"type": "done", "exit_code": -1.0}, says(t, c))
	require.Zero(t, h.logs.FilterMessage("request refused").Len())
}

// Nor does it count as the owner's answer.
func TestAStopIsNotTheOwnersNo(t *testing.T) {
	b := echo(copying)
	b.answers = []engine.Decision{{Decision: decide.Decision{Result: wire.Result{BlockReason: "held"}, Approval: &wire.Approval{Code: "12345678"}}}}
	h := serveRuns(t, setup{limits: Limits{DrainGrace: time.Millisecond}}, b)
	r := echoing
	r.Env = map[string]string{"PROVENANCE_WAIT": "1"}
	c := h.calls(t, r, "")
	require.Equal(t, "pending", says(t, c)["type"])
	require.NoError(t, h.Shutdown(t.Context()))
	require.Equal(t, map[string]any{"type": "error", "message": "server busy"}, says(t, c))
}

func TestSignalsAndSizes(t *testing.T) {
	b := echo(func(_ context.Context, _ toolexec.Request, s toolexec.Streams) (toolexec.Result, error) {
		size := <-s.Resize
		if err := s.Stdout([]byte{byte(size[0]), byte(size[1])}); err != nil {
			return toolexec.Result{}, err
		}
		return toolexec.Result{Signal: <-s.Signals}, nil
	})
	h := serveRuns(t, setup{}, b)
	r := echoing
	r.Signals = true
	c := h.calls(t, r, `{"type":"resize","rows":24,"cols":80}`+"\n")
	require.Equal(t, "GFA=", says(t, c)["data"])
	c.send([]byte(`{"type":"signal","signal":"SIGKILL"}` + "\n" + `{"type":"signal","signal":"SIGINT"}` + "\n"))
	require.Equal(t, "SIGINT", says(t, c)["signal"], "SIGKILL is not one of those that are passed on")
}

func TestAdminKnowsTheTools(t *testing.T) {
	b := echo(nil)
	h := serveRuns(t, setup{}, b)
	c := h.dial(t)
	c.send(wrapLine(t, h.wrapSign(h.wrapped(wire.WrapRequest{Admin: "list"}), wire.WrapForm{})))
	got, err := io.ReadAll(c)
	require.NoError(t, err)
	require.JSONEq(t, `{"tools":{"echo":{"binary":"echo","mode":"env"}},"version":"1.2.3"}`, string(got))
}

func await(t *testing.T, at <-chan struct{}) {
	t.Helper()
	select {
	case <-at:
	case <-time.After(10 * time.Second):
		require.Fail(t, "the run was not ended")
	}
}

func TestOnlySoManyToolsRunAtATime(t *testing.T) {
	at := make(chan struct{})
	h := serveRuns(t, setup{limits: Limits{MaxRuns: 1}}, echo(ended(at)))
	first := h.calls(t, echoing, "")
	says(t, first)
	require.Equal(t, "server busy", says(t, h.calls(t, echoing, ""))["message"])
	first.Close()
	await(t, at)
}
