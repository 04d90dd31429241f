package config

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/trust"
)

// load reads a policy and its tools as the daemon does.
func load(t *testing.T, path string) (*policy.Policy, *Toolset, error) {
	t.Helper()
	data, err := ReadFile(path)
	require.NoError(t, err)
	p, err := policy.Parse(data, path)
	require.NoError(t, err)
	files, err := ReadTools(ToolsDir(path))
	require.NoError(t, err)
	return WithTools(p, files)
}

func TestToolsInThePolicyAndBesideIt(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "policy.yaml")
	write(t, path, "mode: permissive\nwrappers:\n  one:\n    binary: /bin/sh\n    output: shared\n")
	require.NoError(t, os.Mkdir(filepath.Join(dir, "tools.d"), 0o700))
	write(t, filepath.Join(dir, "tools.d", "two.yaml"), "wrappers: {two: {binary: /nowhere/at/all}}\ntoolDefaults: {withoutTicket: deny}\n")
	write(t, filepath.Join(dir, "tools.d", ".swp.yaml"), "nonsense")
	write(t, filepath.Join(dir, "tools.d", "readme.txt"), "nonsense")

	p, tools, err := load(t, path)
	require.NoError(t, err)
	require.Equal(t, []string{"one", "two"}, tools.Names())
	one, err := tools.Ready("one")
	require.NoError(t, err)
	real, err := filepath.EvalSymlinks("/bin/sh")
	require.NoError(t, err)
	require.Equal(t, real, one.Found, "found once, symlinks and all")
	require.Equal(t, "/bin/sh", one.Binary, "and started by the name that the owner wrote")
	two, err := tools.Ready("two")
	require.Nil(t, two)
	require.ErrorContains(t, err, "/nowhere")
	three, err := tools.Ready("three")
	require.Nil(t, three)
	require.NoError(t, err)
	require.Len(t, tools.Alarms(), 1)
	_, deny := tools.WithoutTicket()
	require.True(t, deny)
	require.Equal(t, trust.Shared, p.For("").Output("one"), "the policy knows what is wrapped")
}

func TestToolFilesNameTheirMistakes(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "policy.yaml")
	write(t, path, "mode: permissive\n")
	require.NoError(t, os.Mkdir(filepath.Join(dir, "tools.d"), 0o700))
	write(t, filepath.Join(dir, "tools.d", "a.yaml"), "wrappers:\n  a:\n    binery: /bin/sh\n")
	_, _, err := load(t, path)
	require.ErrorContains(t, err, "a.yaml:3:5")
}

func TestWithoutToolsNothingIsDifferent(t *testing.T) {
	path := filepath.Join(t.TempDir(), "policy.yaml")
	write(t, path, "mode: strict\n")
	p, tools, err := load(t, path)
	require.NoError(t, err)
	require.Empty(t, tools.Names())
	alone, err := policy.Parse([]byte("mode: strict\n"), path)
	require.NoError(t, err)
	require.Equal(t, alone.Hash, p.Hash)
}
