package wire

import "github.com/go-json-experiment/json/jsontext"

// Payload is what a hook request carries: the hook's event and what the gateway
// knows about where it happens. Bulk values stay the raw bytes of the request
// line and live only as long as that line does.
type Payload struct {
	Ctx   Ctx
	Event any // a pointer to the hook's event type below
}

// Fact is a gateway's claim that may be missing: true, false or null in JSON. A missing claim
// is unproven, not false.
type Fact uint8

const (
	Unknown Fact = iota
	No
	Yes
)

// MarshalJSON writes true, false or null.
func (f Fact) MarshalJSON() ([]byte, error) {
	switch f {
	case Yes:
		return []byte("true"), nil
	case No:
		return []byte("false"), nil
	}
	return []byte("null"), nil
}

// Ctx is the part of a payload that every hook shares. Absent and
// null fields are zero.
type Ctx struct {
	SessionKey      string           `json:"sessionKey,omitzero"`
	AgentID         string           `json:"agentId,omitzero"`
	WorkspaceDir    string           `json:"workspaceDir,omitzero"`
	GatewayDir      string           `json:"gatewayDir,omitzero"`    // where the gateway keeps its own files, if not in the usual place
	GatewayConfig   string           `json:"gatewayConfig,omitzero"` // the gateway's configuration file
	MessageProvider string           `json:"messageProvider,omitzero"`
	SenderID        string           `json:"senderId,omitzero"`
	SenderName      string           `json:"senderName,omitzero"`
	SenderIsOwner   Fact             `json:"senderIsOwner,omitzero"`
	GroupID         string           `json:"groupId,omitzero"`
	SpawnedBy       string           `json:"spawnedBy,omitzero"`
	InputProvenance *InputProvenance `json:"inputProvenance,omitzero"`
}

// InputProvenance marks a turn whose message was written by another session,
// whatever role it is delivered in.
type InputProvenance struct {
	Kind             string `json:"kind,omitzero"` // "inter_session" is the one that matters
	SourceSessionKey string `json:"sourceSessionKey,omitzero"`
}

// The event types follow seed 004 and, for the hooks that it takes as given, the events
// recorded from a real gateway. Fields that no decision needs are not listed, and are ignored.

// BeforeAgentStartEvent opens a turn: the prompt it answers and the history
// before it.
type BeforeAgentStartEvent struct {
	Prompt   string         `json:"prompt,omitzero"`
	Messages jsontext.Value `json:"messages,omitzero"` // array
}

// SessionStartEvent says that a session began or was resumed.
type SessionStartEvent struct {
	SessionID string `json:"sessionId,omitzero"`
}

// SessionEndEvent says that a session is over. The watermark stays unless Reason
// ends the history as well.
type SessionEndEvent struct {
	SessionID string `json:"sessionId,omitzero"`
	Reason    string `json:"reason,omitzero"` // "new", "reset" and "deleted" end the history too
}

// MessageReceivedEvent is a message that arrived on a channel, before any turn and before any
// model saw it: the gateway vouches that somebody did send it (seed 002). Its text may be an
// owner's command.
type MessageReceivedEvent struct {
	Content    string   `json:"content,omitzero"`
	SenderID   string   `json:"senderId,omitzero"`
	Scope      []string `json:"scope,omitzero"`      // action classes that the gateway declares; nil when it declares none
	ScopeLasts string   `json:"scopeLasts,omitzero"` // "session": beyond the turn that it triggers
	FollowsUp  bool     `json:"followsUp,omitzero"`  // it continues what the message before it began
	Sources    []Source `json:"sources,omitzero"`    // content in it that its sender did not write

	// Apart is what another session has said, all of it, where the model is shown that in a
	// message of the gateway's own: it is a part of nobody's message.
	Apart string `json:"apart,omitzero"`
}

// SignMessageEvent asks for the wrapper that later proves that a message arrived. Its text is
// never taken for a command.
type SignMessageEvent MessageReceivedEvent

// ContextAssembledEvent lists what a turn's context consists of, before its first LLM call.
type ContextAssembledEvent struct {
	SystemPrompt jsontext.Value `json:"systemPrompt,omitzero"` // string
	Messages     jsontext.Value `json:"messages,omitzero"`     // array
	Sources      []Source       `json:"sources,omitzero"`
}

// Source is one content source that the gateway says is in the context, or in a message.
type Source struct {
	Kind         string `json:"kind,omitzero"`
	Tool         string `json:"tool,omitzero"`
	Action       string `json:"action,omitzero"` // the action of the tool call, if it had one
	Trust        string `json:"trust,omitzero"`  // a level's name; any other word means untrusted. If empty and Tool is set: that tool's output level
	MessageIndex int    `json:"messageIndex,omitzero"`
}

// BeforeLLMCallEvent comes before every LLM call of a turn. Tools are those on offer; nil when
// the gateway did not say.
type BeforeLLMCallEvent struct {
	Messages     jsontext.Value `json:"messages,omitzero"`     // array
	SystemPrompt jsontext.Value `json:"systemPrompt,omitzero"` // string
	Model        string         `json:"model,omitzero"`
	Iteration    *int           `json:"iteration,omitzero"` // 0 is the turn's first call
	Tools        []OfferedTool  `json:"tools,omitzero"`
}

// OfferedTool is a tool definition, read in any of its shapes: "exec", {"name":"exec"},
// {"function":{"name":"exec"}}.
type OfferedTool struct {
	Name       string         `json:"name,omitzero"`
	Parameters jsontext.Value `json:"parameters,omitzero"`   // JSON Schema of its parameters; inputSchema and input_schema are read as well
	Returns    jsontext.Value `json:"outputSchema,omitzero"` // JSON Schema of its structured result (MCP); nil if it declares none
}

// AfterLLMCallEvent is what the model answered, before any of its calls run.
type AfterLLMCallEvent struct {
	Response  jsontext.Value `json:"response,omitzero"`
	ToolCalls []ToolCall     `json:"toolCalls,omitzero"`
	Iteration *int           `json:"iteration,omitzero"`
	Model     string         `json:"model,omitzero"`
}

// ToolCall is one call that the model asks for.
type ToolCall struct {
	ID        string         `json:"id,omitzero"`
	Name      string         `json:"name,omitzero"`
	Arguments jsontext.Value `json:"arguments,omitzero"`
}

// LoopIterationEvent marks the start or the end of one LLM call and its tools.
type LoopIterationEvent struct {
	Iteration *int `json:"iteration,omitzero"`
}

// BeforeToolCallEvent asks whether one call may run.
type BeforeToolCallEvent struct {
	ToolName   string         `json:"toolName,omitzero"`
	Params     jsontext.Value `json:"params,omitzero"` // object
	ToolCallID string         `json:"toolCallId,omitzero"`
}

// AfterToolCallEvent is what a call returned: Result, or Error when it failed.
type AfterToolCallEvent struct {
	ToolName   string         `json:"toolName,omitzero"`
	Params     jsontext.Value `json:"params,omitzero"` // object
	ToolCallID string         `json:"toolCallId,omitzero"`
	Result     jsontext.Value `json:"result,omitzero"`
	Error      jsontext.Value `json:"error,omitzero"` // when the call failed; mostly a string
}

// ToolResultPersistEvent is a tool result on its way into the transcript.
// IsSynthetic: made up by the gateway, the tool never ran.
type ToolResultPersistEvent struct {
	ToolName    string         `json:"toolName,omitzero"`
	ToolCallID  string         `json:"toolCallId,omitzero"`
	Message     jsontext.Value `json:"message,omitzero"` // object
	IsSynthetic bool           `json:"isSynthetic,omitzero"`
}

// BeforeResponseEmitEvent is a response before it is delivered. It ends the turn unless Final
// is No: then it is part of a response, or comes from a gateway that ends its turns with
// agent_end.
type BeforeResponseEmitEvent struct {
	Content string `json:"content,omitzero"`
	Channel string `json:"channel,omitzero"`
	Final   Fact   `json:"final,omitzero"`
}

// AgentEndEvent closes a turn.
type AgentEndEvent struct {
	Messages jsontext.Value `json:"messages,omitzero"` // array
}

// ResolveExecEnvEvent asks what to add to the environment of a command that the
// agent is about to run.
type ResolveExecEnvEvent struct {
	ToolName string `json:"toolName,omitzero"`
	Host     string `json:"host,omitzero"` // where it will run: gateway, sandbox or node
}

// CommandEvent is a chat command of the owner, such as ".approve exec bf619df9".
type CommandEvent struct {
	Text       string `json:"text,omitzero"`
	ToolCallID string `json:"toolCallId,omitzero"` // the call that an approval prompt concerned
}
