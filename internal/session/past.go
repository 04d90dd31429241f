package session

import (
	"slices"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/provenanced/provenanced/internal/trust"

	"github.com/provenanced/provenanced/internal/wire"
)

// The index stores a session in pieces: a small one with what the next event needs, and a large one
// for each turn that has ended, with its graph. The small one is read whenever a session returns to
// memory, the others when somebody looks at them.

// Snapshot is one session as of one record.
type Snapshot struct {
	Key   string
	State State
	Last  wire.Receipt // of the latest record applied
	// LastJudged is the receipt of the latest judged tool call.
	LastJudged wire.Receipt
	// Values are the origins of the session's values, as package decide writes them. They are in no
	// record: losing some only leads to more questions.
	Values jsontext.Value `json:",omitzero"`

	// Ended are turns that the index stores apart from the state, oldest first.
	Ended []*Turn `json:"-"`
}

// PastTurn is a turn before the latest.
type PastTurn struct {
	Number  int
	Persist bool  `json:",omitzero"` // a rule asked to keep its graph
	turn    *Turn // nil if only the index has it
}

func past(t *Turn) PastTurn {
	p := PastTurn{Number: t.Number, Persist: t.Persist}
	if !t.Apart {
		p.turn = t
	}
	return p
}

// Apart moves the ended turns out of a state that is about to be saved, except those that the index
// already has: up to the turn known. The remaining state is small. The latest turn stays complete
// while a code waits, since its calls are shown to the owner.
func (s *State) Apart(known int) (small State, ended []*Turn) {
	small = *s
	for i := range s.Kept {
		if t := s.Kept[i].turn; t != nil && t.Number > known {
			ended = append(ended, t)
		}
	}
	if t := s.Turn; t != nil && !t.Open() && !t.Apart && len(s.Codes) == 0 {
		if t.Number > known {
			ended = append(ended, t)
		}
		small.Turn = &Turn{ // what is needed of a turn that has ended
			Number: t.Number, Started: t.Started, Ended: t.Ended, Reason: t.Reason, Level: t.Level, FromOwner: t.FromOwner, Group: t.Group,
			Sender: t.Sender, Authority: t.Authority, Iteration: t.Iteration, Blocked: t.Blocked, Persist: t.Persist, Apart: true,
		}
	}
	return small, ended
}

// KnownApart is the latest turn that the index stores apart from the state, which was loaded from
// there; 0 if there is none.
func (s *State) KnownApart() int {
	if t := s.Turn; t != nil && t.Apart {
		return t.Number
	}
	for i := len(s.Kept) - 1; i >= 0; i-- {
		if s.Kept[i].turn == nil {
			return s.Kept[i].Number
		}
	}
	return 0
}

// Keeps reports whether a turn is the latest or one of those that are kept.
func (s *State) Keeps(number int) bool {
	return s.Turn != nil && s.Turn.Number == number || slices.ContainsFunc(s.Kept, func(t PastTurn) bool { return t.Number == number })
}

// ApartAfter returns known after before has become s: if an ended turn has changed, as happens when
// a journal has lost its beginning, it must be stored apart again.
func (s *State) ApartAfter(before *State, known int) int {
	if t := s.Turn; t != nil && t != before.Turn {
		known = min(known, t.Number-1)
	}
	if n := len(s.Kept); n > 0 && s.Kept[n-1].turn != nil {
		switch t := s.Kept[n-1].turn; {
		case t == before.Turn:
		case len(before.Kept) > 0 && before.Kept[len(before.Kept)-1].turn == t:
		default:
			known = min(known, t.Number-1)
		}
	}
	return known
}

// Nodes counts the nodes of all graphs that are in memory.
func (s *State) Nodes() (n int) {
	if s.Turn != nil {
		n = len(s.Turn.Nodes)
	}
	for i := range s.Kept {
		if t := s.Kept[i].turn; t != nil {
			n += len(t.Nodes)
		}
	}
	return n
}

// SetTurn restores a turn that the index stored apart.
func (s *State) SetTurn(t *Turn) { s.Turn, s.owned = t, false }

// Former has the fields of an earlier version's index: the older turns, complete, and in place of a
// Taint the lowest level with its cause, and the levels that were seen.
type Former struct {
	OldTurns []*Turn    `json:"Kept,omitzero"`
	OldLevel *Watermark `json:"Watermark,omitzero"`
	OldSeen  trust.Set  `json:"Seen,omitzero"`
}

// FromEarlier converts a state from an earlier version's index.
func (s *State) FromEarlier() {
	old := s.Former
	if old == nil {
		return
	}
	s.Former = nil
	for _, t := range old.OldTurns {
		s.Kept = append(s.Kept, past(t))
	}
	if w := old.OldLevel; w != nil {
		s.Taint = newTaint()
		s.Taint.Since = w.Since
		s.giveAll(w, old.OldSeen, w.Since)
	}
}
