// Package shell reads command lines: which programs one runs and with what words, which
// files it writes, which addresses it names and which variables it sets; and what its
// output is worth, if a program fetches. A library parses the line as bash, or as zsh or
// mksh; what the programs do with their words is data, in programs.txt. The package also
// quotes words for a command line. It runs nothing and opens no file. Which tools take
// command lines, and the owner's levels for programs, come from its callers.
package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/provenanced/provenanced/internal/trust"
)

//go:generate go test -run TestTheProgramsPage -update .

// Line is what a command line says that it would do. It holds for what stands on the
// line: a script can do anything without saying so here.
type Line struct {
	Commands  []Command  // every program that it runs, in their order; sudo and what it runs are two
	Writes    []Write    // files that it writes, changes or removes
	Addresses []Word     // URLs, and machines that programs like ssh are given
	Sets      []Variable // variables that it or its call sets

	// Unread says why a part of the line is not known: it is Unreadable or TooLong, or ""
	// where all was read. Whoever restricts what a line may do must take such a line for
	// the worst.
	Unread string

	sources []source
	others  []string // programs and scripts that are not known
	tree    tree
	texts   []Word    // that commands read: here-documents and what stands behind <<<
	inputs  []Word    // files that commands read by a redirection
	loops   []forLoop // variables that take the line's own values
	defines bool      // it has functions, or declares something without a value
}

// forLoop is a variable and the words that it takes.
type forLoop struct {
	name  string
	words []Word
}

// tree is how a text was parsed.
type tree struct {
	text  string       // as it was given
	words []Word       // of a text that is one plain command; nil for others
	file  *syntax.File // of others that bash can read
}

// Text is what was read.
func (l *Line) Text() string { return l.tree.text }

// Command is a program and its words.
type Command struct {
	Name      string // in lower case, without a directory or .exe; "" where nobody knows it
	Path      string // as it is written
	Args      []Word // all that follows, up to the end of the command
	Kind      string // as in programs.txt; "" for a program that is not there
	Elsewhere bool   // on another machine, or in a container

	owners bool // it is worth what the owner says, whatever its words are
}

// Word is a word as the program gets it, as far as that is known.
type Word struct {
	Text  string // without quotes; with $NAME and ${…} where a variable is not known, Gap where a command's output is not
	flags wordFlags
	bare  string // Text without its variables
	other string // what stands for a variable that holds nothing: ${CURL:-curl}
}

// Plain is a word of which all is known.
func Plain(text string) Word { return Word{Text: text, bare: text} }

// Gap stands in a word for what is not on the line: the output of a command, or a byte
// that is given by its number.
const Gap = "\x01"

type wordFlags uint16

const (
	hasGap      wordFlags = 1 << iota // Text has one
	hasVariable                       // Text has one
	endsOpen                          // a variable or a gap is in its last path segment
	hasPattern                        // of files: the program may get other words instead
	hasBraces                         // it may be several words
	isStream                          // <(…) whose output nobody has read
	quoted                            // some of it was
	computed                          // a command has put some of it together
	dated                             // so has date, or one that tells as little
)

func (w Word) has(f wordFlags) bool { return w.flags&f != 0 }

// Known reports whether the program gets exactly this text.
func (w Word) Known() bool { return !w.has(hasGap | hasVariable | hasPattern | hasBraces | isStream) }

// Write is a file that a command writes, changes or removes.
type Write struct {
	Path      Word
	Program   string // that does; "" for a redirection
	Below     bool   // what is written stands somewhere below Path
	Elsewhere bool   // on another machine, or in a container
}

// Variable is one that a line, or its call, sets.
type Variable struct {
	Name  string
	Value Word
}

// Why a part of a line is not known. They stand for the program where one is named.
const (
	TooLong    = "a command too long to look at"
	Unreadable = "a command that cannot be read"
)

// source is a program that makes the output worth less.
type source struct {
	name      string
	kind      string
	level     trust.Level
	addresses []string // curl fetches these and nothing else
}

// Programs are the owner's levels for programs. They never change. The zero value has the
// levels of programs.txt.
type Programs struct {
	levels map[string]trust.Level
	other  trust.Level
	others bool // other holds
	at     func(address string) (trust.Level, bool)
	lowest trust.Level
}

// NewPrograms makes a table of the owner's levels by the names of programs, in lower case.
// A program that is not among them has the level of programs.txt.
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

// Other is the table in which what a program prints that is not known has at most that level.
func (ps Programs) Other(level trust.Level) Programs {
	if ps.others {
		level = trust.Lowest(level, ps.other)
	}
	ps.other, ps.others, ps.lowest = level, true, trust.Lowest(ps.lowest, level)
	return ps
}

// At is the table with the levels that addresses have.
func (ps Programs) At(level func(address string) (trust.Level, bool)) Programs {
	ps.at = level
	return ps
}

// Lowest is the lowest level that any of the programs has.
func (ps *Programs) Lowest() trust.Level { return ps.lowest }

// Output is the level of what a command line prints, at most own, and the program that
// makes it lower than that, "" where none does. It is a seat belt: a script can fetch
// without naming a program.
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

// of is the level of one source.
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

// IsWord reports whether a shell reads a text as one word without quotes, as the name of
// a program is.
func IsWord(text string) bool { return !hasSpecial(text) }

// special is what ends a word or quotes in it.
const special = "\t\n\r '\"\\`;|&()<>"

func hasSpecial(text string) bool { return strings.ContainsAny(text, special) }
