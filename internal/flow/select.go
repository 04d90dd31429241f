package flow

import "math/bits"

// How strongly the owner's words select a record.
const (
	selectsNot   = iota
	selectsField // by some field
	selectsName  // by a whole name
	selectsWhom  // by the person whom it is from or about
)

// selectRecord computes how strongly the owner's words select the record.
func (s *Store) selectRecord(r *record) {
	r.selected = selectsNot
	for i := r.first; i < r.first+r.n; i++ {
		l := &s.leafs[i]
		if l.flags&isField == 0 || l.flags&isInert != 0 || l.n == 0 {
			continue
		}
		identity := s.keys[l.key].lists&inIdentity != 0 || r.flags&isSingle != 0 && r.flags&hasFree == 0
		if hit, whole := s.selects(l, identity); hit {
			switch {
			case identity:
				r.selected = selectsWhom
				return
			case whole && l.flags&isVeryLong != 0:
				r.selected = selectsName
			default:
				r.selected = max(r.selected, selectsField)
			}
		}
	}
}

// selects reports whether a message of the owner's mentions a field, and whether it contains the
// whole field.
func (s *Store) selects(l *leaf, identity bool) (hit, whole bool) {
	o := &s.owner
	words := s.words[l.at : l.at+l.n]
	if l.flags&isLong != 0 && o.spoken(words[0]&hashMask).in != 0 && s.saysWhole(words) {
		return true, true
	}
	local := atSign(words)
	if local < len(words) {
		identity = true // of an address, the part that names somebody
		in, caps, n := ^uint16(0), uint16(0), 0
		for _, w := range words[:local] {
			if w&isShort != 0 {
				continue
			}
			p := o.spoken(w & hashMask)
			in, caps, n = in&p.in, caps|p.caps, n+1
		}
		return n > 0 && in&caps != 0, false
	}
	if identity {
		in, n := ^uint16(0), 0
		for _, w := range words {
			if w&isShort != 0 {
				continue
			}
			in, n = in&o.spoken(w&hashMask).caps, n+1
		}
		return n > 0 && in != 0, false
	}
	var in [activeMessages]uint8
	caps, n, some := uint16(0), 0, uint16(0)
	for _, w := range words {
		if w&(isShort|isLight) != 0 {
			continue
		}
		n++
		p := o.spoken(w & hashMask)
		caps |= p.caps & p.content
		some |= p.content
		for m := p.content; m != 0; m &= m - 1 {
			in[bits.TrailingZeros16(m)]++
		}
	}
	for m := some; m != 0; m &= m - 1 {
		k := bits.TrailingZeros16(m)
		if in[k] >= 2 && (int(in[k]) == n || caps>>k&1 != 0) {
			return true, false
		}
	}
	return false, false
}

// saysWhole reports whether words of the store are in a row, as a whole, in a message that selects.
func (s *Store) saysWhole(words []uint32) bool {
	o := &s.owner
next:
	for i := range o.activeWords() {
		w := &o.words[i]
		end := int(o.messages[w.msg].end)
		if uint32(w.h)&hashMask != words[0]&hashMask || w.joint != 0 || i+len(words) > end {
			continue
		}
		for k := 1; k < len(words); k++ {
			x := &o.words[i+k]
			if (uint32(x.h)&hashMask | uint32(x.joint)<<hashBits) != words[k]&(hashMask|jointMask) {
				continue next
			}
		}
		if i+len(words) == end || o.words[i+len(words)].joint == 0 {
			return true
		}
	}
	return false
}

// alike reports whether the owner's words that select one record are also in the other.
func (s *Store) alike(a, b *record) bool {
	for i := a.first; i < a.first+a.n; i++ {
		if s.leafs[i].flags&isField == 0 {
			continue
		}
		for _, w := range s.words[s.leafs[i].at : s.leafs[i].at+s.leafs[i].n] {
			if s.owner.spoken(w&hashMask).content != 0 && s.hasToken(b, w) {
				return true
			}
		}
	}
	return false
}

// hasToken reports whether a field of the record contains the word.
func (s *Store) hasToken(r *record, word uint32) bool {
	for i := r.first; i < r.first+r.n; i++ {
		l := &s.leafs[i]
		if l.flags&isField == 0 {
			continue
		}
		for _, w := range s.words[l.at : l.at+l.n] {
			if w&hashMask == word&hashMask {
				return true
			}
		}
	}
	return false
}
