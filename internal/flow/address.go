package flow

// SaysHost reports whether the owner wrote one of these spellings of a host, in an address or as
// words.
func (s *Store) SaysHost(spellings ...string) bool {
	if s == nil {
		return false
	}
	s.steps = 0
	for _, h := range spellings {
		v := s.value([]byte(h), Host)
		if v.alike {
			continue
		}
		if _, ok := s.said(&v, Host); ok {
			return true
		}
	}
	return false
}

// Address judges a complete address that would be fetched: it passes if the owner wrote it, if it
// is in a source that they trust, or if it is where they pointed.
func (s *Store) Address(text string, r Rules, agreed []string) (v Value, passes bool) {
	j := s.Judge(Call{Fetches: true, Values: []Arg{{Name: "url", Text: text, Role: URL}}, Consented: agreed}, r)
	if len(j.Values) == 0 {
		return Value{Text: text, Rule: j.Why}, false
	}
	return j.Values[0], !j.Held
}

// Link returns a number that identifies an address within this store.
func (s *Store) Link(text string) uint64 {
	whole, _ := address(make([]byte, 0, 96), []byte(text))
	return s.hash.bytes(whole)
}

// Links returns the addresses in a text, in the form of Link; at most so many.
func (s *Store) Links(text string, most int) (all []uint64) {
	b := []byte(text)
	words := scanner{hash: s.hash, text: b}
	start, end := 0, 0
	for {
		t, ok := words.next()
		if !ok || len(all) == most {
			return all
		}
		if t.joint == 0 {
			start = t.start
		}
		if mayLink(t.joint) && t.start >= end {
			if l, ok := linkAt(b, start); ok && !l.mail {
				all, end = append(all, s.Link(text[l.start:l.end])), l.end
			}
		}
	}
}

// Private returns the private values in a text that the owner did not mention, at most so many.
func (s *Store) Private(text string, most int) (found []Value) {
	if s == nil || len(s.private) == 0 {
		return nil
	}
	s.steps = 0
	words := s.hash.tokens(nil, []byte(text))
	s.privateIn(words, []int{len(words)}, func(l *leaf) {
		if len(found) < most {
			found = append(found, Value{Rule: Private, Key: s.keys[l.key].name, Holds: true, HasNode: true, Node: s.firstNode + uint32(s.recs[l.rec].node)})
		}
	})
	return found
}

// SaysAny reports whether the owner uses one of the words in this turn.
func (s *Store) SaysAny(words []string) bool {
	if s == nil {
		return false
	}
	for _, w := range words {
		if s.saysNow(w) {
			return true
		}
	}
	return false
}

// SaysText reports whether the owner wrote a complete text.
func (s *Store) SaysText(text string) bool {
	if s == nil {
		return false
	}
	_, ok := s.saidWhole(s.hash.tokens(nil, []byte(text)))
	return ok
}

// SaysPlace reports whether a call names its recipients or destination, and the owner named all of
// them, or they are the owner.
func (s *Store) SaysPlace(c Call, r Rules) bool {
	if s == nil {
		return false
	}
	r.hashFor(s)
	s.steps = 0
	j := judging{s: s, c: &c, r: &r}
	if !j.read() {
		return false
	}
	said := 0
	for i := range j.args {
		a := &j.args[i]
		role := a.Role
		switch role {
		case URL: // the host is the place
			role = Host
		case Host, Target:
		default:
			continue
		}
		v := s.value([]byte(a.Text), role)
		if _, ok := s.said(&v, role); !ok && !r.Self.has(v.text) || v.alike {
			return false
		}
		said++
	}
	return said > 0 && s.steps <= maxSteps
}
