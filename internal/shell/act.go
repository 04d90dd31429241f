package shell

// Act is one thing that a command line does: the effect of one of its commands or redirections.
// What programs do is data, in acts.txt; the effect of anything that is not there is Untold.
type Act struct {
	Program  string // with its subcommand: git push; "" for a redirection
	Effect   Effect
	Why      string   // the reason why Effect is Untold: "runs with privilege"
	Asked    []string // what the owner must have asked for, at least one of these, in the terms of acts.txt
	Also     []string // one of these in addition, if there are any
	After    []string // or one of these, once a program was changed in Project
	Project  string   // the directory where it happens, from the workspace; "" is the workspace
	Builds   bool     // what Project builds of itself is made
	Built    bool     // it runs that, and Operands begins with it
	Operands []Operand
}

// Effect is what an act does, as far as it matters for judging it.
type Effect uint8

// The effects. The zero value is the worst.
const (
	Untold  Effect = iota // unknown, or nothing that an owner's words are enough for
	Looks                 // shows what is there, except secrets
	Works                 // changes its operands or the workspace
	Fetches               // only reads, from an address
	Sends                 // sends something to somebody
)

// Operand is a word of a command, or a part of one, and its purpose.
type Operand struct {
	Kind OperandKind
	Text string
	May  Leeway
	Seen bool // it is only shown, and needs no authority

	Program bool // a text that goes into a program: nobody but the owner and the agent may have written it

	// Parts are what the owner may name instead of the whole: for nas:backups, nas and backups.
	Parts []Operand
}

// Leeway is how far the agent may choose an operand without the owner.
type Leeway uint8

// From the least to the most.
const (
	Given  Leeway = iota // none: the owner must name it
	Below                // a file in a directory that the owner named
	Open                 // an existing file of the workspace, if the owner named no files
	Chosen               // a path of the workspace, or a new name
)

// OperandKind is what an operand is for.
type OperandKind uint8

// The kinds of operands.
const (
	Option  OperandKind = iota // an option that acts.txt does not list, which may do more
	Setting                    // a variable, or NAME=VALUE
	Address                    // a URL
	Host                       // a machine, with or without its user
	Name                       // of a package, a service, a remote, an image, a process, a database row
	File                       // read, written or removed
	Recipient
	Text // said or stored
)

func (k OperandKind) String() string {
	return [...]string{"option", "setting", "address", "host", "name", "path", "recipient", "text"}[k]
}
