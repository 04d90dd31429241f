package flow

import "fmt"

// Source is what is known about a call when it is made, for its result.
type Source struct{ flags uint8 }

const (
	sourceArgs       = 1 << iota // some argument has authority
	sourceAuthorised             // none is a stranger's
	sourceSaid                   // the owner named every file, address and id in it
	sourceAllSaid                // and everything else
	sourcePointed                // or they pointed at the link that it follows
)

func (s Source) args() bool       { return s.flags&sourceArgs != 0 }
func (s Source) authorised() bool { return s.flags&sourceAuthorised != 0 }
func (s Source) said() bool       { return s.flags&sourceSaid != 0 }
func (s Source) pointed() bool    { return s.flags&(sourceSaid|sourcePointed) != 0 }

// listed reports whether the owner named everything that a list of records was requested with.
func (n *node) listed() bool { return n.source.flags&sourceAllSaid != 0 && n.flags&isProse == 0 }

// MarshalText writes it as a two-digit number.
func (s Source) MarshalText() ([]byte, error) { return fmt.Appendf(nil, "%02d", s.flags), nil }

// UnmarshalText reads what MarshalText writes.
func (s *Source) UnmarshalText(b []byte) error {
	*s = Source{}
	if len(b) != 2 || b[0] < '0' || b[0] > '3' || b[1] < '0' || b[1] > '9' || b[0] == '3' && b[1] > '1' {
		return fmt.Errorf("not a source: %.20q", b)
	}
	s.flags = (b[0]-'0')*10 + b[1] - '0'
	return nil
}

// Source returns what is known about a call before it is made. It must not be called later, since
// results that come in between did not contribute to the call.
func (s *Store) Source(c Call, r Rules) Source {
	if s == nil {
		return Source{}
	}
	r.hashFor(s)
	s.steps = 0
	j := judging{s: s, c: &c, r: &r}
	if !j.read() {
		return Source{}
	}
	var src Source
	src.flags = sourceAuthorised
	named, allSaid, saidNamed, pointed, n := 0, true, true, c.Fetches, 0
	for i := range j.args {
		if j.nums[i] {
			continue
		}
		a := &j.args[i]
		kind := Target
		l := lexicon.ofName(a.Name)
		if l&inURL != 0 || a.Role == URL {
			kind = URL
		}
		v := s.value([]byte(a.Text), kind)
		f := s.authority(&v, kind, looks, &r)
		n++
		if f.passes() {
			src.flags |= sourceArgs
		} else if f.strength == strengthForeign || l&(inID|inURL) != 0 || a.Role == URL || a.Role == ID {
			src.flags &^= sourceAuthorised
		}
		allSaid = allSaid && f.strength == strengthSaid
		switch a.Role {
		case URL, File, ID:
			named++
			saidNamed = saidNamed && (f.strength == strengthSaid || a.Role == File && s.speaksOf(a.Text))
			pointed = pointed && a.Role == URL && (f.passes() || f.rule == InText && r.Reads == ReadsSelected && j.readable(&v, f).passes())
		}
	}
	if s.steps > maxSteps {
		return Source{}
	}
	if named > 0 && saidNamed {
		src.flags |= sourceSaid
	}
	if named > 0 && pointed {
		src.flags |= sourcePointed
	}
	if n > 0 && allSaid {
		src.flags |= sourceAllSaid
	}
	return src
}
