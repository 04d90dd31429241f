package flow

import (
	"bytes"
	"fmt"
	"slices"
)

// Rule is why a value has authority, or why not.
type Rule uint8

// The rules that give authority come first, in the order in which they are tried.
const (
	Coined     Rule = iota // it is in no source: the model invented or composed it
	Said                   // the owner wrote it
	Trusted                // it comes from a source that the owner trusts
	Own                    // the agent itself made it in this session
	Mine                   // it is the owner's own address
	Selected               // it stands in the entry that the owner spoke of
	Chain                  // it is the only result of the owner's search
	Choice                 // they left the choice, and it is on the list that they asked about
	Delegated              // they said where to find it, and there is only one there
	Document               // a new document, which the agent names
	Narrow                 // a permission that widens nothing, or one that they asked for
	LinkFollow             // a complete link where they pointed may be fetched
	Consented              // it is in a source that they agreed to for this turn
	Picked                 // a name that the agent may choose
	Used                   // the agent used it before it had read anything by others
	Approved               // they approved it before, for this tool

	Contested    // a text by others asks for exactly this one
	Unnamed      // a trusted source has it, but the owner did not name it
	Unlinked     // it is in a record that the owner did not mention
	InText       // it is only in texts by others
	Widens       // somebody may see or do more
	Private      // a private value of the owner's would leave
	NotDestroy   // they did not ask for a removal
	NotAsked     // they did not ask for an action of this kind
	NotObject    // they did not mention such an object
	Copied       // a note is copied from others
	ForeignName  // it names somebody whom only others mention
	TooMany      // more values than are judged
	NotAnObject  // the arguments cannot be read
	Untold       // its effect is unknown
	NothingKnown // too much was dropped to tell
)

var ruleNames = [...]string{"coined", "said", "trusted", "own", "self", "selected", "chain", "choice", "delegated", "document", "narrow", "link", "consented", "picked", "used", "approved",
	"contested", "unnamed", "unlinked", "text", "widens", "private", "not-destroy", "not-asked", "not-object", "copied", "foreign-name",
	"too-many", "unreadable", "untold", "dropped"}

func (r Rule) String() string {
	if int(r) < len(ruleNames) {
		return ruleNames[r]
	}
	return fmt.Sprintf("rule(%d)", uint8(r))
}

// What a call does with its values.
type action uint8

const (
	looks   action = iota // not a call: an argument of a read
	links                 // not a call: a link in written content
	writes                // changes something
	fills                 // writes content into the object with this id
	sends                 // reaches somebody
	trades                // spends something
	fetches               // looks at an address
)

func (a action) outward() bool { return a == sends || a == trades }

// finding is what is known about one value.
type finding struct {
	rule      Rule
	strength  int8
	leaf      *leaf // where it is
	msg       uint16
	contested *leaf // the text that names it, if still known
}

func (f finding) passes() bool { return f.strength >= 1 }

// Strengths of authority; a foreign value has none, and an invented one less.
const (
	strengthSaid     = 4
	strengthTrusted  = 3
	strengthSelected = 2
	strengthWeak     = 1
	strengthForeign  = 0
	strengthCoined   = -1
)

// said is rule S: the owner wrote it.
func (s *Store) said(v *value, kind Role) (uint16, bool) {
	o := &s.owner
	if kind == URL && v.url {
		for i, l := range o.links {
			if l.whole == v.link {
				return o.messageOfLink(i), true
			}
		}
		return 0, false
	}
	if kind == Host {
		for i, l := range o.links {
			if l.host == v.host {
				return o.messageOfLink(i), true
			}
		}
	}
	if len(v.toks) == 0 {
		return 0, false
	}
	if v.apart != 0 {
		return s.saidAs(v.toks, v.apart)
	}
	if kind == ID && len(v.toks) == 1 && v.toks[0].digits && v.toks[0].runes <= 4 {
		for at := o.heads[v.toks[0].h%saidChains]; at != 0; at = o.words[at-1].next {
			if w := &o.words[at-1]; w.h == v.toks[0].h && w.flags&isNumbered != 0 {
				return w.msg, true
			}
		}
		return 0, false
	}
	if m, ok := s.saidWhole(v.toks); ok {
		return m, true
	}
	if kind == Quantity {
		if h, ok := s.number(v.text); ok {
			for _, n := range o.numbers {
				if n == h {
					return uint16(len(o.messages) - 1), true
				}
			}
		}
	}
	if kind == Target && len(v.toks) <= 4 && !isIdentifier(v.text) {
		long := false
		for _, t := range v.toks {
			long = long || t.runes >= 3
		}
		if long {
			return s.saidAll(v.toks)
		}
	}
	return 0, false
}

func (o *owner) messageOfLink(i int) uint16 {
	for m := range o.messages {
		if i < int(o.messages[m].links) {
			return uint16(m)
		}
	}
	return 0
}

// holds calls yield with the leaves that contain the value as a field; for a URL, also as a field's
// only content.
func (s *Store) holds(v *value, kind Role, yield func(*leaf) bool) {
	if len(v.toks) == 0 {
		return
	}
	if kind == URL && v.url {
		s.byHash(v.link, func(l *leaf) bool { return l.flags&(isLink|isWhole) != isLink|isWhole || yield(l) })
		return
	}
	s.byHash(v.h, func(l *leaf) bool { return l.flags&isField == 0 || yield(l) })
}

// inTexts calls yield with each leaf of free text that contains the value.
func (s *Store) inTexts(v *value, kind Role, yield func(*leaf) bool) {
	if kind == URL && v.url {
		s.byHash(v.link, func(l *leaf) bool { return l.flags&isLink == 0 || l.flags&isWhole != 0 || yield(l) })
		return
	}
	s.phrase(v.toks, func(l *leaf, _ int) bool { return yield(l) })
}

// recordHolds reports whether a record contains the value as a field.
func (s *Store) recordHolds(rec uint16, v *value, kind Role) bool {
	found := false
	s.holds(v, kind, func(l *leaf) bool {
		found = l.rec == rec
		return !found
	})
	return found
}

// contested is rule X: a text by others names the value, outside of the record that it is a field
// of. Dropped content may have been such a text.
func (s *Store) contested(v *value, kind Role) (by *leaf, contested bool) {
	if kind == ID && v.runes <= 3 && len(v.toks) > 0 {
		s.phrase(v.toks, func(l *leaf, at int) bool {
			if l.flags&(isFree|isText) != 0 && !s.trusted(l) && s.isNamed(l, at) {
				by = l
			}
			return by == nil
		})
		return by, by != nil || s.wasNamed(v)
	}
	s.inTexts(v, kind, func(l *leaf) bool {
		if l.flags&(isFree|isText) != 0 && !s.trusted(l) && !s.recordHolds(l.rec, v, kind) {
			by = l
		}
		return by == nil
	})
	if by == nil && kind == URL && v.url {
		return nil, s.sketch.has(v.link)
	}
	return by, by != nil || s.sketch.phrase(v.toks)
}

// wasNamed reports whether a dropped text may have called the value an id.
func (s *Store) wasNamed(v *value) bool {
	if !s.sketch.phrase(v.toks) {
		return false
	}
	word := uint32(v.toks[0].h) & hashMask
	for w := range s.named() {
		if s.sketch.has(pair(w, word)) {
			return true
		}
	}
	return s.sketch.has(pair(markedWord, word))
}

// isNamed reports whether a text calls the words at this place an id, a file or the like.
func (s *Store) isNamed(l *leaf, at int) bool {
	if l.flags&isFree != 0 && s.words[at]&isMarked != 0 {
		return true
	}
	for i := at - 1; i >= int(l.at) && i >= at-3; i-- {
		switch e := s.named()[s.words[i]&hashMask]; {
		case e&named != 0:
			return true
		case e&filler == 0:
			return false
		}
	}
	return false
}

// authority finds a value's authority for an action.
func (s *Store) authority(v *value, kind Role, act action, r *Rules) finding {
	if v.alike {
		return finding{rule: Coined, strength: strengthCoined}
	}
	if msg, ok := s.said(v, kind); ok {
		return finding{rule: Said, strength: strengthSaid, msg: msg}
	}
	if v.exact() {
		return finding{rule: Coined, strength: strengthCoined}
	}
	if f, ok := s.trustedValue(v, kind, act, r); ok {
		return f
	}
	if s.isOwn(v) {
		return finding{rule: Own, strength: strengthTrusted}
	}
	if r.Self.has(v.text) {
		return finding{rule: Mine, strength: strengthTrusted}
	}
	if l := s.used(v); l != nil && kind == ID {
		if by, yes := s.contested(v, kind); yes {
			return finding{rule: Contested, leaf: l, contested: by}
		}
		return finding{rule: Used, strength: strengthWeak, leaf: l}
	}

	var first *leaf
	f := finding{rule: Coined, strength: strengthCoined}
	found := func(yield func(*leaf, *record) bool) {
		s.holds(v, kind, func(l *leaf) bool {
			rec := &s.recs[l.rec]
			if s.trusted(l) || s.nodes[rec.node].flags&isUsed != 0 || kind != URL && rec.flags&isFlagged != 0 && l.flags&isWritable != 0 {
				return true
			}
			return yield(l, rec)
		})
	}
	found(func(l *leaf, _ *record) bool { first = l; return false })
	if first != nil {
		if by, yes := s.contested(v, kind); yes {
			return finding{rule: Contested, leaf: first, contested: by}
		}
		outward := act.outward() && (kind == Target || kind == URL)
		whole := func(yield func(*leaf, *record) bool) {
			found(func(l *leaf, rec *record) bool {
				n := &s.nodes[rec.node]
				if n.flags&isTable != 0 && rec.flags&isPerson == 0 && s.keys[l.key].lists&inContent != 0 {
					return true // a title is what somebody else has written
				}
				if n.flags&isTable != 0 && kind == Target && bytes.IndexByte(v.text, '@') >= 0 && !s.addresses(l, v, r) {
					return true
				}
				return n.flags&isLost != 0 || yield(l, rec)
			})
		}
		whole(func(l *leaf, rec *record) bool { // L
			if rec.selected == selectsNot && rec.flags&isPerson == 0 {
				return true
			}
			chosen := r.Choice && s.owner.scope.lists&choice != 0
			if !chosen && rec.selected < selectsWhom && (kind == ID || kind == Target) && s.ambiguous(rec, v, kind) {
				return true
			}
			if s.nodes[rec.node].flags&isTable == 0 && s.inbound(rec, r) && (rec.selected < selectsWhom && outward || rec.selected < selectsName && act == fills) {
				return true
			}
			f = finding{rule: Selected, strength: strengthSelected, leaf: l}
			return false
		})
		if f.passes() {
			return f
		}
		whole(func(l *leaf, rec *record) bool { // N
			n := &s.nodes[rec.node]
			if n.source.authorised() && n.records == 1 && (n.source.args() || n.flags&isTable != 0) && !((outward || act == fills) && s.inbound(rec, r)) {
				f = finding{rule: Chain, strength: strengthWeak, leaf: l}
			}
			return !f.passes()
		})
		if f.passes() {
			return f
		}
		if r.Choice && s.owner.scope.lists&choice != 0 {
			whole(func(l *leaf, rec *record) bool { // A
				if s.nodes[rec.node].source.authorised() && !(outward && (rec.flags&isSingle == 0 || s.inbound(rec, r)) || act == fills && s.inbound(rec, r)) {
					f = finding{rule: Choice, strength: strengthWeak, leaf: l}
				}
				return !f.passes()
			})
			if f.passes() {
				return f
			}
		}
	}
	if r.Delegate && kind != ID {
		if l := s.delegated(v, kind, act, r); l != nil {
			return finding{rule: Delegated, strength: strengthWeak, leaf: l}
		}
	}
	if first != nil {
		return finding{rule: Unlinked, leaf: first}
	}
	s.inTexts(v, kind, func(l *leaf) bool {
		if l.flags&(isFree|isText|isLink) != 0 && !s.trusted(l) {
			f = finding{rule: InText, leaf: l}
		}
		return f.leaf == nil
	})
	return f
}

// trustedValue is rule R: a source that the owner trusts has the value. If it reaches others, the
// owner must also have named it.
func (s *Store) trustedValue(v *value, kind Role, act action, r *Rules) (finding, bool) {
	var in *leaf
	s.byHash(v.h, func(l *leaf) bool {
		if l.flags&isField != 0 && s.trusted(l) {
			in = l
		}
		return in == nil
	})
	if in == nil && (v.runes >= 4 || kind == URL) {
		s.inTrustedText(v, kind, &in)
	}
	if in == nil {
		return finding{}, false
	}
	if by, yes := s.contested(v, kind); yes {
		return finding{rule: Contested, leaf: in, contested: by}, true
	}
	f := finding{rule: Trusted, strength: strengthTrusted, leaf: in}
	if !act.outward() || kind == ID || r.Self.has(v.text) || s.owner.scope.doings&following != 0 && s.nodes[s.recs[in.rec].node].source.said() {
		return f, true
	}
	inRecord, named := false, false
	s.byHash(v.h, func(l *leaf) bool {
		if l.flags&isField == 0 {
			return true
		}
		rec := &s.recs[l.rec]
		if !s.trusted(l) {
			inRecord = true
			return true
		}
		n := &s.nodes[rec.node]
		named = rec.selected != selectsNot || n.records <= 1 && n.source.args()
		if named {
			f.leaf = l
		}
		return !named
	})
	if named {
		return f, true
	}
	if !inRecord {
		return finding{rule: Unnamed, leaf: in}, true
	}
	return finding{}, false
}

func (s *Store) inTrustedText(v *value, kind Role, in **leaf) {
	if kind == URL && v.url {
		s.byHash(v.link, func(l *leaf) bool {
			if l.flags&isLink != 0 && s.trusted(l) {
				*in = l
			}
			return *in == nil
		})
		return
	}
	s.phrase(v.toks, func(l *leaf, _ int) bool {
		if s.trusted(l) {
			*in = l
		}
		return *in == nil
	})
}

// used finds where the agent has used a name before it had read anything by others, so nobody else
// can have told it the name.
func (s *Store) used(v *value) (in *leaf) {
	s.byHash(v.h, func(l *leaf) bool {
		if l.flags&isField != 0 && s.nodes[s.recs[l.rec].node].flags&isUsed != 0 {
			in = l
		}
		return in == nil
	})
	return in
}

// isOwn is rule O: an id in the result of an earlier call that the agent made.
func (s *Store) isOwn(v *value) bool {
	own := false
	s.byHash(v.h, func(l *leaf) bool {
		own = l.flags&isField != 0 && s.keys[l.key].lists&inID != 0 && s.nodes[s.recs[l.rec].node].flags&isGated != 0
		return !own
	})
	return own
}

// inbound reports whether a record comes from somebody else: it has a sender that is not the owner.
// Anybody can write into a message that the owner sent it, but not that they keep it.
func (s *Store) inbound(rec *record, r *Rules) bool {
	s.step(int(rec.n))
	for i := rec.first; i < rec.first+rec.n; i++ {
		l := &s.leafs[i]
		key := s.keys[l.key].lists
		if l.flags&isField == 0 || key&inSender == 0 || l.n == 0 || l.h == r.me || key&inKeeper != 0 && slices.Contains(r.selves, l.h) {
			continue
		}
		mine := false
		s.byHash(l.h, func(o *leaf) bool {
			mine = o.flags&isField != 0 && s.trusted(o)
			return !mine
		})
		if !mine {
			return true
		}
	}
	return false
}

// ambiguous reports whether the words that select a record also select another one of the same
// result that lacks the value.
func (s *Store) ambiguous(rec *record, v *value, kind Role) bool {
	s.step(len(s.recs))
	for i := range s.recs {
		q := &s.recs[i]
		if q.node == rec.node && q != rec && q.selected >= rec.selected && s.alike(q, rec) && !s.recordHolds(uint16(i), v, kind) {
			return true
		}
	}
	return false
}

// delegated is rule D: the owner named the source and the kind of value, and the source contains
// exactly one of that kind.
func (s *Store) delegated(v *value, kind Role, act action, r *Rules) *leaf {
	flag, h := isMail, v.h
	switch {
	case kind == Host: // who logs in there has no mail to be written
		return nil
	case bytes.IndexByte(v.text, '@') >= 0:
		if s.owner.scope.lists&mail == 0 || s.owner.scope.address {
			return nil
		}
	case kind == URL && r.Reads != ReadsStrict:
		if s.owner.scope.lists&web == 0 {
			return nil
		}
		flag, h = isLink, v.link
	default:
		return nil
	}
	if act == trades {
		return nil
	}
	var found *leaf
	s.byHash(h, func(l *leaf) bool {
		rec := &s.recs[l.rec]
		n := &s.nodes[rec.node]
		s.step(int(rec.n))
		if l.flags&flag == 0 || l.flags&isWritable == 0 || s.knownAnyway(l, r) || s.trusted(l) || rec.flags&isFlagged != 0 || n.flags&isCut != 0 {
			return true
		}
		if !n.source.said() && !(rec.selected == selectsWhom) {
			return true
		}
		for i := rec.first; i < rec.first+rec.n; i++ {
			o := &s.leafs[i]
			if o.flags&flag != 0 && o.flags&isWritable != 0 && o.flags&isSure != 0 && o.h != h && !s.knownAnyway(o, r) {
				return true
			}
		}
		found = l
		return false
	})
	return found
}

// knownAnyway reports whether a link or an address in a text is the owner's own, or one that they
// wrote.
func (s *Store) knownAnyway(l *leaf, r *Rules) bool {
	if l.flags&isLink != 0 {
		for _, said := range s.owner.links {
			if said.whole == l.h || uint32(said.host) == l.host {
				return true
			}
		}
		return false
	}
	return slices.Contains(r.selves, l.h)
}
