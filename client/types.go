package client

import (
	"errors"

	"github.com/provenanced/provenanced/internal/wire"
)

// What the daemon answers, as docs/PROTOCOL.md describes it.
type (
	Decision = wire.Decision
	Result   = wire.Result
	Reason   = wire.Reason
	Approval = wire.Approval
	Receipt  = wire.Receipt
	Event    = wire.EventFrame
	Hook     = wire.Hook
	Code     = wire.Code
)

// Ctx is what a host knows about where a hook happens, ready to be a Request's
// Ctx. Its SenderIsOwner is one of Unknown, No and Yes.
type Ctx = wire.Ctx

// What a host can say of a fact. Unknown is unproven, not false.
const (
	Unknown = wire.Unknown
	No      = wire.No
	Yes     = wire.Yes
)

// The codes of an Error. NotFound and Failed come from the admin socket alone.
const (
	Unauthenticated = wire.Unauthenticated // wrong key, clock or program
	BadRequest      = wire.BadRequest      // the request is wrong; do not repeat it
	UnknownHook     = wire.UnknownHook     // the daemon is older than the client
	TooLarge        = wire.TooLarge        // send less
	Overloaded      = wire.Overloaded      // try again later
	Unavailable     = wire.Unavailable     // the daemon is stopping or cannot answer
	NotFound        = wire.NotFound        // no such session, code, entry or blocked write
	Failed          = wire.Failed          // the command did not work; the message says why
)

// Error is an answer of the daemon that is not a decision.
type Error struct {
	Code    Code
	Message string
}

func (e *Error) Error() string { return string(e.Code) + ": " + e.Message }

var (
	// ErrUnreachable says that there is no daemon at the other end, or not any
	// more. Whether the request was handled is unknown if it had been sent.
	// Dial again, and decide as the onFailure setting says until that works.
	ErrUnreachable = errors.New("daemon not reachable")

	// ErrClosed says that Close was called on the client.
	ErrClosed = errors.New("client is closed")
)
