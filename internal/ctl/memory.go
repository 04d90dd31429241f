package ctl

import "strings"

// note is the argument: a file that is there, or else the end of a path that the daemon knows.
func (c *call) note() string {
	if p := c.path(0); isThere(p) {
		return p
	}
	return c.arg(0)
}

func memoryList(c *call) error {
	return answer(c, "memory-list", map[string]bool{"tainted": c.has("tainted")}, func(list []labelRow) {
		switch {
		case len(list) > 0:
			c.labels(list)
		case c.has("tainted"):
			c.out.say("No memory file is known to hold words of others.\n")
		default:
			c.out.say("There are no memory files, as far as the daemon has seen: it finds those of a workspace once an agent works there.\n")
		}
	})
}

func memoryShow(c *call) error {
	return answer(c, "memory-show", map[string]string{"path": c.note()}, func(n struct {
		labelRow
		Text string `json:"text"`
	}) {
		c.label(&n.labelRow)
		c.out.say("\n%s\n", lines(strings.TrimSuffix(n.Text, "\n")))
	})
}

func memoryAccept(c *call) error {
	return answer(c, "memory-accept", map[string]string{"path": c.note()}, func(done struct {
		Accepted []string `json:"accepted"`
	}) {
		for _, path := range done.Accepted {
			c.out.say("%s is trusted from now on.\n", homely(path))
		}
	})
}

func memoryDrop(c *call) error {
	return answer(c, "memory-drop", map[string]string{"path": c.note()}, func(done struct {
		Path string `json:"path"`
		ID   string `json:"id"`
	}) {
		c.out.say("%s %s. What it held is kept: `provenancectl blocked commit %s` brings it back, and `blocked drop` discards it.\n", green("Dropped"), homely(done.Path), done.ID)
	})
}
