// Package ctl is the owner's command line: it turns arguments into commands on
// admin.sock, or into work on files where no daemon is needed, and answers into
// output for people or programs. It decides nothing and keeps nothing; what it shows
// is what the daemon said.
package ctl

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"

	"github.com/provenanced/provenanced/client"
	"github.com/provenanced/provenanced/internal/paths"
)

// Daemon is what ctl asks of a connection to admin.sock: a *client.Client.
type Daemon interface {
	// Admin runs a command and decodes its data into out.
	Admin(ctx context.Context, command, session string, args, out any) error
	// Subscribe calls on for every event until the connection ends.
	Subscribe(ctx context.Context, on func(client.Event) error) error
	Close() error
}

// Env is the world that a command runs in.
type Env struct {
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	Terminal       bool                                           // Stdout is a terminal
	Dumb           bool                                           // the terminal cannot move its cursor
	Color          bool                                           // colours are wanted
	ASCII          bool                                           // the locale is not UTF-8
	Size           func() (cols, rows int)                        // of the terminal, by now; nil: 80 and 24
	Keys           func(pressed func(key byte)) (giveBack func()) // keys of the terminal, one by one; nil: none
	Resized        func(changed func()) (stop func())             // reports changes of the terminal's size; nil: nothing does
	Now            func() time.Time
	Version        string
	// Dial connects to the daemon whose runtime directory is dir.
	Dial func(ctx context.Context, dir string) (Daemon, error)
}

// Exit codes.
const (
	ExitDone        = 0
	ExitWrong       = 1 // the thing asked about is wrong, missing, or was refused
	ExitUsage       = 2
	ExitUnreachable = 3 // the daemon does not answer, or does not let us in
)

// patience is how long a command waits for the daemon, which needs milliseconds for any of
// them.
const patience = 20 * time.Second

// call is one run of one command.
type call struct {
	ctx   context.Context
	env   *Env
	root  *cobra.Command // the root of all commands
	cmd   *command
	args  []string
	flags map[string]string
	out   *printer
}

// Run runs one command line, without the program's name, and returns its exit
// code.
func Run(ctx context.Context, args []string, env Env) int {
	out := newPrinter(env.Stdout, &env)
	c, err := parse(ctx, args, &env, out)
	if err == nil && c != nil {
		err = c.cmd.run(c)
	}
	if flushed := out.flush(); err == nil && flushed != nil {
		err = fmt.Errorf("write the answer: %w", flushed)
	}
	if err == nil {
		return ExitDone
	}
	return report(err, args, &env)
}

func (c *call) has(flag string) bool {
	_, ok := c.flags[flag]
	return ok
}

// arg is the i-th argument, or the empty string.
func (c *call) arg(i int) string {
	if i < len(c.args) {
		return c.args[i]
	}
	return ""
}

// needSession is the session given with --session, which the command requires.
func (c *call) needSession(hint string) (string, error) {
	if key := c.flags["session"]; key != "" {
		return key, nil
	}
	return "", usagef("%s needs --session; %s", c.cmd.name, hint)
}

// runtimeDir is where the daemon's sockets are.
func (c *call) runtimeDir() (string, error) {
	if dir := c.flags["runtime-dir"]; dir != "" {
		return dir, nil
	}
	return paths.Runtime()
}

// ask runs a command on the daemon.
func (c *call) ask(command string, args, out any) error {
	dir, err := c.runtimeDir()
	if err != nil {
		return &unreachable{why: err}
	}
	ctx, cancel := context.WithTimeout(c.ctx, patience)
	defer cancel()
	d, err := c.env.Dial(ctx, dir)
	if errors.Is(err, context.DeadlineExceeded) { // it may have no room for more connections
		return classify(err, dir)
	}
	if err != nil {
		return &unreachable{dir: dir, why: err}
	}
	defer d.Close() // the answer has arrived, or never will
	if err := d.Admin(ctx, command, "", args, out); err != nil {
		return whatThereIs(command, classify(err, dir))
	}
	return nil
}

// Dial connects to a real daemon.
func Dial(ctx context.Context, dir string) (Daemon, error) {
	return client.Dial(ctx, client.Options{RuntimeDir: dir, Socket: client.Admin})
}

// answer runs a command on the daemon and shows its data: unchanged with --json, otherwise with
// people.
func answer[T any](c *call, command string, args any, people func(T)) error {
	var raw jsontext.Value
	if err := c.ask(command, args, &raw); err != nil {
		return err
	}
	if c.has("json") {
		return c.out.json(raw)
	}
	var v T
	if err := json.Unmarshal(raw, &v); err != nil {
		return unfit(command, err)
	}
	people(v)
	return nil
}

// result shows what a command without a daemon found. File names need not be UTF-8; in JSON
// they get U+FFFD.
func result(c *call, v any, people func()) error {
	if !c.has("json") {
		people()
		return nil
	}
	raw, err := json.Marshal(v, json.Deterministic(true), jsontext.AllowInvalidUTF8(true))
	if err != nil {
		return err
	}
	return c.out.json(raw)
}

// report tells the person, or the program, why a command failed.
func report(err error, args []string, env *Env) int {
	code, exit := "failed", ExitWrong
	var usage *usageError
	var away *unreachable
	var refused *refusal
	switch {
	case errors.Is(err, errShown):
		return ExitWrong
	case errors.As(err, &usage):
		code, exit = "usage", ExitUsage
	case errors.As(err, &away):
		code, exit = "unreachable", ExitUnreachable
	case errors.As(err, &refused):
		code, exit = refused.code, refused.exit()
	}
	text := err.Error()
	if away == nil { // unreachable says so itself
		text += adviseDenied(err)
	}
	p := newPrinter(env.Stderr, &Env{ASCII: env.ASCII, Terminal: env.Terminal, Size: env.Size})
	if wantsJSON(args) {
		var body struct {
			Error struct {
				Code    string `json:"code"`
				Message string `json:"message"`
			} `json:"error"`
		}
		body.Error.Code, body.Error.Message = code, clean(text, true)
		if raw, err := json.Marshal(body); err == nil {
			_ = p.json(raw)
		}
	} else {
		for line := range strings.SplitSeq("provenancectl: "+text, "\n") {
			if strings.HasPrefix(line, " ") { // a command to be copied, or a row
				p.say("%s\n", line)
				continue
			}
			p.advise("", line, plain)
		}
	}
	_ = p.flush() // there is nowhere left to report to
	return exit
}
