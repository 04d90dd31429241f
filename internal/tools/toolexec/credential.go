package toolexec

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/go-json-experiment/json"
	"golang.org/x/sys/unix"

	"github.com/provenanced/provenanced/internal/tools/toolconf"
)

const (
	fetchTimeout  = 10 * time.Second
	maxCredential = 64 << 10
)

var (
	errEmptyCredential = errors.New("it is empty")
	errTooLong         = fmt.Errorf("longer than %d bytes", maxCredential)
	errNotText         = errors.New("it holds a NUL byte")
	errNoField         = errors.New("no such field")
)

// credentials are values by name. They must never be printed.
type credentials map[string][]byte

func (credentials) Format(f fmt.State, _ rune) { io.WriteString(f, "[redacted]") }

func (c credentials) clear() {
	for _, value := range c {
		clear(value)
	}
}

// Check reports for each credential of a tool why it cannot be fetched; nil if it can. Errors
// contain no values.
func (r *Runner) Check(ctx context.Context, t *toolconf.Tool) map[string]error {
	found, errs := r.fetchAll(ctx, t)
	found.clear()
	return errs
}

// fetch returns all credentials of a tool, or an error.
func (r *Runner) fetch(ctx context.Context, t *toolconf.Tool) (credentials, error) {
	found, errs := r.fetchAll(ctx, t)
	for _, c := range t.Credentials {
		if err := errs[c.Name]; err != nil {
			found.clear()
			return nil, fmt.Errorf("%w: %s: %w", ErrCredential, c.Name, err)
		}
	}
	return found, nil
}

// fetchAll asks all sources concurrently: some of them are programs that ask a server.
func (r *Runner) fetchAll(ctx context.Context, t *toolconf.Tool) (credentials, map[string]error) {
	ctx, cancel := context.WithTimeout(ctx, fetchTimeout)
	defer cancel()
	found, errs := make(credentials), make(map[string]error)
	var mu sync.Mutex // guards found and errs
	var all sync.WaitGroup
	for _, c := range t.Credentials {
		all.Go(func() {
			value, err := r.fetchOne(ctx, c)
			mu.Lock()
			defer mu.Unlock()
			errs[c.Name] = err
			if err == nil {
				found[c.Name] = value
			}
		})
	}
	all.Wait()
	return found, errs
}

func (r *Runner) fetchOne(ctx context.Context, c toolconf.Credential) ([]byte, error) {
	raw, err := r.source(ctx, c.Source)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.Source.Kind, err)
	}
	value := raw
	switch {
	case c.Field != "":
		value, err = field(raw, c.Field)
		clear(raw)
		if err != nil {
			return nil, fmt.Errorf("%s: field %s: %w", c.Source.Kind, c.Field, err)
		}
	case c.Source.Kind == toolconf.FromPass:
		// By the program's convention the first line is the secret and the rest is notes.
		value, _, _ = bytes.Cut(raw, []byte("\n"))
		clear(raw[len(value):])
		value = bytes.TrimSuffix(value, []byte("\r"))
	default:
		value = bytes.TrimSuffix(bytes.TrimSuffix(raw, []byte("\n")), []byte("\r"))
	}
	switch {
	case len(value) == 0:
		return nil, fmt.Errorf("%s: %w", c.Source.Kind, errEmptyCredential)
	case bytes.IndexByte(value, 0) >= 0:
		clear(value)
		return nil, fmt.Errorf("%s: %w", c.Source.Kind, errNotText)
	}
	return value, nil
}

func (r *Runner) source(ctx context.Context, s toolconf.Source) ([]byte, error) {
	switch s.Kind {
	case toolconf.FromFile:
		return readSecret(s.Name)
	case toolconf.FromEnv:
		value, ok := r.o.Environ(s.Name)
		if !ok {
			return nil, fmt.Errorf("%s is not set", s.Name)
		}
		return []byte(value), nil
	case toolconf.FromSystemd:
		dir, ok := r.o.Environ("CREDENTIALS_DIRECTORY")
		if !ok || s.Name != filepath.Base(s.Name) || s.Name == ".." {
			return nil, fmt.Errorf("%s: this service has no such credential (LoadCredential=)", s.Name)
		}
		return readSecret(filepath.Join(dir, s.Name))
	case toolconf.FromPass:
		return r.output(ctx, s.Binary, "show", s.Name)
	case toolconf.FromAge:
		return r.output(ctx, s.Binary, "--decrypt", "--identity", s.Identity, s.Name)
	case toolconf.FromCommand:
		if len(s.Command) == 0 {
			return nil, errors.New("no command is named")
		}
		return r.output(ctx, s.Command[0], s.Command[1:]...)
	}
	return nil, fmt.Errorf("unknown kind of source")
}

// readSecret reads a file that only root, this process's user or their group can have written, and
// that not everyone can read.
func readSecret(path string) ([]byte, error) {
	// Opening a pipe without a writer would block.
	f, err := os.OpenFile(path, os.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0)
	if errors.Is(err, unix.ELOOP) {
		return nil, fmt.Errorf("%s is a symlink: name the file itself", path)
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, &fs.PathError{Op: "read", Path: path, Err: errors.New("not a file")}
	}
	if stat, ok := info.Sys().(*syscall.Stat_t); !ok || stat.Uid != 0 && int(stat.Uid) != os.Geteuid() {
		return nil, fmt.Errorf("%s belongs to another user: it must be root's, or the daemon's own user's", path)
	}
	if mode := info.Mode().Perm(); mode&0o027 != 0 {
		return nil, fmt.Errorf("%s has mode %04o: others may not read it and its group may not write it (0600 or 0640)", path, mode)
	}
	return readAtMost(f)
}

func readAtMost(r io.Reader) ([]byte, error) {
	b := make([]byte, maxCredential+1) // never grown, since that would leave copies behind
	n, err := io.ReadFull(r, b)
	switch {
	case err == nil:
		err = errTooLong
	case errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF):
		return b[:n], nil
	}
	clear(b)
	return nil, err
}

// output returns what a program prints. It runs with this process's environment, as if the owner
// had started it, in a process group that ends with it; its stderr may contain anything and is
// dropped. A daemon that it leaves in another session, as gpg does, is the owner's business.
func (r *Runner) output(ctx context.Context, program string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Dir = "/"
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = time.Second
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := r.adopted.start(cmd); err != nil {
		return nil, err
	}
	defer context.AfterFunc(ctx, func() { stdout.Close() })() // its children may hold it open
	b, err := readAtMost(stdout)
	if err != nil {
		_ = cmd.Cancel()
	}
	if waited := r.adopted.wait(cmd); err == nil {
		err = waited
	}
	switch ctx.Err() {
	case nil:
	case context.DeadlineExceeded:
		err = fmt.Errorf("no answer within %v", fetchTimeout)
	default:
		err = ctx.Err()
	}
	if err != nil {
		clear(b)
		return nil, fmt.Errorf("%s: %w", program, err)
	}
	return b, nil
}

// field selects from JSON by a path such as .fields.0.value: names of members, and indexes of
// lists.
func field(raw []byte, path string) ([]byte, error) {
	var at any
	if err := json.Unmarshal(raw, &at); err != nil {
		return nil, errors.New("not JSON") // the error would quote it
	}
	for _, name := range strings.Split(strings.TrimPrefix(path, "."), ".") {
		switch v := at.(type) {
		case map[string]any:
			member, ok := v[name]
			if !ok {
				return nil, errNoField
			}
			at = member
		case []any:
			i, err := strconv.Atoi(name)
			if err != nil || i < 0 || i >= len(v) {
				return nil, errNoField
			}
			at = v[i]
		default:
			return nil, errNoField
		}
	}
	switch v := at.(type) {
	case string:
		return []byte(v), nil
	case float64:
		return strconv.AppendFloat(nil, v, 'f', -1, 64), nil
	}
	return nil, errors.New("neither text nor a number")
}
