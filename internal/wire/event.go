package wire

import "github.com/go-json-experiment/json/jsontext"

// Payload is what a hook request carries: the hook's event and what the host
// knows about where it happens. Bulk values stay the raw bytes of the request
// line and live only as long as that line does.
type Payload struct {
	Ctx   Ctx
	Event any // a pointer to the hook's event type below
}

// Fact is a host's claim that may be missing. Missing is unproven, not false.
type Fact uint8

const (
	Unknown Fact = iota
	No
	Yes
)

// Ctx is the part of a payload that every hook shares (DESIGN 3.3). Absent and
// null fields are zero.
type Ctx struct {
	SessionKey      string           `json:"sessionKey"`
	AgentID         string           `json:"agentId"`
	WorkspaceDir    string           `json:"workspaceDir"`
	MessageProvider string           `json:"messageProvider"`
	SenderID        string           `json:"senderId"`
	SenderName      string           `json:"senderName"`
	SenderIsOwner   Fact             `json:"senderIsOwner"`
	GroupID         string           `json:"groupId"`
	SpawnedBy       string           `json:"spawnedBy"`
	InputProvenance *InputProvenance `json:"inputProvenance"`
}

// InputProvenance marks a turn whose message was written by another session,
// whatever role it is delivered in.
type InputProvenance struct {
	Kind             string `json:"kind"` // "inter_session" is the one that matters
	SourceSessionKey string `json:"sourceSessionKey"`
}

// The event types follow seed 004 and, for the hooks it takes as given, the
// shapes of the recorded gateway. Fields that no decision needs are not listed;
// fields not listed are ignored.

type BeforeAgentStartEvent struct {
	Prompt   string         `json:"prompt"`
	Messages jsontext.Value `json:"messages"` // array
}

type SessionStartEvent struct {
	SessionID string `json:"sessionId"`
}

type SessionEndEvent struct {
	SessionID string `json:"sessionId"`
	Reason    string `json:"reason"` // "new", "reset" and "deleted" end the history too
}

type MessageReceivedEvent struct {
	Content  string `json:"content"`
	SenderID string `json:"senderId"`
}

type ContextAssembledEvent struct {
	SystemPrompt jsontext.Value `json:"systemPrompt"` // string
	Messages     jsontext.Value `json:"messages"`     // array
	Sources      []Source       `json:"sources"`
}

// Source is one content source that the host says is in the context.
type Source struct {
	Kind         string `json:"kind"`
	Tool         string `json:"tool"`
	Trust        string `json:"trust"` // a level's name; any other word is untrusted
	MessageIndex int    `json:"messageIndex"`
}

type BeforeLLMCallEvent struct {
	Messages     jsontext.Value `json:"messages"`     // array
	SystemPrompt jsontext.Value `json:"systemPrompt"` // string
	Model        string         `json:"model"`
	Iteration    *int           `json:"iteration"` // 0 is the turn's first call
	Tools        []ToolName     `json:"tools"`
}

// ToolName reads a tool definition in any of its shapes ("exec",
// {"name":"exec"}, {"function":{"name":"exec"}}) and keeps its name.
type ToolName string

type AfterLLMCallEvent struct {
	Response  jsontext.Value `json:"response"`
	ToolCalls []ToolCall     `json:"toolCalls"`
	Iteration *int           `json:"iteration"`
	Model     string         `json:"model"`
}

// ToolCall is one call that the model asks for.
type ToolCall struct {
	ID        string         `json:"id"`
	Name      string         `json:"name"`
	Arguments jsontext.Value `json:"arguments"`
}

type LoopIterationEvent struct {
	Iteration *int `json:"iteration"`
}

type BeforeToolCallEvent struct {
	ToolName   string         `json:"toolName"`
	Params     jsontext.Value `json:"params"` // object
	ToolCallID string         `json:"toolCallId"`
}

type AfterToolCallEvent struct {
	ToolName   string         `json:"toolName"`
	Params     jsontext.Value `json:"params"` // object
	ToolCallID string         `json:"toolCallId"`
	Result     jsontext.Value `json:"result"`
	Error      jsontext.Value `json:"error"` // string, when the call failed
}

type ToolResultPersistEvent struct {
	ToolName    string         `json:"toolName"`
	ToolCallID  string         `json:"toolCallId"`
	Message     jsontext.Value `json:"message"` // object
	IsSynthetic bool           `json:"isSynthetic"`
}

type BeforeResponseEmitEvent struct {
	Content string `json:"content"`
	Channel string `json:"channel"`
}

type AgentEndEvent struct {
	Messages jsontext.Value `json:"messages"` // array
}

type CommandEvent struct {
	Text string `json:"text"`
}
