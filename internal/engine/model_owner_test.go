package engine

import (
	"slices"
	"strings"
	"time"

	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// The owner in the model: what they say in a chat or at a prompt.

// chat obeys a command in a message once, however often it is shown.
func (m *model) chat(s *modelSession, e *modelEvent) {
	if strings.HasPrefix(e.text, ".") && passesOn(e) {
		s.obeyed, s.obeyedIn = e.text, 0
		if e.hook != wire.MessageReceived {
			s.obeyedIn = s.turns
		}
		return
	}
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

// passesOn: somebody forwards the message.
func passesOn(e *modelEvent) bool {
	return e.hook == wire.MessageReceived && len(e.sources) > 0 || e.hook == wire.ContextAssembled &&
		slices.ContainsFunc(e.sources, func(s wire.Source) bool { return s.MessageIndex == e.messages-1 })
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

// command carries out the owner's command and reports whether it was done.
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

// reset: the owner has read the session's content. shown is how many messages of its history they
// could see there; -1 if the event shows none.
func (m *model) reset(s *modelSession, level trust.Level, shown int) {
	s.level, s.inherited = level, max(level, s.inherited)
	s.closeCodes(func(*modelCode) bool { return true })
	s.covered, s.coversNext = max(s.covered, shown), shown < 0
	if shown >= 0 {
		s.shown = shown
	}
	if s.open() {
		s.turn.asked = level
	}
}

func (s *modelSession) closeCodes(which func(*modelCode) bool) {
	s.codes = slices.DeleteFunc(slices.Clone(s.codes), func(c *modelCode) bool {
		if which(c) {
			s.spent = append(s.spent, c.code)
		}
		return which(c)
	})
}

// deny closes a code, or all; and those that were shown for another call with the same id.
func (m *model) deny(s *modelSession, code string) bool {
	codes := m.codes(s)
	i := slices.IndexFunc(codes, func(c *modelCode) bool { return code == "" || c.code == code })
	if i < 0 {
		return false
	}
	denied := codes[i]
	s.closeCodes(func(c *modelCode) bool {
		return code == "" || c == denied || slices.Contains(codes, c) && slices.ContainsFunc(denied.waits, c.contradicts)
	})
	return true
}

// contradicts: it was shown for a call of that id with other parameters.
func (c *modelCode) contradicts(w modelWaiting) bool {
	return w.id != "" && slices.ContainsFunc(c.waits, func(other modelWaiting) bool {
		return other.tool == w.tool && other.id == w.id && other.turn == w.turn && other.told != w.told
	})
}

// withdraw ends the grants of a tool, or all.
func (m *model) withdraw(s *modelSession, tool string) bool {
	ends := func(g modelGrant) bool {
		return (tool == "all" || g.tool == tool) && (g.turn != 0 || m.now.Before(g.until))
	}
	was := len(s.grants)
	s.grants = slices.DeleteFunc(slices.Clone(s.grants), ends)
	return len(s.grants) < was
}

// approve lifts confirm for one tool that waits under a code, or for all of them; without a code
// for what waits under any.
func (m *model) approve(s *modelSession, tool, code, how, call string, inside bool) bool {
	codes := m.codes(s)
	if code != "" {
		i := slices.IndexFunc(s.codes, func(c *modelCode) bool { return c.code == code })
		if i < 0 && !slices.Contains(s.spent, code) {
			s.wrong = slices.DeleteFunc(append([]time.Time{}, s.wrong...), func(at time.Time) bool { return m.now.Sub(at) >= 60*time.Second })
			s.wrong = append(s.wrong, m.now)
			if len(s.wrong) >= 5 {
				s.closeCodes(func(*modelCode) bool { return true })
			}
		}
		codes = slices.DeleteFunc(codes, func(c *modelCode) bool { return c.code != code })
	}
	var tools []string
	for _, c := range codes {
		for _, t := range c.tools {
			if (tool == "all" || tool == t) && !slices.Contains(tools, t) {
				tools = append(tools, t)
			}
		}
	}
	g := modelGrant{once: how == "once"}
	if g.once {
		tools = slices.DeleteFunc(tools, func(tool string) bool { return m.meant(s, codes, tool, call) == nil })
	}
	if len(tools) == 0 {
		return false
	}
	switch how {
	case "", "once":
		g.by = codes[0].by
		for _, c := range codes {
			if c.by != g.by {
				g.by = ""
				break
			}
		}
		g.turn = s.turns + 1
		if s.open() {
			g.turn, g.forNext = s.turns, !inside
		}
	case "always":
		g.until = m.now.Add(m.policy.always)
	default: // 5 minutes
		g.until = m.now.Add(5 * time.Minute)
	}
	var meant []*modelWaiting
	for _, tool := range tools {
		meant = append(meant, m.meant(s, codes, tool, call))
	}
	s.grants = slices.DeleteFunc(slices.Clone(s.grants), func(old modelGrant) bool {
		return !g.once && slices.Contains(tools, old.tool) || old.turn == 0 && !m.now.Before(old.until)
	})
	for i, tool := range tools {
		g := g
		g.tool, g.level = tool, trust.Trusted
		if g.once {
			g.told, g.level, g.call = meant[i].told, meant[i].level, call
		} else {
			for _, c := range codes {
				if was := c.latest(tool); was != nil {
					g.level = min(g.level, was.level)
				}
			}
		}
		s.grants = append(s.grants, g)
	}
	for _, c := range s.codes {
		if code == "" || c.code == code {
			c.tools = slices.DeleteFunc(slices.Clone(c.tools), func(t string) bool { return slices.Contains(tools, t) })
			c.waits = slices.DeleteFunc(slices.Clone(c.waits), func(w modelWaiting) bool { return slices.Contains(tools, w.tool) })
		}
	}
	s.closeCodes(func(c *modelCode) bool {
		return !slices.ContainsFunc(c.tools, func(tool string) bool { return !m.answered(s, c, tool) })
	})
	return true
}

// meant is the call that the owner means: the only one of the tool that waits under the codes, or
// the one with an id in the current turn, if no other waits under it.
func (m *model) meant(s *modelSession, codes []*modelCode, tool, id string) (found *modelWaiting) {
	for _, c := range codes {
		for i := range c.waits {
			w := &c.waits[i]
			switch {
			case w.tool != tool, id != "" && (!s.open() || w.id != id || w.turn != s.turns):
			case found != nil && found.told != w.told:
				return nil
			case found == nil || w.level < found.level:
				found = w
			}
		}
	}
	if id != "" && found != nil && slices.ContainsFunc(m.codes(s), func(c *modelCode) bool { return c.contradicts(*found) }) {
		return nil
	}
	return found
}

// answered: another code has approved the tool, or the call that this one was shown for.
func (m *model) answered(s *modelSession, c *modelCode, tool string) bool {
	return slices.ContainsFunc(s.grants, func(g modelGrant) bool {
		return g.tool == tool && g.call == "" && (g.turn != 0 || m.now.Before(g.until)) && g.level <= c.level && (!g.once || g.told == c.latest(tool).told)
	})
}
