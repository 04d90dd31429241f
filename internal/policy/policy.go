// Package policy turns one YAML file into the tables behind every decision: what a
// tool may do at a level, what its risk class allows, the level of its output and what
// is redacted in it, whose messages may ask for it, and the declarative rules. It
// judges no call itself, knows nothing about sessions or approvals, and does no I/O:
// whoever watches the file passes its bytes to Parse.
//
// A Policy is immutable. A reload makes a new one and swaps it whole (Current), so no
// decision sees half a policy.
package policy

import (
	"sync/atomic"
	"time"

	"github.com/provenanced/provenanced/internal/facts"
	"github.com/provenanced/provenanced/internal/intent"
	"github.com/provenanced/provenanced/internal/memguard"
	"github.com/provenanced/provenanced/internal/redact"
	"github.com/provenanced/provenanced/internal/shell"
	"github.com/provenanced/provenanced/internal/trust"
)

// OnFailure says what happens to a call that cannot be decided. The zero value
// denies.
type OnFailure uint8

const (
	Closed  OnFailure = iota // everything is denied
	Guarded                  // safe tools and messages to the owner go on, the rest is denied
	Open                     // everything goes on, untracked (seed 000, "Fail-Open Design")
)

var onFailureNames = []string{"closed", "guarded", "open"}

func (f OnFailure) String() string { return onFailureNames[min(int(f), len(onFailureNames)-1)] }

// Policy is one validated policy file on top of its preset. It is immutable and
// safe for concurrent use.
type Policy struct {
	Preset   string   // the file's `mode`
	Hash     string   // lowercase hex SHA-256 of the effective policy's canonical JSON: equal hashes decide alike
	Source   string   // the name given to Parse, or "preset <name>"
	Warnings []string // "name:line:column: text", in the file's order

	ApprovalTTL          time.Duration
	AllowAlways          time.Duration // how long an approval lasts that is given "always"
	GrantsFollowTaint    bool          // an approval does not hold below the level at which the owner was asked
	DeveloperMode        bool          // prefix replies with the taint header
	RequireVerifiedOwner bool          // .reset-trust needs senderIsOwner: true even from gateways that never send it
	ContentPreviews      bool          // graph nodes may hold the first 100 characters of content
	SecretParams         trust.Mode    // redactParams: of a call whose parameters hold a secret
	SecretsOut           trust.Mode    // outgoingSecrets: of a call that would carry a credential out
	CodesToOwner         bool          // approvalCodes: owner: codes stay out of what the model sees
	OnFailure            OnFailure
	Redaction            redact.Level   // of what is no tool's result: what the record holds of a call
	FindingLevel         trust.Level    // of a result in which injected instructions were found, at most
	MemoryFiles          memguard.Files // whose writes the memory guard stages
	ProtectedPaths       []string       // what the policy adds to the paths that are protected: absolute, below "~/", or names that count anywhere
	WorkspaceDir         string         // absolute; the workspace where ctx names none; may be empty

	authority       Authority
	urlAccess       URLAccess
	skills          []string // directories
	skillsOff       bool
	places          []PathLevel // the most specific first
	trusted, owners idSet
	base            *Tables
	agents          map[string]*Tables // by lower-case agent id
	rules           []*Rule
	effective       *file

	written *file   // as it was read; WithTools builds from it again
	remarks remarks // of reading it
}

// For is the tables of an agent: agentOverrides applied, the common tables for
// every other agent. Agent ids match without regard to case.
func (p *Policy) For(agent string) *Tables {
	if t, ok := p.agents[SafeName(agent)]; ok {
		return t
	}
	return p.base
}

// OutputTaints are the levels that the file itself gives outputs of tools.
func (p *Policy) OutputTaints() map[string]trust.Level {
	own := make(map[string]trust.Level, len(p.written.ToolOutputTaints))
	for name, o := range p.written.ToolOutputTaints {
		own[name] = o.level
	}
	return own
}

// Rules is the file's `policies` in order (seed 004). Do not change the slice.
func (p *Policy) Rules() []*Rule { return p.rules }

// TrustedSender reports whether trustedSenderIds contains a sender on a channel, in whichever spelling. An
// entry without a channel ("111") matches on every channel; one with a channel
// ("telegram:111") on no other, unless neither the gateway nor the id names one.
func (p *Policy) TrustedSender(channel, id string) bool { return p.trusted.has(channel, id) }

// OwnerID reports whether ownerIds contains the id; it matches as TrustedSender does.
func (p *Policy) OwnerID(channel, id string) bool { return p.owners.has(channel, id) }

// Ruling is what one layer says about a tool.
type Ruling struct {
	Mode    trust.Mode
	Text    string // which key of the policy says so, and where
	Unknown bool   // nobody has classified the tool
}

// Tables answers for one agent. All lookups are by the name that Tool returns, or
// by a tool's name as the gateway has it, without regard to case, and allocate
// nothing for a name that is lower-case already.
type Tables struct {
	tools         map[string]*tool           // by lookup name
	plain         map[string]*tool           // those of them that any call of their very name means
	actions       map[string]map[string]bool // of each tool, those that have an entry
	unknown       tool
	programs      shell.Programs // that lower what a command returns
	sites         []site         // where what is fetched has a level of its own; the most specific first
	maxIterations iterations
	iterationsKey string

	authentication Authentication
}

// tool is one tool's compiled row.
type tool struct {
	call     [len(trust.Levels)]Ruling // by level
	risk     Ruling
	hasRisk  bool
	output   trust.Level
	classes  intent.Classes
	cleaning Cleaning
	safe     bool
	does     *facts.Call // of a plain tool
	values   valueTable
}

// Call is the call permission of a tool at a level (seed 000): its own entry in
// toolOverrides where it has one, taintPolicy otherwise, and for unknown tools
// the stricter of the untrusted mode and the level's.
func (t *Tables) Call(tool string, l trust.Level) Ruling {
	if l > trust.Trusted {
		l = trust.Untrusted // no such level: nothing vouches for it
	}
	return t.row(tool).call[l]
}

// Risk is the ruling of the risk layer (seed 003), and false if neither the preset
// nor the file has one for the tool or its class.
func (t *Tables) Risk(tool string) (Ruling, bool) {
	row := t.row(tool)
	return row.risk, row.hasRisk
}

// Output is the level of what the tool returns; unclassified output is untrusted.
func (t *Tables) Output(tool string) trust.Level { return t.row(tool).output }

// SafeToCall reports whether the tool's own entry allows it at every level and the
// risk layer does not object: what onFailure: guarded lets pass. taintPolicy does not
// count, however permissive, because the taint is unknown when this is asked.
func (t *Tables) SafeToCall(tool string) bool { return t.row(tool).safe }

// SafeName is a name in the form in which names are compared: ASCII letters in lower
// case, everything else unchanged, so that no look-alike letter folds into a known name.
func SafeName(name string) string {
	for i := range len(name) {
		if c := name[i]; 'A' <= c && c <= 'Z' {
			b := []byte(name)
			for ; i < len(b); i++ {
				b[i] = lower(b[i])
			}
			return string(b)
		}
	}
	return name
}

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		c += 'a' - 'A'
	}
	return c
}

// Current is the policy in force.
type Current struct{ p atomic.Pointer[Policy] }

// NewCurrent starts with p, which must not be nil.
func NewCurrent(p *Policy) *Current {
	c := &Current{}
	c.p.Store(p)
	return c
}

// Load is the policy in force now. Take it once for each decision.
func (c *Current) Load() *Policy { return c.p.Load() }

// Swap puts p, which must not be nil, in force for decisions that start later.
func (c *Current) Swap(p *Policy) { c.p.Store(p) }
