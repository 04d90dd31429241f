package simulate

import (
	"slices"
	"strings"

	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/trust"
)

// Played is what became of one step of a script.
type Played struct {
	Step    *Step
	Outcome Outcome // of a call
	Level   trust.Level
	Reasons []session.Reason
	Does    string // what the call would do
	Remedy  string
	Failed  string // why the step could not be played as it is written
	Taint   trust.Level
}

// Met reports whether the step did what its script expects.
func (p *Played) Met() bool {
	s := p.Step
	return p.Failed == "" && (s.Expect == "" || s.Expect == p.Outcome) &&
		(s.Because == "" || slices.ContainsFunc(p.Reasons, func(r session.Reason) bool { return strings.Contains(r.Text, s.Because) }))
}

// Play plays a script under a policy, step by step.
func (s *Script) Play(p *policy.Policy) []Played {
	player := New(p, s.Scene)
	all := make([]Played, 0, len(s.Steps))
	for i := range s.Steps {
		out := Played{Step: &s.Steps[i]}
		switch step := out.Step; {
		case step.Reset:
			if err := player.Resets(); err != nil {
				out.Failed = err.Error()
			}
		case step.Says != nil:
			player.Says(*step.Says, step.Text)
		default:
			out.call(player)
		}
		out.Taint = player.taint
		all = append(all, out)
	}
	return all
}

// call plays a call. One that is held runs, and returns something, if the script says that it is
// approved.
func (p *Played) call(player *Player) {
	d, rec := player.Calls(p.Step.Tool, p.Step.Params)
	p.Reasons, p.Level, p.Outcome = d.Reasons, d.Taint, Deny
	if rec != nil {
		j := rec.Judgement
		p.Level, p.Does, p.Remedy = j.Level, j.Does, j.Remedy
		if j.Mode == trust.Confirm {
			p.Outcome = Ask
		}
	}
	if d.Verdict == trust.VerdictAllow {
		p.Outcome = Allow
	}
	runs := p.Outcome == Allow
	if p.Outcome == Ask && p.Step.Approve {
		if err := player.Approves(); err != nil {
			p.Failed = "approve: " + err.Error()
			return
		}
		again, _ := player.Calls(p.Step.Tool, p.Step.Params)
		if runs = again.Verdict == trust.VerdictAllow; !runs {
			p.Failed = "approve: the call is still held"
		}
	}
	if runs && p.Step.Returns != nil {
		player.Returned(p.Step.Returns)
	}
}
