package decide

import (
	"strings"

	"github.com/provenanced/provenanced/internal/texts"
)

// Review is a command about what is staged, or about the levels of files; its zero value is none.
type Review struct {
	Command, ID string
	With        []string
	Path        string // of a file; "" for all of them
}

// parseLabels reads the words behind labels and unlabel: a path, which may have spaces in it.
func (c *chatCommand) parseLabels(args []string) {
	c.review.Path = strings.Join(args, " ")
	if c.review.Path == "" && c.name == "unlabel" {
		c.usage = texts.LabelsUsage
	}
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
