package decide

import (
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/provenanced/provenanced/internal/facts"
	"github.com/provenanced/provenanced/internal/texts"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/urlhost"
)

// What leaves with a call, and where to. Tools that may always be called reach others all the
// same: by the address that they fetch.

// leaving judges where calls go.
type leaving struct {
	*basis
	reach  *reach
	values *values
}

// exit is what a call's way out makes of it. The zero value says nothing.
type exit struct {
	reasons []exitReason
	to      []string // where it goes that it is held for, as the call has it
	remedy  string   // of what no approval allows
}

type exitReason struct {
	mode trust.Mode
	text string
}

func (e *exit) add(mode trust.Mode, text string) {
	e.reasons = append(e.reasons, exitReason{mode, text})
}

// hold adds where a call goes that it is held for; the reason is told once.
func (e *exit) hold(mode trust.Mode, to string, text func() string) {
	if slices.Contains(e.to, to) {
		return
	}
	if e.to = append(e.to, to); len(e.to) == 1 {
		e.add(mode, text())
	}
}

// of says what of a call's way out the policy holds or denies.
func (l *leaving) of(tool string, params jsontext.Value) (e exit) {
	access := l.Policy.URLAccess()
	if !access.Judges() {
		return e
	}
	for _, to := range l.reach.of(tool, params) {
		for _, host := range to.hosts {
			if access.Denies(host) {
				return exit{reasons: []exitReason{{trust.Restrict, texts.DeniedHost(host)}}, remedy: texts.UndenyHost}
			}
			place := urlhost.PlaceOf(host)
			if l.isLocal(&to, host, place) {
				e.hold(access.Local, spellings(to.text, host)[0], func() string { return texts.LocalAddress(l.said(to.text, 120), host, place) })
			}
		}
		if !to.read && to.told && access.Local != trust.Allow {
			e.hold(access.Local, to.text, func() string { return texts.UnreadAddress(l.said(to.text, 120)) })
		}
	}
	return e
}

// isLocal reports whether a destination is this machine's own, or of its network, while nobody
// said that it may be reached. To name loopback is not yet to go there.
func (l *leaving) isLocal(to *destination, host string, place urlhost.Place) bool {
	access := l.Policy.URLAccess()
	if access.Local == trust.Allow || !place.Local() || access.Allows(host) || !to.told && place == urlhost.Machine {
		return false
	}
	return !l.values.store().SaysHost(spellings(to.text, host)...)
}

// spellings are a host as an address has it, with its port and without, and as it is compared.
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

// judgeLeaving says what of a call's way out the policy holds or denies. Words to the owner go
// nowhere else.
func (l *layers) judgeLeaving(j *judgement, tool string, params jsontext.Value) {
	if len(params) == 0 || j.found.Has(facts.ToOwner) || l.again().judgedLeaving(j, l.Policy.URLAccess().Judges()) {
		return
	}
	e := l.leaving.of(tool, params)
	for _, r := range e.reasons {
		j.add(LayerLeaving, r.mode, r.text)
	}
	if e.remedy != "" {
		j.remedy = e.remedy
	}
	if len(e.to) > 0 {
		l.goesTo(j, tool, e.to, params)
	}
}

// goesTo has an approval of the call be for where it goes, too: of a command, for that very one.
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

// judgedLeaving takes over what was found of a recorded call's way out: whose words it carried
// is in no record. It is false for a call that is decided for the first time.
func (a *again) judgedLeaving(j *judgement, judges bool) bool {
	if a == nil {
		return false
	}
	was := false
	for _, r := range a.was.Reasons {
		if r.Layer == LayerLeaving {
			was = true
			if judges {
				j.add(r.Layer, r.Mode, r.Text)
				j.actsOn = a.act.ActsOn
			}
		}
	}
	if was || judges {
		a.doubt("urlAccess")
	}
	return true
}
