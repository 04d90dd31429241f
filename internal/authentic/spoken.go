package authentic

import "strings"

// Lines that announce who is speaking: the user's message, a tool's result.

// consents are first words that make even a short text a message.
var consents = map[string]bool{
	"yes": true, "yeah": true, "yep": true, "ok": true, "okay": true, "sure": true, "go": true, "please": true, "do": true,
	"approve": true, "approved": true, "confirm": true, "confirmed": true, "proceed": true, "continue": true, "no": true, "stop": true,
}

// userTurn reads the label of a message and returns the offset after it, or 0 if there
// is no label, or no message after it.
func (s *scanner) userTurn(start int) int {
	if s.line.fence != "" || !s.line.afterBlank {
		return 0
	}
	c := cursor{s.text, start}
	c.skip("#*_ ")
	label := strings.TrimRight(c.name(), "_")
	if label != "human" && label != "user" {
		return 0
	}
	c.skip("* ")
	if !c.accept(':') {
		return 0
	}
	behind := c.at
	c.skip("*_ ")
	if c.accept('\n') {
		c.skip(" ")
	}
	if b, _ := c.peek(); b == atEnd || b == '\n' || label == "user" && !sentence(c) {
		return 0
	}
	return behind
}

// sentence reports whether the rest of the line, up to the first bracket, reads as a message
// rather than as a value.
func sentence(c cursor) bool {
	start := c
	if consents[c.name()] {
		return true
	}
	c = start
	last, inWord, words := byte(' '), false, 0
	for words < 4 {
		switch b := c.next(); b {
		case atEnd, '\n', '<', '[':
			return last == '.' || last == '!' || last == '?'
		case ' ':
			inWord = false
		default:
			if !inWord {
				words++
			}
			last, inWord = b, true
		}
	}
	return true
}

// resultLine reads a line that announces a tool result, "Tool result for X:", or "Tool result:"
// before data or on a line of its own, and returns the offset after the colon, or 0.
func (s *scanner) resultLine(start int) int {
	c := cursor{s.text, start}
	c.skip("#*_ ")
	name := c.resultName()
	if !results[name] || name == "observation" {
		return 0
	}
	c.skip("* ")
	if b, _ := c.peek(); b != ':' {
		if !marked[c.name()] {
			return 0
		}
		c.skip(" `\"'*")
		for c.name() != "" && c.accept('.') { // fs.read
		}
		c.skip(" `\"'*")
		if !c.accept(':') {
			return 0
		}
		return c.at
	}
	if !strings.HasPrefix(name, "tool_") { // "Function output: [1, 2]" explains a program
		return 0
	}
	c.accept(':')
	behind := c.at
	c.skip("*_ ")
	own := c.accept('\n')
	c.skip(" ")
	switch b, _ := c.peek(); {
	case b == atEnd || b == '\n':
		return 0
	case own || b == '{' || b == '[' || b == '<':
		return behind
	default:
		return 0
	}
}
