// Package facts is the daemon's vocabulary for what agents do: what a tool does and which level its
// results have. A dialect translates a host's own names into it (internal/dialect), and a policy
// says in its terms what is allowed.
//
// It holds no host's names, allows and forbids nothing, and keeps no state.
package facts

import (
	"fmt"
	"slices"
	"strings"

	"github.com/provenanced/provenanced/internal/intent"
	"github.com/provenanced/provenanced/internal/trust"
)

// Tool is what is known about a tool, or one of its actions, before any policy is read. What it may
// do and which level its output has are independent (seed 000, "Two Independent Axes"). The zero
// Tool is an unclassified one.
type Tool struct {
	Name   string // in lower case; tool.action for an action that is judged on its own
	Danger Danger
	Output trust.Level // the level of its result
	Risk   Risk        // seed 003 §4.1

	// Classes are what a call does, and so what a message must have asked for (seed 002). They are
	// what the tool is called for, not all that it might lead to: a command can send mail, and
	// still the message must ask for commands, not for mail.
	Classes intent.Classes

	// Served: it is offered by MCP servers, not by a host.
	Served bool
}

// Place is a path that guards the agent itself, with everything below it.
type Place struct {
	// Path is absolute; or below "~/", in anybody's home; or relative, at any depth. A name may end
	// in "*".
	Path   string
	What   string // for the owner: "the daemon's policy"
	Secret bool   // reading it is forbidden, too
	Not    string // names directly below it, separated by spaces, that do not belong to it
}

// Shown is content that the model is shown without a call: its kind, for people, and the tool whose
// output it resembles, if any.
type Shown struct {
	Kind string
	Tool string
}

// Danger is what calling a tool may lead to, whatever its result. The zero value leaves it to the
// taint of the context.
type Danger uint8

const (
	ByTaint  Danger = iota // it acts: seed 000's DEFAULT_TAINT_DEFAULT_TOOLS
	Harmless               // no dangerous side effects: seed 000, "Default Safe Tools"
	Controls               // it can switch off the gateway: seed 000, "Default Dangerous Tools"
)

// Risk is the class of what a tool can do (seed 003 §4). The zero value is for unclassified tools.
type Risk uint8

const (
	RiskUnknown  Risk = iota
	RiskCritical      // runs programs, controls devices, sessions or the host
	RiskWrite         // changes something or speaks to someone
	RiskRead          // neither, outside of the session and the owner's own screen
)

var riskNames = [...]string{"unknown", "critical", "write", "read"}

// ParseRisk parses a class's name. The error lists the names.
func ParseRisk(name string) (Risk, error) {
	if i := slices.Index(riskNames[:], name); i >= 0 {
		return Risk(i), nil
	}
	last := len(riskNames) - 1
	return RiskUnknown, fmt.Errorf("unknown risk class %.40q: use %s or %s", name, strings.Join(RiskNames()[:last], ", "), riskNames[0])
}

// RiskNames lists the classes, the mildest first.
func RiskNames() []string {
	names := slices.Clone(riskNames[:])
	slices.Reverse(names)
	return names
}

func (r Risk) String() string { return riskNames[min(int(r), len(riskNames)-1)] }

// MarshalText writes the class's name.
func (r Risk) MarshalText() ([]byte, error) { return []byte(r.String()), nil }
