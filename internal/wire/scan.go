package wire

import (
	"errors"
	"fmt"
	"hash/maphash"
	"strconv"
	"sync"

	"github.com/go-json-experiment/json/jsontext"
)

// ErrMalformed says that bytes are not the message they should be. The sender
// has a bug: it gets bad_request and must not send the same bytes again.
var ErrMalformed = errors.New("malformed")

// scanner reads the values of one JSON text strictly. It does not copy them: they are returned
// as slices of the text.
type scanner struct {
	grammar
	text   []byte              // scratch for strings that hold escapes
	recent [recentSize]string  // see share
	ctxs   [knownCtxs]knownCtx // see ctx
}

const (
	recentSize = 128
	longShared = 64 // bytes
)

var scanners = sync.Pool{New: func() any { return new(scanner) }}

func newScanner(src []byte) *scanner {
	s := scanners.Get().(*scanner)
	s.grammar = grammar{src: src, names: s.names[:0]}
	return s
}

// newRescanner is newScanner for a text that another scanner has walked to its end, or for a
// value in such a text. For any other text its results are undefined.
func newRescanner(src []byte) *scanner {
	s := newScanner(src)
	s.judged = true
	return s
}

// WellFormed fails unless a frame can carry b: b must be one value, nested no deeper than
// maxDepth, without an object that has two members of the same name.
func WellFormed(b []byte) error { return wellFormed(b) }

// wellFormed fails unless b is one value, nested no deeper than maxDepth.
func wellFormed(b []byte) error {
	s := newScanner(b)
	defer s.release()
	if err := s.skip(); err != nil {
		return err
	}
	return s.end()
}

func (s *scanner) release() {
	s.src = nil
	if cap(s.text) > 64<<10 {
		s.text = nil
	}
	if cap(s.names) > 1<<10 {
		s.names = nil
	}
	scanners.Put(s)
}

func malformed(format string, args ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{ErrMalformed}, args...)...)
}

// value reads the next value and returns its bytes, aliasing the text.
func (s *scanner) value() (jsontext.Value, error) {
	at, err := s.span()
	return at.Value, err
}

// span is value, together with its place in the text.
func (s *scanner) span() (Span, error) {
	s.peek()
	start := s.at
	if err := s.skip(); err != nil {
		return Span{}, err
	}
	return Span{Start: start, Value: jsontext.Value(s.src[start:s.at:s.at])}, nil
}

// object walks an object. field is called with each member's name, valid until
// it returns, and must read the member's value.
func (s *scanner) object(field func(name []byte) error) error {
	if k := s.kind(); k != '{' {
		return s.not(k, "object")
	}
	return s.members(func(n name) error {
		if !n.escaped {
			return field(s.src[n.from:n.to])
		}
		return field(s.unescaped(n, nil))
	})
}

// array walks an array. element is called before each element and must read it.
func (s *scanner) array(element func() error) error {
	if k := s.kind(); k != '[' {
		return s.not(k, "array")
	}
	return s.elements(element)
}

// not is the error for a value of another kind than expected.
func (s *scanner) not(k jsontext.Kind, want string) error {
	if k == jsontext.KindInvalid {
		return s.skip() // its error says why
	}
	return malformed("%s where %s belongs", k, want)
}

// end fails unless only white space is left.
func (s *scanner) end() error {
	s.peek()
	if s.at < len(s.src) {
		return malformed("more data after the value")
	}
	return nil
}

// null reports whether the next value is null, and if so reads it.
func (s *scanner) null() (bool, error) {
	if s.kind() != 'n' {
		return false, nil
	}
	return true, s.skip()
}

// literal reads a string and returns where it stands.
func (s *scanner) literal() (name, error) {
	if k := s.kind(); k != '"' {
		return name{}, s.not(k, "string")
	}
	return s.quoted()
}

// bytes reads a string and returns its decoded bytes, valid until the next
// value is read.
func (s *scanner) bytes() ([]byte, error) {
	n, err := s.literal()
	if err != nil {
		return nil, err
	}
	if !n.escaped {
		return s.src[n.from:n.to], nil
	}
	s.text = s.unescaped(n, s.text[:0])
	return s.text, nil
}

// string reads a string or null (which leaves *dst alone).
func (s *scanner) string(dst *string) error {
	if null, err := s.null(); null || err != nil {
		return err
	}
	b, err := s.bytes()
	if err != nil {
		return err
	}
	*dst = s.share(b)
	return nil
}

// share is string(b), without an allocation if the same text was read lately: hooks, sessions,
// agents, tools and senders repeat with nearly every request. Long texts are not shared, so
// that they can be collected.
func (s *scanner) share(b []byte) string {
	if len(b) > longShared {
		return string(b)
	}
	slot := &s.recent[maphash.Bytes(shareSeed, b)%recentSize]
	if *slot != string(b) {
		*slot = string(b)
	}
	return *slot
}

var shareSeed = maphash.MakeSeed()

// stringOr reads a string, or skips a value of another kind.
func (s *scanner) stringOr(dst *string) error {
	if s.kind() != '"' {
		return s.skip()
	}
	return s.string(dst)
}

// raw reads any value and keeps its bytes; null leaves *dst alone.
func (s *scanner) raw(dst *jsontext.Value) error {
	v, err := s.value()
	if err != nil || v.Kind() == 'n' {
		return err
	}
	*dst = v
	return nil
}

// rawKind is raw for a value that must be of the given kind.
func (s *scanner) rawKind(dst *jsontext.Value, kind jsontext.Kind) error {
	if err := s.raw(dst); err != nil {
		return err
	}
	if *dst != nil && dst.Kind() != kind {
		return malformed("%s where %s belongs", kindNames[dst.Kind()], kindNames[kind])
	}
	return nil
}

// dropKind reads a value of the given kind, or null, and drops it.
func (s *scanner) dropKind(kind jsontext.Kind) error {
	v, err := s.value()
	if err != nil {
		return err
	}
	switch k := v.Kind(); {
	case k == kind, k == 'n', k == 'f' && kind == 't':
		return nil
	default:
		return malformed("%s where %s belongs", kindNames[k], kindNames[kind])
	}
}

var kindNames = map[jsontext.Kind]string{
	'n': "null", 't': "a boolean", 'f': "a boolean", '"': "a string", '0': "a number", '[': "an array", '{': "an object",
}

// flag reads true, false or null.
func (s *scanner) flag(dst *Fact) error {
	v, err := s.value()
	if err != nil {
		return err
	}
	switch v.Kind() {
	case 't':
		*dst = Yes
	case 'f':
		*dst = No
	case 'n':
	default:
		return malformed("%s where boolean belongs", v.Kind())
	}
	return nil
}

// yes is flag for a claim that only counts when it is true.
func (s *scanner) yes(dst *bool) error {
	var f Fact
	err := s.flag(&f)
	*dst = f == Yes
	return err
}

// count reads an integer from 0 to 2^31-1, written without fraction or exponent; for null, ok
// is false.
func (s *scanner) count() (n int, ok bool, err error) {
	v, err := s.value()
	if err != nil || v.Kind() == 'n' {
		return 0, false, err
	}
	if v.Kind() == '0' && len(v) <= 10 {
		if u, err := strconv.ParseUint(string(v), 10, 31); err == nil {
			return int(u), true, nil
		}
	}
	return 0, false, malformed("%s where a count belongs", v.Kind())
}
