package flagtext

import (
	"errors"
	"flag"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// Each mistake through package flag itself, so that its next wording is noticed.
func TestPlain(t *testing.T) {
	for line, want := range map[string]string{
		"--polcy x":                   "unknown flag --polcy, did you mean --policy?",
		"-Runs=3":                     "unknown flag --Runs, did you mean --runs?",
		"--nothing-alike":             "unknown flag --nothing-alike",
		"--policy":                    "--policy needs a value",
		"--runs x":                    "--runs x: a whole number belongs there",
		"--runs=":                     "--runs needs a value",
		"--idle soon":                 "--idle soon: a time belongs there, such as 30s or 5m",
		"--runs 9e99":                 "--runs 9e99: a whole number belongs there",
		"--runs 99999999999999999999": "--runs 99999999999999999999: value out of range",
		"--at a\x1b\"b":               `--at a\x1b\"b: no place`,
		"--at :9":                     "--at :9: served to nobody",
		"--wait=maybe":                "--wait takes no value",
		"---wait":                     "bad flag syntax: ---wait",
	} {
		flags := flag.NewFlagSet("x", flag.ContinueOnError)
		flags.SetOutput(io.Discard)
		flags.String("policy", "", "")
		flags.Int("runs", 0, "")
		flags.Bool("wait", false, "")
		flags.Duration("idle", time.Second, "")
		flags.Func("at", "", func(s string) error {
			if s == ":9" {
				return errors.New(`":9": served to nobody`)
			}
			return errors.New("no place")
		})
		err := flags.Parse(strings.Fields(line))
		require.Error(t, err, line)
		require.EqualError(t, Plain(err, flags), want)
	}
}
