// Package policy turns one YAML file into the tables behind every decision: what a tool may do at a
// level, what its risk class allows, the level of its output and what is redacted in it, whose
// messages may ask for it, and the declarative rules. It judges no call itself, knows nothing about
// sessions or approvals, and does no I/O: whoever watches the file passes its bytes to Parse.
//
// A Policy is immutable. A reload makes a new one and swaps it as a whole (Current), so no decision
// sees half a policy.
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

// OnFailure says what happens to a call that cannot be decided. The zero value denies.
type OnFailure uint8

const (
	Closed  OnFailure = iota // everything is denied
	Guarded                  // safe tools and messages to the owner continue, the rest is denied
	Open                     // everything continues, untracked (seed 000, "Fail-Open Design")
)

var onFailureNames = []string{"closed", "guarded", "open"}

func (f OnFailure) String() string { return onFailureNames[min(int(f), len(onFailureNames)-1)] }

// Policy is one validated policy file on top of its preset. It is immutable and
// safe for concurrent use.
type Policy struct {
	Preset   string   // the file's `mode`
	Hash     string   // lower-case hex SHA-256 of the effective policy's canonical JSON: equal hashes decide alike
	Source   string   // the name given to Parse, or "preset <name>"
	Warnings []string // "name:line:column: text", in the file's order

	ApprovalTTL          time.Duration
	AllowAlways          time.Duration // how long an approval with "always" lasts
	GrantsFollowTaint    bool          // an approval does not hold below the level at which the owner was asked
	DeveloperMode        bool          // prefix replies with the taint header
	RequireVerifiedOwner bool          // .reset-trust needs senderIsOwner: true even from gateways that never send it
	ContentPreviews      bool          // graph nodes may hold the first 100 characters of content
	SecretParams         trust.Mode    // redactParams: the mode of a call with a secret in its parameters
	SecretsOut           trust.Mode    // outgoingSecrets: the mode of a call that would carry a credential out
	CodesToOwner         bool          // approvalCodes: owner: the model does not see codes
	OnFailure            OnFailure
	Redaction            redact.Level   // of everything but tools' results, such as the record of a call
	FindingLevel         trust.Level    // the highest level of a result in which injected instructions were found
	MemoryFiles          memguard.Files // whose writes the memory guard stages
	ProtectedPaths       []string       // additional protected paths: absolute, below "~/", or names at any depth
	WorkspaceDir         string         // absolute; the workspace if ctx names none; may be empty

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
	remarks remarks // from reading it
}

// For returns the tables of an agent: with its agentOverrides applied, or the common ones. Agent
// ids match without regard to case.
func (p *Policy) For(agent string) *Tables {
	if t, ok := p.agents[SafeName(agent)]; ok {
		return t
	}
	return p.base
}

// OutputTaints are the levels that the file itself gives to tools' outputs.
func (p *Policy) OutputTaints() map[string]trust.Level {
	own := make(map[string]trust.Level, len(p.written.ToolOutputTaints))
	for name, o := range p.written.ToolOutputTaints {
		own[name] = o.level
	}
	return own
}

// Rules returns the file's `policies` in order (seed 004). The slice must not be modified.
func (p *Policy) Rules() []*Rule { return p.rules }

// TrustedSender reports whether trustedSenderIds contains a sender on a channel, in whichever spelling. An
// entry without a channel ("111") matches on every channel; one with a channel
// ("telegram:111") on no other, unless neither the gateway nor the id names one.
func (p *Policy) TrustedSender(channel, id string) bool { return p.trusted.has(channel, id) }

// OwnerID reports whether ownerIds contains the id; it matches as TrustedSender does.
func (p *Policy) OwnerID(channel, id string) bool { return p.owners.has(channel, id) }

// Ruling is the decision of one layer on a tool.
type Ruling struct {
	Mode    trust.Mode
	Text    string // the key of the policy that says so, and its place
	Unknown bool   // nobody has classified the tool
}

// Tables answers for one agent. All lookups are by the name that Tool returns, or by the gateway's
// name of a tool in any case, and allocate nothing for a lower-case name.
type Tables struct {
	tools         map[string]*tool           // by lookup name
	plain         map[string]*tool           // those that apply to every call with exactly their name
	actions       map[string]map[string]bool // of each tool, those that have an entry
	unknown       tool
	programs      shell.Programs // those that lower the level of a command's output
	sites         []site         // addresses with a level of their own; the most specific first
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

// Call is the call permission of a tool at a level (seed 000): its own entry in toolOverrides if it
// has one, otherwise taintPolicy, and for unknown tools the stricter of the untrusted mode and the
// level's.
func (t *Tables) Call(tool string, l trust.Level) Ruling {
	if l > trust.Trusted {
		l = trust.Untrusted // not a level: nothing vouches for it
	}
	return t.row(tool).call[l]
}

// Risk is the ruling of the risk layer (seed 003), and false if neither the preset nor the file has
// one for the tool or its class.
func (t *Tables) Risk(tool string) (Ruling, bool) {
	row := t.row(tool)
	return row.risk, row.hasRisk
}

// Output is the level of the tool's result; unclassified output is untrusted.
func (t *Tables) Output(tool string) trust.Level { return t.row(tool).output }

// SafeToCall reports whether the tool's own entry allows it at every level and the risk layer does
// not object, so that onFailure: guarded lets it pass. taintPolicy does not count, however
// permissive, because the taint is unknown at that point.
func (t *Tables) SafeToCall(tool string) bool { return t.row(tool).safe }

// SafeName returns a name in the form in which names are compared: ASCII letters in lower case,
// everything else unchanged, so that no look-alike letter folds into a known name.
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

// Load returns the policy in force. Call it once for each decision.
func (c *Current) Load() *Policy { return c.p.Load() }

// Swap puts p, which must not be nil, in force for decisions that start later.
func (c *Current) Swap(p *Policy) { c.p.Store(p) }
