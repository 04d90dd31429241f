package ctl

import (
	"fmt"
	"path/filepath"

	"github.com/provenanced/provenanced/internal/paths"
	"github.com/provenanced/provenanced/internal/tools/toolconf"
)

// maxImport bounds another program's configuration file.
const maxImport = 1 << 20

// importTools converts claw-wrap's configuration into ours. It goes to standard output, or with
// --output into a file; warnings go to standard error, so that the output can be piped.
func importTools(c *call) error {
	b, err := c.readUpTo(c.arg(0), maxImport)
	if err != nil {
		return err
	}
	text, warnings, err := toolconf.Import(b)
	if err != nil {
		return fmt.Errorf("%s: %w", readable(c.arg(0)), err)
	}
	file := c.flags["output"]
	if file == "-" {
		file = ""
	}
	if file != "" {
		if err := write(file, text, c.has("force")); err != nil {
			return err
		}
	}
	if c.has("json") {
		return result(c, struct {
			File     string   `json:"file,omitzero"`
			YAML     string   `json:"yaml"`
			Warnings []string `json:"warnings"`
		}{file, string(text), append([]string{}, warnings...)}, nil)
	}
	notes := c.out
	if file == "" {
		c.out.document(text)
		notes = newPrinter(c.env.Stderr, &Env{ASCII: c.env.ASCII})
	}
	for _, w := range warnings {
		notes.say("%s %s\n", yellow("warning:"), w)
	}
	if file != "" {
		next := "then put it into tools.d beside the policy file"
		if dir, err := filepath.Abs(filepath.Dir(file)); err == nil && filepath.Base(dir) == paths.ToolsDir {
			next = "a daemon whose policy is beside that directory loads it by itself"
		}
		c.out.say("Wrote %s. Look through it; %s.\n", file, next)
		return nil
	}
	return notes.flush()
}
