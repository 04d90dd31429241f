package wire

import (
	"bytes"
	"errors"
	"hash/maphash"

	"github.com/go-json-experiment/json/jsontext"
)

// ErrUnknownHook says that a request names no hook of this version. The sender gets
// unknown_hook; it may be newer than the daemon and can continue without the hook.
var ErrUnknownHook = errors.New("unknown hook")

// event is implemented by every hook's event type: field reads the value of one member, or
// skips it.
type event interface {
	field(s *scanner, name []byte) error
}

// newEvent returns an empty event for h, or nil for the hooks that have none.
func newEvent(h Hook) (e event, known bool) {
	switch h {
	case BeforeAgentStart:
		return new(BeforeAgentStartEvent), true
	case SessionStart:
		return new(SessionStartEvent), true
	case SessionEnd:
		return new(SessionEndEvent), true
	case MessageReceived:
		return new(MessageReceivedEvent), true
	case SignMessage:
		return new(SignMessageEvent), true
	case ContextAssembled:
		return new(ContextAssembledEvent), true
	case BeforeLLMCall:
		return new(BeforeLLMCallEvent), true
	case AfterLLMCall:
		return new(AfterLLMCallEvent), true
	case LoopIterationStart, LoopIterationEnd:
		return new(LoopIterationEvent), true
	case BeforeToolCall:
		return new(BeforeToolCallEvent), true
	case AfterToolCall:
		return new(AfterToolCallEvent), true
	case ToolResultPersist:
		return new(ToolResultPersistEvent), true
	case BeforeResponseEmit:
		return new(BeforeResponseEmitEvent), true
	case AgentEnd:
		return new(AgentEndEvent), true
	case ResolveExecEnv:
		return new(ResolveExecEnvEvent), true
	case Command:
		return new(CommandEvent), true
	case Ping, Subscribe:
		return nil, true
	}
	return nil, false
}

// unreadFields are the fields of seed 004's events that no decision needs. They are known
// nevertheless: a wrong type is the sender's mistake.
var unreadFields = map[Hook]map[string]jsontext.Kind{
	BeforeLLMCall:      {"tokenEstimate": '0'},
	AfterLLMCall:       {"messages": '[', "latencyMs": '0', "tokenUsage": '{'},
	LoopIterationStart: {"pendingToolResults": '0', "messageCount": '0'},
	LoopIterationEnd:   {"toolCallsMade": '0', "newMessagesAdded": '0', "willContinue": 't'},
	BeforeResponseEmit: {"taintedBy": '['},
}

// isEnvelopeField names the fields that every event repeats from its envelope.
func isEnvelopeField(name []byte) bool {
	return string(name) == "sessionKey" || string(name) == "agentId"
}

// ParsePayload reads the request's payload. Event is a pointer to the hook's event type, never
// nil except for ping and subscribe, where it is nil whatever object was sent. An absent or
// null event, ctx or field is zero. For a request from ParseRequest, most of the work has been
// done there.
//
// Errors wrap ErrUnknownHook or ErrMalformed; the Payload is then zero.
func (r *Request) ParsePayload() (Payload, error) {
	if r.read.Event != nil {
		return r.read, nil
	}
	s := newScanner(r.Payload)
	defer s.release()
	s.judged = r.judged
	p, err := s.payload(r.Hook)
	if err == nil {
		err = s.end()
	}
	if err != nil {
		return Payload{}, err
	}
	return p, nil
}

func (s *scanner) payload(h Hook) (Payload, error) {
	e, known := newEvent(h)
	if !known {
		return Payload{}, ErrUnknownHook
	}
	var p Payload
	unread := unreadFields[h]
	err := s.parts(&p.Ctx, func() error {
		if e == nil {
			return s.object(func([]byte) error { return s.skip() })
		}
		return s.object(func(name []byte) error {
			if isEnvelopeField(name) {
				return s.dropKind('"')
			}
			if kind, ok := unread[string(name)]; ok {
				return s.dropKind(kind)
			}
			return e.field(s, name)
		})
	})
	if err != nil {
		return Payload{}, err
	}
	if e != nil {
		p.Event = e
	}
	return p, nil
}

// ParseArgs reads the payload of a command on admin.sock: its event is the
// command's arguments, as raw bytes, nil when absent.
func ParseArgs(raw jsontext.Value) (args jsontext.Value, err error) {
	s := newScanner(raw)
	defer s.release()
	var ctx Ctx
	err = s.parts(&ctx, func() error { return s.rawKind(&args, '{') })
	if err == nil {
		err = s.end()
	}
	if err != nil {
		return nil, err
	}
	return args, nil
}

// parts reads the members that every payload has. event must read the event.
func (s *scanner) parts(ctx *Ctx, event func() error) error {
	return s.object(func(name []byte) error {
		switch string(name) {
		case "event":
			if null, err := s.null(); null || err != nil {
				return err
			}
			return event()
		case "ctx":
			if null, err := s.null(); null || err != nil {
				return err
			}
			return s.ctx(ctx)
		}
		return malformed("unknown field %.32q in payload", name)
	})
}

// knownCtx is a ctx that was read, and its text.
type knownCtx struct {
	text []byte
	ctx  Ctx
}

const (
	knownCtxs    = 16
	longKnownCtx = 512 // bytes; too short to nest as deep as maxDepth
)

// ctx reads a ctx. A session sends the same one with each of its hooks. Where an object ends
// follows from its own bytes, so where the bytes of a ctx that was read before appear again,
// they mean the same; recognising them saves a third of the time it takes to parse a request.
func (s *scanner) ctx(dst *Ctx) error {
	s.peek()
	from := s.at
	known := &s.ctxs[maphash.Bytes(shareSeed, s.src[from:min(from+longShared, len(s.src))])%knownCtxs]
	if len(known.text) > 0 && bytes.HasPrefix(s.src[from:], known.text) {
		*dst = known.ctx
		s.at += len(known.text)
		return nil
	}
	if err := s.object(func(name []byte) error { return dst.field(s, name) }); err != nil {
		return err
	}
	if text := s.src[from:s.at]; len(text) <= longKnownCtx {
		known.text, known.ctx = append(known.text[:0], text...), *dst
	}
	return nil
}

func (c *Ctx) field(s *scanner, name []byte) error {
	switch string(name) {
	case "sessionKey":
		return s.string(&c.SessionKey)
	case "agentId":
		return s.string(&c.AgentID)
	case "workspaceDir":
		return s.string(&c.WorkspaceDir)
	case "gatewayDir":
		return s.string(&c.GatewayDir)
	case "gatewayConfig":
		return s.string(&c.GatewayConfig)
	case "messageProvider":
		return s.string(&c.MessageProvider)
	case "senderId":
		return s.string(&c.SenderID)
	case "senderName":
		return s.string(&c.SenderName)
	case "senderIsOwner":
		return s.flag(&c.SenderIsOwner)
	case "groupId":
		return s.string(&c.GroupID)
	case "spawnedBy":
		return s.string(&c.SpawnedBy)
	case "inputProvenance":
		if null, err := s.null(); null || err != nil {
			return err
		}
		c.InputProvenance = new(InputProvenance)
		return s.object(func(name []byte) error { return c.InputProvenance.field(s, name) })
	}
	return s.skip()
}

func (p *InputProvenance) field(s *scanner, name []byte) error {
	switch string(name) {
	case "kind":
		return s.string(&p.Kind)
	case "sourceSessionKey":
		return s.string(&p.SourceSessionKey)
	}
	return s.skip()
}

func (e *BeforeAgentStartEvent) field(s *scanner, name []byte) error {
	switch string(name) {
	case "prompt":
		return s.string(&e.Prompt)
	case "messages":
		return s.rawKind(&e.Messages, '[')
	}
	return s.skip()
}

func (e *SessionStartEvent) field(s *scanner, name []byte) error {
	if string(name) == "sessionId" {
		return s.string(&e.SessionID)
	}
	return s.skip()
}

func (e *SessionEndEvent) field(s *scanner, name []byte) error {
	switch string(name) {
	case "sessionId":
		return s.string(&e.SessionID)
	case "reason":
		return s.string(&e.Reason)
	}
	return s.skip()
}

func (e *MessageReceivedEvent) field(s *scanner, name []byte) error {
	switch string(name) {
	case "content":
		return s.string(&e.Content)
	case "senderId":
		return s.string(&e.SenderID)
	case "scope":
		return list(s, &e.Scope, func(word *string, s *scanner) error { return s.string(word) })
	case "scopeLasts":
		return s.string(&e.ScopeLasts)
	case "followsUp":
		return s.yes(&e.FollowsUp)
	case "sources":
		return list(s, &e.Sources, (*Source).read)
	case "apart":
		return s.string(&e.Apart)
	}
	return s.skip()
}

func (e *SignMessageEvent) field(s *scanner, name []byte) error {
	return (*MessageReceivedEvent)(e).field(s, name)
}

func (e *ContextAssembledEvent) field(s *scanner, name []byte) error {
	switch string(name) {
	case "systemPrompt":
		return s.rawKind(&e.SystemPrompt, '"')
	case "messages":
		return s.rawKind(&e.Messages, '[')
	case "sources":
		return list(s, &e.Sources, (*Source).read)
	}
	return s.skip()
}

func (e *BeforeLLMCallEvent) field(s *scanner, name []byte) error {
	switch string(name) {
	case "messages":
		return s.rawKind(&e.Messages, '[')
	case "systemPrompt":
		return s.rawKind(&e.SystemPrompt, '"')
	case "model":
		return s.string(&e.Model)
	case "iteration":
		return s.iteration(&e.Iteration)
	case "tools":
		return list(s, &e.Tools, (*OfferedTool).read)
	}
	return s.skip()
}

func (e *AfterLLMCallEvent) field(s *scanner, name []byte) error {
	switch string(name) {
	case "response":
		return s.raw(&e.Response)
	case "toolCalls":
		return list(s, &e.ToolCalls, (*ToolCall).read)
	case "iteration":
		return s.iteration(&e.Iteration)
	case "model":
		return s.string(&e.Model)
	}
	return s.skip()
}

func (e *LoopIterationEvent) field(s *scanner, name []byte) error {
	if string(name) == "iteration" {
		return s.iteration(&e.Iteration)
	}
	return s.skip()
}

func (e *BeforeToolCallEvent) field(s *scanner, name []byte) error {
	switch string(name) {
	case "toolName":
		return s.string(&e.ToolName)
	case "params":
		return s.rawKind(&e.Params, '{')
	case "toolCallId":
		return s.string(&e.ToolCallID)
	}
	return s.skip()
}

func (e *AfterToolCallEvent) field(s *scanner, name []byte) error {
	switch string(name) {
	case "toolName":
		return s.string(&e.ToolName)
	case "params":
		return s.rawKind(&e.Params, '{')
	case "toolCallId":
		return s.string(&e.ToolCallID)
	case "result":
		return s.raw(&e.Result)
	case "error":
		return s.raw(&e.Error)
	}
	return s.skip()
}

func (e *ToolResultPersistEvent) field(s *scanner, name []byte) error {
	switch string(name) {
	case "toolName":
		return s.string(&e.ToolName)
	case "toolCallId":
		return s.string(&e.ToolCallID)
	case "message":
		return s.rawKind(&e.Message, '{')
	case "isSynthetic":
		return s.yes(&e.IsSynthetic)
	}
	return s.skip()
}

func (e *BeforeResponseEmitEvent) field(s *scanner, name []byte) error {
	switch string(name) {
	case "content":
		return s.string(&e.Content)
	case "channel":
		return s.string(&e.Channel)
	case "final":
		return s.flag(&e.Final)
	}
	return s.skip()
}

func (e *AgentEndEvent) field(s *scanner, name []byte) error {
	if string(name) == "messages" {
		return s.rawKind(&e.Messages, '[')
	}
	return s.skip()
}

func (e *ResolveExecEnvEvent) field(s *scanner, name []byte) error {
	switch string(name) {
	case "toolName":
		return s.string(&e.ToolName)
	case "host":
		return s.string(&e.Host)
	}
	return s.skip()
}

func (e *CommandEvent) field(s *scanner, name []byte) error {
	switch string(name) {
	case "text":
		return s.string(&e.Text)
	case "toolCallId":
		return s.string(&e.ToolCallID)
	}
	return s.skip()
}

func (v *Source) read(s *scanner) error {
	return s.object(func(name []byte) error {
		switch string(name) {
		case "kind":
			return s.string(&v.Kind)
		case "tool":
			return s.string(&v.Tool)
		case "action":
			return s.string(&v.Action)
		case "trust":
			return s.string(&v.Trust)
		case "messageIndex":
			n, _, err := s.count()
			v.MessageIndex = n
			return err
		}
		return s.skip()
	})
}

func (v *ToolCall) read(s *scanner) error {
	return s.object(func(name []byte) error {
		switch string(name) {
		case "id":
			return s.string(&v.ID)
		case "name":
			return s.string(&v.Name)
		case "arguments":
			return s.raw(&v.Arguments)
		}
		return s.skip()
	})
}

// read accepts the three shapes of a tool definition. A definition without a
// name has the empty name, which no policy knows.
func (v *OfferedTool) read(s *scanner) error {
	*v = OfferedTool{}
	if s.kind() != '{' {
		b, err := s.bytes()
		v.Name = string(b)
		return err
	}
	var inner OfferedTool
	err := s.object(func(name []byte) error {
		if string(name) != "function" {
			return v.field(s, name)
		}
		if null, err := s.null(); null || err != nil {
			return err
		}
		return s.object(func(name []byte) error { return inner.field(s, name) })
	})
	if v.Name == "" {
		*v = inner
	}
	return err
}

func (v *OfferedTool) field(s *scanner, name []byte) error {
	switch string(name) {
	case "name":
		return s.string(&v.Name)
	case "parameters", "inputSchema", "input_schema":
		return s.raw(&v.Parameters)
	case "outputSchema":
		return s.raw(&v.Returns)
	}
	return s.skip()
}

func (s *scanner) iteration(dst **int) error {
	n, ok, err := s.count()
	if ok {
		*dst = &n
	}
	return err
}

// maxListed bounds an event's lists: no context has that many sources, and no model asks for
// that many calls. Without it, a line of 12 MB took 465 MB and six seconds.
const maxListed = 16 << 10

// list reads an array of T; null leaves *dst nil, [] makes it empty.
func list[T any](s *scanner, dst *[]T, read func(*T, *scanner) error) error {
	if null, err := s.null(); null || err != nil {
		return err
	}
	*dst = []T{}
	return s.array(func() error {
		if len(*dst) == maxListed {
			return malformed("a list of more than %d", maxListed)
		}
		var v T
		err := read(&v, s)
		*dst = append(*dst, v)
		return err
	})
}
