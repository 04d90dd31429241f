package toolexec

import (
	"bytes"

	"github.com/provenanced/provenanced/internal/redact"
)

const (
	// maxLine is how many bytes wait for the end of their line.
	maxLine = 64 << 10
	// around is how many bytes are examined on both sides of a cut within a line. Findings are
	// rarely longer.
	around = 8 << 10
)

var (
	keyBegins = []byte("-----BEGIN ")
	keyEnds   = []byte("-----END ")
)

// lines redacts a stream with package redact, whole lines at a time and as many as have come, since
// a finding may depend on the lines around it.
type lines struct {
	level redact.Level
	waits bool // unfinished lines wait, even where nothing is redacted
	packs bool // whole lines wait, too, as long as they are few
	held  []byte
	told  int // how much of held was written; it is kept as context for the rest
	ended int // how much of held is whole lines, of a key that continues
}

func (l *lines) write(dst, p []byte) []byte {
	if l.level == redact.Off && !l.waits {
		return append(dst, p...)
	}
	if i := bytes.LastIndexAny(p, "\n\r"); i >= 0 {
		l.ended = len(l.held) + i + 1
	}
	l.held = append(l.held, p...)
	cut := l.unkeyed()
	switch {
	case len(l.held)-cut > maxLine:
		return l.part(dst)
	case cut > l.told && !(l.packs && len(l.held) <= maxLine):
		dst = l.give(dst, redact.Find(l.held[:cut], l.level), cut)
		l.drop(cut)
	}
	return dst
}

// part writes most of a line that is too long to wait for, and holds back what may become a finding
// when more comes.
func (l *lines) part(dst []byte) []byte {
	found := redact.Find(l.held, l.level)
	cut := len(l.held) - around
	for _, f := range found {
		if f.Start < cut && cut < f.End {
			if cut = f.Start; cut <= max(l.told, len(l.held)-maxLine/2) { // a finding too long to hold back
				cut = f.End
			}
			break
		}
	}
	dst = l.give(dst, found, cut)
	l.drop(max(0, cut-around))
	return dst
}

// give appends held[told:to] with findings redacted; of a finding that begins there, nothing after
// to.
func (l *lines) give(dst []byte, found []redact.Finding, to int) []byte {
	for _, f := range found {
		if f.End <= l.told {
			continue
		}
		if f.Start >= to {
			break
		}
		if f.Start > l.told {
			dst = append(dst, l.held[l.told:f.Start]...)
		}
		dst = append(dst, f.Type.Marker()...)
		l.told = f.End
	}
	if to > l.told {
		dst = append(dst, l.held[l.told:to]...)
		l.told = to
	}
	return dst
}

// drop forgets the first n bytes of held.
func (l *lines) drop(n int) {
	l.held = l.held[:copy(l.held, l.held[n:])]
	l.told, l.ended = max(0, l.told-n), max(0, l.ended-n)
}

// unkeyed returns the end of the whole lines, or the start of an unfinished key in them.
func (l *lines) unkeyed() int {
	if l.level == redact.Off {
		return l.ended
	}
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

// idle appends the rest when the stream pauses. If more of the line or key comes, it is examined
// together with this.
func (l *lines) idle(dst []byte) []byte {
	dst = l.give(dst, redact.Find(l.held, l.level), len(l.held))
	l.drop(max(l.unkeyed(), len(l.held)-around))
	return dst
}

// end appends the rest at the end of the stream.
func (l *lines) end(dst []byte) []byte {
	dst = l.give(dst, redact.Find(l.held, l.level), len(l.held))
	l.drop(len(l.held))
	return dst
}

// waiting reports whether idle would write something.
func (l *lines) waiting() bool { return len(l.held) > l.told }

// cleaner removes the tool's own secrets from a stream, then anything that looks like a secret.
type cleaner struct {
	secrets remover
	lines   lines
	between []byte // from one to the other
}

// newCleaner makes unfinished lines wait if there are secrets, and whole lines if a secret has
// several. Otherwise the delay of a secret's beginning would give it away.
func newCleaner(s *secrets, level redact.Level) *cleaner {
	return &cleaner{secrets: remover{of: s}, lines: lines{level: level, waits: s.find != nil, packs: s.severalLines()}}
}

func (c *cleaner) write(dst, p []byte) []byte {
	c.between = c.secrets.write(c.between[:0], p)
	return c.lines.write(dst, c.between)
}

// idle appends what has waited long enough.
func (c *cleaner) idle(dst []byte) []byte {
	c.between = c.secrets.idle(c.between[:0])
	return c.lines.idle(c.lines.write(dst, c.between))
}

func (c *cleaner) end(dst []byte) []byte {
	c.between = c.secrets.end(c.between[:0])
	return c.lines.end(c.lines.write(dst, c.between))
}

// cut appends whole lines only: the caller chooses where output is cut off, and a partly redacted
// secret there would reveal something about it.
func (c *cleaner) cut(dst []byte) []byte {
	c.between = c.secrets.end(c.between[:0])
	c.lines.packs = false
	return c.lines.write(dst, c.between)
}

// waiting reports whether idle would write something.
func (c *cleaner) waiting() bool { return c.secrets.waiting() || c.lines.waiting() }
