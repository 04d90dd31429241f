package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/provenanced/provenanced/client"
)

// story asks the daemon about each recorded hook and tells what came of it.
type story struct {
	out       *printer
	gateway   *client.Client
	workspace string

	key       string // the session's
	iteration int
	code      string // the approval code that waits
	heldSeq   uint64
	denied    map[string]bool // calls that did not run, by id
}

// recorded is one line of session.jsonl, in OpenClaw's own words.
type recorded struct {
	Hook  string `json:"hook"`
	Event struct {
		Prompt       string           `json:"prompt"`
		SystemPrompt string           `json:"systemPrompt"`
		Messages     []jsontext.Value `json:"messages"`
		SenderOwner  *bool            `json:"senderIsOwner"`
		Content      string           `json:"content"`
		ToolName     string           `json:"toolName"`
		ToolCallID   string           `json:"toolCallId"`
		Params       jsontext.Value   `json:"params"`
		Args         jsontext.Value   `json:"args"`
		Result       jsontext.Value   `json:"result"`
		Payload      struct {
			Text string `json:"text"`
		} `json:"payload"`
	} `json:"event"`
	Ctx struct {
		AgentID    string `json:"agentId"`
		SessionKey string `json:"sessionKey"`
		Requester  struct {
			Channel     string `json:"channel"`
			SenderID    string `json:"senderId"`
			SenderOwner *bool  `json:"senderIsOwner"`
		} `json:"requester"`
	} `json:"ctx"`
}

type object = map[string]any

// hook maps one recorded hook to the daemon's, as shims/openclaw does: the
// gateway's names differ from seed 004's.
func (s *story) hook(ctx context.Context, line []byte) error {
	var r recorded
	if err := json.Unmarshal(line, &r); err != nil {
		return err
	}
	if s.denied == nil {
		s.denied = map[string]bool{}
	}
	s.key = r.Ctx.SessionKey
	e := &r.Event
	switch r.Hook {
	case "before_agent_run":
		user, err := json.Marshal(object{"role": "user", "content": e.Prompt})
		if err != nil {
			return err
		}
		d, err := s.ask(ctx, &r, client.ContextAssembled, object{"systemPrompt": e.SystemPrompt, "messages": append(e.Messages, user)})
		s.out.row("owner", fmt.Sprintf("%q", e.Prompt), d)
		return err
	case "model_call_started":
		d, err := s.ask(ctx, &r, client.LoopIterationStart, object{"iteration": s.iteration})
		s.iteration++
		s.out.row("model", fmt.Sprintf("call %d", s.iteration), d)
		return err
	case "before_tool_call":
		d, err := s.ask(ctx, &r, client.BeforeToolCall, object{"toolName": e.ToolName, "toolCallId": e.ToolCallID, "params": e.Params})
		s.out.row("tool", e.ToolName+" "+string(e.Params), d)
		s.held(e.ToolCallID, &d)
		return err
	case "MIDDLEWARE": // the tool's result, before the model sees it
		if s.denied[e.ToolCallID] {
			return nil
		}
		d, err := s.ask(ctx, &r, client.AfterToolCall, object{"toolName": e.ToolName, "toolCallId": e.ToolCallID, "params": e.Args, "result": e.Result})
		s.out.row("result", e.ToolName, d)
		return err
	case "message_received":
		text := strings.ReplaceAll(e.Content, "{code}", s.code)
		d, err := s.ask(ctx, &r, client.Command, object{"text": text})
		s.out.row("owner", text, d)
		s.out.note(d.Result.Text)
		return err
	case "reply_payload_sending":
		d, err := s.ask(ctx, &r, client.BeforeResponseEmit, object{"content": e.Payload.Text})
		s.out.row("reply", fmt.Sprintf("%q", e.Payload.Text), d)
		return err
	}
	return fmt.Errorf("no mapping for the recorded hook %q", r.Hook)
}

func (s *story) ask(ctx context.Context, r *recorded, h client.Hook, event object) (client.Decision, error) {
	c := object{"sessionKey": s.key, "agentId": r.Ctx.AgentID, "workspaceDir": s.workspace, "messageProvider": "webchat"}
	for _, owner := range []*bool{r.Event.SenderOwner, r.Ctx.Requester.SenderOwner} {
		if owner != nil {
			c["senderIsOwner"] = *owner
		}
	}
	if id := r.Ctx.Requester.SenderID; id != "" {
		c["senderId"] = id
	}
	return s.gateway.Ask(ctx, client.Request{Hook: h, Session: s.key, Event: event, Ctx: c})
}

// held remembers what a denied call left behind.
func (s *story) held(id string, d *client.Decision) {
	if !d.Result.Block {
		return
	}
	s.denied[id] = true
	s.out.note(d.Result.BlockReason)
	if d.Approval != nil {
		s.code = d.Approval.Code
		s.heldSeq = d.Receipt.Seq
	}
}
