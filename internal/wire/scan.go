package wire

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"sync"

	"github.com/go-json-experiment/json/jsontext"
)

// ErrMalformed says that bytes are not the message they should be. The sender
// has a bug: it gets bad_request and must not send the same bytes again.
var ErrMalformed = errors.New("malformed")

// MaxDepth is how deep arrays and objects may nest in a request. The decoder
// recurses, so this also bounds the stack that one hostile line can ask for:
// a few hundred KB, where the decoder's own limit of 10,000 costs 8 MB.
const MaxDepth = 512

// scanner walks one JSON text strictly, without copying it. It is a thin layer
// over jsontext.Decoder, which refuses duplicate names, invalid UTF-8 and lone
// surrogates; what is added here is that values come back as slices of src.
type scanner struct {
	src  []byte
	buf  bytes.Buffer // over src; the decoder reads a bytes.Buffer in place
	dec  jsontext.Decoder
	text []byte // scratch for strings that hold escapes
}

var scanners = sync.Pool{New: func() any { return new(scanner) }}

func newScanner(src []byte) *scanner {
	s := scanners.Get().(*scanner)
	s.src = src
	s.buf = *bytes.NewBuffer(src)
	s.dec.Reset(&s.buf)
	return s
}

func (s *scanner) release() {
	s.src = nil
	if cap(s.text) > 64<<10 {
		s.text = nil
	}
	scanners.Put(s)
}

// tooDeep reports whether src nests deeper than MaxDepth. Almost every text
// answers by counting brackets (10 ns in a 400-byte line), so that only large
// ones are walked, string by string.
func tooDeep(src []byte) bool {
	if bytes.Count(src, []byte{'['})+bytes.Count(src, []byte{'{'}) <= MaxDepth {
		return false
	}
	depth := 0
	for i := 0; i < len(src); i++ {
		switch src[i] {
		case '"':
			i += 1 + stringLen(src[i+1:])
		case '[', '{':
			if depth++; depth > MaxDepth {
				return true
			}
		case ']', '}':
			depth--
		}
	}
	return false
}

// stringLen is the length of the string that src begins with, up to its quote.
func stringLen(src []byte) int {
	for n := 0; ; n++ {
		i := bytes.IndexByte(src[n:], '"')
		if i < 0 {
			return len(src)
		}
		n += i
		start := n
		for start > 0 && src[start-1] == '\\' {
			start--
		}
		if (n-start)%2 == 0 {
			return n
		}
	}
}

func malformed(format string, args ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{ErrMalformed}, args...)...)
}

// broken turns the decoder's error into ErrMalformed. It keeps the place and
// the reason and leaves out the JSON pointer, which repeats the sender's text.
func broken(err error) error {
	var syntax *jsontext.SyntacticError
	if errors.As(err, &syntax) {
		return malformed("%v at byte %d", syntax.Err, syntax.ByteOffset)
	}
	if errors.Is(err, io.EOF) {
		return malformed("no value")
	}
	return malformed("%v", err)
}

// value reads the next value (or object name) and returns its bytes, aliasing src.
func (s *scanner) value() (jsontext.Value, error) {
	v, err := s.dec.ReadValue()
	if err != nil {
		return nil, broken(err)
	}
	end := int(s.dec.InputOffset())
	return jsontext.Value(s.src[end-len(v) : end : end]), nil
}

// span is value with its place in src.
func (s *scanner) span() (Span, error) {
	v, err := s.value()
	if err != nil {
		return Span{}, err
	}
	return Span{Start: int(s.dec.InputOffset()) - len(v), Value: v}, nil
}

// object walks an object. field is called with each member's name, valid until
// it returns, and must read the member's value.
func (s *scanner) object(field func(name []byte) error) error {
	if err := s.open('{', "object"); err != nil {
		return err
	}
	for s.dec.PeekKind() == '"' {
		name, err := s.value()
		if err != nil {
			return err
		}
		text := []byte(name[1 : len(name)-1])
		if bytes.IndexByte(text, '\\') >= 0 {
			if text, err = jsontext.AppendUnquote([]byte(nil), name); err != nil {
				return broken(err)
			}
		}
		if err := field(text); err != nil {
			return err
		}
	}
	return s.close()
}

// array walks an array. element is called before each element and must read it.
func (s *scanner) array(element func() error) error {
	if err := s.open('[', "array"); err != nil {
		return err
	}
	for {
		switch s.dec.PeekKind() {
		case ']', jsontext.KindInvalid:
			return s.close()
		}
		if err := element(); err != nil {
			return err
		}
	}
}

func (s *scanner) open(kind jsontext.Kind, name string) error {
	if k := s.dec.PeekKind(); k != kind && k != jsontext.KindInvalid {
		return malformed("%s where %s belongs", k, name)
	}
	_, err := s.dec.ReadToken()
	if err != nil {
		return broken(err)
	}
	return nil
}

func (s *scanner) close() error {
	if _, err := s.dec.ReadToken(); err != nil {
		return broken(err)
	}
	return nil
}

// end requires that nothing but white space is left.
func (s *scanner) end() error {
	_, err := s.dec.ReadToken()
	switch {
	case err == io.EOF:
		return nil
	case err != nil:
		return broken(err)
	}
	return malformed("more data after the value")
}

func (s *scanner) skip() error {
	if err := s.dec.SkipValue(); err != nil {
		return broken(err)
	}
	return nil
}

// null reports whether the next value is null, and if so reads it.
func (s *scanner) null() (bool, error) {
	if s.dec.PeekKind() != 'n' {
		return false, nil
	}
	return true, s.skip()
}

// bytes reads a string and returns its decoded bytes, valid until the next
// value is read.
func (s *scanner) bytes() ([]byte, error) {
	v, err := s.value()
	if err != nil {
		return nil, err
	}
	if v.Kind() != '"' {
		return nil, malformed("%s where string belongs", v.Kind())
	}
	if bytes.IndexByte(v, '\\') < 0 {
		return v[1 : len(v)-1], nil
	}
	if s.text, err = jsontext.AppendUnquote(s.text[:0], v); err != nil {
		return nil, broken(err)
	}
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
	*dst = string(b)
	return nil
}

// stringOr reads a string, or skips a value of another kind.
func (s *scanner) stringOr(dst *string) error {
	if s.dec.PeekKind() != '"' {
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

// rawKind is raw for a value that must be of one kind.
func (s *scanner) rawKind(dst *jsontext.Value, kind jsontext.Kind) error {
	if err := s.raw(dst); err != nil {
		return err
	}
	if *dst != nil && dst.Kind() != kind {
		return malformed("%s where %s belongs", kindNames[dst.Kind()], kindNames[kind])
	}
	return nil
}

// dropKind reads a value of a kind, or null, and drops it.
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

// count reads an integer from 0 to 2^31-1, written without fraction or
// exponent; null gives ok false.
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
