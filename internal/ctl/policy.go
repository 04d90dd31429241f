package ctl

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"github.com/provenanced/provenanced/internal/config"
	"github.com/provenanced/provenanced/internal/paths"
	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/tools/toolconf"
	"github.com/provenanced/provenanced/internal/trust"
)

// policyFile is the file that the command refers to: the named one, else the running daemon's,
// else the one that a daemon would read here.
func (c *call) policyFile() (string, error) {
	if f := c.arg(0); f != "" {
		return f, nil
	}
	var s statusData
	if err := c.askQuickly("status", &s); err == nil && s.Policy.Path != "" {
		return s.Policy.Path, nil
	}
	return paths.Policy()
}

func policyInit(c *call) error {
	preset := or(c.flags["preset"], policy.FirstPreset)
	p, ok := policy.Preset(preset)
	if !ok {
		return usagef("unknown preset %q%s the presets are %s", preset, suggest(preset, policy.Presets()), strings.Join(policy.Presets(), ", "))
	}
	file, err := c.policyFile()
	if err != nil {
		return err
	}
	text, err := policy.Template(preset)
	if err != nil {
		return err
	}
	if file == "-" {
		unknown := c.unknownTools(p)
		if c.has("json") {
			return result(c, struct {
				Preset       string   `json:"preset"`
				YAML         string   `json:"yaml"`
				UnknownTools []string `json:"unknownTools"`
			}{preset, string(text), unknown}, nil)
		}
		c.out.document(text)
		notes := newPrinter(c.env.Stderr, &Env{ASCII: c.env.ASCII})
		warnOf(notes, "preset "+preset, unknown)
		return notes.flush()
	}
	if err := write(file, text, c.has("force")); err != nil {
		return err
	}
	unknown := c.unknownTools(p)
	return result(c, struct {
		File         string   `json:"file"`
		Preset       string   `json:"preset"`
		UnknownTools []string `json:"unknownTools"`
	}{file, preset, unknown}, func() {
		c.out.say("Wrote %s with preset %s. A running daemon that uses it loads it by itself.\n", file, preset)
		warnOf(c.out, "preset "+preset, unknown)
	})
}

// shortPatience is how long a command that needs no daemon waits for one.
const shortPatience = 2 * time.Second

func (c *call) askQuickly(command string, out any) error {
	quick := *c
	var stop context.CancelFunc
	quick.ctx, stop = context.WithTimeout(c.ctx, shortPatience)
	defer stop()
	return quick.ask(command, nil, out)
}

// unknownTools lists the gateway's tools that the policy does not know. Only a running daemon
// knows what the gateway has: without one, or with one that is too old to say, there is nothing
// to warn about.
func (c *call) unknownTools(p *policy.Policy) []string {
	var seen []seenTool
	if err := c.askQuickly("tools", &seen); err != nil {
		return []string{}
	}
	return unknownOf(seen, p)
}

// seenTool is a tool that a gateway has named since the daemon started.
type seenTool struct {
	Tool string `json:"tool"`
}

// unknownOf lists those that a policy does not know. The daemon may use another policy, so it
// does not matter what that one knows.
func unknownOf(seen []seenTool, p *policy.Policy) []string {
	names := []string{}
	tables := p.For("")
	for _, s := range seen {
		risk, classed := tables.Risk(s.Tool)
		if tables.Call(s.Tool, trust.Trusted).Unknown || classed && risk.Unknown && risk.Mode != trust.Allow {
			names = append(names, s.Tool)
		}
	}
	return names
}

func warnOf(p *printer, policy string, unknown []string) {
	if len(unknown) == 0 {
		return
	}
	p.say("%s %s does not know %s of the gateway's:\n", yellow("warning:"), policy, count(int64(len(unknown)), "tool"))
	for _, name := range unknown {
		p.say("  %s\n", name)
	}
	p.advise("", fmt.Sprintf("Give each an entry under tools, such as {name: %s, risk: read}, and its output a level under toolOutputTaints.", unknown[0]), plain)
}

func policyValidate(c *call) error {
	file, err := c.policyFile()
	if err != nil {
		return err
	}
	b, err := c.read(file)
	if errors.Is(err, fs.ErrNotExist) && c.arg(0) == "" {
		return fmt.Errorf("there is no policy file %s\n`provenancectl policy init` writes one, as the daemon does at its first start; or name another file", file)
	}
	if err != nil {
		return err
	}
	file = readable(file)
	verdict := struct {
		Valid        bool     `json:"valid"`
		File         string   `json:"file"`
		Preset       string   `json:"preset,omitzero"`
		Hash         string   `json:"hash,omitzero"`
		Warnings     []string `json:"warnings"`
		UnknownTools []string `json:"unknownTools"`
		Errors       []string `json:"errors"` // each file:line:column: what is wrong, and what to write instead
	}{File: file, Warnings: []string{}, UnknownTools: []string{}, Errors: []string{}}
	p, tools, err := c.together(b, file)
	if err != nil {
		verdict.Errors = eachError(err)
		if err := result(c, verdict, func() {
			for _, e := range verdict.Errors {
				c.out.advise(c.out.text("%s ", red("error:")), e, plain)
			}
			c.out.advise("", file+": "+count(int64(len(verdict.Errors)), "error"), plain)
		}); err != nil {
			return err
		}
		return errShown
	}
	verdict.Valid, verdict.Preset, verdict.Hash = true, p.Preset, p.Hash
	verdict.Warnings = append(append(verdict.Warnings, p.Warnings...), tools.Alarms()...)
	var loose *config.Loose
	if c.arg(0) != "-" && errors.As(config.Kept(file), &loose) {
		verdict.Warnings = append(verdict.Warnings, loose.Error()+"; until then no daemon takes the file")
	}
	verdict.UnknownTools = c.unknownTools(p)
	return result(c, verdict, func() {
		for _, w := range verdict.Warnings {
			c.out.advise(c.out.text("%s ", yellow("warning:")), w, plain)
		}
		warnOf(c.out, "the policy", verdict.UnknownTools)
		c.out.say("%s: %s, preset %s, hash %s\n", file, green("valid"), p.Preset, short(p.Hash))
	})
}

// together is a policy as a daemon would load it, with the wrapped tools in it and beside it.
func (c *call) together(text []byte, file string) (*policy.Policy, *config.Toolset, error) {
	p, err := policy.Parse(text, file)
	if err != nil {
		return nil, nil, err
	}
	var files []toolconf.File
	if c.arg(0) != "-" {
		if files, err = toolFiles(file); err != nil {
			return nil, nil, err
		}
	}
	return config.WithTools(p, files)
}

// toolFiles are those beside a policy file, once nobody is writing them any more.
func toolFiles(policyFile string) (files []toolconf.File, err error) {
	const patience = 3 * time.Second
	err = config.Settled(patience, func() (err error) {
		files, err = config.ReadTools(config.ToolsDir(policyFile))
		return err
	})
	return files, err
}

// readable is a file's name in messages.
func readable(file string) string {
	if file == "-" {
		return "<stdin>"
	}
	return file
}

// eachError splits joined errors.
func eachError(err error) []string {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		var all []string
		for _, e := range joined.Unwrap() {
			all = append(all, eachError(e)...)
		}
		return all
	}
	return []string{err.Error()}
}

// mistakes are joined errors, each on a line, and what to say after them.
func mistakes(err error, after ...string) error {
	return errors.New(strings.Join(append(eachError(err), after...), "\n"))
}

func policyShow(c *call) error {
	type shown struct {
		Path     string   `json:"path"`
		Preset   string   `json:"preset"`
		Hash     string   `json:"hash"`
		YAML     string   `json:"yaml"`
		Warnings []string `json:"warnings"`
	}
	people := func(s shown) { c.out.document([]byte(s.YAML)) }
	file := c.arg(0)
	if file == "" {
		return answer(c, "policy", nil, people)
	}
	b, err := c.read(file)
	if err != nil {
		return err
	}
	file = readable(file)
	p, _, err := c.together(b, file)
	if err != nil {
		return mistakes(err)
	}
	s := shown{Path: file, Preset: p.Preset, Hash: p.Hash, YAML: string(p.YAML()), Warnings: append([]string{}, p.Warnings...)}
	return result(c, s, func() { people(s) })
}
