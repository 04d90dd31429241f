package engine

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/provenanced/provenanced/internal/decide"
	"github.com/provenanced/provenanced/internal/texts"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// The owner's side: the requests of the admin socket. Errors wrap ErrNotFound or ErrRefused and are
// for the owner to read; any other error means that the journal failed and nothing was done.

const (
	hookWithdraw = wire.Hook("admin:withdraw")
	hookImport   = wire.Hook("admin:watermarks-import")
)

// ApproveRequest asks to approve pending tools.
type ApproveRequest struct {
	Session string
	Tool    string        // or "all": everything pending
	Code    string        // may be empty, since only the owner can ask here
	For     time.Duration // 0: the current turn, or the next
	Once    bool          // the next call only; not together with For
	CallID  string        // that call, as Pending lists it; only with Once
}

// Approved is what an approval covers.
type Approved struct {
	Session   string   `json:"session"`
	Approved  []string `json:"approved"`
	Scope     string   `json:"scope"`              // turn, time or once
	ExpiresIn int      `json:"expiresIn,omitzero"` // seconds, of a timed grant
}

// Approve approves what is pending.
func (e *Engine) Approve(ctx context.Context, r ApproveRequest) (Approved, error) {
	if r.For < 0 || r.For > decide.MaxApproval {
		return Approved{}, decide.Refused(texts.ApprovalTooLong)
	}
	if r.For > 0 && r.Once {
		return Approved{}, decide.Refused(texts.ApprovalOfBoth)
	}
	if r.CallID != "" && !r.Once {
		return Approved{}, decide.Refused(texts.ApprovalOfCall)
	}
	a := Approved{Session: r.Session, Scope: "turn"}
	if r.For > 0 {
		a.Scope, a.ExpiresIn = "time", int(r.For/time.Second)
	}
	if r.Once {
		a.Scope = "once"
	}
	err := e.act(ctx, r.Session, decide.HookApprove, func(act *decide.Act) (err error) {
		a.Approved, err = act.Approve(r.Tool, r.Code, r.For, r.Once, r.CallID)
		return err
	})
	return a, err
}

// DenyCode closes a pending code and returns the tools that it covered. An empty code means all
// pending ones.
func (e *Engine) DenyCode(ctx context.Context, key, code string) (tools []string, err error) {
	err = e.act(ctx, key, decide.HookDeny, func(act *decide.Act) (err error) {
		tools, err = act.DenyCode(code)
		return err
	})
	return tools, err
}

// Withdraw ends grants early, by their id, their tool, or all, and returns the tools that they
// covered.
func (e *Engine) Withdraw(ctx context.Context, key, which string) (tools []string, err error) {
	err = e.act(ctx, key, hookWithdraw, func(act *decide.Act) (err error) {
		tools, err = act.Withdraw(which)
		return err
	})
	return tools, err
}

// ResetResult is what a trust reset changed.
type ResetResult struct {
	Session string      `json:"session"`
	From    trust.Level `json:"from"`
	To      trust.Level `json:"to"`
}

// ResetTrust sets a session's taint: the owner has read its content.
func (e *Engine) ResetTrust(ctx context.Context, key string, level trust.Level) (ResetResult, error) {
	r := ResetResult{Session: key, To: level}
	err := e.act(ctx, key, decide.HookReset, func(act *decide.Act) error {
		r.From = act.Level()
		act.ResetTrust(level, "cli")
		return nil
	})
	return r, err
}

// act runs one of the owner's actions on a known session. A refused action may still leave
// something to record: a wrong code is counted.
func (e *Engine) act(ctx context.Context, key string, h wire.Hook, f func(*decide.Act) error) error {
	s, err := e.known(key)
	if err != nil {
		return err
	}
	defer s.mu.Unlock()
	act := e.begin(s, h)
	refusal := f(&act)
	if refusal != nil && !isRefusal(refusal) {
		return refusal
	}
	if act.Changed() {
		out := act.Outcome()
		lifted, err := e.commit(s, &out)
		if err != nil {
			return err
		}
		if err := e.opt.Journal.Flush(ctx, *out.Decision.Receipt, true); err != nil {
			e.takeBack(ctx, s, lifted)
			return fmt.Errorf("record: %w", err)
		}
	}
	return refusal
}

// begin begins a decision without a hook. The caller holds s.mu.
func (e *Engine) begin(s *resident, h wire.Hook) decide.Act {
	ev := &decide.Event{Hook: h, Session: s.key, UnrecordedTaint: s.unrecordedTaint, UnrecordedChanges: s.unrecordedChanges}
	return decide.Begin(&s.state, ev, e.env(e.opt.Policy.Load(), e.opt.Now()))
}

// isRefusal tells an answer for the owner from a failure of the daemon.
func isRefusal(err error) bool {
	return errors.Is(err, decide.ErrRefused) || errors.Is(err, decide.ErrNotFound)
}
