package engine

import (
	"encoding/binary"
	"sync"

	"github.com/provenanced/provenanced/internal/decide"
	"github.com/provenanced/provenanced/internal/dialect"
	"github.com/provenanced/provenanced/internal/prints"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/trust"
)

// Texts of others are known again by their prints, however they come back. A record has them
// where a session was first shown the text; the index keeps them, and they are all in memory.

// printBook recognises texts.
type printBook struct {
	mu      sync.RWMutex
	key     prints.Key
	store   *prints.Store
	rows    []session.PrintedText // the sources of the store, in its order
	next    uint64                // the number of the next row
	changed []session.PrintedText // for the index; those without prints are gone
}

func (b *printBook) begin(mark func(domain, text string) session.Mark, index Files) error {
	b.store = prints.New()
	if mark != nil {
		key := mark("prints", "key")
		b.key = prints.Key{binary.BigEndian.Uint64(key[:8]), binary.BigEndian.Uint64(key[8:])}
	}
	b.store.Own(b.key.Of(prints.Licences))
	for _, notice := range dialect.Notices() {
		b.store.Own(b.key.Of([]byte(notice)))
	}
	if index == nil {
		return nil
	}
	err := index.Printed(func(row session.PrintedText) error {
		b.add(row)
		b.next = row.Number + 1
		return nil
	})
	b.changed = nil
	return err
}

// add adds a text, and drops the oldest if there is no more room. The caller holds b.mu.
func (b *printBook) add(row session.PrintedText) {
	hashes := make([]uint64, 0, len(row.Text.Prints)/8)
	for at := row.Text.Prints; len(at) >= 8; at = at[8:] {
		hashes = append(hashes, binary.BigEndian.Uint64(at))
	}
	if row.Text.Level == trust.Trusted {
		b.store.Clear(hashes)
		b.changed = append(b.changed, row)
		return
	}
	oldest := b.store.Oldest()
	b.store.Add(hashes)
	b.rows, b.changed = append(b.rows, row), append(b.changed, row)
	for gone := b.store.Oldest() - oldest; gone > 0; gone-- {
		b.changed = append(b.changed, session.PrintedText{Number: b.rows[0].Number, Gone: true})
		b.rows = b.rows[1:]
	}
}

// note adds the texts of a record.
func (b *printBook) note(r *session.Record) {
	for _, c := range r.Changes {
		if c, is := c.(*session.TextPrinted); is {
			b.mu.Lock()
			b.add(session.PrintedText{Number: b.next, Text: *c})
			b.next++
			b.mu.Unlock()
		}
	}
}

// recognise tells an event whose words its result repeats.
func (b *printBook) recognise(ev *decide.Event) {
	text := decide.Shown(ev)
	if text == nil {
		return
	}
	ev.Prints = decide.Prints(b.key, text)
	b.mu.RLock()
	defer b.mu.RUnlock()
	for _, n := range b.store.Repeats(ev.Prints) {
		of := &b.rows[n-b.store.Oldest()].Text
		if ev.Repeats == nil || of.Level < ev.Repeats.Level {
			ev.Repeats = &decide.FileLevel{Level: of.Level, Cause: of.Cause}
		}
	}
}

// clearing is the change by which a text is nobody else's from now on; nil for none.
func (b *printBook) clearing(text []byte) session.Change {
	hashes := prints.Hashes(decide.Prints(b.key, text))
	if len(hashes) == 0 {
		return nil
	}
	return &session.TextPrinted{Level: trust.Trusted, Prints: decide.PrintBytes(hashes)}
}

// own notes that a text is nobody else's.
func (b *printBook) own(text []prints.Print) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.store.Own(text)
}

// DirtyPrints are the texts that the index does not have yet, and those that it is to drop.
func (e *Engine) DirtyPrints() []session.PrintedText {
	b := &e.prints
	b.mu.Lock()
	defer b.mu.Unlock()
	changed := b.changed
	b.changed = nil
	return changed
}

// RedoPrints takes back what could not be saved.
func (e *Engine) RedoPrints(list []session.PrintedText) {
	b := &e.prints
	b.mu.Lock()
	defer b.mu.Unlock()
	b.changed = append(list, b.changed...)
}
