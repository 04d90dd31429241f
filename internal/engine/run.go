package engine

import (
	"context"

	"github.com/provenanced/provenanced/internal/decide"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// Run decides whether a sandboxed tool may run. As with Handle, pass the decision to
// Settle before acting on it.
func (e *Engine) Run(ctx context.Context, r decide.RunRequest) Decision {
	if r.Session == "" {
		e.sandboxes.add(r.Key())
	}
	return e.Handle(ctx, decide.HookRun, r.Key(), wire.Payload{Event: &decide.RunEvent{RunRequest: r}})
}

// Refuses reports whether Run would not allow a run, and leaves no record of it.
func (e *Engine) Refuses(r decide.RunRequest) bool {
	key := e.keyOf(r.Key())
	s, err := e.lock(key)
	if err != nil {
		return true
	}
	defer s.mu.Unlock()
	ev := &decide.Event{Hook: decide.HookRun, Session: key, Payload: wire.Payload{Event: &decide.RunEvent{RunRequest: r}}}
	env := e.env(e.opt.Policy.Load(), s.used)
	if e.inform(ev, s, &env) != nil {
		return true
	}
	out, err := decide.Decide(&s.state, ev, env)
	return err != nil || out.Decision.Verdict != trust.VerdictAllow
}

// Returns lowers the session to the level of the output that a run is about to return.
func (e *Engine) Returns(ctx context.Context, key, id, tool string) Decision {
	return e.Handle(ctx, decide.HookReturns, key, wire.Payload{Event: &decide.ReturnsEvent{ID: id, Tool: tool}})
}

// Holds reports whether a session is at or below the level of a run's output. An owner's reset in
// between makes it false, because it does not cover later output.
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
func (e *Engine) Ran(ctx context.Context, r decide.RunResult) Decision {
	return e.Handle(ctx, decide.HookRan, r.Session, wire.Payload{Event: &decide.RanEvent{RunResult: r}})
}

// Waits reports whether a run that Run has held still waits for the owner, and whether it was
// approved.
func (e *Engine) Waits(r decide.RunRequest) (waits, granted bool) {
	s, err := e.known(r.Key())
	if err != nil {
		return false, false
	}
	defer s.mu.Unlock()
	now := e.opt.Now()
	whole := s.withUnrecorded(now)
	return decide.RunWaits(&whole, s.key, &r, e.env(e.opt.Policy.Load(), now))
}
