package session

import (
	"slices"
	"time"

	"github.com/provenanced/provenanced/internal/trust"
)

// Shared is what other sessions may read of this one without its lock.
type Shared struct {
	Level    trust.Level
	Seen     trust.Set
	OwnersDM bool // its turn is the owner's, and nobody else can read it
	Owners   []string
	Cause    *Cause
	// SpawnedBy is the session that spawned it.
	SpawnedBy string

	Unticketed time.Time // when a program that named no session last ran in this one
}

// Shared is what other sessions may read of the state.
func (s *State) Shared() Shared {
	return Shared{
		Level:     s.Level(),
		Seen:      s.Taint.Seen(),
		OwnersDM:  s.Turn != nil && s.Turn.FromOwner && !s.Turn.Group,
		Owners:    s.Owners,
		Cause:     s.Watermark().Cause,
		SpawnedBy: s.SpawnedBy,

		Unticketed: s.Unticketed,
	}
}

// Same reports whether other sessions would read the same.
func (a *Shared) Same(b *Shared) bool {
	return a.Level == b.Level && a.Seen == b.Seen && a.OwnersDM == b.OwnersDM && a.Cause == b.Cause && a.SpawnedBy == b.SpawnedBy && a.Unticketed.Equal(b.Unticketed) && slices.Equal(a.Owners, b.Owners)
}

// With returns what two sessions have seen together. Either may be nil.
func (a *Shared) With(b *Shared) *Shared {
	switch {
	case b == nil:
		return a
	case a == nil:
		return b
	case b.Level < a.Level:
		a, b = b, a
	}
	both := *a
	both.Seen |= b.Seen
	return &both
}
