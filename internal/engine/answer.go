package engine

import (
	"slices"
	"time"

	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// What became of the calls that waited for the owner: what they said, by which way, and
// when. The record of a held call is older than that, so whoever explains it looks here.

// Answer is what became of a code, or of some of what it named. The session keeps the latest.
type Answer struct {
	Nonce string
	What  string // approved, denied; or without an answer burned, expired, reset
	Way   string `json:",omitzero"` // chat, prompt or cli
	By    string `json:",omitzero"` // cli, or the owner by their id
	At    time.Time
	Calls []AnsweredCall
}

// AnsweredCall is a call that the answer is about.
type AnsweredCall struct {
	Tool   string
	CallID string `json:",omitzero"` // empty for a run of a wrapped tool
	Turn   int    `json:",omitzero"`
	Params Hash
}

const (
	maxAnswers       = 16
	maxAnsweredCalls = 8 // of one answer

	answerApproved = "approved"
	answerExpired  = "expired"
	answerBurned   = "burned"
	answerReset    = "reset"

	wayChat   = "chat"   // a command that the owner sent
	wayPrompt = "prompt" // the gateway's own prompt, mostly its buttons
	wayCLI    = "cli"
)

// way is by which way the owner says what they say.
func (d *draft) way() string {
	switch d.ev.hook {
	case hookApprove, hookDeny, hookReset:
		return wayCLI
	}
	if p, ok := d.ev.payload.Event.(*wire.CommandEvent); ok && p.ToolCallID != "" {
		return wayPrompt
	}
	return wayChat
}

// answer notes what has become of a code, as far as it is about calls of some tools.
func (s *State) answer(p *Pending, a Answer, about func(tool string) bool, now time.Time) {
	if !p.waiting(now) {
		a = Answer{What: answerExpired, At: p.Expires}
	}
	a.Nonce = p.Nonce
	for i := range p.Calls {
		if c := &p.Calls[i]; about(c.Tool) {
			a.Calls = append(a.Calls, AnsweredCall{c.Tool, c.CallID, c.Turn, c.Params})
		}
	}
	if len(a.Calls) == 0 {
		return
	}
	a.Calls = slices.Clone(lastN(a.Calls, maxAnsweredCalls))
	s.Answers = lastN(append(s.Answers, a), maxAnswers)
}

func anyTool(string) bool { return true }

// expired is that nobody has answered a code in time.
func (p *Pending) expired() *Answer {
	a := &Answer{Nonce: p.Nonce, What: answerExpired, At: p.Expires}
	for i := range p.Calls {
		c := &p.Calls[i]
		a.Calls = append(a.Calls, AnsweredCall{c.Tool, c.CallID, c.Turn, c.Params})
	}
	return a
}

// answerTo finds the latest answer about one of the calls that match; nil where there is none.
func (s *State) answerTo(match func(*Answer, *AnsweredCall) bool, now time.Time) *Answer {
	about := func(a *Answer) bool {
		return slices.ContainsFunc(a.Calls, func(c AnsweredCall) bool { return match(a, &c) })
	}
	for i := len(s.Codes) - 1; i >= 0; i-- {
		p := &s.Codes[i]
		if a := p.expired(); about(a) {
			if p.waiting(now) {
				return nil
			}
			return a
		}
	}
	for i := len(s.Answers) - 1; i >= 0; i-- {
		if a := &s.Answers[i]; about(a) {
			return a
		}
	}
	return nil
}

func wayText(way string) string {
	switch way {
	case wayChat:
		return " in the chat"
	case wayPrompt:
		return " at the gateway's prompt"
	case wayCLI:
		return " with provenancectl"
	}
	return "" // a record of an earlier version
}

// AnswerView is what became of a call that was held.
type AnswerView struct {
	Answer string    `json:"answer"`       // approved or denied; without an answer expired, burned or reset
	Way    string    `json:"way,omitzero"` // chat, prompt or cli
	By     string    `json:"by,omitzero"`  // cli, or the owner by their id
	At     time.Time `json:"at"`
}

func (a *Answer) view() *AnswerView {
	if a == nil {
		return nil
	}
	return &AnswerView{Answer: a.What, Way: a.Way, By: a.By, At: a.At.UTC()}
}

// Says is the answer in words, without its time.
func (a *AnswerView) Says() string {
	switch a.Answer {
	case answerExpired:
		return "nobody answered in time: the code expired"
	case answerReset:
		return "a trust reset closed the code"
	case answerBurned:
		return "too many wrong codes burned the code"
	}
	return a.Answer + " by the owner" + wayText(a.Way)
}

func (a *AnswerView) text() string { return a.Says() + ", at " + a.At.Format(time.RFC3339) }

// answered is what has become of the call that a record judges.
func (e *Engine) answered(r *Record) *Answer {
	s, err := e.known(r.Session)
	if err != nil {
		return nil
	}
	defer s.mu.Unlock()
	j, now := r.Judgement, e.opt.Now()
	if offer := r.offer(); offer != nil {
		return s.state.answerTo(func(a *Answer, c *AnsweredCall) bool {
			return a.Nonce == offer.Nonce && (c.Tool == offer.Tool || offer.Tool == "")
		}, now)
	}
	if j.Mode != trust.Confirm || j.CallID == "" {
		return nil
	}
	allowed := j.Verdict == trust.VerdictAllow
	return s.state.answerTo(func(a *Answer, c *AnsweredCall) bool {
		return c.CallID == j.CallID && toolOf(c.Tool) == j.Tool && c.Turn == r.Turn && a.At.Before(r.Time) == allowed && (!allowed || a.What == answerApproved)
	}, now)
}

// answers puts into a turn's graph what the owner has said to its calls.
func (s *State) answers(t *Turn, g *TurnGraph, now time.Time) {
	for i := range g.Nodes {
		n := t.node(i)
		if n.Kind != KindToolCall || n.CallID == "" {
			continue
		}
		a := s.answerTo(func(_ *Answer, c *AnsweredCall) bool {
			return c.CallID == n.CallID && toolOf(c.Tool) == n.Tool && c.Turn == t.Number && c.Params == asHeld(n.Hash)
		}, now)
		if a == nil {
			continue
		}
		if g.Nodes[i].Metadata == nil {
			g.Nodes[i].Metadata = map[string]string{}
		}
		g.Nodes[i].Metadata["answer"] = a.view().text()
	}
}
