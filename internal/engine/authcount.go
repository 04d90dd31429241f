package engine

import (
	"cmp"
	"slices"
	"sync"

	"github.com/provenanced/provenanced/internal/decide"
	"github.com/provenanced/provenanced/internal/policy"
)

// AuthStats are one agent's counts since the daemon started.
type AuthStats struct {
	Agent string `json:"agent"`
	Mode  string `json:"mode"`
	decide.AuthCounts
}

// maxAuthAgents bounds the agents that are counted separately, since gateways choose the names.
const maxAuthAgents = 256

// authBook counts by agent.
type authBook struct {
	mu     sync.Mutex
	agents map[string]*decide.AuthCounts
}

func (b *authBook) add(agent string, c decide.AuthCounts) {
	if c == (decide.AuthCounts{}) {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.agents == nil {
		b.agents = map[string]*decide.AuthCounts{}
	}
	sum := b.agents[agent]
	if sum == nil {
		if len(b.agents) >= maxAuthAgents {
			return
		}
		sum = new(decide.AuthCounts)
		b.agents[agent] = sum
	}
	sum.Plus(c)
}

func (b *authBook) list(pol *policy.Policy) []AuthStats {
	b.mu.Lock()
	defer b.mu.Unlock()
	out := make([]AuthStats, 0, len(b.agents))
	for agent, c := range b.agents {
		out = append(out, AuthStats{Agent: agent, Mode: pol.For(agent).Authentication().Mode.String(), AuthCounts: *c})
	}
	slices.SortFunc(out, func(a, b AuthStats) int { return cmp.Compare(a.Agent, b.Agent) })
	return out
}
