package shell

import (
	"slices"
	"strings"
)

// with is a part of a word, of which as much is known.
func (w Word) with(text string) Word { return Word{Text: text, bare: text, flags: w.flags} }

// joined is words as one line.
func joined(ws []Word) string {
	texts := make([]string, len(ws))
	for i, w := range ws {
		texts[i] = w.Text
	}
	return strings.Join(texts, " ")
}

// maxBraces bounds what one pair of braces is expanded to.
const maxBraces = 8

// braces is what a shell makes of a word in which alternatives stand in braces:
// {curl,-s,page} is a command of three words, c{ur,}l is curl. It is nil for too many.
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

// baseName is the name by which a program is known, whatever its path. To nu a ^ says that
// a program follows; to make a @ says that the command is not shown; to git and vi a !
// that it is a shell's.
func baseName(path string) string {
	path = path[strings.LastIndexByte(path, '/')+1:]
	if len(path) > 1 {
		path = strings.TrimLeft(path, "@!^")
	}
	return strings.TrimSuffix(strings.ToLower(path), ".exe")
}

// isRelative tells a program that is found from the working directory.
func isRelative(path string) bool {
	return strings.Contains(path, "/") && path[0] != '/'
}

// isAssignment tells A=b, which stands before a program.
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

// variableName is the variable that a word begins with: EDITOR of ${EDITOR:-vi}. Where the
// word has more than that, it is "".
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

// mentions reports whether text has a variable's name where its value is not what is asked
// for: read -r EDITOR, for PAGER in ….
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

// isInput tells the names of what a program reads anyway.
func isInput(t string) bool {
	switch t {
	case "-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0":
		return true
	}
	return false
}

// isSlashed tells the options of cmd: /c, //c.
func isSlashed(t string) bool { return len(t) > 1 && len(t) <= 3 && t[0] == '/' }

// isOption tells an option from a command line that begins with a hyphen.
func isOption(t string) bool {
	return strings.HasPrefix(t, "-") && !strings.ContainsFunc(t[1:], func(c rune) bool { return c != '-' && !isNameRune(c) })
}

// tellsOfItself tells options with which a program says which version it is, or how it is
// used.
func tellsOfItself(t string) bool { return t == "--version" || t == "--help" || t == "-V" }

// completes reports whether a program is to say how a shell completes its arguments: helm
// completion bash, fzf --bash.
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

// isAddress tells an address of the web.
func isAddress(t string) bool {
	scheme, _, ok := strings.Cut(t[:min(len(t), len("https://"))], "://")
	return ok && (strings.EqualFold(scheme, "https") || strings.EqualFold(scheme, "http") || strings.EqualFold(scheme, "ftp"))
}

// isQueried tells a query of what stands at an address: FROM 'https://…', read_csv(['https://…']).
// What a column is compared with is only a text.
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

// isLocal tells what stands on this machine, whatever else its name holds.
func isLocal(t string) bool {
	return t != "" && (t[0] == '.' || t[0] == '/' || t[0] == '~') || strings.HasPrefix(t, "path:") || strings.HasPrefix(t, "git+file:") || strings.HasPrefix(t, "file:")
}

// runBy are the last parts of the names of settings, of git and ssh, that hold command lines.
var runBy = strings.Fields("pager sshcommand editor askpass external textconv clean smudge process cmd program helper fsmonitor proxycommand localcommand knownhostscommand")

// configured is the command line in git's -c name=value or ssh's -o name=value; "" if it
// holds none.
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

// isRunBy tells core.pager, whose value is a command line, from other settings.
func isRunBy(name string) bool {
	last := name[strings.LastIndexByte(name, '.')+1:]
	return slices.ContainsFunc(runBy, func(s string) bool { return strings.EqualFold(s, last) })
}
