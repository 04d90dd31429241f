package wire

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/linear"
)

// example is the first vector: the worked example of docs/PROTOCOL-SIGNING.md.
func example(t testing.TB) []byte {
	var file requestVectors
	load(t, "requests.json", &file)
	return []byte(file.Vectors[0].Line)
}

func TestParseRequestKeepsThePayloadInPlace(t *testing.T) {
	line := example(t)
	r, err := ParseRequest(line)
	require.NoError(t, err)
	require.Equal(t, BeforeToolCall, r.Hook)
	require.Equal(t, "17", r.ID)
	require.Equal(t, "agent:main:main", r.Session)

	at := bytes.Index(line, []byte(`{"event"`))
	require.Same(t, &line[at], &r.Payload[0], "the payload must not be copied")
	require.Equal(t, len(r.Payload), cap(r.Payload), "appending to the payload must not reach the line")
}

func TestAPayloadIsJudgedOnce(t *testing.T) {
	r, err := ParseRequest(example(t))
	require.NoError(t, err)
	want, err := parsePayload(r.Hook, r.Payload)
	require.NoError(t, err)
	require.NotNil(t, r.read.Event, "it is read on the way")
	got, err := r.ParsePayload()
	require.NoError(t, err)
	require.Equal(t, want, got)

	line := bytes.Replace(example(t), []byte(`"hook":"before_tool_call",`), nil, 1)
	r, err = ParseRequest(append(line[:len(line)-1], `,"hook":"before_tool_call"}`...))
	require.NoError(t, err)
	got, err = r.ParsePayload()
	require.NoError(t, err)
	require.Equal(t, encode(t, want), encode(t, got), "a hook may be named after it")

	r, err = ParseRequest(bytes.Replace(example(t), []byte(`"toolName":`), []byte(`"toolName":1,"tool":`), 1))
	require.NoError(t, err, "mistakes in it are reported only once the request is verified")
	_, err = r.ParsePayload()
	require.ErrorIs(t, err, ErrMalformed)

	made := Request{Hook: BeforeToolCall, Payload: []byte(`{"event":{"toolName":"a","toolName":"b"}}`)}
	_, err = made.ParsePayload()
	require.ErrorIs(t, err, ErrMalformed, "nobody has judged this one")
}

func TestARequestKeepsNothingOfItsLine(t *testing.T) {
	line := bytes.Replace(example(t), []byte(`"id":"17"`), []byte(`"id":"\u0031\"7"`), 1)
	r, err := ParseRequest(line)
	require.NoError(t, err)
	p, err := r.ParsePayload()
	require.NoError(t, err)
	before := []any{r.ID, r.Hook, r.Session, r.Timestamp, r.Nonce, r.HMAC, p.Ctx}
	require.Equal(t, `1"7`, r.ID)
	want := encode(t, before)
	clear(line)
	require.Equal(t, want, encode(t, before))
}

func TestRefusedRequestsAreZero(t *testing.T) {
	r, err := ParseRequest([]byte(`{"id":"17","hook":"ping"}`))
	require.ErrorIs(t, err, ErrMalformed)
	require.Zero(t, r)
}

func TestOtherVersionsKeepTheID(t *testing.T) {
	for _, version := range []string{"0", "2", "-1", "1.0", "1e0", "10", "99999999999999999999"} {
		line := bytes.Replace(example(t), []byte(`"version":1,`), []byte(`"version":`+version+`,`), 1)
		r, err := ParseRequest(line)
		require.ErrorIs(t, err, ErrVersion, version)
		require.Equal(t, Request{ID: "17"}, r, version)
	}
}

func TestErrorsAreShortWhateverWasSent(t *testing.T) {
	long := strings.Repeat("x", 1<<20)
	for _, line := range []string{
		`{"` + long + `":1}`,
		`{"payload":{"` + long + `":1,"` + long + `":2}}`,
		`{"id":"` + long + `"}`,
		`{"id":` + long + `}`,
		`{"id":"\ud800` + long + `"}`,
	} {
		_, err := ParseRequest([]byte(line))
		require.ErrorIs(t, err, ErrMalformed)
		require.Less(t, len(err.Error()), 200)
	}
}

func TestDepthIsBounded(t *testing.T) {
	nested := func(n int) []byte {
		payload := `{"event":{"x":` + strings.Repeat("[", n) + strings.Repeat("]", n) + `}}`
		return bytes.Replace(example(t), []byte(`"payload":`), []byte(`"payload":`+payload+`,"was":`), 1)
	}
	// The line, the payload and the event are three levels by themselves. The unknown member
	// makes the shallow line malformed too, but for another reason.
	_, err := ParseRequest(nested(maxDepth - 3))
	require.ErrorContains(t, err, "unknown field")
	_, err = ParseRequest(nested(maxDepth - 2))
	require.ErrorContains(t, err, "nested deeper")
}

func TestDepthCountsBracketsOutsideStringsOnly(t *testing.T) {
	brackets := strings.Repeat(`[{\"\\`, 2*maxDepth)
	require.NoError(t, wellFormed([]byte(`{"a":"`+brackets+`"}`)))
	require.NoError(t, wellFormed([]byte(`[0`+strings.Repeat(`,{"a":[]}`, 2*maxDepth)+`]`)))
	require.ErrorContains(t, wellFormed([]byte(`{"a":"`+brackets+`","b":`+strings.Repeat("[", maxDepth))), "nested deeper")
}

func TestHostileLinesEndQuickly(t *testing.T) {
	for name, unit := range map[string]string{
		"brackets": "[", "braces": `{"a":`, "quotes": `"`, "names": `{"a":1,"b":2},`, "spaces": " ", "backslashes": `"\`,
	} {
		line := []byte(strings.Repeat(unit, (1<<20)/len(unit)))
		var err error
		took := linear.CPU(func() { _, err = ParseRequest(line) })
		require.ErrorIs(t, err, ErrMalformed, name)
		require.Less(t, took, time.Second, name)
	}
}

func TestSignedTextsOfDifferentRequestsDiffer(t *testing.T) {
	a := Request{ID: "1", Hook: "a", Session: "b", Timestamp: "2", Nonce: "n", Payload: []byte(`{}`)}
	seen := map[string]bool{string(a.AppendSigned(nil)): true}
	for _, change := range []func(*Request){
		func(r *Request) { r.ID = "2" },
		func(r *Request) { r.Hook = "ab" },
		func(r *Request) { r.Session = "" },
		func(r *Request) { r.Timestamp = "3" },
		func(r *Request) { r.Nonce = "m" },
		func(r *Request) { r.Payload = []byte(`{ }`) },
	} {
		b := a
		change(&b)
		text := string(b.AppendSigned(nil))
		require.False(t, seen[text])
		seen[text] = true
	}
}

func TestMAC(t *testing.T) {
	for text, ok := range map[string]bool{
		strings.Repeat("A", 43) + "=":  true,
		strings.Repeat("/", 42) + "8=": true,
		"":                             false,
		strings.Repeat("A", 43):        false, // no padding
		strings.Repeat("A", 44):        false, // 33 bytes
		strings.Repeat("A", 42) + "==": false, // 31 bytes
		strings.Repeat("A", 42) + "B=": false, // bits after the end
		strings.Repeat("_", 42) + "8=": false, // URL-safe alphabet
	} {
		_, got := (&Request{HMAC: text}).MAC()
		require.Equal(t, ok, got, text)
	}
}

func TestAppendRequestRefusesWhatWouldNotArrive(t *testing.T) {
	for _, r := range []Request{
		{ID: "a\xff", Payload: []byte(`{}`)},
		{ID: "a", Session: "\xed\xa0\x80", Payload: []byte(`{}`)},
		{ID: "a", Payload: []byte("{\n}")},
	} {
		line, err := AppendRequest([]byte("before"), &r)
		require.ErrorIs(t, err, ErrMalformed)
		require.Equal(t, "before", string(line))
	}
}
