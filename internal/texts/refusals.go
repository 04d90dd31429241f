package texts

import "github.com/provenanced/provenanced/internal/wire"

// Refusals are all that a client learns about an error. There is one for each code, so that a
// failure reveals nothing about its cause.
var Refusals = map[wire.Code]string{
	wire.Unauthenticated: "authentication failed",
	wire.BadRequest:      "malformed request",
	wire.UnknownHook:     "unknown hook",
	wire.TooLarge:        "request too large",
	wire.Overloaded:      "overloaded, try again later",
	wire.Unavailable:     "no decision can be made",
	wire.NotFound:        "not found",
	wire.Failed:          "internal error, see the daemon's log",
}

// RunRefusals are the texts that claw-wrap's clients know.
var RunRefusals = map[wire.Code]string{
	wire.Unauthenticated: "authentication failed",
	wire.BadRequest:      "invalid request",
	wire.UnknownHook:     "unknown tool",
	wire.TooLarge:        "request too large",
	wire.Overloaded:      "server busy",
	wire.Unavailable:     "internal error",
}

// Texts for a client of tools.sock where its code's refusal says too little.
const (
	BadJSON        = "invalid json"
	EmptyRequest   = "empty request"
	ConnectionOld  = "connection lifetime exceeded"
	OtherVersion   = "protocol version mismatch"
	UnknownCaller  = "unauthorized caller"
	BadDirectory   = "invalid working directory"
	ToolNotStarted = "failed to start tool"
	OutputLimit    = "output limit exceeded"
	NotApproved    = "the owner did not approve it"
	Unchecked      = "they cannot be checked"
	DidNotStart    = "did not start"
	NoAdminCommand = "unknown admin command"
	WereRefused    = "were refused"
)

// Blocked is for a run that may not begin.
func Blocked(why string) string { return "blocked: " + why }

// TooManyRuns is for a session whose recent runs all failed.
func TooManyRuns(inVain string) string {
	return Blocked("too many runs " + inVain + " within a minute")
}

// Errors in the owner's commands.
const (
	UnknownCommand = "unknown command"
	Unwritable     = "not done: the daemon cannot write its state directory; make room there or mend the disk, then try again (the cause is in the daemon's log)"
)

// Missing is for a missing argument, NoArgument for an unknown one, and Belongs for one of the
// wrong kind.
func Missing(argument string) string { return argument + " is missing" }

// NoArgument is for an argument that no command takes.
func NoArgument(argument string) string { return argument + " is no argument" }

// Belongs says what an argument takes.
func Belongs(argument, kind string) string { return argument + ": " + kind + " belongs there" }

// NoLength is for an argument that is not a duration.
func NoLength(seconds int64) string {
	return "seconds: " + itoa(int(seconds)) + " is no length of time"
}
