package ctl

import "strings"

// skillRow is one skill.
type skillRow struct {
	Name   string `json:"name"`
	Path   string `json:"path"`
	State  string `json:"state"` // accepted, new, changed or unreadable
	Files  int    `json:"files"`
	Bytes  int64  `json:"bytes"`
	Digest string `json:"digest"`
	Since  string `json:"since"`
	Why    string `json:"why"` // what cannot be read
}

// skillsData is the answer to skills-list.
type skillsData struct {
	Skills []skillRow `json:"skills"`
	Whole  bool       `json:"whole"`
}

// waiting are the skills that are not accepted as they are.
func (d *skillsData) waiting() (names []string) {
	for i := range d.Skills {
		if s := &d.Skills[i]; s.State != skillAccepted {
			names = append(names, s.Name)
		}
	}
	return names
}

const (
	skillAccepted = "accepted"
	skillNew      = "new"
)

// state is a skill's state in its colour.
func (s *skillRow) state() ink {
	if s.State == skillAccepted {
		return green(s.State)
	}
	return yellow(s.State)
}

// skill is the argument: a name, or a path as the daemon can resolve it.
func (c *call) skill() string {
	if strings.Contains(c.arg(0), "/") {
		return c.path(0)
	}
	return c.arg(0)
}

func skillsList(c *call) error {
	return answer(c, "skills-list", nil, func(d skillsData) {
		if len(d.Skills) == 0 {
			c.out.say("There are no skills, as far as the daemon has seen: it finds those of a workspace once an agent works there.\n")
			return
		}
		var rows [][]any
		for i := range d.Skills {
			s := &d.Skills[i]
			rows = append(rows, []any{s.Name, s.state(), c.ago(s.Since), size(s.Bytes), homely(s.Path)})
		}
		c.out.grid([]column{{head: "SKILL", kind: name, least: 14}, {head: "STATE"}, {head: "SINCE", goes: 1}, {head: "SIZE", goes: 2}, {head: "PATH", kind: text, least: 24}}, rows)
		if !d.Whole {
			c.out.say("\n%s\n", dim("There are more than are looked for."))
		}
		if waiting := d.waiting(); len(waiting) > 0 {
			c.out.say("\n%s\n", dim(count(int64(len(waiting)), "skill")+" not accepted: provenancectl skills diff NAME, then provenancectl skills accept NAME"))
		}
	})
}

// skillHead prints what a skill is, above what it holds.
func (c *call) skillHead(s *skillRow) {
	p := c.out
	rows := [][]string{{"skill", p.render(s.Name)}, {"path", p.render(homely(s.Path))}, {"state", p.render(s.state())}}
	if s.Since != "" {
		rows = append(rows, []string{"since", p.render(c.moment(s.Since))})
	}
	if s.Why != "" {
		rows = append(rows, []string{"unreadable", p.render(s.Why)})
	}
	if s.Digest != "" {
		rows = append(rows, []string{"digest", p.render(s.Digest)})
	}
	p.align("", p.dimmed(rows))
}

// toAccept says how to accept what was shown, and nothing else.
func (c *call) toAccept(s *skillRow) {
	switch {
	case s.Digest == "":
		c.out.say("\n%s\n", dim("It cannot be accepted until all of it can be read."))
	case s.State != skillAccepted:
		c.out.say("\n%s\n", dim("Accept it as it is shown: provenancectl skills accept "+s.Name+" "+short(s.Digest)))
	}
}

func skillsShow(c *call) error {
	return answer(c, "skills-show", map[string]string{"skill": c.skill()}, func(d struct {
		skillRow
		Contents []struct {
			Name  string `json:"name"`
			Bytes int64  `json:"bytes"`
			Exec  bool   `json:"exec"`
			Link  string `json:"link"`
		} `json:"contents"`
		Text string `json:"text"`
	}) {
		c.skillHead(&d.skillRow)
		c.out.say("\n")
		var rows [][]any
		for _, f := range d.Contents {
			what := ""
			switch {
			case f.Link != "":
				what = "a symlink to " + f.Link
			case f.Exec:
				what = "can be run"
			}
			rows = append(rows, []any{f.Name, size(f.Bytes), dim(what)})
		}
		c.out.gridIn("  ", []column{{kind: text, least: 20}, {}, {kind: text, least: 11}}, rows, false)
		if d.Text != "" {
			c.out.say("\n%s\n", lines(strings.TrimSuffix(d.Text, "\n")))
		}
		c.toAccept(&d.skillRow)
	})
}

func skillsDiff(c *call) error {
	return answer(c, "skills-diff", map[string]string{"skill": c.skill()}, func(d struct {
		skillRow
		Diff string `json:"diff"`
		Kept bool   `json:"kept"`
	}) {
		c.skillHead(&d.skillRow)
		switch {
		case d.State == skillAccepted && d.Kept:
			c.out.say("\nNothing has changed since it was accepted.\n")
			return
		case !d.Kept && d.State != skillNew:
			c.out.say("\n%s\n", dim("The accepted version is not kept, so all of it is shown."))
		}
		c.out.say("\n")
		c.out.diff(d.Diff)
		c.toAccept(&d.skillRow)
	})
}

func skillsAccept(c *call) error {
	if !c.has("all") {
		if c.arg(0) == "" {
			return usagef("skills accept needs a skill's name, or --all; `provenancectl skills list` lists them")
		}
		return answer(c, "skills-accept", map[string]string{"skill": c.skill(), "digest": c.arg(1)}, func(s skillRow) {
			c.out.say("%s %s, as it is now: %s.\n", green("Accepted"), s.Name, short(s.Digest))
		})
	}
	if c.arg(0) != "" {
		return usagef("--all is every skill that waits: leave out the name")
	}
	var d skillsData
	if err := c.ask("skills-list", nil, &d); err != nil {
		return err
	}
	accepted := []skillRow{}
	var failed error
	for i := range d.Skills {
		s := &d.Skills[i]
		if s.State == skillAccepted {
			continue
		}
		var done skillRow
		if err := c.ask("skills-accept", map[string]string{"skill": s.Path, "digest": s.Digest}, &done); err != nil {
			if failed == nil {
				failed = err
			}
			continue
		}
		accepted = append(accepted, done)
	}
	err := result(c, accepted, func() {
		for i := range accepted {
			c.out.say("%s %s.\n", green("Accepted"), accepted[i].Name)
		}
		if len(accepted) == 0 && failed == nil {
			c.out.say("No skill waits.\n")
		}
	})
	if failed != nil {
		return failed
	}
	return err
}
