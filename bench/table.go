package main

import (
	"fmt"
	"strings"
)

var levels = []string{"trusted", "shared", "external", "untrusted"}

// rules are the policy of every contender: a tool's mode at each of the levels.
var rules = []struct {
	tool  string
	modes [4]string
}{
	{"read", [4]string{"allow", "allow", "allow", "allow"}},
	{"web_fetch", [4]string{"allow", "allow", "allow", "allow"}},
	{"exec", [4]string{"allow", "confirm", "confirm", "restrict"}},
	{"write", [4]string{"allow", "allow", "confirm", "confirm"}},
	{"browser", [4]string{"allow", "confirm", "restrict", "restrict"}},
	{"gateway", [4]string{"confirm", "confirm", "confirm", "restrict"}},
}

// asYAML is the daemon's policy file.
func asYAML() string {
	var b strings.Builder
	b.WriteString("toolOverrides:\n")
	for _, r := range rules {
		fmt.Fprintf(&b, "  %s: {", r.tool)
		for i, level := range levels {
			if i > 0 {
				b.WriteString(", ")
			}
			fmt.Fprintf(&b, "%s: %s", level, r.modes[i])
		}
		b.WriteString("}\n")
	}
	return b.String()
}

// asRego is the same for Open Policy Agent: a table and a lookup, its fastest form.
func asRego() string {
	var b strings.Builder
	b.WriteString("package taint\n\ndefault mode := \"restrict\"\n\nmode := table[input.tool][input.level]\n\ntable := {\n")
	for _, r := range rules {
		fmt.Fprintf(&b, "\t%q: {", r.tool)
		for i, level := range levels {
			fmt.Fprintf(&b, "%q: %q, ", level, r.modes[i])
		}
		b.WriteString("},\n")
	}
	return b.String() + "}\n"
}

// asCedar is the same for Cedar, which only permits or forbids: what needs the owner's approval is
// permitted to the owner alone.
func asCedar() string {
	var b strings.Builder
	for _, r := range rules {
		for i, level := range levels {
			actions := map[string]string{"allow": "call", "confirm": "confirm"}
			if action, ok := actions[r.modes[i]]; ok {
				fmt.Fprintf(&b, "permit (principal == Level::%q, action == Action::%q, resource == Tool::%q);\n", level, action, r.tool)
			}
		}
	}
	return b.String()
}
