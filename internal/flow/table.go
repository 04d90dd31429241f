package flow

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// Table says how a program prints records as text, if whoever knows the program vouches for that.
// Others' text in a cell may look like further cells of its row, but of no other row.
type Table uint8

// The tables. The zero value is none.
const (
	NoTable Table = iota
	People        // a row for each person whom the owner keeps: a name, an address, numbers
	Mails         // a row for each mail: its id, the sender, the subject
	Mail          // one mail: the lines of its head, then its text
	Events        // a row for each event: its id, when, what, and finally whose it is
	Tickets       // a row for each issue or request: its number, and what others write of it
)

var tableNames = [...]string{"", "people", "mails", "mail", "events", "tickets"}

// ParseTable parses a table's name.
func ParseTable(name string) (Table, error) {
	if i := slices.Index(tableNames[:], name); i > 0 {
		return Table(i), nil
	}
	return NoTable, fmt.Errorf("unknown table %q", name)
}

// The names of fields for cells.
var cellName, cellID, cellEmail, cellFrom, cellOrganizer, cellTitle = []byte("name"), []byte("id"), []byte("email"), []byte("from"), []byte("organizer"), []byte("title")

// table reads the rows of a table.
func (d *reading) table(text []byte, kind Table) {
	if kind == Mail {
		d.begin()
		d.mail(text)
		d.end()
		return
	}
	var columns [][]byte
	for first := true; len(text) > 0 && !d.cut; {
		line, rest, _ := bytes.Cut(text, []byte("\n"))
		text = rest
		row := cells(line)
		switch {
		case len(row) == 0:
		case first && isHeader(row):
			columns, first = row, false
		default:
			first = false
			d.begin()
			d.row(row, columns, kind)
			if kind == People {
				d.recs[len(d.recs)-1].flags |= isPerson
			}
			d.end()
		}
	}
	if len(text) > 0 { // what is not kept may still name something
		d.begin()
		d.free(text, d.s.intern(cellTitle), false)
		d.end()
	}
}

// row reads one row. A cell of unknown meaning is somebody's text.
func (d *reading) row(row, columns [][]byte, kind Table) {
	named, addressed := false, false
	for i, cell := range row {
		column := ""
		if i < len(columns) {
			column = strings.ToLower(string(columns[i]))
		}
		address := addressIn(cell)
		switch {
		case columns == nil && i == 0 && kind != People || column == "id":
			d.value(cell, d.s.intern(cellID), true)
		case address != nil && !addressed && kind != Tickets && (columns == nil || column == "from" || column == "email" || column == "organizer"):
			addressed = true
			d.field(address, d.s.intern(map[Table][]byte{People: cellEmail, Mails: cellFrom, Events: cellOrganizer}[kind]))
		case kind == People && !named && (columns == nil || column == "name"):
			named = true
			d.value(cell, d.s.intern(cellName), true)
		default:
			d.value(cell, d.s.intern(cellTitle), true)
		}
	}
}

// mail reads one mail. Its head ends at a line that does not belong to one, or names a second
// sender.
func (d *reading) mail(text []byte) {
	sent := false
	for len(text) > 0 {
		line, rest, _ := bytes.Cut(text, []byte("\n"))
		name, value, ok := bytes.Cut(line, []byte("\t"))
		if !ok {
			name, value, ok = bytes.Cut(line, []byte(":"))
		}
		from := bytes.EqualFold(bytes.TrimSpace(name), cellFrom)
		if !ok || len(name) > maxLabel || bytes.ContainsFunc(name, func(c rune) bool { return !unicode.IsLetter(c) && c != '_' && c != '-' }) || from && sent {
			break
		}
		address := addressIn(value)
		switch {
		case from && address != nil:
			d.field(address, d.s.intern(cellFrom))
		case !from && bytes.EqualFold(name, cellID):
			d.value(bytes.TrimSpace(value), d.s.intern(cellID), true)
		default:
			d.free(value, d.s.intern(cellTitle), true)
		}
		sent, text = sent || from, rest
	}
	if len(bytes.TrimSpace(text)) > 0 {
		d.free(text, d.s.intern(cellTitle), true)
	}
}

// cells returns the cells of a row, which a tab or two spaces separate.
func cells(line []byte) (row [][]byte) {
	for part := range bytes.SplitSeq(line, []byte("\t")) {
		for len(part) > 0 {
			cell, rest, _ := bytes.Cut(part, []byte("  "))
			if cell = bytes.TrimSpace(cell); len(cell) > 0 {
				row = append(row, cell)
			}
			part = rest
		}
	}
	return row
}

// isHeader reports whether a row has the names of columns, which are in capitals.
func isHeader(row [][]byte) bool {
	return len(row) > 1 && !slices.ContainsFunc(row, func(cell []byte) bool {
		return bytes.ContainsFunc(cell, func(c rune) bool { return (c < 'A' || c > 'Z') && c != '_' && c != ' ' })
	})
}

// addressIn returns the e-mail address in a cell, in any brackets, if there is no name before it;
// otherwise nil.
func addressIn(cell []byte) []byte {
	cell = bytes.TrimSpace(cell)
	if i := bytes.LastIndexByte(cell, '<'); i >= 0 && bytes.HasSuffix(cell, []byte(">")) {
		cell = cell[i+1 : len(cell)-1]
	} else if bytes.HasPrefix(cell, []byte("(")) && bytes.HasSuffix(cell, []byte(")")) {
		cell = cell[1 : len(cell)-1]
	}
	if bytes.Count(cell, []byte("@")) != 1 || bytes.ContainsAny(cell, " \t,;<>()\"") {
		return nil
	}
	return cell
}

// replying is what an owner asks for when answering somebody.
var replying = doing("reply")

// addresses reports whether an address in a row of a table is that of somebody whom the owner
// names: by the name under which they keep them; or by the name in the address of somebody who
// wrote to them, if they answer, or have read it before they speak. The person named last takes
// precedence, and a name with two addresses identifies nobody.
func (s *Store) addresses(l *leaf, v *value, r *Rules) bool {
	rec := &s.recs[l.rec]
	o := &s.owner
	for m := len(o.messages) - 1; m >= o.first; m-- {
		mask, any := uint16(1)<<(m-o.first), false
		for i := range s.recs {
			any = any || s.nodes[s.recs[i].node].flags&isTable != 0 && len(s.called(uint16(i), mask)) > 0
		}
		if !any {
			continue
		}
		who := s.called(l.rec, mask)
		if len(who) == 0 || rec.flags&isPerson == 0 && !s.calledBy(l, mask) {
			return false
		}
		for i := range s.recs {
			if uint16(i) != l.rec && !s.recordHolds(uint16(i), v, Target) && slices.ContainsFunc(s.called(uint16(i), mask), func(w uint32) bool { return slices.Contains(who, w) }) {
				return false
			}
		}
		if !s.inbound(rec, r) {
			return true
		}
		return o.scope.doings&replying != 0 || s.firstNode+uint32(rec.node) < o.read
	}
	return false
}

// called returns the words with which the owner's messages name somebody whose address is in a
// record.
func (s *Store) called(i uint16, mask uint16) (who []uint32) {
	rec := &s.recs[i]
	if !s.step(int(rec.n)) {
		return nil
	}
	for k := rec.first; k < rec.first+rec.n; k++ {
		l := &s.leafs[k]
		if l.flags&isField == 0 || l.n == 0 || s.keys[l.key].lists&inIdentity == 0 {
			continue
		}
		words := s.words[l.at : l.at+l.n]
		if at := atSign(words); at < len(words) {
			if s.calledBy(l, mask) {
				who = append(who, hashes(words[:at])...)
			}
			continue
		}
		for _, w := range words {
			p := s.owner.spoken(w & hashMask)
			if w&isShort == 0 && (p.caps&mask != 0 || len(words) == 1 && p.content&mask != 0) {
				who = append(who, w&hashMask)
			}
		}
	}
	return who
}

// calledBy reports whether one message names somebody with all words of an address before its @.
func (s *Store) calledBy(l *leaf, mask uint16) bool {
	words := s.words[l.at : l.at+l.n]
	at := atSign(words)
	if at == len(words) {
		return false
	}
	caps, n := uint16(0), 0
	for _, w := range words[:at] {
		if w&isShort != 0 {
			continue
		}
		p := s.owner.spoken(w & hashMask)
		mask, caps, n = mask&p.in, caps|p.caps, n+1
	}
	return n > 0 && mask&caps != 0
}

// atSign returns the number of words before the @ of an address, or of all words if there is none.
func atSign(words []uint32) int {
	for i := 1; i < len(words); i++ {
		if words[i]&jointMask>>hashBits == joinedByAt {
			return i
		}
	}
	return len(words)
}

func hashes(words []uint32) (hs []uint32) {
	for _, w := range words {
		hs = append(hs, w&hashMask)
	}
	return hs
}
