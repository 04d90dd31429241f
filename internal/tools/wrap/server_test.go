package wrap

import (
	"bufio"
	"bytes"
	"crypto/rand"
	"encoding/base64"
	"encoding/binary"
	"io"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/hmacauth"
	"github.com/provenanced/provenanced/internal/paths"
	"github.com/provenanced/provenanced/internal/wire"
)

type object = map[string]any

// script is a daemon that follows a script, one per connection. It runs beside the test, so it
// asserts and never requires.
type script func(d *daemon)

type daemon struct {
	t       *testing.T
	dir     string
	conn    net.Conn
	lines   *bufio.Reader
	request wire.WrapRequest
}

// serve listens in a new runtime directory and returns the options of a run against it. More
// connections than scripts fail the test.
func serve(t *testing.T, scripts ...script) Options {
	t.Helper()
	dir, err := os.MkdirTemp("", "wrap-") // short: socket paths have 107 bytes
	require.NoError(t, err)
	t.Cleanup(func() { os.RemoveAll(dir) })
	newKey(t, dir)
	l, err := net.Listen("unix", filepath.Join(dir, paths.ToolsSocket))
	require.NoError(t, err)
	served := make(chan struct{})
	accepted := make(chan struct{}, 100)
	go func() {
		defer close(served)
		for n := 0; ; n++ {
			conn, err := l.Accept()
			if err != nil {
				assert.Equal(t, len(scripts), n, "connections")
				return
			}
			accepted <- struct{}{}
			if n < len(scripts) {
				d := &daemon{t: t, dir: dir, conn: conn, lines: bufio.NewReader(conn)}
				scripts[n](d)
			}
			conn.Close()
		}
	}()
	t.Cleanup(func() {
		for range scripts { // the client may be done with a connection before it was accepted
			select {
			case <-accepted:
			case <-time.After(5 * time.Second):
			}
		}
		l.Close()
		<-served
	})
	return Options{RuntimeDir: dir, Tool: "gog", Cwd: "/work", Now: time.Now, Rand: rand.Reader}
}

func newKey(t *testing.T, dir string) {
	key, err := hmacauth.GenerateKey(rand.Reader)
	assert.NoError(t, err)
	assert.NoError(t, hmacauth.WriteKeyFile(filepath.Join(dir, paths.ToolsKey), key))
}

// asked reads the request and checks its signature over seven fields.
func (d *daemon) asked() {
	line, err := d.lines.ReadBytes('\n')
	assert.NoError(d.t, err)
	d.request, err = wire.ParseWrapRequest(bytes.TrimSuffix(line, []byte{'\n'}))
	assert.NoError(d.t, err)
	assert.Equal(d.t, wire.WrapVersion, d.request.Version)
	assert.NoError(d.t, hmacauth.Fresh(d.request.Timestamp, time.Now(), hmacauth.MaxDrift))
	assert.Regexp(d.t, "^[0-9a-f]{32}$", d.request.Nonce)
	mac, err := base64.StdEncoding.Strict().DecodeString(d.request.HMAC)
	assert.NoError(d.t, err)
	key, err := hmacauth.ReadKeyFile(filepath.Join(d.dir, paths.ToolsKey))
	assert.NoError(d.t, err)
	signed := d.request.AppendSigned(nil, wire.WrapForm{PTY: "0"})
	assert.True(d.t, len(mac) == 32 && hmacauth.NewSigner(key).Verify([32]byte(mac), signed), "the request is not signed")
}

// next reads one message that follows the request; nil is the end.
func (d *daemon) next() object {
	line, err := d.lines.ReadBytes('\n')
	if err != nil {
		return nil
	}
	var m object
	assert.NoError(d.t, json.Unmarshal(line, &m), "%s", line)
	return m
}

// input reads stdin messages up to the eof, or up to another message.
func (d *daemon) input() (data []byte, eof bool) {
	for {
		m := d.next()
		text, ok := m["data"].(string)
		if !ok {
			return data, m["eof"] == true
		}
		chunk, err := base64.StdEncoding.DecodeString(text)
		assert.NoError(d.t, err)
		assert.NotEmpty(d.t, chunk)
		assert.LessOrEqual(d.t, len(chunk), 32<<10)
		data = append(data, chunk...)
	}
}

// say writes all the frames at once.
func (d *daemon) say(frames ...any) {
	var b []byte
	for _, v := range frames {
		var err error
		b, err = wire.AppendJSONFrame(b, v)
		assert.NoError(d.t, err)
	}
	d.raw(b)
}

func (d *daemon) raw(b []byte) {
	_, err := d.conn.Write(b)
	assert.NoError(d.t, err)
}

// frame is any text in a frame.
func frame(text string) string {
	return string(binary.BigEndian.AppendUint32(nil, uint32(len(text)))) + text
}

// refuse answers like the real daemon, which discards further input.
func (d *daemon) refuse(text string) {
	d.say(wire.WrapError{Type: "error", Message: text})
	assert.NoError(d.t, d.conn.(*net.UnixConn).CloseWrite())
	_, _ = io.Copy(io.Discard, d.lines) // until the client has gone
}

// says is a daemon that answers with these and reads no input.
func says(frames ...any) script {
	return func(d *daemon) {
		d.asked()
		d.say(frames...)
	}
}

// result is what a user of the wrapper sees.
type result struct {
	code           int
	stdout, stderr string
}

func runs(o Options) result {
	var stdout, stderr bytes.Buffer
	o.Stdout, o.Stderr = &stdout, &stderr
	return result{code: Run(o), stdout: stdout.String(), stderr: stderr.String()}
}
