package shell

import (
	"bytes"
	"slices"
	"strings"
)

// Variables where a program stands: what the line, or everybody, has set them to.

// hides reports whether a word that is not written here would be run as a program, and
// not be something that comes before one.
func (r *reader) hides(c *command) bool {
	return !c.operand && (c.text || !c.unsure && !c.shell && r.sums == 0)
}

// maxVariables bounds how many variables are looked for: each takes a look at all
// that came before.
const maxVariables = 64

// usually is what the variables stand for that everybody sets alike, whatever it is
// called there. Nobody but the owner sets them, as long as no word of the call does.
var usually = map[string]string{
	"SUDO": "sudo", "SHELL": "sh", "EDITOR": "vi", "VISUAL": "vi", "PAGER": "less",
	"MAKE": "make", "CC": "cc", "CXX": "c++", "PYTHON": "python",
}

// variable reads the program that a variable holds, if the line has given it one, or
// everybody has.
func (r *reader) variable(c *command, w []byte) {
	name := bytes.TrimSuffix(bytes.TrimPrefix(w[1:], []byte("{")), []byte("}"))
	at := -1
	if r.variables < maxVariables {
		at = lastGiven(r.line[:min(r.i, len(r.line))], name)
	}
	r.variables++
	if at < 0 {
		name, _, _ = bytes.Cut(name, []byte("-")) // ${EDITOR:-vi}
		name = bytes.TrimSuffix(name, []byte(":"))
		if usual := usually[string(name)]; usual != "" && r.variables <= maxVariables && !names(r.whole, name) && !names(r.env, name) {
			r.programWord(c, []byte(usual))
		} else {
			c.hidden = true
		}
		return
	}
	i, mark, expands := r.i, len(r.words), r.expands
	r.i = at
	r.word(0)
	r.i, r.expands = i, expands
	switch v := r.words[mark:]; {
	case len(v) == 0: // it holds nothing
	case v[0] == '$' && isVariable(v):
		c.hidden = true
	case hasSpecial(v):
		r.inner(v)
		c.place = atArgument
	default:
		r.programWord(c, v)
	}
	r.words = r.words[:mark]
}

// lastGiven is where the value begins that a variable was given last; -1 if it was
// given none, or more than one word tells.
func lastGiven(line, name []byte) int {
	for n := len(line); len(name) > 0; {
		if n = bytes.LastIndex(line[:n], name); n < 0 {
			break
		}
		rest := line[n+len(name):]
		if n > 0 && isNameByte(line[n-1]) || len(rest) == 0 || rest[0] != '=' && rest[0] != '+' {
			continue
		}
		if rest[0] == '+' {
			break
		}
		return n + len(name) + 1
	}
	return -1
}

// names reports whether text has a variable's name where its value is not what is asked
// for: read -r EDITOR, for PAGER in ….
func names(text, name []byte) bool {
	for {
		n := bytes.Index(text, name)
		if n < 0 {
			return false
		}
		used := n > 0 && text[n-1] == '$' || n > 1 && text[n-1] == '{' && text[n-2] == '$'
		after := text[n+len(name):]
		if !used && (n == 0 || !isNameByte(text[n-1])) && (len(after) == 0 || !isNameByte(after[0])) {
			return true
		}
		text = after
	}
}

// shownBy is the command line in A=b, if programs run what that variable holds to show or
// edit something; and in tar's exec=b.
func shownBy(w []byte) []byte {
	name, line, _ := bytes.Cut(w, []byte("="))
	if string(name) == "NODE_OPTIONS" {
		return append([]byte("node "), line...)
	}
	switch last := name[bytes.LastIndexByte(name, '_')+1:]; string(last) {
	case "PAGER", "MANPAGER", "EDITOR", "VISUAL", "LESSOPEN", "DIFF", "ASKPASS", "exec":
		return line
	case "COMMAND", "RSH":
		return connecting(line)
	}
	return nil
}

// connecting is what a program runs to reach another machine. That it is ssh, and with
// which key, fetches nothing yet: GIT_SSH_COMMAND='ssh -i key' git push.
func connecting(line []byte) []byte {
	if rest, ok := bytes.CutPrefix(line, []byte("ssh")); ok && (len(rest) == 0 || rest[0] == ' ') && !hasSpecial(bytes.ReplaceAll(rest, []byte(" "), nil)) && !bytes.Contains(bytes.ToLower(rest), []byte("command")) {
		return line[:0]
	}
	return line
}

// assigned tells PowerShell's $page = … and $page=….
func (r *reader) assigned(w []byte) bool {
	if !bytes.HasPrefix(w, []byte("${")) && bytes.IndexByte(w, '=') >= 0 {
		return true
	}
	rest := bytes.TrimLeft(r.line[min(r.i, len(r.line)):], " ")
	return bytes.HasPrefix(rest, []byte("= ")) || bytes.HasPrefix(rest, []byte("+= "))
}

// properties are those of what PowerShell has found that everybody asks for. No program
// has a name that ends so.
var properties = strings.Fields(".Count .Length .Name .FullName .Value .Keys .Values")

// isProperty tells $files.Count.
func isProperty(w []byte) bool {
	dot := bytes.LastIndexByte(w, '.')
	return dot > 1 && !bytes.ContainsFunc(w[1:dot], func(b rune) bool { return !isNameByte(byte(b)) || b == '.' }) &&
		slices.Contains(properties, string(w[dot:]))
}

// isVariable tells $name and ${name}, which begin with a dollar.
func isVariable(w []byte) bool {
	if len(w) > 1 && w[1] == '{' {
		return bytes.IndexByte(w, '}') == len(w)-1
	}
	if len(w) > 2 && strings.IndexByte(shortNames, w[1]) >= 0 {
		return false
	}
	return !hasSpecial(w) && bytes.IndexByte(w, '/') < 0
}

// withoutVariables is w, in its own place, as it is when its variables hold nothing:
// curl$none, ${none#nice}curl, cu$@rl. Of $none'curl' only its quotes said where the
// name ends.
func withoutVariables(w []byte) []byte {
	dst := w[:0]
	for i := 0; i < len(w); i++ {
		switch {
		case w[i] != '$':
			dst = append(dst, w[i])
		case i+1 < len(w) && w[i+1] == '{':
			length := bytes.IndexByte(w[i:], '}')
			if length < 0 {
				return dst
			}
			i += length
		case i+1 < len(w) && strings.IndexByte(shortNames, w[i+1]) >= 0:
			i++
		default:
			for i+1 < len(w) && isNameByte(w[i+1]) {
				i++
			}
		}
	}
	return dst
}

// shortNames are variables whose names are one byte.
const shortNames = "@*#?!-0123456789"

// fallback is what stands for a variable that holds nothing: ${CURL:-curl}.
func fallback(w []byte) []byte {
	i := bytes.IndexAny(w, "-=+")
	if i < 0 || w[1] != '{' {
		return nil
	}
	return w[i+1 : len(w)-1]
}
