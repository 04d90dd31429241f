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
	Skill       string // what to do with a skill, whose name is the ID: show, diff, accept; "" lists them
}

// parseSkills reads the words behind skills.
func (c *chatCommand) parseSkills(args []string) {
	if len(args) == 0 {
		return
	}
	c.review.Skill, c.review.ID = strings.ToLower(args[0]), strings.Join(args[1:], " ")
	switch c.review.Skill {
	case "show", "diff", "accept":
		if c.review.ID != "" {
			return
		}
	}
	c.usage = texts.SkillsUsage
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
