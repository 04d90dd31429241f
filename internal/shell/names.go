package shell

import (
	"slices"
	"strings"
)

// with returns a part of a word, with the word's flags.
func (w Word) with(text string) Word { return Word{Text: text, bare: text, flags: w.flags} }

// joined joins words to one line.
func joined(ws []Word) string {
	texts := make([]string, len(ws))
	for i, w := range ws {
		texts[i] = w.Text
	}
	return strings.Join(texts, " ")
}

// maxBraces bounds the expansion of one pair of braces.
const maxBraces = 8

// braces expands alternatives in braces as a shell does: {curl,-s,page} is a command of three
// words, c{ur,}l is curl. It returns nil for too many.
func braces(w Word) []Word {
	before, rest, _ := strings.Cut(w.Text, "{")
	inside, after, _ := strings.Cut(rest, "}")
	parts := strings.Split(inside, ",")
	if len(parts) > maxBraces {
		return nil
	}
	var all []Word
	for _, part := range parts {
		text := before + part + after
		all = append(all, Word{Text: text, bare: text, flags: w.flags &^ hasBraces})
	}
	return all
}

// baseName returns the name of a program without its path. It also removes nu's ^ before a program,
// make's @ before a silent command, and git's and vi's ! before a shell command.
func baseName(path string) string {
	path = path[strings.LastIndexByte(path, '/')+1:]
	if len(path) > 1 {
		path = strings.TrimLeft(path, "@!^")
	}
	return strings.TrimSuffix(strings.ToLower(path), ".exe")
}

// isRelative reports whether a program's path is relative to the working directory.
func isRelative(path string) bool {
	return strings.Contains(path, "/") && path[0] != '/'
}

// isAssignment reports whether a word is an assignment before a command: A=b.
func isAssignment(t string) bool {
	name, _, ok := strings.Cut(t, "=")
	name = strings.TrimSuffix(name, "+")
	return ok && name != "" && !isDigit(name[0]) && !strings.ContainsFunc(name, func(c rune) bool { return !isNameRune(c) })
}

func isNameRune(c rune) bool {
	return c == '_' || '0' <= c && c <= '9' || 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z'
}

func isNameByte(c byte) bool { return isNameRune(rune(c)) }

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isNumber(t string) bool {
	return !strings.ContainsFunc(t, func(c rune) bool { return c < '0' || c > '9' })
}

// variableName returns the variable that is a word's whole content: EDITOR for ${EDITOR:-vi}.
// Otherwise it is "".
func variableName(t string) string {
	name := strings.TrimPrefix(t, "$")
	if inside, ok := strings.CutPrefix(name, "{"); ok {
		if inside, ok = strings.CutSuffix(inside, "}"); !ok {
			return ""
		}
		name, _, _ = strings.Cut(inside, "-")
		name = strings.TrimSuffix(name, ":")
	}
	if strings.ContainsFunc(name, func(c rune) bool { return !isNameRune(c) }) {
		return ""
	}
	return name
}

// mentions reports whether text has a variable's name other than to read its value: read -r EDITOR,
// for PAGER in ….
func mentions(text, name string) bool {
	for {
		n := strings.Index(text, name)
		if n < 0 {
			return false
		}
		used := n > 0 && text[n-1] == '$' || n > 1 && text[n-1] == '{' && text[n-2] == '$'
		after := text[n+len(name):]
		if !used && (n == 0 || !isNameByte(text[n-1])) && (after == "" || !isNameByte(after[0])) {
			return true
		}
		text = after
	}
}

// isInput reports whether a path is the program's own input.
func isInput(t string) bool {
	switch t {
	case "-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0":
		return true
	}
	return false
}

// isSlashed reports whether a word is an option of cmd: /c, //c.
func isSlashed(t string) bool { return len(t) > 1 && len(t) <= 3 && t[0] == '/' }

// isOption tells an option from a command line that begins with a hyphen.
func isOption(t string) bool {
	return strings.HasPrefix(t, "-") && !strings.ContainsFunc(t[1:], func(c rune) bool { return c != '-' && !isNameRune(c) })
}

// tellsOfItself reports whether an option makes a program print its version or its usage.
func tellsOfItself(t string) bool { return t == "--version" || t == "--help" || t == "-V" }

// completes reports whether a program only prints shell completions: helm completion bash, fzf
// --bash.
func completes(ws []Word) bool {
	if len(ws) > 1 && (ws[0].Text == "completion" || ws[0].Text == "completions") {
		return slices.Contains([]string{"bash", "zsh", "fish"}, ws[len(ws)-1].Text)
	}
	return len(ws) == 1 && slices.Contains([]string{"--bash", "--zsh", "--fish"}, ws[0].Text)
}

// namesHost tells host:path and rsync://host/path from a path.
func namesHost(t string) bool {
	before, _, ok := strings.Cut(t, ":")
	return ok && !strings.Contains(before, "/") && !strings.HasPrefix(t, "-")
}

// isAddress reports whether a text is a web address.
func isAddress(t string) bool {
	scheme, _, ok := strings.Cut(t[:min(len(t), len("https://"))], "://")
	return ok && (strings.EqualFold(scheme, "https") || strings.EqualFold(scheme, "http") || strings.EqualFold(scheme, "ftp"))
}

// isQueried reports whether a query reads from an address: FROM 'https://…',
// read_csv(['https://…']). An address that a column is compared with does not count.
func isQueried(t string) bool {
	for i := range len(t) {
		if t[i] != '\'' || !isAddress(t[i+1:]) {
			continue
		}
		before := strings.ToLower(strings.TrimRight(t[max(0, i-64):i], " \t\n["))
		if slices.ContainsFunc([]string{"(", "from", "join", "attach"}, func(s string) bool { return strings.HasSuffix(before, s) }) {
			return true
		}
	}
	return false
}

// isLocal reports whether a path is on this machine, even if it contains a colon.
func isLocal(t string) bool {
	return t != "" && (t[0] == '.' || t[0] == '/' || t[0] == '~') || strings.HasPrefix(t, "path:") || strings.HasPrefix(t, "git+file:") || strings.HasPrefix(t, "file:")
}

// runBy are the last parts of the names of git's and ssh's settings that hold command lines.
var runBy = strings.Fields("pager sshcommand editor askpass external textconv clean smudge process cmd program helper fsmonitor proxycommand localcommand knownhostscommand")

// configured returns the command line in git's -c name=value or ssh's -o name=value; "" if there is
// none.
func configured(t string) string {
	t = strings.TrimPrefix(t, "-o")
	i := strings.IndexAny(t, "= ")
	if i < 0 {
		return ""
	}
	name, value := t[:i], t[i+1:]
	if command, ok := strings.CutPrefix(value, "!"); ok {
		return command
	}
	if isRunBy(name) {
		return value
	}
	return ""
}

// isRunBy reports whether a setting holds a command line, like core.pager.
func isRunBy(name string) bool {
	last := name[strings.LastIndexByte(name, '.')+1:]
	return slices.ContainsFunc(runBy, func(s string) bool { return strings.EqualFold(s, last) })
}
