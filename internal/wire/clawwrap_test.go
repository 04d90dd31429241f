package wire

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const (
	wrapKey   = "test-secret-key-for-hmac-testing"
	wrapTime  = "1234567890"
	wrapNonce = "dGVzdC1ub25jZS0xMjM0"
)

func wrapMAC(text []byte) string {
	h := hmac.New(sha256.New, []byte(wrapKey))
	h.Write(text)
	return base64.StdEncoding.EncodeToString(h.Sum(nil))
}

// The vectors come from programs that already speak the protocol.
func TestWrapSignatures(t *testing.T) {
	tool := WrapRequest{
		Tool: "test-tool", Args: []string{"arg1", "arg2"}, Cwd: "/home/user/project",
		Timestamp: wrapTime, Nonce: wrapNonce,
	}
	list := WrapRequest{Admin: "list", Timestamp: wrapTime, Nonce: wrapNonce}
	for _, tc := range []struct {
		name string
		req  WrapRequest
		form WrapForm
		hmac string
	}{
		{"tool, six fields", tool, WrapForm{}, "tLawZZ4jgxNjwOOfbqAhz6Bx7EZrC2WxZdk6nLjg3Ls="},
		{"tool, no terminal", tool, WrapForm{PTY: "0"}, "UM958Y1jYQp2TrCth7xdCUkS75iOyWRMyH0QelByWeo="},
		{"tool, terminal", tool, WrapForm{PTY: "1"}, "9AUGF745PN42TELLRMjIsn0cIb4MNwkcDvUsga8XlIY="},
		{"admin list, seven fields", list, WrapForm{PTY: "0"}, "eNbmdN3naggOqIZFTw3PTD1gjzP8f/JqCISbtSEibR4="},
		{"admin list, six fields", list, WrapForm{}, "PdzSu8guGvwp5DgvbD5Fu0PPevLrK57tC0hTUcZMNkI="},
	} {
		t.Run(tc.name, func(t *testing.T) {
			require.Equal(t, tc.hmac, wrapMAC(tc.req.AppendSigned(nil, tc.form)))
			require.Contains(t, tc.req.WrapForms(), tc.form)
		})
	}
}

func TestWrapSignedText(t *testing.T) {
	for _, tc := range []struct{ name, sent, args, env string }{
		{"no arguments", `{"tool":"t","args":[]}`, `[]`, `{}`},
		{"null arguments", `{"tool":"t","args":null}`, `null`, `{}`},
		{"missing arguments", `{"tool":"t"}`, `null`, `{}`},
		{"empty environment", `{"tool":"t","env":{}}`, `null`, `{}`},
		{"HTML and JavaScript", `{"tool":"t","args":["<a>&","\u2028\u2029"]}`, `["\u003ca\u003e\u0026","\u2028\u2029"]`, `{}`},
		{"quotes, controls", `{"tool":"t","args":["\"\\/","\u0000\u001f\b\f\n\r\t\u007f"]}`, `["\"\\/","\u0000\u001f\b\f\n\r\t` + "\x7f" + `"]`, `{}`},
		{"other characters", `{"tool":"t","args":["\u00fc\u4f60","😀"]}`, `["ü你","😀"]`, `{}`},
		{"sorted by bytes", `{"tool":"t","env":{"b":"2","a":"<","B":"1","ü":"4","\uff5e":"5","😀":"6"}}`, `null`, `{"B":"1","a":"\u003c","b":"2","ü":"4","～":"5","😀":"6"}`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			r, err := ParseWrapRequest([]byte(tc.sent))
			require.NoError(t, err)
			r.Timestamp, r.Cwd, r.Nonce = "1", "/", "n"
			require.Equal(t, strings.Join([]string{"1", "t", tc.args, "/", tc.env, "n"}, "\n"), string(r.AppendSigned(nil, WrapForm{})))
			require.Equal(t, strings.Join([]string{"1", "t", tc.args, "/", tc.env, "n", "1"}, "\n"), string(r.AppendSigned(nil, WrapForm{PTY: "1"})))
		})
	}
}

// An argument that was not UTF-8 is signed as an escape and arrives as U+FFFD. One that
// contained U+FFFD to begin with is signed as that character.
func TestWrapReplacedCharacters(t *testing.T) {
	for _, sent := range []string{`{"tool":"t","args":["a\ufffdb"]}`, `{"tool":"t","env":{"k":"\ufffd"}}`, `{"tool":"t","env":{"\ufffd":""}}`} {
		r, err := ParseWrapRequest([]byte(sent))
		require.NoError(t, err)
		require.Contains(t, r.WrapForms(), WrapForm{PTY: "0", Replaced: true})
		require.Contains(t, string(r.AppendSigned(nil, WrapForm{Replaced: true})), `\ufffd`)
		require.Contains(t, string(r.AppendSigned(nil, WrapForm{})), "\ufffd")
	}
}

func TestWrapTerminalMustBeSigned(t *testing.T) {
	for sent, forms := range map[string][]WrapForm{
		`{"tool":"t"}`:             {{PTY: "0"}, {}, {PTY: "1"}},
		`{"tool":"t","pty":false}`: {{PTY: "0"}, {}},
		`{"tool":"t","pty":true}`:  {{PTY: "1"}},
	} {
		r, err := ParseWrapRequest([]byte(sent))
		require.NoError(t, err)
		require.Equal(t, forms, r.WrapForms(), sent)
	}
}

func TestParseWrapRequestRefuses(t *testing.T) {
	for sent, want := range map[string]error{
		``:                                ErrMalformed,
		`{`:                               ErrMalformed,
		`{"tool":"t"} {}`:                 ErrMalformed,
		`{"tool":"t","tool":"t"}`:         ErrMalformed,
		"{\"tool\":\"\xff\"}":             ErrMalformed,
		`{"tool":"\ud800"}`:               ErrMalformed,
		strings.Repeat("[", 100_000):      ErrMalformed,
		`[]`:                              ErrNotWrapRequest,
		`"tool"`:                          ErrNotWrapRequest,
		`{}`:                              ErrNotWrapRequest,
		`{"tool":"t","admin":"list"}`:     ErrNotWrapRequest,
		`{"tool":1}`:                      ErrNotWrapRequest,
		`{"tool":"t","args":"x"}`:         ErrNotWrapRequest,
		`{"tool":"t","args":[1]}`:         ErrNotWrapRequest,
		`{"tool":"t","env":{"a":1}}`:      ErrNotWrapRequest,
		`{"tool":"t\n[]"}`:                ErrNotWrapRequest,
		`{"tool":"t","cwd":"/\n{}"}`:      ErrNotWrapRequest,
		`{"admin":"list\n"}`:              ErrNotWrapRequest,
		`{"tool":"t","timestamp":"1\n"}`:  ErrNotWrapRequest,
		`{"tool":"t","nonce":"n\u0000"}`:  ErrNotWrapRequest,
		`{"tool":"t","version":"3"}`:      ErrNotWrapRequest,
		`{"tool":"t","timestamp":123456}`: ErrNotWrapRequest,
		`{"tool":"t","nonce":"` + strings.Repeat("a", 65) + `"}`: ErrNotWrapRequest,
	} {
		_, err := ParseWrapRequest([]byte(sent))
		require.ErrorIs(t, err, want, "%.60s", sent)
	}
}

func TestWrapEnd(t *testing.T) {
	for _, tc := range []struct {
		name, sent, request string
		done                bool
	}{
		{"line", "{\"tool\":\"t\"}\n", `{"tool":"t"}`, true},
		{"no newline", `{"admin":"list"}`, `{"admin":"list"}`, true},
		{"more behind it", "{}{\"type\":\"stdin\"}\n", `{}`, true},
		{"brackets and quotes in text", `{"a":"}\"]}\\"}x`, `{"a":"}\"]}\\"}`, true},
		{"nested", `{"a":{"b":[{}]}}`, `{"a":{"b":[{}]}}`, true},
		{"unfinished", `{"a":{"b":[{}]}`, `{"a":{"b":[{}]}`, false},
		{"unfinished text", `{"a":"}`, `{"a":"}`, false},
		{"newline in between", "{\"a\":\n1}", `{"a":`, true},
		{"empty line", "\n", ``, true},
		{"not an object", "hello\nx", `hello`, true},
		{"closed before opened", "}{\n", `}`, true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var whole WrapEnd
			n, done := whole.Scan([]byte(tc.sent))
			require.Equal(t, tc.request, tc.sent[:n])
			require.Equal(t, tc.done, done)

			var split WrapEnd // one byte at a time
			got := 0
			for i := range len(tc.sent) {
				n, done := split.Scan([]byte(tc.sent[i : i+1]))
				got += n
				if done {
					break
				}
			}
			require.Equal(t, len(tc.request), got)
		})
	}
}

func TestWrapLines(t *testing.T) {
	for text, want := range map[string]WrapLine{
		`{"type":"stdin","data":"aGk="}`:          {Type: "stdin", Data: []byte("hi")},
		`{"type":"stdin","data":""}`:              {Type: "stdin", Data: []byte{}},
		`{"type":"stdin","eof":true,"more":[{}]}`: {Type: "stdin", EOF: true},
		`{"type":"signal","signal":"SIGINT"}`:     {Type: "signal", Signal: "SIGINT"},
		`{"type":"resize","rows":24,"cols":80}`:   {Type: "resize", Rows: 24, Cols: 80},
		`{"type":"something of a later version"}`: {Type: "something of a later version"},
	} {
		got, err := ParseWrapLine([]byte(text))
		require.NoError(t, err, text)
		require.Equal(t, want, got)
	}
	for _, text := range []string{``, `[]`, `{"type":"stdin","data":"%"}`, `{"type":1}`, `{"type":"a","type":"b"}`, `{"rows":-1}`, `{"rows":70000}`, `{} {}`} {
		_, err := ParseWrapLine([]byte(text))
		require.ErrorIs(t, err, ErrMalformed, text)
	}
}
