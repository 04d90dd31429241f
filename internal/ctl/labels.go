package ctl

import (
	"os"
	"path/filepath"
	"strings"
)

// labelRow is what is known about one path.
type labelRow struct {
	Path   string `json:"path"`
	Level  string `json:"level"`
	Whole  bool   `json:"whole"` // with everything below it
	Reason string `json:"reason"`
	Detail string `json:"detail"`
	At     string `json:"at"`
}

// because is why a path has its level.
func (l *labelRow) because() string {
	if l.Detail == "" || strings.Contains(l.Reason, l.Detail) {
		return l.Reason
	}
	return l.Reason + ", " + l.Detail
}

// path is the argument as an absolute path: the daemon does not know the command's directory.
func (c *call) path(i int) string {
	p := c.arg(i)
	if p == "" || strings.HasPrefix(p, "~/") {
		return p
	}
	if abs, err := filepath.Abs(p); err == nil {
		return abs
	}
	return p
}

// homely is a path as people write it.
func homely(path string) string {
	home, err := os.UserHomeDir()
	if rest, in := strings.CutPrefix(path, home+"/"); err == nil && in && home != "/" {
		return "~/" + rest
	}
	return path
}

func labelsList(c *call) error {
	return answer(c, "labels-list", map[string]string{"below": c.path(0)}, func(list []labelRow) {
		if len(list) == 0 {
			c.out.say("No file is known to hold words of others.\n")
			return
		}
		c.labels(list)
	})
}

// labels prints paths with their levels.
func (c *call) labels(list []labelRow) {
	var rows [][]any
	for i := range list {
		l := &list[i]
		path := homely(l.Path)
		if l.Whole {
			path += "/…"
		}
		rows = append(rows, []any{path, c.out.level(l.Level), c.ago(l.At), l.because()})
	}
	c.out.grid([]column{{head: "PATH", kind: text, least: 24}, {head: "LEVEL"}, {head: "SINCE", goes: 1}, {head: "BECAUSE", kind: text, least: 20}}, rows)
}

func labelsShow(c *call) error {
	return answer(c, "labels-show", map[string]string{"path": c.path(0)}, func(l labelRow) { c.label(&l) })
}

// label prints one path with its level.
func (c *call) label(l *labelRow) {
	p := c.out
	rows := [][]string{{"path", p.render(homely(l.Path))}, {"level", p.render(p.level(l.Level))}}
	if l.Reason != "" {
		rows = append(rows, []string{"reason", p.render(l.because())})
	}
	if l.At != "" {
		rows = append(rows, []string{"since", p.render(c.moment(l.At))})
	}
	p.align("", p.dimmed(rows))
}

func labelsClear(c *call) error {
	return answer(c, "labels-clear", map[string]string{"path": c.path(0)}, func(done struct {
		Cleared []string `json:"cleared"`
	}) {
		for _, path := range done.Cleared {
			c.out.say("%s is trusted again.\n", homely(path))
		}
	})
}

func labelsSet(c *call) error {
	args := map[string]any{"path": c.path(0), "level": c.arg(1), "whole": c.has("below")}
	return answer(c, "labels-set", args, func(l labelRow) {
		c.out.say("%s is %s.\n", homely(l.Path), c.out.level(l.Level))
	})
}
