package session

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/provenanced/provenanced/internal/trust"
)

// Codes are the codes of a session. Each covers what it named when it was shown, for its own time,
// whatever the agent does later.
type Codes []Pending

// UnmarshalJSONFrom also reads the single code in an index of an earlier version.
func (c *Codes) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	if dec.PeekKind() != '{' {
		return json.UnmarshalDecode(dec, (*[]Pending)(c))
	}
	var one Pending
	if err := json.UnmarshalDecode(dec, &one); err != nil {
		return err
	}
	*c = Codes{one}
	return nil
}

// Pending is a code that waits for the owner, and what it covers. The code itself follows from the
// nonce and a key that no record contains.
type Pending struct {
	Nonce   string
	Tools   []string
	Level   trust.Level // the lowest at which one of its calls was held
	Expires time.Time
	Since   time.Time     `json:",omitzero"`     // by the same clock: when it was shown
	By      string        `json:",omitzero"`     // who began the turns whose calls wait; empty for the owner, and for several people
	Calls   []WaitingCall `json:"Runs,omitzero"` // the call of each tool that it was shown for, under each of the call's ids
}

// WaitingCall is a waiting call as it was requested. A run of a wrapped tool has no id and no turn,
// and every repetition has another id.
type WaitingCall struct {
	Tool   string
	CallID string `json:",omitzero"`
	Turn   int    `json:",omitzero"`
	Params Hash   // see ParamsHash; zero if an earlier version kept several
	Level  trust.Level
	Source string `json:",omitzero"` // see HeldCall

	Consents []Consent `json:",omitzero"`
}

// Consent is one value that a call is held for, as the owner is asked about it.
type Consent struct {
	For  string `json:"for"`  // the tool and the value: message (bob@x.example)
	Mark Mark   `json:"mark"` // a keyed hash of tool, role and value
}

// Is reports whether it is the call of a tool with an id in a turn.
func (c *WaitingCall) Is(tool, id string, turn int) bool {
	return c.Tool == tool && c.CallID == id && c.Turn == turn
}

// Contradicts reports whether the code was shown for a call with the same id and other parameters.
func (p *Pending) Contradicts(c *WaitingCall) bool {
	return c.CallID != "" && slices.ContainsFunc(p.Calls, func(other WaitingCall) bool {
		return other.Is(c.Tool, c.CallID, c.Turn) && other.Params != c.Params
	})
}

// ContradictedBy reports whether another code contradicts a call of this one.
func (p *Pending) ContradictedBy(other *Pending) bool {
	return slices.ContainsFunc(p.Calls, func(c WaitingCall) bool { return other.Contradicts(&c) })
}

// ParamsHash distinguishes calls by their parameters. Unlike hashOf it is never zero: missing
// parameters are parameters, too.
func ParamsHash(params []byte) Hash { return sha256.Sum256(params) }

// AsHeld converts the parameters' hash in a call's node to a ParamsHash.
func AsHeld(node Hash) Hash {
	if node == (Hash{}) {
		return ParamsHash(nil)
	}
	return node
}

// Names reports whether the code was shown for a call with these parameters.
func (p *Pending) Names(tool string, params Hash) bool {
	return slices.ContainsFunc(p.Calls, func(c WaitingCall) bool { return c.Tool == tool && c.Params == params })
}

// NamesAs reports whether the code was shown for exactly this call.
func (p *Pending) NamesAs(tool, id string, turn int, params Hash) bool {
	return slices.ContainsFunc(p.Calls, func(c WaitingCall) bool {
		return c.Tool == tool && c.Params == params && c.CallID == id && (c.Turn == turn || id == "")
	})
}

// Grant lets a held tool pass: until a time, until its turn ends, or once.
type Grant struct {
	Tool  string
	Until time.Time // zero for a turn's grant
	Since time.Time `json:",omitzero"` // by the same clock: when it was given
	Turn  int       // the turn it is for; 0 for a timed grant
	By    string    `json:",omitzero"` // who may have begun that turn, besides the owner
	From  string    `json:",omitzero"` // who gave it: cli, or the owner by their id
	Way   string    `json:",omitzero"` // how
	Once  bool      // used up by the first call that it lets pass
	// The one call that it is for, as the owner was shown it; a run of a wrapped tool has no
	// lasting id. Empty: any call of Tool.
	CallID string
	Params Hash
	Level  trust.Level // the lowest at which the owner was asked; if grants follow the taint, it does not hold below
	// Outside marks a turn's grant that was given between hooks of the turn (message_received,
	// command, the owner's CLI). If a gateway never ends its turns, the turn that the owner's
	// message starts would otherwise lose it.
	Outside bool
	// Source is the call to whose result the owner has agreed. Such a grant is for the values in
	// that, and lets no call pass by itself.
	Source string `json:",omitzero"`
	// Mark is a value that the owner has approved. Such a grant outlasts the turn, and lets no call
	// pass by itself: it supplies authority for the value when the owner asks for the action.
	Mark Mark `json:",omitzero"`
}

// Consents reports whether it is for a value.
func (g *Grant) Consents() bool { return g.Mark != Mark{} }

func (g *Grant) covers(w Wanted, t *Turn, now time.Time) bool {
	if g.Source != "" || g.Consents() || g.CallID != "" && g.CallID != w.ID || g.ForOneCall() && g.Params != w.sum() {
		return false
	}
	return g.opens(w.Tool, t, now)
}

// ForOneCall reports whether it is for the one call that the owner was shown.
func (g *Grant) ForOneCall() bool { return g.CallID != "" || g.Params != Hash{} }

// opens reports whether it is for any call of a tool.
func (g *Grant) opens(tool string, t *Turn, now time.Time) bool {
	if g.Tool != tool {
		return false
	}
	if g.Turn != 0 {
		return t != nil && g.Turn == t.Number && !g.Skips(t)
	}
	return g.lasts(now)
}

// lasts reports whether a timed grant is still valid.
func (g *Grant) lasts(now time.Time) bool { return within(now, g.Since, g.Until) }

// Stands reports whether it may still let something pass.
func (g *Grant) Stands(now time.Time) bool { return g.Turn != 0 || g.lasts(now) }

// ID names a grant for the owner, within its session. It depends only on fields that never change,
// so that records of any version have one.
func (g *Grant) ID() string {
	text := fmt.Appendf(nil, "%q %d %q %t", g.Tool, g.Since.UnixNano(), g.CallID, g.Once)
	if g.Consents() {
		text = fmt.Appendf(text, " %x", g.Mark)
	}
	sum := sha256.Sum256(text)
	return "g" + hex.EncodeToString(sum[:4])
}

// Used is the change that uses the grant up.
func (g *Grant) Used() *GrantUsed { return &GrantUsed{Tool: g.Tool, Grant: g.ID()} }

// within reports whether a period that began at since still lasts. It does not if the clock was set
// back before its beginning, since the time that has passed is unknown then.
func within(now, since, until time.Time) bool {
	return now.Before(until) && !now.Before(since.Add(-MaxSetBack))
}

// Skips reports whether a turn's grant skips this turn and waits for the next one: it was given for
// one person's turn, and another person began this one.
func (g *Grant) Skips(t *Turn) bool { return g.CallID == "" && !t.serves(g.By) }

// CommandMark remembers the owner's last chat command, because every hook with the history shows
// the same message again.
type CommandMark struct {
	Hash string
	Turn int // the turn that has seen it; 0 until one has
}

// Waiting reports whether the code may still be used.
func (p *Pending) Waiting(now time.Time) bool { return within(now, p.Since, p.Expires) }

// CodesAt returns the codes that have not expired.
func (s *State) CodesAt(now time.Time) []*Pending {
	var list []*Pending
	for i := range s.Codes {
		if p := &s.Codes[i]; p.Waiting(now) {
			list = append(list, p)
		}
	}
	return list
}

// Agreed returns the calls to whose results the owner has agreed in the current turn.
func (s *State) Agreed() (calls []string) {
	for i := range s.Grants {
		if g := &s.Grants[i]; g.Source != "" && g.opens(g.Tool, s.Turn, time.Time{}) {
			calls = append(calls, g.Source)
		}
	}
	return calls
}

// ConsentTo finds the owner's approval of a value at a level, or nil.
func (s *State) ConsentTo(value Mark, level trust.Level, now time.Time) *Grant {
	for i := range s.Grants {
		if g := &s.Grants[i]; g.Mark == value && g.Consents() && level >= g.Level && g.lasts(now) {
			return g
		}
	}
	return nil
}

// AnyCode reports whether a code waits.
func (s *State) AnyCode(now time.Time) bool {
	return slices.ContainsFunc(s.Codes, func(p Pending) bool { return p.Waiting(now) })
}

// Granted returns the index of the grant that covers a call at a level, or -1. A grant for more
// than one call comes first, so that no single one is wasted.
func (s *State) Granted(w Wanted, level trust.Level, now time.Time) int {
	once := -1
	for i := range s.Grants {
		g := &s.Grants[i]
		switch {
		case level < g.Level || !g.covers(w, s.Turn, now):
		case !g.Once:
			return i
		case once < 0 || g.ForOneCall():
			once = i
		}
	}
	return once
}

// Overtaken finds the grant that would cover a call at the grant's own level, or nil.
func (s *State) Overtaken(w Wanted, level trust.Level, now time.Time) *Grant {
	for i := range s.Grants {
		if g := &s.Grants[i]; level < g.Level && g.covers(w, s.Turn, now) {
			return g
		}
	}
	return nil
}
