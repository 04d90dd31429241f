package ctl

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"
)

const (
	maxSummed  = 1000 // tools with a row of their own; a model chooses the names that it calls
	maxReasons = 32   // of one tool
)

// otherTools are those beyond maxSummed.
const otherTools = "(others)"

// summary is the totals of the judged calls in a ledger.
type summary struct {
	From     string      `json:"from"` // of the first call that counts; empty when there is none
	To       string      `json:"to"`
	Calls    int         `json:"calls"`
	Sessions int         `json:"sessions"`
	Tools    []toolCalls `json:"tools"` // what stopped most often first
}

type toolCalls struct {
	Tool     string   `json:"tool"`
	Allowed  int      `json:"allowed"`
	Held     int      `json:"held"`
	Approved int      `json:"approved"` // how often the owner let it pass
	Denied   int      `json:"denied"`
	After    []reason `json:"after"`   // what had lowered the session when it was held or denied; the most frequent first
	Because  []reason `json:"because"` // of what was held or denied, likewise

	causes, reasons times
}

// times counts texts, up to maxReasons different ones.
type times map[string]int

func (m times) add(text string) {
	if _, known := m[text]; known || len(m) < maxReasons {
		m[text]++
	}
}

// list is the texts, the most frequent first.
func (m times) list() []reason {
	list := make([]reason, 0, len(m))
	for _, text := range slices.Sorted(maps.Keys(m)) {
		list = append(list, reason{text, m[text]})
	}
	slices.SortStableFunc(list, func(a, b reason) int { return cmp.Compare(b.Times, a.Times) })
	return list
}

type reason struct {
	Text  string `json:"text"`
	Times int    `json:"times"`
}

func auditSummary(c *call) error {
	f, dir, files, err := c.audited()
	if err != nil {
		return err
	}
	sum := summing{tools: map[string]*toolCalls{}, sessions: map[string]bool{}}
	for _, n := range files {
		t := trail{dir: dir, file: n}
		err := t.read(func(s *stored) error {
			if !s.bad && f.keeps(s) {
				sum.add(s, f)
			}
			return c.interrupted()
		})
		if err != nil && !t.pruned(err) {
			return err
		}
	}
	s := sum.total()
	return result(c, s, func() { c.tellSummary(&s) })
}

// summing gathers a summary.
type summing struct {
	calls    int
	from, to time.Time
	tools    map[string]*toolCalls
	sessions map[string]bool
}

func (m *summing) add(s *stored, f *filter) {
	for _, tool := range s.granted {
		tool, _, _ = strings.Cut(tool, " ") // the rest is what the approval covers: exec (make)
		if f.names(tool) {
			m.tool(m.called(tool)).Approved++
		}
	}
	if s.verdict == "" || len(s.tools) == 0 {
		return
	}
	if m.calls++; m.calls == 1 {
		m.from = s.at
	}
	m.to = s.at
	m.sessions[s.session] = true
	t := m.tool(s.tools[0])
	switch {
	case s.verdict == "allow":
		t.Allowed++
		return
	case s.held:
		t.Held++
	default:
		t.Denied++
	}
	t.reasons.add(s.why)
	if s.cause != "" {
		t.causes.add(s.cause)
	}
}

// called is the tool whose call was held, for a granted name: calls of a tool with several
// actions are counted under its name, and its grants name the action (message.send).
func (m *summing) called(granted string) string {
	tool, _, _ := strings.Cut(granted, ".")
	if m.tools[granted] == nil && m.tools[tool] != nil {
		return tool
	}
	return granted
}

func (m *summing) tool(name string) *toolCalls {
	t := m.tools[name]
	if t == nil && len(m.tools) >= maxSummed {
		name = otherTools
		t = m.tools[name]
	}
	if t == nil {
		t = &toolCalls{Tool: name, causes: times{}, reasons: times{}}
		m.tools[name] = t
	}
	return t
}

func (m *summing) total() summary {
	s := summary{Calls: m.calls, Sessions: len(m.sessions), Tools: make([]toolCalls, 0, len(m.tools))}
	if m.calls > 0 {
		s.From, s.To = m.from.Format(time.RFC3339), m.to.Format(time.RFC3339)
	}
	for _, t := range m.tools {
		t.After, t.Because = t.causes.list(), t.reasons.list()
		s.Tools = append(s.Tools, *t)
	}
	slices.SortFunc(s.Tools, func(a, b toolCalls) int {
		return cmp.Or(cmp.Compare(b.Held+b.Denied, a.Held+a.Denied), cmp.Compare(b.Allowed, a.Allowed), cmp.Compare(a.Tool, b.Tool))
	})
	return s
}

func (c *call) tellSummary(s *summary) {
	p := c.out
	if s.Calls == 0 && len(s.Tools) == 0 {
		p.say("No tool call was judged.\n")
		return
	}
	p.say("%s of %s, %s to %s\n\n", count(int64(s.Calls), "call"), count(int64(s.Sessions), "session"), c.clock(s.From), c.clock(s.To))
	var rows [][]any
	for _, t := range s.Tools {
		rows = append(rows, []any{cut(t.Tool, 40), t.Allowed, t.Held, t.Approved, t.Denied, commonest(t.After, 40), commonest(t.Because, 100)})
	}
	p.table([]string{"TOOL", "ALLOWED", "HELD", "APPROVED", "DENIED", "MOST OFTEN AFTER", "MOST OFTEN BECAUSE"}, rows)
}

func commonest(list []reason, width int) string {
	if len(list) == 0 {
		return ""
	}
	return cut(list[0].Text, width)
}
