package ctl

import (
	"cmp"
	"context"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/shell"
)

// completionScripts have a shell ask this program, which knows its own words best, and
// offer files where it knows none. bash replaces only what follows the last colon or
// equals sign, so the rest is taken off. zsh loads a script as the function itself, or
// runs it to have one.
var completionScripts = map[string]string{
	"bash": `_provenancectl() {
	local IFS=$'\n' line=${COMP_LINE:0:COMP_POINT}
	local word=${line##*[[:space:]]}
	COMPREPLY=($(provenancectl completion -- "$line" 2>/dev/null))
	COMPREPLY=("${COMPREPLY[@]#"${word%"$2"}"}")
}
complete -o default -F _provenancectl provenancectl
`,
	"zsh": `#compdef provenancectl
_provenancectl() {
	local -a found
	found=(${(f)"$(provenancectl completion -- "${(j: :)words[1,CURRENT-1]} $PREFIX" 2>/dev/null)"})
	if (( $#found )); then
		compadd -- $found
	else
		_files
	fi
}
if [[ $funcstack[1] == _provenancectl ]]; then
	_provenancectl
else
	compdef _provenancectl provenancectl
fi
`,
	"fish": `function __provenancectl_words
	provenancectl completion -- (commandline -pc | string collect) 2>/dev/null
end
complete -c provenancectl -n '__provenancectl_words | string length -q' -f
complete -c provenancectl -a '(__provenancectl_words)'
`,
}

func completion(c *call) error {
	line := c.arg(0)
	shell := or(line, "bash")
	if script, ok := completionScripts[shell]; ok {
		return result(c, map[string]string{"shell": shell, "script": script}, func() { c.out.document([]byte(script)) })
	}
	if len(strings.Fields(line)) == 1 && strings.TrimSpace(line) == line && filepath.Base(line) != "provenancectl" {
		return usagef("no script for %s: completion knows bash, fish and zsh", line)
	}
	words := c.completions(line)
	return result(c, words, func() {
		for _, w := range words {
			c.out.say("%s\n", w)
		}
	})
}

// completions are the words that may stand where a command line ends: in the place of
// its last one, or behind the space.
func (c *call) completions(line string) []string {
	typed := strings.Fields(line)
	if len(typed) == 0 {
		return []string{}
	}
	if unicode.IsSpace(rune(line[len(line)-1])) {
		typed = append(typed, "")
	}
	typed = typed[1:] // the program itself
	if len(typed) == 0 {
		return []string{}
	}
	last := typed[len(typed)-1]
	var words []string
	var open *flagSpec // the flag whose value comes next
	flags := map[string]string{}
	for _, w := range typed[:len(typed)-1] {
		name, value, inline := strings.Cut(w, "=")
		switch f := flagFor(name); {
		case open != nil:
			flags[open.name], open = w, nil
		case f != nil && f.value != "" && !inline:
			open = f
		case f != nil:
			flags[f.name] = value
		case !strings.HasPrefix(w, "-"):
			words = append(words, w)
		}
	}
	asked := *c // about the daemon that the line is about
	asked.flags = flags
	begin := ""
	if name, _, inline := strings.Cut(last, "="); inline && open == nil && strings.HasPrefix(last, "--") {
		open, begin = flagFor(name), name+"="
	}
	var next []string
	cmd, at := named(words)
	switch {
	case open != nil:
		next = asked.flagValues(open.name)
	case begin != "": // a flag that nobody knows
	case strings.HasPrefix(last, "-"):
		next = flagWords(cmd, flags)
	case cmd == nil:
		next = nextWords(words)
	case cmd.name == "help":
		next = nextWords(words[1:])
	case len(words)-at == 0:
		next = asked.firstArguments(cmd.name)
	}
	found := []string{}
	for _, w := range next {
		if w = begin + w; strings.HasPrefix(w, last) {
			found = append(found, w)
		}
	}
	return found
}

// named is the command that words begin with, and how many of them are its name.
func named(words []string) (*command, int) {
	for _, cmd := range commands {
		name := strings.Fields(cmd.name)
		if len(words) >= len(name) && slices.Equal(words[:len(name)], name) {
			return cmd, len(name)
		}
	}
	return nil, 0
}

// nextWords are the words of commands that go on where these end.
func nextWords(words []string) (next []string) {
	for _, cmd := range commands {
		name := strings.Fields(cmd.name)
		if len(name) > len(words) && slices.Equal(name[:len(words)], words) && !slices.Contains(next, name[len(words)]) {
			next = append(next, name[len(words)])
		}
	}
	return next
}

func flagWords(cmd *command, given map[string]string) (words []string) {
	names := everywhere
	if cmd != nil {
		names = slices.Concat(cmd.flags, everywhere)
	}
	for _, name := range names {
		if _, twice := given[name]; !twice {
			words = append(words, "--"+name)
		}
	}
	return words
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

// flagValues are the values of a flag that can be told beforehand. For the others bash
// offers files.
func (c *call) flagValues(name string) []string {
	if name == "session" {
		return c.sessionKeys()
	}
	return flagChoice[name]
}

// firstArguments are the arguments with which a command can begin.
func (c *call) firstArguments(command string) []string {
	switch command {
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
		var ids []string
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
		return slices.Sorted(maps.Keys(completionScripts))
	case "blocked show", "blocked diff", "blocked commit", "blocked drop":
		var ids []string
		for _, row := range known[blockedRow](c, "blocked-list") {
			ids = append(ids, row.ID)
		}
		return pasted(ids)
	}
	return nil
}

func (c *call) sessionKeys() []string {
	var keys []string
	for _, row := range known[sessionRow](c, "sessions") {
		keys = append(keys, row.Session)
	}
	return pasted(keys)
}

// known is a list of the daemon's; empty without one, or where it does not answer at
// once: somebody waits at a prompt.
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

// pasted are the names that mean themselves to a shell. bash puts a completion into the
// line as it is: a name that an agent has chosen must not become a command there.
func pasted(names []string) []string {
	return slices.DeleteFunc(names, func(n string) bool { return shell.Quote(n) != n || strings.HasPrefix(n, "-") })
}
