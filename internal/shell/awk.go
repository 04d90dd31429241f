package shell

import "bytes"

// maxAwkText is how many bytes back the text of a command is searched for.
const maxAwkText = 4 << 10

// awk examines an awk program for the commands that it runs, system("…"), "…" | getline and print |
// "…", and for the files that it writes, print > "…". A command that is not a literal counts as
// unread.
func (r *reader) awk(code []byte) {
	if bytes.Contains(code, []byte("/inet")) {
		r.evaluated()
	}
	for rest := code; ; {
		_, after, ok := bytes.Cut(rest, []byte("system"))
		if !ok {
			break
		}
		rest = after
		call := bytes.TrimLeft(after, " ")
		if len(call) > 0 && call[0] == '(' {
			r.awkText(bytes.TrimLeft(call[1:], " "), after[0] == '(')
		}
	}
	inText, prints := false, false
	for i, b := range code {
		inText = inText != (b == '"' && (i == 0 || code[i-1] != '\\'))
		switch {
		case inText:
		case b == 'p' && bytes.HasPrefix(code[i:], []byte("print")):
			prints = true
		case b == ';' || b == '{' || b == '}' || b == '\n':
			prints = false
		case b == '>' && prints && code[i-1] != '>':
			if file, ok := bytes.CutPrefix(bytes.TrimLeft(bytes.TrimPrefix(code[i+1:], []byte(">")), " "), []byte(`"`)); ok {
				name, _, _ := bytes.Cut(file, []byte(`"`))
				r.writes("awk", Plain(string(name)), false)
			}
		}
		if b != '|' || i+1 < len(code) && code[i+1] == '|' || i > 0 && code[i-1] == '|' {
			continue
		}
		after := bytes.TrimLeft(code[i+1:], "& ")
		if bytes.HasPrefix(after, []byte("getline")) {
			before := bytes.TrimRight(code[max(0, i-maxAwkText):i], " )")
			begin := -1
			if text, ok := bytes.CutSuffix(before, []byte(`"`)); ok {
				begin = bytes.LastIndexByte(text, '"')
			}
			if begin < 0 || bytes.HasSuffix(bytes.TrimRight(before[:begin], " "), []byte(`"`)) {
				r.evaluated()
				continue
			}
			after = before[begin:]
		} else if inText {
			continue
		}
		r.awkText(after, false) // in an expression, | is not a pipe
	}
}

// awkText reads the string at the start of code as a command line. must says that a command line
// must be there, whether it is a literal or not.
func (r *reader) awkText(code []byte, must bool) {
	if len(code) == 0 || code[0] != '"' {
		if must {
			r.evaluated()
		}
		return
	}
	var line []byte
	for code = code[1:]; len(code) > 0 && code[0] != '"'; code = code[1:] {
		if code[0] == '\\' && len(code) > 1 {
			code = code[1:]
		}
		line = append(line, code[0])
	}
	if len(code) > 1 && bytes.HasPrefix(bytes.TrimLeft(code[1:], " "), []byte(`"`)) { // "cu" "rl page"
		r.evaluated()
	}
	r.piece(string(line))
}
