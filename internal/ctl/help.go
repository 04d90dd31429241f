package ctl

import (
	"fmt"
	"strings"
)

func version(c *call) error {
	return result(c, map[string]string{"version": c.env.Version}, func() {
		c.out.say("provenancectl %s\n", c.env.Version)
	})
}

func help(c *call) error {
	if len(c.args) == 0 {
		c.out.say("%s", lines(overview()))
		return nil
	}
	if len(c.args) == 1 { // a group of commands, such as "blocked"
		var group [][]string
		for _, cmd := range commands {
			if strings.HasPrefix(cmd.name, c.args[0]+" ") {
				group = append(group, []string{cmd.usage(), cmd.brief})
			}
		}
		if group != nil {
			c.out.align("", group)
			return nil
		}
	}
	cmd, rest, err := find(c.args)
	if err != nil {
		return err
	}
	if len(rest) > 0 {
		return usagef("%s has no part %q", cmd.name, rest[0])
	}
	return printHelp(c.out, cmd)
}

func printHelp(p *printer, cmd *command) error {
	p.say("%s: %s\n\nusage: %s\n", cmd.name, cmd.brief, cmd.usage())
	if cmd.long != "" {
		p.say("\n%s\n", lines(cmd.long))
	}
	p.say("\nflags:\n")
	var rows [][]string
	for _, name := range append(append([]string(nil), cmd.flags...), everywhere...) {
		f := flagNamed(name)
		word := "--" + f.name
		if f.short != "" {
			word = "-" + f.short + ", " + word
		}
		rows = append(rows, []string{strings.TrimSpace(word + " " + f.value), f.help})
	}
	p.align("  ", rows)
	p.say("\nexample:\n  %s\n", cmd.example)
	return nil
}

// overview is what help says without a command.
func overview() string {
	var b strings.Builder
	b.WriteString("provenancectl shows and steers a running provenanced.\n\nusage: provenancectl COMMAND [ARGUMENTS] [FLAGS]\n\ncommands:\n")
	for _, cmd := range commands {
		fmt.Fprintf(&b, "  %-18s %s\n", cmd.name, cmd.brief)
	}
	b.WriteString("\nEvery command takes --runtime-dir DIR, --json and --help; flags may stand anywhere, -- ends them.\n" +
		"With --json errors go to stderr as {\"error\":{\"code\":…,\"message\":…}}.\n" +
		"Exit codes: 0 done; 1 the thing asked about is wrong; 2 usage; 3 daemon not reachable.\n" +
		"`provenancectl help COMMAND` tells more, with an example.\n")
	return b.String()
}
