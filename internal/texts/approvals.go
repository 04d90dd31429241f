package texts

import (
	"time"

	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/trust"
)

// Why a call waits, for the owner and the agent.
const (
	Tainted          = "Context contains tainted content."
	AtEveryLevel     = "It needs approval at every trust level."
	UnknownToolWaits = "The policy does not know this tool, so it needs approval at every trust level."
)

// ContextIs is the reason for a call that waits because of the context's level.
func ContextIs(level trust.Level, c *session.Cause) string {
	return causedBy("The context is "+level.String(), c)
}

// Overtaken is the reason for a call whose approval does not hold at the current level.
func Overtaken(approved, now trust.Level, c *session.Cause) string {
	return causedBy("It was approved when the context was "+approved.String()+"; the context is "+now.String()+" now", c)
}

// DoesNotHold is the same, shorter.
func DoesNotHold(approved trust.Level) string {
	return "its approval was given at " + approved.String() + " and does not hold below"
}

// OthersWait is for the agent, if too many calls, or tools, are waiting already.
func OthersWait(tool string, n int, what string) string {
	return quoted(tool) + " is blocked by security policy. It needs approval, and " +
		itoa(n) + " other " + what + " wait for theirs already. Tell the owner, and try again when they have answered."
}

// Held is for the agent, about a call that waits for the owner.
type Held struct {
	Called  string // by the agent's name for it
	Tool    string // by the name that the owner approves
	Why     string
	ToOwner bool // the reason, for the owner
	Waiting []string
	Code    string // "": the agent does not get it
	Seconds int    // of its validity
}

func (h Held) String() string {
	told, how := "", "The owner can approve it: the code is in the gateway's approval prompt and in provenancectl pending."
	if h.ToOwner {
		told = "The owner is told: "
	}
	if h.Code != "" {
		how = "Approval code: " + h.Code + " (expires in " + itoa(h.Seconds) + "s)\n" +
			"Approve:  .approve " + name(h.Tool) + " " + h.Code + " [minutes]\n" +
			"Approve all:  .approve all " + h.Code + " [minutes]"
	}
	return "Tool '" + name(h.Called) + "' is blocked by security policy. " + told + h.Why + "\n" +
		"Blocked tools: " + list(h.Waiting) + "\n" + how
}

// Approves says what would allow a waiting call; by the code, if the agent knows it.
func Approves(tool, command string, byCode bool) string {
	if byCode {
		return "the owner sends .approve " + name(tool) + " with the code, or runs: " + command
	}
	return "the owner approves it: " + command
}

// ApproveCommand is a shell command, with its words quoted.
func ApproveCommand(session, tool string) string {
	return "provenancectl approve --session " + session + " " + tool
}

// ApproveListed is for names that could not be shown to the owner.
const ApproveListed = "provenancectl approve, with what provenancectl pending --json lists"

// How the owner answered.
const (
	InChat   = " in the chat"
	AtPrompt = " at the gateway's prompt"
	WithCLI  = " with provenancectl"
)

// Granted describes the approval that a call has.
type Granted struct {
	Way          string
	Since, Until time.Time
	Once, Turn   bool // how long it holds; otherwise until a time
	Value        bool // it is for a value, in an action that the owner asked for
}

func (g Granted) String() string {
	text := approvedByOwner + g.Way
	if !g.Since.IsZero() {
		text += " at " + g.Since.UTC().Format(time.RFC3339)
	}
	switch {
	case g.Once:
		return text + ", once"
	case g.Turn:
		return text + ", for this turn"
	}
	if g.Value {
		text += ", where you ask for it"
	}
	return text + ", until " + g.Until.UTC().Format(time.RFC3339)
}

const approvedByOwner = "approved by the owner"

// OwnerApproved and OwnerWithdrew are nodes of a turn's graph.
func OwnerApproved(way string, tools []string) string {
	return approvedByOwner + way + ": " + list(tools)
}

// OwnerWithdrew is its opposite.
func OwnerWithdrew(tools []string) string { return "no longer approved by the owner: " + list(tools) }

// Why a code or an approval has no effect.
const (
	CodeNotPending  = "that code is not pending"
	CodeExpired     = "that code has expired; ask the agent to try again"
	CallGone        = "that call no longer waits; ask the agent to try again"
	SeveralUnderID  = "different calls wait under the id of that one; deny the code and ask the agent to try again"
	SeveralOfTool   = "different calls of that tool wait; provenancectl pending lists them: approve one by its code, or with --call"
	CodeSpent       = "that code was used or closed already"
	CodesBurned     = "too many wrong codes: every pending code of this session is burned"
	NothingWaits    = "nothing is waiting for approval in this session"
	NoSuchGrant     = "no such approval stands in this session"
	ApprovalTooLong = "an approval lasts from a second to a day"
	ApprovalOfBoth  = "an approval is for one call or for a time, not both"
	ApprovalOfCall  = "an approval that names a call is for that call, once"
	NothingJudged   = "no tool call has been judged yet"
	NothingJudgedIn = "no tool call of this session has been judged yet"
	NoWatermarkFile = `no watermark file, which has "version": 1 and "watermarks": {…}`
)

// CodeIsFor is for approving a tool that does not wait under the code, or at all if there is no
// code.
func CodeIsFor(code bool, waiting []string, tool string) string {
	what := "what waits is"
	if code {
		what = "that code is for"
	}
	return what + " " + list(waiting) + ", not " + name(tool)
}

// WatermarkVersion is for a file of an unknown version.
func WatermarkVersion(n int) string {
	return "watermark file of version " + itoa(n) + ", not 1"
}

// How a waiting call ended without the owner's answer to it.
const (
	AnswerExpired = "nobody answered in time: the code expired"
	AnswerReset   = "a trust reset closed the code"
	AnswerBurned  = "too many wrong codes burned the code"
)

// AnswerCovered is for a call that another call's approval allowed.
func AnswerCovered(way string) string {
	return "the owner approved another call" + way + ", which covered this one"
}

// Answered is the owner's answer to a call.
func Answered(answer, way string) string { return answer + " by the owner" + way }

// AnsweredAt is an answer with its time.
func AnsweredAt(answer string, at time.Time) string {
	return answer + ", at " + at.Format(time.RFC3339)
}
