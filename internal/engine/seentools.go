package engine

import (
	"cmp"
	"slices"
	"sync"

	"github.com/provenanced/provenanced/internal/decide"
	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// maxTools bounds the tools that are remembered: a gateway has hundreds, and a client that names
// thousands is not a gateway.
const maxTools = 4096

// ToolView is one tool that gateways have offered or called since the daemon started.
type ToolView struct {
	Tool  string `json:"tool"`
	Known bool   `json:"known"` // the policy classifies it
	Seen  string `json:"seen"`  // offered or called
}

// toolBook remembers the names of the gateways' tools. An owner needs to see them before choosing a
// policy; no decision needs them.
type toolBook struct {
	mu     sync.RWMutex
	called map[string]bool // by name; false: offered only
}

func (b *toolBook) note(name string, called bool, digest func(string) string) {
	if !session.Plain(name) {
		return
	}
	b.mu.RLock()
	was, ok := b.called[name]
	n := len(b.called)
	b.mu.RUnlock()
	if ok && (was || !called) || !ok && n >= maxTools {
		return
	}
	if name = decide.TidyName(name, digest); !session.Plain(name) {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.called == nil {
		b.called = map[string]bool{}
	}
	b.called[name] = b.called[name] || called
}

// noteTools notes the tools that an event names.
func (e *Engine) noteTools(ev *decide.Event) {
	switch p := ev.Payload.Event.(type) {
	case *wire.BeforeLLMCallEvent:
		for _, t := range p.Tools {
			e.tools.note(policy.SafeName(t.Name), false, e.opt.Digest)
		}
	case *wire.BeforeToolCallEvent:
		e.tools.note(policy.SafeName(p.ToolName), true, e.opt.Digest)
	}
}

// Tools lists the tools that gateways have offered or called, by name.
func (e *Engine) Tools() []ToolView {
	tables := e.opt.Policy.Load().For("")
	e.tools.mu.RLock()
	defer e.tools.mu.RUnlock()
	list := make([]ToolView, 0, len(e.tools.called))
	for name, called := range e.tools.called {
		v := ToolView{Tool: name, Known: !tables.Call(tables.Tool(name, nil), trust.Trusted).Unknown, Seen: "offered"}
		if called {
			v.Seen = "called"
		}
		list = append(list, v)
	}
	slices.SortFunc(list, func(a, b ToolView) int { return cmp.Compare(a.Tool, b.Tool) })
	return list
}
