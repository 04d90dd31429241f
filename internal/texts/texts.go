// Package texts has the sentences that people and agents read: why a call was held, denied or
// cleaned, what the owner is asked, what a command in the chat answers, what a refusal says. Names
// that came over the wire are shortened for display only here. It decides nothing, and knows no
// host. The output of provenancectl is in internal/ctl, and a policy's own messages in
// internal/policy.
package texts

import (
	"strconv"
	"strings"
	"time"

	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/trust"
)

// name is a name as shown in a sentence.
func name(s string) string { return session.Label(s) }

// quoted is a tool's name in a sentence for the agent.
func quoted(tool string) string { return "Tool '" + name(tool) + "'" }

func list(all []string) string { return strings.Join(all, ", ") }

// someOf are the lines of some of n things, one each.
func someOf(n int, lines []string) string {
	text := strings.Join(lines, "\n")
	if n > len(lines) {
		text += "\n…"
	}
	return text
}

func itoa(n int) string { return strconv.Itoa(n) }

// Minutes is the format of times for owners, who need no seconds.
const Minutes = "2006-01-02 15:04 MST"

func minutes(t time.Time) string { return t.UTC().Format(Minutes) }

// Because is a cause in words, with the origin of the content.
func Because(c *session.Cause) string {
	text := c.Reason
	if c.Detail != "" {
		text += " (" + c.Detail + ")"
	}
	return text
}

// causedBy ends a sentence with a cause, if it is known.
func causedBy(text string, c *session.Cause) string {
	if c != nil {
		text += ": " + Because(c)
	}
	return text + "."
}

func holds(level trust.Level) string { return "the context holds " + level.String() + " content" }
