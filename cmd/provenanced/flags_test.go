package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestCommandLine(t *testing.T) {
	for _, tt := range []struct {
		args   []string
		code   int
		stdout string
		stderr string
	}{
		{[]string{"version"}, 0, "provenanced dev\n", ""},
		{[]string{"help"}, 0, "run the daemon", ""},
		{[]string{"serve", "--help"}, 0, "--runtime-dir DIR", ""},
		{[]string{"serve", "--help"}, 0, "after which the next ledger file is started (default 30d)\n", ""},
		{[]string{"serve", "--help"}, 0, "to finish a request once it has begun (default 10s)\n", ""},
		{nil, exitUsage, "", "provenanced: no command given, such as serve\n"},
		{[]string{"help", "serve"}, 0, "--runtime-dir DIR", ""},
		{[]string{"sevre"}, exitUsage, "", "provenanced: unknown command \"sevre\" for \"provenanced\"\n\nDid you mean this?\n\tserve\n"},
		{[]string{"destroy"}, exitUsage, "", "provenanced: unknown command \"destroy\" for \"provenanced\"\n"},
		{[]string{"serve", "--no-such-flag"}, exitUsage, "", "no-such-flag"},
		{[]string{"serve", "now"}, exitUsage, "", `unknown command "now" for "provenanced serve"`},
		{[]string{"serve", "--polcy", "x"}, exitUsage, "", "provenanced serve: unknown flag: --polcy, did you mean --policy?\n"},
		{[]string{"serve", "--nothing-like-it"}, exitUsage, "", "provenanced serve: unknown flag: --nothing-like-it\n"},
		{[]string{"serve", "--policy"}, exitUsage, "", "flag needs an argument: --policy\n"},
		{[]string{"serve", "--max-runs", "x"}, exitUsage, "", "provenanced serve: --max-runs x: a whole number belongs there\n"},
		{[]string{"serve", "--idle-timeout", "soon"}, exitUsage, "", "--idle-timeout soon: a time belongs there, such as 30s or 5m\n"},
		{[]string{"serve", "--ledger-keep-for", "soon"}, exitUsage, "", "provenanced serve: --ledger-keep-for soon: a time belongs there, such as 90d or 12h\n"},
		{[]string{"serve", "--ledger-keep-for", "90000d"}, exitUsage, "", "a time belongs there"},
		{[]string{"serve", "--ledger-keep-for", "-24h"}, exitUsage, "", "--ledger-keep-for -1d: use more than zero, or zero for no bound"},
		{[]string{"serve", "--ledger-max-age", "0d"}, exitUsage, "", "--ledger-max-age 0s: use more than zero"},
		{[]string{"serve", "--ledger-keep-for", "90d", "--max-runs", "0"}, exitUsage, "", "--max-runs 0"},
		{[]string{"serve", "--metrics", "0.0.0.0:1"}, exitUsage, "", "provenanced serve: --metrics 0.0.0.0:1: metrics are served to this machine alone"},
		{[]string{"serve", "--log-level", "loud"}, exitUsage, "", "use debug, info, warn or error"},
		{[]string{"serve", "--log-format", "xml"}, exitUsage, "", "use json, console or auto"},
		{[]string{"serve", "--gateway-uid", "-1"}, exitUsage, "", "gateway-uid"},
		{[]string{"serve", "--gateway-exe", "node"}, exitUsage, "", "not an absolute path"},
		{[]string{"serve", "--gateway-uid", "root"}, exitUsage, "", "as id -u NAME prints it"},
		{[]string{"serve", "--max-connections", "many"}, exitUsage, "", "max-connections"},
		{[]string{"serve", "--runtime-dir", "/dev/null", "--max-runs", "0"}, exitUsage, "", "--max-runs 0: use more than zero"},
		{[]string{"serve", "--runtime-dir", "/dev/null", "--ledger-max-entries", "2"}, exitUsage, "", "--ledger-max-entries 2: use 3 or more"},
		{[]string{"serve", "--runtime-dir", "/dev/null", "--max-buffered", "-1"}, exitUsage, "", "--max-buffered -1: use more than zero"},
		{[]string{"serve", "--runtime-dir", "/dev/null", "--session-idle", "0s"}, exitUsage, "", "--session-idle 0s: use more than zero"},
		{[]string{"serve", "--runtime-dir", "/dev/null", "--session-memory", "-1"}, exitUsage, "", "--session-memory -1: use more than zero"},
		{[]string{"serve", "--runtime-dir", "/dev/null", "--idle-timeout", "-1s"}, exitUsage, "", "--idle-timeout -1s: use more than zero, or zero for no bound"},
	} {
		t.Run(strings.Join(tt.args, " "), func(t *testing.T) {
			var stdout, stderr bytes.Buffer
			require.Equal(t, tt.code, run(tt.args, &stdout, &stderr))
			require.Contains(t, stdout.String(), tt.stdout)
			require.Contains(t, stderr.String(), tt.stderr)
			require.Equal(t, tt.stdout == "", stdout.Len() == 0)
			require.Equal(t, tt.stderr == "", stderr.Len() == 0)
		})
	}
}

func TestMetricsAreForThisMachineAlone(t *testing.T) {
	for _, at := range []string{"0.0.0.0:9464", ":9464", "example.com:80"} {
		var out, err bytes.Buffer
		require.Equal(t, exitUsage, run([]string{"serve", "--metrics", at}, &out, &err))
		require.Contains(t, err.String(), "127.0.0.1")
	}
}
