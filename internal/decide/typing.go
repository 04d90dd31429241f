package decide

import (
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/provenanced/provenanced/internal/protect"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/shell"
	"github.com/provenanced/provenanced/internal/wire"
)

// A line may be typed into a running command in several calls. It is judged as a whole: each call
// by its own words, and together with what was typed before it. Typed text may be a password, so it
// stays in memory and is in no record: once it is forgotten, a call that continues the line counts
// as the worst.

// typing is what calls type into running commands.
type typing struct {
	*basis
	typed *Typed // by this call; nil if it types nothing
}

// maxTyped bounds what is kept of one line.
const maxTyped = 4 << 10

// Typed is the content of a line after a call has typed.
type Typed struct {
	Into  string
	Line  string // since the latest Enter
	Known bool
}

// lineEnd returns what follows the latest Enter that ends a line: after a backslash, the line
// continues.
func lineEnd(text string) int {
	for end := strings.LastIndexByte(text, '\n'); end >= 0; end = strings.LastIndexByte(text[:end], '\n') {
		if words := strings.TrimRight(text[:end], `\`); (end-len(words))%2 == 0 {
			return end + 1
		}
	}
	return 0
}

// hasWords reports whether a line has more than edits of earlier text.
func hasWords(line string) bool { return strings.Trim(line, " \t\n"+shell.Gap) != "" }

// begunLine returns the line that a call continues, which may be unknown.
func (t *typing) begunLine(into string) (line string, began, known bool) {
	into = t.typesInto(into)
	if began = slices.Contains(t.state.Typing, into); began {
		line, known = t.ev.Typing[into]
	}
	return line, began, known
}

// typesInto is the name under which a running command is kept.
func (t *typing) typesInto(into string) string { return session.Label(TidyName(into, t.Digest)) }

// wholeLine is a call as if it had typed the whole line that it continues; nil if it begins one
// itself, or the beginning is unknown.
func (t *typing) wholeLine(tool string, params jsontext.Value) jsontext.Value {
	if t.ev.Hook != wire.BeforeToolCall {
		return nil
	}
	into, line := t.tables.Typing(tool, params)
	before, _, known := t.begunLine(into)
	if into == "" || !known || strings.Contains(line, shell.Gap) {
		return nil
	}
	return marshalled(t.tables.Typed(tool, before+line))
}

// types notes what a call types.
func (t *typing) types(into, line string) {
	before, began, known := t.begunLine(into)
	into = t.typesInto(into)
	line = before + line
	end := lineEnd(line)
	if line = line[end:]; end == 0 {
		known = known || !began
	} else {
		known = true
	}
	open := line != "" && (began && end == 0 || hasWords(line))
	if open != began {
		t.emit(&session.Typed{Into: into, Open: open})
	}
	t.typed = &Typed{into, line, open && known && len(line) <= maxTyped && !strings.Contains(line, shell.Gap)}
}

// typesProtected is what a call would do to protected paths with the whole of a line.
func (l *layers) typesProtected(tool string, params jsontext.Value) protect.Finding {
	f := l.protectedBy(tool, params)
	if f.Key == "" && len(f.Paths) == 0 {
		if whole := l.typing.wholeLine(tool, params); whole != nil {
			return l.protectedBy(tool, whole)
		}
	}
	return f
}
