package ctl

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/provenanced/provenanced/internal/ledger"
	"github.com/provenanced/provenanced/internal/policy"
	"github.com/provenanced/provenanced/internal/replay"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/simulate"
)

// simulatedScript is what a script comes to under a policy.
type simulatedScript struct {
	Policy string          `json:"policy"`
	Hash   string          `json:"hash"`
	Steps  []simulatedStep `json:"steps"`
	Unmet  int             `json:"unmet"` // steps that did not come to what the script expects
}

type simulatedStep struct {
	Line    int               `json:"line"`
	Says    string            `json:"says,omitzero"` // a message's text
	By      string            `json:"by,omitzero"`
	Tool    string            `json:"tool,omitzero"`
	Does    string            `json:"does,omitzero"`
	Outcome simulate.Outcome  `json:"outcome,omitzero"` // allow, ask or deny
	Level   string            `json:"level,omitzero"`   // at which the call was judged
	Reasons []simulatedReason `json:"reasons,omitzero"`
	Reset   bool              `json:"reset,omitzero"`
	Taint   string            `json:"taint"` // the session's, after the step
	Expect  simulate.Outcome  `json:"expect,omitzero"`
	Because string            `json:"because,omitzero"`
	Unmet   string            `json:"unmet,omitzero"` // what is otherwise than expected
}

type simulatedReason struct {
	Layer string `json:"layer"`
	Mode  string `json:"mode"`
	Text  string `json:"text"`
}

func simulated(c *call) error {
	data, err := c.read(c.arg(0))
	if err != nil {
		return err
	}
	script, err := simulate.Parse(data, readable(c.arg(0)))
	if err != nil {
		return mistakes(err)
	}
	p, file, err := c.namedPolicy()
	if err != nil {
		return err
	}
	out := simulatedScript{Policy: file, Hash: p.Hash}
	played := script.Play(p)
	for i := range played {
		step := simulatedOf(&played[i])
		if step.Unmet != "" {
			out.Unmet++
		}
		out.Steps = append(out.Steps, step)
	}
	if err := result(c, out, func() { c.tellSimulated(&out) }); err != nil || out.Unmet == 0 {
		return err
	}
	return errShown
}

// namedPolicy is the one that --policy names, or the daemon's own.
func (c *call) namedPolicy() (*policy.Policy, string, error) {
	of := c.withoutArgs()
	file, named := c.flags["policy"]
	if !named {
		var err error
		if file, err = of.policyFile(); err != nil {
			return nil, "", err
		}
	}
	text, err := of.read(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, "", fmt.Errorf("there is no policy file %s\nname one with --policy, or write one with `provenancectl policy init`", file)
	}
	if err != nil {
		return nil, "", err
	}
	p, _, err := of.together(text, readable(file))
	if err != nil {
		return nil, "", mistakes(err, "the policy has mistakes, so nothing was decided by it")
	}
	return p, readable(file), nil
}

func simulatedOf(p *simulate.Played) simulatedStep {
	s := p.Step
	out := simulatedStep{Line: s.Line, Tool: s.Tool, Does: p.Does, Outcome: p.Outcome, Reset: s.Reset, Taint: p.Taint.String(), Expect: s.Expect, Because: s.Because}
	if s.Says != nil {
		out.Says, out.By = s.Text, s.Says.ID
		switch s.Says.ID {
		case simulate.Owner.ID:
			out.By = "owner"
		case simulate.Stranger.ID:
			out.By = "stranger"
		}
	}
	if s.Tool != "" {
		out.Level = p.Level.String()
	}
	for _, r := range p.Reasons {
		out.Reasons = append(out.Reasons, simulatedReason{r.Layer, r.Mode.String(), r.Text})
	}
	switch {
	case p.Failed != "":
		out.Unmet = p.Failed
	case p.Met():
	case s.Expect != "" && s.Expect != p.Outcome:
		out.Unmet = fmt.Sprintf("expected %s, and it is %s", s.Expect, p.Outcome)
	default:
		out.Unmet = fmt.Sprintf("no reason has %q", s.Because)
	}
	return out
}

var outcomeInks = map[simulate.Outcome]func(string) ink{simulate.Allow: green, simulate.Ask: yellow, simulate.Deny: red}

func (c *call) tellSimulated(out *simulatedScript) {
	p := c.out
	for _, s := range out.Steps {
		switch {
		case s.Reset:
			p.say("%s\n", dim("the owner resets trust"))
		case s.Tool == "":
			p.say("%s %s\n", dim(s.By+":"), cut(s.Says, 100))
		default:
			p.say("%s %s %s, at %s\n", outcomeInks[s.Outcome](string(s.Outcome)), bold(s.Tool), cut(s.Does, 80), p.level(s.Level))
			for _, r := range s.Reasons {
				p.hang("      ", "        ", p.render(r.Layer+": "+r.Mode+": "+r.Text))
				p.say("\n")
			}
		}
		if s.Unmet != "" {
			p.say("      %s\n", red(fmt.Sprintf("line %d: %s", s.Line, s.Unmet)))
		}
	}
	p.say("\n%s under %s, hash %s. The session is at %s. ", count(int64(len(out.Steps)), "step"), out.Policy, short(out.Hash), p.level(out.Steps[len(out.Steps)-1].Taint))
	if out.Unmet > 0 {
		p.say("%s.\n", red(count(int64(out.Unmet), "step")+" otherwise than expected"))
		return
	}
	p.say("All as expected.\n")
}

// sessionScript prints a recorded session as a script.
func (c *call) sessionScript(key string) error {
	if c.arg(0) != "" || c.has("session") {
		return usagef("--script is for a whole session: leave out the entry, and --session")
	}
	dir, err := c.withoutArgs().ledgerDir()
	if err != nil {
		return err
	}
	var made simulate.Recorded
	any, _ := policy.Preset(policy.FirstPreset)
	opt := replay.Options{
		Policy:  any,
		Session: func(string) bool { return false }, // nothing is decided again
		Record: func(_ ledger.Position, rec *session.Record) {
			if rec.Session == key {
				made.Record(rec)
			}
		},
	}
	if _, _, err := c.replay(dir, opt); err != nil {
		return err
	}
	script := made.Script()
	if script == nil {
		return fmt.Errorf("the ledger has no session %s\n`provenancectl sessions` lists them", key)
	}
	if len(script.Steps) > simulate.MaxSteps {
		script.Steps = script.Steps[:simulate.MaxSteps]
	}
	others := 0
	if p, _, err := c.namedPolicy(); err == nil { // without one, what was recorded is expected
		others = script.Settle(script.Play(p))
	}
	text := script.YAML()
	return result(c, struct {
		Session string `json:"session"`
		Script  string `json:"script"`
		Others  int    `json:"others"` // calls that come to something else without the words that are not recorded
	}{key, string(text), others}, func() { c.out.document(text) })
}
