// Command demo starts a new daemon and tells it a short story, hook by hook, as a gateway's shim
// would: a mail, a page with an order in it, an agent that obeys, the owner.
package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/provenanced/provenanced/client"
)

func main() {
	// However this program ends, even because its reader has gone, its daemon ends, too.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGPIPE)
	defer stop()
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	if err := run(ctx, "bin"); err != nil {
		fmt.Fprintln(os.Stderr, "demo:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, bin string) (err error) {
	dir, err := os.MkdirTemp("", "provenanced-demo-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	workspace := filepath.Join(dir, "workspace")
	if err := os.Mkdir(workspace, 0o700); err != nil {
		return err
	}

	d, err := startDaemon(ctx, bin, dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.stop()) }()

	t := &teller{out: newPrinter(os.Stdout), gateway: d.gateway, workspace: workspace}
	t.out.title("An agent reads a mail and a page, and the page has an order in it")
	for _, s := range steps {
		if err := t.tell(ctx, s); err != nil {
			return err
		}
	}
	return t.epilogue(ctx, d)
}

// epilogue shows what the owner sees afterwards, with provenancectl.
func (t *teller) epilogue(ctx context.Context, d *daemon) error {
	for _, c := range []struct {
		title string
		args  []string
	}{
		{"The note waits for the owner, who can look at it, accept it or drop it", []string{"blocked", "list"}},
		{"Why the command was held", []string{"explain", fmt.Sprint(t.held)}},
		{"What the last turn read and did", []string{"graph", "--session", session}},
	} {
		t.out.title(c.title)
		out, err := d.ctl(ctx, c.args...)
		if err != nil {
			return err
		}
		t.out.block("$ provenancectl " + strings.Join(c.args, " ") + "\n" + out)
	}
	svg, err := d.ctl(ctx, "graph", "--session", session, "--format", "svg")
	if err != nil {
		return err
	}
	path := filepath.Join(d.bin, "demo-graph.svg")
	if err := os.WriteFile(path, []byte(svg), 0o644); err != nil {
		return err
	}
	t.out.block("The same graph as a picture: " + path)
	return nil
}

// daemon is a provenanced with directories of its own.
type daemon struct {
	bin, runtime string
	cmd          *exec.Cmd
	log          bytes.Buffer
	gateway      *client.Client
}

func startDaemon(ctx context.Context, bin, dir string) (*daemon, error) {
	d := &daemon{bin: bin, runtime: filepath.Join(dir, "run")}
	d.cmd = exec.Command(filepath.Join(bin, "provenanced"), "serve",
		"--runtime-dir", d.runtime, "--state-dir", filepath.Join(dir, "state"), "--policy", filepath.Join(dir, "policy.yaml"))
	d.cmd.Stderr = &d.log
	if err := d.cmd.Start(); err != nil {
		return nil, fmt.Errorf("start the daemon (make build first): %w", err)
	}
	for {
		var err error
		d.gateway, err = client.Dial(ctx, client.Options{RuntimeDir: d.runtime})
		if err == nil {
			return d, nil
		}
		select {
		case <-ctx.Done():
			return nil, errors.Join(fmt.Errorf("the daemon did not come up: %w\n%s", err, &d.log), d.stop())
		case <-time.After(10 * time.Millisecond):
		}
	}
}

func (d *daemon) stop() error {
	if d.gateway != nil {
		d.gateway.Close()
	}
	if err := d.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		return err
	}
	if err := d.cmd.Wait(); err != nil {
		return fmt.Errorf("daemon: %w\n%s", err, &d.log)
	}
	return nil
}

func (d *daemon) ctl(ctx context.Context, args ...string) (string, error) {
	out, err := exec.CommandContext(ctx, filepath.Join(d.bin, "provenancectl"), append(args, "--runtime-dir", d.runtime)...).CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("provenancectl %s: %w\n%s", strings.Join(args, " "), err, out)
	}
	return strings.TrimRight(string(out), "\n"), nil
}
