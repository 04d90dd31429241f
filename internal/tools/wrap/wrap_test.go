package wrap

import (
	"bytes"
	"encoding/base64"
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"testing/iotest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/provenanced/provenanced/internal/paths"
)

func b64(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) }

func TestHowARunEnds(t *testing.T) {
	chunk := func(kind, data string) object { return object{"type": kind, "data": b64(data)} }
	refusal := func(text string) object { return object{"type": "error", "message": text} }
	for _, tt := range []struct {
		name   string
		frames []any
		want   result
	}{
		{"done means 0", []any{object{"type": "done"}}, result{0, "", ""}},
		{"the tool's exit code", []any{object{"type": "done", "exit_code": 3}}, result{3, "", ""}},
		{"the highest", []any{object{"type": "done", "exit_code": 255}}, result{255, "", ""}},
		{"one that would wrap to success", []any{object{"type": "done", "exit_code": 256}}, result{1, "", ""}},
		{"killed, nobody says by what", []any{object{"type": "done", "exit_code": -1}}, result{1, "", ""}},
		{"killed by a signal", []any{object{"type": "done", "exit_code": -1, "signal": "SIGKILL"}}, result{137, "", ""}},
		{"killed by a signal that has no number", []any{object{"type": "done", "exit_code": -1, "signal": "SIGNONE"}}, result{1, "", ""}},
		{"timeout", []any{object{"type": "done", "exit_code": -1, "timeout": true}},
			result{124, "", "provenance-wrap: the tool took too long and was ended\n"}},
		{"output goes where it belongs", []any{
			chunk("stdout", "one\n"), chunk("stderr", "two\n"), chunk("stdout", "\x00\xff"), chunk("stdout", ""), object{"type": "done", "exit_code": 1},
		}, result{1, "one\n\x00\xff", "two\n"}},
		{"what it does not know yet", []any{object{"type": "news", "code": "bf619df9"}, object{"type": "done", "more": 1}}, result{0, "", ""}},
		{"held, and approved", []any{
			object{"type": "pending", "message": "code 1"}, object{"type": "pending", "message": "code 1"}, chunk("stdout", "x"), object{"type": "done", "exit_code": 2},
		}, result{2, "x", "provenance-wrap: code 1\n"}},
		{"held, and not approved", []any{object{"type": "pending", "message": "code 1"}, refusal("blocked: denied")},
			result{126, "", "provenance-wrap: code 1\nprovenance-wrap: blocked: denied\n"}},
		{"nothing counts after the end", []any{object{"type": "done"}, chunk("stdout", "late")}, result{0, "", ""}},
		{"blocked", []any{refusal("blocked: no deletes")}, result{126, "", "provenance-wrap: blocked: no deletes\n"}},
		{"unknown tool", []any{refusal("unknown tool")}, result{127, "", "provenance-wrap: unknown tool\n"}},
		{"another error", []any{refusal("server busy")}, result{125, "", "provenance-wrap: server busy\n"}},
		{"not started", []any{refusal("failed to start tool")}, result{125, "", "provenance-wrap: failed to start tool: the daemon's log says why\n"}},
		{"no such directory", []any{refusal("invalid working directory")}, result{125, "",
			"provenance-wrap: invalid working directory: tools run outside the sandbox, where there is no such directory\n"}},
		{"an error after output", []any{chunk("stdout", "x"), refusal("internal error")}, result{125, "x", "provenance-wrap: internal error\n"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			require.Equal(t, tt.want, runs(serve(t, says(tt.frames...))))
		})
	}
}

func TestAnswersThatAreNone(t *testing.T) {
	for _, tt := range []struct {
		name, sent, says string
	}{
		{"nothing", "", "the daemon ended the connection; whether the tool ran to its end is unknown"},
		{"half a length", "\x00\x00", "the daemon ended the connection"},
		{"half a frame", "\x00\x00\x00\x10{\"type\":", "the daemon ended the connection"},
		{"output and no end", frame(`{"type":"stdout","data":"b25lCg=="}`), "the daemon ended the connection"},
		{"an empty frame", "\x00\x00\x00\x00", "empty frame"},
		{"a frame above 16 MiB", "\x01\x00\x00\x01", "too large"},
		{"not JSON", frame("{]"), "unreadable answer"},
		{"a key twice", frame(`{"type":"done","type":"error"}`), "unreadable answer"},
		{"no type", frame("{}"), "unreadable answer: it has no type"},
		{"an exit code in words", frame(`{"type":"done","exit_code":"one"}`), "unreadable answer"},
		{"data that is not base64", frame(`{"type":"stdout","data":"a\nb"}`), "unreadable answer"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := runs(serve(t, func(d *daemon) {
				d.asked()
				d.raw([]byte(tt.sent))
			}))
			require.Equal(t, ExitFailed, got.code)
			require.Contains(t, got.stderr, tt.says)
		})
	}
}

func TestTheRequestCarriesTheCommand(t *testing.T) {
	args, env := []string{"gmail", "", "a b\n\x00\u2028", "\ufffd"}, map[string]string{"A": "<1>", "LANG": "C"}
	o := serve(t, func(d *daemon) {
		d.asked() // which checks that absent arguments are signed as an empty list
		assert.Equal(d.t, []string{}, d.request.Args)
		assert.Empty(d.t, d.request.Env)
		d.say(object{"type": "done"})
	}, func(d *daemon) {
		d.asked()
		assert.Equal(d.t, "gog", d.request.Tool)
		assert.Equal(d.t, args, d.request.Args)
		assert.Equal(d.t, "/work", d.request.Cwd)
		assert.Equal(d.t, env, d.request.Env)
		assert.False(d.t, *d.request.PTY)
		d.say(object{"type": "done"})
	})
	require.Equal(t, 0, runs(o).code)
	o.Args, o.Env = args, env
	require.Equal(t, 0, runs(o).code)
}

func TestRequestsThatCannotBeSaid(t *testing.T) {
	for _, tt := range []struct {
		name   string
		change func(*Options)
		says   string
	}{
		{"an argument", func(o *Options) { o.Args = []string{"a", "\xff"} }, `argument 2 is not UTF-8: "\xff"`},
		{"a variable", func(o *Options) { o.Env = map[string]string{"A": "\xff"} }, `environment variable "A" is not UTF-8`},
		{"a directory", func(o *Options) { o.Cwd = "/\xff" }, "not UTF-8"},
		{"too much", func(o *Options) { o.Args = []string{strings.Repeat("a", 1<<20)} }, "the daemon reads at most 1048576"},
		{"no randomness", func(o *Options) { o.Rand = iotest.ErrReader(io.ErrUnexpectedEOF) }, "making a nonce"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			o := serve(t, func(*daemon) {})
			tt.change(&o)
			got := runs(o)
			require.Equal(t, ExitFailed, got.code)
			require.Contains(t, got.stderr, tt.says)
		})
	}
}

func TestVariablesAreNamed(t *testing.T) {
	lookup := func(name string) (string, bool) {
		v, ok := map[string]string{"A": "1", "B": "", "C": "3", "": "odd"}[name]
		return v, ok
	}
	for list, want := range map[string]map[string]string{
		"":          {},
		"C,A":       {"A": "1", "C": "3"},
		" A , B,,D": {"A": "1", "B": ""},
		"A*":        {},
	} {
		require.Equal(t, want, PickEnv(list, lookup), list)
	}
}

// The daemon's own variables are always sent.
func TestTicketsGoAlong(t *testing.T) {
	set := map[string]string{"PROVENANCE_TICKET": "cw.1.mac", "PROVENANCE_WAIT": "1", "PROVENANCE_WRAP_ENV": "A"}
	lookup := func(name string) (string, bool) {
		v, ok := set[name]
		return v, ok
	}
	require.Equal(t, map[string]string{"PROVENANCE_TICKET": "cw.1.mac", "PROVENANCE_WAIT": "1"}, PickEnv("A", lookup))
	set = map[string]string{"PROVENANCE_TICKET": "", "PROVENANCE_WAIT": ""}
	require.Empty(t, PickEnv("", lookup), "an empty ticket is none")

	o := Options{Env: PickEnv("", lookup)}
	o.Wait()
	require.Equal(t, map[string]string{"PROVENANCE_WAIT": "1"}, o.Env)
}

// A held call has no tool yet that could get a signal.
func TestASignalEndsTheWait(t *testing.T) {
	signals := make(chan os.Signal, 1)
	o := serve(t, func(d *daemon) {
		d.asked()
		d.say(object{"type": "pending", "message": "code 1"})
		_, _ = io.Copy(io.Discard, d.lines) // until the client has gone
	})
	o.Signals = signals
	var stderr written
	stderr.then = func() { signals <- syscall.SIGTERM } // once it has said that it waits
	o.Stdout, o.Stderr = io.Discard, &stderr
	require.Equal(t, 143, Run(o))
	require.Equal(t, "provenance-wrap: code 1\nprovenance-wrap: SIGTERM: no longer waiting for the owner\n", stderr.String())
}

// written calls then once it has been written to.
type written struct {
	bytes.Buffer
	then func()
}

func (w *written) Write(p []byte) (int, error) {
	if w.then != nil {
		w.then()
		w.then = nil
	}
	return w.Buffer.Write(p)
}

func TestUnreachable(t *testing.T) {
	o := serve(t)
	says := func(want ...string) {
		t.Helper()
		got := runs(o)
		require.Equal(t, ExitFailed, got.code)
		for _, w := range want {
			require.Contains(t, got.stderr, w)
		}
	}
	o.RuntimeDir += "/none"
	says("daemon not reachable at "+o.RuntimeDir, "provenanced serve", "RUNTIME_DIRECTORY")

	// A mounted socket remains when its daemon has gone.
	stale, err := os.MkdirTemp("", "wrap-")
	require.NoError(t, err)
	defer os.RemoveAll(stale)
	o.RuntimeDir = stale
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: filepath.Join(o.RuntimeDir, paths.ToolsSocket)})
	require.NoError(t, err)
	l.SetUnlinkOnClose(false)
	require.NoError(t, l.Close())
	says("daemon not reachable at "+o.RuntimeDir, "refused", "restart the sandbox", "provenanced serve")

	o = serve(t, func(*daemon) {}, func(*daemon) {})
	key := filepath.Join(o.RuntimeDir, paths.ToolsKey)
	require.NoError(t, os.Chmod(key, 0o644))
	says("reading key", "it must be 0600")
	require.NoError(t, os.Remove(key))
	says("daemon not reachable", "tools.key")
}

func TestInputIsTheTools(t *testing.T) {
	large := bytes.Repeat([]byte("0123456789abcdef"), 200_000) // 3.2 MB: more than sockets and pipes hold
	for _, tt := range []struct {
		name  string
		stdin io.Reader
		want  []byte
	}{
		{"none", nil, nil},
		{"empty", strings.NewReader(""), nil},
		{"a line", strings.NewReader("yes\n"), []byte("yes\n")},
		{"much", bytes.NewReader(large), large},
		{"byte by byte, with the end", iotest.OneByteReader(iotest.DataErrReader(strings.NewReader("abc"))), []byte("abc")},
	} {
		t.Run(tt.name, func(t *testing.T) {
			o := serve(t, func(d *daemon) {
				d.asked()
				data, eof := d.input()
				assert.True(d.t, eof)
				assert.True(d.t, bytes.Equal(tt.want, data), "%d bytes", len(data))
				d.say(object{"type": "done"})
			})
			o.Stdin = tt.stdin
			require.Equal(t, result{}, runs(o))
		})
	}
}

// counter counts what was read from it.
type counter struct{ n chan int }

func (c counter) Read(p []byte) (int, error) { c.n <- len(p); return len(p), nil }

// A tool that reads nothing stops the reading of its input; what it has not taken is left for the
// next reader.
func TestInputWaitsForTheTool(t *testing.T) {
	const bound = 2 << 20 // what sockets hold, encoded, plus two chunks
	read := counter{make(chan int)}
	enough := make(chan struct{})
	o := serve(t, func(d *daemon) {
		d.asked()
		<-enough
		d.say(object{"type": "done"})
	})
	o.Stdin = read
	go func() {
		total := 0
		for {
			select {
			case n := <-read.n:
				total += n
			case <-time.After(500 * time.Millisecond):
				assert.Less(t, total, bound)
				close(enough)
				return
			}
		}
	}()
	require.Equal(t, 0, runs(o).code)
}

func TestInputThatDoesNotComeHoldsNothingUp(t *testing.T) {
	r, w, err := os.Pipe() // nobody writes to it
	require.NoError(t, err)
	defer r.Close()
	defer w.Close()
	o := serve(t, says(object{"type": "done", "exit_code": 4}))
	o.Stdin = r
	require.Equal(t, 4, runs(o).code)
}

func TestHalfAnInputIsNone(t *testing.T) {
	o := serve(t, func(d *daemon) {
		d.asked()
		data, eof := d.input()
		assert.Equal(d.t, "half", string(data))
		assert.False(d.t, eof)
	})
	o.Stdin = io.MultiReader(strings.NewReader("half"), iotest.ErrReader(syscall.EIO))
	require.Equal(t, result{ExitFailed, "", "provenance-wrap: reading stdin: input/output error\n"}, runs(o))
}

func TestOutputIsWrittenAtOnce(t *testing.T) {
	r, w := io.Pipe()
	o := serve(t, func(d *daemon) {
		d.asked()
		d.say(object{"type": "stdout", "data": b64("first")})
		b := make([]byte, 5) // the next is sent only after this was seen
		_, err := io.ReadFull(r, b)
		assert.NoError(d.t, err)
		assert.Equal(d.t, "first", string(b))
		d.say(object{"type": "done"})
	})
	o.Stdout, o.Stderr = w, io.Discard
	require.Equal(t, 0, Run(o))
}

func TestOutputThatNobodyTakesEndsTheRun(t *testing.T) {
	o := serve(t, func(d *daemon) {
		d.asked()
		d.say(object{"type": "stdout", "data": b64("x")})
		_, _ = io.Copy(io.Discard, d.lines) // until the client has gone
	})
	var stderr bytes.Buffer
	o.Stdout, o.Stderr = failing{}, &stderr
	require.Equal(t, ExitFailed, Run(o))
	require.Equal(t, "provenance-wrap: no space\n", stderr.String())
}

// As with a pager that shows the beginning and waits.
func TestOutputThatIsTakenTooLateSaysSo(t *testing.T) {
	o := serve(t, func(d *daemon) {
		d.asked()
		d.say(object{"type": "stdout", "data": b64("x")})
	})
	var stderr bytes.Buffer
	late := &pager{}
	o.Now, o.Stdout, o.Stderr = late.now, late, &stderr
	require.Equal(t, ExitFailed, Run(o))
	require.Equal(t, "provenance-wrap: the daemon ended the tool: nobody took its output for 40s, and it waits for 30s\n", stderr.String())
}

// pager takes 40 s for each write.
type pager struct{ waited time.Duration }

func (p *pager) now() time.Time { return time.Now().Add(p.waited) }

func (p *pager) Write(b []byte) (int, error) {
	p.waited += 40 * time.Second
	return len(b), nil
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errors.New("no space") }

func TestSignalsReachTheTool(t *testing.T) {
	signals := make(chan os.Signal, 3)
	o := serve(t, func(d *daemon) {
		d.asked()
		_, eof := d.input()
		assert.True(d.t, eof)
		for _, sig := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
			signals <- sig
			assert.Equal(d.t, object{"type": "signal", "signal": unix.SignalName(sig)}, d.next())
		}
		d.say(object{"type": "done", "exit_code": -1, "signal": "SIGTERM"})
	})
	o.Signals = signals
	require.Equal(t, result{143, "", ""}, runs(o))
}

// By default a Go program then prints all its stacks, and ends with an exit code that might be the
// tool's.
func TestSIGQUITEndsTheRun(t *testing.T) {
	signals := make(chan os.Signal, 1)
	o := serve(t, func(d *daemon) {
		d.asked()
		signals <- syscall.SIGQUIT
		assert.Nil(d.t, d.next())
	})
	stdin, _ := io.Pipe() // nobody writes to it
	defer stdin.Close()
	o.Stdin, o.Signals = stdin, signals
	require.Equal(t, result{131, "", "provenance-wrap: SIGQUIT: the connection was cut, which ends the tool\n"}, runs(o))
}

// zeros never end.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) { return len(p), nil }

func TestASignalIsNotHeldUpByInput(t *testing.T) {
	t.Parallel()
	signals := make(chan os.Signal, 1)
	gone := make(chan struct{})
	o := serve(t, func(d *daemon) {
		d.asked()
		time.Sleep(100 * time.Millisecond) // the socket fills
		signals <- syscall.SIGINT
		<-gone
	})
	o.Stdin, o.Signals = zeros{}, signals
	got := runs(o)
	close(gone)
	require.Equal(t, 130, got.code)
	require.Contains(t, got.stderr, "the tool takes neither input nor SIGINT")
}

// refuses changes the key and then refuses the request that the old one signed.
func refuses(change bool) script {
	return func(d *daemon) {
		d.asked()
		if change {
			newKey(d.t, d.dir)
		}
		d.refuse(badKey)
	}
}

func TestAChangedKeyIsReadAgain(t *testing.T) {
	o := serve(t, refuses(true), func(d *daemon) {
		d.asked()
		data, eof := d.input()
		assert.Equal(d.t, strings.Repeat("x", 100_000), string(data))
		assert.True(d.t, eof)
		d.say(object{"type": "done", "exit_code": 5})
	})
	o.Stdin = strings.NewReader(strings.Repeat("x", 100_000))
	require.Equal(t, result{5, "", ""}, runs(o))
}

func TestTheKeyIsReadAgainOnce(t *testing.T) {
	got := runs(serve(t, refuses(true), refuses(true)))
	require.Equal(t, ExitFailed, got.code)
	require.Equal(t, "provenance-wrap: authentication failed\n", got.stderr)
}

func TestTheSameKeyIsNotTriedAgain(t *testing.T) {
	got := runs(serve(t, refuses(false)))
	require.Equal(t, ExitFailed, got.code)
	require.Contains(t, got.stderr, "provenance-wrap: authentication failed\n")
	require.Contains(t, got.stderr, "clocks")
	require.Contains(t, got.stderr, "restart the sandbox")
}

func TestWhatIsLostIsNotTriedAgain(t *testing.T) {
	o := serve(t, func(d *daemon) {
		d.asked()
		for n := 0; n < maxKept+maxChunk; n += maxChunk {
			assert.NotNil(d.t, d.next())
		}
		newKey(d.t, d.dir)
		d.refuse(badKey)
	})
	o.Stdin = zeros{}
	got := runs(o)
	require.Equal(t, ExitFailed, got.code)
	require.Contains(t, got.stderr, "repeat the command")
}
