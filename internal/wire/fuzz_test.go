package wire

import (
	"bytes"
	"encoding/hex"
	"testing"

	"github.com/stretchr/testify/require"
)

// seedLines adds every vector's line to the corpus.
func seedLines(f *testing.F, add func(line []byte)) {
	var file requestVectors
	load(f, "requests.json", &file)
	for _, v := range file.Vectors {
		line := []byte(v.Line)
		if v.LineHex != "" {
			line, _ = hex.DecodeString(v.LineHex)
		}
		add(line)
	}
}

func FuzzParseRequest(f *testing.F) {
	seedLines(f, func(line []byte) { f.Add(line) })
	f.Fuzz(func(t *testing.T, line []byte) {
		before := bytes.Clone(line)
		r, err := ParseRequest(line)
		require.Equal(t, before, line, "parsing must not touch its input")
		if err != nil {
			require.Zero(t, Request{Hook: r.Hook, Session: r.Session, Timestamp: r.Timestamp, Nonce: r.Nonce, HMAC: r.HMAC, Payload: r.Payload})
			return
		}
		require.True(t, bytes.Contains(line, r.Payload))
		if bytes.IndexByte(line, '\n') >= 0 {
			return // not a line
		}
		again, err := AppendRequest(nil, &r)
		require.NoError(t, err)
		r2, err := ParseRequest(again[:len(again)-1])
		require.NoError(t, err)
		require.Equal(t, r, r2)
		require.Equal(t, r.AppendSigned(nil), r2.AppendSigned(nil))
	})
}

func FuzzPayload(f *testing.F) {
	seedLines(f, func(line []byte) {
		if r, err := ParseRequest(line); err == nil {
			f.Add(string(r.Hook), []byte(r.Payload))
		}
	})
	f.Add(string(BeforeLLMCall), []byte(`{"event":{"messages":[{"role":"user","content":[{"type":"text","text":"a"}],"provenance":{"kind":"inter_session"}}]}}`))
	f.Fuzz(func(t *testing.T, hook string, payload []byte) {
		p, err := ParsePayload(Hook(hook), payload)
		if err != nil {
			require.Zero(t, p)
			return
		}
		require.Equal(t, hook == "ping" || hook == "subscribe", p.Event == nil)
		if e, ok := p.Event.(*BeforeLLMCallEvent); ok {
			n, err := CountMessages(e.Messages)
			require.NoError(t, err, "an accepted array can be counted")
			if _, some, err := LastMessage(e.Messages); err == nil && some {
				require.Positive(t, n)
			}
		}
		// What is understood survives being encoded and read again.
		again := `{"ctx":` + encode(t, p.Ctx) + `,"event":` + encode(t, p.Event) + `}`
		p2, err := ParsePayload(Hook(hook), []byte(again))
		require.NoError(t, err, again)
		require.Equal(t, p.Ctx, p2.Ctx)
		require.Equal(t, encode(t, p.Event), encode(t, p2.Event))
	})
}

func FuzzFrame(f *testing.F) {
	var file frameVectors
	load(f, "frames.json", &file)
	for _, v := range file.Vectors {
		raw, _ := hex.DecodeString(v.Hex)
		f.Add(raw)
	}
	f.Fuzz(func(t *testing.T, stream []byte) {
		const limit = 1 << 16
		body, err := ReadFrame(bytes.NewReader(stream), nil, limit)
		if err != nil {
			require.Nil(t, body)
			return
		}
		require.LessOrEqual(t, len(body), limit)
		again, err := AppendFrame(nil, body)
		require.NoError(t, err)
		require.True(t, bytes.HasPrefix(stream, again))
	})
}
