package wire

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/go-json-experiment/json"
)

// MaxFrame is the longest payload of an answer frame, in bytes.
const MaxFrame = 16 << 20

// ErrTooLarge says that a line or a frame exceeds its limit. The stream is out of step
// from there: close the connection.
var ErrTooLarge = errors.New("too large")

// AppendJSONFrame appends v as JSON in a frame, preceded by its length in 4 bytes, big-endian.
// dst comes back unchanged when v cannot be encoded (text that is not UTF-8, a raw value that
// is not JSON) or is too large.
func AppendJSONFrame(dst []byte, v any) ([]byte, error) {
	start := len(dst)
	buf := bytes.NewBuffer(append(dst, 0, 0, 0, 0))
	if err := json.MarshalWrite(buf, v); err != nil {
		return dst, fmt.Errorf("encoding %T: %w", v, err)
	}
	out := buf.Bytes()
	n := len(out) - start - 4
	if err := checkFrame(n, MaxFrame); err != nil {
		return dst, err
	}
	binary.BigEndian.PutUint32(out[start:], uint32(n))
	return out, nil
}

func checkFrame(n, limit int) error {
	switch {
	case n == 0:
		return malformed("empty frame")
	case n > limit:
		return fmt.Errorf("frame of %d bytes: %w", n, ErrTooLarge)
	}
	return nil
}

// ReadFrame reads one frame of at most limit bytes and returns its payload, in
// buf when that is large enough. The end of the stream is io.EOF between frames
// and io.ErrUnexpectedEOF inside one. Memory grows with the bytes that arrive,
// not with the length that was announced.
func ReadFrame(r io.Reader, buf []byte, limit int) ([]byte, error) {
	head := buf[:0]
	if cap(head) < 4 {
		head = make([]byte, 4)
	}
	head = head[:4]
	if _, err := io.ReadFull(r, head); err != nil {
		return nil, err
	}
	n := int(binary.BigEndian.Uint32(head))
	if err := checkFrame(n, limit); err != nil {
		return nil, err
	}
	const step = 64 << 10
	buf = buf[:0]
	for len(buf) < n {
		if len(buf) == cap(buf) {
			grown := make([]byte, len(buf), min(n, max(step, 2*len(buf))))
			copy(grown, buf)
			buf = grown
		}
		part := buf[len(buf):min(n, cap(buf))]
		if _, err := io.ReadFull(r, part); err != nil {
			if err == io.EOF {
				err = io.ErrUnexpectedEOF
			}
			return nil, err
		}
		buf = buf[:len(buf)+len(part)]
	}
	return buf, nil
}
