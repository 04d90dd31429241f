package shell

import "bytes"

// sed examines a sed script for the commands that it runs, in e and in the results of s with the
// flag e (which are unread), and for the files that it writes.
func (r *reader) sed(code []byte) {
	for i := sedCommand(code, 0); i < len(code); i = sedCommand(code, i) {
		command := code[i]
		i++
		switch command {
		case 'e':
			line, _, _ := bytes.Cut(code[i:], []byte("\n"))
			if r.piece(string(line)); len(bytes.TrimSpace(line)) == 0 { // the pattern space
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

// sedCommand returns where the next command begins, after its addresses.
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

// sedFlags returns the end of an address's flags.
func sedFlags(code []byte, i int) int {
	for i < len(code) && (code[i] == 'I' || code[i] == 'M') {
		i++
	}
	return i
}

// sedPart returns the place after the next end that is not escaped.
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

// sedFile notes the file that a script writes, whose name extends to the end of the line, and
// returns that length.
func (r *reader) sedFile(code []byte) int {
	n := sedLine(code)
	r.writes("sed", Plain(string(bytes.TrimLeft(code[:n], " \t"))), false)
	return n
}

// sedLine returns the length of the first line of code.
func sedLine(code []byte) int {
	line, _, _ := bytes.Cut(code, []byte("\n"))
	return len(line)
}

// sedScript examines an argument of sed if it is a script: the first that is not an option, or the
// value of -e.
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
		at := bytes.IndexAny(w, "efi") // the rest is its value
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
