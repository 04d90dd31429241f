package client

import (
	"bufio"
	"context"
	"net"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/hmacauth"
	"github.com/provenanced/provenanced/internal/wire"
)

// Whatever the daemon sends, a call returns the decision in a frame of its own, or an error.
// Missing or unreadable parts do not count as permission.
func FuzzAnswers(f *testing.F) {
	frames := func(texts ...string) (all []byte) {
		for _, text := range texts {
			all = appendFrame(all, text)
		}
		return all
	}
	const allow = `{"type":"decision","id":"1","verdict":"allow","result":{},"taint":"trusted","reasons":[]}`
	for _, s := range [][]byte{
		frames(allow), frames(`{"type":"pending","id":"1","verdict":"confirm"}`, `{"type":"decision","id":"1","verdict":"deny","result":{"block":true}}`),
		frames(`{"type":"decision","id":"2","verdict":"allow"}`), frames(`{"type":"decision","id":"1"}`), frames(`{"type":"decision","id":"1","verdict":"ALLOW"}`),
		frames(`{"type":"error","id":"1","code":"overloaded","message":"m"}`, allow), frames(`{"type":"error","code":"too_large"}`), frames(`{"type":"later","id":"1"}`, allow),
		frames(`{"type":"decision","id":"1","verdict":"allow","verdict":"deny"}`), frames(`{"type":"decision","id":"1","verdict":"allow","result":[]}`),
		frames(`null`), frames(`[]`), frames(`x`), {0, 0, 0, 0}, {0xff, 0xff, 0xff, 0xff}, frames(allow)[:20], {},
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, stream []byte) {
		daemon, own := net.Pipe()
		defer own.Close()
		go func() {
			defer daemon.Close()
			if _, err := bufio.NewReader(daemon).ReadBytes('\n'); err == nil {
				_, _ = daemon.Write(stream) // the client may be gone by now
			}
		}()
		key := hmacauth.Key{1}
		c := &Client{
			conn: own, keyPath: "/nonexistent", now: time.Now, rand: zeros{}, writing: make(chan struct{}, 1), done: make(chan struct{}),
			calls: map[string]*call{}, key: key, signer: hmacauth.NewSigner(key),
		}
		go c.read()
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		d, err := c.Ask(ctx, Request{Hook: wire.BeforeToolCall, Session: "s", Event: map[string]string{"toolName": "exec"}})
		require.NoError(t, ctx.Err(), "it waits for what does not come")
		if err != nil {
			require.Zero(t, d)
			return
		}
		require.Contains(t, []string{"allow", "confirm", "deny"}, d.Verdict)
		said := false
		for rest := stream; len(rest) >= 4 && !said; {
			n := int(rest[0])<<24 | int(rest[1])<<16 | int(rest[2])<<8 | int(rest[3])
			if n == 0 || n > len(rest)-4 {
				break
			}
			var frame struct{ Type, ID, Verdict string }
			_ = json.Unmarshal(rest[4:4+n], &frame, json.MatchCaseInsensitiveNames(true))
			said = frame.Type == "decision" && frame.ID == "1" && frame.Verdict == d.Verdict
			rest = rest[4+n:]
		}
		require.True(t, said, "nobody said %s", d.Verdict)
	})
}

type zeros struct{}

func (zeros) Read(b []byte) (int, error) { clear(b); return len(b), nil }
