// Provenanced is the daemon: it decides, hook by hook, what an agent may do next.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"go.uber.org/zap"

	"github.com/provenanced/provenanced/internal/daemon"
	"github.com/provenanced/provenanced/internal/flagtext"
	"github.com/provenanced/provenanced/internal/server"

	// Where this process is to supervise one tool it does so, and never gets here.
	_ "github.com/provenanced/provenanced/internal/toolexec/supervisor"
)

var version = "dev" // set by the linker

const usage = `provenanced decides, hook by hook, what an agent may do next.

usage:
  provenanced serve [flags]   run the daemon (serve --help lists the flags)
  provenanced version         print the version

Exit codes: 0 done, 1 failure, 2 usage. provenancectl talks to a running daemon.
`

const (
	exitFailure = 1
	exitUsage   = 2
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

func run(args []string, stdout, stderr io.Writer) int {
	command := ""
	if len(args) > 0 {
		command = args[0]
	}
	switch command {
	case "serve":
		return serve(args[1:], stdout, stderr)
	case "version", "--version":
		fmt.Fprintln(stdout, "provenanced", version)
		return 0
	case "help", "--help", "-help", "-h":
		if len(args) > 1 && args[1] == "serve" {
			return serve([]string{"--help"}, stdout, stderr)
		}
		fmt.Fprint(stdout, usage)
		return 0
	case "":
		fmt.Fprint(stderr, usage)
	default:
		fmt.Fprintf(stderr, "provenanced: %s\n\n%s", unknown(command), usage)
	}
	return exitUsage
}

func unknown(command string) string {
	if strings.HasPrefix(command, "-") {
		return fmt.Sprintf("no command before %s: flags follow it, as in provenanced serve %s", command, command)
	}
	return fmt.Sprintf("unknown command %q%s", command, flagtext.Hint("", command, []string{"serve", "version", "help"}))
}

func serve(args []string, stdout, stderr io.Writer) int {
	o := daemon.Options{Version: version, Limits: server.DefaultLimits()}
	var level, format string
	flags := serveFlags(&o, &level, &format)
	err := flags.Parse(args)
	if errors.Is(err, flag.ErrHelp) {
		printFlags(stdout, flags)
		return 0
	}
	if err != nil {
		err = flagtext.Plain(err, flags)
	}
	if err == nil && flags.NArg() > 0 {
		err = fmt.Errorf("unexpected argument %q", flags.Arg(0))
	}
	if err == nil {
		err = checkNumbers(flags)
	}
	if err == nil {
		o.Log, err = newLogger(level, format)
	}
	if err != nil {
		fmt.Fprintf(stderr, "provenanced serve: %v\nprovenanced serve --help lists the flags\n", err)
		return exitUsage
	}

	// Who reads the log may go; the guard stays. Not ignored: wrapped tools would inherit that.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	reload := make(chan os.Signal, 1) // several signals at once are one reload
	signal.Notify(reload, syscall.SIGHUP)
	o.Reload = reload
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGINT)
	context.AfterFunc(ctx, stop) // a second signal ends the process at once
	if err := daemon.Run(ctx, o); err != nil {
		o.Log.Error("provenanced failed", zap.Error(err))
		return exitFailure
	}
	return 0
}
