package engine

import (
	"strings"

	"github.com/go-json-experiment/json"

	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/wire"
)

// Tools whose result is another session's words, whatever their own output level.
var readsSessions = map[string]bool{"sessions_history": true, "sessions_send": true, "session_status": true}

// readsFrom lists the keys under which the session that a returned call has read
// may be known. A key without its agent is the agent's own session of that name.
func readsFrom(ev *event) []string {
	p, ok := ev.payload.Event.(*wire.AfterToolCallEvent)
	if !ok || !readsSessions[policy.SafeName(p.ToolName)] || len(p.Params) == 0 {
		return nil
	}
	var params struct {
		SessionKey string `json:"sessionKey"`
	}
	if json.Unmarshal(p.Params, &params) != nil || params.SessionKey == "" {
		return nil
	}
	keys := []string{params.SessionKey}
	if agent := agentOf(ev.session); agent != "" && !strings.HasPrefix(params.SessionKey, "agent:") {
		keys = append(keys, "agent:"+agent+":"+params.SessionKey)
	}
	return keys
}
