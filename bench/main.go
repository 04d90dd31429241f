// Bench measures the daemon as its users see it: the real program, its sockets, signed requests. In
// the same run, taking turns with it, it measures a bare echo of the same bytes and the usual
// alternatives. It decides nothing, and shares no code with the daemon, so that it measures what a
// third party would.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// suite is one kind of measurement, made in a separate process.
type suite struct {
	name   string
	pinned bool // it and everything it starts run on one processor
	plain  bool // its client is one goroutine: see plain
	run    func(context.Context, *bench) ([]Table, error)
}

// A round trip between two processors takes six times as long as on one, and the kernel keeps
// choosing anew; so latency is measured pinned to one.
var suites = []suite{
	{"depth", true, true, depthOne},
	{"connections", false, false, connections},
	{"authority", true, true, authority},
	{"shim", true, false, shim},
	{"scan", false, false, scan},
	{"beside", false, false, beside},
	{"start", false, false, start},
	{"reload", true, false, reload},
	{"sessions", true, false, sessions},
	{"recovery", false, false, recovery},
}

// bench is what every suite gets.
type bench struct {
	Full bool
	Root string // of the project
	Bin  string // directory of provenanced and opa
	Dir  string // for the suite's sockets and state

	plain   bool        // the suite's
	started []*exec.Cmd // by the suite, to be ended with it
}

// spawn starts a program that ends with the suite.
func (b *bench) spawn(cmd *exec.Cmd) error {
	err := cmd.Start()
	if err == nil {
		b.started = append(b.started, cmd)
	}
	return err
}

// end ends what the suite has started and not ended itself.
func (b *bench) end() {
	for _, cmd := range b.started {
		if cmd.ProcessState == nil {
			_ = cmd.Process.Kill()
			_ = cmd.Wait()
		}
	}
}

func main() {
	if len(os.Args) > 1 && os.Args[1] == standInCommand {
		exit(standIn(os.Args[2:]))
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGINT)
	defer stop()
	exit(run(ctx, os.Args[1:]))
}

func exit(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
	os.Exit(0)
}

func run(ctx context.Context, args []string) error {
	var b bench
	flags := flag.NewFlagSet("bench", flag.ExitOnError)
	flags.BoolVar(&b.Full, "full", false, "measure a million sessions and a million entries too: half an hour more")
	flags.StringVar(&b.Root, "root", "..", "`DIR` of the project")
	only := flags.String("only", "", "comma-separated `SUITES` instead of all: "+suiteNames())
	asJSON := flags.Bool("json", false, "print JSON")
	write := flags.String("write", "", "put the tables between the markers of this `FILE`")
	one := flags.String("suite", "", "run one suite in this process (bench itself uses it)")
	flags.StringVar(&b.Bin, "bin", "", "`DIR` with the programs, with -suite")
	flags.StringVar(&b.Dir, "dir", "", "`DIR` to work in, with -suite")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *one != "" {
		return b.suite(ctx, *one)
	}

	var chosen []suite
	for _, s := range suites {
		if *only == "" || slices.Contains(strings.Split(*only, ","), s.name) {
			chosen = append(chosen, s)
		}
	}
	if len(chosen) == 0 {
		return fmt.Errorf("no such suite; there are %s", suiteNames())
	}
	report, err := b.all(ctx, chosen)
	if report == nil {
		return err
	}
	if *write != "" && err == nil {
		err = report.writeTo(*write)
	}
	if *asJSON {
		return errors.Join(err, encode(os.Stdout, report))
	}
	_, failed := io.WriteString(os.Stdout, report.Text())
	return errors.Join(err, failed)
}

func suiteNames() string {
	var names []string
	for _, s := range suites {
		names = append(names, s.name)
	}
	return strings.Join(names, ", ")
}

// suite runs one suite and prints its tables as JSON.
func (b *bench) suite(ctx context.Context, name string) error {
	for _, s := range suites {
		if s.name == name {
			defer b.end()
			b.plain = s.plain
			tables, err := s.run(ctx, b)
			if err != nil {
				return err
			}
			return encode(os.Stdout, tables)
		}
	}
	return fmt.Errorf("no suite %q", name)
}

// all builds the programs and runs every suite in a process of its own. If a suite fails, the
// report has the results before it.
func (b *bench) all(ctx context.Context, chosen []suite) (*Report, error) {
	root, err := filepath.Abs(b.Root)
	if err != nil {
		return nil, err
	}
	b.Root = root
	// Short, since a socket's path has 107 bytes.
	work, err := os.MkdirTemp("", "pvb-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(work)
	if b.Bin, err = b.build(ctx, work); err != nil {
		return nil, err
	}
	r := &Report{Facts: b.facts(ctx)}
	for _, s := range chosen {
		began := time.Now()
		fmt.Fprintf(os.Stderr, "%-12s", s.name)
		b.Dir = filepath.Join(work, s.name)
		tables, err := b.apart(ctx, s)
		if err != nil {
			return r, fmt.Errorf("%s: %w", s.name, err)
		}
		if err := os.RemoveAll(b.Dir); err != nil {
			return r, err
		}
		fmt.Fprintf(os.Stderr, "%5.1f s\n", time.Since(began).Seconds())
		r.Tables = append(r.Tables, tables...)
	}
	r.Facts.LoadAfter = loadAverage()
	return r, nil
}

// apart runs a suite in a child process, which inherits the processor that it is pinned to.
func (b *bench) apart(ctx context.Context, s suite) ([]Table, error) {
	if err := os.Mkdir(b.Dir, 0o700); err != nil {
		return nil, err
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	args := []string{"-suite", s.name, "-root", b.Root, "-bin", b.Bin, "-dir", b.Dir}
	if b.Full {
		args = append(args, "-full")
	}
	cmd := exec.CommandContext(ctx, self, args...)
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := startOn(cmd, s.pinned); err != nil {
		return nil, err
	}
	var tables []Table
	failed := json.NewDecoder(out).Decode(&tables)
	if err := cmd.Wait(); err != nil {
		return nil, err
	}
	return tables, failed
}

// startOn starts a command, on the last processor alone if it is pinned.
func startOn(cmd *exec.Cmd, pinned bool) error {
	if !pinned {
		return cmd.Start()
	}
	runtime.LockOSThread() // a child inherits the processors of the thread that starts it
	defer runtime.UnlockOSThread()
	var before, last unix.CPUSet
	if err := unix.SchedGetaffinity(0, &before); err != nil {
		return fmt.Errorf("read the processors: %w", err)
	}
	for cpu := range 1024 {
		if before.IsSet(cpu) {
			last.Zero()
			last.Set(cpu)
		}
	}
	if err := unix.SchedSetaffinity(0, &last); err != nil {
		return fmt.Errorf("pin to one processor: %w", err)
	}
	return errors.Join(cmd.Start(), unix.SchedSetaffinity(0, &before))
}

// build builds the programs as `make build` does, and the alternatives' server.
func (b *bench) build(ctx context.Context, work string) (string, error) {
	bin := filepath.Join(work, "bin")
	for _, target := range []struct{ dir, pkg string }{
		{b.Root, "./cmd/provenanced"},
		{filepath.Join(b.Root, "bench"), "github.com/open-policy-agent/opa"},
	} {
		cmd := exec.CommandContext(ctx, "go", "build", "-trimpath", "-buildvcs=false", "-ldflags", "-s -w", "-o", bin+"/", target.pkg)
		cmd.Dir, cmd.Env = target.dir, append(os.Environ(), "CGO_ENABLED=0")
		if out, err := cmd.CombinedOutput(); err != nil {
			return "", fmt.Errorf("build %s: %w\n%s", target.pkg, err, out)
		}
	}
	return bin, nil
}

func encode(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}
