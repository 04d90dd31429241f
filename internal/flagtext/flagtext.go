// Package flagtext rewords package flag's errors: with the dashes that people type,
// with the kind of value that is expected, and with a suggestion. It parses no command
// line.
package flagtext

import (
	"flag"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/provenanced/provenanced/internal/spelling"
)

// Plain rewords an error of flags.Parse.
func Plain(err error, flags *flag.FlagSet) error {
	text := err.Error()
	if name, ok := strings.CutPrefix(text, "flag provided but not defined: -"); ok {
		var names []string
		flags.VisitAll(func(f *flag.Flag) { names = append(names, f.Name) })
		return fmt.Errorf("unknown flag --%s%s", name, Hint("--", name, names))
	}
	if name, ok := strings.CutPrefix(text, "flag needs an argument: -"); ok {
		return fmt.Errorf("--%s needs a value", name)
	}
	name, given, why, ok := invalid(text)
	switch {
	case !ok:
		return err
	case given == "":
		return fmt.Errorf("--%s needs a value", name)
	case why == "parse error":
		why = "a whole number belongs there"
		if v, ok := flags.Lookup(name).Value.(flag.Getter); ok {
			switch v.Get().(type) {
			case time.Duration:
				why = "a time belongs there, such as 30s or 5m"
			case bool:
				return fmt.Errorf("--%s takes no value", name)
			}
		}
	}
	return fmt.Errorf("--%s %s: %s", name, given, why)
}

// invalid parses package flag's message about a bad value.
func invalid(text string) (name, given, why string, ok bool) {
	rest, ok := strings.CutPrefix(text, "invalid ")
	if !ok {
		return "", "", "", false
	}
	rest = strings.TrimPrefix(strings.TrimPrefix(rest, "boolean "), "value ")
	quoted, err := strconv.QuotedPrefix(rest)
	if err != nil {
		return "", "", "", false
	}
	given = quoted[1 : len(quoted)-1] // control characters stay escaped
	rest = strings.TrimPrefix(strings.TrimPrefix(rest[len(quoted):], " for "), "flag ")
	name, why, ok = strings.Cut(strings.TrimPrefix(rest, "-"), ": ")
	return name, given, strings.TrimPrefix(why, quoted+": "), ok
}

// Hint suggests the known word nearest to word, prefixed with mark; it is empty if
// none is near.
func Hint(mark, word string, known []string) string {
	if w := spelling.Nearest(word, known, spelling.Slips(word)); w != "" {
		return ", did you mean " + mark + w + "?"
	}
	return ""
}
