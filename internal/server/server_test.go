package server

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"
	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
	"go.uber.org/zap/zaptest/observer"

	"github.com/provenanced/provenanced/internal/decide"
	"github.com/provenanced/provenanced/internal/engine"
	"github.com/provenanced/provenanced/internal/hmacauth"
	"github.com/provenanced/provenanced/internal/peercred"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/texts"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// envSocket makes the test binary a client: it sends its input to that socket and prints what
// comes back. With envBecomes, it turns into another program after the first answer, and that
// program continues on the connection.
const (
	envSocket  = "SERVER_TEST_SOCKET"
	envBecomes = "SERVER_TEST_BECOMES"
)

func TestMain(m *testing.M) {
	path := os.Getenv(envSocket)
	if path == "" {
		os.Exit(m.Run())
	}
	c, err := net.Dial("unix", path)
	if err == nil {
		_, err = io.Copy(c, os.Stdin)
	}
	if shell := os.Getenv(envBecomes); shell != "" && err == nil {
		err = become(shell, c.(*net.UnixConn))
	}
	if err == nil {
		_, err = io.Copy(os.Stdout, c)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// become runs a shell command in this process, with an answered connection as its output.
func become(command string, c *net.UnixConn) error {
	if _, err := wire.ReadFrame(c, nil, wire.MaxFrame); err != nil {
		return err
	}
	f, err := c.File()
	if err != nil {
		return err
	}
	if err := syscall.Dup2(int(f.Fd()), 1); err != nil {
		return err
	}
	return syscall.Exec("/bin/sh", []string{"sh", "-c", command}, os.Environ())
}

// epoch is where the clock starts: any time will do, as long as it stands still.
var epoch = time.Unix(1_706_745_600, 0)

type clock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// decider decides by a func: the server's tests are not about decisions.
type decider func(h wire.Hook, session string, p wire.Payload) engine.Decision

func (d decider) Settle(context.Context, ...*engine.Decision) {}

func (d decider) Handle(_ context.Context, h wire.Hook, session string, p wire.Payload) engine.Decision {
	return d(h, session, p)
}

func allow(wire.Hook, string, wire.Payload) engine.Decision {
	return engine.Decision{Decision: decide.Decision{Verdict: trust.VerdictAllow, Taint: trust.Trusted}}
}

// host is a server with one socket, and everything that tests inspect.
type host struct {
	*Server
	clock *clock
	hub   *Hub
	key   hmacauth.Key
	path  string
	logs  *observer.ObservedLogs
	done  chan error // what Serve returned
}

type setup struct {
	limits Limits
	allow  peercred.Allow
	decide decider
	proto  func(h *host) Protocol // nil: gateway
	name   string
}

func serve(t *testing.T, o setup) *host {
	t.Helper()
	before := runtime.NumGoroutine()
	core, logs := observer.New(zapcore.DebugLevel)
	h := &host{clock: &clock{now: epoch}, hub: new(Hub), logs: logs, done: make(chan error, 1)}
	h.Server = New(Options{Limits: o.limits, Log: zap.New(core), Now: h.clock.Now})
	h.key = newKey(t)
	if o.decide == nil {
		o.decide = allow
	}
	proto := Gateway(o.decide, h.hub)
	if o.proto != nil {
		proto = o.proto(h)
	}
	if o.name == "" {
		o.name = "gateway"
	}
	h.path = filepath.Join(t.TempDir(), "s")
	l, err := net.Listen("unix", h.path)
	require.NoError(t, err)
	go func() { h.done <- h.Serve(l, Endpoint{Name: o.name, Allow: o.allow, Key: h.key, Protocol: proto}) }()
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
		defer cancel()
		require.NoError(t, h.Shutdown(ctx))
		require.NoError(t, <-h.done)
		require.Empty(t, h.Stats().Connections[o.name])
		require.Zero(t, h.buffers.used.Load(), "every buffer was given back")
		for end := time.Now().Add(10 * time.Second); runtime.NumGoroutine() > before && time.Now().Before(end); {
			time.Sleep(time.Millisecond)
		}
		require.LessOrEqual(t, runtime.NumGoroutine(), before, "no goroutine is left")
	})
	return h
}

func newKey(t *testing.T) hmacauth.Key {
	t.Helper()
	k, err := hmacauth.GenerateKey(rand.Reader)
	require.NoError(t, err)
	return k
}

// client is one connection to a host.
type client struct {
	*net.UnixConn
	t *testing.T
	h *host
}

func (h *host) dial(t *testing.T) *client {
	t.Helper()
	c, err := net.Dial("unix", h.path)
	require.NoError(t, err)
	t.Cleanup(func() { c.Close() })
	require.NoError(t, c.SetDeadline(time.Now().Add(30*time.Second)))
	return &client{c.(*net.UnixConn), t, h}
}

// request is a well-formed request; tests change the part that they test.
func (h *host) request(id string) wire.Request {
	var nonce [16]byte
	_, _ = rand.Read(nonce[:])
	return wire.Request{
		ID: id, Hook: wire.BeforeToolCall, Session: "agent:main:main",
		Timestamp: strconv.FormatInt(h.clock.Now().Unix(), 10), Nonce: hex.EncodeToString(nonce[:]),
		Payload: jsontext.Value(`{"event":{"toolName":"exec"},"ctx":{"agentId":"main"}}`),
	}
}

func (h *host) sign(r wire.Request) wire.Request {
	mac := hmacauth.NewSigner(h.key).Sign(r.AppendSigned(nil))
	r.HMAC = base64.StdEncoding.EncodeToString(mac[:])
	return r
}

func line(t *testing.T, r wire.Request) []byte {
	t.Helper()
	b, err := wire.AppendRequest(nil, &r)
	require.NoError(t, err)
	return b
}

func (c *client) send(b []byte) {
	c.t.Helper()
	_, err := c.Write(b)
	require.NoError(c.t, err)
}

// answer is any frame.
type answer struct {
	Type    string         `json:"type"`
	ID      string         `json:"id"`
	Verdict string         `json:"verdict"`
	Result  jsontext.Value `json:"result"`
	Code    wire.Code      `json:"code"`
	Message string         `json:"message"`
	Data    jsontext.Value `json:"data"`
	Event   string         `json:"event"`
	Seq     uint64         `json:"seq"`
	Missed  int            `json:"missed"`
}

func (c *client) frame() ([]byte, error) { return wire.ReadFrame(c, nil, wire.MaxFrame) }

func (c *client) receive() answer {
	c.t.Helper()
	b, err := c.frame()
	require.NoError(c.t, err)
	var a answer
	require.NoError(c.t, json.Unmarshal(b, &a), "%s", b)
	return a
}

func (c *client) ask(r wire.Request) answer {
	c.t.Helper()
	c.send(line(c.t, r))
	return c.receive()
}

// answered sends a frame, and says why no answer came.
func (c *client) answered(b []byte) error {
	if _, err := c.Write(b); err != nil {
		return err
	}
	_, err := c.frame()
	return err
}

// inTime runs a story with a deadline that no pause between two marks may reach. If the machine
// was too slow, the server hangs up, as it should, and the story is repeated.
func inTime(t *testing.T, deadline time.Duration, story func(mark func()) error) {
	t.Helper()
	for range 100 {
		last, longest := time.Now(), time.Duration(0)
		err := story(func() {
			now := time.Now()
			last, longest = now, max(longest, now.Sub(last))
		})
		if err == nil {
			return
		}
		require.GreaterOrEqual(t, longest, deadline/2, "the server hung up: %v", err)
	}
	t.Fatal("this machine is too slow")
}

// closed requires that the server sends nothing more and hangs up.
func (c *client) closed() {
	c.t.Helper()
	b, err := io.ReadAll(c)
	require.Empty(c.t, b)
	require.NoError(c.t, err)
}

func (c *client) ok() {
	c.t.Helper()
	a := c.ask(c.h.sign(c.h.request("ok")))
	require.Equal(c.t, "allow", a.Verdict, "%+v", a)
}

func (c *client) refused(r wire.Request, code wire.Code) {
	c.t.Helper()
	a := c.ask(r)
	require.Equal(c.t, "error", a.Type)
	require.Equal(c.t, r.ID, a.ID, "%+v", a)
	require.Equal(c.t, code, a.Code)
	require.Equal(c.t, texts.Refusals[code], a.Message)
}

// causes are the causes of refusals in the log.
func (h *host) causes() string {
	var all []string
	for _, e := range h.logs.FilterMessage("request refused").All() {
		all = append(all, fmt.Sprint(e.ContextMap()["cause"]))
	}
	return strings.Join(all, "\n")
}

func TestADecisionLeavesAsTheEngineGaveIt(t *testing.T) {
	h := serve(t, setup{decide: func(hook wire.Hook, own string, p wire.Payload) engine.Decision {
		call := p.Event.(*wire.BeforeToolCallEvent)
		return engine.Decision{Decision: decide.Decision{
			Verdict: trust.VerdictDeny, Taint: trust.External,
			Result:  wire.Result{Block: true, BlockReason: string(hook) + " " + own + " " + call.ToolName},
			Reasons: []session.Reason{{Layer: "call", Mode: trust.Confirm, Text: "because"}},
		},
		}
	}})
	c := h.dial(t)
	c.send(line(t, h.sign(h.request("17"))))
	b, err := c.frame()
	require.NoError(t, err)
	require.JSONEq(t, `{"type":"decision","id":"17","verdict":"deny",
		"result":{"block":true,"blockReason":"before_tool_call agent:main:main exec"},
		"taint":"external","reasons":[{"layer":"call","mode":"confirm","text":"because"}]}`, string(b))
}

func TestThePayloadMayRepeatTheSession(t *testing.T) {
	h := serve(t, setup{})
	r := h.request("1")
	r.Payload = jsontext.Value(`{"event":{"toolName":"exec"},"ctx":{"sessionKey":"agent:main:main"}}`)
	require.Equal(t, "allow", h.dial(t).ask(h.sign(r)).Verdict)
	r = h.request("2")
	r.Payload = jsontext.Value(`{"event":{"toolName":"exec"},"ctx":{"sessionKey":"agent:main:other"}}`)
	h.dial(t).refused(h.sign(r), wire.BadRequest)
}

func TestPingNeedsNoSession(t *testing.T) {
	h := serve(t, setup{decide: func(wire.Hook, string, wire.Payload) engine.Decision { panic("not asked") }})
	r := h.request("p")
	r.Hook, r.Session, r.Payload = wire.Ping, "", jsontext.Value(`{}`)
	a := h.dial(t).ask(h.sign(r))
	require.Equal(t, "decision", a.Type)
	require.Equal(t, "allow", a.Verdict)
	require.JSONEq(t, `{}`, string(a.Result))
}

func TestWrongPeerReadsOneErrorAndTheEnd(t *testing.T) {
	for name, a := range map[string]peercred.Allow{
		"user":    {UIDs: []uint32{uint32(os.Getuid()) + 1}},
		"program": {Exes: []string{"/usr/bin/false"}},
	} {
		t.Run(name, func(t *testing.T) {
			h := serve(t, setup{allow: a})
			c := h.dial(t)
			c.send(line(t, h.sign(h.request("1")))) // a good request does not help
			got := c.receive()
			require.Equal(t, wire.Unauthenticated, got.Code)
			require.Equal(t, texts.Refusals[wire.Unauthenticated], got.Message)
			require.Empty(t, got.ID)
			require.NoError(t, c.CloseWrite())
			c.closed()
			require.Contains(t, h.causes(), "peer not allowed")
		})
	}
}

func TestListedProgramMaySpeak(t *testing.T) {
	exe, err := os.Executable()
	require.NoError(t, err)
	h := serve(t, setup{allow: peercred.Allow{Exes: []string{exe}}})
	h.dial(t).ok()
}

// A listed program that has turned into another one may not continue on its connection.
func TestListedProgramThatBecomesAnotherMaySpeakNoMore(t *testing.T) {
	exe, err := os.Executable()
	require.NoError(t, err)
	var asked atomic.Int32
	h := serve(t, setup{allow: peercred.Allow{Exes: []string{exe}}, decide: func(wire.Hook, string, wire.Payload) engine.Decision {
		asked.Add(1)
		return engine.Decision{Decision: decide.Decision{Verdict: trust.VerdictAllow}}
	}})
	second := filepath.Join(t.TempDir(), "second")
	require.NoError(t, os.WriteFile(second, line(t, h.sign(h.request("2"))), 0o600))
	cmd := exec.Command(exe)
	cmd.Env = append(os.Environ(), envSocket+"="+h.path, envBecomes+"=cat "+second+"; cat <&1 >/dev/null")
	cmd.Stdin = bytes.NewReader(line(t, h.sign(h.request("1"))))
	require.NoError(t, cmd.Run())
	require.EqualValues(t, 1, asked.Load())
	require.Contains(t, h.causes(), "peer not allowed")
}

func TestPanicIsOneRequestsTrouble(t *testing.T) {
	h := serve(t, setup{decide: func(_ wire.Hook, session string, _ wire.Payload) engine.Decision {
		if session == "bad" {
			panic("lost my marbles")
		}
		return allow("", "", wire.Payload{})
	}})
	c := h.dial(t)
	r := h.request("p")
	r.Session = "bad"
	c.refused(h.sign(r), wire.Unavailable)
	c.ok()
	e := h.logs.FilterLevelExact(zapcore.ErrorLevel).All()
	require.Len(t, e, 1)
	require.Contains(t, e[0].ContextMap()["cause"], "lost my marbles")
	require.Contains(t, e[0].ContextMap()["stack"], "TestPanicIsOneRequestsTrouble")
}

type panicsLate struct{ decider }

func (panicsLate) Settle(context.Context, ...*engine.Decision) { panic("disk on fire") }

func TestPanicBeforeAnswersLeave(t *testing.T) {
	h := serve(t, setup{proto: func(h *host) Protocol { return Gateway(panicsLate{allow}, h.hub) }})
	c := h.dial(t)
	c.send(append(line(t, h.sign(h.request("1"))), line(t, h.sign(h.request("2")))...))
	for _, id := range []string{"1", "2"} {
		a := c.receive()
		require.Equal(t, id, a.ID)
		require.Equal(t, wire.Unavailable, a.Code)
	}
	require.Contains(t, h.causes(), "disk on fire")
}

// unspeakable answers with what cannot be encoded.
type unspeakable struct{ handler }

func (unspeakable) handle(context.Context, *speaker, *wire.Request) (any, error) {
	return &wire.AdminResult{Data: unspeakable{}}, nil
}

func (unspeakable) MarshalJSON() ([]byte, error) { panic("at a loss for words") }

func TestPanicOfAnAnswerIsItsOwn(t *testing.T) {
	h := serve(t, setup{proto: func(h *host) Protocol {
		return envelope{unspeakable{Gateway(decider(allow), h.hub).(envelope).handler}}
	}})
	c := h.dial(t)
	c.refused(h.sign(h.request("1")), wire.Unavailable)
	c.refused(h.sign(h.request("2")), wire.Unavailable)
	require.Contains(t, h.causes(), "at a loss for words")
}

func TestAnswerThatDoesNotFitAFrame(t *testing.T) {
	h := serve(t, setup{decide: func(wire.Hook, string, wire.Payload) engine.Decision {
		return engine.Decision{Decision: decide.Decision{Result: wire.Result{Text: strings.Repeat("x", wire.MaxFrame)}}}
	}})
	c := h.dial(t)
	c.refused(h.sign(h.request("1")), wire.Unavailable)
}

func TestListenerThatFails(t *testing.T) {
	h := serve(t, setup{})
	l := &brokenListener{errs: []error{os.NewSyscallError("accept", errors.New("broken"))}}
	require.ErrorContains(t, h.Serve(l, Endpoint{Name: "broken", Protocol: Tools(ToolOptions{})}), "broken")
	require.ErrorContains(t, h.Serve(l, Endpoint{Name: "broken", Protocol: Tools(ToolOptions{})}), "already served")
}

type brokenListener struct {
	net.Listener
	errs []error
}

func (l *brokenListener) Accept() (net.Conn, error) {
	err := l.errs[0]
	l.errs = l.errs[1:]
	return nil, err
}
func (l *brokenListener) Close() error { return nil }

func TestFramesAreLengthPrefixed(t *testing.T) {
	h := serve(t, setup{})
	c := h.dial(t)
	c.send(line(t, h.sign(h.request("1"))))
	var head [4]byte
	_, err := io.ReadFull(c, head[:])
	require.NoError(t, err)
	body := make([]byte, binary.BigEndian.Uint32(head[:]))
	_, err = io.ReadFull(c, body)
	require.NoError(t, err)
	require.True(t, jsontext.Value(body).IsValid())
}
