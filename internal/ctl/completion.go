package ctl

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/shell"
)

// shells are those that cobra writes completion scripts for.
var shells = []string{"bash", "fish", "zsh"}

func completion(c *call) error {
	var script strings.Builder
	var err error
	name := or(c.arg(0), "bash")
	switch name {
	case "bash":
		err = c.root.GenBashCompletionV2(&script, true)
	case "fish":
		err = c.root.GenFishCompletion(&script, true)
	case "zsh":
		err = c.root.GenZshCompletion(&script)
	default:
		return usagef("no script for %s: completion knows bash, fish and zsh", name)
	}
	if err != nil {
		return err
	}
	return result(c, map[string]string{"shell": name, "script": script.String()}, func() { c.out.document([]byte(script.String())) })
}

var (
	levels     = []string{"trusted", "shared", "external", "untrusted"}
	flagChoice = map[string][]string{
		"turn":    {"last"},
		"format":  {"text", "json", "dot", "mermaid", "svg"},
		"preset":  policy.Presets(),
		"level":   {"off", "secrets", "standard", "strict"},
		"verdict": {"allow", held, "held", "deny"},
		"type":    {"GENESIS", "BOOT", "CLAIM", "VERIFY", "RETRACT", "META"},
	}
)

// completeFlag are the values of a flag that are known beforehand. For other flags the shell
// offers files.
func (c *call) completeFlag(name, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
	words := flagChoice[name]
	if name == "session" {
		words = c.sessionKeys()
	}
	return offered(words, typed)
}

// completeArgument are the words that may come next.
func (c *call) completeArgument(typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
	switch {
	case c.cmd.name == "help":
		return offered(nextWords(c.args), typed)
	case len(c.args) > 0:
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return offered(c.firstArguments(), typed)
}

// offered are the words that begin with what was typed; if words is nil, the shell offers
// files.
func offered(words []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
	if words == nil {
		return nil, cobra.ShellCompDirectiveDefault
	}
	fit := slices.DeleteFunc(slices.Clone(words), func(w string) bool { return !strings.HasPrefix(w, typed) })
	return fit, cobra.ShellCompDirectiveNoFileComp
}

// nextWords are the words that continue these in commands.
func nextWords(words []string) []string {
	next := []string{}
	for _, cmd := range commands {
		name := strings.Fields(cmd.name)
		if len(name) > len(words) && slices.Equal(name[:len(words)], words) && !slices.Contains(next, name[len(words)]) {
			next = append(next, name[len(words)])
		}
	}
	return next
}

// firstArguments are the possible first arguments of the command; nil if they are not known
// beforehand.
func (c *call) firstArguments() []string {
	switch c.cmd.name {
	case "session":
		return c.sessionKeys()
	case "reset-trust":
		return levels
	case "explain":
		return []string{"last"}
	case "approve":
		var tools []string
		for _, row := range known[pendingRow](c, "pending") {
			if row.Session == cmp.Or(c.flags["session"], row.Session) {
				tools = append(tools, row.Tools...)
			}
		}
		return append(pasted(tools), "all")
	case "withdraw":
		ids := []string{}
		for _, row := range known[sessionRow](c, "sessions") {
			for _, g := range row.Grants {
				if session := c.flags["session"]; session == "" {
					ids = append(ids, g.ID)
				} else if session == row.Session {
					ids = append(ids, g.Tool)
				}
			}
		}
		return pasted(ids)
	case "completion":
		return shells
	case "blocked show", "blocked diff", "blocked commit", "blocked drop":
		ids := []string{}
		for _, row := range known[blockedRow](c, "blocked-list") {
			ids = append(ids, row.ID)
		}
		return pasted(ids)
	}
	return nil
}

func (c *call) sessionKeys() []string {
	keys := []string{}
	for _, row := range known[sessionRow](c, "sessions") {
		keys = append(keys, row.Session)
	}
	return pasted(keys)
}

// known is one of the daemon's lists; empty without a daemon, or if it does not answer at once:
// somebody is waiting at a prompt.
func known[row any](c *call, list string) (rows []row) {
	ctx, cancel := context.WithTimeout(c.ctx, shortPatience)
	defer cancel()
	quick := *c
	quick.ctx = ctx
	if err := quick.ask(list, nil, &rows); err != nil {
		return nil
	}
	return rows
}

// pasted are the names that a shell takes literally, because it may insert a completion as it
// is: a name chosen by an agent must not become a command there.
func pasted(names []string) []string {
	return slices.DeleteFunc(names, func(n string) bool { return shell.Quote(n) != n || strings.HasPrefix(n, "-") })
}
