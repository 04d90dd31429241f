// Package wire turns bytes into messages and messages into bytes: request lines, hook payloads
// and answer frames as docs/PROTOCOL.md describes them. It is strict in what it reads. It knows
// no keys, no policy and no sockets: other packages decide who sent a message and whether they
// may.
package wire

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
)

// Longest values, in bytes after decoding.
const (
	maxID      = 256
	maxHook    = 64
	MaxSession = 1024
)

// ErrVersion says that a well-formed request has another protocol version. The sender
// gets bad_request and has to be upgraded.
var ErrVersion = errors.New("unsupported protocol version")

// Request is one line of a client: the envelope, and the payload as sent.
type Request struct {
	ID        string // 1 to 256 bytes
	Hook      Hook   // known or not
	Session   string // may be empty; whether it must be set depends on the hook
	Timestamp string // 1 to 20 decimal digits, Unix seconds
	Nonce     string // 32 hex digits
	HMAC      string // should be base64; see MAC

	// Payload is a JSON object, byte for byte as sent. It aliases the line.
	Payload jsontext.Value

	judged bool    // ParseRequest has checked the payload's syntax
	read   Payload // its content, if it could be read in the same pass; otherwise Event is nil
}

const (
	hasVersion = 1 << iota
	hasID
	hasHook
	hasSession
	hasTimestamp
	hasNonce
	hasHMAC
	hasPayload
)

var fieldNames = [...]string{"version", "id", "hook", "session", "timestamp", "nonce", "hmac", "payload"}

// ParseRequest reads one line, given without its newline. JSON's white space may surround the
// object (so a trailing "\r" is tolerated), and nothing else.
//
// Errors wrap ErrMalformed, with a zero Request, or ErrVersion, with a Request that has only
// its ID set, so that the answer can carry it.
func ParseRequest(line []byte) (Request, error) {
	s := newScanner(line)
	defer s.release()

	r := Request{judged: true}
	var version jsontext.Value
	var id, timestamp, nonce, hmac []byte
	var seen int
	err := s.object(func(name []byte) (err error) {
		switch string(name) {
		case "version":
			seen |= hasVersion
			version, err = s.value()
			if err == nil && version.Kind() != '0' {
				err = malformed("version: %s where number belongs", version.Kind())
			}
		case "id":
			seen |= hasID
			id, err = s.plain("id", maxID)
		case "hook":
			seen |= hasHook
			var hook []byte
			hook, err = s.plain("hook", maxHook)
			r.Hook = Hook(s.share(hook))
		case "session":
			seen |= hasSession
			var session []byte
			session, err = s.plain("session", MaxSession)
			r.Session = s.share(session)
		case "timestamp":
			seen |= hasTimestamp
			timestamp, err = s.plain("timestamp", 20)
		case "nonce":
			seen |= hasNonce
			nonce, err = s.plain("nonce", 32)
		case "hmac":
			seen |= hasHMAC
			hmac, err = s.plain("hmac", len(s.src))
		case "payload":
			seen |= hasPayload
			r.Payload, err = r.passPayload(s)
			if err == nil && r.Payload.Kind() != '{' {
				err = malformed("payload: %s where object belongs", r.Payload.Kind())
			}
		default:
			err = malformed("unknown field %.32q", name)
		}
		return err
	})
	if err == nil {
		err = s.end()
	}
	if err == nil {
		r.own(s, id, timestamp, nonce, hmac)
		err = r.check(seen)
	}
	if err != nil {
		return Request{}, err
	}
	if string(version) != "1" {
		return Request{ID: r.ID}, ErrVersion
	}
	return r, nil
}

// passPayload walks over the payload, and also reads it if the hook's name came before it.
// Mistakes in its content must not be reported before the request has proven authentic; where
// there are any, the payload is only checked for syntax here.
func (r *Request) passPayload(s *scanner) (jsontext.Value, error) {
	s.peek()
	before := s.grammar
	p, err := s.payload(r.Hook)
	if err != nil {
		s.grammar = before
		return s.value()
	}
	r.read = p
	return jsontext.Value(s.src[before.at:s.at:s.at]), nil
}

// own gives the request its own copies of the fields that differ between requests, in one
// allocation.
func (r *Request) own(s *scanner, id, timestamp, nonce, hmac []byte) {
	s.text = append(append(append(append(s.text[:0], id...), timestamp...), nonce...), hmac...)
	all := string(s.text)
	next := func(field []byte) string {
		text := all[:len(field)]
		all = all[len(field):]
		return text
	}
	r.ID, r.Timestamp, r.Nonce, r.HMAC = next(id), next(timestamp), next(nonce), next(hmac)
}

func (r *Request) check(seen int) error {
	for i, name := range fieldNames {
		if seen&(1<<i) == 0 {
			return malformed("%s is missing", name)
		}
	}
	if r.ID == "" {
		return malformed("id is empty")
	}
	if r.Timestamp == "" || !only(r.Timestamp, isDigit) {
		return malformed("timestamp is not 1 to 20 decimal digits")
	}
	if len(r.Nonce) != 32 || !only(r.Nonce, isHex) {
		return malformed("nonce is not 32 hex digits")
	}
	return nil
}

// plain reads a string of at most limit bytes without control characters. The result is a slice
// of the line, unless the string holds escapes.
func (s *scanner) plain(name string, limit int) ([]byte, error) {
	n, err := s.literal()
	if err != nil {
		return nil, err
	}
	b := s.unescaped(n, nil)
	if len(b) > limit {
		return nil, malformed("%s is longer than %d bytes", name, limit)
	}
	if bytes.IndexByte(b, 0x7f) >= 0 || n.escaped && slices.ContainsFunc(b, isControl) {
		return nil, malformed("%s holds a control character", name)
	}
	return b, nil
}

func isControl(c byte) bool { return c < 0x20 || c == 0x7f }
func isDigit(c byte) bool   { return '0' <= c && c <= '9' }
func isHex(c byte) bool     { return isDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'f' }

func only(s string, is func(byte) bool) bool {
	for i := range len(s) {
		if !is(s[i]) {
			return false
		}
	}
	return true
}

// AppendSigned appends the text that the request's HMAC covers. Only the payload can contain a
// newline, and what follows the payload has a fixed length, so no two requests share a signed
// text.
func (r *Request) AppendSigned(dst []byte) []byte {
	dst = r.AppendSignedHead(dst)
	dst = append(dst, r.Payload...)
	return r.AppendSignedTail(dst)
}

// AppendSignedHead appends the part of the signed text before the payload, so that a payload of
// megabytes need not be copied to be verified.
func (r *Request) AppendSignedHead(dst []byte) []byte {
	dst = append(dst, "provenance-v1\n"...)
	for _, field := range [...]string{r.Timestamp, r.ID, string(r.Hook), r.Session} {
		dst = append(dst, field...)
		dst = append(dst, '\n')
	}
	return dst
}

// AppendSignedTail appends the part of the signed text after the payload.
func (r *Request) AppendSignedTail(dst []byte) []byte {
	return append(append(dst, '\n'), r.Nonce...)
}

// MAC decodes the HMAC: standard base64 with padding, of 32 bytes. A request without
// one must be answered like one with a wrong HMAC.
func (r *Request) MAC() (mac [32]byte, ok bool) {
	var b [33]byte
	if len(r.HMAC) != base64.StdEncoding.EncodedLen(len(mac)) {
		return mac, false
	}
	n, err := base64.StdEncoding.Strict().Decode(b[:], []byte(r.HMAC))
	if err != nil || n != len(mac) {
		return mac, false
	}
	return [32]byte(b[:32]), true
}

// NonceBytes decodes the nonce of a request that ParseRequest returned. Upper
// and lower case give the same bytes.
func (r *Request) NonceBytes() (nonce [16]byte) {
	if len(r.Nonce) == 32 {
		_, _ = hex.Decode(nonce[:], []byte(r.Nonce)) // ParseRequest checked the digits
	}
	return nonce
}

// AppendRequest appends r as a line with its newline; clients use it. It fails with
// ErrMalformed on what cannot be sent unchanged: a string that is not UTF-8, a payload that
// contains a newline.
func AppendRequest(dst []byte, r *Request) ([]byte, error) {
	if bytes.IndexByte(r.Payload, '\n') >= 0 {
		return dst, malformed("payload holds a newline")
	}
	start := len(dst)
	dst = append(dst, `{"version":1`...)
	for _, field := range [...]struct{ name, value string }{
		{`,"id":`, r.ID},
		{`,"hook":`, string(r.Hook)},
		{`,"session":`, r.Session},
		{`,"timestamp":`, r.Timestamp},
		{`,"nonce":`, r.Nonce},
		{`,"hmac":`, r.HMAC},
	} {
		var err error
		dst = append(dst, field.name...)
		if dst, err = jsontext.AppendQuote(dst, field.value); err != nil {
			return dst[:start], malformed("%s%w", field.name[1:], err)
		}
	}
	dst = append(dst, `,"payload":`...)
	dst = append(dst, r.Payload...)
	return append(dst, "}\n"...), nil
}
