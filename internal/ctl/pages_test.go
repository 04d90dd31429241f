package ctl

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/client"
)

// crowd is a daemon with more sessions than it lists in one answer.
type crowd struct {
	replies
	keys     []string
	imported [][]string // the sessions of each file
}

func (d *crowd) Admin(ctx context.Context, command, as string, args, out any) error {
	var data any
	switch command {
	case "sessions":
		rows := []sessionRow{}
		for _, key := range d.page(args) {
			rows = append(rows, sessionRow{Session: key, Grants: []grantRow{{ID: "g" + key, Tool: "exec", Scope: "turn"}}})
		}
		data = rows
	case "watermarks-export":
		marks := map[string]any{}
		for _, key := range d.page(args) {
			marks[key] = map[string]any{"level": "untrusted"}
		}
		data = map[string]any{"version": 1, "watermarks": marks}
	case "watermarks-import":
		var file struct{ File watermarkFile }
		b, err := json.Marshal(args)
		if err == nil {
			err = json.Unmarshal(b, &file, json.MatchCaseInsensitiveNames(true))
		}
		if err != nil || string(file.File.Version) != "1" {
			return &client.Error{Code: client.BadRequest, Message: "no watermark file"}
		}
		var keys []string
		for key := range file.File.Watermarks {
			keys = append(keys, key)
		}
		d.imported = append(d.imported, keys)
		data = map[string]int{"imported": len(keys)}
	default:
		return d.replies.Admin(ctx, command, as, args, out)
	}
	b, err := json.Marshal(data)
	if err != nil {
		return err
	}
	return json.Unmarshal(b, out)
}

func (d *crowd) page(args any) []string {
	p := args.(pageArgs)
	from := 0
	for from < len(d.keys) && d.keys[from] <= p.After {
		from++
	}
	return d.keys[from:min(from+p.Most, len(d.keys))]
}

func TestMoreSessionsThanOneAnswerHolds(t *testing.T) {
	for _, many := range []int{0, 1, pageOf - 1, pageOf, pageOf + 1, 2 * pageOf, 2*pageOf + 7} {
		d := &crowd{replies: replies{"pending": `[]`}}
		for i := range many {
			d.keys = append(d.keys, fmt.Sprintf("s%06d", i))
		}
		var rows []sessionRow
		require.NoError(t, json.Unmarshal([]byte(runWith(t, d, nil, "sessions", "--json").out), &rows))
		require.Len(t, rows, many)
		require.True(t, slices.IsSortedFunc(rows, func(a, b sessionRow) int { return strings.Compare(a.Session, b.Session) }))

		var standing []approvalRow
		require.NoError(t, json.Unmarshal([]byte(runWith(t, d, nil, "approvals", "--json").out), &standing))
		require.Len(t, standing, many)

		exported := runWith(t, d, nil, "watermarks", "export").out
		require.True(t, jsontext.Value(exported).IsValid())
		got := runWith(t, d, func(e *Env) { e.Stdin = strings.NewReader(exported) }, "watermarks", "import", "-", "--json")
		require.JSONEq(t, fmt.Sprintf(`{"imported":%d}`, many), got.out, got.err)
		require.ElementsMatch(t, d.keys, slices.Concat(d.imported...))
		for _, keys := range d.imported {
			require.LessOrEqual(t, len(keys), partOf)
		}
	}
}
