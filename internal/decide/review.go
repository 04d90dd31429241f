package decide

import (
	"strings"

	"github.com/provenanced/provenanced/internal/texts"
)

// Review is a command about what is staged; its zero value is none.
type Review struct {
	Command, ID string
	With        []string
}

func (c *chatCommand) parseReview(args []string) {
	c.usage = texts.StagedUsage
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
