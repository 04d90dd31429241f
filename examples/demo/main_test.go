package main

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// A reader that has seen enough, as in "make demo | head", leaves no daemon behind.
func TestTheDaemonEndsWithItsReader(t *testing.T) {
	dir := t.TempDir()
	out, err := exec.Command("go", "build", "-buildvcs=false", "-o", filepath.Join(dir, "bin")+"/", "../../cmd/provenanced", "../../cmd/provenancectl", ".").CombinedOutput()
	require.NoError(t, err, "%s", out)
	tmp, err := os.MkdirTemp("", "demo") // a socket's path must be short
	require.NoError(t, err)
	t.Cleanup(func() { os.RemoveAll(tmp) })

	demo := exec.Command("bin/demo")
	demo.Dir, demo.Env = dir, append(os.Environ(), "TMPDIR="+tmp)
	demo.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	story, err := demo.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, demo.Start())
	t.Cleanup(func() { syscall.Kill(-demo.Process.Pid, syscall.SIGKILL) })
	_, err = bufio.NewReaderSize(story, 16).ReadString('\n')
	require.NoError(t, err)
	require.NoError(t, story.Close())
	_ = demo.Wait() // an error, unless it had finished

	left, err := os.ReadDir(tmp)
	require.NoError(t, err)
	require.Empty(t, left, "what the demo made is gone, after its daemon")
}
