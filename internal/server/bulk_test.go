package server

import (
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/engine"
	"github.com/provenanced/provenanced/internal/wire"
)

// processorsThere is the number of processors before the first long work raises GOMAXPROCS.
var processorsThere = runtime.GOMAXPROCS(0)

// No more long requests are handled at a time than there are processors, but all of them in the
// end. Neither small requests nor shorter large ones wait for them. One whose handling panics
// gives up its turn.
func TestLargeRequestsTakeTurns(t *testing.T) {
	var handled, most atomic.Int64
	release := make(chan struct{})
	h := serve(t, setup{decide: func(_ wire.Hook, session string, _ wire.Payload) engine.Decision {
		if session == "small" {
			return allow("", "", wire.Payload{})
		}
		now := handled.Add(1)
		for m := most.Load(); now > m && !most.CompareAndSwap(m, now); m = most.Load() {
		}
		<-release
		handled.Add(-1)
		if session == "panics" {
			panic("of a large request")
		}
		return allow("", "", wire.Payload{})
	}})
	at := processorsThere
	large := func(id, session string, bytes int) wire.Request {
		r := h.request(id)
		r.Session = session
		r.Payload = jsontext.Value(`{"event":{"toolName":"exec","params":{"x":"` + strings.Repeat("x", bytes) + `"}},"ctx":{}}`)
		return r
	}
	var waiting []*client
	for i := range 3 * at {
		r := large(strconv.Itoa(i), []string{"large", "panics"}[i%2], longLine)
		c := h.dial(t)
		c.send(line(t, h.sign(r)))
		waiting = append(waiting, c)
	}
	require.Eventually(t, func() bool { return handled.Load() == int64(at) }, 10*time.Second, time.Millisecond)
	small := h.request("small")
	small.Session = "small"
	require.Equal(t, "allow", h.dial(t).ask(h.sign(small)).Verdict)
	for i := range 3 { // each returns the processor that is reserved for such requests
		require.Equal(t, "allow", h.dial(t).ask(h.sign(large("short"+strconv.Itoa(i), "small", largeLine))).Verdict)
	}
	close(release)
	for i, c := range waiting {
		a := c.receive()
		require.Equal(t, []string{"decision", "error"}[i%2], a.Type, "%+v", a)
	}
	require.Equal(t, int64(at), most.Load())
}

// On tools.sock one large request is read at a time, whoever sends it, and small ones do not
// wait for it.
func TestLargeRequestsOfASandboxAreReadInTurns(t *testing.T) {
	h := serveTools(t, setup{})
	end := h.proving.take()
	large := h.dial(t)
	large.send([]byte(`{"tool":"` + strings.Repeat("x", largeLine) + `"}`))
	require.Equal(t, wrapSays("protocol version mismatch"), h.wrap(t, []byte(`{"tool":"x"}`)))

	require.NoError(t, large.SetReadDeadline(time.Now().Add(50*time.Millisecond)))
	_, err := large.Read(make([]byte, 1))
	require.ErrorIs(t, err, os.ErrDeadlineExceeded, "it waits for its turn")
	end()
	require.NoError(t, large.SetReadDeadline(time.Now().Add(10*time.Second)))
	require.Equal(t, "protocol version mismatch", says(t, large)["message"])
}
