package server

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/hmacauth"
	"github.com/provenanced/provenanced/internal/peercred"
	"github.com/provenanced/provenanced/internal/wire"
)

func serveTools(t *testing.T, o setup) *host {
	o.name = "tools"
	return serveRuns(t, o, &bench{})
}

func (h *host) wrapped(r wire.WrapRequest) wire.WrapRequest {
	r.Version = wire.WrapVersion
	q := h.request("")
	r.Timestamp, r.Nonce = q.Timestamp, q.Nonce
	return r
}

func (h *host) wrapSign(r wire.WrapRequest, form wire.WrapForm) wire.WrapRequest {
	mac := hmacauth.NewSigner(h.key).Sign(r.AppendSigned(nil, form))
	r.HMAC = base64.StdEncoding.EncodeToString(mac[:])
	return r
}

// wrapLine omits what is not set, as the clients do.
func wrapLine(t *testing.T, r wire.WrapRequest) []byte {
	t.Helper()
	m := map[string]any{"version": r.Version, "timestamp": r.Timestamp, "nonce": r.Nonce, "hmac": r.HMAC}
	if r.Admin != "" {
		m["admin"] = r.Admin
	} else {
		m["tool"], m["args"], m["cwd"] = r.Tool, r.Args, r.Cwd
	}
	if r.Env != nil {
		m["env"] = r.Env
	}
	if r.PTY != nil {
		m["pty"] = *r.PTY
	}
	if r.Signals {
		m["signals"] = true
	}
	b, err := json.Marshal(m)
	require.NoError(t, err)
	return b
}

var gog = wire.WrapRequest{Tool: "gog", Args: []string{"gmail", "<list>"}, Cwd: "/home/user", Env: map[string]string{"B": "1", "A": "ü"}}

func (h *host) wrap(t *testing.T, b []byte) string {
	t.Helper()
	c := h.dial(t)
	c.send(b)
	got := string(mustFrame(c))
	c.closed()
	return got
}

func mustFrame(c *client) []byte {
	c.t.Helper()
	b, err := c.frame()
	require.NoError(c.t, err)
	return b
}

func wrapSays(text string) string { return `{"type":"error","message":"` + text + `"}` }

func TestToolsAnswersSigned(t *testing.T) {
	h := serveTools(t, setup{})
	yes, no := true, false
	for name, tc := range map[string]struct {
		pty  *bool
		form wire.WrapForm
		want string
	}{
		"six fields":                    {nil, wire.WrapForm{}, "unknown tool"},
		"seven fields, no terminal":     {nil, wire.WrapForm{PTY: "0"}, "unknown tool"},
		"seven fields, terminal":        {nil, wire.WrapForm{PTY: "1"}, "unknown tool"},
		"terminal asked and signed":     {&yes, wire.WrapForm{PTY: "1"}, "unknown tool"},
		"terminal asked and not signed": {&yes, wire.WrapForm{}, "authentication failed"},
		"terminal asked, none signed":   {&yes, wire.WrapForm{PTY: "0"}, "authentication failed"},
		"none asked, terminal signed":   {&no, wire.WrapForm{PTY: "1"}, "authentication failed"},
	} {
		t.Run(name, func(t *testing.T) {
			r := gog
			r.PTY = tc.pty
			got := h.wrap(t, append(wrapLine(t, h.wrapSign(h.wrapped(r), tc.form)), '\n'))
			require.Equal(t, wrapSays(tc.want), got)
		})
	}
}

func TestToolsNonceInEitherAlphabet(t *testing.T) {
	h := serveTools(t, setup{})
	for _, encode := range []func([]byte) string{hex.EncodeToString, base64.StdEncoding.EncodeToString} {
		r := h.wrapped(gog)
		r.Nonce = encode([]byte("0123456789abcdef"))
		require.Equal(t, wrapSays("unknown tool"), h.wrap(t, append(wrapLine(t, h.wrapSign(r, wire.WrapForm{})), '\n')))
	}
}

func TestToolsRefuses(t *testing.T) {
	h := serveTools(t, setup{})
	signed := func(change func(*wire.WrapRequest)) string {
		r := h.wrapped(gog)
		change(&r)
		return string(wrapLine(t, h.wrapSign(r, wire.WrapForm{PTY: "0"}))) + "\n"
	}
	signedWith := func(change func(mac []byte) []byte) string {
		r := h.wrapSign(h.wrapped(gog), wire.WrapForm{PTY: "0"})
		mac, err := base64.StdEncoding.DecodeString(r.HMAC)
		require.NoError(t, err)
		r.HMAC = base64.StdEncoding.EncodeToString(change(mac))
		return string(wrapLine(t, r)) + "\n"
	}
	replay := signed(func(*wire.WrapRequest) {})
	require.Equal(t, wrapSays("unknown tool"), h.wrap(t, []byte(replay)))
	good := func(*wire.WrapRequest) {}
	for name, tc := range map[string]struct{ send, want string }{
		"replayed":         {replay, "authentication failed"},
		"stale":            {signed(func(r *wire.WrapRequest) { r.Timestamp = stamp(-6) }), "authentication failed"},
		"from the future":  {signed(func(r *wire.WrapRequest) { r.Timestamp = stamp(6) }), "authentication failed"},
		"time is no time":  {signed(func(r *wire.WrapRequest) { r.Timestamp = "now" }), "authentication failed"},
		"without nonce":    {signed(func(r *wire.WrapRequest) { r.Nonce = "" }), "authentication failed"},
		"changed":          {strings.Replace(signed(good), "gmail", "drive", 1), "authentication failed"},
		"hmac no base64":   {strings.Replace(signed(good), `"hmac":"`, `"hmac":"*`, 1), "authentication failed"},
		"hmac and more":    {strings.Replace(signed(good), `="`, `=!"`, 1), "authentication failed"},
		"hmac too short":   {signedWith(func(mac []byte) []byte { return mac[:31] }), "authentication failed"},
		"hmac too long":    {signedWith(func(mac []byte) []byte { return append(mac, 0) }), "authentication failed"},
		"no hmac":          {`{"version":3,"tool":"gog"}` + "\n", "authentication failed"},
		"version first":    {`{"version":2,"tool":"gog"}` + "\n", "protocol version mismatch"},
		"no version":       {`{"tool":"gog"}` + "\n", "protocol version mismatch"},
		"not json":         {"hello\n", "invalid json"},
		"wrong type":       {`{"version":3,"tool":7}` + "\n", "invalid request"},
		"neither":          {`{"version":3}` + "\n", "invalid request"},
		"empty":            {"\n", "empty request"},
		"object in pieces": {"{\"version\":\n3}", "invalid json"},
		"too large":        {`{"version":3,"tool":"` + strings.Repeat("x", wire.MaxWrapRequest), "request too large"},
	} {
		t.Run(name, func(t *testing.T) {
			require.Equal(t, wrapSays(tc.want), h.wrap(t, []byte(tc.send)))
		})
	}
}

// Existing clients hang on a bare close.
func TestToolsNeverClosesWithoutAWord(t *testing.T) {
	h := serveTools(t, setup{limits: Limits{LineTimeout: 50 * time.Millisecond, IdleTimeout: 200 * time.Millisecond}})
	slow := h.dial(t)
	slow.send([]byte(`{"version":3,`))
	require.Equal(t, wrapSays("invalid json"), string(mustFrame(slow)))
	slow.closed()

	cut := h.dial(t)
	cut.send([]byte(`{"version":3,`))
	require.NoError(t, cut.CloseWrite())
	require.Equal(t, wrapSays("invalid json"), string(mustFrame(cut)))

	silent := h.dial(t)
	require.Equal(t, wrapSays("empty request"), string(mustFrame(silent)))
	silent.closed()

	gone := h.dial(t)
	require.NoError(t, gone.CloseWrite())
	require.Equal(t, wrapSays("empty request"), string(mustFrame(gone)))
}

func TestToolsStdinMayFollowInTheSameRead(t *testing.T) {
	h := serveTools(t, setup{})
	b := append(wrapLine(t, h.wrapSign(h.wrapped(gog), wire.WrapForm{PTY: "0"})), "\n{\"type\":\"stdin\",\"eof\":true}\n"...)
	require.Equal(t, wrapSays("unknown tool"), h.wrap(t, b))
}

func TestToolsWrongPeer(t *testing.T) {
	h := serveTools(t, setup{allow: peercred.Allow{UIDs: []uint32{uint32(os.Getuid()) + 1}}})
	c := h.dial(t)
	require.Equal(t, wrapSays("unauthorized caller"), string(mustFrame(c)))
	c.closed()
}

func TestToolsBusy(t *testing.T) {
	h := serveTools(t, setup{limits: Limits{MaxConnections: 1}})
	h.dial(t)
	second := h.dial(t) // replaces the first, which has not authenticated
	second.send(append(wrapLine(t, h.wrapSign(h.wrapped(gog), wire.WrapForm{})), '\n'))
	require.Equal(t, wrapSays("unknown tool"), string(mustFrame(second)))
}

// adminWrap sends without a newline and waits, as claw-wrap's own client does.
func (h *host) adminWrap(t *testing.T, r wire.WrapRequest) string {
	t.Helper()
	c := h.dial(t)
	c.send(wrapLine(t, r))
	b, err := io.ReadAll(c)
	require.NoError(t, err)
	return string(b)
}

func TestToolsAdmin(t *testing.T) {
	h := serveTools(t, setup{})
	list := wire.WrapRequest{Admin: "list"}
	signed := h.wrapSign(h.wrapped(list), wire.WrapForm{PTY: "0"})
	require.JSONEq(t, `{"tools":{},"version":"1.2.3"}`, h.adminWrap(t, signed))
	require.JSONEq(t, `{"error":"authentication failed"}`, h.adminWrap(t, signed), "replayed")
	require.JSONEq(t, `{"tools":{},"version":"1.2.3"}`, h.adminWrap(t, h.wrapSign(h.wrapped(list), wire.WrapForm{})))
	require.JSONEq(t, `{"error":"unknown admin command"}`, h.adminWrap(t, h.wrapSign(h.wrapped(wire.WrapRequest{Admin: "no"}), wire.WrapForm{})))
	require.JSONEq(t, `{"error":"authentication failed"}`,
		h.adminWrap(t, h.wrapSign(h.wrapped(wire.WrapRequest{Admin: "check"}), wire.WrapForm{})), "no list of programs")
	require.Contains(t, h.causes(), "check: no list of programs is set", "what its owner can change")
}

// check is for the wrapper's program, started under the wrapper's name. The test binary is that
// program; it is run again under the name that the test gives it.
func TestToolsCheckIsForTheWrapper(t *testing.T) {
	exe, err := os.Executable()
	require.NoError(t, err)
	h := serveRuns(t, setup{allow: peercred.Allow{Exes: []string{exe}}}, echo(nil))
	const found = `{"credentials":{"echo.TOKEN":{"status":"ok","preview":"[REDACTED:credential]"},"echo.OTHER":{"status":"failed"}},"version":"1.2.3"}`
	for argv0, want := range map[string]string{
		"claw-wrap":                found,
		"/opt/bin/provenance-wrap": found,
		"sh":                       `{"error":"authentication failed"}`,
	} {
		cmd := exec.Command(exe)
		cmd.Args[0] = argv0
		cmd.Env = append(os.Environ(), envSocket+"="+h.path)
		cmd.Stdin = strings.NewReader(string(wrapLine(t, h.wrapSign(h.wrapped(wire.WrapRequest{Admin: "check"}), wire.WrapForm{}))))
		out, err := cmd.Output()
		require.NoError(t, err)
		require.JSONEq(t, want, string(out), argv0)
	}
}

// Unfinished requests from a sandbox need no key, and must not keep the gateway out.
func TestASandboxTakesAQuarterOfTheBudget(t *testing.T) {
	h := serveTools(t, setup{limits: Limits{MaxBuffered: 16 << 20}})
	begun := append([]byte(`{"tool":"`), bytes.Repeat([]byte("x"), 900<<10)...)
	for range 20 {
		_, _ = h.dial(t).Write(begun) // fails if there is no room
	}
	require.Eventually(t, func() bool { return h.Stats().Refused.Overloaded > 0 }, 10*time.Second, time.Millisecond)
	require.LessOrEqual(t, h.buffers.used.Load(), int64(4<<20))
	require.Positive(t, h.buffers.used.Load())
}
