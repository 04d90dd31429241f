package session

import (
	"slices"
	"time"

	"github.com/provenanced/provenanced/internal/trust"
)

// Changes of codes, grants and answers.

// HeldCall is the call that a code is shown for.
type HeldCall struct {
	Tool   string `json:"tool,omitzero"`
	CallID string `json:"callId,omitzero"` // empty for a run of a wrapped tool
	Params Hash   `json:"params,omitzero"` // see ParamsHash; zero in records of earlier versions, which kept no calls
	Source string `json:"source,omitzero"` // the call whose result has all the values that it is held for, if an approval covers that result

	Consents []Consent `json:"consents,omitzero"` // the values that it is held for and that an approval can cover permanently
}

// hold keeps the call that a code is shown for.
func (p *Pending) hold(c *HeldCall, turn int, level trust.Level) {
	if c.Params == (Hash{}) {
		return
	}
	if c.CallID == "" {
		turn = 0
	}
	if !p.NamesAs(c.Tool, c.CallID, turn, c.Params) {
		p.Calls = append(slices.Clone(p.Calls), WaitingCall{c.Tool, c.CallID, turn, c.Params, level, c.Source, c.Consents})
	}
}

// CodeIssued is a new code for a held call.
type CodeIssued struct {
	Nonce string      `json:"nonce,omitzero"` // the code is derived from it with a key
	Tools []string    `json:"tools,omitzero"` // that it covers: the call's, and those already waiting
	Level trust.Level `json:"level,omitzero"` // at which the call is held
	Until time.Time   `json:"until,omitzero"`
	By    string      `json:"text,omitzero"` // who began the turns whose calls wait; empty for the owner, and for several people
	HeldCall
}

// Op is "code_issued".
func (c *CodeIssued) Op() Op { return "code_issued" }

// apply adds the code. The code is shown for one call, and also covers the tools already waiting.
// Earlier codes were shown before this call, so they do not cover it.
func (c *CodeIssued) apply(s *State, now time.Time) {
	p := Pending{Nonce: c.Nonce, Tools: c.Tools, Level: c.Level, Expires: c.Until, Since: now, By: c.By}
	for _, tool := range c.Tools {
		if tool == c.Tool {
			continue
		}
		for i := len(s.Codes) - 1; i >= 0; i-- {
			old := &s.Codes[i]
			if !old.Waiting(now) || !slices.Contains(old.Tools, tool) {
				continue
			}
			if call := old.latest(tool); call != nil {
				p.Calls = append(p.Calls, *call)
			}
			p.Level = trust.Lowest(p.Level, old.LevelOf(tool))
			break
		}
	}
	p.hold(&c.HeldCall, s.Turns, c.Level)
	s.Codes = append(slices.Clone(s.Codes), p)
	for i := 0; len(s.Codes) > MaxCodes && i < len(s.Codes); { // the oldest expired ones
		if old := &s.Codes[i]; old.Waiting(now) {
			i++
			continue
		}
		s.answer(&s.Codes[i], Answer{}, anyCall, now)
		s.Spent = lastN(append(s.Spent, s.Codes[i].Nonce), maxSpent)
		s.Codes = slices.Delete(s.Codes, i, i+1)
	}
}

// CodeShown records that a code was shown again, for the same call under another id.
type CodeShown struct {
	Nonce string `json:"nonce,omitzero"`
	HeldCall
}

// Op is "code_shown".
func (c *CodeShown) Op() Op { return "code_shown" }

func (c *CodeShown) apply(s *State, _ time.Time) {
	if i := s.CodeNamed(c.Nonce); i >= 0 && c.Params != (Hash{}) {
		s.Codes = slices.Clone(s.Codes)
		s.Codes[i].hold(&c.HeldCall, s.Turns, s.Codes[i].LevelOf(c.Tool))
	}
}

// CodeJoined was recorded by earlier versions when a further call was held: the latest code covers
// more, and longer.
type CodeJoined struct {
	Tools []string    `json:"tools,omitzero"` // all that the code covers from then on
	Level trust.Level `json:"level,omitzero"`
	Until time.Time   `json:"until,omitzero"`
	By    string      `json:"text,omitzero"` // as in CodeIssued
	HeldCall
}

// Op is "code_joined".
func (c *CodeJoined) Op() Op { return "code_joined" }

func (c *CodeJoined) apply(s *State, now time.Time) {
	i := len(s.Codes) - 1
	if i < 0 {
		return
	}
	s.Codes = slices.Clone(s.Codes)
	p := &s.Codes[i]
	p.Tools, p.Expires, p.Since, p.Level, p.By = c.Tools, c.Until, now, c.Level, c.By
	p.hold(&c.HeldCall, s.Turns, c.Level)
}

// CodeClosed ends one code or all.
type CodeClosed struct {
	Nonce string `json:"nonce,omitzero"`   // of the code; empty for all
	What  string `json:"text,omitzero"`    // the outcome: denied or burned
	By    string `json:"sender,omitzero"`  // who denied it: the owner by their id, or cli
	Way   string `json:"channel,omitzero"` // how they denied it: chat, prompt or cli
}

// Op is "code_closed".
func (c *CodeClosed) Op() Op { return "code_closed" }

func (c *CodeClosed) apply(s *State, now time.Time) {
	s.closeCodes(func(p *Pending) bool {
		closes := c.Nonce == "" || c.Nonce == p.Nonce
		if closes {
			s.answer(p, Answer{What: c.What, Way: c.Way, By: c.By, At: now}, anyCall, now)
		}
		return closes
	})
}

// CodeNamed returns the index of the code with a nonce, or -1.
func (s *State) CodeNamed(nonce string) int {
	return slices.IndexFunc(s.Codes, func(p Pending) bool { return p.Nonce == nonce })
}

// closeCodes ends codes, which cover nothing afterwards.
func (s *State) closeCodes(which func(*Pending) bool) {
	var left Codes
	for i := range s.Codes {
		if p := &s.Codes[i]; which(p) {
			s.Spent = lastN(append(s.Spent, p.Nonce), maxSpent)
		} else {
			left = append(left, *p)
		}
	}
	s.Codes = left
}

// latest is a tool's most recent waiting call; nil if an earlier version recorded none.
func (p *Pending) latest(tool string) *WaitingCall {
	for i := len(p.Calls) - 1; i >= 0; i-- {
		if p.Calls[i].Tool == tool {
			return &p.Calls[i]
		}
	}
	return nil
}

// LevelOf is the level at which a tool's call was held.
func (p *Pending) LevelOf(tool string) trust.Level {
	if call := p.latest(tool); call != nil {
		return call.Level
	}
	return p.Level
}

// WrongCode is an entered code that is not pending.
type WrongCode struct{}

// Op is "wrong_code".
func (c *WrongCode) Op() Op { return "wrong_code" }

func (c *WrongCode) apply(s *State, now time.Time) {
	recent := DeleteFunc(s.Wrong, func(at *time.Time) bool { return now.Sub(*at) >= wrongCodeWindow })
	s.Wrong = append(recent, now)
}

// Granted is an approval of tools: until a time, for a turn, or once.
type Granted struct {
	Tools   []string    `json:"tools,omitzero"`
	Level   trust.Level `json:"level,omitzero"`   // at and above which they pass
	Nonce   string      `json:"nonce,omitzero"`   // of the code, if one was named
	Until   time.Time   `json:"until,omitzero"`   // zero for a turn's
	Turn    int         `json:"n,omitzero"`       // the turn that it is for; 0 for a timed one
	By      string      `json:"text,omitzero"`    // who may begin that turn, besides the owner
	Outside bool        `json:"flag,omitzero"`    // given outside of a turn's hooks
	Once    bool        `json:"once,omitzero"`    // for one call
	CallID  string      `json:"callId,omitzero"`  // of that call, if its prompt names it
	Params  Hash        `json:"params,omitzero"`  // of that call; see ParamsHash
	From    string      `json:"sender,omitzero"`  // who gave it: the owner by their id, or cli
	Way     string      `json:"channel,omitzero"` // how they gave it: chat, prompt or cli
	Source  string      `json:"source,omitzero"`  // the call whose result they agreed to; it approves no call by itself
	Mark    Mark        `json:"mark,omitzero"`    // the value that they consented to; nor does that
}

// Op is "granted".
func (c *Granted) Op() Op { return "granted" }

func (c *Granted) apply(s *State, now time.Time) {
	consents := c.Mark != Mark{}
	s.Grants = DeleteFunc(s.Grants, func(g *Grant) bool {
		again := !c.Once && !g.Consents() && slices.Contains(c.Tools, g.Tool)
		if consents {
			again = g.Mark == c.Mark
		}
		return again || g.Turn == 0 && !g.lasts(now)
	})
	for _, tool := range c.Tools {
		g := Grant{Tool: tool, Until: c.Until, Since: now, Turn: c.Turn, By: c.By, From: c.From, Way: c.Way, Outside: c.Outside, Once: c.Once, CallID: c.CallID, Params: c.Params, Level: c.Level, Source: c.Source, Mark: c.Mark}
		s.grant(g)
	}
	if consents {
		return
	}
	given := Answer{What: AnswerApproved, Way: c.Way, By: c.From, At: now}
	var meant []WaitingCall
	approved := func(h *WaitingCall) bool { return slices.Contains(c.Tools, h.Tool) }
	s.Codes = slices.Clone(s.Codes)
	for i := range s.Codes {
		if p := &s.Codes[i]; c.Nonce == "" || c.Nonce == p.Nonce {
			meant = append(meant, p.Calls...)
			s.answer(p, given, approved, now)
			p.Tools = DeleteFunc(p.Tools, func(t *string) bool { return slices.Contains(c.Tools, *t) })
			p.Calls = DeleteFunc(p.Calls, approved)
		}
	}
	// A tool that only other codes name may be unknown to the owner: it passes as well, but that is
	// not their answer to it.
	named := func(h *WaitingCall) bool {
		return approved(h) && slices.ContainsFunc(meant, func(m WaitingCall) bool { return m.Tool == h.Tool && m.Params == h.Params })
	}
	covered := given
	covered.What = AnswerCovered
	s.closeCodes(func(p *Pending) bool {
		closes := s.answered(p, now)
		if closes {
			s.answer(p, given, named, now)
			s.answer(p, covered, func(h *WaitingCall) bool { return !named(h) }, now)
		}
		return closes
	})
}

// answered reports whether everything that a code names was approved, by this code or another.
func (s *State) answered(p *Pending, now time.Time) bool {
	for _, tool := range p.Tools {
		stands := slices.ContainsFunc(s.Grants, func(g Grant) bool {
			return g.Tool == tool && !g.Consents() && g.Stands(now) && g.CallID == "" && g.Level <= p.Level &&
				(!g.Once || g.ForOneCall() && p.Names(tool, g.Params))
		})
		if !stands {
			return false
		}
	}
	return true
}

// grant adds a grant. If there are too many, the oldest of its kind is dropped.
func (s *State) grant(g Grant) {
	most, alike, oldest := MaxGrants, 0, -1
	if g.Consents() {
		most = MaxConsents
	}
	for i := range s.Grants {
		if s.Grants[i].Consents() != g.Consents() {
			continue
		}
		if alike++; oldest < 0 {
			oldest = i
		}
	}
	s.Grants = append(slices.Clone(s.Grants), g)
	if alike >= most {
		s.Grants = slices.Delete(s.Grants, oldest, oldest+1)
	}
}

// GrantUsed records that a call has used up a grant for one call.
type GrantUsed struct {
	Tool  string `json:"tool,omitzero"`
	Grant string `json:"text,omitzero"` // its ID
	Place int    `json:"n,omitzero"`    // index among the grants, in older records, which have no ID
}

// Op is "grant_used".
func (c *GrantUsed) Op() Op { return "grant_used" }

func (c *GrantUsed) apply(s *State, _ time.Time) {
	i := 0
	s.Grants = DeleteFunc(s.Grants, func(g *Grant) bool {
		i++
		return g.Once && (c.Grant == g.ID() || c.Grant == "" && i-1 == c.Place)
	})
}

// Withdrawn ends a grant before its time.
type Withdrawn struct {
	Tool  string `json:"tool,omitzero"`
	Grant string `json:"text,omitzero"` // its ID
}

// Op is "withdrawn".
func (c *Withdrawn) Op() Op { return "withdrawn" }

func (c *Withdrawn) apply(s *State, _ time.Time) {
	s.Grants = DeleteFunc(s.Grants, func(g *Grant) bool { return g.ID() == c.Grant })
}

// endGrants ends the grants of this turn. Two kinds move to the next turn instead: those given
// between the hooks of a turn that its gateway then abandoned, and those given for another person's
// turn.
func (s *State) endGrants(givenUp bool) {
	s.Grants = slices.Clone(s.Grants)
	for i := range s.Grants {
		if g := &s.Grants[i]; g.Turn == s.Turns && (givenUp && g.Outside || g.Skips(s.Turn)) {
			g.Turn, g.Outside = s.Turns+1, false
		}
	}
	s.Grants = DeleteFunc(s.Grants, func(g *Grant) bool { return g.Turn != 0 && g.Turn <= s.Turns })
}
