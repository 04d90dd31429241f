package wire

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"unicode"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// tools.sock speaks claw-wrap v3 (seed 001), not the envelope of the other
// sockets, so that clients of claw-wrap work unchanged.

// WrapVersion is the supported version of the claw-wrap protocol.
const WrapVersion = 3

// MaxWrapRequest is the longest request of a claw-wrap client, in bytes.
const MaxWrapRequest = 1 << 20

// Variables of a request's environment that are for the daemon. No tool sees them.
const (
	TicketVariable = "PROVENANCE_TICKET" // proves which session the program runs in
	WaitVariable   = "PROVENANCE_WAIT"   // "1": wait while the owner is asked
)

const maxWrapNonce = 64 // hex of 16 bytes has 32 characters, base64 has 24

// ErrNotWrapRequest says that a message is JSON but not a claw-wrap request. The client reads
// "invalid request", where ErrMalformed means "invalid json".
var ErrNotWrapRequest = errors.New("not a claw-wrap request")

// WrapRequest is the first message of a claw-wrap client: a tool to run or, when
// Admin is set, an administrative command.
type WrapRequest struct {
	Version   int               `json:"version"`
	Tool      string            `json:"tool"`
	Args      []string          `json:"args"` // nil when null or missing, which is signed differently from an empty list
	Cwd       string            `json:"cwd"`
	Env       map[string]string `json:"env"`
	PTY       *bool             `json:"pty"`  // nil when the client does not say
	Rows      uint16            `json:"rows"` // of the client's terminal; not signed
	Cols      uint16            `json:"cols"`
	Signals   bool              `json:"signals"` // asks for the signal that killed the tool; not signed
	Admin     string            `json:"admin"`
	Timestamp string            `json:"timestamp"`
	Nonce     string            `json:"nonce"` // hex or base64; at most 64 characters
	HMAC      string            `json:"hmac"`  // standard base64
}

// ParseWrapRequest reads a request. Unknown fields are ignored: they are neither signed nor
// read. Errors wrap ErrMalformed or ErrNotWrapRequest. Any version is returned; the caller
// refuses unsupported ones once it knows the peer.
func ParseWrapRequest(b []byte) (WrapRequest, error) {
	if err := wellFormed(b); err != nil {
		return WrapRequest{}, err
	}
	var r WrapRequest
	if err := json.Unmarshal(b, &r); err != nil {
		return WrapRequest{}, fmt.Errorf("%w: %v", ErrNotWrapRequest, err)
	}
	if (r.Tool == "") == (r.Admin == "") {
		return WrapRequest{}, fmt.Errorf("%w: it needs a tool or an admin command", ErrNotWrapRequest)
	}
	if len(r.Nonce) > maxWrapNonce {
		return WrapRequest{}, fmt.Errorf("%w: nonce of %d characters", ErrNotWrapRequest, len(r.Nonce))
	}
	for _, field := range [...]string{r.Tool, r.Cwd, r.Admin, r.Timestamp, r.Nonce} {
		if strings.ContainsFunc(field, unicode.IsControl) { // a newline would shift the signed fields
			return WrapRequest{}, fmt.Errorf("%w: control character", ErrNotWrapRequest)
		}
	}
	return r, nil
}

// WrapForm is one of the forms of the signed text that clients use.
type WrapForm struct {
	PTY string // the seventh field, "0" or "1"; empty for the six fields of the specification

	// Replaced writes U+FFFD as \ufffd. That is what Go's encoder makes of an argument that was
	// not UTF-8; when it arrives, it has become that character.
	Replaced bool
}

// WrapForms are the forms that a client may have signed r in, likeliest first. A client that
// says whether it wants a terminal must have signed that, unless it wants none.
func (r *WrapRequest) WrapForms() []WrapForm {
	all := []WrapForm{{PTY: "0"}, {}, {PTY: "1"}}
	if r.PTY != nil {
		all = all[:2]
		if *r.PTY {
			all = []WrapForm{{PTY: "1"}}
		}
	}
	if strings.ContainsRune(strings.Join(r.Args, ""), unicode.ReplacementChar) || hasReplaced(r.Env) {
		for _, f := range all {
			all = append(all, WrapForm{PTY: f.PTY, Replaced: true})
		}
	}
	return all
}

func hasReplaced(env map[string]string) bool {
	for k, v := range env {
		if strings.ContainsRune(k, unicode.ReplacementChar) || strings.ContainsRune(v, unicode.ReplacementChar) {
			return true
		}
	}
	return false
}

// AppendSigned appends the text that r's HMAC covers, in one of its forms. An
// admin command is signed as the tool "admin:" and its name.
func (r *WrapRequest) AppendSigned(dst []byte, form WrapForm) []byte {
	tool := r.Tool
	if r.Admin != "" {
		tool = "admin:" + r.Admin
	}
	env := []byte("{}")
	if len(r.Env) > 0 {
		env = wrapJSON(r.Env, form)
	}
	fields := [][]byte{[]byte(r.Timestamp), []byte(tool), wrapJSON(r.Args, form), []byte(r.Cwd), env, []byte(r.Nonce)}
	if form.PTY != "" {
		fields = append(fields, []byte(form.PTY))
	}
	return append(dst, bytes.Join(fields, []byte{'\n'})...)
}

// wrapJSON encodes as the clients' encoder does, which is Go's encoding/json.
func wrapJSON(v any, form WrapForm) []byte {
	b, err := json.Marshal(v, json.Deterministic(true), json.FormatNilSliceAsNull(true),
		jsontext.EscapeForHTML(true), jsontext.EscapeForJS(true))
	if err != nil {
		panic(err) // strings that were decoded from JSON can be encoded
	}
	if form.Replaced {
		b = bytes.ReplaceAll(b, []byte("\ufffd"), []byte(`\ufffd`))
	}
	return b
}

// WrapEnd finds the end of a request that may come without a newline: a complete
// object ends it, and so does a newline outside of one. The zero value is ready.
type WrapEnd struct {
	depth   int
	inText  bool
	escaped bool
}

// Scan examines the bytes that have arrived since the last call and returns how many of them
// belong to the request, and whether it is complete. Every byte is examined once, however the
// request was split.
func (e *WrapEnd) Scan(b []byte) (n int, done bool) {
	for i, c := range b {
		switch {
		case c == '\n':
			return i, true
		case e.escaped:
			e.escaped = false
		case e.inText:
			e.escaped = c == '\\'
			e.inText = c != '"'
		case c == '"':
			e.inText = true
		case c == '{' || c == '[':
			e.depth++
		case c == '}' || c == ']':
			if e.depth--; e.depth <= 0 {
				return i + 1, true
			}
		}
	}
	return len(b), false
}

// MaxWrapLine is the longest line that a client sends after its request: 32 KiB of input in
// base64, with some room to spare.
const MaxWrapLine = 64 << 10

// WrapLine is a line that a client sends while its tool runs. Lines of other types, and
// empty chunks, have no effect.
type WrapLine struct {
	Type   string `json:"type"`   // stdin, signal or resize
	Data   []byte `json:"data"`   // stdin
	EOF    bool   `json:"eof"`    // stdin: nothing more follows
	Signal string `json:"signal"` // SIGINT, SIGTERM or SIGHUP
	Rows   uint16 `json:"rows"`   // resize
	Cols   uint16 `json:"cols"`
}

// ParseWrapLine reads one line. Errors wrap ErrMalformed.
func ParseWrapLine(b []byte) (WrapLine, error) {
	if err := wellFormed(b); err != nil {
		return WrapLine{}, err
	}
	var l WrapLine
	if err := json.Unmarshal(b, &l); err != nil {
		return WrapLine{}, malformed("%v", err)
	}
	return l, nil
}

// WrapOutput is a frame of the tool's output.
type WrapOutput struct {
	Type string `json:"type"` // stdout or stderr
	Data []byte `json:"data"`
}

// WrapDone is the frame that ends a run.
type WrapDone struct {
	Type     string `json:"type"`      // "done"
	ExitCode int    `json:"exit_code"` // -1 when a signal or the timeout ended the tool
	Timeout  bool   `json:"timeout,omitzero"`
	Signal   string `json:"signal,omitzero"` // what killed the tool; only for a client that asked, because claw-wrap has no such field
}

// WrapPending is the frame of a run that waits for the owner; only a client that asked
// to wait gets it.
type WrapPending struct {
	Type    string `json:"type"` // "pending"
	Message string `json:"message"`
}

// WrapStarted is the frame that confirms that the tool has the terminal that was asked for.
type WrapStarted struct {
	Type string `json:"type"` // "started"
	PTY  bool   `json:"pty"`
}

// WrapError is the frame that ends a failed request.
type WrapError struct {
	Type    string `json:"type"` // "error"
	Message string `json:"message"`
}

// WrapAdminError is the raw answer to a failed admin command.
type WrapAdminError struct {
	Error string `json:"error"`
}

// WrapTools is the raw answer to the admin command list.
type WrapTools struct {
	Tools   map[string]WrapTool `json:"tools"`
	Version string              `json:"version"`
}

// WrapTool is one tool that a client may run.
type WrapTool struct {
	Binary string `json:"binary"`
	Mode   string `json:"mode"` // how it gets its credentials: env or config_file
}

// WrapCredentials is the raw answer to the admin command check.
type WrapCredentials struct {
	Credentials map[string]WrapCredential `json:"credentials"`
	Version     string                    `json:"version"`
}

// WrapCredential is the state of one credential.
type WrapCredential struct {
	Status  string `json:"status"` // ok or failed
	Preview string `json:"preview,omitzero"`
}
