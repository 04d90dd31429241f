package policy

import (
	"cmp"
	"fmt"
	"slices"

	"gopkg.in/yaml.v3"

	"github.com/provenanced/provenanced/internal/intent"
	"github.com/provenanced/provenanced/internal/trust"
)

// Whose messages have authority, and how much (seed 002). This file says what applies to an agent;
// it knows no keys and no messages.

// AuthMode says what happens to a message that the gateway has not vouched for. The zero value
// rejects it.
type AuthMode uint8

const (
	AuthEnforce AuthMode = iota // it is rejected, and scopes are enforced
	AuthWarn                    // it is reported and counted, and nothing changes
	AuthOff                     // messages are not checked
)

var authModeNames = []string{"enforce", "warn", "off"}

func (m AuthMode) String() string {
	if int(m) < len(authModeNames) {
		return authModeNames[m]
	}
	return fmt.Sprintf("authentication(%d)", uint8(m))
}

// MarshalText writes the mode's name.
func (m AuthMode) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

func (m *AuthMode) decodeNode(d *decoder, n *yaml.Node, key string) {
	if w, ok := d.word(n, key, authModeNames); ok {
		*m = AuthMode(slices.Index(authModeNames, w))
	}
}

// ScopeFrom says where a message's scope comes from. The zero value takes the intersection.
type ScopeFrom uint8

const (
	ScopeBoth     ScopeFrom = iota // what is both declared and inferred
	ScopeDeclared                  // what the gateway declares
	ScopeInferred                  // what the message's text asks for
)

var scopeFromNames = []string{"both", "declared", "inferred"}

func (s ScopeFrom) String() string {
	if int(s) < len(scopeFromNames) {
		return scopeFromNames[s]
	}
	return fmt.Sprintf("scope(%d)", uint8(s))
}

// MarshalText writes the value's name.
func (s ScopeFrom) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

func (s *ScopeFrom) decodeNode(d *decoder, n *yaml.Node, key string) {
	if w, ok := d.word(n, key, scopeFromNames); ok {
		*s = ScopeFrom(slices.Index(scopeFromNames, w))
	}
}

// ClaimMode says what is done with a response's claims, [G] and [I].
type ClaimMode uint8

const (
	ClaimsCount  ClaimMode = iota // counted, and flagged if nothing was observed
	ClaimsFooter                  // and the flag is shown under the response
	ClaimsOff                     // ignored
)

var claimModeNames = []string{"count", "footer", "off"}

func (c ClaimMode) String() string {
	if int(c) < len(claimModeNames) {
		return claimModeNames[c]
	}
	return fmt.Sprintf("claims(%d)", uint8(c))
}

// MarshalText writes the mode's name.
func (c ClaimMode) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

func (c *ClaimMode) decodeNode(d *decoder, n *yaml.Node, key string) {
	if w, ok := d.word(n, key, claimModeNames); ok {
		*c = ClaimMode(slices.Index(claimModeNames, w))
	}
}

// Authentication is how one agent's messages are treated. The zero value enforces, and permits
// nothing.
type Authentication struct {
	Mode         AuthMode
	Scope        ScopeFrom
	OutsideScope trust.Mode     // of a call outside the scope: Confirm or Restrict
	Human        intent.Classes // the most that people's messages may ask for
	Agent        intent.Classes // those of other agents and sessions
	System       intent.Classes // those of cron, the heartbeat, and the gateway itself
	Claims       ClaimMode
}

// Authentication returns how the agent's messages are treated.
func (t *Tables) Authentication() Authentication { return t.authentication }

// presetAuthentication is the block of a file without one.
func presetAuthentication(base preset) *authentication {
	return &authentication{
		Mode:         new(AuthOff),
		Scope:        new(ScopeBoth),
		OutsideScope: new(outsideScope(base.outsideScope)),
		Sources: &sources{
			Human:  new(classList(intent.All)),
			Agent:  new(classList(intent.Of(intent.Read))),
			System: new(classList(intent.Of(intent.Read, intent.Write, intent.Send))),
		},
		Claims: new(ClaimsCount),
	}
}

// over returns base, which is complete, with its values replaced by those of a.
func (a *authentication) over(base *authentication) *authentication {
	if a == nil {
		return base
	}
	own, common := cmp.Or(a.Sources, base.Sources), base.Sources
	return &authentication{
		Mode:         cmp.Or(a.Mode, base.Mode),
		Scope:        cmp.Or(a.Scope, base.Scope),
		OutsideScope: cmp.Or(a.OutsideScope, base.OutsideScope),
		Sources: &sources{
			pos:    own.pos,
			Human:  cmp.Or(own.Human, common.Human),
			Agent:  cmp.Or(own.Agent, common.Agent),
			System: cmp.Or(own.System, common.System),
		},
		Claims: cmp.Or(a.Claims, base.Claims),
	}
}

// differing returns the values of a that differ from base, both complete; nil if none do.
func (a *authentication) differing(base *authentication) *authentication {
	out := authentication{
		Mode:         other(a.Mode, base.Mode),
		Scope:        other(a.Scope, base.Scope),
		OutsideScope: other(a.OutsideScope, base.OutsideScope),
		Claims:       other(a.Claims, base.Claims),
	}
	from := sources{
		Human:  other(a.Sources.Human, base.Sources.Human),
		Agent:  other(a.Sources.Agent, base.Sources.Agent),
		System: other(a.Sources.System, base.Sources.System),
	}
	if from != (sources{}) {
		out.Sources = &from
	}
	if out == (authentication{}) {
		return nil
	}
	return &out
}

// other returns own, or nil if base is equal.
func other[T comparable](own, base *T) *T {
	if *own == *base {
		return nil
	}
	return own
}

func (a *authentication) compile() Authentication {
	return Authentication{
		Mode:         *a.Mode,
		Scope:        *a.Scope,
		OutsideScope: trust.Mode(*a.OutsideScope),
		Human:        intent.Classes(*a.Sources.Human),
		Agent:        intent.Classes(*a.Sources.Agent),
		System:       intent.Classes(*a.Sources.System),
		Claims:       *a.Claims,
	}
}

// authority warns about sources that are enforced and were hardly meant to be.
func (r *report) authority(a *authentication, key string) {
	if *a.Mode != AuthEnforce {
		return
	}
	if *a.Sources.Human == 0 {
		r.warnf(a.Sources.pos, "%s.sources.human is empty: no person's message may ask for anything, so every call is outside its scope: name the classes that people may ask for", key)
	}
	if may := intent.Classes(*a.Sources.Agent).And(intent.Of(intent.Exec, intent.Trade)); may != 0 {
		r.warnf(a.Sources.pos, "%s.sources.agent has %s: a message of another agent is worth no more than what that agent has read: leave it out", key, may)
	}
}

// outsideScope is the mode of a call that its message did not ask for.
type outsideScope trust.Mode

func (o *outsideScope) decodeNode(d *decoder, n *yaml.Node, key string) {
	m, ok := d.mode(n, key)
	if ok && m == trust.Allow {
		d.errorf(at(n), "%s must be confirm or restrict, not allow: to see what would be outside without holding it, write mode: warn", key)
		return
	}
	*o = outsideScope(m)
}

func (o outsideScope) MarshalText() ([]byte, error) { return trust.Mode(o).MarshalText() }
