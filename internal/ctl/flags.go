package ctl

import (
	"fmt"
	"slices"
	"strings"

	"github.com/provenanced/provenanced/internal/spelling"
)

// flagSpec is one flag. It means the same, and takes a value or not, in every
// command that has it: so a flag may stand before the command it belongs to.
type flagSpec struct {
	name  string
	value string // what it takes; empty for a switch
	help  string
	short string // one letter; most have none
	many  bool   // it may be given more than once
}

var flagTable = []flagSpec{
	{name: "runtime-dir", value: "DIR", help: "the daemon's runtime directory (default: RUNTIME_DIRECTORY, else XDG_RUNTIME_DIR/provenanced, else /run/provenanced for root)"},
	{name: "json", help: "print JSON: the daemon's data, and errors on stderr as {\"error\":{\"code\",\"message\"}}"},
	{name: "help", help: "explain the command", short: "h"},
	{name: "session", value: "KEY", help: "the session's key, as `provenancectl sessions` lists it"},
	{name: "for", value: "DURATION", help: "how long the approval holds: 90s, 30m, 2h, 1d (default: until the turn ends)"},
	{name: "once", help: "let one call run, and no more"},
	{name: "call", value: "ID", help: "let this call run, once, as `provenancectl pending` lists it"},
	{name: "with", value: "PATH", many: true, help: "also write this file of the workspace; once for each file"},
	{name: "below", help: "also all that lies below the directory"},
	{name: "all", help: "every approval of every session"},
	{name: "codes", help: "show approval codes"},
	{name: "turn", value: "last|ID", help: "which turn of the session (default: last)"},
	{name: "format", value: "FORMAT", help: "text, json, dot, mermaid or svg (default: text)"},
	{name: "preset", value: "NAME", help: "the preset to start from (default: personal)"},
	{name: "force", help: "overwrite an existing file"},
	{name: "output", value: "FILE", help: "write FILE, with mode 0600, instead of printing"},
	{name: "level", value: "LEVEL", help: "what to redact: off, secrets, standard or strict (default: standard)"},
	{name: "redacted", help: "print the redacted text instead"},
	{name: "state-dir", value: "DIR", help: "the daemon's state directory, with the ledger (default: that of the running daemon, else STATE_DIRECTORY, else provenanced in XDG_STATE_HOME, or ~/.local/state)"},
	{name: "file", value: "N", help: "only the ledger file with this number"},
	{name: "seq", value: "N[-M]", help: "only entries with these sequence numbers, which start again in each file"},
	{name: "lines", value: "N", help: "how many entries to begin with (default: 20)", short: "n"},
	{name: "follow", help: "go on with new entries as they are written, until interrupted", short: "f"},
	{name: "tool", value: "NAME,…", help: "only entries about these tools"},
	{name: "verdict", value: "WORD,…", help: "only calls with this verdict: allow, deny (held ones too), or held (also called confirm)"},
	{name: "type", value: "TYPE,…", help: "only entries of these types: GENESIS, BOOT, CLAIM, VERIFY, RETRACT, META"},
	{name: "hook", value: "NAME,…", help: "only events of these hooks"},
	{name: "since", value: "TIME", help: "only what happened then or later: 2026-03-01T12:00:00Z, or 10m, 2h, 3d ago"},
	{name: "until", value: "TIME", help: "only what happened then or earlier"},
}

// everywhere are the flags of every command.
var everywhere = []string{"runtime-dir", "json", "help"}

// flagFor finds what a word such as --session or -n names.
func flagFor(word string) *flagSpec {
	if name, long := strings.CutPrefix(word, "--"); long {
		return flagNamed(name)
	}
	for i := range flagTable {
		if f := &flagTable[i]; f.short != "" && word == "-"+f.short {
			return f
		}
	}
	return nil
}

func flagNamed(name string) *flagSpec {
	for i := range flagTable {
		if flagTable[i].name == name {
			return &flagTable[i]
		}
	}
	return nil
}

// parse reads a command line: which command, its arguments, its flags.
func parse(args []string) (*call, error) {
	words, flags, err := split(args)
	if err != nil {
		return nil, err
	}
	_, help := flags["help"]
	if len(words) == 0 {
		if !help {
			return nil, usagef("no command given\n\n%s", overview())
		}
		words = []string{"help"}
		delete(flags, "help")
	}
	if help && len(words) == 1 && isGroup(words[0]) {
		words, help = []string{"help", words[0]}, false
		delete(flags, "help")
	}
	cmd, rest, err := find(words)
	if err != nil {
		return nil, err
	}
	for _, f := range flagTable { // in table order, so that the same line always gets the same answer
		if _, given := flags[f.name]; given && !slices.Contains(everywhere, f.name) && !slices.Contains(cmd.flags, f.name) {
			return nil, usagef("%s has no flag --%s; see `provenancectl help %s`", cmd.name, f.name, cmd.name)
		}
	}
	if !help && (len(rest) < cmd.min || len(rest) > cmd.max) {
		return nil, usagef("usage: %s", cmd.usage())
	}
	return &call{cmd: cmd, args: rest, flags: flags}, nil
}

// oneMore separates the values of a flag that is given more than once: no argument holds it.
const oneMore = "\x00"

// split tells flags from words. "--" ends the flags; "-" is a word.
func split(args []string) (words []string, flags map[string]string, err error) {
	flags = map[string]string{}
	for i := 0; i < len(args); i++ {
		arg := args[i]
		switch {
		case arg == "--":
			return append(words, args[i+1:]...), flags, nil
		case arg == "--version" && len(words) == 0: // as other programs have it
			words = append(words, "version")
			continue
		case arg == "-" || !strings.HasPrefix(arg, "-"):
			words = append(words, arg)
			continue
		}
		given, value, inline := strings.Cut(arg, "=")
		f := flagFor(given)
		if f == nil && len(arg) > 2 && arg[1] != '-' { // -n5
			if f = flagFor(arg[:2]); f != nil && f.value != "" {
				value, inline = arg[2:], true
			} else {
				f = nil
			}
		}
		if f == nil {
			return nil, nil, usagef("unknown flag %s%s `provenancectl help COMMAND` lists a command's flags", given, suggestFlag(strings.TrimLeft(given, "-")))
		}
		name := f.name
		switch {
		case f.value == "" && inline:
			return nil, nil, usagef("--%s takes no value", name)
		case f.value != "" && !inline:
			if i++; i >= len(args) {
				return nil, nil, usagef("--%s needs a value: %s", name, f.value)
			}
			value = args[i]
		}
		if f.value != "" && value == "" {
			return nil, nil, usagef("--%s needs a value: %s", name, f.value)
		}
		if before, twice := flags[name]; twice && f.many {
			value = before + oneMore + value
		} else if twice && f.value != "" {
			return nil, nil, usagef("--%s is given twice", name)
		}
		flags[name] = value
	}
	return words, flags, nil
}

// wantsJSON reads --json from a line that may make no sense otherwise.
func wantsJSON(args []string) bool {
	for _, a := range args {
		if a == "--json" || a == "--" {
			return a == "--json"
		}
	}
	return false
}

// find looks a command up by its one or two words.
func find(words []string) (*command, []string, error) {
	var names, group []string
	for _, cmd := range commands {
		parts := strings.Fields(cmd.name)
		if len(words) >= len(parts) && slices.Equal(words[:len(parts)], parts) {
			return cmd, words[len(parts):], nil
		}
		if !slices.Contains(names, parts[0]) {
			names = append(names, parts[0])
		}
		if parts[0] == words[0] {
			group = append(group, parts[1])
		}
	}
	switch {
	case group == nil:
		return nil, nil, usagef("unknown command %q%s `provenancectl help` lists them", words[0], suggest(words[0], names))
	case len(words) == 1:
		return nil, nil, usagef("%s needs one of: %s", words[0], strings.Join(group, ", "))
	}
	return nil, nil, usagef("unknown command \"%s %s\"%s %s has: %s", words[0], words[1], suggest(words[1], group), words[0], strings.Join(group, ", "))
}

// isGroup tells the first word of several commands, such as "blocked".
func isGroup(word string) bool {
	return slices.ContainsFunc(commands, func(cmd *command) bool { return strings.HasPrefix(cmd.name, word+" ") })
}

// suggest suggests the known word nearest to word, and ends the sentence.
func suggest(word string, known []string) string { return didYouMean("", closestTo(word, known)) }

// didYouMean suggests a word, prefixed with mark, and ends the sentence.
func didYouMean(mark, word string) string {
	if word == "" {
		return ";"
	}
	return ", did you mean " + mark + word + "?"
}

// closestTo is the word that begins like this one, or else the one that it is a slip of.
func closestTo(word string, known []string) string {
	for _, k := range known {
		if word != "" && strings.HasPrefix(k, word) {
			return k
		}
	}
	return spelling.Nearest(word, known, spelling.Slips(word))
}

// suggestFlag is suggest for a flag's name. Some write a command as one: --version.
func suggestFlag(name string) string {
	for _, cmd := range commands {
		if cmd.name == name {
			return fmt.Sprintf(", did you mean `provenancectl %s`?", name)
		}
	}
	var names []string
	for _, f := range flagTable {
		names = append(names, f.name)
	}
	if len(name) == 1 { // -v is what other programs have it for
		return ";"
	}
	return didYouMean("--", closestTo(name, names))
}
