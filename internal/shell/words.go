package shell

import (
	"bytes"
	"slices"
	"strings"
)

// gap stands in a word for the output of commands that nobody knows, and for a byte
// that is told by its number.
const gap = '\x01'

// special is what ends a word or quotes in it.
var special = func() (is [256]bool) {
	for _, b := range []byte("\t\n\r '\"\\`;|&()<>") {
		is[b] = true
	}
	return is
}()

func hasSpecial(w []byte) bool {
	for _, b := range w {
		if special[b] {
			return true
		}
	}
	return false
}

// word appends a word without its quotes, and reads the commands whose output is
// put into it.
func (r *reader) word(end byte) {
	start := len(r.words)
	for r.more() {
		switch b := r.line[r.i]; b {
		case ' ', '\t':
			if !r.expands {
				return
			}
			r.words = append(r.words, b) // ${page/ /}
			r.i++
		case '\n', '\r', ';', '|', '&', '(', ')', '<', '>':
			return
		case '\'', '"':
			r.quoted(b)
		case '`':
			if end == '`' {
				return
			}
			r.substitution()
		case '$':
			r.substitution()
		case '\\':
			if w := r.words[start:]; len(w) > 1 && w[1] == ':' && isNameByte(w[0]) && isNameByte(r.next()) { // C:\Windows
				r.words = append(r.words, '/')
				r.i++
				continue
			}
			if r.next() != '\n' {
				r.words = append(r.words, r.line[min(r.i+1, len(r.line)):min(r.i+2, len(r.line))]...)
			}
			r.i = min(r.i+2, len(r.line)) // a backslash may be the last of all
		default:
			start := r.i
			for r.i < len(r.line) && !special[r.line[r.i]] && r.line[r.i] != '$' {
				r.i++
			}
			r.words = append(r.words, r.line[start:r.i]...)
			r.expands = r.expands && bytes.IndexByte(r.line[start:r.i], '}') < 0
		}
	}
}

// quoted appends what stands in quotes. One that nothing closes is an apostrophe.
func (r *reader) quoted(quote byte) {
	r.i++
	n := bytes.IndexByte(r.line[r.i:], quote)
	switch {
	case n < 0:
	case quote == '"':
		r.text('"')
	default:
		r.words = append(r.words, r.line[r.i:r.i+n]...)
		r.i += n + 1
	}
}

// escaped appends what stands in $'…', in which a backslash takes its meaning from
// a quote.
func (r *reader) escaped() {
	mark := len(r.words)
	for i := r.i + 1; i < len(r.line); i++ {
		b := r.line[i]
		switch {
		case b == '\'':
			r.i = i + 1
			return
		case b == '\\' && i+1 < len(r.line):
			i++
			switch b = r.line[i]; {
			case b == 'n' || b == 'r':
				b = '\n'
			case b == 't':
				b = '\t'
			case strings.IndexByte("01234567xuUc", b) >= 0:
				b, r.gaps = gap, true
			}
		}
		r.words = append(r.words, b)
	}
	r.words = r.words[:mark] // nothing closes it
	r.i++
}

// text appends what a shell expands without splitting it: up to a quote, or to
// the line's end where stop is 0.
func (r *reader) text(stop byte) {
	for r.more() {
		switch b := r.line[r.i]; {
		case b == stop && stop != 0:
			r.i++
			return
		case b == '$' || b == '`':
			r.substitution()
		case b == '\\' && strings.IndexByte("$`\"\\\n", r.next()) >= 0:
			r.words = append(r.words, r.next())
			r.i += 2
		default:
			r.expands = r.expands && b != '}'
			r.words = append(r.words, b)
			r.i++
		}
	}
}

// substitution reads the commands in $(…) or `…`; another dollar is a byte of the
// word, unless it begins a quote.
func (r *reader) substitution() {
	end := r.line[r.i]
	r.i++
	switch {
	case end == '`':
	case r.more() && r.line[r.i] == '(':
		r.i++
		end = ')'
	case r.more() && r.line[r.i] == '\'':
		r.escaped()
		return
	case r.more() && r.line[r.i] == '"':
		return
	default:
		r.words = append(r.words, '$')
		r.expands = r.expands || r.more() && r.line[r.i] == '{'
		return
	}
	outer := r.asked
	r.asked = nil
	if r.commands(end) >= said {
		r.words, r.gaps = append(r.words, gap), true
	}
	r.words, r.asked = append(r.words, r.asked...), outer // $(which curl) page
}

// maxBraces bounds what one pair of braces is expanded to.
const maxBraces = 8

// braces reads what a shell makes of a word in which alternatives stand in braces:
// {curl,-s,page} is a command of three words, c{ur,}l is curl.
func (r *reader) braces(w []byte) {
	open := bytes.IndexByte(w, '{')
	if open < 0 {
		return
	}
	length := bytes.IndexByte(w[open:], '}')
	if length < 0 || bytes.IndexByte(w[open:open+length], ',') < 0 {
		return
	}
	mark := len(r.words)
	n := 0
	for each := range bytes.SplitSeq(w[open+1:open+length], []byte(",")) {
		if n++; n > maxBraces {
			r.evaluated()
			break
		}
		r.words = append(append(append(append(r.words, w[:open]...), each...), w[open+length+1:]...), ' ')
	}
	r.inner(r.words[mark:])
	r.words = r.words[:mark]
}

// baseName appends the name by which a program is known, whatever its path. To cmd a ^
// is nothing, and to nu it says that a program follows; to make and cmd a @ says that the
// command is not shown; to git and vi a ! that it is a shell's.
func baseName(dst, w []byte) []byte {
	w = w[bytes.LastIndexByte(w, '/')+1:]
	if len(w) > 1 {
		w = bytes.TrimLeft(w, "@!")
	}
	for _, b := range w {
		switch {
		case b == '^':
		case 'A' <= b && b <= 'Z':
			dst = append(dst, b+'a'-'A')
		default:
			dst = append(dst, b)
		}
	}
	return bytes.TrimSuffix(dst, []byte(".exe"))
}

// isAssignment tells A=b, which stands before a program.
func isAssignment(w []byte) bool {
	name, _, ok := bytes.Cut(w, []byte("="))
	name = bytes.TrimSuffix(name, []byte("+"))
	if bytes.HasSuffix(name, []byte("]")) { // a[0]=b
		name, _, _ = bytes.Cut(name, []byte("["))
	}
	return ok && len(name) > 0 && !bytes.ContainsFunc(name, func(r rune) bool { return r > '~' || !isNameByte(byte(r)) })
}

// namesHost tells host:path and rsync://host/path from a path.
func namesHost(w []byte) bool {
	before, _, ok := bytes.Cut(w, []byte(":"))
	return ok && bytes.IndexByte(before, '/') < 0
}

// isAddress tells an address of the web, as in vim https://….
func isAddress(w []byte) bool {
	scheme, _, ok := bytes.Cut(w[:min(len(w), len("https://"))], []byte("://"))
	return ok && (bytes.EqualFold(scheme, []byte("https")) || bytes.EqualFold(scheme, []byte("http")) || bytes.EqualFold(scheme, []byte("ftp")))
}

// isEdited tells an address that an editor opens, also in a command of its own: ':e https://…'.
func isEdited(w []byte) bool {
	return isAddress(w) || slices.ContainsFunc(bytes.Fields(w), isAddress)
}

// isQueried tells a query of what stands at an address: FROM 'https://…', read_csv(['https://…']).
// What a column is compared with is only a text.
func isQueried(w []byte) bool {
	for i := range w {
		if w[i] != '\'' || !isAddress(w[i+1:]) {
			continue
		}
		before := bytes.ToLower(bytes.TrimRight(w[max(0, i-64):i], " \t\n["))
		if slices.ContainsFunc([]string{"(", "from", "join", "attach"}, func(s string) bool { return bytes.HasSuffix(before, []byte(s)) }) {
			return true
		}
	}
	return false
}

// isClient tells the types with which PowerShell fetches: Net.WebClient, Msxml2.XMLHTTP.
func isClient(w []byte) bool {
	w = bytes.ToLower(w)
	return bytes.Contains(w, []byte("net.")) || bytes.Contains(w, []byte("http"))
}

// isLocal tells what stands on this machine, whatever else its name holds.
func isLocal(w []byte) bool {
	return w[0] == '.' || w[0] == '/' || bytes.HasPrefix(w, []byte("path:")) || bytes.HasPrefix(w, []byte("git+file:"))
}

// isPackage tells one that deno fetches.
func isPackage(w []byte) bool {
	return bytes.HasPrefix(w, []byte("npm:")) || bytes.HasPrefix(w, []byte("jsr:"))
}

func isNameByte(b byte) bool {
	return b == '_' || '0' <= b && b <= '9' || 'A' <= b && b <= 'Z' || 'a' <= b && b <= 'z'
}

// runBy are the last parts of the names of settings, of git and ssh, that hold command lines.
var runBy = []string{"pager", "sshcommand", "editor", "askpass", "external", "textconv", "clean", "smudge", "process", "cmd", "program", "helper", "fsmonitor", "proxycommand", "localcommand", "knownhostscommand"}

// configured is the command line in git's -c name=value or ssh's -o name=value, if it is
// one.
func configured(w []byte) []byte {
	i := bytes.IndexAny(w, "= ")
	if i < 0 {
		return nil
	}
	name, value := w[:i], w[i+1:]
	if command, ok := bytes.CutPrefix(value, []byte("!")); ok {
		return command
	}
	if isRunBy(name) {
		return value
	}
	return nil
}

// isRunBy tells core.pager, whose value is a command line, from other settings.
func isRunBy(name []byte) bool {
	last := name[bytes.LastIndexByte(name, '.')+1:]
	return slices.ContainsFunc(runBy, func(s string) bool { return strings.EqualFold(s, string(last)) })
}

func isNumber(w []byte) bool {
	return !bytes.ContainsFunc(w, func(r rune) bool { return r < '0' || r > '9' })
}
