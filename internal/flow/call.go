package flow

import "github.com/provenanced/provenanced/internal/intent"

// Call is a call that is judged, for its values.
type Call struct {
	Tool    string // the words of its name tell what it does to what
	Classes intent.Classes
	Fetches bool // it only looks, at an address among its arguments
	Args    []byte
	Roles   Roles
	Values  []Arg // further values, with roles that are known: of a command line

	// Consented are the calls whose results the owner has agreed to in this turn.
	Consented []string

	// Approved tells the values that the owner has approved before, for this tool and role.
	Approved func(role Role, text string) bool

	// Ours tells the names of what the owner works on.
	Ours func(name string) bool

	// Made tells the file that the agent has just made for the owner, in this turn or the last:
	// it may be run, and in the same turn removed again.
	Made func(path string) (turn uint64, ok bool)

	// Doings are what the call does, of which the owner must have asked for one; with none, its
	// tool's name tells. Also are those of which it must be one, too. Where all that it acts on
	// is Named by them, they need not have asked.
	Doings, Also Doings
	Named        bool

	// Place tells of a path among Args how far the agent may choose it, and whether what is
	// written there is a program. Nil: it may not choose.
	Place func(path string) (may Leeway, program bool)

	// Later is for content that tells an agent what to do later on, when nobody asks any more
	// whose words it has: they are the owner's alone.
	Later bool
}

// plainly reports whether a call is of a tool, for which less must be said than for a command.
func (c *Call) plainly() bool { return c.Doings == 0 || c.Named }

// Arg is a value of a call with its role.
type Arg struct {
	Name, Text string
	Role       Role
	Leeway     Leeway

	// Own is for content that may not be copied from others: a program.
	Own bool

	// Once is for a value to which the owner's consent does not last.
	Once bool
}

// Leeway is how far the agent may choose a value that is nobody's. What only others wrote it
// never may.
type Leeway uint8

// From the least on. None leaves it at what is known of the role.
const (
	None   Leeway = iota
	Below         // a file in a directory that the owner said
	Spoken        // also one that they speak of, where they name no file themselves
	Open          // or any other
	Chosen        // any
)

// Judgement is what the values of a call make of it.
type Judgement struct {
	Held bool
	Why  Rule // the first reason, if it is held

	// Asks is set where one result holds all the values for which the call is held, and the
	// owner spoke of it: they can be asked once for what it says. Ask is that result.
	Asks bool
	Ask  uint32

	Values []Value
}

// Value is a value that mattered, and why.
type Value struct {
	Arg      string
	Program  string // what acts on it: the call's tool
	Text     string // the value, cut; only for whoever has the call anyway
	Cut      bool   // Text is not all of it
	Role     Role
	Rule     Rule
	Strength int8
	Holds    bool // it is a reason to ask
	Lasts    bool // the owner may be asked for it once, for all calls of its tool

	HasNode      bool // it stands in a result
	Node, Record uint32
	Key          string // the field's name
	Message      uint32 // of the owner's, for Said
	IsContested  bool
	Contested    uint32 // the result whose text names it
}

// MaxShown is how much of a value is told, in bytes.
const MaxShown = 120

// action is what the call does to values.
func (c *Call) action() action {
	switch {
	case c.Fetches:
		return fetches
	case c.Classes.Has(intent.Trade):
		return trades
	case c.Classes.Has(intent.Send):
		return sends
	}
	return writes
}
