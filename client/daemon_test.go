package client_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/provenanced/provenanced/client"
)

// binary is the daemon built from this tree, for the examples.
var binary = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "provenanced-bin-")
	if err != nil {
		return "", err
	}
	out, err := exec.Command("go", "build", "-buildvcs=false", "-o", dir, "../cmd/provenanced").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("build: %w\n%s", err, out)
	}
	return filepath.Join(dir, "provenanced"), nil
})

func TestMain(m *testing.M) {
	code := m.Run()
	if path, err := binary(); err == nil {
		os.RemoveAll(filepath.Dir(path))
	}
	os.Exit(code)
}

// startDaemon runs the real daemon in directories of its own. An example has no testing.T, so
// errors end the test program.
func startDaemon() (runtimeDir string, stop func()) {
	path, err := binary()
	if err != nil {
		log.Fatal(err)
	}
	dir, err := os.MkdirTemp("", "prov-") // short: socket paths have 107 bytes
	if err != nil {
		log.Fatal(err)
	}
	runtimeDir = filepath.Join(dir, "run")
	cmd := exec.Command(path, "serve", "--runtime-dir", runtimeDir,
		"--state-dir", filepath.Join(dir, "state"), "--policy", filepath.Join(dir, "policy.yaml"))
	if err := cmd.Start(); err != nil {
		log.Fatal(err)
	}
	stop = func() {
		err := errors.Join(cmd.Process.Signal(os.Interrupt), cmd.Wait(), os.RemoveAll(dir))
		if err != nil {
			log.Fatal("stopping the daemon: ", err)
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	for {
		c, err := client.Dial(ctx, client.Options{RuntimeDir: runtimeDir})
		if err == nil {
			c.Close()
			return runtimeDir, stop
		}
		if ctx.Err() != nil {
			stop()
			log.Fatal("the daemon did not come up: ", err)
		}
		time.Sleep(5 * time.Millisecond)
	}
}
