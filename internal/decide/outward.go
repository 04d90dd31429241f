package decide

import (
	"slices"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/provenanced/provenanced/internal/dialect"
	"github.com/provenanced/provenanced/internal/flow"
	"github.com/provenanced/provenanced/internal/intent"
	"github.com/provenanced/provenanced/internal/leak"
	"github.com/provenanced/provenanced/internal/memguard"
	"github.com/provenanced/provenanced/internal/redact"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/shell"
	"github.com/provenanced/provenanced/internal/texts"
	"github.com/provenanced/provenanced/internal/trust"
)

// outward is what is known about a session for what leaves it, besides the origins of its values.
type outward struct {
	Private bool      `json:"private,omitzero"` // something was read that is not public
	Pointed []pointed `json:"pointed,omitzero"` // addresses in the task that it was given

	Secrets []leak.Secret `json:"secrets,omitzero"` // at rest
	secrets *leak.Store
	left    partsLeft
}

// pointed is an address, as returned by flow.Store.Link.
type pointed struct {
	Link uint64 `json:"link,string"`
}

// maxPointed bounds the addresses of a task that are remembered, the latest ones.
const maxPointed = 64

// returned notes whether a result was private, which it is unless it is known to be public.
func (o *outward) returned(l *callReturned) {
	o.Private = o.Private || !l.public && len(l.result.Content) > 0
}

// taskGiven is a lesson: the task that another session or a schedule gave the session. The call
// that gave it was judged for its addresses.
type taskGiven string

func (l taskGiven) teach(v *Values) {
	for _, link := range v.store.Links(string(l), maxPointed) {
		if to := (pointed{link}); !slices.Contains(v.out.Pointed, to) {
			v.out.Pointed = append(v.out.Pointed, to)
		}
	}
	v.out.Pointed = v.out.Pointed[max(0, len(v.out.Pointed)-maxPointed):]
}

// task notes the words that begin a turn, if a session or a schedule wrote them.
func (v *values) task(text string, passed bool) {
	if v.tracesValues() && !passed && (v.speaker.spawnersTurn(v.state.Turns) || v.speaker.arrivedFrom() == session.System) {
		v.learn(taskGiven(text))
	}
}

// readPrivate reports whether the session has read something private, or may have: its task may
// contain it, and if values are not traced it is unknown.
func (v *values) readPrivate() bool {
	known := v.ev.Values
	return v.state.SpawnedBy != "" || known != nil && known.out.Private || known == nil && v.state.Turns > 1
}

// pointedAt reports whether a task contained the address.
func (v *values) pointedAt(address string) bool {
	known := v.ev.Values
	return known != nil && slices.Contains(known.out.Pointed, pointed{known.store.Link(address)})
}

// public reports whether a call shows only what anybody can see, or nothing at all.
func (v *values) public(tool string, params jsontext.Value, acts []shell.Act) bool {
	if acts != nil {
		return !slices.ContainsFunc(acts, func(a shell.Act) bool { return a.Effect != shell.Fetches })
	}
	does := v.tables.ActionClasses(tool)
	switch {
	case v.tables.Call(tool, trust.Trusted).Unknown:
		return false
	case dialect.Public(tool), !does.Has(intent.Read) && !does.Has(intent.Exec):
		return true
	case does != intent.Of(intent.Read):
		return false
	}
	texts, whole := memguard.Texts(params)
	return whole && slices.ContainsFunc(texts, func(t memguard.Text) bool { return isAddress(t.Value) })
}

// shownSecret is a secret as it was in a result.
type shownSecret struct {
	kind  redact.Type
	value []byte
}

// Bounds of what one result teaches.
const (
	maxSecretsShown = 64
	maxSecretBytes  = 8 << 10
)

// secretsIn returns the secrets in a result. found are the findings at level if that includes
// secrets; otherwise they are searched for.
func secretsIn(content jsontext.Value, level redact.Level, found []redact.Finding) (all []shownSecret) {
	if level == redact.Off {
		found = redactedAt(redact.Secrets, content).found
	}
	for _, f := range found {
		if _, is := texts.Secrets[f.Type]; is && len(all) < maxSecretsShown {
			value := content[f.Start:f.End]
			all = append(all, shownSecret{f.Type, slices.Clone(value[max(0, len(value)-maxSecretBytes):])})
		}
	}
	return all
}

// secretsRead is a lesson: the secrets that a result has shown.
type secretsRead struct {
	tool, from string
	at         time.Time
	all        []shownSecret
}

func (l secretsRead) teach(v *Values) {
	for _, s := range l.all {
		v.out.secrets.Remember(s.value, leak.About{Kind: string(s.kind), Tool: l.tool, From: l.from, At: l.at})
	}
}

// partsLeft is a lesson: the parts of secrets that the calls of a turn have carried out.
type partsLeft struct {
	turn  int
	parts leak.Parts
}

func (l partsLeft) teach(v *Values) { v.out.left = l }

// kept is what is known at rest.
func (o outward) kept() outward {
	o.Secrets = o.secrets.Kept()
	return o
}

func (o outward) read(key flow.Key) outward {
	o.secrets = leak.Read(leak.Key(key), o.Secrets)
	o.Secrets = nil
	return o
}
