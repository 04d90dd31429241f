package engine

import (
	"slices"

	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// Calls in the model: their results, the decisions on them, and what came back.

func outputOf(c *modelCall) trust.Level {
	if level, ok := modelCommands[c.param]; ok && c.tool == "exec" {
		return level
	}
	return modelTools[c.tool].output
}

// returns is outputOf, and what a session has seen that a call reads from; if that is unknown when
// the call has returned, it is untrusted.
func (m *model) returns(e *modelEvent, c *modelCall) trust.Level {
	switch o := m.known(c.param); {
	case c.tool != "sessions_history" || c.param == e.session:
		return outputOf(c)
	case o != nil:
		return min(outputOf(c), o.level)
	case e.hook == wire.AfterToolCall:
		return trust.Untrusted
	}
	return outputOf(c)
}

// toOwner: a message in the owner's own direct chat, or in a session that they spawned.
func (m *model) toOwner(s *modelSession, e *modelEvent) bool {
	return e.ctx.SenderIsOwner == wire.Yes || s.byOwner && !isStranger(&e.ctx) &&
		(s.spawnTurn == s.turns || e.ctx.InputProvenance != nil || e.ctx.MessageProvider == "")
}

// table is the decision on a call at a level by the tables of tools and risks.
func (m *model) table(s *modelSession, e *modelEvent, c *modelCall, at trust.Level) trust.Mode {
	if c.tool == "message" && m.toOwner(s, e) {
		return trust.Allow
	}
	tool, mode := modelTools[c.tool], trust.Allow
	switch tool.call {
	case "by taint":
		mode = m.policy.byTaint[at]
	case "asks":
		mode = trust.Confirm
	case "unknown":
		mode = min(m.policy.byTaint[trust.Untrusted], m.policy.byTaint[at])
	}
	if risk, ok := m.policy.risk[tool.risk]; ok {
		mode = min(mode, risk)
	}
	return mode
}

// judge is the strictest of the layers; staged says that the memory guard blocks it.
func (m *model) judge(s *modelSession, e *modelEvent, c *modelCall, at trust.Level) (mode trust.Mode, staged *modelStaged) {
	mode = m.table(s, e, c, at)
	if c.tool == "write" && c.param == modelMemory {
		live := s.level
		for _, other := range s.turn.calls {
			if other != c && other.unreported() {
				live = min(live, other.output)
			}
		}
		if live < trust.Trusted {
			mode, staged = trust.Restrict, &modelStaged{session: e.session, level: live}
		}
	}
	if s.turn.blocked {
		mode = trust.Restrict
	}
	return mode, staged
}

// call is what before_tool_call asks.
func (m *model) call(s *modelSession, e *modelEvent) modelAnswer {
	m.inTurn(s, e)
	t, c := s.turn, e.calls[0]
	known := t.find(c.id, c.tool)
	at := t.asked
	if t.llmCalls == 0 || t.unheard || c.id != "" && t.announces && t.askedBy(c) != t.llmCalls {
		at = s.level // the LLM call that asked for it is unknown
	}
	mode, staged := m.judge(s, e, c, at)
	if mode == trust.Confirm && m.granted(s, c, at) {
		mode = trust.Allow
	}
	state := "running"
	if mode != trust.Allow {
		state = "denied"
	}
	switch {
	case known != nil && known.state == "announced" && state == "denied" && known.told != c.told:
		known.state = "denied"
		t.add(c, state, m.returns(e, c)) // with other parameters than were announced
	case known != nil && (known.state == "announced" || known.state == "running" && state == "running" && known.tool == c.tool):
		known.state, known.output = state, min(known.output, m.returns(e, c))
	default:
		t.add(c, state, m.returns(e, c))
	}
	switch {
	case mode == trust.Allow:
		return modelAnswer{verdict: trust.VerdictAllow}
	case staged != nil:
		m.staged = append(m.staged, *staged)
	case mode == trust.Confirm:
		return m.hold(s, c, at)
	}
	return modelAnswer{verdict: trust.VerdictDeny, block: true}
}

// hold offers the latest code again if it was shown for the same call and has half its time,
// otherwise a new one that names everything that waits.
func (m *model) hold(s *modelSession, c *modelCall, at trust.Level) modelAnswer {
	wait := modelWaiting{c.tool, c.id, c.told, s.turns, at}
	codes, by := m.codes(s), s.turn.by
	a := modelAnswer{verdict: trust.VerdictDeny, block: true}
	if len(codes) > 0 {
		last := codes[len(codes)-1]
		was := last.latest(c.tool)
		if was != nil && was.told == c.told && was.level == at && last.expires.Sub(m.now) >= m.policy.ttl/2 {
			if !slices.ContainsFunc(last.waits, func(w modelWaiting) bool {
				return w.tool == c.tool && w.id == c.id && (w.turn == s.turns || c.id == "")
			}) {
				last.waits = append(last.waits, wait)
			}
			a.code, a.tools, a.expires = last.code, last.tools, last.expires
			return a
		}
	}
	code := &modelCode{level: at, by: by, expires: m.now.Add(m.policy.ttl)}
	for _, other := range codes {
		if other.by != by {
			code.by = ""
		}
		for _, tool := range other.tools {
			if !slices.Contains(code.tools, tool) {
				code.tools = append(code.tools, tool)
			}
		}
	}
	for _, tool := range code.tools {
		if tool == c.tool {
			continue
		}
		for _, other := range slices.Backward(codes) {
			if was := other.latest(tool); was != nil {
				code.waits, code.level = append(code.waits, *was), min(code.level, was.level)
				break
			}
		}
	}
	if !slices.Contains(code.tools, c.tool) {
		code.tools = append(code.tools, c.tool)
	}
	code.waits = append(code.waits, wait)
	s.codes = append(s.codes, code)
	a.code, a.tools, a.expires = "new", code.tools, code.expires
	return a
}

// codes are those that wait.
func (m *model) codes(s *modelSession) []*modelCode {
	return slices.DeleteFunc(slices.Clone(s.codes), func(c *modelCode) bool { return !m.now.Before(c.expires) })
}

func (c *modelCode) latest(tool string) *modelWaiting {
	for i := range slices.Backward(c.waits) {
		if c.waits[i].tool == tool {
			return &c.waits[i]
		}
	}
	return nil
}

// granted finds the owner's grant, and uses up one that is for one call.
func (m *model) granted(s *modelSession, c *modelCall, at trust.Level) bool {
	once := -1
	for i, g := range s.grants {
		switch {
		case g.tool != c.tool,
			m.policy.follows && at < g.level,
			g.call != "" && g.call != c.id,
			g.once && g.told != c.told,
			g.turn != 0 && (g.turn != s.turns || g.skips(s.turn)),
			g.turn == 0 && !m.now.Before(g.until):
		case !g.once:
			return true
		default:
			once = i
		}
	}
	if once >= 0 {
		s.grants = slices.Delete(slices.Clone(s.grants), once, once+1)
	}
	return once >= 0
}

// result is what came back.
func (m *model) result(s *modelSession, e *modelEvent) {
	m.inTurn(s, e)
	c := *e.calls[0]
	if e.hook == wire.ToolResultPersist {
		c.param, c.told = "", ""
	}
	level := outputOf(&c)
	known := s.turn.find(c.id, c.tool)
	if e.hook == wire.AfterToolCall && known != nil && known.state == "returned" && known.tool != c.tool {
		known = nil // another call of the same id
	}
	switch {
	case known == nil:
		known = s.turn.add(&c, "running", level)
	case known.state == "denied":
		return // our own word
	case known.state == "returned" && (e.hook == wire.ToolResultPersist || level >= known.output):
		return // seen already
	}
	level = min(level, known.output)
	known.state, known.output = "returned", level
	s.turn.calledSince = true
	s.level = min(s.level, level, m.returns(e, &c))
}
