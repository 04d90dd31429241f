package facts

import "strings"

// Host is one host's names and what they mean. The zero Host has none.
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
