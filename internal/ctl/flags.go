package ctl

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/provenanced/provenanced/internal/spelling"
)

// flagSpec is one flag. It means the same in every command that has it, and always takes a
// value or never does: so it may precede its command.
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
	{name: "help", help: "explain the command", short: "h"}, // cobra's own
	{name: "session", value: "KEY", help: "the session's key, as `provenancectl sessions` lists it"},
	{name: "no-open", help: "print the link instead of opening a browser"},
	{name: "read-only", help: "show everything, change nothing"},
	{name: "socket", value: "PATH", help: "serve on this Unix socket, for this user alone, instead of on 127.0.0.1"},
	{name: "idle", value: "DURATION", help: "end when nobody has looked for this long (default: 30m)"},
	{name: "why", value: "TEXT", help: "what every denial says besides"},
	{name: "for", value: "DURATION", help: "how long the approval holds: 90s, 30m, 2h, 1d (default: until the turn ends)"},
	{name: "once", help: "let one call run, and no more"},
	{name: "call", value: "ID", help: "let this call run, once, as `provenancectl pending` lists it"},
	{name: "with", value: "PATH", many: true, help: "also write this file of the workspace; once for each file"},
	{name: "below", help: "also all that lies below the directory"},
	{name: "tainted", help: "only those below trusted"},
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
	{name: "against", value: "FILE", help: "the policy to compare with (default: the daemon's own); then a ledger need not be there"},
	{name: "unverified", help: "also replay a ledger that does not verify"},
	{name: "apply", value: "N", help: "write the suggestion with this number into the policy file"},
	{name: "undo", help: "take back what --apply wrote last"},
	{name: "policy", value: "FILE", help: "the policy to decide by (default: the daemon's own)"},
	{name: "script", value: "SESSION", help: "print the session as a script for `provenancectl simulate` instead"},
	{name: "until", value: "TIME", help: "only what happened then or earlier"},
}

// everywhere are the flags of every command.
var everywhere = []string{"runtime-dir", "json", "help"}

func flagNamed(name string) *flagSpec {
	for i := range flagTable {
		if flagTable[i].name == name {
			return &flagTable[i]
		}
	}
	return nil
}

// oneMore separates the values of a flag that is given more than once; no argument can contain
// it.
const oneMore = "\x00"

// given is a flag's values on the command line, as a pflag.Value.
type given struct {
	spec  *flagSpec
	value string
}

func (g *given) String() string { return g.value }
func (g *given) Type() string   { return g.spec.value }

func (g *given) Set(value string) error {
	switch {
	case g.spec.value == "" && value != "true":
		return usagef("--%s takes no value", g.spec.name)
	case g.spec.value == "":
		return nil
	case value == "":
		return usagef("--%s needs a value: %s", g.spec.name, g.spec.value)
	case g.value == "" || g.value == value: // cobra reads some lines twice
		g.value = value
	case g.spec.many:
		g.value += oneMore + value
	default:
		return usagef("--%s is given twice", g.spec.name)
	}
	return nil
}

// addFlags adds flags of the table to a set, except cobra's own.
func addFlags(to *pflag.FlagSet, names []string) {
	for _, name := range names {
		if spec := flagNamed(name); name != "help" {
			f := to.VarPF(&given{spec: spec}, spec.name, spec.short, spec.help)
			if spec.value == "" {
				f.NoOptDefVal = "true"
			}
		}
	}
}

// commandFirst moves flags that precede the command after it, where cobra looks for a command's
// flags.
func commandFirst(args []string) []string {
	all := pflag.NewFlagSet("", pflag.ContinueOnError)
	all.SetInterspersed(false)
	all.BoolP("help", "h", false, "")
	for _, f := range flagTable {
		addFlags(all, []string{f.name})
	}
	if all.Parse(args) != nil {
		return args // parsing the command's own flags gives a better error
	}
	words := all.Args()
	before := args[:len(args)-len(words)]
	n := min(len(words), 1)
	if len(words) > 1 && rowNamed(words[0]+" "+words[1]) != nil {
		n = 2
	}
	return slices.Concat(words[:n], before, words[n:])
}

// unfitFlag says what is wrong with a command's flag.
func unfitFlag(cmd *cobra.Command, err error) error {
	var usage *usageError
	var unknown *pflag.NotExistError
	var bare *pflag.ValueRequiredError
	switch {
	case errors.As(err, &usage):
		return usage
	case errors.As(err, &bare):
		return usagef("--%s needs a value: %s", bare.GetFlag().Name, bare.GetFlag().Value.Type())
	case !errors.As(err, &unknown):
		return usagef("%v", err)
	}
	name, dashes := unknown.GetSpecifiedName(), "--"
	if letters := unknown.GetSpecifiedShortnames(); letters != "" {
		name, dashes = letters, "-"
	}
	if own := commandOf(cmd); own != nil && dashes == "--" && flagNamed(name) != nil {
		return usagef("%s has no flag --%s; see `provenancectl help %s`", own.name, name, own.name)
	}
	return usagef("unknown flag %s%s%s `provenancectl help COMMAND` lists a command's flags", dashes, name, suggestFlag(name))
}

// wantsJSON looks for --json in a line that may make no sense otherwise.
func wantsJSON(args []string) bool {
	for _, a := range args {
		if a == "--json" || a == "--" {
			return a == "--json"
		}
	}
	return false
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

// closestTo is the known word that has this one as its beginning, or else the one that it may
// be a typing error of.
func closestTo(word string, known []string) string {
	for _, k := range known {
		if word != "" && strings.HasPrefix(k, word) {
			return k
		}
	}
	return spelling.Nearest(word, known, spelling.Slips(word))
}

// suggestFlag is suggest for a flag's name. Some people write a command as one: --version.
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
	if len(name) == 1 { // other programs have -v for it
		return ";"
	}
	return didYouMean("--", closestTo(name, names))
}
