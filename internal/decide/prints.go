package decide

import (
	"encoding/binary"

	"github.com/provenanced/provenanced/internal/prints"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/texts"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// A result that repeats what others wrote has their level, however it came. The engine looks for
// that before the event is decided; new words of others are recorded.

// maxPrinted bounds how much of a result is examined.
const maxPrinted = 1 << 20

// Shown returns the text of a result, as far as it is examined; nil if there is none.
func Shown(ev *Event) []byte {
	p, is := ev.Payload.Event.(*wire.AfterToolCallEvent)
	if !is || len(p.Result) < minPrinted {
		return nil
	}
	text := told(p.Result)
	return text[:min(len(text), maxPrinted)]
}

// minPrinted is shorter than any passage that is recognised.
const minPrinted = 128

// repeats is the level of those whose words a result repeats, nil where it is nobody's. What a
// tool fetches is worth what the owner's table of places says: so much of the host's own stands
// around a page that it would repeat any other.
func (q *question) repeats() *FileLevel {
	p, is := q.ev.Payload.Event.(*wire.AfterToolCallEvent)
	if !is || q.tables.Does(p.ToolName).Fetch != nil {
		return nil
	}
	return q.ev.Repeats
}

// repeated lowers a result to the level of those whose words it repeats, and says whose.
func (q *question) repeated(level trust.Level, from string) (trust.Level, string) {
	of := q.repeats()
	if of == nil || of.Level >= level {
		return level, from
	}
	return of.Level, q.said(texts.RepeatsWords(of.Cause), 120)
}

// print has the words of others known again that a result brings, and the owner's not taken for
// theirs.
func (f *files) print(level trust.Level, cause session.Cause) {
	switch {
	case f.ev.Prints == nil, f.repeats() != nil:
		return
	case level > trust.External:
		if f.ev.Repeats == nil {
			f.own = f.ev.Prints
		}
		return
	}
	text := PrintBytes(prints.Hashes(f.ev.Prints))
	cause.At, cause.Turn = f.Now, f.state.Turns
	f.emit(&session.TextPrinted{Level: level, Cause: &cause, Prints: text})
}

// PrintBytes are prints as a record has them.
func PrintBytes(hashes []uint64) []byte {
	text := make([]byte, 0, 8*len(hashes))
	for _, h := range hashes {
		text = binary.BigEndian.AppendUint64(text, h)
	}
	return text
}
