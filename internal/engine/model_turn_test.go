package engine

import (
	"slices"

	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// Turns in the model: who began them, what the context contains, which calls they have.

// producer is the level of whoever wrote the turn's message.
func (m *model) producer(s *modelSession, e *modelEvent) trust.Level {
	c := &e.ctx
	if p := c.InputProvenance; p != nil {
		from := p.SourceSessionKey
		if from == e.session {
			return s.level
		}
		if o := m.known(from); o != nil {
			return o.level
		}
		return trust.Untrusted
	}
	switch {
	case m.fromSpawner(s, e), !isStranger(c) && c.MessageProvider == "", c.MessageProvider == "cron", c.SenderIsOwner == wire.Yes:
		return trust.Trusted
	case c.SenderID != "":
		return trust.External
	}
	return trust.Untrusted
}

// fromSpawner: the turn that a session was spawned for is its spawner's; later turns are not.
func (m *model) fromSpawner(s *modelSession, e *modelEvent) bool {
	return e.ctx.SpawnedBy != "" && s.spawnTurn == s.turns && e.ctx.SenderID == ""
}

// isStranger: a person who is said not to be the owner.
func isStranger(c *wire.Ctx) bool { return c.SenderID != "" && c.SenderIsOwner == wire.No }

// who names the producer of the turn's message; the owner has no name.
func (m *model) who(s *modelSession, e *modelEvent) string {
	c := &e.ctx
	if c.SenderIsOwner == wire.Yes && c.MessageProvider != "cron" && human(s, e) {
		return ""
	}
	kind := "a person"
	switch {
	case c.InputProvenance != nil && c.InputProvenance.SourceSessionKey == e.session:
		kind = "itself"
	case c.InputProvenance != nil && m.known(c.InputProvenance.SourceSessionKey) == nil:
		kind = "an unknown session"
	case c.InputProvenance != nil:
		kind = "a session at " + m.producer(s, e).String()
	case m.fromSpawner(s, e):
		kind = "its spawner"
	case c.MessageProvider == "" && c.SenderIsOwner == wire.Yes:
		kind = "owner"
	case c.MessageProvider == "" && !isStranger(c), c.MessageProvider == "cron":
		kind = "the system: " + c.MessageProvider
	}
	return kind + " " + c.SenderID
}

// hasSay: a person who joins the turn was not there when the owner approved.
func (m *model) hasSay(s *modelSession, e *modelEvent) {
	who := m.who(s, e)
	if who == "" || who == s.turn.by {
		return
	}
	s.turn.joined = who
	s.grants = slices.DeleteFunc(slices.Clone(s.grants), func(g modelGrant) bool {
		return g.turn == s.turns && g.call == "" && !g.skips(s.turn)
	})
}

// human: nothing that another session wrote, or that is said in a spawned session, is the owner's
// word. Only the answer to a prompt comes from whoever answered.
func human(s *modelSession, e *modelEvent) bool {
	if e.ctx.InputProvenance != nil || e.ctx.SpawnedBy != "" {
		return false
	}
	return s.spawnedBy == "" || e.hook == wire.Command
}

func (s *modelSession) open() bool { return s.turn != nil && s.turn.open }

func (m *model) startTurn(s *modelSession, e *modelEvent) {
	if s.open() {
		m.endGrants(s, true)
	}
	s.turns++
	if s.turns > s.clearedIn+1 {
		s.cleared = trust.Trusted
	}
	s.turn = &modelTurn{open: true, fromOwner: e.ctx.SenderIsOwner == wire.Yes && human(s, e), sender: e.ctx.SenderID, by: m.who(s, e)}
	s.level = min(s.level, m.producer(s, e))
}

func (m *model) inTurn(s *modelSession, e *modelEvent) {
	t := s.turn
	if !s.open() {
		m.startTurn(s, e)
		return
	}
	notOwner := e.ctx.SenderIsOwner == wire.No && (t.fromOwner || !t.assembled)
	if notOwner || e.ctx.SenderID != "" && e.ctx.SenderID != t.sender || e.ctx.InputProvenance != nil {
		who := m.who(s, e) // of a session, by its level before this
		s.level = min(s.level, m.producer(s, e))
		if who != t.joined {
			m.hasSay(s, e)
		}
	}
}

// joined: a message that arrives during a turn may become a part of it, and what another session
// wrote a part of any later one.
func (m *model) joined(s *modelSession, e *modelEvent) {
	c := &e.ctx
	stranger := s.open() && (c.SenderIsOwner == wire.No ||
		c.SenderID != "" && c.SenderID != s.turn.sender && !slices.Contains(s.owners, c.SenderID))
	if stranger || c.InputProvenance != nil {
		s.level = min(s.level, m.producer(s, e))
		if s.open() {
			m.hasSay(s, e)
		}
	}
}

func (m *model) endTurn(s *modelSession, givenUp bool) {
	if !s.open() {
		return
	}
	s.assumeReturned()
	s.turn.open = false
	m.endGrants(s, givenUp)
}

// endGrants: a turn's grants end with it. What the owner granted between the hooks of an abandoned
// turn was meant for the next one.
func (m *model) endGrants(s *modelSession, givenUp bool) {
	var left []modelGrant
	for _, g := range s.grants {
		if g.turn == s.turns && (givenUp && g.forNext || g.skips(s.turn)) {
			g.turn, g.forNext = s.turns+1, false
		}
		if g.turn == 0 || g.turn > s.turns {
			left = append(left, g)
		}
	}
	s.grants = left
}

// unreported: an announced call counts as returned although nobody has said so, unless it was
// denied.
func (c *modelCall) unreported() bool {
	return c.state == "announced" || c.state == "running" && c.expected
}

// expects: a call with its id and tool was announced before, and has not returned.
func (t *modelTurn) expects(c *modelCall) bool { return t.askedBy(c) >= 0 }

// askedBy is the LLM call that asked for such a call last; -1 if none has.
func (t *modelTurn) askedBy(c *modelCall) int {
	for _, other := range slices.Backward(t.calls) {
		if other.expected && other.id == c.id && other.tool == c.tool && other.state != "returned" {
			return other.llmCall
		}
	}
	return -1
}

// assumeReturned: announced calls whose results nobody reported count as returned.
func (s *modelSession) assumeReturned() {
	for _, c := range s.turn.calls {
		if c.unreported() {
			c.state = "returned"
			s.turn.calledSince = true
			s.level = min(s.level, c.output)
		}
	}
}

// fresh: the history is gone, and the taint with it, except what was inherited.
func (s *modelSession) fresh() {
	if s.cleared = min(s.cleared, s.level); s.cleared >= s.inherited {
		s.cleared = trust.Trusted
	}
	s.clearedIn = s.turns
	s.level, s.covered, s.coversNext, s.shown = s.inherited, 0, false, 0
	s.codes, s.grants, s.wrong, s.obeyed = nil, nil, nil, ""
}

// notFresh: a history with earlier turns is not that of a new session.
func (s *modelSession) notFresh(e *modelEvent) {
	if e.messages < 0 || s.coversNext || s.covered > 0 {
		return
	}
	if e.messages > 1 {
		s.level = min(s.level, s.cleared)
	}
	if e.messages > 1 || e.hook == wire.BeforeLLMCall {
		s.cleared = trust.Trusted
	}
}

func (m *model) context(s *modelSession, e *modelEvent) {
	if t := s.turn; !s.open() || t.assembled {
		if s.open() {
			s.assumeReturned()
		}
		m.startTurn(s, e)
	}
	t := s.turn
	t.assembled, t.fromOwner, t.sender, t.by = true, e.ctx.SenderIsOwner == wire.Yes && human(s, e), e.ctx.SenderID, m.who(s, e)
	s.level = min(s.level, m.producer(s, e))
	s.notFresh(e)
	if s.covered > 0 && e.messages >= 0 {
		if e.messages < s.shown {
			s.covered = 0 // the history was cut
		}
		s.shown = e.messages
	}
	m.chat(s, e)
	if s.coversNext && e.messages >= 0 {
		s.covered, s.coversNext, s.shown = max(s.covered, e.messages-1), false, e.messages // the last is a user's
	}
	for _, src := range e.sources {
		if src.MessageIndex < s.covered {
			continue
		}
		level := trust.Untrusted // any other word
		switch {
		case src.Trust == "" && src.Tool != "":
			level = modelTools[src.Tool].output
		case src.Trust == "external":
			level = trust.External
		case src.Trust == "trusted":
			level = trust.Trusted
		}
		s.level = min(s.level, level)
	}
	if t.llmCalls > 0 && !t.calledSince {
		t.asked = s.level // the call that was announced before its context
	}
}

func (t *modelTurn) next(given int) int {
	switch {
	case given >= 0:
		return given
	case t.llmCalls == 0, t.looped:
		return t.iteration
	}
	return t.iteration + 1
}

// llmCall: from here on calls are judged at what the context contains now.
func (m *model) llmCall(s *modelSession, n int, looped bool) {
	t := s.turn
	if !t.looped || n != t.iteration { // otherwise loop_iteration_start announced it
		t.llmCalls++
		t.calledSince = false
	}
	t.iteration, t.looped, t.answered, t.announces, t.unheard, t.asked = n, looped, false, false, false, s.level
	if n >= m.policy.iterations {
		t.blocked = true
	}
}

func (t *modelTurn) add(c *modelCall, state string, output trust.Level) *modelCall {
	n := *c
	n.state, n.output = state, output
	n.expected, n.llmCall = state == "announced" || t.expects(c), t.askedBy(c)
	if state == "announced" {
		n.llmCall = t.llmCalls
	}
	t.calls = append(t.calls, &n)
	t.calledSince = true
	return &n
}

// find is the latest call with an id, preferring the tool's own, and one that may still return;
// without an id, the first unfinished one of the tool, preferring one that may have run to a denied
// one.
func (t *modelTurn) find(id, tool string) *modelCall {
	if id != "" {
		all := slices.DeleteFunc(slices.Clone(t.calls), func(c *modelCall) bool { return c.id != id })
		for _, better := range []func(*modelCall) bool{
			func(c *modelCall) bool { return c.tool == tool },
			func(c *modelCall) bool { return c.state == "announced" || c.state == "running" },
		} {
			if slices.ContainsFunc(all, better) {
				all = slices.DeleteFunc(all, func(c *modelCall) bool { return !better(c) })
			}
		}
		if len(all) == 0 {
			return nil
		}
		return all[len(all)-1]
	}
	var denied *modelCall
	for _, c := range t.calls {
		switch {
		case c.id != "" || c.tool != tool || c.state == "returned":
		case c.state != "denied":
			return c
		case denied == nil:
			denied = c
		}
	}
	return denied
}
