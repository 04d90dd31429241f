package decide

import (
	"bytes"
	"encoding/binary"

	"github.com/go-json-experiment/json/jsontext"

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

// Prints are those of a text. Of JSON they are those of each long string in it, by itself, and of
// the short ones of its lists, as lines: what stands around them is in every answer of a tool.
func Prints(key prints.Key, text []byte) (all []prints.Print) {
	at := 0
	eachLong(text, maxNested, func(long []byte) {
		for _, p := range key.Of(long) {
			p.At += at
			all = append(all, p)
		}
		at += len(long) + apart
	})
	return all
}

const (
	maxNested = 3  // JSON in a string of JSON, and so on
	apart     = 64 // no passage goes on from one string in the next
)

// eachLong calls take for a text or, if that is JSON, for its long strings; and for what stands
// behind the last that can be read.
func eachLong(text []byte, nested int, take func(long []byte)) {
	start := bytes.TrimLeft(text, " \t\r\n")
	if nested == 0 || len(start) == 0 || start[0] != '{' && start[0] != '[' {
		take(text)
		return
	}
	dec := jsontext.NewDecoder(bytes.NewBuffer(start), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	var lines []byte
	for {
		end := dec.InputOffset()
		kind, n := dec.StackIndex(dec.StackDepth())
		isName := kind == '{' && n%2 == 0
		var err error
		if dec.PeekKind() != '"' {
			_, err = dec.ReadToken()
		} else if value, failed := dec.ReadValue(); failed != nil {
			err = failed
		} else if !isName && len(value) >= minPrinted {
			eachLong(wire.Unquoted(value), nested-1, take)
		} else if kind == '[' {
			lines = append(append(lines, wire.Unquoted(value)...), '\n')
		}
		if err != nil {
			if len(lines) >= minPrinted {
				take(lines)
			}
			if rest := start[end:]; len(rest) > minPrinted {
				take(rest)
			}
			return
		}
	}
}

// repeated lowers a result to the level of those whose words it repeats, and says whose. What a
// tool fetches is worth what the owner's table of places says.
func (q *question) repeated(level trust.Level, from string) (trust.Level, string) {
	of := q.ev.Repeats
	if of == nil || of.Level >= level || q.isPage() {
		return level, from
	}
	return of.Level, q.said(texts.RepeatsWords(of.Cause), 120)
}

// print has the words of others known again that a result brings, and the owner's not taken for
// theirs.
func (f *files) print(level trust.Level, cause session.Cause) {
	switch {
	case f.ev.Prints == nil, f.ev.Repeats != nil && !f.isPage():
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

// isPage reports whether the result is of a tool that fetches pages: one may repeat another, and
// have words of its own.
func (q *question) isPage() bool {
	p, is := q.ev.Payload.Event.(*wire.AfterToolCallEvent)
	return is && q.tables.Does(p.ToolName).Fetch != nil
}

// PrintBytes are prints as a record has them.
func PrintBytes(hashes []uint64) []byte {
	text := make([]byte, 0, 8*len(hashes))
	for _, h := range hashes {
		text = binary.BigEndian.AppendUint64(text, h)
	}
	return text
}
