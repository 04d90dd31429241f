package wire

import (
	"bytes"
	"encoding/hex"
	stdjson "encoding/json"
	"errors"
	"io"
	"testing"
	"testing/iotest"

	"github.com/go-json-experiment/json/jsontext"
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
		requireStandard(t, line, &r)
		want, wrong := parsePayload(r.Hook, r.Payload)
		got, err := r.ParsePayload()
		require.Equal(t, wrong, err)
		require.Equal(t, want, got, "reading on the way says the same")
		if bytes.IndexByte(line, '\n') >= 0 {
			return // not a line
		}
		again, err := AppendRequest(nil, &r)
		require.NoError(t, err)
		r2, err := ParseRequest(again[:len(again)-1])
		require.NoError(t, err)
		r.read, r2.read = Payload{}, Payload{} // the hook is the first member now
		require.Equal(t, r, r2)
		require.Equal(t, r.AppendSigned(nil), r2.AppendSigned(nil))
	})
}

// requireStandard reads an accepted line with the standard library, which is laxer: what was
// signed must not have two readings.
func requireStandard(t *testing.T, line []byte, r *Request) {
	var fields map[string]stdjson.RawMessage
	require.NoError(t, stdjson.Unmarshal(line, &fields))
	require.Len(t, fields, 8)
	require.Equal(t, "1", string(fields["version"]))
	require.Equal(t, string(fields["payload"]), string(r.Payload))
	for name, got := range map[string]string{
		"id": r.ID, "hook": string(r.Hook), "session": r.Session, "timestamp": r.Timestamp, "nonce": r.Nonce, "hmac": r.HMAC,
	} {
		var want string
		require.NoError(t, stdjson.Unmarshal(fields[name], &want), name)
		require.Equal(t, want, got, name)
	}
}

func FuzzPayload(f *testing.F) {
	seedLines(f, func(line []byte) {
		if r, err := ParseRequest(line); err == nil {
			f.Add(string(r.Hook), []byte(r.Payload))
		}
	})
	f.Add(string(BeforeLLMCall), []byte(`{"event":{"messages":[{"role":"user","content":[{"type":"text","text":"a"}],"provenance":{"kind":"inter_session"}}]}}`))
	f.Fuzz(func(t *testing.T, hook string, payload []byte) {
		p, err := parsePayload(Hook(hook), payload)
		if wellFormed(payload) == nil {
			r := Request{Hook: Hook(hook), Payload: payload, judged: true}
			judged, again := r.ParsePayload()
			require.Equal(t, err, again, "a second walk of what is JSON says the same")
			require.Equal(t, p, judged)
		}
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
		// What was understood survives being encoded and read again.
		again := `{"ctx":` + encode(t, p.Ctx) + `,"event":` + encode(t, p.Event) + `}`
		p2, err := parsePayload(Hook(hook), []byte(again))
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
		require.True(t, bytes.HasPrefix(stream, framed(string(body))))
	})
}

// The messages found in a history are those that the standard library finds, and can be put
// back where they stood.
func FuzzMessages(f *testing.F) {
	for _, text := range []string{
		`[]`, ` [ ] `, `[{"role":"user","content":"hi"}]`, `[{"role":"tool","tool_call_id":"c","content":[{"type":"text","text":"a"},{"type":"text","text":"b"}]}]`,
		`[{"role":"user","content":[{"type":"tool_result","tool_use_id":"x","content":"r"},1,null]},{"role":"custom","content":null}]`,
		`[{"role":"user","content":"\u00e9\ud83d\ude00","provenance":{"kind":"inter_session"}}]`, `[{"content":"<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>x"},{}]`,
		`[{"role":1}]`, `[1]`, `{}`, `[{"content":{"a":1}}]`, `[{"role":"user","role":"tool"}]`, `[`,
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		all, err := Messages(raw)
		if err != nil || raw == nil {
			return
		}
		n, err := CountMessages(raw)
		require.NoError(t, err)
		require.Len(t, all, n)
		var want []map[string]stdjson.RawMessage
		if stdjson.Unmarshal(raw, &want) != nil {
			return // more follows the array; the event's reader refuses that
		}
		require.Len(t, want, n)
		var same, edits []Edit
		for i, m := range all {
			var role, text string
			if stdjson.Unmarshal(want[i]["role"], &role) == nil {
				require.Equal(t, role, m.Role)
			}
			if stdjson.Unmarshal(want[i]["content"], &text) == nil {
				require.Equal(t, text, m.Text)
			}
			require.Equal(t, string(raw[m.Content.Start:m.Content.Start+len(m.Content.Value)]), string(m.Content.Value))
			for _, r := range m.Results {
				require.Equal(t, string(raw[r.Content.Start:r.Content.Start+len(r.Content.Value)]), string(r.Content.Value))
			}
			if len(m.Content.Value) > 0 {
				same = append(same, Edit{Span: m.Content, Value: m.Content.Value})
				edits = append(edits, Edit{Span: m.Content, Value: jsontext.Value(`"edited"`)})
			}
		}
		require.Equal(t, string(raw), string(Rewrite(raw, same)))
		again, err := Messages(Rewrite(raw, edits))
		require.NoError(t, err)
		require.Len(t, again, n)
		for i, m := range again {
			if len(all[i].Content.Value) > 0 {
				require.Equal(t, "edited", m.Text)
			}
			require.Equal(t, all[i].Role, m.Role)
		}
	})
}

// However a stream is cut on its way, its lines are those between its newlines.
func FuzzLines(f *testing.F) {
	f.Add([]byte("a\nbc\n\nd"), uint8(0))
	f.Add([]byte("\n"), uint8(1))
	f.Add(bytes.Repeat([]byte("x"), 70), uint8(2))
	f.Add(append(bytes.Repeat([]byte("x"), 64), '\n'), uint8(0))
	f.Fuzz(func(t *testing.T, stream []byte, how uint8) {
		const limit = 64
		var r io.Reader = bytes.NewReader(stream)
		switch how % 4 {
		case 1:
			r = iotest.OneByteReader(r)
		case 2:
			r = iotest.HalfReader(r)
		case 3:
			r = iotest.DataErrReader(r)
		}
		lr := NewLineReader(r, limit)
		var end error
		for rest := stream; ; {
			line, ok := lr.Line()
			if ok {
				at := bytes.IndexByte(rest, '\n')
				require.GreaterOrEqual(t, at, 0)
				require.Equal(t, string(rest[:at]), string(line))
				rest = rest[at+1:]
				continue
			}
			if end = lr.Fill(); end == nil {
				continue
			}
			switch {
			case errors.Is(end, ErrTooLarge):
				at := bytes.IndexByte(rest, '\n')
				require.True(t, at > limit || at < 0 && len(rest) > limit)
			case errors.Is(end, io.ErrUnexpectedEOF):
				require.NotEmpty(t, rest)
				require.Less(t, bytes.IndexByte(rest, '\n'), 0)
			default:
				require.Equal(t, io.EOF, end)
				require.Empty(t, rest)
			}
			return
		}
	})
}

func FuzzWrapRequest(f *testing.F) {
	for _, text := range []string{
		`{"version":3,"tool":"gog","args":["a","\ufffd"],"cwd":"/","env":{"B":"<&>","A":"\u2028"},"pty":true,"rows":24,"timestamp":"1","nonce":"n","hmac":"h"}`,
		`{"version":3,"admin":"list","args":null}`, `{"tool":"a","admin":"b"}`, `{}`, `{"tool":"a\nb"}`, `{"tool":"a","rows":65536}`, `{"tool":"a","args":[1]}`, `[]`, `{"tool":"a","Tool":"b"}`, `{"tool":"a","env":{"a":null}}`,
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		r, err := ParseWrapRequest(text)
		if err != nil {
			require.True(t, errors.Is(err, ErrMalformed) != errors.Is(err, ErrNotWrapRequest), "%v", err)
			require.Zero(t, r)
			return
		}
		// What is signed is what the client's own encoder, encoding/json, made of what it sent.
		var fields struct {
			Args []string          `json:"args"`
			Env  map[string]string `json:"env"`
		}
		var exact map[string]stdjson.RawMessage
		require.NoError(t, stdjson.Unmarshal(text, &exact))
		if exact["args"] != nil {
			require.NoError(t, stdjson.Unmarshal(exact["args"], &fields.Args))
		}
		if exact["env"] != nil {
			require.NoError(t, stdjson.Unmarshal(exact["env"], &fields.Env))
		}
		args, err := stdjson.Marshal(fields.Args)
		require.NoError(t, err)
		env := []byte("{}")
		if len(fields.Env) > 0 {
			env, err = stdjson.Marshal(fields.Env)
			require.NoError(t, err)
		}
		tool := r.Tool
		if r.Admin != "" {
			tool = "admin:" + r.Admin
		}
		want := r.Timestamp + "\n" + tool + "\n" + string(args) + "\n" + r.Cwd + "\n" + string(env) + "\n" + r.Nonce
		require.Equal(t, want, string(r.AppendSigned(nil, WrapForm{})))
		seen := map[string]bool{}
		for _, form := range r.WrapForms() {
			signed := string(r.AppendSigned(nil, form))
			require.False(t, seen[signed] && !form.Replaced, "two forms that are one")
			seen[signed] = true
			if r.PTY != nil && *r.PTY {
				require.Equal(t, "1", form.PTY)
			}
		}
	})
}

// However a request arrives, it ends at the same byte; what JSON calls an object ends at its
// closing brace.
func FuzzWrapEnd(f *testing.F) {
	for _, text := range []string{`{}`, `{"a":"}"}x`, "{\"a\":\n1}", `[{}]`, `}`, "\n", `"\"}"`, `{"a":"\\"}`, `  {"a":[{"b":{}}]} {`} {
		f.Add([]byte(text), uint16(1))
	}
	f.Fuzz(func(t *testing.T, text []byte, cut uint16) {
		var whole, parts WrapEnd
		n, done := whole.Scan(text)
		at := min(int(cut), len(text))
		m, early := parts.Scan(text[:at])
		if !early {
			rest, late := parts.Scan(text[at:])
			m, early = m+rest, late
		}
		require.Equal(t, n, m)
		require.Equal(t, done, early)
		if !done {
			require.Equal(t, len(text), n)
		}
		if object := bytes.TrimRight(text, " \t\r"); len(object) > 0 && object[0] == '{' && bytes.IndexByte(text, '\n') < 0 && stdjson.Valid(object) {
			require.True(t, done)
			require.Equal(t, len(object), n)
		}
	})
}

func FuzzWrapLine(f *testing.F) {
	for _, text := range []string{`{"type":"stdin","data":"aGk="}`, `{"type":"stdin","eof":true}`, `{"type":"resize","rows":24,"cols":80}`, `{"data":"a"}`, `{"type":"signal","signal":"SIGINT"}`, `{"data":"aGk=\n"}`, `null`, ``, `{"type":"x","type":"y"}`} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		l, err := ParseWrapLine(text)
		if err != nil {
			require.ErrorIs(t, err, ErrMalformed)
			require.Zero(t, l)
			return
		}
		again, err := ParseWrapLine([]byte(encode(t, l)))
		require.NoError(t, err)
		require.Equal(t, l.Type+l.Signal+string(l.Data), again.Type+again.Signal+string(again.Data))
		require.Equal(t, []any{l.EOF, l.Rows, l.Cols}, []any{again.EOF, again.Rows, again.Cols})
		require.LessOrEqual(t, len(l.Data), len(text))
	})
}
