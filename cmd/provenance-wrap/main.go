// Provenance-wrap stands in for a tool that the daemon runs: symlinks to it carry
// the tools' names.
package main

import (
	"crypto/rand"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"time"

	"github.com/provenanced/provenanced/internal/tools/wrap"
)

var version = "dev" // set by the linker

const (
	name    = "provenance-wrap"
	envList = "PROVENANCE_WRAP_ENV"
)

const usage = `provenance-wrap has the daemon run a tool, and stands in for it.

usage:
  provenance-wrap [OPTIONS] TOOL [ARGS...]
  TOOL [ARGS...]             through a symlink named TOOL

  --runtime-dir DIR          the directory with tools.sock and tools.key (default:
                             RUNTIME_DIRECTORY, else the daemon's default)
  --wait                     if a call needs the owner's approval, wait for it;
                             also PROVENANCE_WAIT=1
  --no-pty                   do not ask for a terminal, and do not read from one
  --help, --version

PROVENANCE_WRAP_ENV=A,B passes on the variables A and B, if the tool's
configuration allows them, and no others. PROVENANCE_TICKET, which proves the
session, goes to the daemon only.

A piped or redirected standard input goes to the tool. If standard input and
output are both a terminal, a tool that may have a terminal gets one of the same
size. SIGINT, SIGTERM and SIGHUP are passed on to the tool; SIGQUIT ends it.

Exit codes: the tool's own; 128 + N if signal N killed it; 124 if it took too
long; 125 if it did not run, or it is not known how it ended; 126 if it was
blocked by policy or by the owner; 127 if the tool is unknown.
`

func main() { os.Exit(run(os.Args)) }

func run(argv []string) int {
	o := wrap.Options{
		Env:    wrap.PickEnv(os.Getenv(envList), os.LookupEnv),
		Stdout: os.Stdout,
		Stderr: os.Stderr,
		Now:    time.Now,
		Rand:   rand.Reader,
	}
	var noPTY bool
	if called := filepath.Base(argv[0]); called != name {
		o.Tool, o.Args = called, argv[1:] // all flags are for the tool
	} else if code, ok := parse(argv[1:], &o, &noPTY); !ok {
		return code
	}
	var err error
	if o.Cwd, err = os.Getwd(); err != nil {
		fmt.Fprintf(os.Stderr, "%s: working directory: %v\n", name, err)
		return wrap.ExitFailed
	}
	if !noPTY {
		o.Terminal = wrap.OpenTerminal(os.Stdin, os.Stdout)
	}
	if o.Terminal != nil || !wrap.IsTerminal(os.Stdin) {
		o.Stdin = os.Stdin
	}
	signals := make(chan os.Signal, 8)
	for _, s := range wrap.Signals {
		if !signal.Ignored(s) { // ignored under nohup, for example
			signal.Notify(signals, s)
		}
	}
	o.Signals = signals
	return wrap.Run(o)
}

// parse reads the command line with package flag: there are only four flags, and cobra would
// make a program that every sandbox carries a sixth larger. ok means that there is a tool to
// run.
func parse(args []string, o *wrap.Options, noPTY *bool) (code int, ok bool) {
	flags := flag.NewFlagSet(name, flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.StringVar(&o.RuntimeDir, "runtime-dir", "", "")
	flags.BoolVar(noPTY, "no-pty", false, "")
	wait := flags.Bool("wait", false, "")
	showVersion := flags.Bool("version", false, "")
	err := flags.Parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Print(usage)
		return 0, false
	case err == nil && *showVersion:
		fmt.Println(name, version)
		return 0, false
	case err == nil && flags.Arg(0) == "":
		err = errors.New("no tool given")
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n%s --help says more\n", name, err, name)
		return wrap.ExitFailed, false
	}
	o.Tool, o.Args = flags.Arg(0), flags.Args()[1:]
	if *wait {
		o.Wait()
	}
	return 0, true
}
