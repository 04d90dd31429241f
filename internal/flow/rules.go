package flow

import (
	"bytes"
	"strings"
)

// Reads says which addresses may be fetched without asking.
type Reads uint8

// From the strictest on.
const (
	ReadsStrict   Reads = iota // those with authority, like any value
	ReadsSelected              // also complete links where the owner pointed
	ReadsVerbatim              // any complete link in any source
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
	SourceLinks bool // links of a named source may be in what the agent writes
	Self        Self // the owner's own addresses

	selves []uint64 // the same, hashed for a store
	me     uint64   // as records write it
}

// Balanced are the rules with which few good calls are held.
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

func (r *Rules) hashFor(s *Store) {
	var room [8]token
	r.selves = nil
	for id := range r.Self.ids {
		r.selves = append(r.selves, s.hash.form(s.hash.tokens(room[:0], []byte(id))))
	}
	r.me = s.hash.form(s.hash.tokens(room[:0], []byte("me")))
}
