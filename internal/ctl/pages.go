package ctl

import (
	"bytes"
	"fmt"
	"maps"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

const (
	// pageOf is how many sessions are requested at once: an answer has at most 16 MiB, and must
	// come within patience. A thousand sessions need less, whatever their keys and histories
	// are.
	pageOf = 1000
	// partOf is how many watermarks are sent at once: the daemon syncs them a hundred at a
	// time, to a disk that may be slow.
	partOf = 1000
)

type pageArgs struct {
	After string `json:"after"` // a session's key
	Most  int    `json:"most"`
}

// everySession requests all sessions. raw is the daemon's answer.
func (c *call) everySession() (rows []sessionRow, raw jsontext.Value, err error) {
	for after := ""; ; {
		var more []sessionRow
		var told jsontext.Value
		if err := c.ask("sessions", pageArgs{after, pageOf}, &told); err != nil {
			return nil, nil, err
		}
		if err := json.Unmarshal(told, &more); err != nil {
			return nil, nil, unfit("sessions", err)
		}
		if rows == nil {
			rows, raw = more, told
		} else if len(more) > 0 {
			rows = append(rows, more...)
			raw = append(append(bytes.TrimSuffix(raw, []byte("]")), ','), bytes.TrimPrefix(told, []byte("["))...)
		}
		if len(more) < pageOf {
			return rows, raw, nil
		}
		after = more[len(more)-1].Session
	}
}

// watermarkFile is a watermarks.json, as far as it has to be split.
type watermarkFile struct {
	Version    jsontext.Value            `json:"version"`
	Watermarks map[string]jsontext.Value `json:"watermarks"`
}

// everyWatermark requests all watermarks, as one file.
func (c *call) everyWatermark() (jsontext.Value, error) {
	var file watermarkFile
	for after := ""; ; {
		var raw jsontext.Value
		if err := c.ask("watermarks-export", pageArgs{after, pageOf}, &raw); err != nil {
			return nil, err
		}
		var more watermarkFile
		if err := json.Unmarshal(raw, &more); err != nil {
			return nil, unfit("watermarks-export", err)
		}
		last := len(more.Watermarks) < pageOf
		if last && file.Watermarks == nil {
			return raw, nil
		}
		if file.Watermarks == nil {
			file = more
		}
		maps.Copy(file.Watermarks, more.Watermarks)
		if last {
			return json.Marshal(file, json.Deterministic(true))
		}
		after = slices.Max(slices.Collect(maps.Keys(more.Watermarks)))
	}
}

// parts splits a watermark file into files that the daemon can read in time. One that the
// daemon would refuse stays whole, so that the error is about that file.
func parts(whole jsontext.Value) []jsontext.Value {
	var file watermarkFile
	if err := json.Unmarshal(whole, &file); err != nil || len(file.Watermarks) <= partOf {
		return []jsontext.Value{whole}
	}
	var all []jsontext.Value
	for keys := range slices.Chunk(slices.Sorted(maps.Keys(file.Watermarks)), partOf) {
		part := watermarkFile{file.Version, make(map[string]jsontext.Value, len(keys))}
		for _, key := range keys {
			part.Watermarks[key] = file.Watermarks[key]
		}
		b, err := json.Marshal(part)
		if err != nil {
			return []jsontext.Value{whole}
		}
		all = append(all, b)
	}
	return all
}

func unfit(command string, err error) error {
	return fmt.Errorf("the daemon's answer to %s does not fit this version of provenancectl: %w", command, err)
}
