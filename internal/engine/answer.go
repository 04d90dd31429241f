package engine

import (
	"time"

	"github.com/provenanced/provenanced/internal/decide"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/texts"
	"github.com/provenanced/provenanced/internal/trust"
)

// AnswerView is the outcome of a held call.
type AnswerView struct {
	Answer string    `json:"answer"`       // approved or denied; without an answer: covered, expired, burned or reset
	Way    string    `json:"way,omitzero"` // chat, prompt or cli
	By     string    `json:"by,omitzero"`  // cli, or the owner by their id
	At     time.Time `json:"at"`
}

func answerView(a *session.Answer) *AnswerView {
	if a == nil {
		return nil
	}
	return &AnswerView{Answer: a.What, Way: a.Way, By: a.By, At: a.At.UTC()}
}

// Says is the answer in words, without its time.
func (a *AnswerView) Says() string {
	switch a.Answer {
	case session.AnswerCovered:
		return texts.AnswerCovered(decide.WayText(a.Way))
	case session.AnswerExpired:
		return texts.AnswerExpired
	case session.AnswerReset:
		return texts.AnswerReset
	case session.AnswerBurned:
		return texts.AnswerBurned
	}
	return texts.Answered(a.Answer, decide.WayText(a.Way))
}

func (a *AnswerView) text() string { return texts.AnsweredAt(a.Says(), a.At) }

// answered returns the outcome of the call that a record judges.
func (e *Engine) answered(r *session.Record) *session.Answer {
	s, err := e.known(r.Session)
	if err != nil {
		return nil
	}
	defer s.mu.Unlock()
	j, now := r.Judgement, e.opt.Now()
	if nonce, tool, offered := codeOffered(r); offered {
		return s.state.AnswerTo(func(a *session.Answer, c *session.AnsweredCall) bool {
			return a.Nonce == nonce && (c.Tool == tool || tool == "")
		}, now)
	}
	if j.Mode != trust.Confirm || j.CallID == "" {
		return nil
	}
	allowed := j.Verdict == trust.VerdictAllow
	return s.state.AnswerTo(func(a *session.Answer, c *session.AnsweredCall) bool {
		return c.CallID == j.CallID && decide.ToolOf(c.Tool) == j.Tool && c.Turn == r.Turn && a.At.Before(r.Time) == allowed && (!allowed || a.What == session.AnswerApproved)
	}, now)
}

// putAnswers adds the owner's answers to the calls in a turn's graph.
func putAnswers(s *session.State, t *session.Turn, g *TurnGraph, now time.Time) {
	for i := range g.Nodes {
		n := t.Node(i)
		if n.Kind != session.KindToolCall || n.CallID == "" {
			continue
		}
		a := s.AnswerTo(func(_ *session.Answer, c *session.AnsweredCall) bool {
			return c.CallID == n.CallID && decide.ToolOf(c.Tool) == n.Tool && c.Turn == t.Number && c.Params == session.AsHeld(n.Hash)
		}, now)
		if a == nil {
			continue
		}
		if g.Nodes[i].Metadata == nil {
			g.Nodes[i].Metadata = map[string]string{}
		}
		g.Nodes[i].Metadata["answer"] = answerView(a).text()
	}
}
