package engine

import (
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/provenanced/provenanced/internal/protect"
	"github.com/provenanced/provenanced/internal/shell"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// A line may be typed into a running command in several calls. It is judged whole: each call
// by its own words, and by those with what was typed before it. What was typed may be a
// password, so it stays in memory and is in no record: where it is not known any more, a call
// that goes on with a line counts as the worst.

// maxTyped bounds what is kept of one line.
const maxTyped = 4 << 10

// typed is what a line holds once a call has typed.
type typed struct {
	into  string
	line  string // since the latest Enter
	known bool
}

// begunLine is the line that a call goes on with; nobody may know it.
func (d *draft) begunLine(into string) (line string, began, known bool) {
	into = d.typesInto(into)
	if began = slices.Contains(d.state.Typing, into); began {
		line, known = d.ev.typing[into]
	}
	return line, began, known
}

// typesInto is the name under which a running command is kept.
func (d *draft) typesInto(into string) string { return label(tidyName(into, d.digest)) }

// wholeLine is a call as if it had typed the whole of the line that it goes on with, nil where
// it begins one itself, or nobody knows how that began.
func (d *draft) wholeLine(tool string, params jsontext.Value) jsontext.Value {
	if d.ev.hook != wire.BeforeToolCall {
		return nil
	}
	into, line := d.tables.Typing(tool, params)
	before, _, known := d.begunLine(into)
	if into == "" || !known || strings.Contains(line, shell.Gap) {
		return nil
	}
	return marshalled(map[string]string{"data": before + line})
}

// willReturn is the level of what a call returns, which is judged now: outputOf, and of a line
// that it goes on with, that of the line. It notes what the call types.
func (d *draft) willReturn(w wanted, status CallStatus) (byTables, level trust.Level) {
	byTables, level = d.outputOf(w.tool, w.params)
	if d.ev.hook != wire.BeforeToolCall {
		return byTables, level
	}
	into, line := d.tables.Typing(w.tool, w.params)
	if into == "" {
		return byTables, level
	}
	_, began, _ := d.begunLine(into)
	words := strings.TrimSpace(line) != ""
	if whole := d.wholeLine(w.tool, w.params); whole != nil {
		level = trust.Lowest(level, d.byTables(w.tool, whole))
	} else if began && words {
		level = trust.Lowest(level, d.tables.Unread())
	}
	if status != Denied {
		d.types(into, line)
	}
	return byTables, level
}

// types notes what a call types.
func (d *draft) types(into, line string) {
	before, began, known := d.begunLine(into)
	into = d.typesInto(into)
	end := strings.LastIndexAny(line, "\r\n") + 1
	if end == 0 {
		line, known = before+line, known || !began
	} else {
		line, known = line[end:], true
	}
	open := line != "" && (began && end == 0 || strings.TrimSpace(line) != "")
	if open != began {
		d.emit(Change{Op: OpTyped, Text: into, Flag: open})
	}
	d.typed = &typed{into, line, open && known && len(line) <= maxTyped && !strings.Contains(line, shell.Gap)}
}

// keepTyped keeps it in memory. The caller holds s.mu.
func (s *session) keepTyped(t *typed, recorded bool) {
	if t == nil {
		return
	}
	for into := range s.typing {
		if into == t.into || !slices.Contains(s.state.Typing, into) {
			delete(s.typing, into)
		}
	}
	if recorded && t.known {
		if s.typing == nil {
			s.typing = map[string]string{}
		}
		s.typing[t.into] = t.line
	}
}

// typesProtected is what a call would do to what is protected with the whole of a line.
func (d *draft) typesProtected(tool string, params jsontext.Value) protect.Finding {
	f := d.protectedBy(tool, params)
	if f.Key == "" && len(f.Paths) == 0 {
		if whole := d.wholeLine(tool, params); whole != nil {
			return d.protectedBy(tool, whole)
		}
	}
	return f
}
