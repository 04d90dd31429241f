package flow

import "unicode/utf8"

// copiedWords consecutive words are a copy.
const copiedWords = 6

// titles is rule T: a note for the owner alone must not say what strangers want.
func (j *judging) titles() {
	for i := range j.args {
		a := &j.args[i]
		if a.Role != Content || !isTitle(a.Name) {
			continue
		}
		toks := j.s.hash.tokens(nil, []byte(a.Text))
		if l, yes := j.s.copied(toks); yes {
			j.add(a, finding{rule: Copied, leaf: l}, true)
			return
		}
		if l, yes := j.s.shortCopy([]byte(a.Text), toks); yes {
			j.add(a, finding{rule: Copied, leaf: l}, true)
			return
		}
		if l, yes := j.s.foreignName([]byte(a.Text), toks); yes {
			j.add(a, finding{rule: ForeignName, leaf: l}, true)
			return
		}
	}
}

func isTitle(name string) bool {
	for _, w := range nameWords(name) {
		if w == "title" || w == "subject" || w == "name" {
			return true
		}
	}
	return false
}

// othersSay finds a text by others that contains the words in a row; by is nil if it was dropped.
func (s *Store) othersSay(ts []token) (by *leaf, yes bool) {
	s.phrase(ts, func(l *leaf, _ int) bool {
		if l.flags&(isFree|isText) != 0 && !s.trusted(l) {
			by = l
		}
		return by == nil
	})
	return by, by != nil || s.steps > maxSteps || s.sketch.phrase(ts)
}

// rowOf returns the end of a row of words that begins at i and is long enough to be a copy, or 0.
// Words with joints between them count as one.
func rowOf(toks []token, i int) (end int) {
	if toks[i].joint != 0 {
		return 0
	}
	n := 0
	for end = i; end < len(toks) && (n < copiedWords || toks[end].joint != 0); end++ {
		if toks[end].joint == 0 {
			n++
		}
	}
	if n < copiedWords {
		return 0
	}
	return end
}

// copied finds the text by others from which words in a row are copied, unless they are the
// owner's.
func (s *Store) copied(toks []token) (by *leaf, yes bool) {
	for i := 0; i < len(toks) && s.step(1); i++ {
		end := rowOf(toks, i)
		if end == 0 {
			continue
		}
		if _, said := s.saidWhole(toks[i:end]); said {
			continue
		}
		if by, yes := s.othersSay(toks[i:end]); yes {
			return by, true
		}
	}
	return nil, false
}

// shortCopy finds the text by others from which a whole short title is copied, unless the owner has
// said all of it.
func (s *Store) shortCopy(text []byte, toks []token) (by *leaf, yes bool) {
	for _, t := range toks {
		if !s.owner.hasWord(t.h) && t.runes >= 3 && lexicon.words[fold(string(text[t.start:t.end]))].lists&stop == 0 {
			return s.othersSay(toks)
		}
	}
	return nil, false
}

// foreignName finds a text by others with a name that is neither the owner's nor in a record.
func (s *Store) foreignName(text []byte, toks []token) (by *leaf, yes bool) {
	for i, t := range toks {
		if !s.step(1) {
			break
		}
		word := text[t.start:t.end]
		if !t.upper || utf8.RuneCount(word) < 4 || s.owner.hasWord(t.h) || lexicon.words[fold(string(word))].lists&stop != 0 {
			continue
		}
		one := toks[i : i+1]
		if s.isNameOfRecord(t) {
			continue
		}
		if by, yes := s.othersSay(one); yes && !s.inSelectedField(t) {
			return by, true
		}
	}
	return nil, false
}

// isNameOfRecord reports whether a word is in names of records, none of which is in a sentence of
// another record.
func (s *Store) isNameOfRecord(t token) bool {
	found, clean := false, true
	s.fieldsWith(t, func(l *leaf) bool {
		if k := &s.keys[l.key]; k.name != "name" && k.lists&inIdentity == 0 || l.n > 12 || s.trusted(l) {
			return true
		}
		found = true
		s.phraseOf(s.words[l.at:l.at+l.n], func(o *leaf, at int) bool {
			if o.rec != l.rec && (o.flags&isFree != 0 && s.words[at]&inShortLine == 0 || o.flags&isField != 0 && o.n >= lineWords) && !s.trusted(o) && !s.hasField(o.rec, l.h) {
				clean = false
			}
			return clean
		})
		clean = clean && !s.sketch.words(s.words[l.at:l.at+l.n])
		return clean
	})
	return found && clean
}

// inSelectedField reports whether a word is in a field of a record that the owner's words select,
// and not also in its free text.
func (s *Store) inSelectedField(t token) bool {
	ok := false
	s.fieldsWith(t, func(l *leaf) bool {
		rec := &s.recs[l.rec]
		ok = rec.selected != selectsNot && s.nodes[rec.node].flags&isCut == 0 && !s.trusted(l) && !s.inFree(rec, uint32(t.h)&hashMask)
		return !ok
	})
	return ok
}

func (s *Store) inFree(rec *record, hash uint32) bool {
	for p := s.wordHeads[hash%wordChains].last; p != 0 && s.step(1); p = s.wordNext[p-1] {
		if s.words[p-1]&hashMask == hash {
			if l := s.leafAt(int(p) - 1); l.flags&isFree != 0 && &s.recs[l.rec] == rec {
				return true
			}
		}
	}
	return false
}

// fieldsWith calls yield with each field that contains the word.
func (s *Store) fieldsWith(t token, yield func(*leaf) bool) {
	hash := uint32(t.h) & hashMask
	for p := s.wordHeads[hash%wordChains].last; p != 0 && s.step(1); p = s.wordNext[p-1] {
		if s.words[p-1]&hashMask == hash {
			if l := s.leafAt(int(p) - 1); l.flags&isField != 0 && !yield(l) {
				return
			}
		}
	}
}

func (s *Store) hasField(rec uint16, h uint64) bool {
	found := false
	s.byHash(h, func(l *leaf) bool {
		found = l.flags&isField != 0 && l.rec == rec
		return !found
	})
	return found
}

// phraseOf is phrase for words of the store.
func (s *Store) phraseOf(words []uint32, yield func(*leaf, int) bool) {
	ts := make([]token, len(words))
	for i, w := range words {
		ts[i] = token{h: uint64(w & hashMask), joint: uint8(w & jointMask >> hashBits)}
	}
	s.phrase(ts, yield)
}
