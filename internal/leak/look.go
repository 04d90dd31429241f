package leak

import "math/bits"

// Way is how a secret is written in a text.
type Way string

// The ways.
const (
	InClear  Way = "in clear"
	Backward Way = "backwards"
	Base64   Way = "in base64"
	Base32   Way = "in base32"
	Hex      Way = "in hexadecimal"
)

// Hit is a secret that a text carries, alone or together with earlier texts.
type Hit struct {
	About
	Way    Way
	Pieces bool // other texts contributed to it
}

// Parts are the parts of secrets that texts have carried, by the secret's index in the store.
type Parts [maxKnown]uint64

// Look finds the secrets that a text carries together with those before it. It returns them and the
// parts that are known to be carried after this text. It takes time linear in the text.
func (s *Store) Look(text []byte, before *Parts) (hits []Hit, parts Parts) {
	if s.Known() == 0 {
		return nil, parts
	}
	l := looking{s: s}
	views(text, l.view)
	for i := range s.known {
		k := &s.known[i]
		parts[i] = l.parts[i]
		all := l.parts[i]
		if before != nil {
			all |= before[i]
			parts[i] = all
		}
		switch need := enoughOf(k.N); {
		case l.whole[i] || bits.OnesCount64(l.parts[i]) >= need:
			hits = append(hits, Hit{About: k.About, Way: l.way[i]})
		case l.parts[i] != 0 && bits.OnesCount64(all) >= need:
			hits = append(hits, Hit{About: k.About, Way: l.way[i], Pieces: true})
		}
	}
	return hits, parts
}

// enoughOf returns how many of n letters and digits give a secret away.
func enoughOf(n int) int { return min(max(shortest, (n*3+4)/5), enough) }

// looking is the search of one text.
type looking struct {
	s     *Store
	parts Parts
	whole [maxKnown]bool
	way   [maxKnown]Way
}

func (l *looking) note(i int, way Way) {
	if l.way[i] == "" || way == InClear {
		l.way[i] = way
	}
}

// view searches one reading of the text.
func (l *looking) view(text []byte, way Way) {
	l.piecesIn(text, way)
	var seen [longest + 1]bool
	for i := range l.s.known {
		if k := &l.s.known[i]; !k.apart && !seen[k.N] {
			seen[k.N] = true
			l.wholesIn(text, k.N, way)
		}
	}
}

// piecesIn finds pieces of secrets.
func (l *looking) piecesIn(text []byte, way Way) {
	s := l.s
	if len(s.pieces) == 0 {
		return
	}
	r := roll{base: s.base, n: pieceSize, out: power(s.base, pieceSize)}
	for _, c := range text {
		if !r.next(c) {
			continue
		}
		if f := mixed(r.h); s.filter[f/64]>>(f%64)&1 == 0 {
			continue
		}
		for _, p := range s.pieces[r.h] {
			l.parts[p.secret] |= (1<<pieceSize - 1) << p.at
			if p.back && way == InClear {
				l.note(int(p.secret), Backward)
			} else {
				l.note(int(p.secret), way)
			}
		}
	}
}

// wholesIn finds secrets of n letters and digits of which only the whole's hash is known.
func (l *looking) wholesIn(text []byte, n int, way Way) {
	s := l.s
	r := roll{base: s.base, n: n, out: power(s.base, n)}
	for _, c := range text {
		if !r.next(c) {
			continue
		}
		hint, sum := mixed(r.h), uint64(0)
		for i := range s.known {
			k := &s.known[i]
			if k.apart || k.N != n || k.Forward.Hint != hint && k.Backward.Hint != hint {
				continue
			}
			if sum == 0 {
				sum = s.sum(r.window())
			}
			switch {
			case k.Forward == whole{sum, hint}:
				l.whole[i] = true
				l.note(i, way)
			case k.Backward == whole{sum, hint}:
				l.whole[i] = true
				l.note(i, Backward)
			}
		}
	}
}

// roll is a rolling hash of the last n letters and digits of a text.
type roll struct {
	base, out uint64
	h         uint64
	n, count  int
	last      [longest]byte
}

// next adds a byte, and reports whether there is a hash that ends with it.
func (r *roll) next(b byte) bool {
	c := folded[b]
	if c == 0 {
		return false
	}
	at := r.count % r.n
	r.h = r.h*r.base + uint64(c)
	if r.count >= r.n {
		r.h -= r.out * uint64(r.last[at])
	}
	r.last[at] = c
	r.count++
	return r.count >= r.n
}

// window returns the hashed bytes.
func (r *roll) window() []byte {
	at := r.count % r.n
	return append(append(make([]byte, 0, r.n), r.last[at:r.n]...), r.last[:at]...)
}

func power(base uint64, n int) uint64 {
	p := uint64(1)
	for range n {
		p *= base
	}
	return p
}
