package ctl

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/tools/toolconf"
)

const clawWrap = "tools:\n  gog: {binary: /usr/local/bin/gog, request_env: [], use_proxy: true}\n"

func TestImportPrintsWhatTheDaemonTakes(t *testing.T) {
	in := func(e *Env) { e.Stdin = strings.NewReader(clawWrap) }
	got := runWith(t, nil, in, "import", "-")
	require.Equal(t, ExitDone, got.code)
	table, err := toolconf.Parse(toolconf.File{Name: "imported.yaml", Data: []byte(got.out)})
	require.NoError(t, err, got.out)
	require.Equal(t, []string{"gog"}, table.Names())
	require.Contains(t, got.err, "warning: tools.gog.use_proxy: ")

	got = runWith(t, nil, in, "import", "-", "--json")
	require.Empty(t, got.err)
	var v struct {
		File, YAML string
		Warnings   []string
	}
	require.NoError(t, json.Unmarshal([]byte(got.out), &v, json.MatchCaseInsensitiveNames(true)))
	require.Empty(t, v.File)
	require.Contains(t, v.YAML, "binary: /usr/local/bin/gog")
	require.Contains(t, strings.Join(v.Warnings, "\n"), "use_proxy")
}

func TestImportWritesAFileAndLeavesOthersAlone(t *testing.T) {
	dir := t.TempDir()
	from, to := filepath.Join(dir, "wrappers.yaml"), filepath.Join(dir, "tools.d", "gog.yaml")
	require.NoError(t, os.WriteFile(from, []byte(clawWrap), 0o644))
	got := runWith(t, nil, nil, "import", from, "--output", to)
	require.Equal(t, ExitDone, got.code, got.err)
	require.Contains(t, got.out, "warning: tools.gog.use_proxy: ")
	require.Contains(t, got.out, "Wrote "+to)
	info, err := os.Stat(to)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), info.Mode().Perm())

	require.NoError(t, os.WriteFile(to, []byte("mine"), 0o600))
	got = runWith(t, nil, nil, "import", from, "--output", to)
	require.Equal(t, ExitWrong, got.code)
	require.Contains(t, got.err, "--force")
	require.Equal(t, "mine", string(mustRead(to)))
	require.Equal(t, ExitDone, runWith(t, nil, nil, "import", from, "--output", to, "--force", "--json").code)
	require.Contains(t, string(mustRead(to)), "/usr/local/bin/gog")
}

func TestImportRefusesOtherFiles(t *testing.T) {
	in := func(e *Env) { e.Stdin = strings.NewReader("mode: standard\n") }
	got := runWith(t, nil, in, "import", "-")
	require.Equal(t, ExitWrong, got.code)
	require.Contains(t, got.err, "<stdin>: not a wrappers.yaml of claw-wrap")
	require.Empty(t, got.out)
	require.Equal(t, ExitWrong, runWith(t, nil, nil, "import", filepath.Join(t.TempDir(), "none")).code)
	require.Equal(t, ExitUsage, runWith(t, nil, nil, "import").code)
	require.Equal(t, ExitUsage, runWith(t, nil, nil, "import", "a", "b").code)
}
