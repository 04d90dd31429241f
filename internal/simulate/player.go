// Package simulate plays a session by hand: who says what, what the agent asks for and what
// tools return, decided under a policy by an engine that keeps nothing. It reads such sessions
// from scripts, and writes them.
//
// It has no rules of its own, and no model: a script says what the agent does. It touches no
// file, and runs no tool.
package simulate

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"math/rand/v2"
	"path"
	"strconv"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"go.uber.org/zap"

	"github.com/provenanced/provenanced/internal/decide"
	"github.com/provenanced/provenanced/internal/engine"
	"github.com/provenanced/provenanced/internal/facts"
	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// Player is one session that is played.
type Player struct {
	engine *engine.Engine
	key    string
	ctx    wire.Ctx
	kept   *kept
	calls  int
	tool   string      // of the latest call
	taint  trust.Level // the session's, by now
	params jsontext.Value
}

// Scene is where a session is played. The zero Scene is the owner's own chat.
type Scene struct {
	Session   string
	Agent     string
	Workspace string
	Channel   string
}

// orUsual fills in what a scene leaves out.
func (s Scene) orUsual() Scene {
	for _, x := range []struct {
		at    *string
		usual string
	}{{&s.Session, "agent:main:main"}, {&s.Agent, "main"}, {&s.Workspace, "/home/owner/workspace"}, {&s.Channel, "telegram"}} {
		if *x.at == "" {
			*x.at = x.usual
		}
	}
	return s
}

// New begins a session under a policy.
func New(p *policy.Policy, scene Scene) *Player {
	scene = scene.orUsual()
	k := &kept{}
	return &Player{
		key: scene.Session, kept: k,
		ctx: wire.Ctx{AgentID: scene.Agent, MessageProvider: scene.Channel, WorkspaceDir: scene.Workspace},
		engine: engine.New(engine.Options{
			Policy: policy.NewCurrent(p), Journal: k, Index: nowhere{}, Staging: nowhere{}, Paths: nowhere{},
			Now: k.now, Rand: rand.NewChaCha8([32]byte{}),
			Code: digest, Digest: digest, Mark: mark, Log: zap.NewNop(),
			Ticket: func(string, trust.Level, time.Time) string { return "" }, Sign: func(text []byte) [32]byte { return sha256.Sum256(text) },
		}),
	}
}

// Speaker is who writes a message.
type Speaker struct {
	ID      string
	Owner   bool
	Channel string // "": the scene's
	Group   string
}

// Owner and Stranger write to the session as people do.
var (
	Owner    = Speaker{ID: "111", Owner: true}
	Stranger = Speaker{ID: "222"}
)

// Says has somebody begin a turn with a message, and the model asked what to do.
func (p *Player) Says(by Speaker, text string) {
	p.ctx.SenderID, p.ctx.SenderIsOwner, p.ctx.GroupID = by.ID, wire.No, by.Group
	if by.Owner {
		p.ctx.SenderIsOwner = wire.Yes
	}
	if by.Channel != "" {
		p.ctx.MessageProvider = by.Channel
	}
	p.ask(wire.MessageReceived, &wire.MessageReceivedEvent{Content: text, SenderID: by.ID})
	said := []struct {
		Role    string `json:"role"`
		Content string `json:"content"`
	}{{"user", text}}
	p.ask(wire.ContextAssembled, &wire.ContextAssembledEvent{Messages: asJSON(said)})
	p.model()
}

// Calls has the agent ask for a call. The record is nil where it could not be judged.
func (p *Player) Calls(tool string, params jsontext.Value) (engine.Decision, *session.Record) {
	p.calls++
	p.tool, p.params, p.kept.last = tool, params, nil
	d := p.ask(wire.BeforeToolCall, &wire.BeforeToolCallEvent{ToolName: tool, ToolCallID: p.id(), Params: params})
	return d, p.kept.last
}

// Returned has the latest call return something, and the model asked what to do next.
func (p *Player) Returned(result jsontext.Value) {
	p.ask(wire.AfterToolCall, &wire.AfterToolCallEvent{ToolName: p.tool, ToolCallID: p.id(), Params: p.params, Result: result})
	p.model()
}

// Approves has the owner say yes to all that waits, once.
func (p *Player) Approves() error {
	_, err := p.engine.Approve(context.Background(), engine.ApproveRequest{Session: p.key, Tool: "all", Once: true})
	return err
}

// Resets has the owner say that they trust what is in the context.
func (p *Player) Resets() error {
	r, err := p.engine.ResetTrust(context.Background(), p.key, trust.Trusted)
	if err == nil {
		p.taint = r.To
	}
	return err
}

func (p *Player) id() string { return "call_" + strconv.Itoa(p.calls) }

func (p *Player) model() { p.ask(wire.BeforeLLMCall, &wire.BeforeLLMCallEvent{}) }

func (p *Player) ask(hook wire.Hook, event any) engine.Decision {
	p.kept.events++
	d := p.engine.Handle(context.Background(), hook, p.key, wire.Payload{Ctx: p.ctx, Event: event})
	p.engine.Settle(context.Background(), &d)
	p.taint = d.Taint
	return d
}

func asJSON(v any) jsontext.Value {
	b, err := json.Marshal(v)
	if err != nil {
		panic("simulate: " + err.Error()) // texts of ours
	}
	return b
}

func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:4])
}

func mark(domain, text string) session.Mark {
	sum := sha256.Sum256([]byte(domain + "\n" + text))
	return session.Mark(sum[:16])
}

// kept is the journal of a session that is played: the last record, and a clock that goes on a
// little with each event.
type kept struct {
	last   *session.Record
	events int
}

func (k *kept) now() time.Time {
	return time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC).Add(time.Duration(k.events) * 10 * time.Millisecond)
}

func (k *kept) Append(r *session.Record) (wire.Receipt, error) {
	if r.Judgement != nil {
		k.last = r
	}
	return wire.Receipt{File: 1, Seq: 1, Hash: "-"}, nil
}
func (*kept) Flush(context.Context, wire.Receipt, bool) error { return nil }
func (*kept) Entry(context.Context, int, uint64) (*session.Record, wire.Receipt, error) {
	return nil, wire.Receipt{}, decide.ErrNotFound
}

// nowhere keeps nothing and knows no file.
type nowhere struct{}

func (nowhere) Load(string) (session.Snapshot, bool, error)                        { return session.Snapshot{}, false, nil }
func (nowhere) Turn(string, int) (*session.Turn, error)                            { return nil, decide.ErrNotFound }
func (nowhere) Each(string, func(string) bool, func(session.Snapshot) error) error { return nil }
func (nowhere) Count() int                                                         { return 0 }
func (nowhere) Stage(context.Context, decide.BlockedWrite) error                   { return nil }
func (nowhere) Resolve(name string) string                                         { return path.Clean(name) }

func (n nowhere) Once() (func(string) string, func(string, func() []facts.Place) string) {
	return n.Resolve, func(name string, _ func() []facts.Place) string { return name }
}
