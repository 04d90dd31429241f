package wire

// Hook names a request on gateway.sock. On admin.sock the same
// field names one of the owner's commands, which this package does not know.
type Hook string

const (
	BeforeAgentStart   Hook = "before_agent_start"
	SessionStart       Hook = "session_start"
	SessionEnd         Hook = "session_end"
	MessageReceived    Hook = "message_received"
	SignMessage        Hook = "sign_message"
	ContextAssembled   Hook = "context_assembled"
	BeforeLLMCall      Hook = "before_llm_call"
	AfterLLMCall       Hook = "after_llm_call"
	LoopIterationStart Hook = "loop_iteration_start"
	LoopIterationEnd   Hook = "loop_iteration_end"
	BeforeToolCall     Hook = "before_tool_call"
	AfterToolCall      Hook = "after_tool_call"
	ToolResultPersist  Hook = "tool_result_persist"
	BeforeResponseEmit Hook = "before_response_emit"
	AgentEnd           Hook = "agent_end"
	ResolveExecEnv     Hook = "resolve_exec_env"
	Command            Hook = "command"
	Ping               Hook = "ping"
	Subscribe          Hook = "subscribe"
)
