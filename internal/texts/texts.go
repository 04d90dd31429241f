// Package texts has the sentences that people and agents read: why a call was held, denied or
// cleaned, what the owner is asked, what a command in the chat answers, what a refusal says.
// Names that came over the wire are cut to what can be shown here and nowhere else. It decides
// nothing, and knows no host. What provenancectl prints is in internal/ctl, and what a policy
// says of itself in internal/policy.
package texts

import (
	"strconv"
	"strings"
	"time"

	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/trust"
)

// name is a name as a sentence has it.
func name(s string) string { return session.Label(s) }

// quoted is a tool as a sentence for the agent names it.
func quoted(tool string) string { return "Tool '" + name(tool) + "'" }

func list(all []string) string { return strings.Join(all, ", ") }

func itoa(n int) string { return strconv.Itoa(n) }

// Minutes is how times are written for owners, who need no seconds.
const Minutes = "2006-01-02 15:04 MST"

func minutes(t time.Time) string { return t.UTC().Format(Minutes) }

// Because is a cause in words, with where the content came from.
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
