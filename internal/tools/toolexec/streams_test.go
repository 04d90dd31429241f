package toolexec

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/redact"
	"github.com/provenanced/provenanced/internal/tools/toolconf"
)

func TestNobodyNeedsToListen(t *testing.T) {
	result, err := newRunner(t).Run(t.Context(), Request{Tool: shell(`cat; echo a; echo b >&2`), Cwd: "/"}, Streams{})
	require.NoError(t, err)
	require.Equal(t, 0, result.ExitCode)
	require.EqualValues(t, 2, result.Stdout)
}

func TestBytesArePassedAsTheyAre(t *testing.T) {
	binary := make([]byte, 3<<20)
	for i := range binary {
		binary[i] = byte(i * i >> 8)
	}
	_, stdout, _ := run(t, newRunner(t), Request{Tool: shell(`cat`)}, string(binary))
	require.True(t, stdout == string(binary))
}

// A reader that pauses, and sometimes returns no bytes.
func TestInputComesAsItDoes(t *testing.T) {
	in, give := io.Pipe()
	heard := make(chan string, 10)
	done := make(chan error)
	go func() {
		_, err := newRunner(t).Run(t.Context(), Request{Tool: shell(`while read -r line; do echo "got $line"; done; echo end`), Cwd: "/"},
			Streams{Stdin: in, Stdout: func(b []byte) error { heard <- string(b); return nil }})
		done <- err
	}()
	for _, line := range []string{"one", "two"} {
		_, _ = give.Write(nil)
		_, err := give.Write([]byte(line + "\n"))
		require.NoError(t, err)
		require.Equal(t, "got "+line+"\n", <-heard)
	}
	require.NoError(t, give.Close())
	require.Equal(t, "end\n", <-heard)
	require.NoError(t, <-done)
}

// Half of an input that seems to end would be taken for the whole.
func TestInputThatBreaksOffHasNoEnd(t *testing.T) {
	for _, pty := range []bool{false, true} {
		tool := shell(`cat; echo taken for the whole`)
		tool.PTY = pty
		ctx, cancel := context.WithCancel(t.Context())
		in, give := io.Pipe()
		go func() {
			_, _ = give.Write([]byte("half\n"))
			_ = give.CloseWithError(errors.New("no JSON"))
			time.Sleep(300 * time.Millisecond) // long enough to run on
			cancel()
		}()
		var out said
		result, err := newRunner(t).Run(ctx, Request{Tool: tool, Cwd: "/", PTY: pty}, Streams{Stdin: in, Stdout: out.take})
		require.NoError(t, err)
		require.NotEmpty(t, result.Signal, "it was ended: %+v", result)
		require.NotContains(t, out.String(), "whole")
	}
}

// Input that the owner withholds from a tool is still consumed, since signals come behind it.
func TestAToolWithoutInput(t *testing.T) {
	tool := shell(`trap 'exit 9' INT; cat; echo end; while :; do sleep 0.01; done`)
	tool.NoStdin = true
	in, give := io.Pipe()
	signals := make(chan string, 1)
	result, err := newRunner(t).Run(t.Context(), Request{Tool: tool, Cwd: "/"}, Streams{Stdin: in, Signals: signals, Stdout: func(b []byte) error {
		assert.Equal(t, "end\n", string(b))
		_, err := give.Write(make([]byte, 1<<20))
		signals <- "SIGINT"
		return err
	}})
	require.NoError(t, err)
	require.Equal(t, 9, result.ExitCode)
}

// The client does not read until the tool has ended.
func TestASlowClientHoldsNoToolUp(t *testing.T) {
	r := newRunner(t)
	done := filepath.Join(t.TempDir(), "done")
	tool := shell(`i=0; while [ $i -lt 40000 ]; do echo "line $i of many, to fill more than memory would take, and then more of it"; i=$((i+1)); done; : >` + done)
	var out said
	result, err := r.Run(t.Context(), Request{Tool: tool, Cwd: "/"}, Streams{Stdout: func(b []byte) error {
		for {
			if _, err := os.Stat(done); err == nil {
				return out.take(b)
			}
			time.Sleep(5 * time.Millisecond)
		}
	}})
	require.NoError(t, err)
	require.Equal(t, 0, result.ExitCode)
	require.Greater(t, result.Stdout, int64(2<<20))
	lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	require.Len(t, lines, 40000)
	for i, line := range lines {
		require.True(t, strings.HasPrefix(line, fmt.Sprintf("line %d of", i)))
	}
	left, err := os.ReadDir(r.temp.path)
	require.NoError(t, err)
	require.Empty(t, left)
}

// A prompt has no end of line, and the tool waits for its answer.
func TestAPromptIsSeenBeforeItIsAnswered(t *testing.T) {
	tool := shell(`printf 'secret: s3cr'; read -r answer; echo "thanks for $answer"`)
	tool.Redact = redact.Standard
	tool.Credentials = []toolconf.Credential{{Name: "TOKEN", Source: toolconf.Source{Kind: toolconf.FromEnv, Name: "TOKEN"}}}
	r := newRunner(t, func(o *Options) { o.Environ = environment("TOKEN", "s3cr3t-of-many-letters") })
	in, give := io.Pipe()
	var out said
	var began, seen time.Time
	began = time.Now()
	_, err := r.Run(t.Context(), Request{Tool: tool, Cwd: "/"}, Streams{Stdin: in, Stdout: func(b []byte) error {
		err := out.take(b)
		if seen.IsZero() && out.String() == "secret: s3cr" {
			seen = time.Now()
			go give.Write([]byte("x\n"))
		}
		return err
	}})
	require.NoError(t, err)
	require.Equal(t, "secret: s3crthanks for x\n", out.String())
	t.Logf("seen %v after the start", seen.Sub(began))
}
