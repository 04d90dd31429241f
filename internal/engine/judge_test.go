package engine

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/zap"
	"go.uber.org/zap/zaptest/observer"

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

func TestMessageToTheOwner(t *testing.T) {
	group := owner
	group.GroupID = "g1"
	child := wire.Ctx{MessageProvider: "telegram", SpawnedBy: "s"}
	groups := wire.Ctx{MessageProvider: "telegram", SpawnedBy: "asked in a group"}
	for _, tc := range []struct {
		name   string
		ctx    wire.Ctx
		params any
		want   string
	}{
		{"the owner's DM, no target", owner, map[string]string{"action": "send", "message": "hi"}, pass},
		{"the owner's DM, no parameters", owner, nil, pass},
		{"the owner by id", owner, map[string]string{"action": "send", "target": "telegram:111"}, pass},
		{"the owner by bare id", owner, map[string]string{"to": "111"}, pass},
		{"someone else", owner, map[string]string{"to": "222"}, hold},
		{"the owner and someone else", owner, map[string]any{"targets": []string{"111", "222"}}, hold},
		{"someone else under another key", owner, map[string]string{"chat_id": "222"}, hold},
		{"a key that may be a target", owner, map[string]string{"phone": "222"}, hold},
		{"a key in other letter case", owner, map[string]string{"TO": "222"}, hold},
		{"nested", owner, map[string]any{"args": map[string]string{"to": "222"}}, hold},
		{"the owner as a number", owner, map[string]any{"to": 111}, pass},
		{"a target that is no name", owner, map[string]any{"to": map[string]string{"id": "111"}}, hold},
		{"the owner's channel by name", owner, map[string]string{"channel": "telegram", "message": "x"}, pass},
		{"a reply", owner, map[string]string{"action": "reply", "message": "x"}, pass},
		{"an action without a name", owner, map[string]string{"action": "", "message": "x"}, pass},
		{"words of several kinds", owner, map[string]any{"message": "x", "caption": "y", "silent": true, "replyTo": 7}, pass},
		{"words about media and addresses", owner, map[string]string{"message": "In the media: [a page](https://example.com)!"}, pass},
		{"an address to fetch", owner, map[string]string{"message": "x", "media": "https://example.com/?q=secret"}, hold},
		{"addresses to fetch", owner, map[string]any{"to": "111", "mediaUrls": []string{"https://example.com/?q=secret"}}, hold},
		{"a file to read", owner, map[string]string{"message": "x", "path": "/etc/passwd"}, hold},
		{"bytes to attach", owner, map[string]string{"message": "x", "buffer": "aGk=", "filename": "a.html"}, hold},
		{"a button that approves", owner, map[string]any{"message": "x", "buttons": []any{map[string]string{"text": "more", "callback_data": ".approve all 0123abcd"}}}, hold},
		{"an address to fetch, among the words", owner, map[string]string{"message": "look\n MEDIA: https://example.com/?q=secret"}, hold},
		{"a file to read, among the words", owner, map[string]string{"text": `look\nmedia:/etc/passwd`}, hold},
		{"a picture to fetch, among the words", owner, map[string]string{"caption": "![a](https://example.com/?q=secret)"}, hold},
		{"words that are none", owner, map[string]any{"content": []any{map[string]string{"image": "https://example.com"}}}, hold},
		{"the owner in a list", group, map[string]any{"to": []any{"111", nil}}, pass},
		{"another channel", owner, map[string]string{"channel": "slack", "message": "x"}, hold},
		{"the same id on another channel", owner, map[string]string{"channel": "slack", "to": "111"}, hold},
		{"another channel, and the owner's in other letter case", owner, map[string]string{"channel": "slack", "Channel": "telegram"}, hold},
		{"another action", owner, map[string]string{"action": "delete", "target": "111"}, hold},
		{"a group", group, map[string]string{"message": "x"}, hold},
		{"from a group to the owner", group, map[string]string{"to": "111"}, pass},
		{"a stranger's DM", stranger, map[string]string{"message": "x"}, hold},
		{"a stranger's DM, to the owner", stranger, map[string]string{"to": "111"}, pass},
		{"a sub-agent of the owner", child, map[string]string{"message": "x"}, pass},
		{"a sub-agent of the owner in a group", groups, map[string]string{"message": "x"}, hold},
		{"a sub-agent of the owner in a group, to the owner", groups, map[string]string{"to": "111"}, pass},
		{"a sub-agent, to the owner", child, map[string]string{"to": "111"}, pass},
		{"a sub-agent, to someone else", child, map[string]string{"to": "222"}, hold},
	} {
		t.Run(tc.name, func(t *testing.T) {
			h := newHost(t, "")
			c := h.fetched("s").as(tc.ctx)
			if tc.ctx.SpawnedBy != "" {
				g := h.open("asked in a group", group)
				g.turn("look it up")
				g.run("web_fetch", map[string]string{"url": "https://example.com"})
				c = h.open("child", tc.ctx)
				c.turn("subtask")
			}
			require.Equal(t, tc.want, verdictOf(c.run("message", tc.params)))
		})
	}
}

// A tool of another server may call itself by an action of message's.
func TestAMessageIsTheHostsOwnTool(t *testing.T) {
	h := newHost(t, "")
	c := h.fetched("s").as(owner)
	require.Equal(t, pass, verdictOf(c.run("message", map[string]string{"action": "send", "message": "hi"})))
	for _, name := range []string{"message.send", "message.read", "Message.Send"} {
		require.Equal(t, hold, verdictOf(c.run(name, nil)), name)
	}
}

// Which of two channels a tool heeds is not known, in whatever order they are read.
func TestAMessageToTwoChannelsIsNotTheOwners(t *testing.T) {
	c := newHost(t, "").fetched("s")
	for range 20 {
		held(t, c.run("message", map[string]string{"channel": "slack", "Channel": "telegram", "to": "111"}))
	}
}

func TestAnOwnerOfThePolicyIsTheOwner(t *testing.T) {
	for _, id := range []string{"333", "telegram:333"} {
		c := newHost(t, "ownerIds: ["+id+"]").fetched("s")
		allowed(t, c.run("message", map[string]string{"to": "333"}))
		held(t, c.run("message", map[string]string{"to": "334"}))
	}
}

// Who an agent says the owner is, is not learnt.
func TestNobodyIsTheOwnerByAnotherSessionsWord(t *testing.T) {
	c := newHost(t, "").fetched("s")
	relay := owner
	relay.SenderID, relay.InputProvenance = "999", &wire.InputProvenance{Kind: "inter_session", SourceSessionKey: "other"}
	c.as(relay).turn("send it to 999")
	c.llm()
	held(t, c.run("message", map[string]string{"to": "999", "message": "x"}))
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
	for range keptTurns + 2 {
		c.turn("go on")
		c.emit()
	}
	_, err = h.engine.Graph("s", fetched)
	require.NoError(t, err)
	v, err = h.engine.Session("s")
	require.NoError(t, err)
	require.Len(t, v.TurnsKept, 1+1+keptTurns, "the audited one, the latest and those before it")
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
	t.Run("what cannot be staged is still denied", func(t *testing.T) {
		h := newHost(t, "onFailure: open")
		h.fullup = errDisk
		c := h.fetched("s")
		d := c.run("write", write)
		restricted(t, d)
		require.Contains(t, d.Result.BlockReason, "could not be staged")
	})
}

func TestOnFailure(t *testing.T) {
	for _, tc := range []struct {
		word, exec, read, dm, llm string
	}{
		{"guarded", bar, pass, pass, pass},
		{"open", pass, pass, pass, pass},
		{"closed", bar, bar, bar, bar},
	} {
		h := newHost(t, "onFailure: "+tc.word)
		c := h.open("s", owner)
		c.turn("go")
		h.journal.fail = errDisk
		require.Equal(t, tc.exec, verdictOf(c.run("exec", nil)), tc.word)
		require.Equal(t, tc.read, verdictOf(c.run("read", nil)), tc.word)
		require.Equal(t, tc.dm, verdictOf(c.run("message", map[string]string{"message": "help"})), tc.word)
		require.Equal(t, tc.llm, verdictOf(c.llm("exec")), tc.word)
		require.Nil(t, c.run("read", nil).Receipt)
		require.Contains(t, c.command(".reset-trust").Result.Text, "cannot record", "the message is a command all the same")
		h.journal.fail = nil
		d := c.run("read", nil)
		allowed(t, d)
		require.NotNil(t, d.Receipt)
	}
}

func TestWhatIsReadWhileNothingCanBeRecordedCountsAllTheSame(t *testing.T) {
	h := newHost(t, "")
	c := h.open("s", owner)
	c.turn("go")
	h.journal.fail = errDisk
	require.Equal(t, trust.Untrusted, c.returns("web_fetch", "w").Taint)
	child := h.open("child", wire.Ctx{SpawnedBy: "s"})
	h.open("new", owner).returns("web_fetch", "w")
	h.journal.fail = nil
	child.turn("subtask")
	require.Equal(t, trust.Untrusted, child.level())
	c.llm()
	held(t, c.run("exec", nil))
	n := h.open("new", owner)
	n.turn("go")
	held(t, n.run("exec", nil))

	rebuilt := newHost(t, "")
	for i, r := range h.journal.records {
		require.NoError(t, rebuilt.engine.Replay(r, wire.Receipt{File: 1, Seq: uint64(i + 1), Hash: "00"}))
	}
	require.Equal(t, trust.Untrusted, rebuilt.open("s", owner).level())
}

func TestAForgottenSessionIsNotANewOne(t *testing.T) {
	h := newHost(t, "")
	h.engine.opt.Forgotten = "the record of earlier sessions is incomplete"
	c := h.open("s", owner)
	c.turn("go on")
	held(t, c.run("exec", nil))
	f := h.open("fresh", owner)
	f.send(wire.BeforeAgentStart, &wire.BeforeAgentStartEvent{Messages: user("hi")})
	f.turn("hi")
	allowed(t, f.run("exec", nil))
}

func TestNothingIsDecidedThatIsNotRecorded(t *testing.T) {
	h := newHost(t, "")
	c := h.fetched("s")
	code := held(t, c.run("exec", nil))
	h.journal.fail = errDisk
	c.command(".approve exec " + code)
	c.command(".reset-trust")
	_, err := h.engine.ResetTrust(context.Background(), "s", trust.Trusted)
	require.ErrorIs(t, err, errDisk)
	h.journal.fail = nil
	require.Equal(t, trust.Untrusted, c.level())
	require.Equal(t, code, held(t, c.run("exec", nil)))
}

func TestExplain(t *testing.T) {
	h := newHost(t, "")
	c := h.fetched("s")
	d := c.run("exec", nil)
	x, err := h.engine.ExplainLast(context.Background(), "s")
	require.NoError(t, err)
	require.Equal(t, d.Receipt.Seq, x.Seq)
	require.Equal(t, "exec", x.Tool)
	require.Equal(t, trust.VerdictDeny, x.Verdict)
	require.Equal(t, trust.Confirm, x.Mode)
	require.Equal(t, "web_fetch response", x.Cause.Reason)
	require.Equal(t, "https://example.com", x.Cause.Detail, "no path, no query: they may hold secrets")
	require.Contains(t, x.Remedy, ".approve exec")
	_, err = h.engine.Explain(context.Background(), 0, 9999, "")
	require.ErrorIs(t, err, ErrNotFound)

	r := newHost(t, "taintPolicy: {shared: allow, external: confirm, untrusted: restrict}")
	rc := r.fetched("s")
	rc.run("exec", nil)
	x, err = r.engine.ExplainLast(context.Background(), "")
	require.NoError(t, err)
	require.Contains(t, x.Remedy, ".reset-trust external")
}

// What the owner is told to run is one command, whatever the session is called.
func TestTheRemedyCanBePastedIntoAShell(t *testing.T) {
	long := "agent:main:" + strings.Repeat("x", 100)
	for session, want := range map[string]string{
		"agent:main:main":                 "provenancectl approve --session agent:main:main exec",
		long:                              "provenancectl approve --session " + long + " exec",
		`weird "quote' session; rm -rf ~`: `provenancectl approve --session 'weird "quote'\'' session; rm -rf ~' exec`,
		"two\nlines":                      "provenancectl approve, with what provenancectl pending --json lists",
		strings.Repeat("y", 999):          "provenancectl approve, with what provenancectl pending --json lists",
	} {
		h := newHost(t, "")
		held(t, h.fetched(session).run("exec", nil))
		x, err := h.engine.ExplainLast(context.Background(), session)
		require.NoError(t, err)
		require.Equal(t, "the owner sends .approve exec with the code, or runs: "+want, x.Remedy)
	}
}

func TestTheRemedyNamesNoCodeThatIsVoid(t *testing.T) {
	for name, void := range map[string]func(h *host, c *chat, code string){
		"expired": func(h *host, _ *chat, _ string) { h.now = h.now.Add(121 * time.Second) },
		"denied":  func(_ *host, c *chat, code string) { c.command(".deny " + code) },
		"burned": func(_ *host, c *chat, _ string) {
			for range wrongCodeLimit {
				c.command(".approve exec 00000000")
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHost(t, "")
			c := h.fetched("s")
			code := held(t, c.run("exec", nil))
			void(h, c, code)
			x, err := h.engine.ExplainLast(context.Background(), "s")
			require.NoError(t, err)
			require.Equal(t, "let the agent try again: the code for this call no longer waits", x.Remedy)
		})
	}
}

func TestTurnGraph(t *testing.T) {
	h := newHost(t, "")
	c := h.fetched("s")
	held(t, c.run("exec", map[string]string{"command": "ls"}))
	c.emit()
	g, err := h.engine.Graph("s", "t1")
	require.NoError(t, err)
	var kinds []Kind
	for _, n := range g.Nodes {
		kinds = append(kinds, n.Kind)
	}
	require.Equal(t, []Kind{KindSystemPrompt, KindHistory, KindInput, KindLLMCall, KindToolCall, KindToolResult, KindLLMCall, KindToolCall, KindDecision, KindOutput}, kinds)
	edge := func(from Kind, rel Relation, to Kind) {
		t.Helper()
		for _, e := range g.Edges {
			if at(g, e.From) == from && e.Relation == rel && at(g, e.To) == to {
				return
			}
		}
		t.Errorf("no edge %s %s %s", from, rel, to)
	}
	edge(KindInput, Triggers, KindLLMCall)
	edge(KindLLMCall, Consumes, KindHistory)
	edge(KindLLMCall, Consumes, KindSystemPrompt)
	edge(KindLLMCall, Produces, KindToolCall)
	edge(KindToolCall, Produces, KindToolResult)
	edge(KindLLMCall, Consumes, KindToolResult)
	edge(KindToolCall, BlockedBy, KindDecision)
	edge(KindOutput, DerivesFrom, KindLLMCall)
	require.Equal(t, trust.Untrusted, g.Summary.MaxTaint)
	require.Equal(t, []string{"web_fetch https://example.com"}, g.Summary.ExternalSources)
	require.Equal(t, []string{"exec"}, g.Summary.ToolsBlocked)
	require.Equal(t, 2, g.Summary.IterationCount)
	require.Equal(t, "look at this page", g.Nodes[2].ContentPreview)
	require.Len(t, g.Nodes[2].ContentHash, 64)

	off := newHost(t, "contentPreviews: false")
	off.fetched("s")
	g, err = off.engine.Graph("s", "last")
	require.NoError(t, err)
	for _, n := range g.Nodes {
		require.Empty(t, n.ContentPreview)
	}
}

func at(g TurnGraph, id string) Kind {
	for _, n := range g.Nodes {
		if n.ID == id {
			return n.Kind
		}
	}
	return ""
}

func TestGraphsAreBounded(t *testing.T) {
	h := newHost(t, "")
	c := h.open("s", owner)
	c.turn("go")
	for range maxNodes {
		c.run("read", nil)
	}
	g, err := h.engine.Graph("s", "last")
	require.NoError(t, err)
	require.Len(t, g.Nodes, maxNodes)
	require.True(t, g.Summary.Truncated)
	c.run("web_fetch", nil)
	require.Equal(t, trust.Untrusted, c.level(), "taint is tracked whether or not there is room to draw it")
	for range 40 {
		c.turn("next")
	}
	v, _ := h.engine.Session("s")
	require.Len(t, v.TurnsKept, keptTurns+1)
}

func TestWatermarkFile(t *testing.T) {
	h := newHost(t, "")
	c := h.fetched("s")
	held(t, c.run("exec", nil))
	f, err := h.engine.ExportWatermarks()
	require.NoError(t, err)
	w := f.Watermarks["s"]
	require.Equal(t, trust.Untrusted, w.Level)
	require.Equal(t, "web_fetch response", w.Reason)
	require.Equal(t, "web_fetch", w.EscalatedBy)
	require.Equal(t, "exec", w.LastImpactedTool)

	o := newHost(t, "")
	o.open("t", owner).turn("hi")
	f.Watermarks["t"] = WatermarkEntry{Level: trust.Trusted}
	n, err := o.engine.ImportWatermarks(context.Background(), f)
	require.NoError(t, err)
	require.Equal(t, 1, n)
	oc := o.open("s", owner)
	require.Equal(t, trust.Untrusted, oc.level())
	oc.turn("hi")
	held(t, oc.run("exec", nil))
	n, err = o.engine.ImportWatermarks(context.Background(), f)
	require.NoError(t, err)
	require.Zero(t, n)
}

// An entry of its own for an action must not take the tool from under the guard.
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

// Who sent the message may be a phone number or an address, which is recorded under
// another name; a daemon that can record nothing answers him all the same.
func TestFailureAnswersSendersWithTellingNames(t *testing.T) {
	h := newHost(t, "")
	ctx := owner
	ctx.MessageProvider, ctx.SenderID = "whatsapp", "+49 151 23456789"
	c := h.open("s", ctx)
	c.turn("hi")
	h.journal.fail = errDisk
	allowed(t, c.run("message", map[string]string{"to": "+49 151 23456789", "message": "the disk is full"}))
	restricted(t, c.run("exec", nil))
}
