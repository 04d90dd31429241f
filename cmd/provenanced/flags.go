package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/provenanced/provenanced/internal/daemon"
	"github.com/provenanced/provenanced/internal/ledger"
	"github.com/provenanced/provenanced/internal/metrics"
	"github.com/provenanced/provenanced/internal/peercred"
	"github.com/provenanced/provenanced/internal/spelling"
	"github.com/provenanced/provenanced/internal/store"
)

func serveFlags(flags *pflag.FlagSet, o *daemon.Options, level, format *string) {
	flags.StringVar(&o.RuntimeDir, "runtime-dir", "", "`DIR` of sockets and keys (default: RUNTIME_DIRECTORY, else XDG_RUNTIME_DIR/provenanced, else /run/provenanced for root and provenanced-UID in the temp directory for others)")
	flags.StringVar(&o.StateDir, "state-dir", "", "`DIR` of the ledger and other state that outlives the daemon (default: STATE_DIRECTORY, else provenanced in XDG_STATE_HOME, or ~/.local/state)")
	flags.StringVar(&o.PolicyFile, "policy", "", "policy `FILE`; if it does not exist, a commented one is written (default: policy.yaml in CONFIGURATION_DIRECTORY, else in provenanced in XDG_CONFIG_HOME, or ~/.config)")

	flags.StringVar(level, "log-level", "info", "`LEVEL` of the log on stderr: debug, info, warn or error")
	flags.StringVar(format, "log-format", "auto", "`FORMAT` of the log: json, console, or auto: console on a terminal")

	peerFlags(flags, "gateway", &o.Gateway)
	peerFlags(flags, "admin", &o.Admin)
	peerFlags(flags, "tools", &o.Tools)

	flags.IntVar(&o.Ledger.MaxEntries, "ledger-max-entries", 10_000, "entries in one ledger file, `N`")
	daysVar(flags, &o.Ledger.MaxAge, "ledger-max-age", 30*24*time.Hour, "`TIME` after which the next ledger file is started")
	flags.IntVar(&o.Ledger.Retain.Files, "ledger-keep", 0, "ledger files to keep, `N`; 0 for all. Older ones are removed when a file is finished, once the index has taken them over; without them it cannot be rebuilt")
	daysVar(flags, &o.Ledger.Retain.Age, "ledger-keep-for", 0, "`TIME` to keep a finished ledger file; 0 for ever. With --ledger-keep as well, a file stays as long as either keeps it")
	flags.DurationVar(&o.SessionIdle, "session-idle", store.DefaultIdle, "`TIME` after which an unused session leaves memory; it stays on disk")
	flags.IntVar(&o.SessionMemory, "session-memory", store.DefaultMemory, "`BYTES` that sessions may take in memory; the least recently used leave it first, and stay on disk")

	flags.Func("metrics", "`ADDRESS` at which Prometheus can read metrics, 127.0.0.1:9464 or unix:/PATH (default: none)", func(s string) (err error) {
		o.Metrics, err = metrics.ParseAddress(s)
		return err
	})
	l := &o.Limits
	flags.IntVar(&l.MaxConnections, "max-connections", l.MaxConnections, "connections on one socket, `N`")
	flags.IntVar(&l.MaxRequest, "max-request", l.MaxRequest, "`BYTES` of one request")
	flags.Int64Var(&l.MaxBuffered, "max-buffered", l.MaxBuffered, "`BYTES` of unfinished requests on all connections together")
	flags.IntVar(&l.MaxInFlight, "max-in-flight", l.MaxInFlight, "requests of one connection that are answered with one write, `N`")
	flags.IntVar(&l.MaxFailures, "max-failures", l.MaxFailures, "refused requests after which a connection ends, `N`")
	flags.DurationVar(&l.LineTimeout, "line-timeout", l.LineTimeout, "`TIME` to finish a request once it has begun")
	flags.DurationVar(&l.WriteTimeout, "write-timeout", l.WriteTimeout, "`TIME` for a peer to read an answer")
	flags.DurationVar(&l.OutputTimeout, "output-timeout", l.OutputTimeout, "`TIME` for a client to read one frame of its tool's output")
	flags.IntVar(&l.MaxRuns, "max-runs", l.MaxRuns, "wrapped tools that run at the same time, `N`")
	flags.DurationVar(&l.IdleTimeout, "idle-timeout", l.IdleTimeout, "`TIME` after which a silent connection is closed; 0 for never")
	flags.DurationVar(&l.Lifetime, "tools-lifetime", l.Lifetime, "`TIME` that a connection to tools.sock may last, its tool included; 0 for no limit")
}

// unfitFlag says what a flag expects whose value was not understood.
func unfitFlag(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	var invalid *pflag.InvalidValueError
	switch {
	case errors.As(err, &unknown):
		var names []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
		name := unknown.GetSpecifiedName()
		if near := spelling.Nearest(name, names, spelling.Slips(name)); near != "" {
			return fmt.Errorf("%w, did you mean --%s?", err, near)
		}
	case errors.As(err, &invalid):
		f, why := invalid.GetFlag(), invalid.Unwrap()
		switch f.Value.Type() {
		case "int", "int64":
			why = errors.New("a whole number belongs there")
		case "duration":
			why = errors.New("a time belongs there, such as 30s or 5m")
		}
		text := strings.TrimPrefix(why.Error(), strconv.Quote(invalid.GetValue())+": ") // in the form of parsers' errors
		return fmt.Errorf("--%s %s: %s", f.Name, invalid.GetValue(), text)
	}
	return err
}

// peerFlags adds flags that restrict who may connect to a socket, by uid and by program.
func peerFlags(flags *pflag.FlagSet, socket string, allow *peercred.Allow) {
	flags.Func(socket+"-uid", "let `UID` connect to "+socket+".sock (repeatable; default: the daemon's own uid)", func(s string) error {
		uid, err := strconv.ParseUint(s, 10, 32)
		if err != nil {
			return errors.New("a uid is a number, as id -u NAME prints it")
		}
		allow.UIDs = append(allow.UIDs, uint32(uid))
		return nil
	})
	flags.Func(socket+"-exe", "let the program at `PATH` connect to "+socket+".sock (repeatable; default: any program)", func(s string) error {
		if !strings.HasPrefix(s, "/") {
			return errors.New("not an absolute path")
		}
		allow.Exes = append(allow.Exes, s)
		return nil
	})
}

// days is a duration that may also be given in days, for keeping ledgers.
type days time.Duration

func daysVar(flags *pflag.FlagSet, p *time.Duration, name string, value time.Duration, usage string) {
	*p = value
	flags.Var((*days)(p), name, usage)
}

func (d *days) Set(s string) error {
	var t time.Duration
	var err error
	if n, ok := strings.CutSuffix(s, "d"); ok {
		var whole uint64
		whole, err = strconv.ParseUint(n, 10, 16)
		t = time.Duration(whole) * 24 * time.Hour
	} else {
		t, err = time.ParseDuration(s)
	}
	if err != nil {
		return errors.New("a time belongs there, such as 90d or 12h")
	}
	*d = days(t)
	return nil
}

func (d *days) String() string {
	const day = 24 * time.Hour
	if t := time.Duration(*d); t%day != 0 || t == 0 {
		return t.String()
	}
	return strconv.FormatInt(int64(time.Duration(*d)/day), 10) + "d"
}

func (d *days) Type() string { return "days" }

// unbounded are the numbers for which zero means no bound.
var unbounded = []string{"ledger-keep", "ledger-keep-for", "idle-timeout", "tools-lifetime"}

// checkNumbers refuses bounds that nobody can mean. The parts of the daemon would replace them
// by their defaults: --max-runs 0 would let 64 tools run.
func checkNumbers(flags *pflag.FlagSet) (err error) {
	flags.Visit(func(f *pflag.Flag) {
		var n int64
		switch f.Value.Type() {
		case "int", "int64":
			n, _ = strconv.ParseInt(f.Value.String(), 10, 64)
		case "duration", "days":
			n = int64(durationOf(f.Value))
		default:
			return
		}
		switch {
		case n < 0 && slices.Contains(unbounded, f.Name):
			err = fmt.Errorf("--%s %v: use more than zero, or zero for no bound", f.Name, f.Value)
		case n <= 0 && !slices.Contains(unbounded, f.Name):
			err = fmt.Errorf("--%s %v: use more than zero", f.Name, f.Value)
		case n < ledger.FewestEntries && f.Name == "ledger-max-entries":
			err = fmt.Errorf("--%s %v: use %d or more", f.Name, f.Value, ledger.FewestEntries)
		}
	})
	return err
}

func durationOf(v pflag.Value) time.Duration {
	if d, ok := v.(*days); ok {
		return time.Duration(*d)
	}
	t, _ := time.ParseDuration(v.String()) // it was formatted by Duration
	return t
}
