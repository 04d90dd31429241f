package facts

import (
	"strings"

	"github.com/provenanced/provenanced/internal/trust"
)

// Host is one host's names and what they mean. A table may be empty; the functions are all
// there.
type Host struct {
	Tools   []Tool
	Aliases map[string]string // further names of its tools
	Calls   map[string]*Call  // by tool
	Params  map[string][]string

	// Writes are tools that write files, and Leaves those that leave words behind, by their
	// squeezed names. Those of servers (MCP) and of other hosts count as well.
	Writes map[string]Operation
	Leaves map[string]*Leaving
	Roles  map[string]Role // of parameters, by their squeezed names

	// Arguments are what parameters mean for whose values they are, by tool and parameter:
	// words that flow.ParseRole reads. Records are the tools, and the actions of tools, whose
	// results are structured data that they vouch for.
	Arguments map[string]map[string]string
	Records   []string

	// Public are the tools whose results anybody can see, or that tell of the host itself.
	Public []string

	// Notices are what the host itself writes around texts of others.
	Notices []string

	// Structured is the structured data beside the text of a result whose tool declares some;
	// nil where there is none.
	Structured func(result []byte) []byte

	// Clocks are the providers of turns that no message began; Screens those by which only the
	// owner speaks.
	Clocks, Screens []string

	// Tells are the parameters that tell an owner what a call does, in the order in which they
	// are told, whatever tool it is of; Sources are those with the address that what it returns
	// is from.
	Tells   []Telling
	Sources []string

	// Speaks is the tool that says what an agent also says in its responses; WithoutFetches
	// is a response with something else in place of what makes the host fetch.
	Speaks         string
	WithoutFetches func(text, instead string) string

	// Action is the parameter that says which of its actions a tool is to take.
	Action string

	// OtherPrograms is the entry of a policy for what a command prints whose program nobody
	// knows.
	OtherPrograms string

	// OwnName is a tool's name, in lower case, without what the host puts before the names of
	// its own tools.
	OwnName func(name string) string

	// IsBlank tells what the host may trim from a text.
	IsBlank func(r rune) bool

	// SessionKeys are patterns of the keys of its sessions, with * for anything. OfAgent is how
	// the keys of an agent's sessions begin, with one * for the agent; "" where keys name none.
	SessionKeys []string
	OfAgent     string

	// Kinds is what content is worth that the host shows the model around a message, by its
	// word for what it is. InInstructions is what a system prompt shows that is nobody's
	// instruction.
	Kinds          map[string]trust.Level
	InInstructions func(text string) []Shown

	// Places are where the host keeps what guards it, its configuration and credentials;
	// PlacesIn further ones, where an environment moves them, and PlacesAt those of a host that
	// says where it keeps its files and its configuration.
	Places   []Place
	PlacesIn func(getenv func(string) string) []Place
	PlacesAt func(dir, config string) []Place

	// Attacks are sessions in which somebody else's words have the agent do something, as
	// internal/replay reads them.
	Attacks string

	// NoSuchTool tells whether a failed call's result says no more than that there is no such
	// tool, whose name is the only word in it that the host did not choose.
	NoSuchTool func(text []byte, tool string) bool
}

// Telling is a parameter that tells what a call does. A bare one needs no name before it.
type Telling struct {
	Param string
	Bare  bool
}

// Squeezed is a name without what differs between spellings of it: file_path, filePath and
// FilePath are one.
func Squeezed(name string) string {
	for i := range len(name) {
		if c := name[i]; c < 'a' || c > 'z' {
			return strings.ToLower(separators.Replace(name))
		}
	}
	return name
}

var separators = strings.NewReplacer("_", "", "-", "", " ", "")
