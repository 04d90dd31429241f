package ledger

import (
	"bytes"
	"errors"
	"io"
)

var (
	errTorn = errors.New("bytes without a newline at the end of the file")
	errLong = errors.New("line is too long")
)

// lines reads a file line by line, holding one line of at most MaxLine bytes.
type lines struct {
	f          io.ReaderAt
	at         int64 // where in the file buf begins
	buf        []byte
	start, end int // the bytes of buf not yet returned
}

// from continues at the beginning of a line in a file.
func (r *lines) from(f io.ReaderAt, at int64) {
	if r.buf == nil {
		r.buf = make([]byte, 64<<10)
	}
	*r = lines{f: f, at: at, buf: r.buf}
}

// next returns the next line without its newline, valid until the next call. It fails with
// io.EOF at the end; with errTorn if the rest, which it returns, has no newline; with errLong;
// or with the file's error. After the first two it may be called again, because the file may
// have grown.
func (r *lines) next() ([]byte, error) {
	searched := 0
	for {
		if i := bytes.IndexByte(r.buf[r.start+searched:r.end], '\n'); i >= 0 {
			line := r.buf[r.start : r.start+searched+i]
			r.start += searched + i + 1
			return line, nil
		}
		searched = r.end - r.start
		if searched >= MaxLine {
			return nil, errLong
		}
		if r.start > 0 {
			r.at += int64(r.start)
			r.end = copy(r.buf, r.buf[r.start:r.end])
			r.start = 0
		}
		if r.end == len(r.buf) {
			grown := make([]byte, min(2*len(r.buf), MaxLine))
			copy(grown, r.buf)
			r.buf = grown
		}
		n, err := r.f.ReadAt(r.buf[r.end:], r.at+int64(r.end))
		r.end += n
		if n > 0 {
			continue
		}
		if err != nil && err != io.EOF {
			return nil, err
		}
		if r.end > r.start {
			torn := r.buf[r.start:r.end]
			r.end = r.start // a writer may cut this off before it continues
			return torn, errTorn
		}
		return nil, io.EOF
	}
}

// offset is where in the file the next line begins.
func (r *lines) offset() int64 { return r.at + int64(r.start) }
