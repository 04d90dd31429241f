package wire

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/stretchr/testify/require"
)

// requestVectors is testdata/requests.json. The file was made by hand and by an implementation
// in another language, so that it can show this one to be wrong.
type requestVectors struct {
	Key     []byte `json:"key"`
	Now     int64  `json:"now"`
	MaxLine int    `json:"maxLine"`
	Vectors []struct {
		Name    string `json:"name"`
		Line    string `json:"line"`
		LineHex string `json:"lineHex"`
		Signed  string `json:"signed"`
		HMAC    string `json:"hmac"`
		Error   string `json:"error"`
	} `json:"vectors"`
}

type frameVectors struct {
	Vectors []struct {
		Name  string `json:"name"`
		Hex   string `json:"hex"`
		JSON  string `json:"json"`
		Error string `json:"error"`
	} `json:"vectors"`
}

func load(t testing.TB, name string, v any) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(data, v))
}

// judge makes the checks of docs/PROTOCOL-SIGNING.md, in their order.
func judge(v *requestVectors, line []byte, seen map[string]bool) (signed string, code Code) {
	lr := NewLineReader(bytes.NewReader(append(line, '\n')), v.MaxLine)
	got, ok := lr.Line()
	for !ok {
		if err := lr.Fill(); err != nil {
			return "", TooLarge
		}
		got, ok = lr.Line()
	}
	r, err := ParseRequest(got)
	if err != nil {
		return "", BadRequest
	}
	sent, err := strconv.ParseInt(r.Timestamp, 10, 64)
	if err != nil || sent-v.Now > 5 || v.Now-sent > 5 {
		return "", Unauthenticated
	}
	text := r.AppendSigned(nil)
	h := hmac.New(sha256.New, v.Key)
	h.Write(text)
	mac, ok := r.MAC()
	if !ok || !hmac.Equal(mac[:], h.Sum(nil)) {
		return "", Unauthenticated
	}
	nonce := r.NonceBytes()
	if seen[string(nonce[:])] || seen[string(mac[:])] {
		return "", Unauthenticated
	}
	seen[string(nonce[:])], seen[string(mac[:])] = true, true
	switch _, err := parsePayload(r.Hook, r.Payload); err {
	case nil:
		return string(text), ""
	case ErrUnknownHook:
		return "", UnknownHook
	}
	return "", BadRequest
}

func TestRequestVectors(t *testing.T) {
	var file requestVectors
	load(t, "requests.json", &file)
	require.NotEmpty(t, file.Vectors)
	seen := make(map[string]bool)
	for _, v := range file.Vectors {
		line := []byte(v.Line)
		if v.LineHex != "" {
			var err error
			line, err = hex.DecodeString(v.LineHex)
			require.NoError(t, err, v.Name)
		}
		signed, code := judge(&file, line, seen)
		require.Equal(t, v.Error, string(code), v.Name)
		require.Equal(t, v.Signed, signed, v.Name)
		if v.Error == "" {
			h := hmac.New(sha256.New, file.Key)
			h.Write([]byte(v.Signed))
			require.Equal(t, v.HMAC, base64.StdEncoding.EncodeToString(h.Sum(nil)), v.Name)
		}
	}
}

// The worked example that authors of clients start from is the first vector.
func TestTheDocumentedExampleIsRight(t *testing.T) {
	var file requestVectors
	load(t, "requests.json", &file)
	doc, err := os.ReadFile(filepath.Join("..", "..", "docs", "PROTOCOL-SIGNING.md"))
	require.NoError(t, err)
	v := file.Vectors[0]
	mac, err := base64.StdEncoding.DecodeString(v.HMAC)
	require.NoError(t, err)
	for _, part := range []string{
		v.Line, v.Signed, v.HMAC, base64.StdEncoding.EncodeToString(file.Key), hex.EncodeToString(mac),
		strconv.Itoa(len(v.Signed)) + " bytes",
	} {
		require.Contains(t, string(doc), part)
	}
}

func TestFrameVectors(t *testing.T) {
	var file frameVectors
	load(t, "frames.json", &file)
	require.NotEmpty(t, file.Vectors)
	failures := map[string]error{
		"malformed": ErrMalformed,
		"too_large": ErrTooLarge,
		"truncated": io.ErrUnexpectedEOF,
	}
	for _, v := range file.Vectors {
		raw, err := hex.DecodeString(v.Hex)
		require.NoError(t, err, v.Name)
		body, err := ReadFrame(bytes.NewReader(raw), nil, MaxFrame)
		if v.Error != "" {
			require.ErrorIs(t, err, failures[v.Error], v.Name)
			require.Nil(t, body, v.Name)
			continue
		}
		require.NoError(t, err, v.Name)
		require.Equal(t, v.JSON, string(body), v.Name)
		require.Equal(t, raw, framed(string(body)), v.Name)
		require.Equal(t, v.JSON, reencode(t, body), v.Name)
	}
}

// reencode decodes body into its Go type and encodes it again as a frame.
func reencode(t *testing.T, body []byte) string {
	var head struct {
		Type string `json:"type"`
	}
	require.NoError(t, json.Unmarshal(body, &head))
	var v any
	switch head.Type {
	case "decision", "pending":
		v = new(Decision)
	case "error":
		v = new(ErrorFrame)
	case "event":
		v = new(EventFrame)
	case "result":
		v = new(AdminResult)
	}
	require.NoError(t, json.Unmarshal(body, v, json.RejectUnknownMembers(true)))
	frame, err := AppendJSONFrame([]byte("before"), v)
	require.NoError(t, err)
	return string(frame[len("before")+4:])
}
