package ctl

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

var built string // the directory of the programs; empty until a test asks for them

// build builds them once: linking takes seconds.
var build = sync.OnceValue(func() error {
	dir, err := os.MkdirTemp("/tmp", "provenanced-") // not TMPDIR, which may be inaccessible to other users
	if err != nil {
		return err
	}
	built = dir
	out, err := exec.Command("go", "build", "-buildvcs=false", "-o", dir,
		"github.com/provenanced/provenanced/cmd/provenancectl", "github.com/provenanced/provenanced/cmd/provenanced").CombinedOutput()
	if err != nil {
		return fmt.Errorf("build: %w\n%s", err, out)
	}
	return os.Chmod(dir, 0o755)
})

// programs is the directory of the real programs, accessible to every user.
func programs(t *testing.T) string {
	t.Helper()
	require.NoError(t, build())
	return built
}

// No test touches the daemon, the state or the policy of the person who runs it. Go's own
// directories stay where they are: HOME, and the settings in the configuration directory.
func TestMain(m *testing.M) {
	usualDirs = nil
	empty, err := os.MkdirTemp("", "ctl")
	if err != nil {
		panic(err)
	}
	if dir, err := os.UserConfigDir(); err == nil && os.Getenv("GOENV") == "" {
		os.Setenv("GOENV", filepath.Join(dir, "go", "env"))
	}
	for _, name := range []string{"XDG_RUNTIME_DIR", "XDG_STATE_HOME", "XDG_CONFIG_HOME"} {
		os.Setenv(name, filepath.Join(empty, name))
	}
	code := m.Run()
	os.RemoveAll(empty)
	if built != "" {
		os.RemoveAll(built)
	}
	os.Exit(code)
}
