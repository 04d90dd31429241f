// Package session is what the daemon knows about one session: its State, the changes that make it,
// and how they apply, so that the records alone rebuild it. It also has a turn's provenance graph,
// the part that other sessions may read, and the pieces that the index stores apart.
//
// It does not decide: package decide says which changes an event makes, and a state changes only by
// a Change. It knows no policy, no other session and no lock.
package session

import (
	"strconv"
	"strings"
	"time"

	"github.com/provenanced/provenanced/internal/trust"
)

// A session whose key ends in canarySuffix is the canary: every tool call in it is denied, whatever
// the policy says. A plugin that sends one through its gateway and sees it denied knows that
// denials are enforced from end to end.
const canarySuffix = ":provenance-canary"

// State is everything that the daemon knows about one session. It changes only by Apply, so
// applying a session's records in order rebuilds it.
//
// A State is a value: decide works on a copy, and the copy replaces the original once its record is
// in the journal. Copies share slices, so existing elements are never written; see Change.
type State struct {
	Agent     string
	SpawnedBy string // the session that spawned this one
	// SpawnTurn is the turn that it was spawned for, the only one in which its spawner speaks.
	SpawnTurn int `json:",omitzero"`
	// InOwnersDM: it was spawned in a turn of the owner's that nobody else could read. This never
	// changes, whoever writes to the spawner later.
	InOwnersDM bool `json:",omitzero"`
	// Inherited is the spawner's level at that time, raised by the owner's resets since. The
	// session never begins above it. Nil at trusted.
	Inherited     *Watermark `json:",omitzero"`
	InheritedSeen trust.Set  `json:",omitzero"` // the levels that the spawner had seen; none once the owner has reset the session

	// What the context contains.
	Taint    Taint    // what the session was given
	Forgiven int      // history messages that the owner's last reset covered
	Forgive  bool     // that reset did not know the history: it covers the next context, up to the latest words of the model or a tool
	Shown    int      `json:",omitzero"` // messages in the latest context; maintained while Forgiven is above 0
	Cleared  *Cleared `json:",omitzero"` // what it is assumed to have forgotten, until its history shows whether it has

	// The turns. Turn is the latest, running or ended; Kept are older ones.
	Since time.Time `json:",omitzero"` // when the first began; zero in an earlier version's index, for one that began before
	Turns int
	Turn  *Turn
	Kept  []PastTurn `json:"Past,omitzero"`
	owned bool       // no other State shares Turn, so it may be written; only while a record is made or applied

	// Approvals.
	Codes   Codes `json:"Pending"` // waiting for the owner, latest last
	Grants  []Grant
	Wrong   []time.Time // wrong codes within the last wrongCodeWindow
	Spent   []string    // nonces of codes that were used, denied or burned, latest last
	Answers []Answer    `json:",omitzero"` // outcomes of the latest codes, latest last
	Command CommandMark

	Auth *Auth // vouched messages and observed results; nil until they are first checked

	// The owner.
	OwnerField bool     // the gateway has said who the owner is, so its silence proves nothing
	Owners     []string // sender ids that were the verified owner, each on its channel

	Typing     []string  `json:",omitzero"` // running commands with an unfinished typed line, latest last
	Unticketed time.Time `json:",omitzero"` // when a program that named no session was last allowed to run
	Unsaid     []Unsaid  `json:",omitzero"` // staged writes that no reply has mentioned

	LastImpacted string
	Resets       []Reset

	*Former `json:",embed"` // nil except while it is read; see FromEarlier
}

// Unsaid is something staged that no reply has mentioned to the owner.
type Unsaid struct {
	ID   string
	What string // the file, or the tool whose result it is
}

// maxUnsaid bounds what one reply mentions.
const maxUnsaid = 8

// Watermark is the lowest level that a subject was given since its last reset, and the content that
// brought it in (seed 000, "Session Taint Watermark").
type Watermark struct {
	Level trust.Level
	Cause *Cause    // nil at trusted
	Since time.Time // when the level was reached; zero before the first turn
}

// Reset is one trust reset, for the session's history.
type Reset struct {
	At   time.Time
	From trust.Level
	To   trust.Level
	By   string // owner, cli, fresh session, session end
}

const (
	KeptTurns     = 7    // older turns whose graphs are kept
	keptPersisted = 64   // in total, including those that a rule asked to keep
	MaxNodes      = 2048 // of one turn's graph
	MaxCalls      = 512  // of one turn that are distinguished
	maxSpent      = 32
	MaxGrants     = 64 // also of tools that wait under one code, which covers all of them
	MaxConsents   = 32 // to values
	MaxCodes      = 64 // of one session that wait
	maxResets     = 50
	MaxOwners     = 16
	// MaxOthers bounds the senders that are distinguished among those who join a turn.
	MaxOthers       = 16
	wrongCodeWindow = 60 * time.Second
	MaxSetBack      = time.Minute // of the clock, as time services do
)

// NewState returns a session that has seen nothing.
func NewState() State {
	return State{Taint: newTaint()}
}

// Level is the session's taint.
func (s *State) Level() trust.Level { return s.Taint.Level() }

// Watermark is the session's.
func (s *State) Watermark() Watermark { return s.Taint.Watermark() }

// giveAll gives the session everything from another subject's taint.
func (s *State) giveAll(w *Watermark, seen trust.Set, now time.Time) {
	if w.Level < trust.Trusted {
		s.Taint.Give(Given{Level: w.Level, Cause: w.Cause, At: w.Since}, now)
	}
	for _, level := range trust.Levels {
		if seen.Has(level) && (level > w.Level || level == trust.Trusted) {
			s.Taint.Give(Given{Level: level, At: now}, now)
		}
	}
}

// beginning is the level of the session without its history.
func (s *State) beginning() trust.Level {
	if s.Inherited != nil {
		return s.Inherited.Level
	}
	return trust.Trusted
}

// Authenticity returns the session's Auth, read-only.
func (s *State) Authenticity() *Auth {
	if s.Auth == nil {
		return &noAuth
	}
	return s.Auth
}

// forgetMessages forgets all messages except those that have begun no turn yet, since the message
// that begins a new session arrives before the session does.
func (s *State) forgetMessages() {
	if s.Auth == nil {
		return
	}
	a := *s.Auth
	a.Messages = DeleteFunc(a.Messages, func(v *Vouched) bool { return v.N <= a.Triggered })
	a.Observed, a.Last, a.Standing, a.Told, a.Earlier = nil, nil, 0, nil, false
	s.Auth = &a
}

// IsCanary reports whether a key is that of a canary, which is nobody's session.
func IsCanary(session string) bool { return strings.HasSuffix(session, canarySuffix) }

// HasHistory reports whether the session has anything that a new one does not: content seen, the
// owner's decisions, vouched messages.
func (s *State) HasHistory() bool {
	return s.Level() < s.beginning() || s.Turn.Open() || len(s.Codes) > 0 || len(s.Grants) > 0 || len(s.Wrong) > 0 ||
		s.Forgive || s.Forgiven > 0 || s.Auth.hasHistory() || s.Cleared != nil && s.Cleared.Turn < s.Turns
}

// Cleared is what a session had seen when it was assumed to be new. It counts again if the
// following turn shows earlier ones.
type Cleared struct {
	Watermark Watermark
	Seen      trust.Set
	Turn      int // the latest at that time
}

// clearing returns what the state forgets as it begins anew, together with what it has forgotten
// since its history was last shown.
func (s *State) clearing() *Cleared {
	c := Cleared{Watermark: s.Watermark(), Seen: s.Taint.Seen(), Turn: s.Turns}
	if old := s.Cleared; old != nil {
		c.Seen |= old.Seen
		if old.Watermark.Level < c.Watermark.Level {
			c.Watermark = old.Watermark
		}
	}
	if c.Watermark.Level >= s.beginning() {
		return nil
	}
	return &c
}

// TurnNamed finds a turn by its id, such as t3. If only the index has it, the turn is nil and the
// number is returned; if it is not kept, the number is 0.
func (s *State) TurnNamed(id string) (*Turn, int) {
	n, err := strconv.Atoi(strings.TrimPrefix(id, "t"))
	if err != nil {
		return nil, 0
	}
	if s.Turn != nil && s.Turn.Number == n {
		return s.Turn, n
	}
	for i := range s.Kept {
		if t := &s.Kept[i]; t.Number == n {
			return t.turn, n
		}
	}
	return nil, 0
}
