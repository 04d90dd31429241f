package wire

import (
	"bytes"
	"io"
	"math/bits"
	"sync"
)

// MaxLine is the default limit of a request's length, in bytes without the newline.
const MaxLine = 16 << 20

const (
	lineStart = 4 << 10  // first buffer of a connection
	lineKeep  = 64 << 10 // largest buffer that an idle connection keeps
)

// LineReader cuts a stream into lines. Reading and cutting are separate, so
// that a server can take every line that has arrived, answer them all with one
// write, and set its deadlines around the one place that blocks:
//
//	for {
//		for line, ok := lr.Line(); ok; line, ok = lr.Line() { … }
//		// flush the answers; set a deadline that depends on lr.Partial()
//		if err := lr.Fill(); err != nil { … }
//	}
//
// The zero value is not usable. A LineReader is for one goroutine.
type LineReader struct {
	r     io.Reader
	limit int
	buf   []byte // buf[next:] is unread
	next  int
	clean int // buf[next:clean] is known to contain no newline
}

// NewLineReader reads lines of at most limit bytes, newline not counted.
func NewLineReader(r io.Reader, limit int) *LineReader {
	return &LineReader{r: r, limit: limit}
}

// Line returns the next complete line, without its newline. It never reads from the stream. The
// line is valid until the next Fill.
func (l *LineReader) Line() ([]byte, bool) {
	i := bytes.IndexByte(l.buf[l.clean:], '\n')
	if i < 0 {
		l.clean = len(l.buf)
		return nil, false
	}
	end := l.clean + i
	line := l.buf[l.next:end:end]
	l.next, l.clean = end+1, end+1
	return line, true
}

// Partial reports whether a line has begun to arrive but is not complete. It is meaningful
// after Line returned false.
func (l *LineReader) Partial() bool { return l.next < len(l.buf) }

// Fill reads once from the stream. It must only be called after Line returned false, and
// invalidates every line that was handed out. It fails with ErrTooLarge when the arriving line
// is longer than the limit, and otherwise with the stream's error; io.EOF in the middle of a
// line becomes io.ErrUnexpectedEOF.
func (l *LineReader) Fill() error {
	rest := l.buf[l.next:]
	if len(rest) > l.limit {
		return ErrTooLarge
	}
	switch {
	case cap(l.buf) == 0, l.next > 0 && cap(l.buf) > max(lineKeep, l.sizeFor(len(rest))):
		l.move(rest, l.sizeFor(len(rest))) // the start of a line must not keep the buffer of an earlier long one
	case len(rest) == cap(l.buf): // limit+1 bytes hold the longest line and its newline
		l.move(rest, min(2*cap(l.buf), l.limit+1))
	default:
		l.buf = l.buf[:copy(l.buf[:cap(l.buf)], rest)]
	}
	l.clean -= l.next
	l.next = 0
	n, err := l.r.Read(l.buf[len(l.buf):cap(l.buf)])
	l.buf = l.buf[:len(l.buf)+n]
	switch {
	case n > 0:
		return nil // an error that came with the bytes will come again
	case err == io.EOF && l.Partial():
		return io.ErrUnexpectedEOF
	case err == nil:
		return io.ErrNoProgress
	}
	return err
}

// sizeFor is the size of the buffer of a line of which n bytes have arrived.
func (l *LineReader) sizeFor(n int) int {
	size := lineStart
	for size <= n {
		size *= 2
	}
	return min(size, l.limit+1)
}

// move puts rest into another buffer, of size bytes.
func (l *LineReader) move(rest []byte, size int) {
	buf := takeBuffer(size)
	buf = append(buf, rest...)
	putBuffer(l.buf)
	l.buf = buf
}

// spares are buffers that no line needs any more, by the bit length of their size. A line of 1
// MB goes through 4 MB of them, which take 0.6 ms to allocate, clear and collect. Only sizes
// that no idle connection keeps are pooled, and a buffer is only used for lines of its own
// size: so a connection holds exactly what it is accounted for.
var spares [bits.UintSize + 1]sync.Pool // of *[]byte

func takeBuffer(size int) []byte {
	if b, ok := spares[bits.Len(uint(size))].Get().(*[]byte); ok && cap(*b) == size {
		return (*b)[:0]
	}
	return make([]byte, 0, size)
}

func putBuffer(b []byte) {
	if cap(b) > lineKeep {
		spares[bits.Len(uint(cap(b)))].Put(&b)
	}
}
