package shell

// Act is one thing that a command line does: what one of its commands does, or one of its
// redirections. What a program does with which words is data, in acts.txt; whatever is not
// there cannot be told.
type Act struct {
	Program  string // with its subcommand: git push; "" for a redirection
	Effect   Effect
	Why      string   // it is Untold, in words: "runs with privilege"
	Asked    []string // the owner must have asked for one of these, as acts.txt calls them
	Also     []string // and for one of these, if there are any
	Operands []Operand
}

// Effect is what an act does, as far as whoever judges it goes by that.
type Effect uint8

// The effects. The zero value is the worst.
const (
	Untold  Effect = iota // it cannot be told, or nobody's word is enough for it
	Looks                 // it shows what is there, and no secrets
	Works                 // it changes what its operands name, or the workspace
	Fetches               // it only looks, at an address
	Sends                 // it reaches somebody
)

// Operand is a word of a command, or a part of one, with what it is for.
type Operand struct {
	Kind OperandKind
	Text string
	May  Leeway
	Seen bool // it is only shown, and needs nobody's word

	Program bool // a text that goes into a program: nobody else may have written it

	// Parts are what the owner may name instead of the whole: of nas:backups, nas and backups.
	Parts []Operand
}

// Leeway is how far whoever runs the line may choose an operand without the owner.
type Leeway uint8

// From the least on.
const (
	Given  Leeway = iota // the owner names it
	Below                // a file in a directory that they named
	Open                 // a file of the workspace that changes: any, where they name none
	Chosen               // a path of the workspace, or a new name
)

// OperandKind is what an operand is for.
type OperandKind uint8

// The kinds of operands.
const (
	Option  OperandKind = iota // one that acts.txt does not have: it may widen what is done
	Setting                    // a variable, or NAME=VALUE
	Address                    // a URL
	Host                       // a machine, with or without its user
	Name                       // of a package, a service, a remote, an image, a process, a row
	File                       // read, written or removed
	Recipient
	Text // what is said or stored
)

func (k OperandKind) String() string {
	return [...]string{"option", "setting", "address", "host", "name", "path", "recipient", "text"}[k]
}
