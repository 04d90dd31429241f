package flow

import "github.com/provenanced/provenanced/internal/intent"

// Call is a call whose values are judged.
type Call struct {
	Tool    string // the words of its name say what it does, and to what
	Classes intent.Classes
	Fetches bool // it only reads from an address among its arguments
	Args    []byte
	Roles   Roles
	Values  []Arg // further values with known roles, from a command line

	// Consented are the calls whose results the owner has agreed to in this turn.
	Consented []string

	// Approved reports whether the owner has approved a value before, for this tool and role.
	Approved func(role Role, text string) bool

	// Ours tells the names of what the owner works on.
	Ours func(name string) bool

	// Made returns the turn in which the agent made a file for the owner, this one or the last: it
	// may run the file, and in the same turn remove it.
	Made func(path string) (turn uint64, ok bool)

	// Doings are what the call does; the owner must have asked for one of them. If empty, the
	// tool's name decides. They must also have asked for one of Also, if there are any. If Named is
	// set and they named every target, they need not have asked.
	Doings, Also Doings
	Named        bool

	// Place returns how far the agent may choose a path among Args, and whether a file written
	// there is a program. Nil: it may not choose.
	Place func(path string) (may Leeway, program bool)

	// Later is for content that tells an agent what to do later, when nobody checks its authority
	// any more: it must consist of the owner's words.
	Later bool
}

// plainly reports whether the call is a tool's, for which less must be said than for a command.
func (c *Call) plainly() bool { return c.Doings == 0 || c.Named }

// Arg is a value of a call with its role.
type Arg struct {
	Name, Text string
	Role       Role
	Leeway     Leeway

	// Own is for content that must not be copied from others: a program.
	Own bool

	// Once is for a value whose approval does not last.
	Once bool
}

// Leeway is how far the agent may choose a value without authority. It never may choose one that
// only others wrote.
type Leeway uint8

// From the least to the most. None leaves the decision to the role.
const (
	None   Leeway = iota
	Below         // a file in a directory that the owner named
	Spoken        // also one that they mention, if they name no file
	Open          // or any other
	Chosen        // any
)

// Judgement is the result for a call's values.
type Judgement struct {
	Held bool
	Why  Rule // the first reason, if it is held

	// Asks is set if one result contains all the values for which the call is held, and the owner
	// mentioned it: they can be asked once for the content of that result, which is Ask.
	Asks bool
	Ask  uint32

	Values []Value
}

// Value is a value that mattered, and why.
type Value struct {
	Arg      string
	Program  string // what acts on it: the call's tool
	Text     string // the value, shortened; only for whoever has the call anyway
	Cut      bool   // Text is shortened
	Role     Role
	Rule     Rule
	Strength int8
	Holds    bool // it is a reason to ask
	Lasts    bool // the owner may be asked about it once, for all calls of its tool

	HasNode      bool // it is in a result
	Node, Record uint32
	Key          string // the field's name
	Message      uint32 // of the owner's, for Said
	IsContested  bool
	Contested    uint32 // the result whose text names it
}

// MaxShown is how much of a value is shown, in bytes.
const MaxShown = 120

// action is what the call does with its values.
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
