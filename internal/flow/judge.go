package flow

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/provenanced/provenanced/internal/intent"
)

// Reads says which addresses may be fetched without asking.
type Reads uint8

// From the strictest on.
const (
	ReadsStrict   Reads = iota // those that have authority as any value has
	ReadsSelected              // also links that stand where the owner pointed at, whole
	ReadsVerbatim              // any link that stands somewhere, whole
)

// Amounts says whether the quantities of a trade need authority.
type Amounts uint8

// The stricter one first.
const (
	AmountsStrict Amounts = iota
	AmountsFree
)

// Rules are the switches of the policy. The zero value is the strictest.
type Rules struct {
	Reads       Reads
	Amounts     Amounts
	Delegate    bool // rule D
	Choice      bool // rule A
	SourceLinks bool // links of a named source may stand in what the agent writes
	Self        Self // the owner's own addresses

	selves []uint64 // the same, hashed for a store
	me     uint64   // as records say it
}

// Balanced are the rules by which few good calls are held.
func Balanced() Rules {
	return Rules{Reads: ReadsSelected, Amounts: AmountsFree, Delegate: true, Choice: true, SourceLinks: true}
}

// Self is a set of the owner's own addresses.
type Self struct{ ids map[string]bool }

// NewSelf makes a set of addresses.
func NewSelf(ids ...string) Self {
	s := Self{ids: map[string]bool{}}
	for _, id := range ids {
		s.ids[fold(strings.TrimSpace(id))] = true
	}
	return s
}

func (s Self) has(text []byte) bool {
	var buf [64]byte
	f := foldInto(buf[:0], bytes.TrimSpace(text))
	return lexicon.words[string(f)].lists&self != 0 || s.ids[string(f)]
}

// Call is a call that is judged, for its values.
type Call struct {
	Tool    string // the words of its name tell what it does to what
	Classes intent.Classes
	Fetches bool // it only looks, at an address among its arguments
	Args    []byte
	Roles   Roles
	Values  []Arg // further values, with roles that are known: of a command line

	// Consented are the calls whose results the owner has agreed to in this turn.
	Consented []string

	// Approved tells the values that the owner has approved before, for this tool and role.
	Approved func(role Role, text string) bool

	// Made tells the file that the agent has just made for the owner, in this turn or the last:
	// it may be run, and in the same turn removed again.
	Made func(path string) (turn uint64, ok bool)

	// Doings are what the call does, of which the owner must have asked for one; with none, its
	// tool's name tells. Also are those of which it must be one, too. Where all that it acts on
	// is Named by them, they need not have asked.
	Doings, Also Doings
	Named        bool

	// Place tells of a path among Args how far the agent may choose it, and whether what is
	// written there is a program. Nil: it may not choose.
	Place func(path string) (may Leeway, program bool)

	// Later is for content that tells an agent what to do later on, when nobody asks any more
	// whose words it has: they are the owner's alone.
	Later bool
}

// plainly reports whether a call is of a tool, for which less must be said than for a command.
func (c *Call) plainly() bool { return c.Doings == 0 || c.Named }

// Arg is a value of a call with its role.
type Arg struct {
	Name, Text string
	Role       Role
	Leeway     Leeway

	// Own is for content that may not be copied from others: a program.
	Own bool

	// Once is for a value to which the owner's consent does not last.
	Once bool
}

// Leeway is how far the agent may choose a value that is nobody's. What only others wrote it
// never may.
type Leeway uint8

// From the least on. None leaves it at what is known of the role.
const (
	None   Leeway = iota
	Below         // a file in a directory that the owner said
	Spoken        // also one that they speak of, where they name no file themselves
	Open          // or any other
	Chosen        // any
)

// Judgement is what the values of a call make of it.
type Judgement struct {
	Held bool
	Why  Rule // the first reason, if it is held

	// Asks is set where one result holds all the values for which the call is held, and the
	// owner spoke of it: they can be asked once for what it says. Ask is that result.
	Asks bool
	Ask  uint32

	Values []Value
}

// Value is a value that mattered, and why.
type Value struct {
	Arg      string
	Program  string // what acts on it: the call's tool
	Text     string // the value, cut; only for whoever has the call anyway
	Cut      bool   // Text is not all of it
	Role     Role
	Rule     Rule
	Strength int8
	Holds    bool // it is a reason to ask
	Lasts    bool // the owner may be asked for it once, for all calls of its tool

	HasNode      bool // it stands in a result
	Node, Record uint32
	Key          string // the field's name
	Message      uint32 // of the owner's, for Said
	IsContested  bool
	Contested    uint32 // the result whose text names it
}

// MaxShown is how much of a value is told, in bytes.
const MaxShown = 120

// action is what the call does to values.
func (c *Call) action() action {
	switch {
	case c.Fetches:
		return fetches
	case c.Classes.Has(intent.Trade):
		return trades
	case c.Classes.Has(intent.Send):
		return sends
	}
	return writes
}

// judging is one call being judged.
type judging struct {
	s    *Store
	c    *Call
	r    *Rules
	out  Judgement
	args []Arg  // all values, as they are read
	nums []bool // which of them are no strings
	act  action
	bad  Rule // the call cannot be judged

	carries bool // it has content
	program bool // which goes into a program
	targets int
	others  int // those that may be somebody else
	weakest int8

	agreed    consented
	byConsent bool // some value is the owner's by their consent to a source
}

// Judge says whether the values of a call, and the action, are the owner's. It is for calls
// that would be held for the level of their session.
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

func (r *Rules) hashFor(s *Store) {
	var room [8]token
	r.selves = nil
	for id := range r.Self.ids {
		r.selves = append(r.selves, s.hash.form(s.hash.tokens(room[:0], []byte(id))))
	}
	r.me = s.hash.form(s.hash.tokens(room[:0], []byte("me")))
}

// add notes what is known of a value.
func (j *judging) add(a *Arg, f finding, holds bool) {
	text := a.Text
	if len(text) > MaxShown {
		text = strings.ToValidUTF8(text[:MaxShown], "")
	}
	v := Value{Arg: a.Name, Program: j.c.Tool, Text: strings.Clone(text), Cut: len(a.Text) > MaxShown, Role: a.Role, Rule: f.rule, Strength: f.strength, Holds: holds, Lasts: holds && j.mayLast(a, f), Message: uint32(f.msg)}
	if f.leaf != nil {
		node := j.s.recs[f.leaf.rec].node
		v.HasNode, v.Node, v.Key = true, j.s.firstNode+uint32(node), j.s.keys[f.leaf.key].name
		v.Record = uint32(f.leaf.rec - j.s.nodes[node].first)
	}
	if f.contested != nil {
		v.IsContested, v.Contested = true, j.s.firstNode+uint32(j.s.recs[f.contested.rec].node)
	}
	j.out.Values = append(j.out.Values, v)
	if holds && !j.out.Held {
		j.out.Held, j.out.Why = true, f.rule
	}
}

// read reads the call's values.
func (j *judging) read() bool {
	if len(j.c.Args) > 0 {
		check := jsonReader{b: j.c.Args}
		if check.peek() != '{' || !check.skip(0) || check.peek() != 0 {
			j.bad = NotAnObject
			return false
		}
		r := jsonReader{b: j.c.Args}
		r.peek()
		for first := true; r.more(first, '}'); first = false {
			name := string(r.name())
			j.leaves(&r, argument{name: name, top: name, object: r.peek() == '{'})
		}
	}
	for _, a := range j.c.Values {
		j.args, j.nums = append(j.args, a), append(j.nums, false)
	}
	if len(j.args) > maxValues {
		j.bad = TooMany
		return false
	}
	for _, a := range j.args {
		j.carries = j.carries || a.Role == Content
	}
	return true
}

// argument is where a value stands in a call.
type argument struct {
	name, top string
	object    bool // the argument is an object, whose members have roles of their own
}

func (j *judging) role(a argument) Role {
	switch {
	case a.name == a.top:
		return j.c.Roles.of(a.top, false)
	case a.object:
		return j.c.Roles.of(a.name, true)
	}
	return j.c.Roles.of(a.top, true)
}

// leaves reads the values in an argument: of lists and objects, of strings that are JSON,
// and of lists of addresses.
func (j *judging) leaves(r *jsonReader, a argument) {
	if len(j.args) > maxValues {
		r.skip(0)
		return
	}
	switch r.peek() {
	case '{':
		for first := true; r.more(first, '}'); first = false {
			name := string(r.name())
			j.leaves(r, argument{name: name, top: a.top, object: a.object})
		}
	case '[':
		for first := true; r.more(first, ']'); first = false {
			j.leaves(r, a)
		}
	case '"':
		text := r.string()
		trimmed := bytes.TrimSpace(text)
		if n := len(trimmed); n > 1 && (trimmed[0] == '{' && trimmed[n-1] == '}' || trimmed[0] == '[' && trimmed[n-1] == ']') {
			inner := slices.Clone(trimmed)
			if check := (jsonReader{b: inner}); check.skip(0) && check.peek() == 0 {
				j.leaves(&jsonReader{b: inner}, a)
				return
			}
		}
		if parts := mailList(text); parts != nil {
			for _, p := range parts {
				j.leaf(p, a, false)
			}
			return
		}
		j.leaf(string(text), a, false)
	default:
		switch text := r.atom(); string(text) {
		case "true", "false", "null":
		default:
			j.leaf(string(text), a, true)
		}
	}
}

func (j *judging) leaf(text string, a argument, number bool) {
	if text == "" {
		return
	}
	role := j.role(a)
	// A schema may lie. What has the form of an address is no time and no choice among words.
	switch {
	case role == File && strings.Contains(text, "://"):
		role = URL // it is fetched from there, or sent
	case role == Time && !number && strings.ContainsAny(text, "@"), role == Flag && !number && (isIdentifier([]byte(text)) || strings.Contains(text, ":")):
		role = Target
	case role == Time && strings.Contains(text, "://"):
		role = URL
	case role == Quantity && !number:
		if _, ok := j.s.number([]byte(text)); !ok {
			role = Target
		}
	}
	one := Arg{Name: a.name, Text: text, Role: role}
	if role == File && j.c.Place != nil {
		var program bool
		one.Leeway, program = j.c.Place(text)
		_, name, _ := cutLast(text, "/")
		j.program = j.program || program && !plainDocument(name, false)
	}
	j.args, j.nums = append(j.args, one), append(j.nums, number)
}

// mailList splits a list of addresses of e-mail; nil for anything else.
func mailList(text []byte) []string {
	if bytes.Count(text, []byte("@")) < 2 {
		return nil
	}
	var parts []string
	for _, p := range bytes.FieldsFunc(text, func(c rune) bool { return c == ',' || c == ';' }) {
		p = bytes.TrimSpace(p)
		if bytes.Count(p, []byte("@")) != 1 || bytes.ContainsAny(p, " \t\n<>\"") {
			return nil
		}
		parts = append(parts, string(p))
	}
	return parts
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
	v := j.s.value([]byte(a.Text), a.Role)
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
		f = finding{rule: Coined, strength: strengthCoined} // they speak of it, but not that it goes
	}
	if f.strength < strengthForeign && (a.Leeway == Spoken || a.Leeway == Open) {
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
	if f.rule == Coined && j.madeBefore(a, &v) {
		f = finding{rule: Own, strength: strengthTrusted}
	}
	if !f.passes() && j.mayLast(a, f) && j.c.Approved != nil && j.c.Approved(a.Role, a.Text) {
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

// madeBefore reports whether a path is of the file that the agent has just made, and the call
// runs or removes it. No text that was read may name it.
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

// OwnWords reports whether what a call writes is the agent's own: no words in a row and no
// address of anybody else's.
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

// Sum is a text as a hash of the session's own.
func (s *Store) Sum(text string) uint64 { return s.hash.bytes([]byte(text)) }

// Turn is the number of the owner's latest turn.
func (s *Store) Turn() uint64 { return s.owner.turn }

// isPlainWord tells a word that says nothing of where it is from: docs, src.
func isPlainWord(toks []token, text string) bool {
	return len(toks) == 1 && !strings.ContainsFunc(strings.Trim(text, "./"), func(r rune) bool { return !unicode.IsLetter(r) })
}

// mayChoose reports whether the agent may choose a value that is nobody's.
func (j *judging) mayChoose(a *Arg) bool {
	switch a.Leeway {
	case Chosen:
		return true
	case Open, Spoken, Below:
		if a.Leeway > Below && j.s.owner.scope.lists&files == 0 && (a.Leeway == Open || j.s.speaksOf(a.Text)) {
			return true
		}
		dir, name, ok := cutLast(strings.TrimRight(strings.TrimSpace(a.Text), "/"), "/")
		if !ok || name == "" || name[0] == '.' {
			return false
		}
		v := j.s.value([]byte(dir), File)
		_, ok = j.s.said(&v, File)
		return ok
	}
	return false
}

// saidEnd reports whether the owner wrote the end of a path, from some directory on, as what
// names a file: cart.js of shop/src/cart.js.
func (s *Store) saidEnd(path string) (msg uint16, ok bool) {
	rest := strings.TrimSpace(path)
	for {
		dir, below, more := strings.Cut(rest, "/")
		if strings.HasPrefix(dir, ".") && dir != "." || below == "" {
			return 0, false // a file of no directory is said, or is not
		}
		rest = below
		if !more || !strings.Contains(rest, "/") && strings.LastIndexByte(rest, '.') <= 0 {
			return 0, false
		}
		v := s.value([]byte(rest), File)
		if v.exact() {
			continue
		}
		if msg, ok = s.saidWhole(v.toks); ok {
			return msg, true
		}
	}
}

// speaksOf reports whether the owner speaks of a file: some word of its name is theirs.
func (s *Store) speaksOf(path string) bool {
	_, name, _ := cutLast(strings.TrimSpace(path), "/")
	if base, _, ok := cutLast(name, "."); ok {
		name = base
	}
	for _, t := range s.hash.tokens(nil, []byte(name)) {
		if !t.digits && s.owner.spoken(uint32(t.h)&hashMask).content != 0 {
			return true
		}
	}
	return false
}

// inOwnWords reports whether content has the owner's words alone, of these days.
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

// saysOneOf reports whether the owner says one of the words in this turn.
func (j *judging) saysOneOf(words map[string]bool) bool {
	for w := range words {
		if t := j.s.hash.tokens(nil, []byte(w)); len(t) == 1 && j.s.owner.hasWord(t[0].h) {
			return true
		}
	}
	return false
}

// isDocument reports whether a path names a plain document, by itself or in a folder that
// the owner said.
func (j *judging) isDocument(path string) bool {
	path = strings.TrimSpace(path)
	if plainDocument(path, false) {
		return true
	}
	dir, name, ok := cutLast(path, "/")
	if !ok || !plainDocument(name, true) {
		return false
	}
	v := j.s.value([]byte(dir), File)
	_, ok = j.s.said(&v, File)
	return ok
}

func cutLast(s, sep string) (before, after string, ok bool) {
	i := strings.LastIndex(s, sep)
	if i < 0 {
		return "", s, false
	}
	return s[:i], s[i+len(sep):], true
}

// plainDocument reports whether a name is one that documents have; bare: or has no ending.
func plainDocument(name string, bare bool) bool {
	base, ext, ok := cutLast(name, ".")
	if !ok {
		base = name
	}
	if !ok && !bare || base == "" || strings.ContainsAny(base[:1], " .()-") {
		return false
	}
	for _, c := range base {
		if !unicode.IsLetter(c) && !unicode.IsDigit(c) && !strings.ContainsRune("_ .()-", c) {
			return false
		}
	}
	switch ext {
	case "txt", "md", "doc", "docx", "pdf", "csv", "xls", "xlsx", "ppt", "pptx":
		return true
	}
	return !ok
}

// readable is rule G: whether a link that only texts of others have may be fetched, whole.
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

// described reports whether the owner's words describe a record: it shares several of them.
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

// inRecord reports whether a word stands in a record.
func (s *Store) inRecord(hash uint32, rec uint16) bool {
	for p := s.wordHeads[hash%wordChains].last; p != 0 && s.step(1); p = s.wordNext[p-1] {
		if s.words[p-1]&hashMask == hash && s.leafAt(int(p)-1).rec == rec {
			return true
		}
	}
	return false
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

// inside judges what stands inside of content.
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

// ofNamedSource finds where a link or an address stands in a source that the owner named,
// while they speak of such.
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

// private is rule P: values of the owner's that must not leave unless they say so.
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

// privateIn calls yield with each private value that stands in the words of a call, which end
// at these places, and that the owner did not speak of.
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

// contains reports whether the words stand in a row in one of the values.
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

// saidWords reports whether words of the store stand in a row, whole, in the owner's.
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

// saysKey reports whether the owner's words have a word of a field's name that says what it
// is.
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

// asked are rules V, I and B: whether the action is the owner's. Where they said every
// target, it is.
func (j *judging) asked() {
	if j.c.Doings != 0 {
		if j.c.Named && j.targets > 0 && j.weakest >= strengthSaid {
			return
		}
		if !j.s.asksFor(j.c.Doings) || j.c.Also != 0 && !j.s.asksFor(j.c.Also) {
			j.add(&Arg{Name: "*", Text: j.c.Tool, Role: Target}, finding{rule: NotAsked}, true)
		}
		return
	}
	if j.targets > 0 && j.weakest >= strengthSaid {
		return
	}
	scope := &j.s.owner.scope
	words := nameWords(j.c.Tool)
	var l lists
	for _, w := range words {
		l |= lexicon.names[w]
	}
	tool := Arg{Name: "*", Text: j.c.Tool, Role: Target}
	covered := scope.classes.Has(intent.Write) || scope.classes.Has(intent.Send)
	switch {
	case j.act == trades:
		covered = covered || scope.classes.Has(intent.Trade)
	case j.act == writes:
		covered = covered || scope.classes.Has(intent.Trade) || scope.classes.Has(intent.Exec)
	}
	switch {
	case l&inDestroy != 0 && scope.lists&destroys == 0:
		j.add(&tool, finding{rule: NotDestroy}, true)
	case j.byConsent: // the owner was shown what the source wants
	case !covered:
		j.add(&tool, finding{rule: NotAsked}, true)
	case !j.objectNamed(words):
		j.add(&tool, finding{rule: NotObject}, true)
	}
}

// objectNamed reports whether the owner's words have the object of a tool's name.
func (j *judging) objectNamed(words []string) bool {
	s := j.s
	any := false
	for _, w := range words {
		bits := lexicon.objects[w]
		if bits == 0 {
			bits = lexicon.objects[strings.TrimRight(w, "s")]
		}
		any = any || bits != 0
		if bits&s.owner.scope.objects != 0 {
			return true
		}
		if len(w) >= 6 && lexicon.names[w]&noObject == 0 {
			any = true
			if s.saysNow(w) {
				return true
			}
		}
	}
	if any {
		return false
	}
	for _, w := range words {
		if len(w) > 3 && s.saysNow(w) {
			return true
		}
	}
	return false
}

func (s *Store) saysNow(word string) bool {
	t := s.hash.tokens(nil, []byte(word))
	return len(t) == 1 && s.owner.spoken(uint32(t[0].h)&hashMask).in&s.owner.scopeMask != 0
}

// copiedWords in a row are a copy.
const copiedWords = 6

// titles is rule T: what is noted for the owner alone must not say what strangers want.
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

// othersSay finds a text of others that has the words in a row; nil if it was dropped.
func (s *Store) othersSay(ts []token) (by *leaf, yes bool) {
	s.phrase(ts, func(l *leaf, _ int) bool {
		if l.flags&(isFree|isText) != 0 && !s.trusted(l) {
			by = l
		}
		return by == nil
	})
	return by, by != nil || s.steps > maxSteps || s.sketch.phrase(ts)
}

// rowOf is where a row of words ends that begins at i and is long enough to be a copy, 0 if
// none does. What is bound together is one word.
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

// copied finds the text of others that words in a row are copied from, which are not the
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

// shortCopy finds the text of others that a whole title of few words is copied from, while
// the owner has not said all of it.
func (s *Store) shortCopy(text []byte, toks []token) (by *leaf, yes bool) {
	for _, t := range toks {
		if !s.owner.hasWord(t.h) && t.runes >= 3 && lexicon.words[fold(string(text[t.start:t.end]))].lists&stop == 0 {
			return s.othersSay(toks)
		}
	}
	return nil, false
}

// foreignName finds a text of others with a name that is neither the owner's nor one of a
// record.
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

// isNameOfRecord reports whether a word stands in names that records have, none of which
// stands in a sentence of another record.
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

// inSelectedField reports whether a word stands in a field of a record that the owner's
// words select, and not also in its free text.
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

// fieldsWith calls yield with each field that has the word.
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

// Source is what is known of a call when it is made, for the result that it will bring.
type Source struct{ flags uint8 }

const (
	sourceArgs       = 1 << iota // some argument has authority
	sourceAuthorised             // none is a stranger's
	sourceSaid                   // the owner said every file, address and id in it
	sourceAllSaid                // and everything else
)

func (s Source) args() bool       { return s.flags&sourceArgs != 0 }
func (s Source) authorised() bool { return s.flags&sourceAuthorised != 0 }
func (s Source) said() bool       { return s.flags&sourceSaid != 0 }

// listed reports whether the owner said all of what a list of records was asked with.
func (n *node) listed() bool { return n.source.flags&sourceAllSaid != 0 && n.flags&isProse == 0 }

// MarshalText writes it as a number of two digits.
func (s Source) MarshalText() ([]byte, error) { return fmt.Appendf(nil, "%02d", s.flags), nil }

// UnmarshalText reads what MarshalText writes.
func (s *Source) UnmarshalText(b []byte) error {
	*s = Source{}
	if len(b) != 2 || b[0] < '0' || b[0] > '1' || b[1] < '0' || b[1] > '9' || b[0] == '1' && b[1] > '5' {
		return fmt.Errorf("not a source: %.20q", b)
	}
	s.flags = (b[0]-'0')*10 + b[1] - '0'
	return nil
}

// Source says what is known of a call before it is made. It must not be asked later: results
// that come in between are not what the call was made of.
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
	named, allSaid, saidNamed, n := 0, true, true, 0
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
			saidNamed = saidNamed && f.strength == strengthSaid
		}
	}
	if s.steps > maxSteps {
		return Source{}
	}
	if named > 0 && saidNamed {
		src.flags |= sourceSaid
	}
	if n > 0 && allSaid {
		src.flags |= sourceAllSaid
	}
	return src
}
