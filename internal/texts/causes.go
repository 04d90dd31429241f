package texts

import (
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/trust"
)

// Why a session has its level, besides a host's own names for reasons.
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

// At is a cause with its level: message of a session at external.
func At(what string, level trust.Level) string { return what + " at " + level.String() }

// StartedAt is for a run of a command that was started at a level.
func StartedAt(level trust.Level) string { return At("a command that was started", level) }

// Response is a tool's result.
func Response(tool string) string { return name(tool) + " response" }

// ResponseWithOrders is a result that gave orders, by a rule if that is known.
func ResponseWithOrders(tool, rule string) string {
	text := Response(tool) + " with injected instructions"
	if rule != "" {
		text += " (" + rule + ")"
	}
	return text
}

// OfSession is a tool's result about another session.
func OfSession(tool string) string { return name(tool) + " of a session" }

// HadSeen is the cause of another session that passed something on.
func HadSeen(how, what string) string { return session.Preview(how+" that had seen: "+what, 160) }

// StillInHistory is a cause from before the session began anew.
func StillInHistory(what string) string { return session.Preview("still in the history: "+what, 160) }

// Carried is a cause from an earlier turn.
func Carried(what string) string { return "carried over: " + what }

// ManyBehind is for a call whose result cannot be told from others.
func ManyBehind(tool string, n int) string {
	return name(tool) + " call with " + itoa(n) + " calls behind it"
}

// Shown is content that a gateway says it shows the model, and where; for a tool, its result.
func Shown(kind, tool, where string) string {
	if tool != "" {
		return name(name(tool) + " result " + where)
	}
	return name(kind + " " + where)
}

// SessionEnded is the reason why a session began anew.
func SessionEnded(reason string) string { return "session " + reason }
