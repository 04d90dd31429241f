package ctl

import (
	"encoding/base64"
	"strings"
	"unicode/utf8"
)

type blockedRow struct {
	ID        string `json:"id"`
	Session   string `json:"session"`
	Path      string `json:"path"`
	Operation string `json:"operation"` // write, edit or patch
	Level     string `json:"level"`
	BlockedAt string `json:"blockedAt"`
	Bytes     int64  `json:"bytes"`
	// Files is missing from an older daemon's answer.
	Files []blockedFile `json:"files"`
}

type blockedFile struct {
	Path    string `json:"path"`
	Kind    string `json:"kind"`
	Bytes   *int64 `json:"bytes"`
	Removed bool   `json:"removed"`
}

// becomes is the size that the file would have.
func (f *blockedFile) becomes() string {
	switch {
	case f.Removed:
		return "removed"
	case f.Bytes == nil:
		return "size unknown"
	}
	return size(*f.Bytes)
}

// blockedKinds say what a commit does with a file.
var blockedKinds = map[string]string{
	"memory":    "memory file",
	"workspace": "written only with --with",
	"outside":   "outside of the workspace: never written",
	"daemon":    "the daemon's own: never written",
}

// namesMore reports whether the files say more than the path before them.
func namesMore(files []blockedFile, path string) bool {
	return len(files) > 1 || len(files) == 1 && (files[0].Kind != "memory" || files[0].Path != path)
}

func (p *printer) files(indent string, files []blockedFile) {
	var rows [][]any
	for i := range files {
		f := &files[i]
		rows = append(rows, []any{f.Path, f.becomes(), dim(or(blockedKinds[f.Kind], f.Kind))})
	}
	p.gridIn(indent, []column{{kind: text, least: 20}, {}, {kind: text, least: 11}}, rows, false)
}

type blockedDetail struct {
	blockedRow
	Tool     string `json:"tool"`
	Agent    string `json:"agent"`
	Reason   string `json:"reason"`
	Content  string `json:"content"`
	Encoding string `json:"encoding"` // base64 when the content is not UTF-8
	Note     string `json:"note"`     // why the content is not the whole file
}

func blockedList(c *call) error {
	return answer(c, "blocked-list", nil, func(list []blockedRow) {
		if len(list) == 0 {
			c.out.say("Nothing is staged.\n")
			return
		}
		var rows [][]any
		for _, b := range list {
			rows = append(rows, []any{b.ID, b.Operation, c.out.level(b.Level), size(b.Bytes), c.ago(b.BlockedAt), b.Session, b.Path})
		}
		c.out.grid([]column{{head: "ID"}, {head: "OPERATION", goes: 3}, {head: "LEVEL"}, {head: "SIZE", goes: 2}, {head: "BLOCKED", goes: 1},
			{head: "SESSION", kind: name, least: 14}, {head: "PATH", kind: text, least: 24}}, rows)
		for _, b := range list {
			if namesMore(b.Files, b.Path) {
				c.out.say("\n%s would change:\n", bold(b.ID))
				c.out.files("  ", b.Files)
			}
		}
		c.out.wholeElsewhere(c)
	})
}

func (c *call) id() map[string]string { return map[string]string{"id": c.arg(0)} }

func blockedShow(c *call) error {
	return answer(c, "blocked-show", c.id(), func(b blockedDetail) {
		p := c.out
		rows := [][]string{
			{"id", p.render(bold(b.ID))}, {"path", p.render(b.Path)}, {"operation", p.render(b.Operation + ", asked for as " + or(b.Tool, "an unnamed tool"))},
			{"session", p.render(b.Session)}, {"agent", p.render(or(b.Agent, "not said"))},
			{"level", p.render(p.level(b.Level))}, {"reason", p.render(or(b.Reason, "not said"))},
			{"blocked", p.render(c.moment(b.BlockedAt))}, {"size", p.render(size(b.Bytes))},
		}
		if b.Note != "" {
			rows = append(rows, []string{"note", p.render(b.Note)})
		}
		p.align("", p.dimmed(rows))
		if namesMore(b.Files, b.Path) {
			p.say("\n%s\n", bold("It would change"))
			p.files("  ", b.Files)
			p.say("\n%s\n", dim("What follows is "+b.Path+" alone: `provenancectl blocked diff "+b.ID+"` shows every file."))
		}
		content := b.Content
		if b.Encoding == "base64" {
			raw, err := base64.StdEncoding.DecodeString(content)
			if err != nil || !utf8.Valid(raw) {
				p.say("\n%s\n", dim("content that is not text, in base64:"))
			} else {
				content = string(raw)
			}
		}
		p.say("\n%s\n", lines(strings.TrimSuffix(content, "\n")))
	})
}

func blockedDiff(c *call) error {
	return answer(c, "blocked-diff", c.id(), func(b struct {
		Diff  string        `json:"diff"`
		Files []blockedFile `json:"files"`
	}) {
		if len(b.Files) > 0 {
			c.out.files("", b.Files)
			c.out.say("\n")
		}
		if b.Diff == "" {
			c.out.say("It would change nothing.\n")
		}
		c.out.diff(b.Diff)
	})
}

// diff prints a unified diff.
func (p *printer) diff(text string) {
	for line := range strings.Lines(text) {
		look := ""
		switch {
		case strings.HasPrefix(line, "+++"), strings.HasPrefix(line, "---"):
			look = "1"
		case strings.HasPrefix(line, "@@"):
			look = "36"
		case strings.HasPrefix(line, "+"):
			look = "32"
		case strings.HasPrefix(line, "-"):
			look = "31"
		}
		p.say("%s\n", ink{strings.ReplaceAll(strings.TrimSuffix(line, "\n"), "\t", "    "), look})
	}
}

func blockedCommit(c *call) error {
	args := map[string]any{"id": c.arg(0)}
	if with := c.flags["with"]; with != "" {
		args["with"] = strings.Split(with, oneMore)
	}
	return answer(c, "blocked-commit", args, func(b struct {
		Path  string        `json:"path"`
		Bytes int64         `json:"bytes"`
		Files []blockedFile `json:"files"`
		Left  []blockedFile `json:"left"`
	}) {
		if len(b.Files) == 0 {
			c.out.say("%s %s to %s.\n", green("Wrote"), size(b.Bytes), b.Path)
		}
		for i := range b.Files {
			if f := &b.Files[i]; f.Removed {
				c.out.say("%s %s.\n", green("Removed"), f.Path)
			} else {
				c.out.say("%s %s to %s.\n", green("Wrote"), f.becomes(), f.Path)
			}
		}
		if len(b.Left) > 0 {
			c.out.say("\n%s\n", bold("Not written"))
			c.out.files("  ", b.Left)
		}
	})
}

func blockedDrop(c *call) error {
	return answer(c, "blocked-drop", c.id(), func(b struct {
		ID string `json:"id"`
	}) {
		c.out.say("Dropped %s.\n", b.ID)
	})
}
