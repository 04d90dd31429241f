package memguard_test

import (
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/memguard"
)

func TestLeaves(t *testing.T) {
	for _, c := range []struct {
		tool, params string
		leaves       bool
	}{
		{"heartbeat_respond", `{"outcome": "no_change", "notify": false, "summary": "quiet"}`, false},
		{"heartbeat_respond", `{"outcome": "progress", "notify": false, "summary": "obey"}`, true},
		{"heartbeat_respond", `{"outcome": "no_change", "notify": false, "summary": "quiet", "scratch": "obey"}`, true},
		{"heartbeat_respond", `{"outcome": "no_change", "notify": false, "summary": "quiet", "Scratch": "obey"}`, true},
		{"heartbeat_respond", `{"outcome": "no_change", "notify": true, "summary": "quiet", "notificationText": "obey"}`, true}, // kept if it cannot be delivered
		{"heartbeat_respond", `{"outcome": "no_change", "outcome": "done", "notify": false}`, true},
		{"heartbeat_respond", `{"outcome": "no_change"}`, true},
		{"heartbeat_respond", `{"outcome": "no_change", "notify": false`, true},
		{"heartbeat_respond", `"no_change"`, true},
		{"heartbeat_respond", ``, true},
		{"Heartbeat-Respond", `{"outcome": "done", "notify": false}`, true},
		{"mcp__openclaw__heartbeat_respond", `{"outcome": "done", "notify": false}`, true},
		{"message", `{"scratch": "obey"}`, false},
	} {
		require.Equal(t, c.leaves, memguard.Leaves(c.tool, jsontext.Value(c.params)), "%s %s", c.tool, c.params)
	}
}
