package main

import (
	"encoding/json"
	"fmt"
)

// The messages of an agent's gateway. The level in ctx is for the alternatives, which keep no
// sessions and must be told; the daemon ignores unknown fields.

func ctxOf(session, level string) string {
	return fmt.Sprintf(`{"sessionKey":%q,"agentId":"main","workspaceDir":"/home/user/workspace","messageProvider":"telegram",`+
		`"senderId":"111","senderName":"The Owner","senderIsOwner":true,"level":%q}`, session, level)
}

func hook(name, session, event string) question {
	return question{name, session, `{"event":` + event + `,"ctx":` + ctxOf(session, "trusted") + `}`}
}

// call is a tool call, about 600 bytes when signed.
func call(session, tool, level string) question {
	const event = `{"toolName":%q,"params":{"command":"git log --oneline --since=yesterday | head -20"},"toolCallId":"call_5f2c81d0"}`
	return question{"before_tool_call", session, `{"event":` + fmt.Sprintf(event, tool) + `,"ctx":` + ctxOf(session, level) + `}`}
}

// opening begins a turn: the previous turn has ended, the owner has written, and the model is
// asked.
func opening(session string) []question {
	return []question{
		hook("agent_end", session, `{}`),
		hook("context_assembled", session, `{"systemPrompt":"You are a helpful assistant.","messages":[{"role":"user","content":"what has changed since yesterday?"}]}`),
		hook("before_llm_call", session, `{"iteration":0}`),
	}
}

// turn is a short turn from beginning to end. One that fetches leaves its session at untrusted.
func turn(session, tool string) []question {
	result := fmt.Sprintf(`{"toolName":%q,"toolCallId":"call_5f2c81d0","result":"c5e0584 what checking a context costs"}`, tool)
	return append(opening(session),
		call(session, tool, "trusted"),
		hook("after_tool_call", session, result),
		hook("agent_end", session, `{}`),
	)
}

// result is a tool's result.
func result(session, text string) question {
	quoted, err := json.Marshal(text)
	if err != nil {
		panic(err) // strings are JSON
	}
	return hook("after_tool_call", session, `{"toolName":"read","toolCallId":"call_5f2c81d0","result":`+string(quoted)+`}`)
}
