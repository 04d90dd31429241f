package server

import (
	"context"
	"fmt"
	"time"

	"github.com/provenanced/provenanced/internal/decide"
	"github.com/provenanced/provenanced/internal/engine"
	"github.com/provenanced/provenanced/internal/metrics"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// Decider decides about the hooks that arrive on gateway.sock.
type Decider interface {
	// Handle answers one hook. It never fails, and must not retain p, whose raw values are in
	// the connection's buffer.
	Handle(ctx context.Context, h wire.Hook, session string, p wire.Payload) engine.Decision
	// Settle makes decisions final before they are sent.
	Settle(ctx context.Context, ds ...*engine.Decision)
}

// Gateway is the protocol of gateway.sock: hooks in, decisions out.
func Gateway(d Decider, h *Hub) Protocol {
	return envelope{&gateway{decider: d, hub: h}}
}

type gateway struct {
	decider Decider
	hub     *Hub
}

func (g *gateway) handle(ctx context.Context, s *speaker, r *wire.Request) (any, error) {
	p, err := r.ParsePayload()
	if err != nil {
		return nil, err
	}
	if key := p.Ctx.SessionKey; key != "" && key != r.Session {
		return nil, fmt.Errorf("%w: ctx.sessionKey is not the session", wire.ErrMalformed)
	}
	d := engine.Decision{Decision: decide.Decision{Verdict: trust.VerdictAllow}}
	switch {
	case r.Hook == wire.Ping:
	case r.Hook == wire.Subscribe:
		if err := s.subscribe(g.hub, r.ID); err != nil {
			return nil, err
		}
	case r.Session == "":
		return nil, fmt.Errorf("%w: session is empty", wire.ErrMalformed)
	default:
		d = g.decider.Handle(ctx, r.Hook, r.Session, p)
	}
	return &decided{id: r.ID, Decision: d}, nil
}

// decided is a decision on its way to the client.
type decided struct {
	id string
	engine.Decision
}

func (d *decided) appendFrame(dst []byte) ([]byte, error) {
	f := d.Wire(d.id)
	return wire.AppendDecisionFrame(dst, &f)
}

func (g *gateway) answered(m *metrics.Daemon, h wire.Hook, took time.Duration) {
	m.Answers.Observe(took, string(h))
}

// settle has all the decisions of a batch recorded at once.
func (g *gateway) settle(ctx context.Context, answers []reply) {
	ds := make([]*engine.Decision, 0, len(answers))
	for _, a := range answers {
		if d, ok := a.value.(*decided); ok {
			ds = append(ds, &d.Decision)
		}
	}
	g.decider.Settle(ctx, ds...)
}
