package facts

import (
	"strings"

	"github.com/provenanced/provenanced/internal/trust"
)

// Host is one host's names and their meaning. A table may be empty; all functions must be set.
type Host struct {
	Tools   []Tool
	Aliases map[string]string // further names of its tools
	Calls   map[string]*Call  // by tool
	Params  map[string][]string

	// Writes are tools that write files, and Leaves those that leave words behind, by squeezed
	// name. MCP servers' tools of these names count as well, and other hosts'.
	Writes map[string]Operation
	Leaves map[string]*Leaving
	Roles  map[string]Role // of parameters, by their squeezed names

	// Arguments are the roles of parameters for authority, by tool and parameter, as flow.ParseRole
	// reads them. Records are the tools, and actions of tools, whose results are structured data
	// that they vouch for.
	Arguments map[string]map[string]string
	Records   []string

	// Public are the tools whose results anybody can see, or that describe the host itself.
	Public []string

	// Notices are the host's own texts around texts of others.
	Notices []string

	// Structured returns the structured data beside the text of a result, if its tool declares
	// some; nil otherwise.
	Structured func(result []byte) []byte

	// Clocks are the providers of turns that no message began; Screens those on which only the
	// owner speaks.
	Clocks, Screens []string

	// Tells are the parameters that show an owner what a call does, of any tool, in the order in
	// which they are shown. Sources are those with the address that a result is from.
	Tells   []Telling
	Sources []string

	// Speaks is the tool for what an agent also says in its responses. WithoutFetches returns a
	// response in which everything that makes the host fetch is replaced.
	Speaks         string
	WithoutFetches func(text, instead string) string

	// Action is the parameter with a tool's action.
	Action string

	// OtherPrograms is the entry of a policy for the output of an unknown program.
	OtherPrograms string

	// OwnName returns a tool's name, in lower case, without the prefix that the host adds to its
	// own tools.
	OwnName func(name string) string

	// IsBlank reports whether the host may trim a character from a text.
	IsBlank func(r rune) bool

	// SessionKeys are patterns of its sessions' keys, with * for anything. OfAgent is the beginning
	// of the keys of an agent's sessions, with one * for the agent; "" if keys do not name agents.
	SessionKeys []string
	OfAgent     string

	// Kinds are the levels of content that the host shows the model around a message, by the host's
	// name for it. InInstructions are the kinds in a system prompt that are not instructions.
	Kinds          map[string]trust.Level
	InInstructions func(text string) []Shown

	// Places are where the host keeps its configuration, its credentials and what guards it.
	// PlacesIn returns further ones that an environment moves, PlacesAt those of a host that says
	// where it keeps its files and configuration.
	Places   []Place
	PlacesIn func(getenv func(string) string) []Place
	PlacesAt func(dir, config string) []Place

	// Skills are the directories in which the host looks for skills: absolute, below "~/" or
	// relative to a workspace. A name may be a *, and ** at the beginning is any directories.
	// SkillsAt are further ones, of a host that says where it keeps its files.
	Skills   []string
	SkillsAt func(dir string) []string

	// Attacks are sessions in which someone else's words make the agent act, in the format of
	// internal/replay.
	Attacks string

	// NoSuchTool reports whether a failed call's result only says that there is no such tool; the
	// tool's name is then the only word that the host did not choose.
	NoSuchTool func(text []byte, tool string) bool
}

// Telling is a parameter that shows what a call does. A bare one is shown without its name.
type Telling struct {
	Param string
	Bare  bool
}

// Squeezed removes the differences between spellings of a name: file_path, filePath and FilePath
// are one.
func Squeezed(name string) string {
	for i := range len(name) {
		if c := name[i]; c < 'a' || c > 'z' {
			return strings.ToLower(separators.Replace(name))
		}
	}
	return name
}

var separators = strings.NewReplacer("_", "", "-", "", " ", "")
