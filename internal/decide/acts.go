package decide

import (
	"time"

	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/texts"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// Hooks under which the owner's own actions are recorded.
const (
	HookApprove = wire.Hook("admin:approve")
	HookDeny    = wire.Hook("admin:deny")
	HookReset   = wire.Hook("admin:reset-trust")
)

// Act is a decision in progress that no hook asked for: what the owner does by the admin socket, or
// what the engine records by itself. Its outcome is recorded if it Changed anything.
type Act struct{ d *draft }

// Begin begins an act with what earlier records of the session should have contained.
func Begin(s *session.State, ev *Event, e Env) Act {
	a := Act{newDraft(s, ev, &e)}
	a.d.catchUp()
	return a
}

// Level is the session's taint, after the act so far.
func (a *Act) Level() trust.Level { return a.d.state.Level() }

// Changed reports whether there is anything to record.
func (a *Act) Changed() bool { return a.d.changed() }

// Outcome ends the act.
func (a *Act) Outcome() Outcome { return a.d.outcome() }

// Approve approves what waits, a tool or all, for a time, for the turn, or once, and returns the
// tools. An empty code stands for everything that waits.
func (a *Act) Approve(tool, code string, lasts time.Duration, once bool, callID string) ([]string, error) {
	tools, err := a.d.approvals.approve(tool, code, scope{lasts: lasts, once: once, callID: callID})
	return Labels(tools), err
}

// DenyCode closes a code, or without one all that wait, and returns the tools.
func (a *Act) DenyCode(code string) ([]string, error) { return a.d.approvals.denyCode(code) }

// Withdraw ends grants, by their id, their tool, or all, and returns the tools.
func (a *Act) Withdraw(which string) ([]string, error) { return a.d.approvals.withdraw(which) }

// ResetTrust sets the session's taint.
func (a *Act) ResetTrust(level trust.Level, by string) { a.d.commands.resetTrust(level, by) }

// ResetUndone tells subscribers that a reset was not done after all.
func (a *Act) ResetUndone() {
	a.d.note(Note{Event: "taint", Text: texts.ResetNotDone})
}

// Import lowers the session to the level that it had elsewhere. A zero or future time means now.
func (a *Act) Import(level trust.Level, reason, tool string, at time.Time, impacted string) {
	d := a.d
	if reason = session.Preview(reason, 120); reason == "" {
		reason = texts.Imported
	}
	if at.IsZero() || at.After(d.Now) {
		at = d.Now
	}
	d.emit(&session.Tainted{Level: level, Cause: &session.Cause{Reason: reason, Tool: session.Label(tool), At: at}})
	if impacted != "" {
		d.emit(&session.Impacted{Tool: session.Label(impacted), Elsewhere: true})
	}
	d.durable()
}
