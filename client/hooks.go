package client

import "github.com/provenanced/provenanced/internal/wire"

// The hooks a gateway can ask about; docs/PROTOCOL.md says when to send each.
const (
	BeforeAgentStart   = wire.BeforeAgentStart
	SessionStart       = wire.SessionStart
	SessionEnd         = wire.SessionEnd
	MessageReceived    = wire.MessageReceived
	SignMessage        = wire.SignMessage
	ContextAssembled   = wire.ContextAssembled
	BeforeLLMCall      = wire.BeforeLLMCall
	AfterLLMCall       = wire.AfterLLMCall
	LoopIterationStart = wire.LoopIterationStart
	LoopIterationEnd   = wire.LoopIterationEnd
	BeforeToolCall     = wire.BeforeToolCall
	AfterToolCall      = wire.AfterToolCall
	ToolResultPersist  = wire.ToolResultPersist
	BeforeResponseEmit = wire.BeforeResponseEmit
	AgentEnd           = wire.AgentEnd
	ResolveExecEnv     = wire.ResolveExecEnv
	Command            = wire.Command
	Ping               = wire.Ping
)
