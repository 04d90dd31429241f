package ctl

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/rogpeppe/go-internal/testscript"

	"github.com/provenanced/provenanced/client"
)

// TestScripts runs the real programs. Beside testscript's own commands there are
//
//	ready                    wait until the daemon of this script answers
//	hooks FILE               send FILE's requests, one JSON object a line, to gateway.sock and print the decisions
//	exits CODE PROGRAM ...   like exec, and the exit code is CODE
func TestScripts(t *testing.T) {
	bin := programs(t)
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(e *testscript.Env) error {
			for name, dir := range map[string]string{"XDG_RUNTIME_DIR": "r", "XDG_STATE_HOME": "s", "XDG_CONFIG_HOME": "c", "HOME": "h", "AGENT": "w"} {
				dir = filepath.Join(e.WorkDir, dir)
				if err := os.MkdirAll(dir, 0o700); err != nil {
					return err
				}
				e.Setenv(name, dir)
			}
			e.Setenv("PATH", bin+string(os.PathListSeparator)+e.Getenv("PATH"))
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"ready": ready, "hooks": hooks, "exits": exits, "appears": appears},
	})
}

func runtimeOf(ts *testscript.TestScript) string {
	return filepath.Join(ts.Getenv("XDG_RUNTIME_DIR"), "provenanced")
}

func ready(ts *testscript.TestScript, _ bool, _ []string) {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	for {
		d, err := Dial(ctx, runtimeOf(ts))
		if err == nil {
			err = errors.Join(d.Admin(ctx, "ping", "", nil, nil), d.Close())
		}
		if err == nil {
			return
		}
		select {
		case <-ctx.Done():
			ts.Fatalf("the daemon does not answer: %v", err)
		case <-time.After(20 * time.Millisecond):
		}
	}
}

func hooks(ts *testscript.TestScript, _ bool, args []string) {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	gateway, err := client.Dial(ctx, client.Options{RuntimeDir: runtimeOf(ts)})
	ts.Check(err)
	defer gateway.Close()
	for line := range strings.Lines(ts.ReadFile(args[0])) {
		var r struct {
			Hook    client.Hook    `json:"hook"`
			Session string         `json:"session"`
			Event   jsontext.Value `json:"event"`
			Ctx     jsontext.Value `json:"ctx"`
		}
		ts.Check(json.Unmarshal([]byte(os.Expand(line, ts.Getenv)), &r))
		d, err := gateway.Ask(ctx, client.Request{Hook: r.Hook, Session: r.Session, Event: r.Event, Ctx: r.Ctx})
		ts.Check(err)
		b, err := json.Marshal(d)
		ts.Check(err)
		fmt.Fprintf(ts.Stdout(), "%s\n", b)
	}
}

// appears waits until a background program has written what matches to a file.
func appears(ts *testscript.TestScript, _ bool, args []string) {
	pattern := regexp.MustCompile(args[1])
	for range 1000 {
		if b, err := os.ReadFile(ts.MkAbs(args[0])); err == nil && pattern.Match(b) {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	ts.Fatalf("%s does not come to have %s", args[0], args[1])
}

func exits(ts *testscript.TestScript, _ bool, args []string) {
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
	}
	if got != want {
		ts.Fatalf("exit code %d, not %d", got, want)
	}
}
