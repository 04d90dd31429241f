package client

import (
	"errors"

	"github.com/provenanced/provenanced/internal/wire"
)

// The daemon's answers, as docs/PROTOCOL.md describes them.
type (
	Decision = wire.Decision   // the answer to a hook: act on its Result
	Result   = wire.Result     // what the hook's handler hands to its gateway
	Reason   = wire.Reason     // one layer's reason for a decision
	Approval = wire.Approval   // a code that waits for the owner; nothing for the model
	Receipt  = wire.Receipt    // the ledger entry that records a decision
	Event    = wire.EventFrame // what Subscribe reports
	Hook     = wire.Hook       // the name of a hook
	Code     = wire.Code       // the code of an Error
)

// Ctx is what a gateway knows about where a hook happens, ready to be a Request's
// Ctx.
type Ctx = wire.Ctx

// InputProvenance is the part of a Ctx that says which session wrote the turn's message.
type InputProvenance = wire.InputProvenance

// Fact is the type of a Ctx's SenderIsOwner. Unknown means unproven, not false.
type Fact = wire.Fact

// The facts.
const (
	Unknown = wire.Unknown
	No      = wire.No
	Yes     = wire.Yes
)

// The codes of an Error. NotFound and Failed come from the admin socket alone.
const (
	Unauthenticated = wire.Unauthenticated // wrong key, clock or program
	BadRequest      = wire.BadRequest      // the request is wrong; do not repeat it, nor run the tool call
	UnknownHook     = wire.UnknownHook     // the daemon is older than the client; but every daemon knows BeforeToolCall
	TooLarge        = wire.TooLarge        // send less, and run no tool call of that length
	Overloaded      = wire.Overloaded      // try again later
	Unavailable     = wire.Unavailable     // the daemon is stopping or cannot answer
	NotFound        = wire.NotFound        // no such session, code, entry or blocked write
	Failed          = wire.Failed          // the command did not work; the message says why
)

// Error is an answer of the daemon that is not a decision, or what the daemon would say about a
// request that cannot be sent. One without an id refuses every waiting call, because it could
// be about any of them, and ends the connection.
type Error struct {
	Code    Code
	Message string
}

// Error is the code and the message.
func (e *Error) Error() string { return string(e.Code) + ": " + e.Message }

var (
	// ErrUnreachable says that there is no daemon at the other end, or no longer, or that its
	// answer is invalid. If the request had been sent, it may have been handled. Dial again,
	// and until that works decide as the onFailure setting says.
	ErrUnreachable = errors.New("daemon not reachable")

	// ErrClosed says that Close was called on the client.
	ErrClosed = errors.New("client is closed")
)
