package ctl

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

func version(c *call) error {
	return result(c, map[string]string{"version": c.env.Version}, func() {
		c.out.say("provenancectl %s\n", c.env.Version)
	})
}

func help(c *call) error {
	if len(c.args) == 0 {
		return helpOn(c, commands, func() { c.out.say("%s", lines(overview())) })
	}
	name := strings.Join(c.args, " ")
	if cmd := rowNamed(name); cmd != nil {
		return helpOn(c, []*command{cmd}, func() { c.printHelp(cmd) })
	}
	var group []*command
	var rows [][]string
	for _, cmd := range commands {
		if strings.HasPrefix(cmd.name, name+" ") {
			group, rows = append(group, cmd), append(rows, []string{cmd.usage(), cmd.brief})
		}
	}
	switch {
	case group != nil:
		return helpOn(c, group, func() { c.out.align("", rows) })
	case rowNamed(c.args[0]) != nil:
		return usagef("%s has no subcommand %q", c.args[0], c.args[1])
	}
	return unknownCommand(c.args)
}

// helpOn tells programs about all commands, and people about what they asked for.
func helpOn(c *call, about []*command, people func()) error {
	type flag struct {
		Name  string `json:"name"`
		Short string `json:"short,omitzero"`
		Value string `json:"value,omitzero"`
		Help  string `json:"help"`
	}
	type entry struct {
		Name    string `json:"name"`
		Brief   string `json:"brief"`
		Long    string `json:"long,omitzero"`
		Usage   string `json:"usage"`
		Flags   []flag `json:"flags"`
		Example string `json:"example"`
	}
	var all struct {
		Commands []entry `json:"commands"`
	}
	for _, cmd := range about {
		e := entry{Name: cmd.name, Brief: cmd.brief, Long: cmd.long, Usage: cmd.usage(), Example: cmd.example}
		for _, f := range cmd.allFlags() {
			e.Flags = append(e.Flags, flag{f.name, f.short, f.value, f.help})
		}
		all.Commands = append(all.Commands, e)
	}
	return result(c, all, people)
}

func (c *call) printHelp(cmd *command) {
	p, width := c.out, 0
	if c.env.Terminal {
		width = c.env.size().cols
	}
	p.say("%s: %s\n\nusage: %s\n", cmd.name, cmd.brief, cmd.usage())
	if cmd.long != "" {
		p.say("\n%s\n", lines(strings.Join(folded(cmd.long, width), "\n")))
	}
	p.say("\nflags:\n")
	flags := cmd.allFlags()
	words, widest := make([]string, len(flags)), 0
	for i, f := range flags {
		words[i] = strings.TrimSpace("--" + f.name + " " + f.value)
		if f.short != "" {
			words[i] = "-" + f.short + ", " + words[i]
		}
		widest = max(widest, cellWidth(words[i]))
	}
	var rows [][]string
	for i, f := range flags {
		for j, text := range folded(f.help, width-widest-len("    ")) {
			if j > 0 {
				words[i] = ""
			}
			rows = append(rows, []string{words[i], text})
		}
	}
	p.align("  ", rows)
	p.say("\nexample:\n  %s\n", cmd.example)
}

// narrowest is the smallest width for folding: nobody can read columns of single words.
const narrowest = 24

// folded is a paragraph in lines of at most width columns; narrow lines are unchanged, and so
// is text on a very narrow terminal. A word that is longer gets a line of its own.
func folded(text string, width int) []string {
	as := strings.Split(text, "\n")
	if width < narrowest || !slices.ContainsFunc(as, func(line string) bool { return cellWidth(line) > width }) {
		return as
	}
	return foldWords(strings.Join(strings.Fields(text), " "), width, nil)
}

// allFlags are the command's own flags and those of every command.
func (cmd *command) allFlags() []*flagSpec {
	var all []*flagSpec
	for _, name := range slices.Concat(cmd.flags, everywhere) {
		f := *flagNamed(name)
		f.help = cmp.Or(cmd.means[name], f.help)
		all = append(all, &f)
	}
	return all
}

// overview is the output of help without a command.
func overview() string {
	var b strings.Builder
	b.WriteString("provenancectl shows what provenanced does, and controls it.\n\nusage: provenancectl COMMAND [ARGUMENTS] [FLAGS]\n\ncommands:\n")
	for _, cmd := range commands {
		fmt.Fprintf(&b, "  %-18s %s\n", cmd.name, cmd.brief)
	}
	b.WriteString("\nEvery command takes --runtime-dir DIR, --json and --help; flags may stand\nanywhere, -- ends them.\n" +
		"With --json errors go to stderr as {\"error\":{\"code\":…,\"message\":…}}.\n" +
		"Exit codes: 0 done; 1 what was asked about is wrong, not found or refused;\n2 usage; 3 daemon not reachable.\n" +
		"`provenancectl help COMMAND` tells more, with an example.\n")
	return b.String()
}
