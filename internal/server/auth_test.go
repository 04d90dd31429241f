package server

import (
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"
	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"

	"github.com/provenanced/provenanced/internal/hmacauth"
	"github.com/provenanced/provenanced/internal/texts"
	"github.com/provenanced/provenanced/internal/wire"
)

// Each case fails in exactly one way.
func TestRefusals(t *testing.T) {
	h := serve(t, setup{})
	other := *h
	other.key = newKey(t)
	for _, tc := range []struct {
		name  string
		make  func(r wire.Request) wire.Request
		code  wire.Code
		cause string
	}{
		{"hmac of another key", other.sign, wire.Unauthenticated, "wrong hmac"},
		{"hmac is not base64", func(r wire.Request) wire.Request { r.HMAC = "***"; return r }, wire.Unauthenticated, "wrong hmac"},
		{"hmac is empty", func(r wire.Request) wire.Request { return r }, wire.Unauthenticated, "wrong hmac"},
		{"hmac is cut", func(r wire.Request) wire.Request { r = h.sign(r); r.HMAC = r.HMAC[:40]; return r }, wire.Unauthenticated, "wrong hmac"},
		{"payload changed", func(r wire.Request) wire.Request { r = h.sign(r); r.Payload = jsontext.Value(`{}`); return r }, wire.Unauthenticated, "wrong hmac"},
		{"session changed", func(r wire.Request) wire.Request { r = h.sign(r); r.Session = "x"; return r }, wire.Unauthenticated, "wrong hmac"},
		{"6 s old", func(r wire.Request) wire.Request { r.Timestamp = stamp(-6); return h.sign(r) }, wire.Unauthenticated, "6 s off"},
		{"6 s ahead", func(r wire.Request) wire.Request { r.Timestamp = stamp(6); return h.sign(r) }, wire.Unauthenticated, "-6 s off"},
		{"unknown hook", func(r wire.Request) wire.Request { r.Hook = "no_such"; return h.sign(r) }, wire.UnknownHook, "unknown hook"},
		{"no session", func(r wire.Request) wire.Request { r.Session = ""; return h.sign(r) }, wire.BadRequest, "session is empty"},
		{"ctx of another session", func(r wire.Request) wire.Request {
			r.Payload = jsontext.Value(`{"event":{},"ctx":{"sessionKey":"other"}}`)
			return h.sign(r)
		}, wire.BadRequest, "sessionKey"},
		{"event of a wrong shape", func(r wire.Request) wire.Request {
			r.Payload = jsontext.Value(`{"event":{"toolName":7}}`)
			return h.sign(r)
		}, wire.BadRequest, "toolName"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			h.logs.TakeAll()
			c := h.dial(t)
			c.refused(tc.make(h.request("7")), tc.code)
			c.ok() // the connection lives on
		})
	}
}

func stamp(seconds int64) string { return strconv.FormatInt(epoch.Unix()+seconds, 10) }

func TestDriftIsAllowedBothWays(t *testing.T) {
	h := serve(t, setup{})
	for _, seconds := range []int64{-5, 5} {
		r := h.request("d")
		r.Timestamp = stamp(seconds)
		require.Equal(t, "allow", h.dial(t).ask(h.sign(r)).Verdict)
	}
}

func TestOperatorsSeeCauses(t *testing.T) {
	h := serve(t, setup{})
	c := h.dial(t)
	r := h.sign(h.request("1"))
	r.Session = "x"
	c.refused(r, wire.Unauthenticated)
	require.Eventually(t, func() bool { return h.causes() == "wrong hmac" }, 5*time.Second, time.Millisecond)
	e := h.logs.FilterMessage("request refused").All()[0]
	require.Equal(t, zapcore.WarnLevel, e.Level)
	require.EqualValues(t, os.Getuid(), e.ContextMap()["uid"])
	require.EqualValues(t, os.Getpid(), e.ContextMap()["pid"])
}

func TestFloodOfRefusalsDoesNotFillTheLog(t *testing.T) {
	h := serve(t, setup{limits: Limits{MaxFailures: 1000}})
	c := h.dial(t)
	for i := range 500 {
		c.refused(h.request(strconv.Itoa(i)), wire.Unauthenticated)
	}
	require.Less(t, h.logs.Len(), 300, "10 a second")
	require.EqualValues(t, 500, h.Stats().Refused.Unauthenticated)
}

func TestFloodOnOneSocketHidesNothingOfAnother(t *testing.T) {
	h := serve(t, setup{limits: Limits{MaxFailures: 1000}})
	other := *h
	other.path = h.path + "2"
	l, err := net.Listen("unix", other.path)
	require.NoError(t, err)
	served := make(chan error, 1)
	go func() {
		served <- h.Serve(l, Endpoint{Name: "other", Key: h.key, Protocol: Gateway(decider(allow), h.hub)})
	}()
	defer func() { require.NoError(t, <-served) }()
	defer func() { require.NoError(t, h.Shutdown(t.Context())) }()

	flood, c := other.dial(t), h.dial(t)
	for range 500 {
		flood.refused(h.request("flood"), wire.Unauthenticated)
	}
	c.refused(h.request("1"), wire.Unauthenticated)
	require.Eventually(t, func() bool { return h.logs.FilterField(zap.String("socket", "gateway")).Len() == 1 }, 5*time.Second, time.Millisecond)
}

func TestReplays(t *testing.T) {
	h := serve(t, setup{})
	first := h.sign(h.request("1"))
	c := h.dial(t)
	require.Equal(t, "allow", c.ask(first).Verdict)

	c.refused(first, wire.Unauthenticated) // the same bytes
	sameNonce := h.request("2")
	sameNonce.Nonce = first.Nonce
	c.refused(h.sign(sameNonce), wire.Unauthenticated)
	shouted := h.request("3")
	shouted.Nonce = strings.ToUpper(first.Nonce)
	c.refused(h.sign(shouted), wire.Unauthenticated)
	h.dial(t).refused(first, wire.Unauthenticated) // another connection of the same user

	h.clock.advance(5 * time.Second) // the last moment at which its time is still good
	c.refused(first, wire.Unauthenticated)
	require.EqualValues(t, 5, h.Stats().Refused.Replayed)
	require.Zero(t, h.Stats().Refused.Unauthenticated)
}

func TestWhatCannotBeRememberedIsRefused(t *testing.T) {
	require.NoError(t, unseen(false, nil))
	require.ErrorIs(t, unseen(true, nil), errReplayed)
	require.ErrorIs(t, unseen(false, hmacauth.ErrReplayFull), hmacauth.ErrReplayFull)
}

// A forged request must not use up the nonce of the real one.
func TestForgedRequestDoesNotBurnANonce(t *testing.T) {
	h := serve(t, setup{})
	r := h.request("1")
	c := h.dial(t)
	c.refused(r, wire.Unauthenticated)
	require.Equal(t, "allow", c.ask(h.sign(r)).Verdict)
}

func TestMalformedLines(t *testing.T) {
	h := serve(t, setup{limits: Limits{MaxFailures: 1000}})
	good := string(line(t, h.sign(h.request("1"))))
	c := h.dial(t)
	for _, bad := range []string{
		"", " ", "null", "{}", "[]", "x", `{"version":1}`, "\x00", "\xff",
		strings.Replace(good, `{"version":1`, `{"version":2`, 1),
		strings.Replace(good, `"id"`, `"id":"2","id"`, 1),
		strings.Replace(good, `"id"`, `"extra":1,"id"`, 1),
		strings.TrimSuffix(good, "\n") + "{}",
		strings.Repeat("[", 100_000),
	} {
		c.send([]byte(strings.TrimSuffix(bad, "\n") + "\n"))
		a := c.receive()
		require.Equal(t, wire.BadRequest, a.Code, "%.80q", bad)
		require.Equal(t, texts.Refusals[wire.BadRequest], a.Message)
	}
	c.ok()
}

func TestVersionErrorKeepsTheID(t *testing.T) {
	h := serve(t, setup{})
	c := h.dial(t)
	c.send([]byte(strings.Replace(string(line(t, h.sign(h.request("v")))), `{"version":1`, `{"version":2`, 1)))
	a := c.receive()
	require.Equal(t, "v", a.ID)
	require.Equal(t, wire.BadRequest, a.Code)
}

func TestTenthFailureIsTheLast(t *testing.T) {
	h := serve(t, setup{})
	c := h.dial(t)
	unknown := h.request("u")
	unknown.Hook = "from_the_future"
	for i := range 10 {
		if i%2 == 0 {
			c.refused(h.request(strconv.Itoa(i)), wire.Unauthenticated)
		} else {
			c.send([]byte("{}\n"))
			require.Equal(t, wire.BadRequest, c.receive().Code)
		}
		if i == 4 { // neither success nor a hook that is too new counts
			c.ok()
			c.refused(h.sign(unknown), wire.UnknownHook)
		}
	}
	c.closed()
	h.dial(t).ok()
}

func TestKeyOfAnotherSocketIsWorthNothing(t *testing.T) {
	h := serve(t, setup{})
	path := filepath.Join(t.TempDir(), "a")
	l, err := net.Listen("unix", path)
	require.NoError(t, err)
	go func() {
		_ = h.Serve(l, Endpoint{Name: "second", Key: newKey(t), Protocol: Gateway(decider(allow), h.hub)})
	}()
	first := h.path
	h.path = path
	c := h.dial(t)
	h.path = first
	c.refused(h.sign(h.request("1")), wire.Unauthenticated)
}
