package decide

import (
	"cmp"
	"slices"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/texts"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// Runs of sandboxed tools (seed 001) are tool calls of the session that the caller's ticket proves.
// They are judged at what that session has seen by now, not by its latest LLM call: one program's
// output may be another's input without any model in between.

// Hooks under which runs are recorded.
const (
	HookRun     = wire.Hook("tools:run")
	HookReturns = wire.Hook("tools:returns")
	HookRan     = wire.Hook("tools:ran")
)

// RunRequest asks whether a sandboxed tool may run.
type RunRequest struct {
	Session     string      // proven by a ticket; empty without one
	TicketLevel trust.Level // what that session had seen when the ticket was made
	Caller      string      // who asks without a ticket: the name of a separate session
	// Without a ticket: the level to judge at, or no run at all.
	WithoutTicket trust.Level
	Deny          bool

	ID      string
	Tool    string
	Args    []string
	Cwd     string
	Env     map[string]string // the caller's variables that reach the tool
	Stdin   bool              // the tool reads what the caller sends
	PTY     bool              // it gets a terminal
	Blocked string            // why the tool's argument rules forbid it; empty if they do not
}

// Key is the key of what a run belongs to: a session, or whoever runs programs without a ticket.
func (r *RunRequest) Key() string {
	if r.Session != "" {
		return r.Session
	}
	return session.Subject{Kind: session.Programs, Name: r.Caller}.Key()
}

// RunResult is how a run ended.
type RunResult struct {
	Session  string
	ID       string
	Tool     string
	ExitCode int
	Signal   string
	Timeout  bool
	TooMuch  bool // too much output
	Failed   bool // it did not start
	Stdout   int64
	Stderr   int64
	Took     time.Duration
}

// RunEvent asks whether a sandboxed tool may run.
type RunEvent struct{ RunRequest }

// ReturnsEvent comes before the first byte of a run's output leaves.
type ReturnsEvent struct{ ID, Tool string }

// RanEvent says how a run ended.
type RanEvent struct{ RunResult }

// RunWaits reports whether a held run still waits for the owner, and whether they have approved it.
func RunWaits(s *session.State, key string, r *RunRequest, e Env) (waits, granted bool) {
	d := newDraft(s, &Event{Hook: HookRun, Session: key, Payload: wire.Payload{Event: &RunEvent{*r}}}, &e)
	w := session.Wanted{ID: r.ID, Tool: d.tables.Tool(r.Tool, nil), Params: r.params()}
	j := judgement{}
	d.layers.judgeProtected(&j, w.Tool, w.Params)
	w.Tool = j.waitsAs(w.Tool)
	level := s.Level()
	if r.Session != "" {
		level = trust.Lowest(level, r.TicketLevel)
	}
	if !e.Policy.GrantsFollowTaint {
		level = trust.Trusted
	}
	if s.Granted(w, level, e.Now) >= 0 {
		return false, true
	}
	return slices.ContainsFunc(s.CodesAt(e.Now), func(p *session.Pending) bool { return p.Names(w.Tool, session.ParamsHash(w.Params)) }), false
}

// runParams are a run's parameters as they are judged, shown and hashed: everything that the caller
// controls, except its input.
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
func (d *draft) run(p *RunEvent) error {
	d.turns.inTurn()
	if p.Session == "" {
		d.taints.taint(p.WithoutTicket, session.Cause{Reason: texts.NoTicketProgram})
	}
	before := d.made()
	params := p.params()
	tool := d.tables.Tool(p.Tool, nil)
	at := d.live()
	remedy := "" // for what no trust level and no approval allows
	if p.Session != "" && p.TicketLevel < at.level {
		at = asked{level: p.TicketLevel, seen: at.seen.With(p.TicketLevel), cause: &session.Cause{Reason: texts.StartedAt(p.TicketLevel), At: d.Now}}
	}
	j := d.layers.judge(tool, params, at, d.layers.matching(tool, params, at))
	if at.level < d.state.Level() && j.mode == trust.Restrict {
		remedy = texts.StartAnew
	}
	if p.Session == "" && p.Deny {
		j.add(LayerTool, trust.Restrict, texts.NoTicket)
		last := len(j.reasons) - 1
		j.reasons = append([]session.Reason{j.reasons[last]}, j.reasons[:last]...) // first: whatever else is changed, this holds
		remedy = texts.CallWithTicket
	}
	if p.Blocked != "" {
		j.add(LayerTool, trust.Restrict, texts.Arguments(p.Blocked))
		remedy = texts.OtherArguments
	}
	if p.Session == "" && j.mode != trust.Restrict {
		d.emit(&session.UnticketedRun{})
	}
	rec, err := d.answer(&wire.BeforeToolCallEvent{ToolName: p.Tool, Params: params, ToolCallID: p.ID}, tool, at, &j, before)
	rec.Remedy = cmp.Or(remedy, rec.Remedy)
	return err
}

// returns handles a run's first output.
func (d *draft) returns(id, tool string) {
	d.turns.inTurn()
	tool = d.tables.Tool(tool, nil)
	c := session.Call{ID: id, Tool: tool, Level: d.tables.Output(tool)}
	known := d.state.Turn.Call(id, tool)
	switch {
	case known == nil: // its turn is over
		c.Node = d.calls.callNode(session.Wanted{ID: id, Tool: tool}, session.Running, "", "")
	case known.Status == session.Returned: // the owner's reset since does not cover what came later
		d.taints.taint(c.Level, session.Cause{Reason: texts.Response(tool), Tool: session.Label(tool), CallID: session.Label(id)})
		return
	default:
		c.Node = known.Node
	}
	d.calls.markReturned(c, &result{}, "")
}

// ran handles a run's end. Even without output, the way a run ended says something.
func (d *draft) ran(p *RanEvent) {
	if !p.Failed {
		d.returns(p.ID, p.Tool)
	}
	d.hasRan(&session.Ran{
		Tool: session.Label(p.Tool), CallID: session.Label(p.ID), ExitCode: p.ExitCode, Signal: p.Signal, Timeout: p.Timeout, TooMuch: p.TooMuch, Failed: p.Failed,
		Stdout: int(p.Stdout), Stderr: int(p.Stderr), Millis: int(p.Took / time.Millisecond),
	})
}

// mayPass reports whether OnFailure: guarded lets a run pass that cannot be recorded.
func (p *RunEvent) mayPass(t *policy.Tables) bool {
	return p.Blocked == "" && !(p.Session == "" && p.Deny) && t.SafeToCall(t.Tool(p.Tool, nil))
}
