package ledger

import (
	"errors"
	"fmt"
)

// ErrCorrupt says that the ledger is not what was written: a *Problem in the error
// names the place. Do not write to it. Keep a copy of the directory, find out who or
// what changed it, and either restore it from a backup or move it away so that a new
// ledger starts.
var ErrCorrupt = errors.New("the ledger is corrupt")

// What is wrong at a place in a ledger.
type What string

const (
	Torn      What = "the last line is incomplete" // where no sync is known: Open cuts it off
	Malformed What = "this is not the line of an entry in canonical form"
	Sequence  What = "the sequence number is not the next one"
	Unlinked  What = "prevHash is not the hash of the entry before"
	Altered   What = "the hash is not that of the entry"
	Misplaced What = "an entry of this type does not belong here"
	Uncounted What = "the genesis does not continue the file before"
	Cut       What = "entries are missing from here on"
	Missing   What = "the file is missing"
	Rewritten What = "this is not the entry that the head mark names"
	NoMark    What = "the head mark is missing"
	BadMark   What = "the head mark was damaged or not made with this ledger's key"

	// About a ledger that is intact, see Seen.
	OtherKey What = "the key is not the one that this ledger had before"
	NotSeen  What = "this is not the entry that was there before"
)

// Problem is the first thing wrong in a ledger. It wraps ErrCorrupt.
type Problem struct {
	File int    // number of the ledger file; 0 if the problem is the head mark or the key
	Seq  uint64 // which sequence number was expected where it went wrong
	What What
}

func (p *Problem) Error() string {
	switch {
	case p.What == OtherKey:
		return string(p.What)
	case p.File == 0:
		return fmt.Sprintf("ledger file %q: %s", HeadName, p.What)
	case p.What == Missing:
		return fmt.Sprintf("ledger file %s: %s", FileName(p.File), p.What)
	}
	return fmt.Sprintf("ledger file %s, seq %d: %s", FileName(p.File), p.Seq, p.What)
}

func (p *Problem) Unwrap() error { return ErrCorrupt }
