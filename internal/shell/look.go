package shell

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The reader errs towards finding too many programs. This file errs in the other direction: a line
// only looks if sh, bash and zsh are certain to read it alike, and each of its programs is known to
// do nothing but show things. Anything unknown counts as doing more.

// maxLook bounds a line that only looks, in bytes.
const maxLook = 4 << 10

// looker is a program that only looks, as long as its words match these.
type looker struct {
	any      bool           // with any words
	options  *regexp.Regexp // words that begin with a hyphen; nil: none
	first    *regexp.Regexp // the first of the others; nil: any
	operands int            // how many others there may be; 0: any number
}

var lookers = func() map[string]looker {
	all := map[string]looker{
		"date": {options: regexp.MustCompile(`^(-[uR]|-I(date|hours|minutes|seconds)?|--utc|--date=.*)$`), first: regexp.MustCompile(`^\+`), operands: 1}, // others set the clock
		"diff": {options: regexp.MustCompile(`^(-[uwbBirqNya]+|-U[0-9]+|--brief|--unified|--recursive|--side-by-side)$`)},
		"find": {options: regexp.MustCompile(`^-([HLP]|[0-9]+[a-zA-Z]?|i?name|i?path|i?regex|type|m(ax|in)depth|size|[amc](time|min)|newer|not|a|o|and|or|prune|empty|print0?)$`)},
		"rg":   {options: regexp.MustCompile(`^(-[a-yA-Z0-9]+|--(files|hidden|no-ignore|ignore-case|line-number|no-heading|count|files-with-matches|json|glob=.*|type=.*|context=[0-9]+|max-count=[0-9]+))$`)},
		"sed":  {options: regexp.MustCompile(`^-n$`), first: regexp.MustCompile(`^[0-9]+(,([0-9]+|\$))?p$`)},
		"sort": {options: regexp.MustCompile(`^-(t.?|k?[0-9.,bdfghinruVz]+|k)$`)},
		"uniq": {options: regexp.MustCompile(`^-([cdiuD]+|[fsw][0-9]+)$`), operands: 1}, // it writes to the second
	}
	for name := range strings.FieldsSeq("basename cat cd cksum cmp comm cut df dirname du echo egrep false fgrep fold grep head id ls md5sum nl " +
		"od paste pwd readlink realpath rev sha1sum sha256sum sha512sum stat tac tail tr true uname uptime wc which whoami") {
		all[name] = looker{any: true}
	}
	return all
}()

// OnlyLooks reports whether a command line does nothing but show what is on its machine: it writes
// no file, starts no program that does, and reaches no other machine.
func OnlyLooks(line string) bool {
	if len(line) > maxLook || !utf8.ValidString(line) {
		return false
	}
	l := looking{rest: strings.TrimLeft(line, " \t\n")}
	for l.command() {
		joint := l.joint()
		if l.rest == "" { // a line that ends in an operator is incomplete
			return joint == "" || joint == ";" || joint == "\n"
		}
		if joint == "" {
			return false
		}
	}
	return false
}

// looking goes through a line, command by command.
type looking struct{ rest string }

// command reads one command, and returns false unless it only looks.
func (l *looking) command() bool {
	name, plain := "", true // plain: no word may expand to others
	var words []string
	for {
		l.rest = strings.TrimLeft(l.rest, " \t")
		if l.nowhere() {
			continue
		}
		word, ok := l.word(name != "")
		if !ok {
			break
		}
		if name == "" {
			name = word.text
		} else {
			words = append(words, word.text)
		}
		plain = plain && !word.pattern
	}
	program, known := lookers[name]
	return known && (program.any || plain && program.may(words))
}

// joint reads the operator between two commands, or after the last.
func (l *looking) joint() string {
	for _, joint := range [...]string{"&&", "||", "|", ";", "\n"} {
		if rest, ok := strings.CutPrefix(l.rest, joint); ok {
			l.rest = strings.TrimLeft(rest, " \t\n")
			return joint
		}
	}
	return ""
}

// nowhere reads a redirection to /dev/null.
func (l *looking) nowhere() bool {
	for _, to := range [...]string{"2>/dev/null", "2> /dev/null", ">/dev/null", "> /dev/null", "2>&1"} {
		if rest, ok := strings.CutPrefix(l.rest, to); ok && (rest == "" || strings.ContainsRune(" \t\n;|", rune(rest[0]))) {
			l.rest = rest
			return true
		}
	}
	return false
}

// lookWord is one word of a command, as the program gets it.
type lookWord struct {
	text    string
	pattern bool // of files: the program may get other words
}

// word reads a word. A program's name must be literal; words after it may be quoted. Only quoted
// text may be non-ASCII, since the locale decides which characters separate words.
func (l *looking) word(named bool) (w lookWord, ok bool) {
	var text strings.Builder
	i := 0
	for i < len(l.rest) {
		r, size := utf8.DecodeRuneInString(l.rest[i:])
		switch {
		case strings.ContainsRune(" \t\n;|&", r):
			w.text, l.rest = text.String(), l.rest[i:]
			return w, i > 0
		case 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || strings.ContainsRune("_-./,:@%+", r):
			text.WriteRune(r)
		case !named:
			return w, false
		case r == '=' && i > 0:
			text.WriteRune(r)
		case r == '~' && i == 0 && (len(l.rest) == 1 || strings.ContainsRune("/ \t\n;|", rune(l.rest[1]))):
			text.WriteRune(r)
		case r == '*' || r == '?':
			w.pattern = true
			text.WriteRune(r)
		case r == '\'' || r == '"':
			quoted, _, closed := strings.Cut(l.rest[i+1:], string(r))
			if !closed || r == '"' && strings.ContainsAny(quoted, "$`\\!") || strings.ContainsFunc(quoted, unicode.IsControl) {
				return w, false
			}
			text.WriteString(quoted)
			size += len(quoted) + 1
		default:
			return w, false
		}
		i += size
	}
	w.text, l.rest = text.String(), ""
	return w, i > 0
}

// may reports whether the program only looks with these words.
func (p looker) may(words []string) bool {
	operands := 0
	for _, w := range words {
		switch {
		case len(w) > 1 && w[0] == '-':
			if p.options == nil || !p.options.MatchString(w) {
				return false
			}
		default:
			if operands++; operands == 1 && p.first != nil && !p.first.MatchString(w) {
				return false
			}
		}
	}
	return p.operands == 0 || operands <= p.operands
}
