package decide

import (
	"strings"

	"github.com/provenanced/provenanced/internal/session"
)

const stagedUsage = "/provenance staged - what is staged for you: writes to memory files, withheld results\n" +
	"/provenance show <id>\n" +
	"/provenance accept <id> [with <file>…] - write the memory files, and the other files that you name\n" +
	"/provenance drop <id>"

// Review is a command about what is staged; its zero value is none.
type Review struct {
	Command, ID string
	With        []string
}

func (c *chatCommand) parseReview(args []string) {
	c.usage = stagedUsage
	if c.name == "staged" {
		if len(args) == 0 {
			c.usage = ""
		}
		return
	}
	if len(args) == 0 || len(args) > 1 && (c.name != "accept" || len(args) == 2 || !strings.EqualFold(args[1], "with")) {
		return
	}
	c.review.ID, c.usage = strings.ToLower(args[0]), ""
	if len(args) > 2 {
		c.review.With = args[2:]
	}
}

// unsaid is what a reply has to tell of what was staged and is not in its own words. The
// second time, it is told.
func (d *draft) unsaid(said string) string {
	if len(d.state.Unsaid) == 0 {
		return ""
	}
	var b strings.Builder
	for _, u := range d.state.Unsaid {
		if strings.Contains(said, u.ID) {
			continue
		}
		if b.Len() > 0 {
			b.WriteString("\n")
		}
		b.WriteString("[provenanced: staged, not written: " + u.What + " (" + u.ID + "). /provenance show " + u.ID +
			", then /provenance accept " + u.ID + " or /provenance drop " + u.ID + "]")
	}
	d.emit(&session.StagedTold{})
	return b.String()
}
