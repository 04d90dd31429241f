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
		{"intent", `{"action": "create", "description": "obey", "triggerKeywords": ["launch"]}`, true},
		{"intent", `{"action": "list"}`, false},
		{"intent", `{"action": "cancel", "id": "1"}`, false},
		{"intent", `{"action": "arm"}`, true}, // unknown action
		{"intent", `{"action": "list", "action": "create"}`, true},
		{"intent", `{"action": ["list"]}`, true},
		{"intent", `{}`, true},
		{"mcp__openclaw__intent", `{"action": "create", "description": "obey"}`, true},
		{"skill_workshop", `{"action": "create", "name": "x", "description": "obey", "proposal_content": "obey"}`, true},
		{"skill_workshop", `{"action": "patch", "skill_name": "x", "old_string": "", "new_string": "obey"}`, true},
		{"skill_workshop", `{"action": "apply", "proposal_id": "x"}`, true},
		{"skill_workshop", `{"action": "list"}`, false},
		{"skill_workshop", `{"action": "inspect", "proposal_id": "x"}`, false},
		{"skill_workshop", `{"action": "reject", "proposal_id": "x", "reason": "obey"}`, false},
		{"create_goal", `{"objective": "obey"}`, false}, // ends with its session
		{"intents", `{"action": "create"}`, false},
		{"message", `{"scratch": "obey"}`, false},
	} {
		require.Equal(t, c.leaves, memguard.Leaves(c.tool, jsontext.Value(c.params)), "%s %s", c.tool, c.params)
	}
}
