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
	held  []byte // a line that has not ended, or a key
}

func (l *lines) write(dst, p []byte) []byte {
	if l.level == redact.Off {
		return append(dst, p...)
	}
	l.held = append(l.held, p...)
	cut := bytes.LastIndexAny(l.held, "\n\r") + 1
	if key := bytes.LastIndex(l.held[:cut], keyBegins); key >= 0 && !bytes.Contains(l.held[key:cut], keyEnds) {
		cut = bytes.LastIndexAny(l.held[:key], "\n\r") + 1
	}
	if len(l.held)-cut > maxLine {
		cut = len(l.held)
	}
	dst = l.clean(dst, l.held[:cut])
	l.held = l.held[:copy(l.held, l.held[cut:])]
	return dst
}

// end appends the rest: the stream has ended, or nobody should wait any longer.
func (l *lines) end(dst []byte) []byte {
	dst = l.clean(dst, l.held)
	l.held = l.held[:0]
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
