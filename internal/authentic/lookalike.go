package authentic

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// The kinds of look-alikes.
const (
	ToolResult   = "tool_result"   // imitates a tool's result
	ChatTemplate = "chat_template" // tokens that separate the speakers in a model's input
	UserTurn     = "user_turn"     // a message of the user
)

var notices = map[string]string{
	ToolResult:   "[removed: text that imitates a tool result]",
	ChatTemplate: "[removed: text that imitates a chat template]",
	UserTurn:     "[removed: text that imitates a user's message]",
}

// A look-alike has at least six bytes. So that a text full of them does not grow many times
// over, only the first notices say what was removed.
const (
	fullNotices = 16
	shortNotice = "[removed]"
)

// Lookalike is a part of a text that imitates what only a gateway may say.
type Lookalike struct {
	Kind       string
	Start, End int // bytes of the text
}

// Strip replaces the look-alikes of text, as find describes them, by notices. The result
// contains none, and is at most 1.5 times as long as text, plus 1 KiB.
func Strip(text string) (string, []Lookalike) {
	found := find(text)
	if len(found) == 0 {
		return text, nil
	}
	var out strings.Builder
	at := 0
	for i, l := range found {
		out.WriteString(text[at:l.Start])
		if i < fullNotices {
			out.WriteString(notices[l.Kind])
		} else {
			out.WriteString(shortNotice)
		}
		at = l.End
	}
	out.WriteString(text[at:])
	return out.String(), found
}

// find searches an assistant's text for imitations of a tool result, a chat template or a
// user's message, and returns them in order and without overlaps. Letters and symbols that
// resemble those of a form count as them; invisible characters are ignored.
//
// Tool results and templates are found anywhere, in code too. What they begin belongs to them
// up to the token that ends it and, if there is none, up to the end of the block: the next
// blank line, or the end of the code that they are in. A tag in backticks is only a mention; it
// is removed alone.
//
// A user's message is found at the beginning of the text or after a blank line, outside of
// code: "Human:" with anything after it, and "User:" with a sentence after it, that is four
// words, an end of a sentence, or a word of consent or command. So fields ("User: alice"),
// tables, lists and quoted lines are kept; a written dialogue whose lines follow blank lines is
// not, because it cannot be told from an invented one. Not found are messages in the middle of
// a paragraph, under names other than these two, and the paragraphs after the first of an
// invented message.
//
// Whether something is a look-alike never depends on text that another one removes, so a
// stripped text contains none: what comes before and after a form is judged as if a notice were
// in its place.
func find(text string) []Lookalike {
	s := scanner{text: text, line: lineState{blank: true, afterBlank: true, prev: '\n'}}
	for s.at < len(text) {
		s.skipPlain()
		s.step()
		if s.at == len(text) && s.line.fence != "" {
			s.reopen()
		}
	}
	return s.found
}

// scanner reads a text once, or twice if a code block is never closed.
type scanner struct {
	text  string
	at    int
	found []Lookalike
	line  lineState

	fence   mark // before the line that opened the code block
	noFence bool // the block is never closed: neither it nor any later fence counts as code

	// from where on nothing ends a region of the family, plus one; 0 while unknown
	endless [families]int
}

// lineState is what matters about the text before a place, with look-alikes read as their
// notices.
type lineState struct {
	blank      bool // no visible character on the line yet
	afterBlank bool // the previous line is blank, or there is none
	prev       byte // the last folded character
	fence      string
}

// mark is a position to return to.
type mark struct {
	at, found int
	line      lineState
}

// skipPlain skips plain characters, which makes prose twice as fast to read.
func (s *scanner) skipPlain() {
	if s.line.blank {
		return
	}
	at := s.at
	for at < len(s.text) && plain[s.text[at]] {
		at++
	}
	if at > s.at {
		s.line.prev, s.at = asciiFold[s.text[at-1]], at
	}
}

// plain are the visible bytes with which no look-alike begins, except at the beginning of a
// line.
var plain = func() (plain [256]bool) {
	for b := byte(' '); b < 0x7f; b++ {
		plain[b] = b != '<' && b != '['
	}
	return plain
}()

// step reads one character, one look-alike, or a fence.
func (s *scanner) step() {
	if (s.at == 0 || s.text[s.at-1] == '\n') && s.fenceLine() {
		return
	}
	c := cursor{s.text, s.at}
	b, end := c.peek()
	switch b {
	case ' ', atEnd:
	case '\n':
		s.line.afterBlank, s.line.blank = s.line.blank, true
	default:
		first := s.line.blank
		s.line.blank = false
		if first || b == '<' || b == '[' {
			start := runeStart(s.text, end)
			if kind, to := s.form(start, first); to > 0 {
				s.found = append(s.found, Lookalike{kind, start, to})
				s.line.prev, s.at = ']', to
				return
			}
		}
	}
	s.line.prev, s.at = b, end
}

// runeStart is the offset of the character that ends at end.
func runeStart(text string, end int) int {
	_, size := utf8.DecodeLastRuneInString(text[:end])
	return end - size
}

// fenceLine reads the fence with which the line that begins here opens or closes a code block,
// if it does.
func (s *scanner) fenceLine() bool {
	if s.noFence || strings.IndexByte(" `~", s.text[s.at]) < 0 {
		return false
	}
	line := lineAt(s.text, s.at)
	fence := fenceOf(line)
	switch {
	case fence == "":
		return false
	case s.line.fence == "":
		s.fence = mark{s.at, len(s.found), s.line}
		s.line.fence = fence
	case closesFence(line, s.line.fence):
		s.line.fence = ""
	default:
		return false
	}
	s.at += strings.Index(line, fence) + len(fence)
	s.line.blank, s.line.prev = false, fence[0]
	return true
}

// reopen returns to the beginning of the code block that was never closed.
func (s *scanner) reopen() {
	s.at, s.found, s.line, s.noFence = s.fence.at, s.found[:s.fence.found], s.fence.line, true
}

// form reads the look-alike that begins at start and returns its kind and the offset after it,
// or 0. first says that nothing precedes it on its line.
func (s *scanner) form(start int, first bool) (string, int) {
	if first {
		if from := s.userTurn(start); from > 0 {
			return UserTurn, s.blockEnd(from)
		}
		if from := s.resultLine(start); from > 0 {
			return ToolResult, s.blockEnd(from)
		}
	}
	if c := (cursor{s.text, start}); !c.accept('<') && !c.accept('[') {
		return "", 0
	}
	t, ok := tokenAt(s.text, start, s.line.prev, first)
	if !ok || t.begins == lone || t.reach == alone {
		return t.kind, t.end
	}
	end := s.regionEnd(t.begins, t.end)
	switch {
	case end > 0:
		return t.kind, end
	case t.reach == toBlockEnd:
		return t.kind, s.blockEnd(t.end)
	case t.reach == toEnd:
		return t.kind, t.end
	default:
		return "", 0
	}
}

// regionEnd is the offset after the first token from here on that ends a region of
// the family, or 0.
func (s *scanner) regionEnd(f family, from int) int {
	if s.endless[f] > 0 && from >= s.endless[f]-1 {
		return 0
	}
	for c := (cursor{s.text, from}); ; {
		switch b, end := c.peek(); b {
		case atEnd:
			s.endless[f] = from + 1
			return 0
		case '<', '[':
			if t, ok := tokenAt(s.text, runeStart(s.text, end), ' ', false); ok && slices.Contains(t.ends, f) {
				return t.end
			}
			fallthrough
		default:
			c.at = end
		}
	}
}

// blockEnd is the end of the block that contains the offset from: of the line before the next
// blank one, before the end of the code around it, or at the end of code that begins in it.
// Blank lines at its beginning are part of it.
func (s *scanner) blockEnd(from int) int {
	end, inner := from, ""
	for at := from; at < len(s.text); {
		line := lineAt(s.text, at)
		whole := at > from
		at += len(line) + 1
		switch {
		case inner != "":
			if closesFence(line, inner) {
				return at - 1
			}
		case whole && s.line.fence != "" && closesFence(line, s.line.fence):
			return end
		case blankLine(line):
			if end > from {
				return end
			}
			continue
		case whole && s.line.fence == "" && !s.noFence:
			inner = fenceOf(line)
		}
		end = at - 1
	}
	return end
}

// lineAt is the text from at up to the next line feed.
func lineAt(text string, at int) string {
	line, _, _ := strings.Cut(text[at:], "\n")
	return line
}

func blankLine(line string) bool {
	c := cursor{text: line}
	c.skip(" \n")
	b, _ := c.peek()
	return b == atEnd
}
