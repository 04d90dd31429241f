package ctl

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
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
		p.say("%s\n\n%s\n", red(first), dim("Trying again every second; q ends."))
	})
}

// paint draws a screen in one write, every line cut to the terminal's width. The
// zero size is no screen.
func (c *call) paint(at size2, draw func(*printer)) {
	var text bytes.Buffer
	p := newPrinter(&text, c.env)
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

// clip is the beginning of rendered text that fits into cols columns. Colours take
// none, and end with it.
func clip(s string, cols int) string {
	if cellWidth(s) <= cols {
		return s
	}
	var b strings.Builder
	colored := false
	for i, width := 0, 0; i < len(s); {
		if s[i] == '\x1b' {
			end := i + strings.IndexByte(s[i:], 'm') + 1
			b.WriteString(s[i:end])
			i, colored = end, true
			continue
		}
		_, n := utf8.DecodeRuneInString(s[i:])
		if width += cellWidth(s[i : i+n]); width > cols {
			break
		}
		b.WriteString(s[i : i+n])
		i += n
	}
	if colored {
		b.WriteString("\x1b[0m")
	}
	return b.String()
}

// paintTop draws a moment. What waits for the owner comes first, and the sessions
// take what room is left.
func (c *call) paintTop(w *watched, at size2) {
	c.paint(at, func(p *printer) {
		p.say("%s %s, up %s, policy %s, on failure %s\n", bold("provenanced"), w.Version, span(seconds(w.UptimeSeconds)), w.Preset, w.OnFailure)
		rates := w.PerSecond.text()
		p.say("%s  %s, %s, %s a second\n", dim("calls    "), rates[0], rates[1], rates[2])
		p.say("%s     %d allowed, %d held, %d denied; %s refused\n", dim("in all"),
			w.Decisions.Allow, w.Decisions.Confirm, w.Decisions.Deny, count(w.Refused, "request"))
		p.say("%s     %s\n", dim("ledger"), w.Ledger.text())
		used := 4
		for _, a := range w.Alarms {
			p.say("%s %s\n", red("alarm:"), a)
			used++
		}
		if w.Missed > 0 {
			p.say("%s\n", yellow(count(int64(w.Missed), "event")+" came too fast to be shown"))
			used++
		}
		waiting, denied := w.pendingRows(p), w.denialRows(c, p)
		room := len(w.Sessions)
		if at.rows > 0 {
			waiting = waiting[:min(len(waiting), max(at.rows/5, 1))]
			denied = denied[:min(len(denied), max(at.rows/5, 1))]
			room = max(at.rows-used-len(waiting)-len(denied)-6, 1)
		}
		head := []string{"SESSION", "TOOLS", "LEVEL", "EXPIRES"}
		if slices.ContainsFunc(w.Pending, func(p watchedPending) bool { return p.Code != "" }) {
			head = append(head, "CODE")
		}
		earlier := "none"
		if w.Decisions.Confirm+w.Decisions.Deny > 0 {
			earlier = "none yet; before: `provenancectl audit show --verdict deny`"
		}
		p.section("waits for you", len(w.Pending), "none", head, waiting)
		p.section("sessions", int(w.Known), "none", []string{"SESSION", "LEVEL", "AGENT", "TURNS", "SINCE", "REASON"}, w.sessionRows(c, p, room))
		p.section("latest denials", len(w.Denials), earlier, []string{"WHEN", "SESSION", "TOOL", "", "LEVEL", "WHY"}, denied)
	})
}

// section is a table with a title, or one line that says there is nothing.
func (p *printer) section(title string, n int, none string, head []string, rows [][]any) {
	if n == 0 {
		p.say("%s %s\n", bold(title), dim(none))
		return
	}
	p.say("%s %s\n", bold(title), dim(fmt.Sprint(n)))
	if len(rows) > 0 {
		p.table(head, rows)
	}
}

func (w *watched) pendingRows(p *printer) (rows [][]any) {
	for _, x := range w.Pending {
		row := []any{cut(x.Session, 40), cut(strings.Join(x.Tools, ", "), 40), p.level(x.Level), fmt.Sprintf("%d s", x.ExpiresIn)}
		if x.Code != "" {
			row = append(row, yellow(x.Code))
		}
		rows = append(rows, row)
	}
	return rows
}

func (w *watched) sessionRows(c *call, p *printer, room int) (rows [][]any) {
	for _, s := range w.Sessions[:min(len(w.Sessions), room)] {
		since := ""
		if s.Since != "" {
			since = c.ago(s.Since)
		}
		rows = append(rows, []any{cut(s.Session, 40), p.level(s.Level), s.Agent, s.Turns, since, s.Reason})
	}
	return rows
}

func (w *watched) denialRows(c *call, p *printer) (rows [][]any) {
	for _, d := range w.Denials {
		verdict := red("denied")
		if d.Mode == "confirm" {
			verdict = yellow("held")
		}
		rows = append(rows, []any{c.ago(d.Time), cut(d.Session, 40), cut(d.Tool, 40), verdict, p.level(d.Level), d.Reason})
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
