// Package shell reads command lines: the programs that one runs and their words, the files it
// writes, the addresses it names, the variables it sets, and the level of its output if a program
// fetches. A library parses the line as bash, zsh or mksh; what programs do with their words is
// data, in programs.txt. The package also quotes words for a command line. It runs nothing and
// opens no file. Callers provide which tools take command lines, and the owner's levels for
// programs.
package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/provenanced/provenanced/internal/trust"
)

//go:generate go test -run TestTheProgramsPage -update .

// Line is what a command line does, as far as the line itself shows: a script can do anything
// without showing it here.
type Line struct {
	Commands  []Command  // all programs in order; sudo and what it runs are two
	Writes    []Write    // files that it writes, changes or removes
	Addresses []Word     // URLs, and machines that programs like ssh are given
	Sets      []Variable // variables that the line or its call sets

	// Unread says why part of the line is unknown: Unreadable or TooLong, or "" if all was read. A
	// caller that restricts lines must assume the worst of such a line.
	Unread string

	sources []source
	others  []string // unknown programs and scripts
	tree    tree
	texts   []Word    // here-documents, and here-strings after <<<
	inputs  []Word    // files read by a redirection
	loops   []forLoop // variables whose values are words of the line
	defines bool      // it defines functions, or declares something without a value
}

// forLoop is a variable and the words that it takes.
type forLoop struct {
	name  string
	words []Word
}

// tree is a text and its syntax.
type tree struct {
	text  string       // as given
	words []Word       // of a text that is one plain command; otherwise nil
	file  *syntax.File // of any other that bash can parse
}

// Text returns the line that was read.
func (l *Line) Text() string { return l.tree.text }

// Command is a program and its words.
type Command struct {
	Name      string // in lower case, without a directory or .exe; "" if unknown
	Path      string // as written
	Args      []Word // the rest of the command
	Kind      string // in programs.txt; "" for an unknown program
	Elsewhere bool   // on another machine, or in a container

	owners bool // the level of its output is the owner's, whatever its words
}

// Word is a word as the program gets it, as far as that is known.
type Word struct {
	Text  string // without quotes; with $NAME and ${…} for an unknown variable, Gap for a command's output
	flags wordFlags
	bare  string // Text without its variables
	other string // the default of a variable: ${CURL:-curl}
}

// Plain returns a word that is fully known.
func Plain(text string) Word { return Word{Text: text, bare: text} }

// Gap stands for a part of a word that is not on the line: a command's output, or a byte given by
// its number.
const Gap = "\x01"

type wordFlags uint16

const (
	hasGap      wordFlags = 1 << iota // Text has a Gap
	hasVariable                       // Text has a variable
	endsOpen                          // a variable or a gap is in its last path segment
	hasPattern                        // of files: the program may get other words
	hasBraces                         // it may be several words
	isStream                          // <(…) with unread output
	quoted                            // part of it was quoted
	computed                          // a command produced part of it
	dated                             // date, or something as harmless, produced part of it
)

func (w Word) has(f wordFlags) bool { return w.flags&f != 0 }

// Known reports whether the program gets exactly this text.
func (w Word) Known() bool { return !w.has(hasGap | hasVariable | hasPattern | hasBraces | isStream) }

// Write is a file that a command writes, changes or removes.
type Write struct {
	Path      Word
	Program   string // "" for a redirection
	Below     bool   // somewhere below Path
	Elsewhere bool   // on another machine, or in a container
}

// Variable is a variable that a line or its call sets.
type Variable struct {
	Name  string
	Value Word
}

// Reasons why part of a line is unknown. They take the place of a program's name.
const (
	TooLong    = "a command too long to look at"
	Unreadable = "a command that cannot be read"
)

// source is a program that lowers the level of the output.
type source struct {
	name      string
	kind      string
	level     trust.Level
	addresses []string // curl fetches these and nothing else
}

// Programs are the owner's levels for programs. They never change. The zero value has the levels of
// programs.txt.
type Programs struct {
	levels map[string]trust.Level
	other  trust.Level
	others bool // other is set
	at     func(address string) (trust.Level, bool)
	lowest trust.Level
}

// NewPrograms returns the owner's levels by program name, in lower case. Other programs have the
// level of programs.txt.
func NewPrograms(levels map[string]trust.Level) Programs {
	ps := Programs{levels: levels, lowest: trust.Trusted}
	for name, level := range Builtin() {
		if _, ok := levels[name]; !ok {
			ps.lowest = trust.Lowest(ps.lowest, level)
		}
	}
	for _, level := range levels {
		ps.lowest = trust.Lowest(ps.lowest, level)
	}
	return ps
}

// Other returns a copy in which the output of an unknown program has at most that level.
func (ps Programs) Other(level trust.Level) Programs {
	if ps.others {
		level = trust.Lowest(level, ps.other)
	}
	ps.other, ps.others, ps.lowest = level, true, trust.Lowest(ps.lowest, level)
	return ps
}

// At returns a copy with levels for addresses.
func (ps Programs) At(level func(address string) (trust.Level, bool)) Programs {
	ps.at = level
	return ps
}

// Lowest returns the lowest level that any of the programs has.
func (ps *Programs) Lowest() trust.Level { return ps.lowest }

// Output returns the level of a command line's output, at most own, and the program that lowers it,
// or "". It is a seat belt: a script can fetch without naming a program.
func (ps *Programs) Output(l *Line, own trust.Level) (level trust.Level, program string) {
	level = own
	lower := func(to trust.Level, name string) {
		if to < level {
			level, program = to, name
		}
	}
	if l.Unread != "" {
		lower(ps.lowest, l.Unread)
	}
	for _, s := range l.sources {
		lower(ps.of(s), s.name)
	}
	for i := range l.Commands {
		if c := &l.Commands[i]; c.owners {
			if to, ok := ps.levels[c.Name]; ok {
				lower(to, c.Name)
			}
		}
	}
	for _, name := range l.others {
		if _, ok := ps.levels[name]; ps.others && !ok {
			lower(ps.other, name)
		}
	}
	return level, program
}

// of returns the level of one source.
func (ps *Programs) of(s source) trust.Level {
	level, ok := ps.levels[s.name]
	if !ok {
		level = s.level
	}
	if ps.at == nil || s.addresses == nil {
		return level
	}
	known := trust.Trusted
	for _, address := range s.addresses {
		l, ok := ps.at(address)
		if !ok {
			return level
		}
		known = trust.Lowest(known, l)
	}
	return known
}

// IsWord reports whether a shell reads a text as one unquoted word, like a program's name.
func IsWord(text string) bool { return !hasSpecial(text) }

// special are the bytes that end a word or quote in it.
const special = "\t\n\r '\"\\`;|&()<>"

func hasSpecial(text string) bool { return strings.ContainsAny(text, special) }
