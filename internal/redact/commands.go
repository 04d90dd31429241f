package redact

import (
	"bytes"
	"strings"
	"unicode"
)

// command describes a program that takes a password or token without naming it: one line of
// commands.txt, where the format is explained.
type command struct {
	name string // of the program, and the fixed words after it
	flag string // precedes the password, or a flag that must be given
	// joined: the password follows the flag without a space.
	joined bool
	// after: the byte that precedes the password within its word, as in user%password.
	after byte
	// word: which of the words that are not flags is the password.
	word int
	// drawn: it is a generated token. Sentences mention such commands, too.
	drawn bool
}

func readCommands(file string, text []byte) ([]command, error) {
	rows, err := readRows(file, text)
	if err != nil {
		return nil, err
	}
	all := make([]command, 0, len(rows))
	for i, r := range rows {
		c, ok := readCommand(strings.Fields(r.Text))
		if !ok {
			return nil, r.Errorf("no usage of a command with one PASSWORD or TOKEN at its end")
		}
		if i > 0 && rows[i-1].Text >= r.Text {
			return nil, r.Errorf("%q does not sort after %q", r.Text, rows[i-1].Text)
		}
		all = append(all, c)
	}
	return all, nil
}

// readCommand reads a usage such as "htpasswd -b WORD USER PASSWORD".
func readCommand(words []string) (c command, ok bool) {
	last := len(words) - 1
	if last < 1 {
		return c, false
	}
	before, password := strings.CutSuffix(words[last], "PASSWORD")
	if !password {
		before, c.drawn = strings.CutSuffix(words[last], "TOKEN")
	}
	n := 1
	for n < last && words[n][0] != '-' && words[n][0] != '/' && words[n] != "…" && !isUpper(words[n][0]) {
		n++
	}
	c.name = strings.Join(words[:n], " ")
	inner := words[n:last]
	if who, is := strings.CutPrefix(before, "USER"); is && len(who) == 1 {
		c.after, before = who[0], ""
	}
	switch {
	case !password && !c.drawn:
		return c, false
	case before != "":
		c.flag, c.joined = before, true
		return c, len(inner) == 0
	case c.after != 0 && len(inner) == 0:
		return c, true
	case len(inner) > 0 && !isUpper(words[last-1][0]):
		c.flag = words[last-1]
		return c, len(inner) == 1 || len(inner) == 2 && inner[0] == "…"
	}
	for _, w := range inner {
		switch {
		case len(w) == 2 && w[0] == '-' && c.word == 0:
			c.flag = w[1:]
		case strings.ContainsFunc(w, func(r rune) bool { return !unicode.IsUpper(r) }):
			return c, false
		default:
			c.word++
		}
	}
	c.word++
	return c, c.after == 0
}

// commandRules returns a rule for each command's name.
func commandRules() (all []rule) {
	byName := map[string][]command{}
	programs := words{}
	for _, c := range must(readCommands("commands.txt", dataFile("commands.txt"))) {
		byName[c.name] = append(byName[c.name], c)
		program, _, _ := strings.Cut(c.name, " ")
		programs[program] = true
	}
	for name, usages := range byName {
		all = append(all, rule{[]string{name + " "}, func(s *scan, start, end int) { s.commandLine(programs, usages, start, end) }})
	}
	return all
}

// commandLine reads the words of one command, up to a pipe, the end of the line or another known
// command. So a line may have several (sshpass … mysql …), and no byte is read more than twice.
func (s *scan) commandLine(programs words, usages []command, start, end int) {
	const longest = 256
	t := s.text
	if !boundary(t, start) || byteAt(t, start-1) == '-' {
		return
	}
	limit := min(len(t), end+longest)
	n, letters := 0, class{}
	for p := skipBlank(t, end); p < limit; p = skipBlank(t, p) {
		word := p
		var v value
		if opensQuote[t[word]] || quotePrefix[t[word]] { // only a quoted word may contain a space
			var ok bool
			if v, ok = s.readValue(word, true); ok && v.end > word {
				p = v.end
			} else if v = (value{}); t[word] != '\\' { // \\server
				return
			}
		}
		for p < limit && !isBlank(t[p]) && !endsCommand[t[p]] {
			p++
		}
		if p < limit && endsCommand[t[p]] {
			limit = p
		}
		if p == word || programs[string(t[word:p])] {
			return
		}
		if t[word] != '-' {
			n++
		} else {
			for _, b := range t[word:p] {
				letters[b] = true
			}
		}
		for _, c := range usages {
			if c.word == 0 {
				s.flagValue(c, t[word:p], word, skipBlank(t, p), limit)
			} else if c.word == n && t[word] != '-' && (c.flag == "" || letters[c.flag[0]]) {
				if !v.quoted {
					v, _ = s.readValue(word, true)
				}
				s.commandPassword(c, v)
			}
		}
	}
}

var endsCommand = class{'\r': true, '\n': true, '|': true, ';': true, '`': true}

// flagValue redacts the password that the word at text[at:] contains or announces; next is the
// start of the following word.
func (s *scan) flagValue(c command, word []byte, at, next, limit int) {
	switch {
	case !bytes.HasPrefix(word, []byte(c.flag)):
		return
	case c.joined || c.flag == "":
		at += len(c.flag)
	case len(word) == len(c.flag) && next < limit:
		at = next
	default:
		return
	}
	v, ok := s.readValue(at, true)
	if !ok {
		return
	}
	if c.after != 0 {
		i := bytes.IndexByte(s.text[v.start:v.end], c.after)
		if i < 1 || s.text[v.start] == '[' { // an existing marker
			return
		}
		v.start += i + 1
		if i := bytes.IndexByte(s.text[v.start:v.end], '@'); i >= 0 && c.flag == "" {
			v.end = v.start + i
		}
	}
	s.commandPassword(c, v)
}

// commandPassword redacts a command's password, unless the value only says where the password is,
// or is an ordinary word where other arguments may stand.
func (s *scan) commandPassword(c command, v value) {
	b := s.text[v.start:v.end]
	if c.drawn {
		if typedByHand(b) && given(b, 8) || len(b) >= 20 && random(b) && hasDigit(b) && given(b, 8) {
			s.add(v.start, v.end, APIKey, "command-line-token")
		}
		return
	}
	named := (c.after == 0 || c.flag != "" || byteAt(s.text, v.end) == '@') && plainWord(b, true) && !notGiven[string(b)]
	least, digits := 5, 6
	switch {
	case c.joined: // behind a space it may be a port
		least, digits = 4, 4
	case named:
		least = 4
	}
	if !given(b, least) || b[0] == '-' || b[0] == '/' || !named && !hasDigit(b) && shapeOf(b).other == 0 || digitsOnly(b) && len(b) < digits {
		return
	}
	s.add(v.start, v.end, Password, "command-line-password")
}

var notGiven = wordSet("not given")
