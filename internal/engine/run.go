package engine

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// Runs of sandboxed tools (seed 001) are tool calls of the session that the caller's
// ticket proves. They are judged at what that session has seen by now, not by its
// latest LLM call: what one program reads another may be given, and no model is
// asked in between.

// Hooks under which runs are recorded.
const (
	hookRun     = wire.Hook("tools:run")
	hookReturns = wire.Hook("tools:returns")
	hookRan     = wire.Hook("tools:ran")
)

// RunRequest asks whether a sandboxed tool may run.
type RunRequest struct {
	Session     string      // that a ticket proves; empty without one
	TicketLevel trust.Level // what that session had seen when the ticket was made
	Caller      string      // who asks without a ticket: names a session of its own
	// Without a ticket: the level that is judged at, or no run at all.
	WithoutTicket trust.Level
	Deny          bool

	ID      string
	Tool    string
	Args    []string
	Cwd     string
	Env     map[string]string // of the caller's, what reaches the tool
	Stdin   bool              // the tool reads what the caller sends
	PTY     bool              // it gets a terminal
	Blocked string            // why the tool's argument rules forbid it; empty when they do not
}

// Key is the session that a run belongs to.
func (r *RunRequest) Key() string {
	if r.Session != "" {
		return r.Session
	}
	return sandboxKey + r.Caller
}

// RunResult is how a run ended.
type RunResult struct {
	Session  string
	ID       string
	Tool     string
	ExitCode int
	Signal   string
	Timeout  bool
	TooMuch  bool // output
	Failed   bool // it did not start
	Stdout   int64
	Stderr   int64
	Took     time.Duration
}

// Ran is a run's end, as it is recorded.
type Ran struct {
	Tool     string `json:"tool"`
	CallID   string `json:"callId"`
	ExitCode int    `json:"exitCode,omitzero"`
	Signal   string `json:"signal,omitzero"`
	Timeout  bool   `json:"timeout,omitzero"`
	TooMuch  bool   `json:"tooMuch,omitzero"`
	Failed   bool   `json:"failed,omitzero"`
	Stdout   int    `json:"stdout,omitzero"` // bytes
	Stderr   int    `json:"stderr,omitzero"`
	Millis   int    `json:"ms,omitzero"`
}

type runEvent struct{ RunRequest }

// returnsEvent comes before the first byte of a run's output leaves.
type returnsEvent struct{ id, tool string }

type ranEvent struct{ RunResult }

// Run decides whether a sandboxed tool may run. As with Handle, pass the decision to
// Settle before acting on it.
func (e *Engine) Run(ctx context.Context, r RunRequest) Decision {
	if r.Session == "" {
		e.sandboxes.add(r.Key())
	}
	return e.Handle(ctx, hookRun, r.Key(), wire.Payload{Event: &runEvent{r}})
}

// Refuses reports whether Run would not allow a run, and leaves no record of it.
func (e *Engine) Refuses(r RunRequest) bool {
	key := e.keyOf(r.Key())
	s, err := e.lock(key)
	if err != nil {
		return true
	}
	defer s.mu.Unlock()
	ev := &event{hook: hookRun, session: key, payload: wire.Payload{Event: &runEvent{r}}}
	pol := e.opt.Policy.Load()
	if e.inform(ev, s, pol) != nil {
		return true
	}
	out, err := decide(&s.state, ev, e.env(pol, s.used))
	return err != nil || out.decision.Verdict != trust.VerdictAllow
}

// Returns lowers the session to the level of the output that a run is about to return.
func (e *Engine) Returns(ctx context.Context, key, id, tool string) Decision {
	return e.Handle(ctx, hookReturns, key, wire.Payload{Event: &returnsEvent{id: id, tool: tool}})
}

// Holds reports whether a session is at or below the level of a run's output. An
// owner's reset in between makes it false, because it does not cover later output.
func (e *Engine) Holds(key, tool string) bool {
	s, err := e.known(key)
	if err != nil {
		return false
	}
	defer s.mu.Unlock()
	tables := e.opt.Policy.Load().For(s.state.Agent)
	return s.level() <= tables.Output(tables.Tool(tool, nil))
}

// Ran records how a run ended.
func (e *Engine) Ran(ctx context.Context, r RunResult) Decision {
	return e.Handle(ctx, hookRan, r.Session, wire.Payload{Event: &ranEvent{r}})
}

// Waits reports whether a run that Run has held still waits for the owner, and whether
// it has been approved.
func (e *Engine) Waits(r RunRequest) (waits, granted bool) {
	s, err := e.known(r.Key())
	if err != nil {
		return false, false
	}
	defer s.mu.Unlock()
	now := e.opt.Now()
	whole := s.withUnrecorded(now)
	return runWaits(&whole, s.key, &r, e.env(e.opt.Policy.Load(), now))
}

// runWaits reports whether a run that was held still waits for the owner, and whether they
// have approved it.
func runWaits(s *State, key string, r *RunRequest, e env) (waits, granted bool) {
	d := newDraft(s, &event{hook: hookRun, session: key, payload: wire.Payload{Event: &runEvent{*r}}}, e)
	w := wanted{r.ID, d.tables.Tool(r.Tool, nil), r.params()}
	j := judgement{}
	d.judgeProtected(&j, w.tool, w.params)
	w.tool = j.waitsAs(w.tool)
	level := s.level()
	if r.Session != "" {
		level = trust.Lowest(level, r.TicketLevel)
	}
	if !e.policy.GrantsFollowTaint {
		level = trust.Trusted
	}
	if s.granted(w, level, e.now) >= 0 {
		return false, true
	}
	return slices.ContainsFunc(s.codesAt(e.now), func(p *Pending) bool { return p.names(w.tool, paramsHash(w.params)) }), false
}

// runParams are a run's parameters as they are judged, shown and hashed: all that the
// caller has a say in, but for its input.
type runParams struct {
	Args  []string          `json:"args"`
	Cwd   string            `json:"cwd"`
	Env   map[string]string `json:"env,omitempty"`
	Stdin bool              `json:"stdin,omitzero"`
	PTY   bool              `json:"pty,omitzero"`
}

func (r *RunRequest) params() jsontext.Value {
	return marshalled(runParams{r.Args, r.Cwd, r.Env, r.Stdin, r.PTY})
}

// run judges a run.
func (d *draft) run(p *runEvent) error {
	d.inTurn()
	if p.Session == "" {
		d.taint(p.WithoutTicket, Cause{Reason: "a program that shows no ticket of a session"})
	}
	params := p.params()
	tool := d.tables.Tool(p.Tool, nil)
	at := d.live()
	remedy := "" // of what no trust level and no approval allows
	if p.Session != "" && p.TicketLevel < at.level {
		at = asked{level: p.TicketLevel, seen: at.seen.With(p.TicketLevel), cause: &Cause{Reason: "a command that was started at " + p.TicketLevel.String(), At: d.now}}
	}
	j := d.judge(tool, params, at, d.matching(tool, params, at))
	if at.level < d.state.level() && j.mode == trust.Restrict {
		remedy = "start the command anew: it was started before the session was reset"
	}
	if p.Session == "" && p.Deny {
		j.add(layerTool, trust.Restrict, "it shows no ticket of a session")
		last := len(j.reasons) - 1
		j.reasons = append([]Reason{j.reasons[last]}, j.reasons[:last]...) // first: whatever else is changed, this holds
		remedy = "let a command of the agent call it, which has a ticket; or change toolDefaults.withoutTicket"
	}
	if p.Blocked != "" {
		j.add(layerTool, trust.Restrict, "its arguments: "+p.Blocked)
		remedy = "call it with other arguments, or change its argument rules"
	}
	if p.Session == "" && j.mode != trust.Restrict {
		d.emit(Change{Op: OpUnticketed})
	}
	err := d.answer(&wire.BeforeToolCallEvent{ToolName: p.Tool, Params: params, ToolCallID: p.ID}, tool, at, &j)
	d.rec.Judgement.Remedy = cmp.Or(remedy, d.rec.Judgement.Remedy)
	return err
}

// returns is a run's first output.
func (d *draft) returns(id, tool string) {
	d.inTurn()
	tool = d.tables.Tool(tool, nil)
	c := Call{ID: id, Tool: tool, Level: d.tables.Output(tool)}
	known := d.state.Turn.call(id, tool)
	switch {
	case known == nil: // its turn is over
		c.Node = d.callNode(wanted{id: id, tool: tool}, Running, "")
	case known.Status == Returned: // the owner's reset since does not cover what came later
		d.taint(c.Level, Cause{Reason: label(tool) + " response", Tool: label(tool), CallID: label(id)})
		return
	default:
		c.Node = known.Node
	}
	d.markReturned(c, &result{}, "")
}

// ran is a run's end. Even of a run without output, the way it ended says something.
func (d *draft) ran(p *ranEvent) {
	if !p.Failed {
		d.returns(p.ID, p.Tool)
	}
	d.rec.Ran = &Ran{
		Tool: label(p.Tool), CallID: label(p.ID), ExitCode: p.ExitCode, Signal: p.Signal, Timeout: p.Timeout, TooMuch: p.TooMuch, Failed: p.Failed,
		Stdout: int(p.Stdout), Stderr: int(p.Stderr), Millis: int(p.Took / time.Millisecond),
	}
}

// mayPass reports whether onFailure: guarded lets a run pass that cannot be recorded.
func (p *runEvent) mayPass(t *policy.Tables) bool {
	return p.Blocked == "" && !(p.Session == "" && p.Deny) && t.SafeToCall(t.Tool(p.Tool, nil))
}
