package flow

import "bytes"

// inOwnWords reports whether content consists of words that the owner used recently.
func (j *judging) inOwnWords(a *Arg) bool {
	s := scanner{hash: j.s.hash, text: []byte(a.Text)}
	for {
		t, ok := s.next()
		if !ok || !j.s.step(1) {
			return true
		}
		word := s.text[t.start:t.end]
		e := lexicon.of(foldInto(nil, word))
		if e.lists&stop != 0 || e.doings&j.c.Doings != 0 || j.s.owner.spoken(uint32(t.h)&hashMask).in != 0 {
			continue
		}
		f := finding{rule: Coined, strength: strengthCoined}
		one := token{h: t.h, runes: t.runes}
		if by, yes := j.s.othersSay([]token{one}); yes {
			f = finding{rule: InText, leaf: by}
		}
		j.add(&Arg{Name: a.Name, Text: string(word), Role: Content}, f, true)
		return false
	}
}

// content is rule C: links, addresses and accounts in what the agent writes.
func (j *judging) content() {
	for i := range j.args {
		a := &j.args[i]
		if a.Role != Content {
			continue
		}
		text := []byte(a.Text)
		if j.c.Later && !j.inOwnWords(a) {
			return
		}
		if a.Own || j.program {
			if by, yes := j.s.copied(j.s.hash.tokens(nil, text)); yes {
				j.add(a, finding{rule: Copied, leaf: by}, true)
			}
		}
		s := scanner{hash: j.s.hash, text: text}
		start, end := 0, 0
		for {
			t, ok := s.next()
			if !ok || !j.s.step(1) {
				break
			}
			if t.joint == 0 {
				start = t.start
			}
			if t.start < end {
				continue
			}
			if mayLink(t.joint) {
				if l, ok := linkAt(text, start); ok && l.sure {
					end = l.end
					j.inside(a, text[l.start:l.end], l.mail)
					continue
				}
			}
			if isAccount(text[t.start:t.end], t) {
				j.inside(a, text[t.start:t.end], true)
			}
		}
	}
}

// isAccount reports whether a word has the form of an account's number.
func isAccount(word []byte, t token) bool {
	if t.digits {
		return t.runes >= 9 && t.runes <= 19
	}
	if len(word) < 12 || len(word) > 34 || word[2] < '0' || word[2] > '9' || word[3] < '0' || word[3] > '9' {
		return false
	}
	for i, c := range word {
		letter := lower[c] >= 'a' && lower[c] <= 'z'
		if class[c]&isWord == 0 || i < 2 && !letter {
			return false
		}
	}
	return true
}

// inside judges a link or address inside content.
func (j *judging) inside(a *Arg, text []byte, target bool) {
	kind := URL
	if target {
		kind = Target
	}
	v := j.s.value(text, kind)
	f := j.authority(&v, kind, links)
	one := Arg{Name: a.Name, Text: string(text), Role: Content}
	if f.passes() {
		return
	}
	if j.r.SourceLinks && !v.exact() {
		if l := j.ofNamedSource(&v, kind); l != nil {
			j.add(&one, finding{rule: LinkFollow, strength: strengthWeak, leaf: l}, false)
			return
		}
	}
	if f.rule == Coined && target && bytes.IndexByte(text, '@') < 0 {
		return // a number of the agent's own
	}
	j.add(&one, f, true)
}

// ofNamedSource finds a link or an address in a source that the owner named, if they mention links
// or addresses.
func (j *judging) ofNamedSource(v *value, kind Role) (found *leaf) {
	s := j.s
	want := mail
	if kind == URL {
		want = web
	}
	if s.owner.scope.lists&want == 0 {
		return nil
	}
	check := func(l *leaf) bool {
		rec := &s.recs[l.rec]
		n := &s.nodes[rec.node]
		if !s.trusted(l) && rec.flags&isFlagged == 0 && (n.source.said() || n.listed() || rec.selected == selectsWhom) {
			found = l
		}
		return found == nil
	}
	if kind == URL {
		s.byHash(v.link, func(l *leaf) bool { return l.flags&isLink == 0 || check(l) })
	} else {
		s.phrase(v.toks, func(l *leaf, _ int) bool { return check(l) })
	}
	return found
}
