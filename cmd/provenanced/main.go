// Provenanced is the daemon: it decides, hook by hook, what an agent may do next.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"
	"go.uber.org/zap"

	"github.com/provenanced/provenanced/internal/daemon"
	"github.com/provenanced/provenanced/internal/server"

	// If this process is the supervisor of a tool, this package takes over and main is never
	// reached.
	_ "github.com/provenanced/provenanced/internal/tools/toolexec/supervisor"
)

var version = "dev" // set by the linker

const (
	exitFailure = 1
	exitUsage   = 2
)

// errFailed says that the error has been logged; only the exit code is left.
var errFailed = errors.New("failed")

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

func run(args []string, stdout, stderr io.Writer) int {
	root := &cobra.Command{
		Use:   "provenanced",
		Short: "provenanced decides, hook by hook, what an agent may do next.",
		Long: "provenanced decides, hook by hook, what an agent may do next.\n\n" +
			"Exit codes: 0 done, 1 failure, 2 usage. provenancectl talks to a running daemon.",
		RunE:          func(*cobra.Command, []string) error { return errors.New("no command given, such as serve") },
		Version:       version,
		SilenceErrors: true,
		SilenceUsage:  true,

		CompletionOptions:     cobra.CompletionOptions{HiddenDefaultCmd: true},
		DisableFlagsInUseLine: true,
	}
	root.SetVersionTemplate("provenanced {{.Version}}\n")
	root.SetFlagErrorFunc(unfitFlag)
	root.AddCommand(newServe(), &cobra.Command{
		Use:   "version",
		Short: "print the version",
		Args:  cobra.NoArgs,
		Run:   func(cmd *cobra.Command, _ []string) { fmt.Fprintln(cmd.OutOrStdout(), "provenanced", version) },
	})
	root.SetOut(stdout)
	root.SetErr(stderr)
	root.SetArgs(args)
	cmd, err := root.ExecuteC()
	switch {
	case err == nil:
		return 0
	case errors.Is(err, errFailed):
		return exitFailure
	}
	fmt.Fprintf(stderr, "%[1]s: %[2]v\n`%[1]s --help` says more\n", cmd.CommandPath(), err)
	return exitUsage
}

func newServe() *cobra.Command {
	o := daemon.Options{Version: version, Limits: server.DefaultLimits()}
	var level, format string
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "run the daemon",
		Long: "Runs the daemon. SIGHUP, or saving the policy file, reloads the policy. SIGTERM stops the daemon; a second\n" +
			"SIGTERM stops it at once.",
		Args: cobra.NoArgs,
	}
	serveFlags(cmd.Flags(), &o, &level, &format)
	cmd.RunE = func(cmd *cobra.Command, _ []string) (err error) {
		if err := checkNumbers(cmd.Flags()); err != nil {
			return err
		}
		if o.Log, err = newLogger(level, format); err != nil {
			return err
		}
		return serve(o)
	}
	return cmd
}

func serve(o daemon.Options) error {
	// Keep running when the reader of the log goes away. SIGPIPE is caught and not ignored,
	// because wrapped tools would inherit that.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	reload := make(chan os.Signal, 1) // several signals at once cause one reload
	signal.Notify(reload, syscall.SIGHUP)
	o.Reload = reload
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGINT)
	context.AfterFunc(ctx, stop) // a second signal ends the process at once
	if err := daemon.Run(ctx, o); err != nil {
		o.Log.Error("provenanced failed", zap.Error(err))
		return errFailed
	}
	return nil
}
