package toolexec

import (
	"bytes"

	"github.com/provenanced/provenanced/internal/redact"
)

const (
	// maxLine is how much is waited for until a line ends.
	maxLine = 64 << 10
	// around is how much is looked at on both sides of a place within a line where it
	// is cut. What is recognised is rarely longer.
	around = 8 << 10
)

var (
	keyBegins = []byte("-----BEGIN ")
	keyEnds   = []byte("-----END ")
)

// lines takes out of a stream what package redact finds in it, whole lines at a time
// and as many as have come: what is recognised may need the lines around it.
type lines struct {
	level redact.Level
	waits bool // for the end of a line, also where nothing is looked for
	packs bool // whole lines wait too, as long as they are few
	held  []byte
	told  int // how many of held have been given out; they are kept as the context of the rest
	ended int // how many of held are whole lines, of a key that goes on
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

// part gives out most of a line that is too long to be waited for, and holds back what
// may be recognised when more has come.
func (l *lines) part(dst []byte) []byte {
	found := redact.Find(l.held, l.level)
	cut := len(l.held) - around
	for _, f := range found {
		if f.Start < cut && cut < f.End {
			if cut = f.Start; cut <= max(l.told, len(l.held)-maxLine/2) { // longer than it can be held back
				cut = f.End
			}
			break
		}
	}
	dst = l.give(dst, found, cut)
	l.drop(max(0, cut-around))
	return dst
}

// give appends held[told:to] without what was found; nothing of that goes beyond to.
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

// drop forgets the first n of held.
func (l *lines) drop(n int) {
	l.held = l.held[:copy(l.held, l.held[n:])]
	l.told, l.ended = max(0, l.told-n), max(0, l.ended-n)
}

// unkeyed is where the whole lines end, or before them a key begins that does not.
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

// idle appends the rest, now that nobody should wait any longer; if more of the line
// or the key comes, it is looked at with what it follows.
func (l *lines) idle(dst []byte) []byte {
	dst = l.give(dst, redact.Find(l.held, l.level), len(l.held))
	l.drop(max(l.unkeyed(), len(l.held)-around))
	return dst
}

// end appends the rest: the stream has ended.
func (l *lines) end(dst []byte) []byte {
	dst = l.give(dst, redact.Find(l.held, l.level), len(l.held))
	l.drop(len(l.held))
	return dst
}

// waiting reports whether idle would give something out.
func (l *lines) waiting() bool { return len(l.held) > l.told }

// cleaner is what a stream goes through: first the tool's own secrets are taken out,
// then what looks like anybody's.
type cleaner struct {
	secrets remover
	lines   lines
	between []byte // from one to the other
}

// newCleaner has every unfinished line wait where there are secrets, and whole ones where
// one of these has several: what waited alone, as the beginning of one, would be told by
// that from what does not.
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

// cut appends what has come of whole lines: where the rest is cut off is the caller's
// choice, and what became of a secret there would tell of it.
func (c *cleaner) cut(dst []byte) []byte {
	c.between = c.secrets.end(c.between[:0])
	c.lines.packs = false
	return c.lines.write(dst, c.between)
}

// waiting reports whether idle would give something out.
func (c *cleaner) waiting() bool { return c.secrets.waiting() || c.lines.waiting() }
