package engine

import (
	"errors"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/decide"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/trust"
)

// counts are the numbers of the engine's metrics that are not zero, by series.
func (h *host) counts() map[string]string {
	text := string(h.engine.opt.Metrics.AppendText(nil))
	out := map[string]string{}
	for _, m := range regexp.MustCompile(`(?m)^provenanced_(\S+) (\S+)$`).FindAllStringSubmatch(text, -1) {
		if m[2] != "0" && !strings.Contains(m[1], "_bucket{") {
			out[strings.ReplaceAll(m[1], `"`, "")] = m[2]
		}
	}
	return out
}

func TestDecisionsAreCounted(t *testing.T) {
	h := newHost(t, "")
	c := h.fetched("s") // a turn, an LLM call, web_fetch
	held(t, c.run("exec", nil))
	c.run("gateway", nil)
	held(t, c.run("mcp__page__exec", nil))
	c.run("name-that-a-page-made-up", nil)
	got := h.counts()
	require.Equal(t, "1", got["tool_calls_total{tool=web_fetch,verdict=allow}"])
	require.Equal(t, "1", got["tool_calls_total{tool=exec,verdict=confirm}"])
	require.Equal(t, "2", got["tool_calls_total{tool=other,verdict=confirm}"], "%v", got)
	require.Equal(t, "4", got["decisions_total{hook=before_tool_call,verdict=confirm}"])
	require.Equal(t, "1", got["decisions_total{hook=before_tool_call,verdict=allow}"])
	for series := range got {
		require.NotContains(t, series, "page")
	}
}

func TestCodesAreFollowed(t *testing.T) {
	const asked, granted, denied, expired, burned, voided = "approvals_total{outcome=asked}", "approvals_total{outcome=granted}",
		"approvals_total{outcome=denied}", "approvals_total{outcome=expired}", "approvals_total{outcome=burned}", "approvals_total{outcome=voided}"
	for _, tc := range []struct {
		name string
		then func(c *chat, code string)
		want map[string]string
	}{
		{"nobody answers yet", func(*chat, string) {}, map[string]string{asked: "1"}},
		{"granted", func(c *chat, code string) {
			c.now = c.now.Add(7 * time.Second)
			c.command(".approve exec " + code)
		}, map[string]string{asked: "1", granted: "1", "approval_wait_seconds_sum": "7", "approval_wait_seconds_count": "1"}},
		{"one after the other", func(c *chat, code string) {
			held(t, c.run("write", map[string]string{"path": "notes.txt"}))
			c.command(".approve exec " + code)
			c.command(".approve write " + code)
		}, map[string]string{asked: "2", granted: "1", "approval_wait_seconds_count": "1"}},
		{"denied", func(c *chat, code string) {
			c.now = c.now.Add(3 * time.Second)
			c.command(".deny " + code)
		}, map[string]string{asked: "1", denied: "1", "approval_wait_seconds_sum": "3", "approval_wait_seconds_count": "1"}},
		{"nobody answers in time", func(c *chat, _ string) { c.now = c.now.Add(121 * time.Second) }, map[string]string{asked: "1", expired: "1"}},
		{"asked again after it has expired", func(c *chat, _ string) {
			c.now = c.now.Add(121 * time.Second)
			held(t, c.run("exec", nil))
		}, map[string]string{asked: "2", expired: "1"}},
		{"a further call has its own", func(c *chat, _ string) {
			c.now = c.now.Add(100 * time.Second)
			held(t, c.run("exec", nil))
			c.now = c.now.Add(100 * time.Second)
		}, map[string]string{asked: "2", expired: "1"}},
		{"burned", func(c *chat, _ string) {
			for range decide.WrongCodeLimit {
				c.command(".approve exec 00000000")
			}
		}, map[string]string{asked: "1", burned: "1"}},
		{"reset", func(c *chat, _ string) { c.command(".reset-trust") }, map[string]string{asked: "1", voided: "1"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			h := newHost(t, "")
			c := h.fetched("s")
			tc.then(c, held(t, c.run("exec", nil)))
			waiting := 0
			for range 2 { // looking again changes nothing
				waiting = h.engine.Waiting()
			}
			require.Equal(t, h.engine.Stats().Pending, waiting)
			got := map[string]string{}
			for series, n := range h.counts() {
				if strings.HasPrefix(series, "approval") {
					got[series] = n
				}
			}
			require.Equal(t, tc.want, got)
		})
	}
}

// A session that never answers is one code at most, but there may be many sessions.
func TestFollowedCodesAreBounded(t *testing.T) {
	h := newHost(t, "")
	b := &h.engine.codes
	r := &session.Record{Time: h.now}
	for i := range maxFollowed + 10 {
		b.follow(nil, session.Codes{{Nonce: testCode(time.Duration(i).String()) + time.Duration(i).String(), Expires: h.now.Add(time.Minute)}}, r)
	}
	require.Equal(t, maxFollowed, h.engine.Waiting())
	h.now = h.now.Add(time.Hour)
	require.Zero(t, h.engine.Waiting())
}

func TestStagedWritesAndRunsAreCounted(t *testing.T) {
	h := newHost(t, "")
	c := h.fetched("s")
	c.run("write", map[string]string{"path": "/ws/MEMORY.md", "content": "x"})
	h.fullup = errors.New("no space left")
	c.run("write", map[string]string{"path": "/ws/MEMORY.md", "content": "y"})
	for _, r := range []decide.RunResult{{}, {ExitCode: 3}, {Signal: "SIGKILL"}, {Timeout: true, Signal: "SIGTERM"}, {TooMuch: true}, {Failed: true}} {
		r.Session, r.ID, r.Tool, r.Took = "s", "run1", "gh", 1500*time.Millisecond
		h.engine.Ran(t.Context(), r)
	}
	got := h.counts()
	require.Equal(t, "1", got["blocked_writes_total{outcome=staged}"])
	require.Equal(t, "1", got["blocked_writes_total{outcome=failed}"])
	for _, how := range []string{"done", "nonzero", "signal", "timeout", "too_much_output", "not_started"} {
		require.Equal(t, "1", got["runs_total{outcome="+how+"}"], how)
	}
	require.Equal(t, "9", got["run_seconds_sum"])
}

func TestLevelsOfSessions(t *testing.T) {
	h := newHost(t, "")
	h.open("a", owner).turn("hi")
	h.open("b", stranger).turn("hi")
	h.fetched("c")
	require.Equal(t, map[trust.Level]int{trust.Trusted: 1, trust.External: 1, trust.Untrusted: 1}, h.engine.Levels())
}

// What a judged call pays for being counted: 0.2 to 0.3 µs beside the 7 µs and more of
// its decision, and no memory.
func BenchmarkTally(b *testing.B) {
	h := newHost(b, "")
	out := &decide.Outcome{Decision: decide.Decision{Verdict: trust.VerdictAllow}, Record: &session.Record{Hook: "before_tool_call", Agent: "main"}}
	b.ReportAllocs()
	for b.Loop() {
		out.Called = "exec"
		h.engine.tally(out)
		h.engine.codes.follow(nil, nil, out.Record)
	}
}
