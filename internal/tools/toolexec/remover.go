package toolexec

import (
	"cmp"
	"slices"
)

// remover removes secrets from a stream. Its output does not depend on how the stream was cut into
// pieces: each run of bytes that belong to a secret, whole and in any form, becomes one marker. It
// holds back only the beginning of a possible secret.
type remover struct {
	of   *secrets
	held []byte // begins where a secret may begin
	at   int64  // its place in the stream

	laidOut *laidOut // has read to the end of held; nil: nothing came yet

	told    int  // how much of held was already written, by idle
	covered int  // how much of held belongs to a known secret
	inside  bool // the last output was a marker
	spans   []span
}

// span is text[start:end] of a secret.
type span struct{ start, end int }

// write appends to dst what is certain after p.
func (r *remover) write(dst, p []byte) []byte {
	if r.of.find == nil {
		return append(dst, p...)
	}
	if r.laidOut == nil {
		r.laidOut = newLaidOut(&r.of.laidOut)
	}
	r.held = append(r.held, p...)
	r.laidOut.write(p)
	r.look()
	begun, _ := r.laidOut.since()
	keep := r.within(begun, r.of.unfinished(r.held))
	dst = r.give(dst, keep)
	r.at += int64(keep)
	r.covered = max(0, r.covered-keep)
	r.told = max(0, r.told-keep)
	r.held = r.held[:copy(r.held, r.held[keep:])]
	return dst
}

// within returns the earlier of two places as a place in held; the first is one in the stream.
func (r *remover) within(stream int64, held int) int {
	if stream == never {
		return held
	}
	return max(0, min(held, int(stream-r.at)))
}

// look finds the whole secrets in held.
func (r *remover) look() {
	r.spans = append(r.spans[:0], span{0, r.covered})
	if l := r.laidOut; l != nil {
		l.found = slices.DeleteFunc(l.found, func(p place) bool { return p.end <= r.at })
		for _, p := range l.found {
			r.spans = append(r.spans, span{int(max(0, p.start-r.at)), int(p.end - r.at)})
		}
	}
	r.of.find.Scan(r.held, func(_, start, end int) bool {
		r.spans = append(r.spans, span{start, end})
		return true
	})
	slices.SortFunc(r.spans, func(a, b span) int { return cmp.Compare(a.start, b.start) })
}

// give appends held[told:to], and sets covered to how far known secrets extend without a gap from
// there; others will be found again.
func (r *remover) give(dst []byte, to int) []byte {
	at := r.told
	for _, s := range r.spans {
		if s.start > max(to, r.covered) {
			break
		}
		r.covered = max(r.covered, s.end)
		if end := min(s.start, to); end > at {
			dst = append(dst, r.held[at:end]...)
			at, r.inside = end, false
		}
		if end := min(s.end, to); end > at {
			dst = r.mark(dst)
			at = end
		}
	}
	if to > at {
		dst = append(dst, r.held[at:to]...)
		r.inside = false
	}
	return dst
}

func (r *remover) mark(dst []byte) []byte {
	if !r.inside {
		dst = append(dst, removed...)
	}
	r.inside = true
	return dst
}

// idle appends what a reader should not wait for when the stream pauses: a prompt may end like the
// beginning of a secret. If the rest comes later, that is removed. Only a nearly complete secret is
// held back: otherwise a caller who controls what a tool prints could guess a secret from its
// beginning, byte by byte.
func (r *remover) idle(dst []byte) []byte {
	if len(r.held) == r.told {
		return dst
	}
	r.look()
	to := r.nearly()
	dst = r.give(dst, to)
	r.told = max(r.told, to)
	if r.covered > r.told {
		dst, r.told = r.mark(dst), r.covered
	}
	return dst
}

// end appends the rest. A stream may end anywhere, so a nearly complete secret counts as one.
func (r *remover) end(dst []byte) []byte {
	if r.laidOut != nil {
		r.laidOut.end()
	}
	dst = r.idle(dst)
	if len(r.held) > r.told {
		dst = r.mark(dst)
	}
	return dst
}

// waiting reports whether idle would write something.
func (r *remover) waiting() bool {
	return r.covered > r.told || r.nearly() > r.told
}

// nearly returns where a nearly complete secret begins in held, in any layout.
func (r *remover) nearly() int {
	to := r.of.nearly(r.held)
	if r.laidOut != nil {
		_, nearly := r.laidOut.since()
		to = r.within(nearly, to)
	}
	return to
}
