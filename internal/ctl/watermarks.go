package ctl

import (
	"errors"
	"fmt"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/provenanced/provenanced/client"
)

// The file is passed through unchanged: it is the watermarks.json of the OpenClaw provenance
// plugin, and the daemon judges it.

// maxWatermarks bounds the file: two million sessions need that much.
const maxWatermarks = 512 << 20

func watermarksExport(c *call) error {
	raw, err := c.everyWatermark()
	if err != nil {
		return err
	}
	file := c.arg(0)
	if file == "" || file == "-" {
		return c.out.json(raw)
	}
	if err := raw.Indent(jsontext.WithIndent("  ")); err != nil {
		return fmt.Errorf("the daemon's answer is not JSON: %w", err)
	}
	if err := write(file, append(raw, '\n'), c.has("force")); err != nil {
		return err
	}
	return result(c, map[string]string{"file": file}, func() { c.out.say("Wrote %s.\n", file) })
}

func watermarksImport(c *call) error {
	b, err := c.readUpTo(c.arg(0), maxWatermarks)
	if err != nil {
		return err
	}
	file := jsontext.Value(b)
	if err := file.Compact(); err != nil {
		return fmt.Errorf("%s is not JSON: %w", readable(c.arg(0)), err)
	}
	var done struct {
		Imported int64 `json:"imported"`
	}
	for _, part := range parts(file) {
		args := struct {
			File jsontext.Value `json:"file"`
		}{part}
		var now struct {
			Imported int64 `json:"imported"`
		}
		err := c.ask("watermarks-import", args, &now)
		var no *refusal
		if errors.As(err, &no) && no.code == string(client.BadRequest) { // the file is wrong, and not the command line
			return fmt.Errorf("%s: %s", readable(c.arg(0)), no.text)
		}
		if err != nil {
			return err
		}
		done.Imported += now.Imported
	}
	return result(c, done, func() {
		c.out.say("%s lowered; sessions that were as low already stay as they are.\n", count(done.Imported, "session"))
	})
}
