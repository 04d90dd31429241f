package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// daemon is the real program with directories of its own.
type daemon struct {
	bench            *bench
	dir, run, policy string
	env              []string
	cmd              *exec.Cmd // of the latest start
}

func (b *bench) newDaemon(name, policy string) (*daemon, error) {
	dir := filepath.Join(b.Dir, name)
	if err := os.Mkdir(dir, 0o700); err != nil {
		return nil, err
	}
	d := &daemon{bench: b, dir: dir, run: filepath.Join(dir, "run"), policy: filepath.Join(dir, "policy.yaml")}
	return d, os.WriteFile(d.policy, []byte(policy), 0o600)
}

// launched is newDaemon followed by start.
func (b *bench) launched(ctx context.Context, name, policy string) (*daemon, error) {
	d, err := b.newDaemon(name, policy)
	if err != nil {
		return nil, err
	}
	_, err = d.start(ctx)
	return d, err
}

// readyWithin is enough to replay a million entries on a slow machine.
const readyWithin = 5 * time.Minute

// start starts the daemon and returns how long it took to answer the first question.
func (d *daemon) start(ctx context.Context) (time.Duration, error) {
	log, err := os.OpenFile(d.log(), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return 0, err
	}
	defer log.Close()
	d.cmd = exec.Command(filepath.Join(d.bench.Bin, "provenanced"), "serve", "--runtime-dir", d.run, "--state-dir", d.state(), "--policy", d.policy)
	d.cmd.Stderr, d.cmd.Env = log, append(os.Environ(), d.env...)
	began := time.Now()
	if err := d.bench.spawn(d.cmd); err != nil {
		return 0, err
	}
	for {
		p, err := d.dial("gateway")
		if err == nil {
			_, err = p.put(question{"ping", "", `{"event":{}}`})
			took := time.Since(began)
			p.Close()
			if err == nil {
				return took, nil
			}
		}
		if time.Since(began) > readyWithin || ctx.Err() != nil {
			return 0, errors.Join(fmt.Errorf("the daemon is not ready: %w; its log is:\n%s", err, d.said()), d.kill())
		}
		time.Sleep(500 * time.Microsecond)
	}
}

func (d *daemon) state(elem ...string) string {
	return filepath.Join(append([]string{d.dir, "state"}, elem...)...)
}

func (d *daemon) log() string { return filepath.Join(d.dir, "log") }

func (d *daemon) said() []byte {
	text, _ := os.ReadFile(d.log())
	return text
}

// kill ends the daemon like a power cut, and removes its sockets, which would look like those of
// the next one.
func (d *daemon) kill() error {
	if err := d.cmd.Process.Kill(); err != nil {
		return err
	}
	_ = d.cmd.Wait() // killed
	return os.RemoveAll(d.run)
}

// stop ends the daemon as its service manager would.
func (d *daemon) stop() error {
	if err := d.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		return err
	}
	return d.cmd.Wait()
}

// anonymous returns the process's own memory in bytes, without mapped files such as the index.
func (d *daemon) anonymous() (float64, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", d.cmd.Process.Pid))
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(string(text)) {
		if fields := strings.Fields(line); len(fields) == 3 && fields[0] == "RssAnon:" {
			kb, err := strconv.ParseFloat(fields[1], 64)
			return kb * 1024, err
		}
	}
	return 0, errors.New("the kernel does not tell RssAnon")
}
