package session

import (
	"slices"
	"time"
)

// AllSessions is the pattern of a halt of every session.
const AllSessions = "*"

// MaxHalts bounds the halts that stand at once.
const MaxHalts = 64

// Halt is the owner's word that no call of some sessions runs until they say otherwise. The
// zero Halt is of every session.
type Halt struct {
	Sessions string    `json:"sessions"` // a pattern of their keys; empty: all
	Why      string    `json:"why,omitzero"`
	By       string    `json:"by"`  // who
	Way      string    `json:"way"` // and how: chat or cli
	At       time.Time `json:"at"`
}

// Pattern is what the keys of its sessions are like.
func (h *Halt) Pattern() string {
	if h.Sessions == "" {
		return AllSessions
	}
	return h.Sessions
}

// HaltChange is a change of what is halted. It changes no session's state: whom it concerns is
// for the keys of sessions to say, also of those that are yet to begin.
type HaltChange interface {
	Change
	// halts are the halts after the change, in a list of their own.
	halts(before []Halt, now time.Time) []Halt
}

// HaltsAfter are the halts after the changes of a record. Applied again, in their order, they
// come to the same. The list that was passed stays as it is.
func HaltsAfter(halts []Halt, changes Changes, now time.Time) (after []Halt, changed bool) {
	for _, c := range changes {
		if c, is := c.(HaltChange); is {
			halts, changed = c.halts(halts, now), true
		}
	}
	return halts, changed
}

// Halted is that the owner has halted sessions.
type Halted struct {
	Sessions string `json:"sessions,omitzero"` // a pattern of keys; empty: all
	Why      string `json:"why,omitzero"`
	By       string `json:"by,omitzero"`
	Way      string `json:"way,omitzero"`
	// Since is set where the halt stands longer than its record.
	Since time.Time `json:"since,omitzero"`
}

// Op is "halted".
func (c *Halted) Op() Op { return "halted" }

func (c *Halted) apply(*State, time.Time) {}

func (c *Halted) halts(before []Halt, now time.Time) []Halt {
	h := Halt{Sessions: c.Sessions, Why: c.Why, By: c.By, Way: c.Way, At: now}
	h.Sessions = h.Pattern()
	if !c.Since.IsZero() {
		h.At = c.Since
	}
	after := append(without(before, h.Sessions), h)
	if len(after) <= MaxHalts {
		return after
	}
	h.Sessions = AllSessions // more than can be kept apart
	return append(without(after[:MaxHalts-1], AllSessions), h)
}

// Resumed is that the owner has ended halts.
type Resumed struct {
	Halts []string `json:"halts,omitzero"` // their patterns
	By    string   `json:"by,omitzero"`
	Way   string   `json:"way,omitzero"`
}

// Op is "resumed".
func (c *Resumed) Op() Op { return "resumed" }

func (c *Resumed) apply(*State, time.Time) {}

func (c *Resumed) halts(before []Halt, _ time.Time) []Halt { return without(before, c.Halts...) }

func without(halts []Halt, patterns ...string) []Halt {
	return slices.DeleteFunc(slices.Clone(halts), func(h Halt) bool { return slices.Contains(patterns, h.Pattern()) })
}
