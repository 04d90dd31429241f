package shell

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/provenanced/provenanced/internal/urlhost"
)

// far adds a path that may be on another machine, in scp's syntax HOST:PATH. The owner names the
// whole, or the machine and the path there; a path that is the remote home directory needs no
// naming.
func (a *acting) far(act *Act, p *part) {
	o := Operand{Kind: File, Text: p.text}
	if p.kind == "into" {
		o.May = Below
	}
	if host, there, ok := strings.Cut(p.text, ":"); ok && len(host) > 1 && !strings.ContainsAny(host, "/~") && !strings.HasPrefix(there, ":") && !isControl(there) {
		o.Parts = []Operand{{Kind: Name, Text: host}}
		if there != "" && there != "." && there != "./" && there != "~" && there != "~/" {
			o.Parts = append(o.Parts, Operand{Kind: File, Text: there, May: o.May})
		}
	}
	act.Operands = append(act.Operands, o)
}

// out adds a path that is written.
func (a *acting) out(act *Act, w Word, strict bool) {
	text := w.Text
	switch {
	case isNowhere(text):
		return
	case isControl(text), isSecret(text, w):
		*act = Act{Program: act.Program, Why: whyControl}
		return
	case !w.inPlace():
		*act = Act{Program: act.Program, Why: whyGap}
		return
	}
	a.program = a.program || !logName.MatchString(text)
	a.file(act, w, leeway(!strict && (!w.has(hasPattern) || w.has(quoted)) && (a.inside(w) || isTemporary(text) && a.isLog(w))))
}

// Place returns how far the agent may choose a file that it writes by other means than a line, and
// whether that file may be a program. The rules are those for a redirection.
func Place(workspace, path string) (may Leeway, program bool) {
	a := acting{workspace: strings.TrimRight(workspace, "/")}
	act := Act{Effect: Works}
	a.out(&act, Plain(path), false)
	if len(act.Operands) == 0 {
		return Given, true
	}
	return act.Operands[0].May, a.program
}

// file adds a path. After a cd it is relative to that directory.
func (a *acting) file(act *Act, w Word, may Leeway) {
	text := w.Text
	if a.away && len(a.entered) == 1 && !isLocal(text) {
		text = strings.TrimRight(a.entered[0].Text, "/") + "/" + text
	}
	if may == Given && !w.has(hasPattern) && path.Clean(text) == strings.TrimRight(text, "/") {
		may = Below
	}
	act.Operands = append(act.Operands, Operand{Kind: File, Text: text, May: may})
}

func leeway(free bool) Leeway {
	if free {
		return Chosen
	}
	return Given
}

// made reports whether a redirection of the line writes a file.
func (a *acting) made(text string) bool {
	return slices.ContainsFunc(a.writes[""], func(w Write) bool { return w.Path.Text == text })
}

// changing returns the leeway for an existing path that is changed. Files that the line wrote
// itself may be chosen freely.
func (a *acting) changing(p *part, inside bool) Leeway {
	switch {
	case inside && a.made(p.text):
		return Chosen
	case inside && !p.w.has(hasPattern):
		return Open
	}
	return Below
}

// isLog reports whether a path is a plain document or a log, by its name.
func (a *acting) isLog(w Word) bool {
	if !w.inPlace() || w.has(hasPattern) || !a.inside(w) && !isTemporary(w.Text) {
		return false
	}
	return path.Base(w.Text)[0] != '.' && !isControl(w.Text) && logName.MatchString(w.Text)
}

// logName matches names of documents and logs, which nobody runs.
var logName = regexp.MustCompile(`\w\.(txt|md|csv|tsv|log|json|out)$`)

// repository returns the URL of a repository in any notation, so that git and gh name the same one.
func repository(text string) string {
	text = strings.TrimSuffix(strings.TrimRight(text, "/"), ".git")
	switch rest, ok := strings.CutPrefix(text, "git@"); {
	case ok:
		return "https://" + strings.Replace(rest, ":", "/", 1)
	case strings.Contains(text, "://"), strings.Count(text, "/") != 1, isLocal(text):
		return text
	}
	return "https://github.com/" + text
}

// mayBeHost reports whether a word may be a machine: somebody's there, or a name or number with
// dots in front of any path.
func mayBeHost(text string) bool {
	host, _, _ := strings.Cut(text, "/")
	if n, ok := urlhost.Normal(host); ok && n != host && !strings.HasPrefix(n, "0.") { // 134744072 is 8.8.8.8
		return true
	}
	return strings.ContainsRune(text, '@') || strings.Contains(text, "::") || strings.ContainsRune(strings.TrimLeft(host, "."), '.')
}

func isTemporary(text string) bool {
	rest, ok := strings.CutPrefix(text, "/tmp/")
	return ok && !strings.Contains(rest, "..")
}

func isNowhere(text string) bool { return text == "/dev/null" || text == "-" || text == "" }

// isLoopback reports whether an address is this machine itself, literally: in
// localhost:1@evil.example, the part before the @ is not the host.
func isLoopback(text string) bool {
	hosts, read := urlhost.OfBare(text)
	return read && len(hosts) == 1 && slices.Contains([]string{"localhost", "127.0.0.1", "::1"}, hosts[0]) && strings.Contains(text, hosts[0])
}
