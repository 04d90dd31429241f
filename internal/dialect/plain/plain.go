// Package plain is a small host for tests: it has other names than OpenClaw for the same things, so
// that a test finds code that knows a host's names outside of its dialect. A program that imports
// it knows that host; none of ours does.
package plain

import (
	"bytes"
	"strings"

	"github.com/provenanced/provenanced/internal/dialect"
	"github.com/provenanced/provenanced/internal/facts"
	"github.com/provenanced/provenanced/internal/intent"
	"github.com/provenanced/provenanced/internal/trust"
)

// It is added before the first policy is read, since a package that only uses internal/dialect is
// initialised before those that read policies.
func init() { dialect.Add(host) }

var host = facts.Host{
	Tools: []facts.Tool{
		{Name: "open_text", Danger: facts.Harmless, Output: trust.Trusted, Risk: facts.RiskRead, Classes: intent.Of(intent.Read)},
		{Name: "get_page", Danger: facts.Harmless, Output: trust.Untrusted, Risk: facts.RiskRead, Classes: intent.Of(intent.Read)},
		{Name: "put_text", Output: trust.Trusted, Risk: facts.RiskWrite, Classes: intent.Of(intent.Write)},
		{Name: "run_line", Output: trust.Trusted, Risk: facts.RiskCritical, Classes: intent.Of(intent.Exec)},
		{Name: "press_keys", Output: trust.Trusted, Risk: facts.RiskCritical, Classes: intent.Of(intent.Exec)},
		{Name: "tell", Output: trust.External, Risk: facts.RiskWrite, Classes: intent.Of(intent.Send)},
		{Name: "other_words", Danger: facts.Harmless, Output: trust.Trusted, Risk: facts.RiskRead, Classes: intent.Of(intent.Read)},
		{Name: "appointments.list", Danger: facts.Harmless, Output: trust.Trusted, Risk: facts.RiskRead, Classes: intent.Of(intent.Read)},
		{Name: "reminder", Output: trust.Trusted, Risk: facts.RiskWrite, Classes: intent.Of(intent.Write, intent.Send)},
		{Name: "delegate", Output: trust.Trusted, Risk: facts.RiskCritical, Classes: intent.Of(intent.Exec)},
		{Name: "inquire", Danger: facts.Harmless, Output: trust.Trusted, Risk: facts.RiskRead, Classes: intent.Of(intent.Read)},
	},
	Calls: map[string]*facts.Call{
		"get_page":   {Fetch: &facts.Fetch{Address: "where", Told: []string{"asked", "reached"}, Beside: "origin", Inside: "page"}},
		"run_line":   {Command: &facts.Command{Params: []facts.CommandParam{{Name: "line"}}, Env: "setting", Begins: true, Where: "machine", Here: []string{""}}},
		"press_keys": {Command: &facts.Command{Params: []facts.CommandParam{{Name: "pressed"}}, Env: "setting", Into: "window"}},
		"tell": {Message: &facts.Message{
			Words: []string{"words"}, Targets: []string{"whom"}, Channel: "via", Says: []string{""},
			Fetches: func(text string) bool { return strings.Contains(text, "FETCH ") },
			Heard:   func(string) (bool, []string) { return false, nil },
		}},
		"other_words": {Session: &facts.Session{
			Key: []string{"of"}, Quoted: true, Own: "mine",
			KeysOf: func(name, _ string) []string { return []string{"desk/" + name} },
			IsID:   func(string) bool { return false },
			Went:   func([]byte) facts.Went { return facts.Quoting },
		}},
		"appointments": {Jobs: func(result []byte, _ string, _ int) (map[string]bool, bool) {
			_, id, ok := bytes.Cut(result, []byte("appointment "))
			return map[string]bool{"desk/appointment " + strings.Trim(string(id), `"`): ok}, true
		}},
		"inquire":  {Asks: true},
		"delegate": {Spawns: true},
	},
	Writes: map[string]facts.Operation{"puttext": facts.Write},
	Leaves: map[string]*facts.Leaving{"reminder": {Action: "deed", Looks: []string{"list"}}},
	Roles: map[string]facts.Role{
		"place": facts.File, "line": facts.Line | facts.Shell, "pressed": facts.Shell, "where": facts.Address, "ink": facts.Content,
	},
	Clocks:  []string{"calendar"},
	Screens: []string{"window"},
	Tells:   []facts.Telling{{Param: "line", Bare: true}, {Param: "place", Bare: true}, {Param: "where", Bare: true}, {Param: "deed", Bare: true}, {Param: "whom"}, {Param: "of"}},
	Sources: []string{"where"},
	Speaks:  "tell",
	WithoutFetches: func(text, instead string) string {
		return strings.ReplaceAll(text, "FETCH ", instead)
	},
	NoSuchTool: func(text []byte, tool string) bool { return string(text) == "no "+tool+" here" },

	Action:        "deed",
	OtherPrograms: "run_line.other",
	OwnName:       func(name string) string { return strings.TrimPrefix(name, "desk-") },
	IsBlank:       func(r rune) bool { return r == '·' },
	SessionKeys:   []string{"desk/*"},
	OfAgent:       "desk/*/",
	Kinds:         map[string]trust.Level{"note on the desk": trust.External},
	InInstructions: func(text string) []facts.Shown {
		if strings.Contains(text, "LETTER ") {
			return []facts.Shown{{Kind: "note on the desk"}}
		}
		return nil
	},
	Places:   []facts.Place{{Path: "~/.desk", What: "the desk's own files"}},
	PlacesIn: func(getenv func(string) string) []facts.Place { return drawer(getenv("DESK_DRAWER")) },
	PlacesAt: func(dir, _ string) []facts.Place { return drawer(dir) },
	Skills:   []string{"recipes"},
}

// drawer is a directory in which the host keeps its files.
func drawer(dir string) []facts.Place {
	if dir == "" {
		return nil
	}
	return []facts.Place{{Path: dir + "/drawer", What: "the desk's own files"}}
}
