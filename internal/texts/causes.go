package texts

import (
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/trust"
)

// Why a session has a level, besides what a host calls it.
const (
	Owner           = "owner"
	OwnerDM         = "owner DM"
	OwnerMessage    = "owner message"
	TrustedSender   = "trusted sender"
	ExternalSender  = "external sender"
	UnknownSender   = "unknown sender"
	SystemEvent     = "system event"
	SpawnedByOther  = "spawned by another session"
	OfItself        = "message of the session itself"
	OfUnknown       = "message of an unknown session"
	OfASession      = "message of a session"
	SpawnedByOne    = "spawned by a session"
	FromBefore      = "from before, and still in the history"
	CarriedOver     = "carried over from earlier turns"
	AnnouncedCall   = "content of an announced call"
	NoTicketProgram = "a program that shows no ticket of a session"
	Imported        = "imported watermark"
	Forgotten       = "more than could be remembered while nothing could be recorded"
	FreshSession    = "fresh session"
	InTheContext    = "in the context"
	InAMessage      = "in a message"
	UnvouchedNode   = "a message that nobody vouched for"
	UnobservedNode  = "a tool result that was not observed"
	ResetNotDone    = "the reset was not done"
)

// At is a cause with the level that it had: message of a session at external.
func At(what string, level trust.Level) string { return what + " at " + level.String() }

// StartedAt is for a run of a command that was started at a level.
func StartedAt(level trust.Level) string { return At("a command that was started", level) }

// Response is what a tool returned.
func Response(tool string) string { return name(tool) + " response" }

// ResponseWithOrders is one that gave orders by a rule, if that is known.
func ResponseWithOrders(tool, rule string) string {
	text := Response(tool) + " with injected instructions"
	if rule != "" {
		text += " (" + rule + ")"
	}
	return text
}

// OfSession is what a tool returned of another session.
func OfSession(tool string) string { return name(tool) + " of a session" }

// HadSeen is what another session had seen that passed it on.
func HadSeen(how, what string) string { return session.Preview(how+" that had seen: "+what, 160) }

// StillInHistory is a cause from before the session began anew.
func StillInHistory(what string) string { return session.Preview("still in the history: "+what, 160) }

// Carried is a cause of an earlier turn's.
func Carried(what string) string { return "carried over: " + what }

// ManyBehind is for a call whose result can no longer be told from another's.
func ManyBehind(tool string, n int) string {
	return name(tool) + " call with " + itoa(n) + " calls behind it"
}

// Shown is what a gateway says that the model is shown, and where: of a tool, its result.
func Shown(kind, tool, where string) string {
	if tool != "" {
		return name(name(tool) + " result " + where)
	}
	return name(kind + " " + where)
}

// SessionEnded is by what a session began anew.
func SessionEnded(reason string) string { return "session " + reason }
