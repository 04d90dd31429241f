package ctl

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// size2 is a terminal's size; zero is endless.
type size2 struct{ cols, rows int }

// size asks how large the terminal is by now.
func (e *Env) size() size2 {
	if e.Size == nil {
		return size2{80, 24}
	}
	cols, rows := e.Size()
	return size2{cols, rows}
}

// The few things that top tells a terminal (ECMA-48 and DEC): a screen of its own
// that leaves what was there untouched, no cursor, home, and what to clear.
const (
	ownScreen   = "\x1b[?1049h\x1b[?25l"
	backAgain   = "\x1b[?25h\x1b[?1049l"
	home        = "\x1b[H"
	clearLine   = "\x1b[K"
	clearBehind = "\x1b[J"
)

func enterScreen(p *printer) { p.w.WriteString(ownScreen) }

// leaveScreen gives the terminal back, whatever happened.
func leaveScreen(p *printer) {
	p.w.WriteString(backAgain)
	_ = p.flush() // it may be gone
}

// paintAway says that there is no daemon at the moment.
func (c *call) paintAway(why error) {
	first, _, _ := strings.Cut(why.Error(), "\n")
	c.paint(c.env.size(), func(p *printer) {
		p.tell("%s\n\n%s\n", red(first), dim("Trying again every second; q ends."))
	})
}

// paint draws a screen in one write, every line cut to the terminal's width. The
// zero size is no screen.
func (c *call) paint(at size2, draw func(*printer)) {
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
	_ = p.flush() // to memory
	if at == (size2{}) {
		c.out.w.Write(text.Bytes())
		return
	}
	all := strings.Split(strings.TrimSuffix(text.String(), "\n"), "\n")
	c.out.w.WriteString(home)
	for i, line := range all[:min(len(all), max(at.rows, 1))] {
		if i > 0 {
			c.out.w.WriteString("\r\n")
		}
		c.out.w.WriteString(clip(line, at.cols) + clearLine)
	}
	c.out.w.WriteString(clearBehind)
}

// paintTop draws a moment. What waits for the owner comes first, and the sessions
// take what room is left.
func (c *call) paintTop(w *watched, at size2) {
	c.paint(at, func(p *printer) {
		p.tell("%s %s, up %s, policy %s, on failure %s\n", bold("provenanced"), w.Version, span(seconds(w.UptimeSeconds)), w.Preset, w.OnFailure)
		rates := w.PerSecond.text()
		p.pairs("", [][]string{
			{p.render(dim("calls")), p.text("%s, %s, %s a second", rates[0], rates[1], rates[2])},
			{p.render(dim("in all")), p.text("%d allowed, %d held, %d denied; %s refused", w.Decisions.Allow, w.Decisions.Confirm, w.Decisions.Deny, count(w.Refused, "request"))},
			{p.render(dim("ledger")), p.render(w.Ledger.text())},
		})
		for _, a := range w.Alarms {
			p.tell("%s %s\n", red("alarm:"), a)
		}
		if w.Missed > 0 {
			p.tell("%s\n", yellow(count(int64(w.Missed), "event")+" came too fast to be shown"))
		}
		used := p.lines()
		waiting, denied := w.pendingRows(p), w.denialRows(c, p)
		room := len(w.Sessions)
		if at.rows > 0 {
			waiting = waiting[:min(len(waiting), max(at.rows/5, 1))]
			denied = denied[:min(len(denied), max(at.rows/5, 1))]
			room = max(at.rows-used-len(waiting)-len(denied)-6, 1)
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
		p.section("waits for you", len(w.Pending), "none", asked, waiting, single)
		p.section("sessions", int(w.Known), "none", []column{{head: "SESSION", kind: name, least: 12}, {head: "LEVEL"}, {head: "AGENT", kind: name, least: 6, goes: 1},
			{head: "TURNS", goes: 2}, {head: "SINCE", goes: 3}, {head: "REASON", kind: text, least: 12}}, w.sessionRows(c, p, room), single)
		p.section("latest denials", len(w.Denials), earlier, []column{{head: "WHEN", goes: 2}, {head: "SESSION", kind: name, least: 10}, {head: "TOOL", kind: name, least: 7},
			{}, {head: "LEVEL", goes: 1}, {head: "WHY", kind: text, least: 14}}, denied, single)
	})
}

// section is a table with a title, or one line that says there is nothing.
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

func (w *watched) pendingRows(p *printer) (rows [][]any) {
	for _, x := range w.Pending {
		row := []any{cut(x.Session, 60), cut(strings.Join(x.Tools, ", "), 40), p.level(x.Level), fmt.Sprintf("%d s", x.ExpiresIn), x.with()}
		if x.Code != "" {
			row = slices.Insert(row, 4, any(yellow(x.Code)))
		}
		rows = append(rows, row)
	}
	return rows
}

// with is what the calls were asked for with.
func (x *watchedPending) with() string {
	var all []string
	for i := range x.Calls {
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

func (w *watched) denialRows(c *call, p *printer) (rows [][]any) {
	for _, d := range w.Denials {
		verdict := red("denied")
		if d.Mode == "confirm" {
			verdict = yellow("held")
		}
		rows = append(rows, []any{c.ago(d.Time), cut(d.Session, 60), cut(d.Tool, 40), verdict, p.level(d.Level), d.Reason})
	}
	return rows
}

func (l *watchedLedger) text() string {
	text := fmt.Sprintf("%s, now in file %d; %d unsynced, %.1f s behind", count(l.Entries, "entry"), l.File, l.Unsynced, l.LagSeconds)
	if l.Failing != "" {
		text += "; FAILING: " + l.Failing
	}
	return text
}
