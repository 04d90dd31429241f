// Package toolconf turns the owner's configuration of wrapped tools into a table: which program a
// tool runs, with which arguments, credentials and environment, and the level of its output. It
// runs nothing and fetches no credential. It knows which calls the owner never wants; whether
// another may run at a session's taint is the engine's decision.
//
// A Table is immutable; a reload makes a new one.
package toolconf

import (
	"maps"
	"slices"
	"time"

	"github.com/provenanced/provenanced/internal/intent"
	"github.com/provenanced/provenanced/internal/redact"
	"github.com/provenanced/provenanced/internal/trust"
)

// Table is all tools of a configuration. It is safe for concurrent use.
type Table struct {
	tools         map[string]*Tool
	withoutTicket trust.Level
	opened        bool // to calls without a ticket
}

// Empty returns the table of a daemon that wraps no tools.
func Empty() *Table { return &Table{} }

// Tool returns the tool of that name.
func (t *Table) Tool(name string) (*Tool, bool) {
	tool, ok := t.tools[name]
	return tool, ok
}

// Names lists the tools, sorted.
func (t *Table) Names() []string { return slices.Sorted(maps.Keys(t.tools)) }

// WithoutTicket returns the level at which calls without a session are judged, or that they are
// denied, which is the default.
func (t *Table) WithoutTicket() (level trust.Level, deny bool) { return t.withoutTicket, !t.opened }

// Fact is what a policy needs to know about a tool.
type Fact struct {
	Name    string
	Output  trust.Level
	Risk    string
	Classes intent.Classes
}

// Facts returns the facts about every tool, by name.
func (t *Table) Facts() []Fact {
	facts := make([]Fact, 0, len(t.tools))
	for _, name := range t.Names() {
		tool := t.tools[name]
		facts = append(facts, Fact{name, tool.Output, tool.Risk, tool.ActionClasses})
	}
	return facts
}

// Tool is one wrapped tool. Do not change it: every call shares it.
type Tool struct {
	Name   string
	Binary string   // absolute, as configured
	Found  string   // the result of Resolve; "": not resolved yet
	Args   []string // come before the caller's

	Credentials []Credential // by name
	Env         map[string]string
	ForcedEnv   map[string]string
	RequestEnv  []string    // variables that a request may set
	ConfigFile  *ConfigFile // nil: none

	WorkingDir string // "": the caller's
	Timeout    time.Duration
	MaxOutput  int64        // bytes; 0: no limit
	NoStdin    bool         // its input is empty, whatever the caller sends
	PTY        bool         // a request may ask for a terminal; never with NoStdin
	Redact     redact.Level // of the output

	Output        trust.Level
	Risk          string // read, write, critical or unknown
	ActionClasses intent.Classes

	rules
}

// Credential is a secret that the daemon fetches and the caller never sees.
type Credential struct {
	Name   string // the environment variable, and the NAME of {{NAME}} in templates
	Source Source
	Field  string // if the source is JSON: a dotted path such as .fields.token; "": all of it
}

// Kind is a kind of source.
type Kind string

const (
	FromFile    Kind = "file"    // Name is its path
	FromEnv     Kind = "env"     // Name is a variable of the daemon's own environment
	FromSystemd Kind = "systemd" // Name is a file in $CREDENTIALS_DIRECTORY
	FromPass    Kind = "pass"    // Name is what `Binary show` prints
	FromAge     Kind = "age"     // Name is a file that Binary decrypts with Identity
	FromCommand Kind = "command" // Command prints it
)

// Source is where a credential is. The zero value is nowhere.
type Source struct {
	Kind     Kind
	Name     string
	Binary   string   // of pass and age; absolute
	Identity string   // of age; absolute
	Command  []string // of command; the program is absolute
}

// ConfigFile is a file that a run finds below a new XDG_CONFIG_HOME.
type ConfigFile struct {
	Path     string // relative to that directory
	Template string // {{NAME}} stands for a credential
}
