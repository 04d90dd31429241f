package decide

import (
	"slices"
	"strings"

	"github.com/provenanced/provenanced/internal/texts"
)

// Review is a command about what is staged, or about the levels of files; the zero value is none.
type Review struct {
	Command, ID string
	With        []string
	Path        string // of a file, "" for all of them; or the name of a skill
	Action      string // what to do with a skill, or with a memory file: show, diff, accept, drop; "" lists them
}

// parseAction parses the words after skills and memory: the action, and its object.
func (c *chatCommand) parseAction(args []string, usage string, actions ...string) {
	if len(args) == 0 {
		return
	}
	c.review.Action, c.review.Path = strings.ToLower(args[0]), strings.Join(args[1:], " ")
	if c.review.Path == "" || !slices.Contains(actions, c.review.Action) {
		c.usage = usage
	}
}

// parseLabels parses the words after labels and unlabel: a path, which may contain spaces.
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
