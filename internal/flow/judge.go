package flow

import "strings"

// judging is one call being judged.
type judging struct {
	s    *Store
	c    *Call
	r    *Rules
	out  Judgement
	args []Arg  // all values, as they are read
	nums []bool // which of them are not strings
	act  action
	bad  Rule // why the call cannot be judged

	carries bool // it has content
	program bool // the content goes into a program
	targets int
	others  int // those that may be somebody else
	weakest int8

	text []byte  // room for one value,
	toks []token // and its words

	agreed    consented
	byConsent bool // some value is the owner's by their agreement to a source
}

// Judge says whether the values of a call, and the action, are the owner's. It is for calls that
// would be held for the level of their session.
func (s *Store) Judge(c Call, r Rules) Judgement {
	if s == nil {
		return Judgement{Held: true, Why: NothingKnown}
	}
	r.hashFor(s)
	s.steps = 0
	j := judging{s: s, c: &c, r: &r, act: c.action(), weakest: strengthSaid + 1, agreed: s.consent(c.Consented)}
	if !j.read() {
		return Judgement{Held: true, Why: j.bad}
	}
	for i := 0; i < len(j.args) && s.step(1); i++ {
		j.value(&j.args[i], j.nums[i])
	}
	if !c.Fetches {
		j.content()
		if !j.out.Held && (j.act == sends || j.act == trades) {
			j.private()
		}
		if !j.out.Held {
			j.asked()
		}
		if !j.out.Held && j.c.Doings == 0 && (j.others == 0 || j.act == writes && j.weakest < strengthSaid) {
			j.titles()
		}
	}
	if s.steps > maxSteps {
		return Judgement{Held: true, Why: TooMany}
	}
	if j.out.Held {
		if n, ok := j.askable(); ok {
			j.out.Asks, j.out.Ask = true, s.firstNode+uint32(n)
		}
	}
	return j.out
}

// add notes the finding about a value.
func (j *judging) add(a *Arg, f finding, holds bool) {
	text := a.Text
	if len(text) > MaxShown {
		text = strings.Clone(strings.ToValidUTF8(text[:MaxShown], ""))
	}
	v := Value{Arg: a.Name, Program: j.c.Tool, Text: text, Cut: len(a.Text) > MaxShown, Role: a.Role, Rule: f.rule, Strength: f.strength, Holds: holds, Lasts: holds && j.mayLast(a, f), Message: uint32(f.msg)}
	if f.leaf != nil {
		node := j.s.recs[f.leaf.rec].node
		v.HasNode, v.Node, v.Key = true, j.s.firstNode+uint32(node), j.s.keys[f.leaf.key].name
		v.Record = uint32(f.leaf.rec - j.s.nodes[node].first)
	}
	if f.contested != nil {
		v.IsContested, v.Contested = true, j.s.firstNode+uint32(j.s.recs[f.contested.rec].node)
	}
	if j.out.Values == nil {
		j.out.Values = make([]Value, 0, min(len(j.args), usualArgs))
	}
	j.out.Values = append(j.out.Values, v)
	if holds && !j.out.Held {
		j.out.Held, j.out.Why = true, f.rule
	}
}

// value judges one value.
func (j *judging) value(a *Arg, number bool) {
	switch a.Role {
	case Flag, Time, Free, Content:
		return
	case Quantity:
		if j.r.Amounts == AmountsFree || j.act != trades {
			return
		}
	}
	act := j.act
	j.text = append(j.text[:0], a.Text...)
	v := j.s.valueIn(j.toks[:0], j.text, a.Role)
	j.toks = v.toks
	switch a.Role {
	case Widen:
		f := finding{rule: Widens}
		folded := fold(strings.TrimSpace(a.Text))
		if lexicon.names[folded]&narrow != 0 || j.saysOneOf(lexicon.wide[folded]) {
			f = finding{rule: Narrow, strength: strengthWeak}
		} else if msg, ok := j.s.said(&v, Target); ok {
			f = finding{rule: Said, strength: strengthSaid, msg: msg}
		}
		j.add(a, f, !f.passes())
		return
	case ID:
		if act == writes && j.carries {
			act = fills
		}
	}
	f := j.authority(&v, a.Role, act)
	if f.rule == Said && a.Role == File && j.c.Doings&deletion != 0 && (!j.s.doomed(v.toks) || len(v.toks) == 1 && lexicon.of(foldInto(nil, []byte(a.Text))).doings != 0) {
		f = finding{rule: Coined, strength: strengthCoined} // they mention it, but do not ask for its removal
	}
	if (f.strength < strengthForeign || f.strength < strengthSaid && j.c.Doings&deletion == 0) && (a.Leeway == Spoken || a.Leeway == Open) {
		if msg, ok := j.s.saidEnd(a.Text); ok {
			f = finding{rule: Said, strength: strengthSaid, msg: msg}
		}
	}
	if (f.strength < strengthForeign || f.rule == InText && isPlainWord(v.toks, a.Text)) && j.mayChoose(a) {
		j.add(a, finding{rule: Picked, strength: strengthWeak}, false)
		return
	}
	if a.Role == File && !j.c.Fetches && j.c.plainly() && f.strength < strengthForeign && j.isDocument(a.Text) {
		j.add(a, finding{rule: Document, strength: strengthWeak}, false)
		return
	}
	if a.Role == URL && j.c.Fetches && !f.passes() && f.rule == InText {
		f = j.readable(&v, f)
	}
	if number := strings.TrimPrefix(a.Text, "v"); !f.passes() && a.Role == ID && number != a.Text && strings.Trim(number, "0123456789.") == "" {
		if msg, ok := j.s.saidWhole(j.s.hash.tokens(nil, []byte(number))); ok && number != "" { // v1.2.0 for version 1.2.0
			f = finding{rule: Said, strength: strengthSaid, msg: msg}
		}
	}
	if !f.passes() && a.Role == ID && j.c.Ours != nil && j.c.Ours(a.Text) {
		f = finding{rule: Own, strength: strengthTrusted}
	}
	if f.rule == Coined && j.madeBefore(a, &v) {
		f = finding{rule: Own, strength: strengthTrusted}
	}
	if !f.passes() && j.c.Approved != nil && j.mayLast(a, f) && j.c.Approved(a.Role, a.Text) {
		f = finding{rule: Approved, strength: strengthWeak}
	}
	if a.Role != Quantity {
		j.targets++
		j.weakest = min(j.weakest, f.strength)
		if a.Role != File && f.rule != Mine && f.rule != Trusted {
			j.others++
		}
	}
	j.add(a, f, !f.passes())
}

// madeBefore reports whether the call runs or removes the file that the agent has just made. No
// text that was read may name it.
func (j *judging) madeBefore(a *Arg, v *value) bool {
	if a.Role != File || j.c.Made == nil || j.c.Doings&(running|deletion) == 0 || v.alike {
		return false
	}
	turn, ok := j.c.Made(a.Text)
	now := j.s.owner.turn
	if !ok || turn != now && (turn+1 != now || j.c.Doings&deletion != 0) {
		return false
	}
	_, named := j.s.contested(v, File)
	return !named
}

// OwnWords reports whether what a call writes is the agent's own: without consecutive words or
// addresses of anybody else's.
func (s *Store) OwnWords(c Call, r Rules) bool {
	if s == nil {
		return false
	}
	r.hashFor(s)
	s.steps = 0
	j := judging{s: s, c: &c, r: &r, act: c.action()}
	if !j.read() || !j.carries {
		return false
	}
	for i := range j.args {
		j.args[i].Own = j.args[i].Role == Content
	}
	j.content()
	return !j.out.Held && s.steps <= maxSteps
}

// Sum returns a keyed hash of a text, for this session only.
func (s *Store) Sum(text string) uint64 { return s.hash.bytes([]byte(text)) }

// Turn returns the number of the owner's latest turn.
func (s *Store) Turn() uint64 { return s.owner.turn }

// saysOneOf reports whether the owner uses one of the words in this turn.
func (j *judging) saysOneOf(words map[string]bool) bool {
	for w := range words {
		if t := j.s.hash.tokens(nil, []byte(w)); len(t) == 1 && j.s.owner.hasWord(t[0].h) {
			return true
		}
	}
	return false
}

// readable is rule G: whether a complete link that is only in texts by others may be fetched.
func (j *judging) readable(v *value, f finding) finding {
	if j.r.Reads == ReadsVerbatim {
		return finding{rule: LinkFollow, strength: strengthWeak, leaf: f.leaf}
	}
	if j.r.Reads == ReadsStrict {
		return f
	}
	s, pages := j.s, j.s.owner.scope.lists&web != 0
	s.byHash(v.link, func(l *leaf) bool {
		rec := &s.recs[l.rec]
		if l.flags&isLink == 0 || s.trusted(l) || rec.flags&isFlagged != 0 {
			return true
		}
		n := &s.nodes[rec.node]
		if pages && (rec.selected == selectsWhom || n.listed()) || n.listed() && s.described(l.rec) {
			f = finding{rule: LinkFollow, strength: strengthWeak, leaf: l}
		}
		return !f.passes()
	})
	return f
}

// described reports whether the owner's words describe a record: it contains several of them.
func (s *Store) described(rec uint16) bool {
	r := &s.recs[rec]
	fields := false
	for i := r.first; i < r.first+r.n; i++ {
		fields = fields || s.leafs[i].flags&isField != 0
	}
	if !fields {
		return false
	}
	shared, long := 0, 0
	for _, p := range s.owner.active {
		if p.content == 0 || p.runes < 4 || !s.inRecord(p.hash, rec) {
			continue
		}
		if shared++; p.runes >= 6 {
			long++
		}
	}
	return shared >= 3 || long >= 2
}

// inRecord reports whether a record contains a word.
func (s *Store) inRecord(hash uint32, rec uint16) bool {
	for p := s.wordHeads[hash%wordChains].last; p != 0 && s.step(1); p = s.wordNext[p-1] {
		if s.words[p-1]&hashMask == hash && s.leafAt(int(p)-1).rec == rec {
			return true
		}
	}
	return false
}
