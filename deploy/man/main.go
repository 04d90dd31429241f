// Command man writes the manual pages of the programs in the directory FROM into the directory TO:
// go run ./deploy/man FROM TO. They are made from the programs' help texts, so nothing is written
// twice.
package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: go run ./deploy/man FROM TO")
		os.Exit(2)
	}
	if err := write(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "man:", err)
		os.Exit(1)
	}
}

func write(from, to string) error {
	if err := os.MkdirAll(to, 0o755); err != nil {
		return err
	}
	for name, fill := range map[string]func(*page){"provenanced.8": daemon, "provenancectl.1": ctl, "provenance-wrap.1": wrap} {
		p := &page{from: from}
		program, section, _ := strings.Cut(name, ".")
		p.line(".TH " + strings.ToUpper(program) + " " + section)
		fill(p)
		if p.err != nil {
			return p.err
		}
		if err := os.WriteFile(filepath.Join(to, name), []byte(p.roff.String()), 0o644); err != nil {
			return err
		}
	}
	return nil
}

func daemon(p *page) {
	p.name("provenanced", "decides what an LLM agent may do next")
	p.text(p.asks("provenanced", "help"))
	p.section("SERVE")
	p.text(p.asks("provenanced", "help", "serve"))
	p.section("SEE ALSO")
	p.text("provenancectl(1), provenance-wrap(1)")
}

func wrap(p *page) {
	p.name("provenance-wrap", "runs a tool outside of a sandbox, through the daemon")
	p.text(p.asks("provenance-wrap", "--help"))
	p.section("SEE ALSO")
	p.text("provenanced(8)")
}

func ctl(p *page) {
	p.name("provenancectl", "shows what provenanced does, and controls it")
	before, rest, _ := strings.Cut(p.asks("provenancectl", "help"), "commands:\n")
	commands, after, _ := strings.Cut(rest, "\n\n")
	p.text(before)
	p.text(after)
	p.section("COMMANDS")
	for command := range strings.Lines(commands) {
		name, _, _ := strings.Cut(strings.TrimSpace(command), "  ")
		_, help, _ := strings.Cut(p.asks("provenancectl", append([]string{"help"}, strings.Fields(name)...)...), ": ")
		p.line(".SS " + escaped(name))
		p.text(everyCommand.ReplaceAllString(help, ""))
	}
	p.section("FLAGS OF EVERY COMMAND")
	p.text(strings.Join(everyCommand.FindAllString(p.asks("provenancectl", "help", "version"), -1), ""))
	p.section("SEE ALSO")
	p.text("provenanced(8), provenance-wrap(1)")
}

// everyCommand finds the flags that every command has in a command's help.
var everyCommand = regexp.MustCompile(`(?m)^  (--runtime-dir DIR|--json|-h, --help) .*\n`)

// page is one manual page being written.
type page struct {
	from string // directory of the programs
	roff strings.Builder
	err  error
}

// asks returns a program's output.
func (p *page) asks(program string, args ...string) string {
	cmd := exec.Command(filepath.Join(p.from, program), args...)
	cmd.Env = append(os.Environ(), "LC_ALL=C.UTF-8")
	out, err := cmd.Output()
	if err != nil {
		p.err = errors.Join(p.err, fmt.Errorf("%s: %w", cmd, err))
	}
	return string(out)
}

func (p *page) line(s string) { p.roff.WriteString(s + "\n") }

func (p *page) section(title string) { p.line(".SH " + title) }

func (p *page) name(program, brief string) {
	p.section("NAME")
	p.line(escaped(program) + ` \- ` + escaped(brief))
	p.section("DESCRIPTION")
}

// flagLine is a flag and its meaning, as the programs print them.
var flagLine = regexp.MustCompile(`^  ((?:-[a-z], )?--[a-z-]+,?(?: \S+)?) *(.*)$`)

// text adds a program's text. It keeps its line breaks.
func (p *page) text(s string) {
	for paragraph := range strings.SplitSeq(strings.Trim(s, "\n"), "\n\n") {
		p.line(".PP")
		for l := range strings.SplitSeq(paragraph, "\n") {
			flag := flagLine.FindStringSubmatch(l)
			switch {
			case l == "flags:": // which they look like
			case flag != nil:
				p.line(".TP\n.B " + escaped(flag[1]) + "\n" + escaped(flag[2]))
			case strings.HasPrefix(l, "                "): // of a flag
				p.line(escaped(strings.TrimSpace(l)))
			case strings.HasPrefix(l, "  "), strings.HasPrefix(l, "usage: "):
				p.line(".nf\n" + escaped(l) + "\n.fi")
			default:
				p.line(escaped(l))
			}
		}
	}
}

var special = strings.NewReplacer(`\`, `\e`, "-", `\-`, "`", `\(ga`, "~", `\(ti`, "^", `\(ha`, "'", `\(aq`)

// escaped is a line that roff shows as it is.
func escaped(s string) string {
	if s = special.Replace(s); strings.HasPrefix(s, ".") {
		s = `\&` + s
	}
	return s
}
