// Package trust defines the two orders behind every decision: levels of content and
// modes of policy. In both, the lowest value is the zero value and the safe one: an
// unset level is untrusted and an unset mode restricts. The package knows nothing
// about tools, sessions or where content came from.
package trust

import "fmt"

// Level says how far content is trusted (seed 000, "Trust Levels").
// Derived content has the lowest level of its inputs.
type Level uint8

const (
	Untrusted Level = iota // web pages, unknown webhooks; also everything unclassified
	External               // known sources that others control: mail, chat, calendars
	Shared                 // shared memory, other agents' contributions
	Trusted                // the owner, the system, local tools
)

// Levels lists every level, most trusted first, as policies are written.
var Levels = [...]Level{Trusted, Shared, External, Untrusted}

var levelNames = [...]string{"untrusted", "external", "shared", "trusted"}

func (l Level) String() string {
	if int(l) < len(levelNames) {
		return levelNames[l]
	}
	return fmt.Sprintf("level(%d)", uint8(l))
}

// ParseLevel reads a level's name. The names of the six-level model (system,
// owner, local) mean trusted.
func ParseLevel(name string) (Level, error) {
	switch name {
	case "trusted", "system", "owner", "local":
		return Trusted, nil
	case "shared":
		return Shared, nil
	case "external":
		return External, nil
	case "untrusted":
		return Untrusted, nil
	}
	return Untrusted, fmt.Errorf("unknown trust level %q: use trusted, shared, external or untrusted", name)
}

// MarshalText writes the level's name.
func (l Level) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

// UnmarshalText reads a level's name, as ParseLevel does. What it refuses is untrusted.
func (l *Level) UnmarshalText(b []byte) error {
	v, err := ParseLevel(string(b))
	*l = v
	return err
}

// Lowest is the level of content derived from all of the given ones.
func Lowest(first Level, more ...Level) Level {
	for _, l := range more {
		first = min(first, l)
	}
	return first
}

// Set is a set of levels: which ones a context has seen.
type Set uint8

// With returns the set with l added.
func (s Set) With(l Level) Set { return s | 1<<l }

// Has reports whether l is in the set.
func (s Set) Has(l Level) bool { return s&(1<<l) != 0 }

// Mode is what policy says of a tool (seed 000, "Three Modes").
type Mode uint8

const (
	Restrict Mode = iota // taken from the tool list; denied with no way to approve it
	Confirm              // held until the owner approves
	Allow
)

var modeNames = [...]string{"restrict", "confirm", "allow"}

func (m Mode) String() string {
	if int(m) < len(modeNames) {
		return modeNames[m]
	}
	return fmt.Sprintf("mode(%d)", uint8(m))
}

// ParseMode reads a mode's name.
func ParseMode(name string) (Mode, error) {
	for m, n := range modeNames {
		if n == name {
			return Mode(m), nil
		}
	}
	return Restrict, fmt.Errorf("unknown mode %q: use allow, confirm or restrict", name)
}

// MarshalText writes the mode's name.
func (m Mode) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

// UnmarshalText reads a mode's name. What it refuses restricts.
func (m *Mode) UnmarshalText(b []byte) error {
	v, err := ParseMode(string(b))
	*m = v
	return err
}

// Strictest is the strictest of the modes.
func Strictest(first Mode, more ...Mode) Mode {
	for _, m := range more {
		first = min(first, m)
	}
	return first
}

// Verdict is the answer to one call. A denied call may come with an approval code, with which
// the owner lets the next such call pass; VerdictConfirm is the verdict of a decision that is
// still waiting for the owner.
type Verdict uint8

const (
	VerdictDeny Verdict = iota
	VerdictConfirm
	VerdictAllow
)

var verdictNames = [...]string{"deny", "confirm", "allow"}

func (v Verdict) String() string {
	if int(v) < len(verdictNames) {
		return verdictNames[v]
	}
	return fmt.Sprintf("verdict(%d)", uint8(v))
}

// MarshalText writes the verdict's name.
func (v Verdict) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// UnmarshalText reads a verdict's name. What it refuses denies.
func (v *Verdict) UnmarshalText(b []byte) error {
	*v = VerdictDeny
	for i, n := range verdictNames {
		if n == string(b) {
			*v = Verdict(i)
			return nil
		}
	}
	return fmt.Errorf("unknown verdict %q: use allow, confirm or deny", b)
}
