package engine

import (
	"cmp"
	"slices"
	"sync"

	"github.com/provenanced/provenanced/internal/policy"
)

// AuthCounts counts the results of checking messages. While the policy only warns, they
// are what enforcing would have rejected.
type AuthCounts struct {
	Vouched    uint64 `json:"vouched"`    // messages
	Messages   uint64 `json:"messages"`   // that were not authentic
	Results    uint64 `json:"results"`    // tool results that were not what was observed
	Imitations uint64 `json:"imitations"` // in an assistant's text or a response
	Calls      uint64 `json:"calls"`      // outside the scope of their message, or without authority
	Grounded   uint64 `json:"grounded"`   // claims marked [G]
	Inferred   uint64 `json:"inferred"`   // claims marked [I]
	Unfounded  uint64 `json:"unfounded"`  // claims marked [G] in turns without an observed result
}

func (sum *AuthCounts) plus(c AuthCounts) {
	sum.Vouched += c.Vouched
	sum.Messages += c.Messages
	sum.Results += c.Results
	sum.Imitations += c.Imitations
	sum.Calls += c.Calls
	sum.Grounded += c.Grounded
	sum.Inferred += c.Inferred
	sum.Unfounded += c.Unfounded
}

// AuthStats are one agent's counts since the daemon started.
type AuthStats struct {
	Agent string `json:"agent"`
	Mode  string `json:"mode"`
	AuthCounts
}

// maxAuthAgents bounds the agents that are counted apart; gateways choose the names.
const maxAuthAgents = 256

// authBook counts by agent.
type authBook struct {
	mu     sync.Mutex
	agents map[string]*AuthCounts
}

func (b *authBook) add(agent string, c AuthCounts) {
	if c == (AuthCounts{}) {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.agents == nil {
		b.agents = map[string]*AuthCounts{}
	}
	sum := b.agents[agent]
	if sum == nil {
		if len(b.agents) >= maxAuthAgents {
			return
		}
		sum = new(AuthCounts)
		b.agents[agent] = sum
	}
	sum.plus(c)
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
