package flow

// private is rule P: the owner's private values must not leave unless they say so.
func (j *judging) private() {
	s := j.s
	if s.lostTrusted && j.weakest < strengthSaid {
		j.add(&Arg{Name: "*", Role: Content}, finding{rule: NothingKnown}, true)
		return
	}
	if len(s.private) == 0 {
		return
	}
	var words []token
	var ends []int
	for i := range j.args {
		words = s.hash.tokens(words, []byte(j.args[i].Text))
		ends = append(ends, len(words))
	}
	s.privateIn(words, ends, func(l *leaf) {
		j.add(&Arg{Name: "*", Role: Content}, finding{rule: Private, leaf: l}, true)
	})
}

// privateIn calls yield with each private value in the words of a call that the owner did not
// mention; ends are the ends of the call's values.
func (s *Store) privateIn(words []token, ends []int, yield func(*leaf)) {
	for _, i := range s.private {
		l := &s.leafs[i]
		if !s.step(len(words)) {
			return
		}
		if contains(words, ends, s.words[l.at:l.at+l.n]) && !s.saidWords(s.words[l.at:l.at+l.n]) && !s.saysKey(l.key) {
			yield(l)
		}
	}
}

// contains reports whether the words are in a row in one of the values.
func contains(all []token, ends []int, words []uint32) bool {
	start := 0
	for _, end := range ends {
	next:
		for i := start; i+len(words) <= end; i++ {
			if uint32(all[i].h)&hashMask != words[0]&hashMask || all[i].joint != 0 || i+len(words) < end && all[i+len(words)].joint != 0 {
				continue
			}
			for k := 1; k < len(words); k++ {
				if all[i+k].word() != words[k]&(hashMask|jointMask) {
					continue next
				}
			}
			return true
		}
		start = end
	}
	return false
}

// saidWords reports whether words of the store are in a row, as a whole, in the owner's messages.
func (s *Store) saidWords(words []uint32) bool {
	o := &s.owner
	for m := range o.messages {
		all := o.words[o.messages[m].start:o.messages[m].end]
	next:
		for i := 0; i+len(words) <= len(all); i++ {
			if uint32(all[i].h)&hashMask != words[0]&hashMask || all[i].joint != 0 || i+len(words) < len(all) && all[i+len(words)].joint != 0 {
				continue
			}
			for k := 1; k < len(words); k++ {
				if (uint32(all[i+k].h)&hashMask | uint32(all[i+k].joint)<<hashBits) != words[k]&(hashMask|jointMask) {
					continue next
				}
			}
			return true
		}
	}
	return false
}

// saysKey reports whether the owner's words include a meaningful word of a field's name.
func (s *Store) saysKey(key uint16) bool {
	for _, w := range nameWords(s.keys[key].name) {
		if w == "number" || w == "id" {
			continue
		}
		if t := s.hash.tokens(nil, []byte(w)); s.owner.hasWord(t[0].h) {
			return true
		}
	}
	return false
}
