package client

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/hmacauth"
	"github.com/provenanced/provenanced/internal/wire"
)

// load reads the protocol's vectors, which authors of shims in other languages use too.
func load(t *testing.T, name string, v any) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "internal", "wire", "testdata", name))
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(data, v))
}

func TestAcceptedRequestsAreSignedAlike(t *testing.T) {
	var file struct {
		Key     []byte `json:"key"`
		Vectors []struct {
			Name  string `json:"name"`
			Line  string `json:"line"`
			HMAC  string `json:"hmac"`
			Error string `json:"error"`
		} `json:"vectors"`
	}
	load(t, "requests.json", &file)
	var speltOtherwise []string
	for _, v := range file.Vectors {
		if v.Error != "" {
			continue
		}
		want, err := wire.ParseRequest([]byte(v.Line))
		require.NoError(t, err, v.Name)
		seconds, err := strconv.ParseInt(want.Timestamp, 10, 64)
		require.NoError(t, err, v.Name)
		nonce := want.NonceBytes()
		c := &Client{
			now:    func() time.Time { return time.Unix(seconds, 0) },
			rand:   bytes.NewReader(nonce[:]),
			signer: hmacauth.NewSigner(hmacauth.Key(file.Key)),
		}
		line, err := c.line(c.currentSigner(), want.ID, Request{Hook: want.Hook, Session: want.Session}, want.Payload)
		require.NoError(t, err, v.Name)
		got, err := wire.ParseRequest(bytes.TrimSuffix(line, []byte("\n")))
		require.NoError(t, err, v.Name)
		if got.Nonce != want.Nonce || got.Timestamp != want.Timestamp {
			speltOtherwise = append(speltOtherwise, v.Name)
			continue
		}
		require.Equal(t, want, got, v.Name)
		require.Equal(t, v.HMAC, got.HMAC, v.Name)
	}
	require.Equal(t, []string{"upper-case hex in the nonce", "timestamp with a leading zero"}, speltOtherwise)
}

// exchange is what happens to one request on a fresh connection, and what its caller gets.
type exchange struct {
	Name  string `json:"name"`
	Steps []struct {
		SignedWith string   `json:"signedWith"`
		KeyFile    string   `json:"keyFile"`
		Send       []string `json:"send"`
		Raw        string   `json:"raw"`
		Bytewise   bool     `json:"bytewise"`
		Close      bool     `json:"close"`
	} `json:"steps"`
	Outcome outcome `json:"outcome"`
}

type outcome struct {
	Verdict string `json:"verdict"`
	Error   Code   `json:"error"`
	Lost    bool   `json:"lost"`
}

func TestExchanges(t *testing.T) {
	var file struct {
		Keys      map[string][]byte `json:"keys"`
		Exchanges []exchange        `json:"exchanges"`
	}
	load(t, "exchanges.json", &file)
	require.NotEmpty(t, file.Exchanges)
	root := t.TempDir() // short: socket paths have 107 bytes
	for i, e := range file.Exchanges {
		t.Run(e.Name, func(t *testing.T) {
			dir := filepath.Join(root, strconv.Itoa(i))
			require.NoError(t, os.Mkdir(dir, 0o700))
			keyFile := filepath.Join(dir, "gateway.key")
			require.NoError(t, hmacauth.WriteKeyFile(keyFile, hmacauth.Key(file.Keys["a"])))
			l, err := net.Listen("unix", filepath.Join(dir, "gateway.sock"))
			require.NoError(t, err)
			defer l.Close()
			served := make(chan error, 1)
			go func() { served <- e.serve(l, keyFile, file.Keys) }()

			c, err := Dial(t.Context(), Options{RuntimeDir: dir})
			require.NoError(t, err)
			d, err := c.Ask(t.Context(), Request{Hook: BeforeToolCall, Session: "s", Event: map[string]string{"toolName": "exec"}})
			got := outcome{Verdict: d.Verdict, Lost: errors.Is(err, ErrUnreachable)}
			var refused *Error
			if errors.As(err, &refused) {
				got.Error = refused.Code
			}
			require.Equal(t, e.Outcome, got, "%v", err)
			c.Close()
			require.NoError(t, <-served)
		})
	}
}

// serve is the daemon's side of the exchange.
func (e *exchange) serve(l net.Listener, keyFile string, keys map[string][]byte) error {
	conn, err := l.Accept()
	if err != nil {
		return err
	}
	defer conn.Close()
	requests := wire.NewLineReader(conn, 1<<20)
	nonces := make(map[string]bool)
	for _, step := range e.Steps {
		r, err := next(requests)
		if err != nil {
			return err
		}
		mac, ok := r.MAC()
		if !ok || !hmacauth.NewSigner(hmacauth.Key(keys[step.SignedWith])).Verify(mac, r.AppendSigned(nil)) {
			return errors.New("not signed with key " + step.SignedWith)
		}
		if nonces[r.Nonce] {
			return errors.New("a nonce used twice")
		}
		nonces[r.Nonce] = true
		if step.KeyFile != "" {
			if err := hmacauth.WriteKeyFile(keyFile, hmacauth.Key(keys[step.KeyFile])); err != nil {
				return err
			}
		}
		out, err := hex.DecodeString(step.Raw)
		if err != nil {
			return err
		}
		for _, text := range step.Send {
			out = appendFrame(out, strings.ReplaceAll(text, "$ID", r.ID))
		}
		size := max(1, len(out))
		if step.Bytewise {
			size = 1
		}
		for ; len(out) > 0; out = out[size:] {
			if _, err := conn.Write(out[:size]); err != nil {
				return err
			}
		}
		if step.Close {
			return nil
		}
	}
	if r, err := next(requests); !errors.Is(err, io.EOF) {
		return errors.New("one request too many: " + r.ID)
	}
	return nil
}

func next(requests *wire.LineReader) (wire.Request, error) {
	for {
		if line, ok := requests.Line(); ok {
			return wire.ParseRequest(bytes.Clone(line))
		}
		if err := requests.Fill(); err != nil {
			return wire.Request{}, err
		}
	}
}

// appendFrame appends any text in a frame.
func appendFrame(all []byte, text string) []byte {
	return append(binary.BigEndian.AppendUint32(all, uint32(len(text))), text...)
}
