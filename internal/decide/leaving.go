package decide

import (
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/provenanced/provenanced/internal/facts"
	"github.com/provenanced/provenanced/internal/flow"
	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/texts"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/urlhost"
	"github.com/provenanced/provenanced/internal/wire"
)

// What leaves with a call, and where to. Even tools that may always be called reach others: through
// the address that they fetch.

// leaving judges where calls go.
type leaving struct {
	*basis
	reach  *reach
	values *values
	left   *partsLeft // the parts of secrets that the call carries
}

// exit is the decision on what leaves with a call. The zero value decides nothing.
type exit struct {
	reasons []exitReason
	to      []string // destinations that it is held for, as in the call
	alone   bool     // an approval is for exactly this call
	remedy  string   // for what no approval allows
}

type exitReason struct {
	mode trust.Mode
	text string
}

func (e *exit) add(mode trust.Mode, text string) {
	e.reasons = append(e.reasons, exitReason{mode, text})
}

// hold adds a destination that the call is held for; the reason is given once.
func (e *exit) hold(mode trust.Mode, to string, text func() string) {
	if slices.Contains(e.to, to) {
		return
	}
	if e.to = append(e.to, to); len(e.to) == 1 {
		e.add(mode, text())
	}
}

// of decides what the policy holds or denies of what leaves with a call.
func (l *leaving) of(tool string, params jsontext.Value, at asked) (e exit) {
	access := l.Policy.URLAccess()
	if !access.Judges() && l.Policy.SecretsOut == trust.Allow {
		return e
	}
	destinations := l.reach.of(tool, params)
	for _, to := range destinations {
		for _, host := range to.hosts {
			if access.Denies(host) {
				return exit{reasons: []exitReason{{trust.Restrict, texts.DeniedHost(host)}}, remedy: texts.UndenyHost}
			}
		}
	}
	if l.carries(&e, tool, params, destinations); e.alone {
		return e // nothing else is as grave
	}
	watched := l.watches(tool, params, at)
	for _, to := range destinations {
		for _, host := range to.hosts {
			if place := urlhost.PlaceOf(host); l.isLocal(&to, host, place) {
				e.hold(access.Local, spellings(to.text, host)[0], func() string { return texts.LocalAddress(l.said(to.text, 120), host, place) })
			}
		}
		if !to.read && to.told && access.Local != trust.Allow {
			e.hold(access.Local, to.text, func() string { return texts.UnreadAddress(l.said(to.text, 120)) })
		}
		if watched && to.told && !l.isListed(&to) && !documents(&to) {
			if why := l.composed(to.text, at); why != "" {
				e.hold(access.Composed, to.text, func() string { return why })
			}
		}
	}
	if query := l.tables.Does(tool).Query; query != "" && watched {
		if why := l.tells(wire.Text(wire.Member(params, query))); why != "" {
			e.hold(access.Composed, query, func() string { return why })
		}
	}
	return e
}

// watches reports whether an address, or a search, could carry out what the session has read:
// something private, after something of others', by a tool that may otherwise be called. A site
// that the owner trusts does not count.
func (l *leaving) watches(tool string, params jsontext.Value, at asked) bool {
	if l.Policy.URLAccess().Composed == trust.Allow || at.level == trust.Trusted || l.tables.Call(tool, at.level).Mode != trust.Allow {
		return false
	}
	site := l.tables.Judged(tool, params)
	return (site == nil || *site != trust.Trusted) && l.values.readPrivate()
}

// isListed reports whether all hosts of a destination may always be reached.
func (l *leaving) isListed(to *destination) bool {
	return to.leadsOnlyTo(l.Policy.URLAccess().Allows)
}

// documents reports whether a destination is a page of well-known documentation, whose address
// contains nothing but its name.
func documents(to *destination) bool {
	return !strings.ContainsAny(to.text, "?@") && to.leadsOnlyTo(policy.IsDocumentation)
}

// composed returns why an address is not the owner's: the model composed it, or only a text by
// others has it. It is "" for the owner's.
func (l *leaving) composed(address string, at asked) string {
	if l.values.pointedAt(address) {
		return ""
	}
	v, passes := l.values.store().Address(address, l.values.rules(), l.state.Agreed())
	if n, ok := l.values.node(v.Node); passes || v.Rule == flow.Contested && ok && n.Level == trust.Trusted && !n.Gated {
		return "" // what is the owner's stays so when others write it, too
	}
	shown := l.said(address, 120)
	switch {
	case v.HasNode:
		return texts.ForeignAddress(shown, l.values.sourceText(v.Node, true))
	case v.IsContested:
		return texts.ForeignAddress(shown, l.values.sourceText(v.Contested, true))
	}
	return texts.ComposedAddress(shown, at.level)
}

// tells returns what is private in a search's words, or "".
func (l *leaving) tells(words string) string {
	if found := l.values.store().Private(words, 1); len(found) > 0 {
		return texts.PrivateQuery(found[0].Key, l.values.sourceText(found[0].Node, true))
	}
	return ""
}

// isLocal reports whether a destination is this machine's own, or in its network, and nobody
// allowed it. Merely naming loopback does not count.
func (l *leaving) isLocal(to *destination, host string, place urlhost.Place) bool {
	access := l.Policy.URLAccess()
	if access.Local == trust.Allow || !place.Local() || access.Allows(host) || !to.told && place == urlhost.Machine {
		return false
	}
	return !l.values.store().SaysHost(spellings(to.text, host)...)
}

// spellings are a host as an address has it, with and without its port, and as it is compared.
func spellings(address, host string) []string {
	_, rest, ok := strings.Cut(address, "://")
	if !ok {
		rest = address
	}
	if i := strings.IndexAny(rest, `/?#\`); i >= 0 {
		rest = rest[:i]
	}
	rest = rest[strings.LastIndexByte(rest, '@')+1:]
	bare := rest
	if i := strings.LastIndexByte(bare, ':'); i > strings.LastIndexByte(bare, ']') {
		bare = bare[:i]
	}
	return []string{rest, bare, host}
}

// judgeLeaving decides what the policy holds or denies of what leaves with a call. Words to the
// owner go nowhere else.
func (l *layers) judgeLeaving(j *judgement, tool string, params jsontext.Value, at asked) {
	if len(params) == 0 || j.found.Has(facts.ToOwner) || l.judgedLeaving(j, tool, params) {
		return
	}
	e := l.leaving.of(tool, params, at)
	if j.authority == nil { // which asks about that, too
		l.leaving.private(&e, tool, params)
	}
	for _, r := range e.reasons {
		j.add(LayerLeaving, r.mode, r.text)
	}
	if e.remedy != "" {
		j.remedy = e.remedy
	}
	switch {
	case l.ev.Hook != wire.BeforeToolCall: // a run waits under its tool's name, each with its own arguments
	case e.alone:
		j.actsOn = l.thisCall(params)
	case len(e.to) > 0:
		l.goesTo(j, tool, e.to, params)
	}
}

// goesTo makes an approval of the call also be for its destinations; for a command, for exactly
// that one.
func (l *layers) goesTo(j *judgement, tool string, to []string, params jsontext.Value) {
	if l.tables.Line(tool, params) != nil {
		j.actsOn = l.thisCommand(params)
		return
	}
	name := strings.Join(to, ", ")
	if clean := l.said(name, maxActsOn); clean != name || !visible(name) || strings.ContainsAny(name, "()") {
		name = l.thisCall(params)
	}
	switch {
	case j.actsOn == "":
		j.actsOn = name
	case !strings.Contains(j.actsOn, name):
		j.actsOn += "; " + name
	}
}

// judgedLeaving takes the findings about a recorded call from its record, since whose words it
// carried is in none. It returns false for a call that is decided for the first time.
func (l *layers) judgedLeaving(j *judgement, tool string, params jsontext.Value) bool {
	a := l.again()
	if a == nil {
		return false
	}
	judges := l.Policy.URLAccess().Judges() || l.Policy.SecretsOut != trust.Allow
	was := false
	for _, r := range a.was.Reasons {
		if r.Layer != LayerLeaving {
			continue
		}
		was = true
		if judges && !(a.alike.MoreHosts && l.leaving.listed(r.Text, tool, params)) {
			j.add(r.Layer, r.Mode, r.Text)
			j.actsOn = a.act.ActsOn
		}
	}
	if (was || judges) && !a.alike.Leaving && !a.alike.MoreHosts {
		a.doubt("urlAccess")
	}
	return true
}

// listed reports whether a call was held, in these words, for an address that may now always be
// reached, as may all others that it goes to.
func (l *leaving) listed(text, tool string, params jsontext.Value) bool {
	told := false
	for _, to := range l.reach.of(tool, params) {
		if !l.isListed(&to) {
			return false
		}
		shown := l.said(to.text, 120)
		_, foreign, _ := strings.Cut(texts.ForeignAddress(shown, "\x00"), "\x00")
		told = told || strings.HasSuffix(text, foreign) || slices.ContainsFunc(trust.Levels[:], func(at trust.Level) bool {
			return text == texts.ComposedAddress(shown, at)
		}) || slices.ContainsFunc(to.hosts, func(host string) bool {
			return text == texts.LocalAddress(shown, host, urlhost.PlaceOf(host))
		})
	}
	return told
}
