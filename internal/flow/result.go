package flow

import (
	"bytes"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/go-json-experiment/json"

	"github.com/provenanced/provenanced/internal/trust"
)

// Result is what a call returned.
type Result struct {
	Tool, CallID string
	From         string // the address or the program that it is from, for people; may be empty
	At           time.Time
	Level        trust.Level
	Gated        bool   // the call acts: ids in its result are the agent's own
	Source       Source // the result of Store.Source when it was called
	Content      []byte
	Structured   bool // the tool declares that Content is JSON; JSON within a text is prose
	Table        Table

	// Scan reports orders to the model in a text; nil finds none. Flagged: some were found that
	// belong to no single text.
	Scan    func(text string) bool
	Flagged bool
}

// A longer value is free text; shorter texts are not scanned.
const (
	fieldChars = 90
	fieldWords = 8
	scanBytes  = 12
	lineWords  = 7 // a line with fewer is not a sentence
	textWords  = 4 // a field of content with as many is one
)

// reading is a result being added to the store.
type reading struct {
	maxWords, maxLeafs int // what is kept of it

	s       *Store
	scan    func(string) bool
	recs    []record
	leafs   []leaf
	words   []uint32
	toks    []token
	addr    []token // of an address in a text
	buf     []byte
	fields  int // of the record
	flagged bool
	cut     bool
	single  bool    // it is one record without fields
	dropped *sketch // what is not kept
}

// readResult reads the records of a result.
func (s *Store) readResult(r *Result) *reading {
	room := s.resultRoom()
	d := &reading{s: s, scan: r.Scan, dropped: &s.sketch, maxWords: room / 2 / wordSize, maxLeafs: room / 2 / (leafSize + recordSize)}
	if r.Level == trust.Trusted && !r.Gated {
		d.dropped = &noSketch // nobody else wrote it
	}
	if r.Structured {
		whole := jsonReader{b: r.Content}
		if whole.peek() != '"' && whole.skip(0) && whole.peek() == 0 {
			d.structure(&jsonReader{b: r.Content})
			return d
		}
		if one := (jsonReader{b: r.Content}); one.peek() == '"' && one.skip(0) && one.peek() == 0 {
			one = jsonReader{b: r.Content}
			one.peek()
			d.prose(one.string())
			return d
		}
	}
	if r.Table != NoTable {
		d.table(r.Content, r.Table)
		return d
	}
	d.prose(r.Content)
	return d
}

func (d *reading) prose(text []byte) {
	d.begin()
	d.free(text, 0, true)
	d.end()
}

// structure reads a list of records, a map of them, or a single one.
func (d *reading) structure(r *jsonReader) {
	switch r.peek() {
	case '[':
		for first := true; r.more(first, ']'); first = false {
			d.begin()
			d.collect(r, 0)
			d.end()
		}
	case '{':
		if !isMap(*r) {
			d.begin()
			d.collect(r, 0)
			d.end()
			return
		}
		for first := true; r.more(first, '}'); first = false {
			name := r.name()
			d.begin()
			key := d.member(name)
			d.collect(r, key)
			d.end()
		}
	default:
		d.begin()
		d.collect(r, 0)
		d.end()
	}
}

// isMap reports whether an object's members are entries rather than fields: each is an object, or
// each is a single value and some name is not written like a field's.
func isMap(r jsonReader) bool {
	objects, singles, named, n := 0, 0, false, 0
	for first := true; r.more(first, '}'); first = false {
		name := r.name()
		named = named || !isPlain(name) && bytes.ContainsFunc(name, func(c rune) bool { return c == ' ' || unicode.IsUpper(c) })
		switch r.peek() {
		case '{':
			objects++
		case '[':
		default:
			singles++
		}
		r.skip(0)
		n++
	}
	return n > 0 && (objects == n || singles == n && named)
}

func (d *reading) begin() {
	d.recs = append(d.recs, record{first: uint16(len(d.leafs))})
	d.fields, d.flagged = 0, false
}

func (d *reading) end() {
	rec := &d.recs[len(d.recs)-1]
	rec.n = uint16(len(d.leafs)) - rec.first
	if d.fields == 1 {
		rec.flags |= isSingle
	}
	if d.flagged {
		rec.flags |= isFlagged
	}
	if len(d.recs) > max(d.maxLeafs, 1) {
		d.recs, d.cut = d.recs[:len(d.recs)-1], true
	}
	d.single = len(d.recs) == 1 && d.fields == 0
}

// full reports that no more of the result is kept.
func (d *reading) full() bool {
	if len(d.leafs) >= d.maxLeafs || len(d.words) >= d.maxWords || len(d.recs) > max(d.maxLeafs, 1) {
		d.cut = true
	}
	return d.cut
}

// lost reports that nothing of the rest is kept or can affect anything, so it need not be read.
func (d *reading) lost() bool { return d.cut && d.dropped.full() }

// member handles the name of a member: a name that is not written like a field's is that of an
// entry.
func (d *reading) member(name []byte) (key uint16) {
	key = d.s.intern(name)
	if !isPlain(name) && isFieldValue(name) {
		d.field(slices.Clone(name), d.s.intern([]byte("name")))
	}
	return key
}

// isPlain reports whether a name is written like a field's: fromAddress, from_address.
func isPlain(name []byte) bool {
	for i, c := range name {
		if (c < 'a' || c > 'z') && c != '_' && (i == 0 || c < 'A' || c > 'Z') {
			return false
		}
	}
	return len(name) > 0
}

// collect reads a value and its content into the record.
func (d *reading) collect(r *jsonReader, key uint16) {
	switch r.peek() {
	case '{':
		for first := true; r.more(first, '}'); first = false {
			d.collect(r, d.member(r.name()))
		}
	case '[':
		for first := true; r.more(first, ']'); first = false {
			d.collect(r, key)
		}
	case '"':
		d.value(r.string(), key, true)
	default:
		if a := r.atom(); string(a) != "null" {
			d.value(a, key, false)
		}
	}
}

func (d *reading) value(text []byte, key uint16, scan bool) {
	if scan && d.scan != nil && !d.flagged && utf8.RuneCount(text) >= scanBytes {
		d.flagged = d.scan(string(text))
	}
	if isFieldValue(text) {
		d.field(text, key)
	} else {
		d.free(text, key, false)
	}
}

// isFieldValue reports whether a value is a field: one short line.
func isFieldValue(text []byte) bool {
	if len(text) > fieldChars*utf8.UTFMax || bytes.IndexByte(text, '\n') >= 0 {
		return false
	}
	words, in := 0, false
	for _, c := range text {
		if c > ' ' && !in {
			words++
		}
		in = c > ' '
	}
	return words <= fieldWords && (len(text) <= fieldChars || utf8.RuneCount(text) <= fieldChars)
}

// field adds a short value.
func (d *reading) field(text []byte, key uint16) {
	d.fields++
	if d.lost() {
		return
	}
	d.toks = d.s.hash.tokens(d.toks[:0], text)
	name := &d.s.keys[key]
	l := leaf{at: uint16(len(d.words)), n: uint16(len(d.toks)), rec: uint16(len(d.recs) - 1), key: key, flags: isField}
	runes, digits, words := -1, true, 0
	for _, t := range d.toks {
		w := t.word()
		d.buf = foldInto(d.buf[:0], text[t.start:t.end])
		if t.runes < 3 {
			w |= isShort
		}
		common := lexicon.common[string(d.buf)]
		if common.light {
			w |= isLight
		}
		runes += t.runes + 1
		digits = digits && t.digits
		if t.joint == 0 {
			words++
		}
		if len(d.toks) == 1 && common.generic {
			l.flags |= isInert
		}
		d.words = append(d.words, w)
	}
	if len(d.toks) > 0 {
		l.h = d.s.hash.form(d.toks)
	}
	if digits || runes < 3 {
		l.flags |= isInert
	}
	if runes >= 4 {
		l.flags |= isLong
	}
	if runes >= 8 {
		l.flags |= isVeryLong
	}
	if name.lists&inContent != 0 {
		l.flags |= isWritable
		if words >= textWords {
			l.flags |= isText
		}
	}
	if d.full() {
		d.dropped.addLeaf(&l, d.words[l.at:])
		d.words = d.words[:l.at]
	} else {
		d.leafs = append(d.leafs, l)
	}
	d.links(text, l)
}

// links adds the links and addresses in a field.
func (d *reading) links(text []byte, of leaf) {
	start, end := 0, 0
	for _, t := range d.toks {
		if t.joint == 0 {
			start = t.start
		}
		if mayLink(t.joint) && t.start >= end {
			if l, ok := linkAt(text, start); ok {
				d.link(text, l, &of)
				end = l.end
			}
		}
	}
}

func (d *reading) link(text []byte, l link, of *leaf) {
	one := leaf{rec: of.rec, key: of.key, flags: of.flags & (isWritable | isText | isFree)}
	if l.mail {
		one.flags |= isMail | isSure
		d.addr = d.s.hash.tokens(d.addr[:0], text[l.start:l.end])
		one.h = d.s.hash.form(d.addr)
	} else {
		whole, host := address(d.buf[:0], text[l.start:l.end])
		one.flags |= isLink
		one.h = d.s.hash.bytes(whole)
		one.host = uint32(d.s.hash.bytes(host))
		if l.sure {
			one.flags |= isSure
		}
	}
	if of.flags&isField != 0 && l.start == 0 && len(bytes.TrimRight(text[l.end:], "/.,) ")) == 0 {
		one.flags |= isWhole
	}
	if d.full() {
		d.dropped.addLeaf(&one, nil)
		return
	}
	d.leafs = append(d.leafs, one)
}

// free adds a longer text.
func (d *reading) free(text []byte, key uint16, scan bool) {
	if scan && d.scan != nil && !d.flagged && utf8.RuneCount(text) >= scanBytes {
		d.flagged = d.scan(string(text))
	}
	d.recs[len(d.recs)-1].flags |= hasFree
	l := leaf{at: uint16(len(d.words)), rec: uint16(len(d.recs) - 1), key: key, flags: isFree | isWritable}
	kept, at := !d.full(), len(d.leafs)
	if kept {
		d.leafs = append(d.leafs, l)
	}
	s := scanner{hash: d.s.hash, text: text}
	start, end, lineStart := 0, 0, len(d.words)
	var before uint32
	for {
		t, ok := s.next()
		lost := d.lost()
		if s.line || lost {
			if len(d.words)-lineStart < lineWords {
				for i := lineStart; i < len(d.words); i++ {
					d.words[i] |= inShortLine
				}
			}
			lineStart = len(d.words)
		}
		if !ok || lost {
			break
		}
		w := t.word()
		if t.marked {
			w |= isMarked
		}
		if kept && len(d.words) < d.maxWords {
			d.words = append(d.words, w)
		} else {
			d.cut = true
			d.dropped.addWords(before, w)
		}
		before = w
		if t.joint == 0 {
			start = t.start
		}
		if mayLink(t.joint) && t.start >= end {
			if one, ok := linkAt(text, start); ok {
				d.link(text, one, &l)
				end = one.end
			}
		}
	}
	if kept {
		d.leafs[at].n = uint16(len(d.words) - int(l.at))
	}
}

// intern returns the number of a field's name.
func (s *Store) intern(name []byte) uint16 {
	name = bytes.Trim(name, "_")
	if len(name) > maxLabel {
		name = name[:maxLabel]
	}
	if i, ok := s.keyIndex[string(name)]; ok {
		return i
	}
	if len(s.keys) == maxKeys {
		return 1
	}
	n := fieldName{name: string(name), lists: lexicon.ofName(string(name))}
	if n.name == otherName {
		n.lists = inContent | inSender
	}
	s.keys = append(s.keys, n)
	s.keyIndex[n.name] = uint16(len(s.keys) - 1)
	return uint16(len(s.keys) - 1)
}

// Record adds the results of one iteration. They do not affect each other, and their order makes no
// difference.
func (s *Store) Record(results ...Result) {
	for i := range results {
		s.record(&results[i])
	}
}

// Show adds a text that is shown repeatedly, as in a history, once.
func (s *Store) Show(r Result) {
	s.steps = 0
	const enough = 32 << 10 // bytes by which it is recognised
	for toks := s.hash.tokens(nil, r.Content[:min(len(r.Content), enough)]); len(toks) > 0; {
		n := wholeWords(toks, 64) // words are looked for in rows, each of which must be known
		if by, _ := s.othersSay(toks[:n]); by == nil {
			s.record(&r)
			return
		}
		toks = toks[n:]
	}
}

// wholeWords returns the number of words up to the n-th, extended to the end of a joined word.
func wholeWords(toks []token, n int) int {
	for n = min(n, len(toks)); n < len(toks) && toks[n].joint != 0; n++ {
	}
	return n
}

// Use adds the names that a call is made with, if nothing by others was read so far.
func (s *Store) Use(tool, callID string, at time.Time, names []string) {
	if s.Partial() || slices.ContainsFunc(s.nodes, func(n node) bool { return n.level < trust.Trusted }) {
		return
	}
	s.steps = 0
	names = slices.DeleteFunc(slices.Clone(names), func(name string) bool {
		v := s.value([]byte(name), ID)
		return v.exact() || s.used(&v) != nil
	})
	if len(names) == 0 {
		return
	}
	content, err := json.Marshal(map[string][]string{"used": names})
	if err != nil {
		return
	}
	s.record(&Result{Tool: tool, CallID: callID, At: at, Level: trust.Trusted, Gated: true, Structured: true, Content: content})
	s.nodes[len(s.nodes)-1].flags |= isUsed
}

func (s *Store) record(r *Result) {
	d := s.readResult(r)
	s.makeRoom(len(d.words), len(d.leafs), len(d.recs))
	n := node{tool: label(r.Tool), callID: label(r.CallID), from: label(r.From), at: r.At.Unix(), level: r.Level, source: r.Source, records: uint16(len(d.recs))}
	if r.Gated {
		n.flags |= isGated
	} else if r.Level == trust.Trusted {
		n.flags |= isTrusted
	}
	if d.single {
		n.flags |= isProse
		n.records = 0
	}
	if r.Table != NoTable && !d.single {
		n.flags |= isTable
	}
	if d.cut {
		n.flags |= isCut | isLost
	}
	n.first, n.kept = uint16(len(s.recs)), uint16(len(d.recs))
	s.nodes = append(s.nodes, n)
	for _, rec := range d.recs {
		leafs := d.leafs[rec.first : rec.first+rec.n]
		rec.node, rec.first = uint16(len(s.nodes)-1), uint16(len(s.leafs))
		if r.Flagged {
			rec.flags |= isFlagged
		}
		for k := range leafs {
			l := leafs[k]
			s.keep(l, d.words[l.at:l.at+l.n], uint16(len(s.recs)), &n)
		}
		s.recs = append(s.recs, rec)
		s.selectRecord(&s.recs[len(s.recs)-1])
	}
}

func label(s string) string {
	if len(s) > maxLabel {
		s = s[:maxLabel]
	}
	return strings.Clone(s) // not a part of the whole event
}
