package ctl

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// size2 is a terminal's size; zero is unlimited.
type size2 struct{ cols, rows int }

// size asks how large the terminal currently is.
func (e *Env) size() size2 {
	if e.Size == nil {
		return size2{80, 24}
	}
	cols, rows := e.Size()
	return size2{cols, rows}
}

// The few control sequences that top uses (ECMA-48 and DEC): an alternate screen, which leaves
// the previous content untouched, no cursor, no automatic line wrapping, home, and clearing.
const (
	ownScreen   = "\x1b[?1049h\x1b[?25l\x1b[?7l"
	backAgain   = "\x1b[?7h\x1b[?25h\x1b[?1049l"
	home        = "\x1b[H"
	clearLine   = "\x1b[K"
	clearBehind = "\x1b[J"
)

func enterScreen(p *printer) { p.w.WriteString(ownScreen) }

// leaveScreen restores the terminal, whatever happened.
func leaveScreen(p *printer) {
	p.w.WriteString(backAgain)
	_ = p.flush() // the terminal may be gone
}

// away says that there is currently no daemon.
func (c *call) away(why error, at size2) []string {
	first, _, _ := strings.Cut(why.Error(), "\n")
	return c.drawn(at, func(p *printer) {
		p.tell("%s\n\n%s\n", red(first), dim("Trying again every second; q ends."))
	})
}

// drawn are the lines of a drawing, as wide as the screen. The zero size is no screen.
func (c *call) drawn(at size2, draw func(*printer)) []string {
	var text bytes.Buffer
	p := newPrinterOf(&text, c.env, at.cols)
	if at == (size2{}) {
		p.width = c.out.width
	}
	p.lines = func() int {
		_ = p.flush()
		return bytes.Count(text.Bytes(), []byte("\n"))
	}
	draw(p)
	_ = p.flush() // writes to memory
	return strings.Split(strings.TrimSuffix(text.String(), "\n"), "\n")
}

// frame writes lines to the screen at once, each cut to its width, with foot below them.
func (c *call) frame(at size2, body []string, foot string) {
	room := max(at.rows, 1)
	if room > 2 {
		room--
		body = append(slices.Clone(body[:min(len(body), room)]), make([]string, max(room-len(body), 0))...)
		body, room = append(body, foot), room+1
	}
	c.out.w.WriteString(home)
	for i, line := range body[:min(len(body), room)] {
		if i > 0 {
			c.out.w.WriteString("\r\n")
		}
		// The old line is cleared first: after a full line the cursor is on its last cell.
		c.out.w.WriteString(clearLine + clip(line, at.cols))
	}
	c.out.w.WriteString(clearBehind)
}

// drawTop draws the current state. What waits for the owner comes first, and the sessions get
// the room that is left. The chosen row is marked and visible.
func (c *call) drawTop(w *watched, at size2, chosen string) []string {
	return c.drawn(at, func(p *printer) {
		p.tell("%s %s, up %s, policy %s, on failure %s\n", bold("provenanced"), w.Version, span(seconds(w.UptimeSeconds)), w.Preset, w.OnFailure)
		rates := w.PerSecond.text()
		p.pairs("", [][]string{
			{p.render(dim("calls")), p.text("%s, %s, %s a second", rates[0], rates[1], rates[2])},
			{p.render(dim("in all")), p.text("%d allowed, %d held, %d denied; %s refused", w.Decisions.Allow, w.Decisions.Confirm, w.Decisions.Deny, count(w.Refused, "request"))},
			{p.render(dim("answers")), p.render(w.Answers.text())},
			{p.render(dim("ledger")), p.render(w.Ledger.text())},
		})
		p.halts(w.Halts)
		for _, a := range w.Alarms {
			p.tell("%s %s\n", red("alarm:"), a)
		}
		if w.Missed > 0 {
			p.tell("%s\n", yellow(count(int64(w.Missed), "event")+" came too fast to be shown"))
		}
		used := p.lines()
		waiting, denied := w.pendingRows(p, at, chosen), w.denialRows(c, p, at, chosen)
		room := len(w.Sessions)
		if at.rows > 0 {
			waiting = window(waiting, max(at.rows/5, 1), slices.IndexFunc(w.Pending, func(x watchedPending) bool { return x.id() == chosen }))
			denied = window(denied, max(at.rows/5, 1), slices.IndexFunc(w.Denials, func(x denial) bool { return x.id() == chosen }))
			room = max(at.rows-used-len(waiting)-len(denied)-7, 1)
		}
		single := at.rows > 0
		earlier := "none"
		if w.Decisions.Confirm+w.Decisions.Deny > 0 {
			earlier = "none yet; before: `provenancectl audit show --verdict deny`"
		}
		asked := []column{{head: "SESSION", kind: name, least: 10}, {head: "TOOLS", kind: name, least: 7}, {head: "LEVEL", goes: 1}, {head: "EXPIRES", goes: 2}, {head: "WITH", kind: text, least: 14}}
		if slices.ContainsFunc(w.Pending, func(p watchedPending) bool { return p.Code != "" }) {
			asked = slices.Insert(asked, 4, column{head: "CODE"})
		}
		refused := []column{{head: "WHEN", goes: 2}, {head: "SESSION", kind: name, least: 10}, {head: "TOOL", kind: name, least: 7},
			{}, {head: "LEVEL", goes: 1}, {head: "WHY", kind: text, least: 14}}
		if single {
			asked, refused = slices.Insert(asked, 0, column{}), slices.Insert(refused, 0, column{})
		}
		p.section("waits for you", len(w.Pending), "none", asked, waiting, single)
		p.section("sessions", int(w.Known), "none", []column{{head: "SESSION", kind: name, least: 12}, {head: "LEVEL"}, {head: "AGENT", kind: name, least: 6, goes: 1},
			{head: "TURNS", goes: 2}, {head: "SINCE", goes: 3}, {head: "REASON", kind: text, least: 12}}, w.sessionRows(c, p, room), single)
		p.section("latest denials", len(w.Denials), earlier, refused, denied, single)
	})
}

// section is a table with a title, or one line that says that it is empty.
func (p *printer) section(title string, n int, none string, cols []column, rows [][]any, single bool) {
	if n == 0 {
		p.tell("%s %s\n", bold(title), dim(none))
		return
	}
	p.tell("%s %s\n", bold(title), dim(fmt.Sprint(n)))
	if len(rows) > 0 {
		p.gridIn("", cols, rows, single)
	}
}

// window is the visible part of a list: its beginning, or the part that ends with row i.
func window(rows [][]any, room, i int) [][]any {
	from := max(i-room+1, 0)
	return rows[from:min(len(rows), from+room)]
}

// marked is a row of the screen, with a mark if it is the chosen one.
func marked(row []any, at size2, chosen bool) []any {
	switch {
	case at.rows == 0:
		return row
	case chosen:
		return slices.Insert(row, 0, any(bold(">")))
	}
	return slices.Insert(row, 0, any(" "))
}

func (w *watched) pendingRows(p *printer, at size2, chosen string) (rows [][]any) {
	for _, x := range w.Pending {
		tools := slices.Clone(x.Tools)
		slices.Reverse(tools) // same order as with
		row := []any{cut(x.Session, 60), cut(strings.Join(tools, ", "), 40), p.level(x.Level), fmt.Sprintf("%d s", x.ExpiresIn), x.with()}
		if x.Code != "" {
			row = slices.Insert(row, 4, any(yellow(x.Code)))
		}
		rows = append(rows, marked(row, at, x.id() == chosen))
	}
	return rows
}

// with is what the calls were asked for with, latest first: the earlier ones may also be
// pending under other codes.
func (x *watchedPending) with() string {
	var all []string
	for i := range slices.Backward(x.Calls) {
		all = append(all, x.Calls[i].with())
	}
	return strings.Join(all, "; ")
}

func (w *watched) sessionRows(c *call, p *printer, room int) (rows [][]any) {
	for _, s := range w.Sessions[:min(len(w.Sessions), room)] {
		since := ""
		if s.Since != "" {
			since = c.ago(s.Since)
		}
		rows = append(rows, []any{cut(s.Session, 60), p.level(s.Level), s.Agent, s.Turns, since, s.Reason})
	}
	return rows
}

func (w *watched) denialRows(c *call, p *printer, at size2, chosen string) (rows [][]any) {
	for _, d := range w.Denials {
		verdict := red("denied")
		if d.Mode == "confirm" {
			verdict = yellow("held")
		}
		rows = append(rows, marked([]any{c.ago(d.Time), cut(d.Session, 60), cut(d.Tool, 40), verdict, p.level(d.Level), d.Reason}, at, d.id() == chosen))
	}
	return rows
}

// text is how often the owner said yes, and how often they cannot have read what for.
func (a *watchedAnswers) text() string {
	n := a.Accepted + a.Denied
	if n == 0 {
		return "none yet"
	}
	return fmt.Sprintf("%d, %s of them yes; %d in less than two seconds", n, percent(float64(a.Accepted)/float64(n)), a.Blind)
}

func (l *watchedLedger) text() string {
	text := fmt.Sprintf("%s, now in file %d; %d unsynced, %.1f s behind", count(l.Entries, "entry"), l.File, l.Unsynced, l.LagSeconds)
	if l.Failing != "" {
		text += "; FAILING: " + l.Failing
	}
	return text
}
