package policy

import (
	"cmp"
	"fmt"
	"slices"

	"gopkg.in/yaml.v3"

	"github.com/provenanced/provenanced/internal/dialect"
	"github.com/provenanced/provenanced/internal/flow"
	"github.com/provenanced/provenanced/internal/trust"
)

// Whether the authority of a call's values may save the owner a question (internal/flow judges it).
// This file says how far; it traces no value.

// AuthorityMode says whether authority may save questions. The zero value saves none.
type AuthorityMode uint8

const (
	AuthorityOff    AuthorityMode = iota // no value is traced
	AuthorityShadow                      // questions that would be saved are recorded, and asked all the same
	AuthorityOn                          // calls with the owner's authority run unasked
)

var authorityModeNames = []string{"off", "shadow", "on"}

func (m AuthorityMode) String() string {
	if int(m) < len(authorityModeNames) {
		return authorityModeNames[m]
	}
	return fmt.Sprintf("authority(%d)", uint8(m))
}

// MarshalText writes the mode's name.
func (m AuthorityMode) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

func (m *AuthorityMode) decodeNode(d *decoder, n *yaml.Node, key string) {
	if w, ok := d.word(n, key, authorityModeNames); ok {
		*m = AuthorityMode(slices.Index(authorityModeNames, w))
	}
}

var (
	readsWords   = []string{"strict", "selected", "verbatim"} // flow.Reads
	amountsWords = []string{"strict", "free"}                 // flow.Amounts
)

// Authority is how far the authority of a call's values may save a question. The zero value saves
// none.
type Authority struct {
	Mode  AuthorityMode
	Rules flow.Rules
}

// Authority returns how far authority may save questions.
func (p *Policy) Authority() *Authority { return &p.authority }

// TracesValues reports whether any setting needs the origins of a call's values.
func (p *Policy) TracesValues() bool {
	return p.authority.Mode != AuthorityOff || p.urlAccess.Judges() || p.SecretsOut != trust.Allow
}

// authority is the block of the file.
type authority struct {
	pos `json:"-"`

	Mode     *AuthorityMode `json:"mode,omitzero" doc:"on (personal): a call that would ask only because of what the session has read runs unasked, if every value in it that matters is the owner's. shadow: that is recorded, and asked all the same. off (the other presets): nothing is traced."`
	Reads    string         `json:"reads,omitzero" enum:"selected,strict,verbatim" doc:"Which addresses may be fetched unasked below trusted: strict (that the owner wrote), selected (default: also whole links in what they spoke of), verbatim (any whole link that was read)."`
	Amounts  string         `json:"amounts,omitzero" enum:"free,strict" doc:"strict: amounts of payments and orders must be the owner's, too. free (default): only to whom they go."`
	Delegate string         `json:"delegate,omitzero" enum:"on,off" doc:"on (default): the only address of its kind in a source that the owner named counts as theirs."`
}

// over returns a with its missing values from base; nil if nothing is traced, so that a policy
// without authority has the same hash as before authority existed.
func (a *authority) over(base AuthorityMode) *authority {
	if a == nil {
		a = &authority{}
	}
	out := &authority{
		Mode:     cmp.Or(a.Mode, new(base)),
		Reads:    cmp.Or(a.Reads, "selected"),
		Amounts:  cmp.Or(a.Amounts, "free"),
		Delegate: cmp.Or(a.Delegate, "on"),
	}
	if *out.Mode == AuthorityOff {
		return nil
	}
	return out
}

func (a *authority) compile(owner []senderID) Authority {
	if a == nil {
		return Authority{}
	}
	rules := flow.Balanced()
	rules.Reads = flow.Reads(slices.Index(readsWords, a.Reads))
	rules.Amounts = flow.Amounts(slices.Index(amountsWords, a.Amounts))
	rules.Delegate = a.Delegate == "on"
	ids := make([]string, len(owner))
	for i, id := range owner {
		ids[i] = string(id)
	}
	rules.Self = flow.NewSelf(ids...)
	return Authority{*a.Mode, rules}
}

// argumentRole is the role of a parameter.
type argumentRole flow.Role

func (a *argumentRole) decodeNode(d *decoder, n *yaml.Node, key string) {
	if w, ok := d.word(n, key, flow.RoleNames()); ok {
		role, _ := flow.ParseRole(w)
		*a = argumentRole(role)
	}
}

// MarshalText writes the role's name.
func (a argumentRole) MarshalText() ([]byte, error) { return []byte(flow.Role(a).String()), nil }

// valueTable is what is known about the values of one tool's calls and results.
type valueTable struct {
	roles   map[string]flow.Role // of parameters whose schema does not say it
	records bool                 // its results are structured data
}

// ArgumentRoles are the roles of a tool's parameters, as far as the policy or its dialect says.
func (t *Tables) ArgumentRoles(tool string) map[string]flow.Role { return t.row(tool).values.roles }

// Records reports whether a tool's results are structured data.
func (t *Tables) Records(tool string) bool { return t.row(tool).values.records }

// values returns what is known about a tool's values from its dialect and its entry.
func (c *compiler) values(name string, r toolRow) valueTable {
	tool, _ := cutAction(name)
	known := dialect.Arguments(tool)
	out := valueTable{records: dialect.Records(name)}
	if r.Results != "" {
		out.records = r.Results == "records"
	}
	if len(known)+len(r.Arguments) > 0 {
		out.roles = make(map[string]flow.Role, len(known)+len(r.Arguments))
	}
	for param, word := range known {
		out.roles[param], _ = flow.ParseRole(word)
	}
	for param, role := range r.Arguments {
		out.roles[param] = flow.Role(role)
	}
	return out
}
