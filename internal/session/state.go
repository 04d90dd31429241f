// Package session is what the daemon knows about one session: its State, the changes that
// make it, and how they apply, so that the records alone rebuild it. It also has a turn's
// provenance graph, what other sessions may read, and what of a session the index keeps apart.
//
// It does not decide: which changes an event makes is for package decide to say, and a
// state changes in no other way than by a Change. It knows no policy, no other session and
// no lock.
package session

import (
	"strconv"
	"strings"
	"time"

	"github.com/provenanced/provenanced/internal/trust"
)

// A session whose key ends in canarySuffix is the canary: every tool call in it is
// denied, whatever the policy says. A plugin that sends one through its gateway, and sees
// it denied, knows that denials are enforced from end to end.
const canarySuffix = ":provenance-canary"

// State is all that the daemon knows about one session. It changes only by Apply,
// so applying a session's records in order rebuilds it.
//
// A State is a value: decide works on a copy, and the copy replaces the
// original once its record is in the journal. Slices are shared between copies,
// so elements that exist are never written again; see Change.
type State struct {
	Agent     string
	SpawnedBy string // the session that spawned this one
	// SpawnTurn is the turn that it was spawned for. Its spawner speaks in no other.
	SpawnTurn int `json:",omitzero"`
	// InOwnersDM: it was spawned in a turn of the owner's, with nobody else reading along.
	// It stays so, whoever writes to the spawner later.
	InOwnersDM bool `json:",omitzero"`
	// Inherited is the level that the spawner had by then, raised by the owner's resets
	// since. The session never begins above it. Nil at trusted.
	Inherited     *Watermark `json:",omitzero"`
	InheritedSeen trust.Set  `json:",omitzero"` // the levels that the spawner had seen; none once the owner has reset the session

	// What the context holds.
	Taint    Taint    // what the session was given
	Forgiven int      // history messages the owner's last reset covered
	Forgive  bool     // that reset saw no history: it covers what the next context shows, up to the latest words of the model or a tool
	Shown    int      `json:",omitzero"` // messages in the latest context; kept up while Forgiven is above 0
	Cleared  *Cleared `json:",omitzero"` // what it was taken to have forgotten, until its history shows whether it has

	// The turns. Turn is the latest, open or sealed; Kept are older ones.
	Since time.Time `json:",omitzero"` // the first of them began; zero in an index of an earlier version, for one that did before
	Turns int
	Turn  *Turn
	Kept  []PastTurn `json:"Past,omitzero"`
	owned bool       // no other State shares Turn, so it may be written; only while a record is made or applied

	// Approvals.
	Codes   Codes `json:"Pending"` // that wait for the owner, latest last
	Grants  []Grant
	Wrong   []time.Time // wrong codes within the last wrongCodeWindow
	Spent   []string    // nonces of codes that were used, denied or burned, latest last
	Answers []Answer    `json:",omitzero"` // what became of the latest of them, latest last
	Command CommandMark

	Auth *Auth // what makes messages and results authentic; nil until they are first checked

	// The owner.
	OwnerField bool     // the gateway has said who the owner is, so its silence proves nothing
	Owners     []string // sender ids that were the verified owner, each on its channel

	Typing     []string  `json:",omitzero"` // running commands into which an unfinished line was typed, latest last
	Unticketed time.Time `json:",omitzero"` // a program that named no session was last let run
	Unsaid     []Unsaid  `json:",omitzero"` // what was staged and no reply has told of

	LastImpacted string
	Resets       []Reset

	*Former `json:",embed"` // nil but while it is read; see FromEarlier
}

// Unsaid is something that was staged, and that the owner has not been told of by a reply.
type Unsaid struct {
	ID   string
	What string // the file, or whose result it is
}

// maxUnsaid bounds what one reply tells.
const maxUnsaid = 8

// Watermark is the lowest level that a subject was given since its last reset and the content
// that brought it in (seed 000, "Session Taint Watermark").
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
	KeptTurns     = 7    // older turns whose graphs stay at hand
	keptPersisted = 64   // in all, with those that a rule asked to keep
	MaxNodes      = 2048 // of one turn's graph
	MaxCalls      = 512  // of one turn that are told apart
	maxSpent      = 32
	MaxGrants     = 64 // also of tools that wait under one code, which opens all of them
	MaxConsents   = 32 // to values
	MaxCodes      = 64 // of one session that wait
	maxResets     = 50
	MaxOwners     = 16
	// MaxOthers bounds who is told apart of those that come into a turn.
	MaxOthers       = 16
	wrongCodeWindow = 60 * time.Second
	MaxSetBack      = time.Minute // of the clock, as time services do
)

// NewState is a session that has seen nothing.
func NewState() State {
	return State{Taint: newTaint()}
}

// Level is the session's taint.
func (s *State) Level() trust.Level { return s.Taint.Level() }

// Watermark is the session's.
func (s *State) Watermark() Watermark { return s.Taint.Watermark() }

// giveAll gives the session what another label has.
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

// Authenticity is the session's memory, to read.
func (s *State) Authenticity() *Auth {
	if s.Auth == nil {
		return &noAuth
	}
	return s.Auth
}

// forgetMessages forgets all but the messages that have begun no turn yet: the one
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

// IsCanary tells the canary by its key. It is no session of anybody's.
func IsCanary(session string) bool { return strings.HasSuffix(session, canarySuffix) }

// HasHistory reports whether there is anything that a fresh session does not have:
// of what was seen, of what the owner said of it, and of who said what.
func (s *State) HasHistory() bool {
	return s.Level() < s.beginning() || s.Turn.Open() || len(s.Codes) > 0 || len(s.Grants) > 0 || len(s.Wrong) > 0 ||
		s.Forgive || s.Forgiven > 0 || s.Auth.hasHistory() || s.Cleared != nil && s.Cleared.Turn < s.Turns
}

// Cleared is what a session had seen when it was taken for a fresh one. It counts again if
// the turn that follows is shown earlier ones.
type Cleared struct {
	Watermark Watermark
	Seen      trust.Set
	Turn      int // the latest by then
}

// clearing is what the state forgets as it begins anew, with what it has forgotten since its
// history was shown last.
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

// TurnNamed finds a turn by its id, such as t3. It is nil with its number where the index
// alone has it, and with 0 when it is not kept.
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
