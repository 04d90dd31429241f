package flow

// One good question. If a text itself is the authority ("do what the mail says"), an honest call
// and an attacked one look the same, and the owner must be asked: but once for the source, not for
// each of its values. They are shown its content, and their yes lets the agent act on it, and on no
// other text, until the turn ends.

// consented are the sources that the owner has agreed to in this turn, by node.
type consented map[int]bool

// consent finds the results of the calls that the owner has agreed to. Some gateways number calls
// from the beginning in each turn, so an id with several results identifies none of them.
func (s *Store) consent(calls []string) consented {
	if len(calls) == 0 {
		return nil
	}
	agreed := consented{}
	for _, id := range calls {
		if i, ok := s.onlyResultOf(id); ok {
			agreed[i] = true
		}
	}
	return agreed
}

// onlyResultOf finds the result of a call, if no other has its id.
func (s *Store) onlyResultOf(id string) (node int, ok bool) {
	id = label(id)
	for i := range s.nodes {
		if s.nodes[i].callID != id {
			continue
		}
		if ok {
			return 0, false
		}
		node, ok = i, true
	}
	return node, ok && id != "" && len(id) < maxLabel
}

// agreedTo finds a value in a source that the owner has agreed to.
func (j *judging) agreedTo(v *value, kind Role) *leaf {
	if len(j.agreed) == 0 || v.exact() {
		return nil
	}
	var in *leaf
	look := func(l *leaf) bool {
		if j.agreed[int(j.s.recs[l.rec].node)] {
			in = l
		}
		return in == nil
	}
	j.s.holds(v, kind, look)
	if in == nil {
		j.s.inTexts(v, kind, look)
	}
	return in
}

// authority returns a value's authority, including the owner's agreement to a source.
func (j *judging) authority(v *value, kind Role, act action) finding {
	f := j.s.authority(v, kind, act, j.r)
	if f.passes() {
		return f
	}
	if l := j.agreedTo(v, kind); l != nil {
		j.byConsent = true
		return finding{rule: Consented, strength: strengthWeak, leaf: l}
	}
	return f
}

// mayLast reports whether the approval of a value may outlast its call: the value only says whom or
// what the call reaches, and is not something that is removed, paid or kept secret.
func (j *judging) mayLast(a *Arg, f finding) bool {
	switch a.Role {
	case Target, URL, ID, File, Host:
	default:
		return false
	}
	switch f.rule {
	case Coined, InText, Contested, Unlinked, Unnamed:
	default:
		return false
	}
	return !a.Once && len(a.Text) <= MaxShown && j.act != trades && j.c.Doings&deletion == 0 &&
		lexicon.ofName(j.c.Tool)&inDestroy == 0 && lexicon.ofName(a.Name)&inSecret == 0 && !isAlike([]byte(a.Text))
}

// askable finds the one source with all the values for which the call is held, if the owner
// mentioned it and named nobody themselves, and the scanner found no orders in it: then one yes to
// the source answers for all.
func (j *judging) askable() (node int, ok bool) {
	node = -1
	for i := range j.out.Values {
		v := &j.out.Values[i]
		if !v.Holds {
			continue
		}
		switch v.Rule {
		case InText, Unlinked, Contested:
		case NotAsked, NotObject:
			continue
		default:
			return 0, false
		}
		at := v.Node
		if v.Rule == Contested {
			at = v.Contested
		}
		n := int(at - j.s.firstNode)
		if !v.HasNode && v.Rule != Contested || node >= 0 && node != n {
			return 0, false
		}
		node = n
	}
	if node < 0 || j.s.owner.scope.address || !j.s.spokenOf(node) {
		return 0, false
	}
	return j.s.onlyResultOf(j.s.nodes[node].callID)
}

// spokenOf reports whether the owner spoke of a result: of what it was asked for with, or of
// one of its records, or pointed at the link that it follows; and no orders were found in it.
func (s *Store) spokenOf(node int) bool {
	spoken := s.nodes[node].source.pointed()
	for i := range s.recs {
		rec := &s.recs[i]
		if int(rec.node) != node {
			continue
		}
		if rec.flags&isFlagged != 0 {
			return false
		}
		spoken = spoken || rec.selected != selectsNot
	}
	return spoken
}
