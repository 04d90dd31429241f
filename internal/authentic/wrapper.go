package authentic

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
)

// Message is what a wrapper says about its content. The content and everything else are only
// claims until the MAC over SignedText is verified.
type Message struct {
	Session string // signed, but not part of the wrapper, which is therefore invalid in other sessions
	Sender  string
	Source  string // lower case
	Scope   string // as intent.Classes writes it: read+send
	Content string
	Counter uint64
	Time    int64 // Unix seconds, not negative
}

const (
	opening = "[MSG_AUTH:"
	closing = "[/MSG_AUTH]"

	maxSender = 512 // bytes, before encoding
	maxWord   = 64  // bytes of a source or a scope
	// maxToken bounds the opening token: a MAC, two numbers, two words, a sender,
	// five dots and the brackets.
	maxToken = len(opening) + 64 + 20 + 19 + 2*maxWord + (maxSender*4+2)/3 + 6
)

// SignedText is what the MAC covers. Every field is preceded by its length, so no two messages
// share a text.
func (m *Message) SignedText() []byte {
	b := make([]byte, 0, 128+len(m.Session)+len(m.Sender)+len(m.Source)+len(m.Scope)+len(m.Content))
	b = append(b, "provenance-message-v1\n"...)
	for _, field := range [...]string{
		m.Session,
		strconv.FormatUint(m.Counter, 10),
		strconv.FormatInt(m.Time, 10),
		m.Source,
		m.Scope,
		m.Sender,
		m.Content,
	} {
		b = strconv.AppendInt(b, int64(len(field)), 10)
		b = append(b, ':')
		b = append(b, field...)
		b = append(b, '\n')
	}
	return b
}

// Wrap puts the content between its tokens. Parse refuses the result if the time is negative,
// the source or scope is not a word that a wrapper can contain, or the sender is too long.
func (m *Message) Wrap(mac [32]byte) string {
	return m.token(mac) + " " + m.Content + " " + closing
}

func (m *Message) token(mac [32]byte) string {
	return fmt.Sprintf("%s%s.%d.%d.%s.%s.%s]", opening, hex.EncodeToString(mac[:]), m.Counter, m.Time, m.Source, m.Scope,
		base64.RawURLEncoding.EncodeToString([]byte(m.Sender)))
}

// Parse reads a wrapped message: the token, one space, the content as it is, one space and the
// closing token, and nothing else. Session stays empty. Anything that is not exactly what Wrap
// writes is not ok: it counts as an unsigned message.
func Parse(text string) (m Message, mac [32]byte, ok bool) {
	if !strings.HasPrefix(text, opening) {
		return Message{}, mac, false
	}
	end := strings.IndexByte(text[:min(len(text), maxToken)], ']') + 1
	token := text[:end]
	content, opens := strings.CutPrefix(text[end:], " ")
	content, closes := strings.CutSuffix(content, " "+closing)
	if end == 0 || !opens || !closes {
		return Message{}, mac, false
	}
	fields := strings.SplitN(token[len(opening):end-1], ".", 7)
	if len(fields) != 6 || len(fields[0]) != hex.EncodedLen(len(mac)) {
		return Message{}, mac, false
	}
	_, errMAC := hex.Decode(mac[:], []byte(fields[0]))
	counter, errCounter := strconv.ParseUint(fields[1], 10, 64)
	time, errTime := strconv.ParseInt(fields[2], 10, 64)
	sender, errSender := base64.RawURLEncoding.DecodeString(fields[5])
	if errMAC != nil || errCounter != nil || errTime != nil || errSender != nil ||
		time < 0 || fields[3] == "" || !word(fields[3]) || !word(fields[4]) || len(sender) > maxSender {
		return Message{}, [32]byte{}, false
	}
	m = Message{Sender: string(sender), Source: fields[3], Scope: fields[4], Content: content, Counter: counter, Time: time}
	if m.token(mac) != token { // capitals, leading zeros, signs, loose base64
		return Message{}, [32]byte{}, false
	}
	return m, mac, true
}

// word reports whether s can be a source or a scope in a wrapper.
func word(s string) bool {
	for i := range len(s) {
		if c := s[i]; (c < 'a' || c > 'z') && c != '+' && c != '_' {
			return false
		}
	}
	return len(s) <= maxWord
}

// StripTokens returns text without wrapper tokens, valid or malformed, and without the space
// that a wrapper puts beside each: for text in which they mean nothing. The result contains
// none, not even one formed by the removal of others.
func StripTokens(text string) string {
	if !strings.Contains(text, "MSG_AUTH") {
		return text
	}
	out := make([]byte, 0, len(text))
	bracket := -1  // position of the last [ in out
	space := false // if the next byte is a space, it belongs to a removed token
	for i := range len(text) {
		c := text[i]
		if space && c == ' ' {
			space = false
			continue
		}
		space = false
		out = append(out, c)
		if c == '[' {
			bracket = len(out) - 1
		}
		if c != ']' || bracket < 0 {
			continue
		}
		switch token := string(out[bracket:]); {
		case token == closing:
			out = bytes.TrimSuffix(out[:bracket], []byte(" "))
		case isOpening(token):
			out, space = out[:bracket], true
		default:
			bracket = -1 // closed: no token begins before it
			continue
		}
		near := max(0, len(out)-maxToken) // keeps many removals linear
		if bracket = bytes.LastIndexByte(out[near:], '['); bracket >= 0 {
			bracket += near
		}
	}
	return string(out)
}

// isOpening reports whether token, which has brackets only at its ends, is an opening token,
// however malformed.
func isOpening(token string) bool {
	return strings.HasPrefix(token, opening) && len(token) <= maxToken && !strings.ContainsAny(token, " \t\r\n")
}
