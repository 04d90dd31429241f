package ui

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"time"
)

func (p *Page) lookAtSeal() {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Minute)
	defer cancel()
	s, err := p.Source.Seal(ctx)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.seal = sealed{Seal: s, at: p.Now(), err: err}
}

// staged is what waits to be written.
type stagedRow struct {
	ID        string    `json:"id"`
	Session   string    `json:"session"`
	Path      string    `json:"path"`
	Operation string    `json:"operation"`
	Level     string    `json:"level"`
	BlockedAt time.Time `json:"blockedAt"`
	Bytes     int64     `json:"bytes"`
	Files     []struct {
		Path string `json:"path"`
		Kind string `json:"kind"`
	} `json:"files"`
}

// At is BlockedAt as templates pass it on.
func (s *stagedRow) At() *time.Time { return &s.BlockedAt }

type stagedView struct {
	List  []stagedRow
	Shown *stagedRow
	Text  string // of a result that was withheld
	Why   string
	Diff  []diffLine
	Long  bool // the diff goes on
}

func (p *Page) staged(r *http.Request, _ *status) (any, error) {
	var v stagedView
	if err := p.Source.Ask(r.Context(), "blocked-list", nil, &v.List); err != nil {
		return nil, err
	}
	id := r.URL.Query().Get("id")
	if id == "" && len(v.List) > 0 {
		id = v.List[0].ID
	}
	for i := range v.List {
		if v.List[i].ID == id {
			v.Shown = &v.List[i]
		}
	}
	if v.Shown == nil {
		return v, nil
	}
	var whole struct {
		Reason   string `json:"reason"`
		Content  string `json:"content"`
		Encoding string `json:"encoding"`
	}
	if err := p.Source.Ask(r.Context(), "blocked-show", map[string]any{"id": id}, &whole); err != nil {
		return nil, err
	}
	v.Why = whole.Reason
	if v.Shown.Operation == "result" || v.Shown.Operation == "call" {
		if v.Text = whole.Content; whole.Encoding != "" {
			v.Text = "This is no text."
		}
		return v, nil
	}
	var d struct {
		Diff string `json:"diff"`
	}
	if err := p.Source.Ask(r.Context(), "blocked-diff", map[string]any{"id": id}, &d); err != nil {
		return nil, err
	}
	v.Diff, v.Long = sideBySide(d.Diff)
	return v, nil
}

// diffLine is a row of a diff: what stood there, and what would.
type diffLine struct {
	Head        string // of a file or a part of one
	Left, Right string
	Was, Is     bool // the left is taken away, the right is added
}

// maxDiffLines bounds what one page shows of a diff.
const maxDiffLines = 2000

// sideBySide puts the lines that a unified diff takes away beside those that it adds. How many
// lines a part has its head says: a line of the file may look like a head.
func sideBySide(diff string) (rows []diffLine, long bool) {
	var gone, come []string
	flush := func() {
		for i := range max(len(gone), len(come)) {
			var row diffLine
			if i < len(gone) {
				row.Left, row.Was = gone[i], true
			}
			if i < len(come) {
				row.Right, row.Is = come[i], true
			}
			rows = append(rows, row)
		}
		gone, come = nil, nil
	}
	left, right := 0, 0 // lines of the part that are to come
	for line := range strings.Lines(diff) {
		if len(rows) >= maxDiffLines {
			return rows, true
		}
		line = strings.TrimSuffix(line, "\n")
		switch {
		case left <= 0 && right <= 0 && !strings.HasPrefix(line, "\\"):
			flush()
			rows = append(rows, diffLine{Head: line})
			left, right = partOf(line)
		case strings.HasPrefix(line, "-"):
			if len(come) > 0 {
				flush()
			}
			gone = append(gone, line[1:])
			left--
		case strings.HasPrefix(line, "+"):
			come = append(come, line[1:])
			right--
		case strings.HasPrefix(line, "\\"): // no newline at the end
		default:
			flush()
			text := strings.TrimPrefix(line, " ")
			rows = append(rows, diffLine{Left: text, Right: text})
			left, right = left-1, right-1
		}
	}
	flush()
	return rows, false
}

// partOf are the numbers of lines in "@@ -1,3 +1,4 @@"; a missing one is 1.
func partOf(head string) (left, right int) {
	words := strings.Fields(head)
	if len(words) < 3 || words[0] != "@@" {
		return 0, 0
	}
	lines := func(word string) int {
		_, count, several := strings.Cut(word, ",")
		if !several {
			return 1
		}
		n, _ := strconv.Atoi(count) // 0 for what is no number
		return n
	}
	return lines(words[1]), lines(words[2])
}

// label is a row of labels-list.
type label struct {
	Path   string `json:"path"`
	Level  string `json:"level"`
	Whole  bool   `json:"whole"`
	Reason string `json:"reason"`
	Detail string `json:"detail"`
	At     string `json:"at"`
}

type skill struct {
	Name   string `json:"name"`
	Path   string `json:"path"`
	State  string `json:"state"` // accepted, new, changed or unreadable
	Level  string `json:"level"`
	Digest string `json:"digest"`
}

type labelsView struct {
	Files  []label
	Next   string
	Below  string
	Skills []skill
	Notes  []label // of the agent's memory

	Skill *skill // that is looked at
	Note  *label // likewise
	Text  string
	Diff  []diffLine
	Long  bool
}

const pageOfLabels = 100

func (p *Page) labels(r *http.Request, _ *status) (any, error) {
	q := r.URL.Query()
	v := labelsView{Below: q.Get("below")}
	if which := q.Get("skill"); which != "" {
		var d struct {
			skill
			Diff string `json:"diff"`
		}
		if err := p.Source.Ask(r.Context(), "skills-diff", map[string]any{"skill": which}, &d); err != nil {
			return nil, err
		}
		v.Skill = &d.skill
		v.Diff, v.Long = sideBySide(d.Diff)
		return v, nil
	}
	if which := q.Get("note"); which != "" {
		var n struct {
			label
			Text string `json:"text"`
		}
		if err := p.Source.Ask(r.Context(), "memory-show", map[string]any{"path": which}, &n); err != nil {
			return nil, err
		}
		v.Note, v.Text = &n.label, n.Text
		return v, nil
	}
	if err := p.Source.Ask(r.Context(), "labels-list", map[string]any{"below": v.Below, "after": q.Get("after"), "most": pageOfLabels}, &v.Files); err != nil {
		return nil, err
	}
	if len(v.Files) == pageOfLabels {
		v.Next = v.Files[len(v.Files)-1].Path
	}
	var skills struct {
		Skills []skill `json:"skills"`
	}
	if err := p.Source.Ask(r.Context(), "skills-list", nil, &skills); err == nil { // a daemon may be older
		v.Skills = skills.Skills
	}
	if err := p.Source.Ask(r.Context(), "memory-list", map[string]any{"tainted": true}, &v.Notes); err != nil {
		v.Notes = nil
	}
	return v, nil
}

func (p *Page) health(r *http.Request, st *status) (any, error) {
	checks, err := p.Source.Checks(r.Context())
	return struct {
		Checks []Check
		Status *status
	}{checks, st}, err
}

func (p *Page) policy(r *http.Request, st *status) (any, error) {
	var v struct {
		Path     string   `json:"path"`
		Preset   string   `json:"preset"`
		Hash     string   `json:"hash"`
		YAML     string   `json:"yaml"`
		Warnings []string `json:"warnings"`
		Error    string   `json:"-"`
	}
	err := p.Source.Ask(r.Context(), "policy", nil, &v)
	if e := st.Policy.LastError; e != nil {
		v.Error = e.Message
	}
	return v, err
}
