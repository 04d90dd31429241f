package session

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/provenanced/provenanced/internal/trust"
)

// Subject is what a level belongs to. Each has a Taint and records of its own, under its key.
type Subject struct {
	Kind SubjectKind
	Name string
}

// SubjectKind is the kind of a subject.
type SubjectKind string

const (
	Conversation SubjectKind = ""        // a session, by its key
	Job          SubjectKind = "job"     // something that a host runs later, by the key of its session
	Programs     SubjectKind = "sandbox" // programs without a session's ticket, by who runs them
	AFile        SubjectKind = "file"    // or a directory, by its path
	ASkill       SubjectKind = "skill"   // by its directory
	Halting      SubjectKind = "halt"    // no subject of a level: what the owner halts and resumes
)

// Key is the key of the subject's records. A job shares those of the session that it runs in, whose
// first message is the job's text.
func (s Subject) Key() string {
	switch s.Kind {
	case Conversation, Job:
		return s.Name
	}
	return string(s.Kind) + ":" + s.Name
}

// SubjectOf returns the subject whose records have a key. Whether a session runs a job is not in
// its key.
func SubjectOf(key string) Subject {
	if name, is := strings.CutPrefix(key, Subject{Kind: Programs}.Key()); is {
		return Subject{Programs, name}
	}
	return Subject{Name: key}
}

// Taint is the level of a subject and its reasons: what it was given since its owner's last reset.
// If several daemons know a subject, their taints can be joined in any order and any number of
// times. The zero taint is untrusted: it is unknown what the subject was given.
//
// Whatever a daemon gives has a number, which only grows. A reset forgets what was given so far,
// and keeps the numbers: from them, a daemon that did not know of the reset sees what it covers.
type Taint struct {
	Known bool      `json:",omitzero"`
	Since time.Time `json:",omitzero"` // of the latest reset, or of the first turn
	Given []Given   `json:",omitzero"` // by level, lowest first; one for each level and daemon
	Upto  []Upto    `json:",omitzero"` // by daemon: the highest number that it has given, forgotten or not
}

// Given is content of a level.
type Given struct {
	Level trust.Level
	Cause *Cause    `json:",omitzero"` // the first of that level, if recorded here
	At    time.Time `json:",omitzero"` // the first
	By    string    `json:",omitzero"` // the daemon that gave it; empty for this one
	N     uint64    // the number of the latest
}

// Upto is the highest number of a daemon.
type Upto struct {
	By string `json:",omitzero"`
	N  uint64
}

// newTaint is the taint of a subject that was given nothing.
func newTaint() Taint { return Taint{Known: true} }

// Watermark is the lowest level that the subject was given, and the content that brought it in.
func (l *Taint) Watermark() Watermark {
	switch {
	case !l.Known:
		return Watermark{}
	case len(l.Given) == 0 || l.Given[0].Level == trust.Trusted:
		return Watermark{Level: trust.Trusted, Since: l.Since}
	}
	return Watermark{Level: l.Given[0].Level, Cause: l.Given[0].Cause, Since: l.Given[0].At}
}

// Level is the lowest level that the subject was given.
func (l *Taint) Level() trust.Level {
	switch {
	case !l.Known:
		return trust.Untrusted
	case len(l.Given) == 0:
		return trust.Trusted
	}
	return l.Given[0].Level
}

// Seen returns all levels that the subject was given.
func (l *Taint) Seen() (seen trust.Set) {
	for i := range l.Given {
		seen = seen.With(l.Given[i].Level)
	}
	return seen
}

// Give lowers the taint to the level of what the subject is given, if it is above. The first
// content of each level stays as the cause.
func (l *Taint) Give(g Given, now time.Time) {
	g.N = l.next(g.By, now)
	given := slices.Clone(l.Given)
	if i := slices.IndexFunc(given, func(has Given) bool { return has.Level == g.Level && has.By == g.By }); i >= 0 {
		given[i].N = g.N
	} else {
		given = append(given, g)
		slices.SortFunc(given, Given.compare)
	}
	l.Given = given
}

// next returns a number that the daemon has not used. It comes from the clock, so that a daemon
// that has lost its records does not reuse numbers that others know.
func (l *Taint) next(by string, now time.Time) uint64 {
	n := max(l.upto(by)+1, uint64(max(0, now.UnixMicro())))
	upto := slices.DeleteFunc(slices.Clone(l.Upto), func(u Upto) bool { return u.By == by })
	l.Upto = append(upto, Upto{by, n})
	slices.SortFunc(l.Upto, Upto.compare)
	return n
}

func (l *Taint) upto(by string) uint64 {
	for i := range l.Upto {
		if l.Upto[i].By == by {
			return l.Upto[i].N
		}
	}
	return 0
}

// Reset forgets what the subject was given so far.
func (l *Taint) Reset(now time.Time) {
	l.Known, l.Since, l.Given = true, now, nil
}

// Join returns what two daemons know together about one subject: everything that either knows and
// the other has not forgotten.
func (l *Taint) Join(other *Taint) Taint {
	all := Taint{Known: l.Known && other.Known, Since: l.Since}
	if other.Since.After(all.Since) {
		all.Since = other.Since
	}
	for _, side := range [...]struct{ has, other *Taint }{{l, other}, {other, l}} {
		for _, g := range side.has.Given {
			same := func(has Given) bool { return has.By == g.By && has.N == g.N }
			if g.N > side.other.upto(g.By) || slices.ContainsFunc(side.other.Given, same) && !slices.ContainsFunc(all.Given, same) {
				all.Given = append(all.Given, g)
			}
		}
		for _, u := range side.has.Upto {
			if u.N > side.other.upto(u.By) || u.N == side.other.upto(u.By) && all.upto(u.By) == 0 {
				all.Upto = append(all.Upto, u)
			}
		}
	}
	slices.SortFunc(all.Given, Given.compare)
	slices.SortFunc(all.Upto, Upto.compare)
	return all
}

func (g Given) compare(other Given) int {
	return cmp.Or(cmp.Compare(g.Level, other.Level), cmp.Compare(g.By, other.By), cmp.Compare(g.N, other.N))
}

func (u Upto) compare(other Upto) int { return cmp.Compare(u.By, other.By) }
