package shell

import "bytes"

// sed looks at a script of sed for the commands that it runs, those of e and what s puts
// together where it has the flag e, which nobody has read; and for the
// files that it writes.
func (r *reader) sed(code []byte) {
	for i := sedCommand(code, 0); i < len(code); i = sedCommand(code, i) {
		command := code[i]
		i++
		switch command {
		case 'e':
			line, _, _ := bytes.Cut(code[i:], []byte("\n"))
			if r.piece(string(line)); len(bytes.TrimSpace(line)) == 0 { // what was read
				r.evaluated()
			}
			i += len(line)
		case 's', 'y':
			if i == len(code) {
				return
			}
			end := code[i]
			i = sedPart(code, sedPart(code, i+1, end), end)
			for ; command == 's' && i < len(code) && bytes.IndexByte([]byte(";}\n"), code[i]) < 0; i++ {
				if code[i] == 'e' {
					r.evaluated()
				}
				if code[i] == 'w' {
					i += r.sedFile(code[i+1:])
					break
				}
			}
		case 'w', 'W':
			i += r.sedFile(code[i:])
		case 'a', 'i', 'c', 'r', 'R', ':', '#':
			i += sedLine(code[i:])
		case 'b', 't', 'T':
			for i < len(code) && bytes.IndexByte([]byte(";}\n"), code[i]) < 0 {
				i++
			}
		}
	}
}

// sedCommand is where the next command begins, behind its addresses.
func sedCommand(code []byte, i int) int {
	for i < len(code) {
		switch b := code[i]; {
		case b == '/':
			i = sedFlags(code, sedPart(code, i+1, '/'))
		case b == '\\' && i+1 < len(code):
			i = sedFlags(code, sedPart(code, i+2, code[i+1]))
		case bytes.IndexByte([]byte(" \t\n;{}!$,~+0123456789"), b) >= 0:
			i++
		default:
			return i
		}
	}
	return i
}

// sedFlags is the end of the flags of an address.
func sedFlags(code []byte, i int) int {
	for i < len(code) && (code[i] == 'I' || code[i] == 'M') {
		i++
	}
	return i
}

// sedPart is what comes behind the next end that no backslash stands before.
func sedPart(code []byte, i int, end byte) int {
	for ; i < len(code); i++ {
		if code[i] == end {
			return i + 1
		}
		if code[i] == '\\' {
			i++
		}
	}
	return len(code)
}

// sedFile notes the file that a script writes, which is named up to the end of its line, and
// returns how long that is.
func (r *reader) sedFile(code []byte) int {
	n := sedLine(code)
	r.writes("sed", Plain(string(bytes.TrimLeft(code[:n], " \t"))), false)
	return n
}

// sedLine is how long the line is that a text begins with.
func sedLine(code []byte) int {
	line, _, _ := bytes.Cut(code, []byte("\n"))
	return len(line)
}

// sedScript looks at an argument of sed, if it is a script: the first that is no option,
// and what comes with -e.
func (r *reader) sedScript(c *codeReader, w []byte) {
	if c.value { // sed -f -
		c.value, c.stdin = false, isInput(string(w))
		return
	}
	switch {
	case string(w) == "--file":
		c.given, c.value = true, true
	case len(w) < 2 || w[0] != '-':
		if !c.given {
			r.sed(w)
		}
		c.given = true
	case w[1] == '-':
		switch name, value, ok := bytes.Cut(w, []byte("=")); {
		case ok && string(name) == "--expression":
			r.sed(value)
			c.given = true
		case ok && string(name) == "--file":
			c.given, c.stdin = true, isInput(string(value))
		case string(w) == "--expression":
			c.given = false
		}
	default:
		at := bytes.IndexAny(w, "efi") // what comes behind it is its value
		switch {
		case at < 0 || w[at] == 'i':
		case w[at] == 'e':
			r.sed(w[at+1:])
			c.given = at+1 < len(w)
		default: // -nf -
			c.given, c.value, c.stdin = true, at+1 == len(w), isInput(string(w[at+1:]))
		}
	}
}
