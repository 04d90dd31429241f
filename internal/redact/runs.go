package redact

import "github.com/provenanced/provenanced/internal/lanes"

// wordEnd returns the end of the letters and digits at text[at:].
func wordEnd(t []byte, at int) int {
	for {
		w := lanes.Load(t, at)
		n := lanes.Leading(lanes.Letters(w) | lanes.Digits(w))
		if at += n; n < 8 {
			return at
		}
	}
}

// digitsEnd returns the end of the digits at text[at:].
func digitsEnd(t []byte, at int) int {
	for {
		n := lanes.Leading(lanes.Digits(lanes.Load(t, at)))
		if at += n; n < 8 {
			return at
		}
	}
}

// run remembers a stretch without certain bytes, so that a stretch in front of many places is
// walked once.
type run struct{ from, to int }

// end returns the end of the bytes that are not in stops, between text[at:] and text[limit:].
func (r *run) end(t []byte, at, limit int, stops *class) int {
	if at < r.from || at > r.to {
		*r = run{at, at}
	}
	limit = min(limit, len(t))
	for r.to < limit && !stops[t[r.to]] {
		r.to++
	}
	return min(r.to, limit)
}

// allHex reports whether all bytes are hexadecimal digits.
func allHex(v []byte) bool {
	i := 0
	for ; i+8 <= len(v); i += 8 {
		w := lanes.Load(v, i)
		if lanes.Digits(w)|lanes.Within(w|0x20*lanes.Ones, 'a', 'f') != lanes.Tops {
			return false
		}
	}
	for ; i < len(v); i++ {
		if !isHex(v[i]) {
			return false
		}
	}
	return true
}
