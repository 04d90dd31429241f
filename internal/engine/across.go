package engine

import (
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// Tools whose result is another session's words, whatever their own output level.
var readsSessions = map[string]bool{"sessions_history": true, "sessions_send": true, "session_status": true}

// lookAtRead finds the sessions that the event's calls read from: when the call is
// heard of, since what returns may not say any more which session it was, and when
// it returns, since that session may have read more by then.
func (e *Engine) lookAtRead(ev *event, pol *policy.Policy) error {
	tables := pol.For("")
	look := func(tool string, params jsontext.Value) error {
		key := readFrom(tables.Tool(tool, nil), params)
		for _, k := range knownAs(key, ev.session) {
			from, err := e.other(k, ev.session)
			if err != nil {
				return err
			}
			if from != nil {
				if ev.read == nil {
					ev.read = map[string]*shared{}
				}
				ev.read[key] = from
				return nil
			}
		}
		return nil
	}
	switch p := ev.payload.Event.(type) {
	case *wire.BeforeToolCallEvent:
		return look(p.ToolName, p.Params)
	case *wire.AfterToolCallEvent:
		return look(p.ToolName, p.Params)
	case *wire.AfterLLMCallEvent:
		for i := range p.ToolCalls {
			if err := look(p.ToolCalls[i].Name, p.ToolCalls[i].Arguments); err != nil {
				return err
			}
		}
	}
	return nil
}

// readFrom is the key of the session that a call reads from, as the call names it.
func readFrom(tool string, params jsontext.Value) string {
	if !readsSessions[tool] || len(params) == 0 {
		return ""
	}
	var named struct {
		SessionKey string `json:"sessionKey"`
	}
	if json.Unmarshal(params, &named) != nil {
		return ""
	}
	return named.SessionKey
}

// knownAs lists the keys under which a session may be known. A key without its
// agent is the agent's own session of that name.
func knownAs(key, session string) []string {
	if key == "" {
		return nil
	}
	if agent := agentOf(session); agent != "" && !strings.HasPrefix(key, "agent:") {
		return []string{key, "agent:" + agent + ":" + key}
	}
	return []string{key}
}

// outputOf is the level of what one call returns, by the policy's tables and with
// what it reads from another session.
func (d *draft) outputOf(tool string, params jsontext.Value) (byTables, level trust.Level) {
	byTables = d.tables.OutputOf(tool, params)
	if from := d.ev.read[readFrom(tool, params)]; from != nil {
		return byTables, trust.Lowest(byTables, from.level)
	}
	return byTables, byTables
}
