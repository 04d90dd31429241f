package engine

import (
	"slices"
	"strings"
	"time"

	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// The owner of the model: what he says in a chat or at a prompt.

// chat obeys a command in a message, once, however often it is shown.
func (m *model) chat(s *modelSession, e *modelEvent) {
	if !strings.HasPrefix(e.text, ".") || !m.mayCommand(s, e, strings.Fields(e.text)[0]) {
		return
	}
	turn := 0
	if e.hook != wire.MessageReceived {
		if s.turn.joined != "" {
			return // the last message may be another's
		}
		turn = s.turns
		if s.obeyed == e.text && (s.obeyedIn == 0 || s.obeyedIn == turn) {
			s.obeyedIn = turn
			return
		}
	}
	s.obeyed, s.obeyedIn = e.text, turn
	m.command(s, e, false)
}

func (m *model) mayCommand(s *modelSession, e *modelEvent, name string) bool {
	if !human(s, e) || e.ctx.MessageProvider == "cron" && e.hook != wire.Command {
		return false
	}
	if e.ctx.SenderIsOwner != wire.Unknown {
		return e.ctx.SenderIsOwner == wire.Yes
	}
	return name == ".reset-trust" && !m.policy.verified && !m.ownerField && !s.ownerField
}

// command does what the owner says and reports whether it was done.
func (m *model) command(s *modelSession, e *modelEvent, ask bool) bool {
	words := strings.Fields(e.text)
	if ask && !m.mayCommand(s, e, words[0]) {
		return false
	}
	switch words[0] {
	case ".reset-trust":
		level := trust.Trusted
		if len(words) > 1 && words[1] == "external" {
			level = trust.External
		}
		shown := -1
		if e.hook == wire.ContextAssembled || e.hook == wire.BeforeLLMCall {
			shown = e.messages
		}
		m.reset(s, level, shown)
	case ".deny":
		return m.deny(s, words[1])
	case ".withdraw":
		return m.withdraw(s, words[1])
	case ".approve":
		how := ""
		if len(words) > 3 {
			how = words[3]
		}
		call := ""
		if e.hook == wire.Command && len(e.calls) > 0 {
			call = e.calls[0].id
		}
		inside := e.hook == wire.ContextAssembled || e.hook == wire.BeforeLLMCall
		return m.approve(s, words[1], words[2], how, call, inside)
	}
	return true
}

// reset: the owner has read what the session holds. shown is how many messages of
// its history he could see there; -1 when the event shows none.
func (m *model) reset(s *modelSession, level trust.Level, shown int) {
	s.level, s.inherited = level, max(level, s.inherited)
	s.closeCode()
	s.covered, s.coversNext = max(s.covered, shown), shown < 0
	if shown >= 0 {
		s.shown = shown
	}
	if s.open() {
		s.turn.asked = level
	}
}

func (s *modelSession) closeCode() {
	if s.code != "" {
		s.spent = append(s.spent, s.code)
	}
	s.code, s.tools, s.waits = "", nil, nil
}

func (m *model) deny(s *modelSession, code string) bool {
	if s.code == "" || !m.now.Before(s.expires) || code != "" && code != s.code {
		return false
	}
	s.closeCode()
	return true
}

// withdraw ends what stands of a tool, or of all.
func (m *model) withdraw(s *modelSession, tool string) bool {
	ends := func(g modelGrant) bool {
		return (tool == "all" || g.tool == tool) && (g.turn != 0 || m.now.Before(g.until))
	}
	was := len(s.grants)
	s.grants = slices.DeleteFunc(slices.Clone(s.grants), ends)
	return len(s.grants) < was
}

// approve lifts confirm for one tool that waits under a code, or for all of them.
func (m *model) approve(s *modelSession, tool, code, how, call string, inside bool) bool {
	waits := s.code != "" && m.now.Before(s.expires)
	switch {
	case code == "" && !waits, code != "" && code == s.code && !waits:
		return false
	case code != "" && code != s.code:
		if !slices.Contains(s.spent, code) {
			s.wrong = slices.DeleteFunc(append([]time.Time{}, s.wrong...), func(at time.Time) bool { return m.now.Sub(at) >= 60*time.Second })
			s.wrong = append(s.wrong, m.now)
			if len(s.wrong) >= 5 {
				s.closeCode()
			}
		}
		return false
	}
	tools := s.tools
	if tool != "all" {
		if !slices.Contains(tools, tool) {
			return false
		}
		tools = []string{tool}
	}
	g := modelGrant{once: how == "once"}
	if g.once && call != "" {
		tools = slices.DeleteFunc(slices.Clone(tools), func(tool string) bool { return s.prompted(call, tool) == nil })
		if len(tools) == 0 {
			return false
		}
	}
	switch how {
	case "", "once":
		g.by = s.codeBy
		g.turn = s.turns + 1
		if s.open() {
			g.turn, g.forNext = s.turns, !inside
		}
	case "always":
		g.until = m.now.Add(m.policy.always)
	default: // 5 minutes
		g.until = m.now.Add(5 * time.Minute)
	}
	s.grants = slices.DeleteFunc(slices.Clone(s.grants), func(old modelGrant) bool {
		return !g.once && slices.Contains(tools, old.tool) || old.turn == 0 && !m.now.Before(old.until)
	})
	for _, tool := range tools {
		g := g
		g.tool = tool
		if g.once && call != "" {
			g.call, g.told = call, s.prompted(call, tool).told
		}
		s.grants = append(s.grants, g)
	}
	s.tools = slices.DeleteFunc(slices.Clone(s.tools), func(t string) bool { return slices.Contains(tools, t) })
	s.waits = slices.DeleteFunc(s.waits, func(c *modelCall) bool { return slices.Contains(tools, c.tool) })
	if len(s.tools) == 0 {
		s.closeCode()
	}
	return true
}
