package wrap

import (
	"bytes"
	"encoding/json"
	"io"
	"net"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/wire"
)

// A daemon's output reaches the caller byte for byte, and a run that did not report its end did not
// end well.
func FuzzReceive(f *testing.F) {
	stream := func(texts ...string) (all []byte) {
		for _, text := range texts {
			all = append(all, frame(text)...)
		}
		return all
	}
	const done = `{"type":"done","exit_code":0}`
	for _, s := range [][]byte{
		stream(done), stream(`{"type":"stdout","data":"aGk="}`, `{"type":"stderr","data":"aGk="}`, `{"type":"done","exit_code":3}`),
		stream(`{"type":"pending","message":"asks"}`, `{"type":"later"}`, `{"type":"done","exit_code":-1,"signal":"SIGKILL"}`),
		stream(`{"type":"error","message":"blocked: no"}`, done), stream(`{"type":"done","exit_code":256}`), stream(`{"type":"done","exit_code":-1,"timeout":true}`),
		stream(`{}`), stream(`[]`), stream(`{"type":"stdout","data":"a"}`), stream(`{"type":"stdout","data":1}`), stream(`{"type":"done","exit_code":1.5}`),
		stream(done)[:9], {0, 0, 0, 0}, {0xff, 0xff, 0xff, 0xff}, stream(`{"type":"started","pty":true}`, done), {},
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, stream []byte) {
		daemon, own := net.Pipe()
		go func() {
			_, _ = io.Copy(daemon, bytes.NewReader(stream)) // nobody reads what follows the end
			daemon.Close()
		}()
		s := &session{conn: own, in: newInput(nil), now: time.Now, over: make(chan struct{})}
		var stdout, stderr bytes.Buffer
		end, err := s.receive(&stdout, &stderr)
		own.Close()
		require.Equal(t, err == nil, end != nil)

		// The same, read with the standard library.
		var want []byte
		ended := false
		for in := bytes.NewReader(stream); !ended; {
			body, err := wire.ReadFrame(in, nil, wire.MaxFrame)
			if err != nil {
				break
			}
			var a answer
			if json.Unmarshal(body, &a) != nil {
				break // the strict reader has given up by now
			}
			if a.Type == "stdout" {
				want = append(want, a.Data...)
			}
			ended = a.Type == "done"
		}
		require.True(t, bytes.HasPrefix(want, stdout.Bytes()), "%q %q", want, stdout.Bytes())
		if end != nil {
			require.True(t, ended)
			require.Equal(t, string(want), stdout.String())
			code, _ := end.exitCode()
			require.True(t, code >= 0 && code <= 255)
			if code == 0 {
				require.False(t, end.Timeout)
				require.Zero(t, end.ExitCode)
			}
		}
	})
}
