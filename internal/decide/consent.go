package decide

import (
	"slices"
	"time"

	"github.com/provenanced/provenanced/internal/flow"
	"github.com/provenanced/provenanced/internal/redact"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/texts"
	"github.com/provenanced/provenanced/internal/trust"
)

// Approval of values. A yes to a call that authority holds also covers whom or what the call
// reaches: when the owner asks for such an action again, the same tool may act on the same value
// without a question. It avoids no other question, and is kept as a hash that only this session's
// calls can have.

const (
	consentLasts = 30 * 24 * time.Hour
	maxConsents  = 8 // of one call
)

// consentMark is the keyed hash of a value for a tool and a role, in this session. The separator of
// the parts is in no name.
func (q *question) consentMark(program string, role flow.Role, text string) session.Mark {
	return q.Mark("consent", q.ev.Session+"\x00"+program+"\x00"+role.String()+"\x00"+text)
}

// consentTo finds the owner's approval of a value, or nil.
func (v *values) consentTo(program string, role flow.Role, text string) *session.Grant {
	level := v.state.Level()
	if !v.Policy.GrantsFollowTaint {
		level = trust.Trusted
	}
	return v.state.ConsentTo(v.consentMark(program, role, text), level, v.Now)
}

// approved returns a function that reports whether the owner has approved a value for a program.
func (v *values) approved(program string) func(flow.Role, string) bool {
	return func(role flow.Role, text string) bool { return v.consentTo(program, role, text) != nil }
}

// consentID is the id of the approval by which a value is the owner's.
func (v *values) consentID(of *flow.Value) string {
	if g := v.consentTo(of.Program, of.Role, of.Text); g != nil {
		return g.ID()
	}
	return ""
}

// consents returns the values of a held call whose approval lasts: those that can be shown as they
// are.
func (v *values) consents(tool string, found *flow.Judgement) (list []session.Consent) {
	for i := range found.Values {
		of := &found.Values[i]
		if !of.Lasts {
			continue
		}
		name := of.Text
		if of.Program != tool {
			name = of.Program + " " + name
		}
		if clean, _ := redact.Text(name, redact.Secrets); clean != name || !visible(name) || len(name) > maxActsOn {
			continue
		}
		one := session.Consent{For: tool + " (" + name + ")", Mark: v.consentMark(of.Program, of.Role, of.Text)}
		if !slices.Contains(list, one) && len(list) < maxConsents {
			list = append(list, one)
		}
	}
	return list
}

// approvedBefore names the earlier approvals because of which a call was not asked about.
func approvedBefore(a *session.Authorship) (text string) {
	for i := range a.Values {
		if o := &a.Values[i]; o.Grant != "" {
			text += texts.ApprovedBefore(o.Arg, o.Grant)
		}
	}
	return text
}

// consent keeps the owner's approval of the values for which the calls of the tools were held.
func (a *approvals) consent(codes []*session.Pending, tools []string, g session.Granted) {
	for _, p := range codes {
		for i := range p.Calls {
			c := &p.Calls[i]
			if !slices.Contains(tools, c.Tool) {
				continue
			}
			for _, of := range c.Consents {
				a.emit(&session.Granted{Tools: []string{of.For}, Mark: of.Mark, From: g.From, Way: g.Way, Nonce: g.Nonce, Level: c.Level, Until: a.Now.Add(consentLasts)})
			}
		}
	}
}
