// Command demo starts a fresh daemon and drives a recorded OpenClaw session
// through it, hook by hook, the way a gateway's shim would.
//
// session.jsonl holds hook payloads that a real gateway (openclaw 2026.9.6,
// webchat, a scripted model) sent, shortened and put in an order that tells a
// story; the owner's two chat commands and the retry of one call were added.
package main

import (
	"bufio"
	"bytes"
	"context"
	_ "embed"
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

//go:embed session.jsonl
var session []byte

func main() {
	// Whatever ends us, a reader that has seen enough included, ends our daemon, too.
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

	s := &story{out: newPrinter(os.Stdout), gateway: d.gateway, workspace: workspace}
	s.out.title("A recorded OpenClaw session, asked hook by hook")
	lines := bufio.NewScanner(bytes.NewReader(session))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		if err := s.hook(ctx, lines.Bytes()); err != nil {
			return err
		}
	}
	if err := lines.Err(); err != nil {
		return err
	}
	return s.epilogue(ctx, d)
}

// epilogue shows what the owner sees afterwards, with the owner's own tool.
func (s *story) epilogue(ctx context.Context, d *daemon) error {
	for _, c := range []struct {
		title string
		args  []string
	}{
		{"What was staged waits for the owner", []string{"blocked", "list"}},
		{"Why the exec was held", []string{"explain", fmt.Sprint(s.heldSeq)}},
		{"The turn's provenance graph", []string{"graph", "--session", s.key}},
	} {
		s.out.title(c.title)
		out, err := d.ctl(ctx, c.args...)
		if err != nil {
			return err
		}
		s.out.block("$ provenancectl " + strings.Join(c.args, " ") + "\n" + out)
	}
	svg, err := d.ctl(ctx, "graph", "--session", s.key, "--format", "svg")
	if err != nil {
		return err
	}
	path := filepath.Join(d.bin, "demo-graph.svg")
	if err := os.WriteFile(path, []byte(svg), 0o644); err != nil {
		return err
	}
	s.out.block("The same graph as a picture: " + path)
	return nil
}

// daemon is a provenanced of our own, in directories of its own.
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
