package toolexec

import (
	"bytes"

	"github.com/provenanced/provenanced/internal/redact"
)

// maxLine is how much is waited for until a line ends.
const maxLine = 64 << 10

var (
	keyBegins = []byte("-----BEGIN ")
	keyEnds   = []byte("-----END ")
)

// lines takes out of a stream what package redact finds in its lines, as many as
// have come at a time: what is recognised needs its neighbours.
type lines struct {
	level redact.Level
	held  []byte
	ended int // how many of held are whole lines, of a key that goes on
}

func (l *lines) write(dst, p []byte) []byte {
	if l.level == redact.Off {
		return append(dst, p...)
	}
	if i := bytes.LastIndexAny(p, "\n\r"); i >= 0 {
		l.ended = len(l.held) + i + 1
	}
	l.held = append(l.held, p...)
	cut := l.unkeyed()
	if len(l.held)-cut > maxLine {
		cut = len(l.held)
	}
	if cut == 0 {
		return dst
	}
	dst = l.clean(dst, l.held[:cut])
	l.held = l.held[:copy(l.held, l.held[cut:])]
	l.ended = max(0, l.ended-cut)
	return dst
}

// unkeyed is where the whole lines end, or before them a key begins that does not.
func (l *lines) unkeyed() int {
	at := 0
	for {
		begin := bytes.Index(l.held[at:l.ended], keyBegins)
		if begin < 0 {
			return l.ended
		}
		at += begin
		end := bytes.Index(l.held[at:l.ended], keyEnds)
		if end < 0 {
			return bytes.LastIndexAny(l.held[:at], "\n\r") + 1
		}
		at += end
	}
}

// end appends the rest: the stream has ended, or nobody should wait any longer.
func (l *lines) end(dst []byte) []byte {
	dst = l.clean(dst, l.held)
	l.held, l.ended = l.held[:0], 0
	return dst
}

func (l *lines) clean(dst, text []byte) []byte {
	at := 0
	for _, f := range redact.Find(text, l.level) {
		dst = append(append(dst, text[at:f.Start]...), f.Type.Marker()...)
		at = f.End
	}
	return append(dst, text[at:]...)
}

// cleaner is what a stream goes through: first the tool's own secrets are taken out,
// then what looks like anybody's.
type cleaner struct {
	secrets remover
	lines   lines
	between []byte // from one to the other
}

func newCleaner(s *secrets, level redact.Level) *cleaner {
	return &cleaner{secrets: remover{of: s}, lines: lines{level: level}}
}

func (c *cleaner) write(dst, p []byte) []byte {
	c.between = c.secrets.write(c.between[:0], p)
	return c.lines.write(dst, c.between)
}

// idle appends what has waited long enough.
func (c *cleaner) idle(dst []byte) []byte {
	c.between = c.secrets.idle(c.between[:0])
	return c.lines.end(c.lines.write(dst, c.between))
}

func (c *cleaner) end(dst []byte) []byte {
	c.between = c.secrets.end(c.between[:0])
	return c.lines.end(c.lines.write(dst, c.between))
}

// waiting reports whether idle would give something out.
func (c *cleaner) waiting() bool { return c.secrets.waiting() || len(c.lines.held) > 0 }
