package toolexec

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/provenanced/provenanced/internal/tools/toolconf"
	"github.com/provenanced/provenanced/internal/tools/toolexec/supervisor"
)

// prepared is a run whose tool can be started.
type prepared struct {
	tool     *toolconf.Tool
	spec     supervisor.Spec
	secrets  *secrets
	terminal bool

	rows, cols uint16

	found      credentials
	configHome string // "": none
}

// prepare gets everything that the run needs; the caller releases it, also after an error.
func (r *Runner) prepare(ctx context.Context, q *Request, p *prepared) error {
	p.tool, p.terminal, p.rows, p.cols = q.Tool, q.PTY && q.Tool.PTY, q.Rows, q.Cols
	for i, arg := range q.Args {
		if strings.Contains(arg, "\x00") {
			return fmt.Errorf("%w: argument %d holds a NUL byte", ErrNotStarted, i)
		}
	}
	program, err := q.Tool.Program(toolconf.OS{})
	if err != nil {
		return fmt.Errorf("%w: %w", ErrNotStarted, err)
	}
	dir, err := workingDir(q)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrCwd, err)
	}
	if p.found, err = r.fetch(ctx, q.Tool); err != nil {
		return err
	}
	p.secrets = newSecrets(p.found)
	if q.Tool.ConfigFile != nil {
		if p.configHome, err = r.configs.writeConfig(q.Tool.ConfigFile, p.found); err != nil {
			return fmt.Errorf("%w: %w", ErrNotStarted, err)
		}
	}
	p.spec = supervisor.Spec{
		Path:      program,
		Args:      append(append([]string{q.Tool.Binary}, q.Tool.Args...), q.Args...),
		Env:       r.environ(q, p.found, p.terminal, p.configHome),
		Dir:       dir,
		Terminal:  p.terminal,
		KillAfter: r.o.KillAfter,
	}
	return nil
}

// release frees what the run had.
func (p *prepared) release() {
	p.found.clear()
	if p.configHome != "" {
		_ = os.RemoveAll(p.configHome) // otherwise it goes with the daemon's own directory
	}
}

func workingDir(q *Request) (string, error) {
	dir := orElse(q.Tool.WorkingDir, q.Cwd)
	if !filepath.IsAbs(dir) || strings.Contains(dir, "\x00") {
		return "", fmt.Errorf("%q is not an absolute path", dir)
	}
	info, err := os.Stat(dir)
	if err != nil {
		return "", err
	}
	if !info.IsDir() {
		return "", errors.New(dir + " is not a directory")
	}
	return dir, nil
}
