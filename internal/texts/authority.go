package texts

import (
	"fmt"
	"strings"
	"time"

	"github.com/provenanced/provenanced/internal/flow"
	"github.com/provenanced/provenanced/internal/trust"
)

// About the values of a call.
const (
	spared        = "because the owner asked for it and every value that matters is theirs"
	WouldRun      = "shadow: it would run unasked, " + spared
	YesToAll      = "; a yes lets the agent act on all that this says, until the turn ends"
	SomethingRead = "a text that was read"

	ChangesMemory = "changes what the agent remembers"

	onlyLooks = "because it only looks"
	WouldLook = "shadow: it would run unasked, " + onlyLooks
)

// RunsUnasked is for a call that runs without a question.
func RunsUnasked(level trust.Level) string {
	return "it runs unasked at " + level.String() + ", " + spared
}

// ApprovedBefore names the earlier approval that makes a value the owner's; for RunsUnasked.
func ApprovedBefore(arg, id string) string {
	return "; they approved `" + arg + "` before (" + id + ")"
}

// OnlyLooks is for a command that needs no question because it only looks.
func OnlyLooks(level trust.Level) string {
	return "it runs unasked at " + level.String() + ", " + onlyLooks
}

// Actions are the reasons that concern the action rather than a value.
var Actions = map[flow.Rule]string{
	flow.NotAsked:     "you did not ask for anything of this kind",
	flow.NotObject:    "you did not speak of what it acts on",
	flow.NotDestroy:   "you did not ask for anything to be deleted, cancelled or handed over",
	flow.TooMany:      "it has more values than are judged",
	flow.NotAnObject:  "its parameters cannot be read",
	flow.NothingKnown: "so much was read that it cannot be told whose its values are",
}

// NotAskedFor is for a command that the owner did not ask for; name is "" for a redirection.
func NotAskedFor(name string) string {
	if name == "" {
		return "you did not ask for anything to be written"
	}
	return "you did not ask for anything like `" + name + "`"
}

// NotSpokenOf is for a call on an object that the owner did not mention.
func NotSpokenOf(value string) string { return "it acts on " + value + ", of which you did not speak" }

// HeldAs is for a command that is held for what it does; why says what: "runs with privilege".
func HeldAs(name, why string) string {
	if name == "" {
		return "this command line " + why
	}
	return "`" + name + "` " + why
}

// NotJudged is for any other reason.
func NotJudged(why string) string { return "its values cannot be judged: " + why }

// HeldBy says why a value is not the owner's, with the source that contains it; for a contested
// one, the source that asks for another.
func HeldBy(rule flow.Rule, value, source string) string {
	switch rule {
	case flow.Coined:
		return "you never named " + value + ", and nothing that was read has it"
	case flow.Contested:
		return source + " asks for " + value + ", and you did not name it"
	case flow.Unlinked:
		return "you did not speak of the entry of " + source + " that has " + value
	case flow.Unnamed:
		return "you did not name " + value + ", though " + source + " has it"
	case flow.Widens:
		return "it lets others see or do more (" + value + ")"
	case flow.Private:
		return "it would send " + value + ", which is private and stands in " + source
	case flow.Copied:
		return "its words are those of " + source
	case flow.ForeignName:
		return "it speaks of " + value + ", whom only " + source + " names"
	}
	return "you never named " + value + "; it stands in " + source
}

// SourceRead names a result: the result of web_fetch from evil.example (2 min ago).
func SourceRead(tool, from string, ago time.Duration) string {
	text := TheResultOf(tool)
	if strings.ContainsRune(tool, ' ') { // brought by no tool: a forwarded message
		text = "the " + name(tool)
	}
	if from != "" {
		text += " from " + name(from)
	}
	switch {
	case ago < time.Minute:
		return text + " (just now)"
	case ago < 2*time.Hour:
		return text + fmt.Sprintf(" (%d min ago)", int(ago/time.Minute))
	}
	return text + fmt.Sprintf(" (%d h ago)", int(ago/time.Hour))
}

// ThisCall names a call whose values cannot be shown, in an approval.
func ThisCall(sum string) string { return "this call, " + sum }
