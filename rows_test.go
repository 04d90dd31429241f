package provenanced_test

import (
	"bytes"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const module = "github.com/provenanced/provenanced/"

// rows is the house: a package imports only packages of lower rows, tests
// included. Data flows one way, and nothing below ever calls up.
var rows = map[string]int{
	"internal/linear":     -2, // for tests: work that grows with its input
	"internal/ptytest":    -2, // for tests: a terminal
	"internal/lanes":      -2, // eight bytes of text at a time
	"internal/processors": -2, // who has them for long
	"internal/datafile":   -1, // a line of the program's own data files, and its place
	"internal/literal":    -1, // many short strings in one pass
	"internal/jsonstring": -1, // what stands between the quotes of JSON's strings
	"internal/spelling":   -1, // how far apart two words are
	"internal/urlhost":    -1, // which hosts an address leads to
	"internal/trust":      -1, // the lattice: levels, modes, strictest and lowest

	"internal/paths":            0,  // where sockets, keys, state and policy are
	"internal/wire":             0,  // bytes and messages; no crypto, no policy
	"internal/hmacauth":         0,  // keys, key files, signing, freshness, replay
	"internal/peercred":         0,  // who is at the other end, and are they still there
	"internal/nowait":           0,  // system calls that end at once
	"internal/memguard":         3,  // which memory files a tool call would write
	"internal/markup":           0,  // what a client fetches by itself when it shows a text
	"internal/graphview":        0,  // a turn's graph as a picture
	"internal/yamltext":         0,  // what stands in a YAML file, in words
	"internal/pathowner":        0,  // which files a path passes through, and who may read and write them
	"internal/skills":           0,  // what an agent's skills are made of
	"internal/patch":            0,  // what an edit or a patch makes of a file
	"internal/wholefile":        0,  // a file is written whole or not at all
	"internal/authentic":        0,  // the marks of authenticity in text; no keys, no state
	"internal/intent":           -1, // what a message asks for and a tool does, as action classes
	"internal/redact":           0,  // find secrets
	"internal/leak":             0,  // know secrets again that were read
	"internal/senderid":         0,  // people's ids, as their channels mean them
	"internal/injection":        0,  // find injected instructions
	"internal/facts":            0,  // what agents do, in the daemon's words
	"internal/dialect/openclaw": 1,  // OpenClaw's names, in those words
	"internal/dialect":          2,  // which hosts there are
	"internal/dialect/plain":    6,  // a host with other names, which only tests know
	"internal/shell":            0,  // what a command line runs, writes and reaches, and what its output is worth
	"internal/prints":           1,  // which texts repeat a passage of another
	"internal/flow":             1,  // whose the values in a call are
	"internal/metrics":          1,  // count what happens, and tell it to Prometheus
	"internal/policy":           4,  // YAML in, validated immutable tables out
	"internal/atrest":           4,  // which files a tool call reads, runs and writes
	"internal/protect":          4,  // which calls touch what guards the agent itself
	"internal/ledger":           1,  // the hash chain
	"internal/tools/toolconf":   1,  // the owner's wrapped tools, as a table
	"shims/openclaw/dialect":    3,  // the hooks of OpenClaw's dialect, compiled for the plugin
	"client":                    1,  // dial, sign, ask
	"internal/tools/wrap":       1,  // a wrapped tool's stand-in in the sandbox
	"internal/config":           5,  // the policy file and the wrapped tools, read together
	"internal/texts":            4,  // the sentences that people and agents read
	"internal/session":          3,  // a session's state, its changes, and how they apply
	"internal/decide":           5,  // pure: state, event, policy and environment to an outcome
	"internal/engine":           6,  // sessions under their locks: stage, record, act
	"internal/store":            7,  // the journal and the staged writes
	"internal/simulate":         7,  // a session by hand, decided under a policy
	"internal/replay":           8,  // a ledger's calls, decided again under another policy
	"internal/review":           9,  // what prompts cost, and which narrow rules would spare them
	"internal/tools/toolexec":   7,  // run one wrapped tool in its own process group
	"internal/server":           8,  // accept, identify, frame, authenticate, dispatch
	"internal/daemon":           9,  // wiring, reload, ordered shutdown
	"internal/ui":               1,  // the owner's page
	"internal/ctl":              10, // the owner's commands
	"cmd":                       11, // flags to options, errors to exit codes
	"bench":                     11, // what a decision costs; a module of its own
	"examples":                  11, // what a reader runs first
	"deploy":                    11, // what a package is made of
	"blackbox":                  11, // what the programs do, seen from outside
	"stress":                    11, // what wears a daemon down

	"internal/dialect/openclaw/hooks": 2, // the part of OpenClaw's dialect that runs inside the gateway

	// It takes over before anything else is initialised, so it has nothing below it.
	"internal/tools/toolexec/supervisor": 0, // the process between the daemon and one tool
}

// row finds the row of a package: its own, or that of the closest parent listed.
func row(pkg string) (int, bool) {
	for p := pkg; p != "."; p = path.Dir(p) {
		if r, ok := rows[p]; ok {
			return r, true
		}
	}
	return 0, false
}

func TestPackagesImportOnlyLowerRows(t *testing.T) {
	for _, file := range ourFiles(t, ".go") {
		pkg := filepath.ToSlash(filepath.Dir(file))
		if pkg == "." {
			continue // this test, which belongs to no package
		}
		own, ok := row(pkg)
		require.True(t, ok, "%s has no row: give it one in the table above", pkg)

		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		require.NoError(t, err)
		for _, imp := range parsed.Imports {
			full, err := strconv.Unquote(imp.Path.Value)
			require.NoError(t, err)
			other, inModule := strings.CutPrefix(full, module)
			if !inModule || other == pkg { // a _test package imports its own
				continue
			}
			theirs, ok := row(other)
			require.True(t, ok, "%s imports %s, which has no row", file, other)
			require.Less(t, theirs, own, "%s (row %d) imports %s (row %d)", file, own, other, theirs)
		}
	}
	for pkg := range rows {
		_, err := os.Stat(pkg)
		require.NoError(t, err, "the table names %s", pkg)
	}
}

// A main translates flags, signals and errors; it does not think.
func TestMainsAreShort(t *testing.T) {
	mains, err := filepath.Glob("cmd/*/main.go")
	require.NoError(t, err)
	require.NotEmpty(t, mains)
	for _, name := range mains {
		src, err := os.ReadFile(name)
		require.NoError(t, err)
		require.Less(t, bytes.Count(src, []byte("\n")), 120, "lines of %s", name)
	}
}

// ourFiles are the files of the house whose names end so.
func ourFiles(t *testing.T, suffix string) []string {
	t.Helper()
	var files []string
	require.NoError(t, filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && name != "." && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata" || d.Name() == "node_modules") {
			return fs.SkipDir
		}
		if strings.HasSuffix(name, suffix) {
			files = append(files, name)
		}
		return nil
	}))
	require.NotEmpty(t, files)
	return files
}
