package ctl

import (
	"fmt"
	"strings"
)

type sessionRow struct {
	Session string `json:"session"`
	Agent   string `json:"agent"`
	Level   string `json:"level"`
	Reason  string `json:"reason"`
	Since   string `json:"since"` // empty if the level never changed
	Turns   int64  `json:"turns"`

	Grants []grantRow `json:"grants"`
}

// grantRow is one tool that the owner has let pass.
type grantRow struct {
	ID        string `json:"id"`
	Tool      string `json:"tool"`
	Scope     string `json:"scope"` // turn, time, once or value
	CallID    string `json:"callId"`
	AsHeld    bool   `json:"asHeld"`
	Since     string `json:"since"`
	By        string `json:"by"`
	ExpiresIn int64  `json:"expiresIn"`
}

type sessionDetail struct {
	sessionRow
	Turn    *turnRow    `json:"turn"`
	Pending *pendingRow `json:"pending"`
	Resets  []struct {
		At   string `json:"at"`
		From string `json:"from"`
		To   string `json:"to"`
		By   string `json:"by"`
	} `json:"resets"`
	LastImpactedTool string        `json:"lastImpactedTool"`
	TurnsKept        []string      `json:"turnsKept"`
	Authority        *authorityRow `json:"authority"`
}

type turnRow struct {
	ID        string `json:"id"`
	Taint     string `json:"taint"`
	Iteration int64  `json:"iteration"`
	Open      bool   `json:"open"`
	Blocked   string `json:"blocked"`
	StartedAt string `json:"startedAt"`
}

// authorityRow is what the message that began the turn allows.
type authorityRow struct {
	Message int64    `json:"message"`
	Source  string   `json:"source"`
	Sender  string   `json:"sender"`
	At      string   `json:"at"`
	Scope   []string `json:"scope"`
	Problem string   `json:"problem"`
}

func sessions(c *call) error {
	list, raw, err := c.everySession()
	switch {
	case err != nil:
		return err
	case c.has("json"):
		return c.out.json(raw)
	case len(list) == 0:
		c.out.say("No sessions yet: no gateway has reported one.\n")
		return nil
	}
	var rows [][]any
	for _, s := range list {
		since := ""
		if s.Since != "" {
			since = c.ago(s.Since)
		}
		rows = append(rows, []any{s.Session, c.out.level(s.Level), s.Agent, s.Turns, since, s.Reason})
	}
	c.out.grid([]column{{head: "SESSION", kind: name, least: 16}, {head: "LEVEL"}, {head: "AGENT", kind: name, least: 8, goes: 1}, {head: "TURNS", goes: 3},
		{head: "SINCE", goes: 2}, {head: "REASON", kind: text, least: 24}}, rows)
	c.out.wholeElsewhere(c)
	return nil
}

func showSession(c *call) error {
	return answer(c, "session", map[string]string{"session": c.arg(0)}, func(s sessionDetail) {
		p := c.out
		level := p.render(p.level(s.Level))
		if s.Reason != "" {
			level += p.render(": " + s.Reason)
		}
		if s.Since != "" {
			level += p.render(", " + c.ago(s.Since))
		}
		rows := [][]string{{"session", p.render(bold(s.Session))}, {"agent", p.render(or(s.Agent, "not said"))}, {"level", level}}
		turns := count(s.Turns, "turn") + " so far"
		if s.Turn != nil {
			turns += "; " + c.turnText(s.Turn)
		}
		rows = append(rows, []string{"turn", p.render(turns)})
		if s.Authority != nil {
			rows = append(rows, []string{"scope", p.render(c.scopeText(s.Authority))})
		}
		if w := s.Pending; w != nil {
			rows = append(rows, []string{"pending", p.render(yellow("code "+w.Code)) + p.render(" for "+strings.Join(w.Tools, ", ")+", expires "+left(w.ExpiresIn))})
		}
		for _, g := range s.Grants {
			rows = append(rows, []string{"grant", p.render(green(g.Tool)) + " " + until(g.Scope, "for another "+span(seconds(g.ExpiresIn))) + ", id " + p.render(g.ID)})
		}
		for _, r := range s.Resets {
			rows = append(rows, []string{"reset", p.render(p.level(r.From)) + p.render(" → ") + p.render(p.level(r.To)) + p.render(" by "+or(r.By, "the owner")+", "+c.ago(r.At))})
		}
		if s.LastImpactedTool != "" {
			rows = append(rows, []string{"last denied", p.render(s.LastImpactedTool)})
		}
		rows = append(rows, []string{"graphs", p.render(or(strings.Join(s.TurnsKept, ", "), "none"))})
		p.pairs("", p.dimmed(rows))
	})
}

func (c *call) turnText(t *turnRow) string {
	state := "ended"
	if t.Open {
		state = "open"
	}
	text := fmt.Sprintf("%s is %s at iteration %d, begun %s", t.ID, state, t.Iteration, c.ago(t.StartedAt))
	if t.Blocked != "" {
		text += "; blocked: " + t.Blocked
	}
	return text
}

func (c *call) scopeText(a *authorityRow) string {
	if a.Problem != "" {
		return "none: the message that began the turn is " + a.Problem
	}
	return fmt.Sprintf("%s, by message %d of %s, %s", or(strings.Join(a.Scope, ", "), "nothing"), a.Message, or(a.Sender, a.Source), c.ago(a.At))
}
