package texts

import (
	"strings"
	"time"

	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/trust"
)

// Usage of the owner's commands in the chat.
const (
	ApproveUsage  = "Usage: .approve <tool|all> <8-character code> [minutes|once|always]"
	DenyUsage     = "Usage: .deny <8-character code>"
	WithdrawUsage = "Usage: .withdraw <tool|all>"
	ResetUsage    = "Usage: .reset-trust [trusted|shared|external|untrusted]"
	ResumeUsage   = "Usage: .resume [here]"
	FirewallUsage = "Usage: /firewall status | explain last | approve <requestId> once|session | deny <requestId> | withdraw <tool|all>"

	ProvenanceUsage = "/provenance status - the taint of this session, and why\n" +
		"/provenance pending - what waits for your approval\n" +
		"/provenance explain - why the last tool call got its answer\n" +
		"/provenance approve <tool|all> <code> [minutes|once|always]\n" +
		"/provenance deny <code>\n" +
		"/provenance withdraw <tool|all> - end what you have approved\n" +
		"/provenance reset-trust [trusted|shared|external|untrusted]\n" +
		"/provenance halt [here] [why] - let no call run, of any session or of this one\n" +
		"/provenance resume [here]\n" + StagedUsage + "\n" + LabelsUsage + "\n" + SkillsUsage + "\n" + MemoryUsage

	StagedUsage = "/provenance staged - what is staged for you: writes to memory files, withheld results\n" +
		"/provenance show <id>\n" +
		"/provenance accept <id> [with <file>…] - write the memory files, and the other files that you name\n" +
		"/provenance drop <id>"

	ApprovalAtMost = "An approval lasts at most 1440 minutes. " + ApproveUsage
)

// NoSuchCommand answers an unknown subcommand.
func NoSuchCommand(command, word string) string {
	return "There is no " + command + " " + name(word) + ".\n" + ProvenanceUsage
}

// Answers to commands that had no effect.
const (
	OwnerOnly      = "Only the owner can do that."
	NotDoneSeeLog  = "Not done: the daemon's log says why."
	NothingToTell  = "No tool call of this session has been judged yet."
	NothingPending = "Nothing waits for your approval in this session."
	NothingStaged  = "Nothing is staged."
)

// Reset answers .reset-trust.
func Reset(from, to trust.Level) string {
	if from == to {
		return "Trust reset: this session was " + from.String() + " already."
	}
	return "Trust reset from " + from.String() + " to " + to.String() + "."
}

// Denied answers .deny.
func Denied(tools []string) string { return "Denied: " + list(tools) + "." }

// Approved answers .approve.
func Approved(reach string, tools []string) string {
	return "Approved " + reach + ": " + list(tools) + "."
}

// How long an approval holds.
const (
	Once        = "once"
	ForNextTurn = "for your next turn"
	ForThisTurn = "for this turn"
)

// ForMinutes is for an approval for a time.
func ForMinutes(n int) string { return "for " + itoa(n) + " min" }

// Withdrawn answers .withdraw.
func Withdrawn(tools []string) string { return "No longer approved: " + list(tools) + "." }

// ResetBy is the cause of a level that a reset set, and NodeReset is a node of a turn's graph.
func ResetBy(level trust.Level, by string) string { return "reset to " + level.String() + " by " + by }

// NodeReset is the same about trust.
func NodeReset(level trust.Level, by string) string { return "trust " + ResetBy(level, by) }

// Status answers /provenance status.
type Status struct {
	Sign      string
	Level     trust.Level
	Cause     *session.Cause
	Since     time.Time
	Halted    string // who lets no call run, or ""
	Blocked   string // why the turn is blocked, or ""
	Authority string // what the latest message may ask for
	Denied    string // the last denied tool
	Grants    []string
	Pending   string
	Preset    string
	OnFailure string
}

func (s Status) String() string {
	var b strings.Builder
	b.WriteString(s.Sign + " This session is " + s.Level.String() + ".")
	if s.Cause != nil {
		b.WriteString(" Because of: " + Because(s.Cause) + ", " + minutes(s.Since) + ".")
	}
	if s.Halted != "" {
		b.WriteString("\n" + session.Capitalised(s.Halted) + ". " + ResumeHow)
	}
	if s.Blocked != "" {
		b.WriteString("\n" + s.Blocked)
	}
	b.WriteString(s.Authority)
	if s.Denied != "" {
		b.WriteString("\nLast denied: " + s.Denied + ".")
	}
	for _, g := range s.Grants {
		b.WriteString("\n" + g)
	}
	b.WriteString("\n" + s.Pending)
	b.WriteString("\nPolicy: " + s.Preset + ", onFailure: " + s.OnFailure + ".")
	return b.String()
}

// Standing is an approval in a status.
func Standing(tool string, g Granted) string { return tool + ": " + g.String() + "." }

// Authority is what the message of the latest turn allows, in a status.
func Authority(mode, by string, scope string) string {
	return "\nMessages are checked (" + mode + "). " + session.Capitalised(by) + " asks for: " + scope + "."
}

// NoAuthority is for a message that allows nothing.
func NoAuthority(mode string, problem session.Problem) string {
	return "\nMessages are checked (" + mode + "). The latest turn has no authority: " + Problems[problem] + "."
}

// Pending is a waiting code.
type Pending struct {
	Tools   []string
	Level   trust.Level
	Code    string
	Seconds int
}

// WaitingNow answers /provenance pending.
func WaitingNow(codes []Pending) string {
	if len(codes) == 0 {
		return NothingPending
	}
	var b strings.Builder
	b.WriteString("Waiting for your approval:")
	for _, p := range codes {
		b.WriteString(" " + list(p.Tools) + " (context: " + p.Level.String() + "). Code " + p.Code + ", expires in " + itoa(p.Seconds) + "s.\n")
	}
	code := codes[len(codes)-1].Code
	b.WriteString(".approve all " + code + " [minutes|once|always], or .deny " + code)
	return b.String()
}

// Header is the line above a response.
func Header(sign string, level trust.Level, reason, impacted string) string {
	return sign + " [taint: " + level.String() + " | reason: " + reason + " | last impacted: " + impacted + "]"
}

// A header's words for nothing.
const (
	NothingSeen = "nothing seen yet"
	None        = "none"
)

// LeftOut replaces content that a gateway would fetch.
func LeftOut(level trust.Level) string {
	return "[Left out: something to fetch from another address. This session is " + level.String() + ".]"
}

// Judged answers /provenance explain.
type Judged struct {
	Tool    string
	Became  string
	Level   trust.Level
	Reasons []session.Reason
	Does    string
	Cause   *session.Cause
	At      time.Time // of the cause
	Answer  string
	Remedy  string
}

// The outcome of a judged call.
const (
	WasDenied  = "denied"
	WasAllowed = "allowed"
	WasHeld    = "held for your approval"
)

func (j Judged) String() string {
	var b strings.Builder
	b.WriteString(j.Tool + " was " + j.Became + ", judged at " + j.Level.String() + ".")
	for _, r := range j.Reasons {
		b.WriteString("\n" + r.Layer + ": " + r.Mode.String() + " - " + r.Text)
	}
	if j.Does != "" {
		b.WriteString("\nIt would have done: " + j.Does)
	}
	if j.Cause != nil {
		b.WriteString("\nBecause of: " + Because(j.Cause) + ", " + j.At.Format(Minutes))
	}
	if j.Answer != "" {
		b.WriteString("\n" + session.Capitalised(j.Answer) + ".")
	}
	if j.Remedy != "" {
		b.WriteString("\nWhat would allow it: " + j.Remedy)
	}
	return b.String()
}
