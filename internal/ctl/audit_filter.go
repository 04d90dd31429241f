package ctl

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/provenanced/provenanced/internal/ledger"
)

// auditFilters are the flags that show and tail have in common.
var auditFilters = []string{"session", "tool", "verdict", "type", "hook", "since", "until", "state-dir"}

// held is what the daemon's JSON and the metrics call a call that waits for the owner; to
// people it is "held". Its verdict is deny, as the gateway was told.
const held = "confirm"

// filter says which entries are shown. A nil list matches everything.
type filter struct {
	sessions, tools, verdicts, types, hooks []string
	since, until                            time.Time // zero: no bound
	file                                    int       // 0: every one
	from, to                                uint64    // seq
}

func (c *call) filter() (*filter, error) {
	f := &filter{
		tools: c.list("tool"), verdicts: c.list("verdict"), types: c.list("type"), hooks: c.list("hook"),
		to: math.MaxUint64,
	}
	if c.has("session") { // its key may contain a comma
		f.sessions = []string{c.flags["session"]}
	}
	for _, words := range []struct {
		flag         string
		given, known []string
	}{
		{"type", f.types, []string{string(ledger.Genesis), string(ledger.Boot), string(ledger.Claim), string(ledger.Verify), string(ledger.Retract), string(ledger.Meta)}},
		{"verdict", f.verdicts, []string{"allow", held, "held", "deny"}},
	} {
		for _, w := range words.given {
			if !has(words.known, w) {
				return nil, usagef("--%s %q is not one of %s", words.flag, w, strings.Join(words.known, ", "))
			}
		}
	}
	for i, w := range f.verdicts {
		if w == "held" {
			f.verdicts[i] = held
		}
	}
	var err error
	if f.since, err = c.when("since"); err != nil {
		return nil, err
	}
	if f.until, err = c.when("until"); err != nil {
		return nil, err
	}
	if text, ok := c.flags["file"]; ok {
		if f.file, err = fileNumber(text); err != nil {
			return nil, usagef("--file %q is not the number of a ledger file; the first is 1", text)
		}
	}
	if text, ok := c.flags["seq"]; ok {
		first, last, both := strings.Cut(text, "-")
		f.from, err = strconv.ParseUint(first, 10, 64)
		f.to = f.from
		if err == nil && both {
			f.to, err = strconv.ParseUint(last, 10, 64)
		}
		if err != nil || f.to < f.from {
			return nil, usagef("--seq %q is neither N nor N-M", text)
		}
	}
	return f, nil
}

// list is a flag's value split at commas.
func (c *call) list(flag string) []string {
	if !c.has(flag) {
		return nil
	}
	return strings.Split(c.flags[flag], ",")
}

// when reads a point in time: RFC 3339, or how long ago.
func (c *call) when(flag string) (time.Time, error) {
	text, ok := c.flags[flag]
	if !ok {
		return time.Time{}, nil
	}
	if t, err := time.Parse(time.RFC3339, text); err == nil {
		return t, nil
	}
	d, err := duration(strings.TrimSpace(strings.TrimSuffix(text, "ago")))
	if err != nil || d < 0 {
		return time.Time{}, usagef("--%s %q is not a time: write 2026-03-01T12:00:00Z, or 10m, 2h or 3d for that long ago", flag, text)
	}
	return c.env.Now().Add(-d), nil
}

// keeps reports whether s is to be shown. A line that is not an entry always is, unless another
// place was asked for.
func (f *filter) keeps(s *stored) bool {
	if f.file != 0 && s.file != f.file {
		return false
	}
	if s.bad {
		return true
	}
	bounded := !f.since.IsZero() || !f.until.IsZero()
	switch {
	case s.entry.Seq < f.from || s.entry.Seq > f.to,
		!oneOf(f.types, string(s.entry.Type)),
		f.sessions != nil && !slices.Contains(f.sessions, s.session),
		!oneOf(f.verdicts, s.verdict) && !(s.held && has(f.verdicts, held)),
		!oneOf(f.hooks, s.hook),
		f.tools != nil && !slices.ContainsFunc(s.tools, f.names),
		bounded && s.at.IsZero(),
		s.at.Before(f.since),
		!f.until.IsZero() && s.at.After(f.until):
		return false
	}
	return true
}

// names reports whether a tool, or the tool of an action (message.send), is asked for.
func (f *filter) names(tool string) bool {
	tool, _, _ = strings.Cut(tool, " ") // the rest is what an approval covers: exec (make)
	of, _, _ := strings.Cut(tool, ".")
	return oneOf(f.tools, tool) || has(f.tools, of)
}

func oneOf(list []string, word string) bool { return list == nil || has(list, word) }

// has reports whether list contains word, in any letter case.
func has(list []string, word string) bool {
	return slices.ContainsFunc(list, func(s string) bool { return strings.EqualFold(s, word) })
}
