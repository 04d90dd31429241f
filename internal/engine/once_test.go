package engine

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/decide"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

// answer is what a gateway sends when its own prompt about a call was answered.
func (c *chat) answer(text, callID string) Decision {
	return c.as(wire.Ctx{SenderIsOwner: wire.Yes}).send(wire.Command, &wire.CommandEvent{Text: text, ToolCallID: callID})
}

// again repeats a call, as a gateway does once its prompt has been answered.
func (c *chat) again(tool, id string, params any) Decision {
	return c.send(wire.BeforeToolCall, &wire.BeforeToolCallEvent{ToolName: tool, Params: raw(params), ToolCallID: id})
}

func TestAllowOnceIsForTheCallThatTheOwnerSaw(t *testing.T) {
	ls, rm := map[string]string{"command": "ls"}, map[string]string{"command": "rm -rf ."}
	for name, next := range map[string]func(c *chat, id string) Decision{
		"another call":                    func(c *chat, id string) Decision { return c.run("exec", ls) },
		"the same call with other params": func(c *chat, id string) Decision { return c.again("exec", id, rm) },
		"the same call a second time": func(c *chat, id string) Decision {
			allowed(t, c.again("exec", id, ls))
			return c.again("exec", id, ls)
		},
		"the call in the next turn": func(c *chat, id string) Decision {
			c.emit()
			c.turn("go on")
			c.llm()
			return c.again("exec", id, ls)
		},
	} {
		t.Run(name, func(t *testing.T) {
			c := newHost(t, "").fetched("s")
			d, id := c.call("exec", ls)
			code := held(t, d)
			got := c.answer(".approve exec "+code+" once", id)
			require.Equal(t, "Approved once: exec.", got.Result.Text)
			require.NotEqual(t, code, held(t, next(c, id)), "and the code is spent")
		})
	}
	c := newHost(t, "").fetched("s")
	d, id := c.call("gog", ls)
	c.answer(".approve gog "+held(t, d)+" once", id)
	allowed(t, c.again("gog", id, ls))
	c.returns("gog", id)
	v, err := c.engine.Session("s")
	require.NoError(t, err)
	require.Empty(t, v.Grants)
	g, err := c.engine.Graph("s", "last")
	require.NoError(t, err)
	require.Equal(t, "gog", g.Nodes[len(g.Nodes)-1].Tool, "an approved call's result is seen")
	require.Equal(t, session.KindToolResult, g.Nodes[len(g.Nodes)-1].Kind)
}

// However the owner says "once", it is for what was held, and no other parameters pass.
func TestOnceIsForTheParametersThatWereHeld(t *testing.T) {
	ls, rm := map[string]string{"command": "ls"}, map[string]string{"command": "rm -rf ."}
	cli := func(r ApproveRequest) func(*chat, string, string) {
		return func(c *chat, code, id string) {
			r.Session, r.Once = "s", true
			if r.CallID != "" {
				r.CallID = id
			}
			if r.Code != "" {
				r.Code = code
			}
			_, err := c.engine.Approve(c.t.Context(), r)
			require.NoError(c.t, err)
		}
	}
	for name, once := range map[string]func(c *chat, code, id string){
		"in chat":      func(c *chat, code, _ string) { c.command(".approve exec " + code + " once") },
		"all, in chat": func(c *chat, code, _ string) { c.command(".approve all " + code + " once") },
		"/provenance":  func(c *chat, code, _ string) { c.command("/provenance approve exec " + code + " once") },
		"/firewall":    func(c *chat, code, _ string) { c.command("/firewall approve " + code + " once") },
		"in a message": func(c *chat, code, _ string) {
			c.send(wire.MessageReceived, &wire.MessageReceivedEvent{Content: ".approve exec " + code + " once"})
		},
		"at the gateway's prompt": func(c *chat, code, id string) { c.answer(".approve exec "+code+" once", id) },
		"by the CLI":              cli(ApproveRequest{Tool: "exec"}),
		"all, by the CLI":         cli(ApproveRequest{Tool: "all"}),
		"by the CLI, by its code": cli(ApproveRequest{Tool: "exec", Code: "-"}),
		"by the CLI, by its id":   cli(ApproveRequest{Tool: "exec", CallID: "-"}),
	} {
		t.Run(name, func(t *testing.T) {
			for _, params := range []any{ls, nil} {
				c := newHost(t, "").fetched("s")
				d, id := c.call("exec", params)
				once(c, held(t, d), id)
				require.Equal(t, rebuilt(t, c.host).keptState("s"), c.engine.keptState("s"))
				held(t, c.again("exec", id, rm))
				held(t, c.run("exec", rm))
				if name != "at the gateway's prompt" { // the model asks anew
					id = "anew"
				}
				allowed(t, c.again("exec", id, params))
				held(t, c.again("exec", id, params))
			}
		})
	}
}

// Two calls of a tool have two codes; if the owner names neither, it is unknown which they mean.
func TestOnceIsForOneOfSeveralCalls(t *testing.T) {
	ls, rm := map[string]string{"command": "ls"}, map[string]string{"command": "rm -rf ."}
	c := newHost(t, "").fetched("s")
	first := held(t, c.run("exec", ls))
	second := held(t, c.run("exec", rm))
	require.NotEqual(t, first, second)
	_, err := c.engine.Approve(t.Context(), ApproveRequest{Session: "s", Tool: "exec", Once: true})
	require.ErrorContains(t, err, "different calls of that tool wait")
	require.Equal(t, trust.VerdictAllow, c.command(".approve exec "+first+" once").Verdict)
	held(t, c.run("exec", rm))
	allowed(t, c.run("exec", ls))
	held(t, c.run("exec", ls))
}

func TestOnceFromChatIsForTheNextCall(t *testing.T) {
	c := newHost(t, "").fetched("s")
	code := held(t, c.run("exec", nil))
	c.emit()
	require.Equal(t, "Approved once: exec.", c.command("/provenance approve exec "+code+" once").Result.Text)
	v, err := c.engine.Session("s")
	require.NoError(t, err)
	require.Equal(t, []GrantView{{ID: v.Grants[0].ID, Tool: "exec", Scope: "once", AsHeld: true, Since: &c.now, By: "111"}}, v.Grants)
	c.turn("go on")
	c.llm()
	d := c.run("exec", nil)
	allowed(t, d)
	require.Regexp(t, `^approved by the owner in the chat at 2\S+Z, once$`, layer(t, d, decide.LayerApproval).Text)
	held(t, c.run("exec", nil))
}

func TestASingleUseIsNotWastedOnACallThatAGrantCovers(t *testing.T) {
	c := newHost(t, "").fetched("s")
	code := held(t, c.run("exec", nil))
	c.command(".approve exec " + code + " once")
	code = held(t, c.run("write", nil))
	c.command(".approve write " + code + " 5")
	allowed(t, c.run("write", nil))
	c.command(".approve exec " + held(t, c.runTwice("exec")) + " 5")
	allowed(t, c.run("exec", nil))
}

// runTwice uses up a single grant and returns the outcome of the second call.
func (c *chat) runTwice(tool string) Decision {
	allowed(c.t, c.run(tool, nil))
	return c.run(tool, nil)
}

func TestAlwaysLastsAsLongAsThePolicySays(t *testing.T) {
	h := newHost(t, "allowAlwaysMinutes: 5")
	c := h.fetched("s")
	d, id := c.call("exec", nil)
	require.Equal(t, "Approved for 5 min: exec.", c.answer(".approve exec "+held(t, d)+" always", id).Result.Text)
	allowed(t, c.again("exec", id, nil))
	h.now = h.now.Add(4 * time.Minute)
	allowed(t, c.run("exec", nil))
	h.now = h.now.Add(time.Minute)
	held(t, c.run("exec", nil))
}

func TestDenyTakesTheCodeBack(t *testing.T) {
	c := newHost(t, "").fetched("s")
	code := held(t, c.run("exec", nil))
	require.Equal(t, "Only the owner can do that.", c.as(stranger).command(".deny "+code).Result.Text)
	require.Equal(t, "That code is not pending.", c.command(".deny 00000000").Result.Text)
	require.Equal(t, "Denied: exec.", c.command(".deny "+code).Result.Text)
	d := c.command(".approve exec " + code)
	require.Equal(t, trust.VerdictDeny, d.Verdict)
	require.Equal(t, "That code was used or closed already.", d.Result.Text)
	held(t, c.run("exec", nil))
}

// A prompt's answer counts in a sub-agent's session; a task that quotes a command
// does not.
func TestApprovalsOfASubAgent(t *testing.T) {
	h := newHost(t, "")
	h.fetched("parent")
	c := h.open("child", wire.Ctx{SpawnedBy: "parent"})
	c.send(wire.SessionStart, &wire.SessionStartEvent{})
	c = c.as(wire.Ctx{SenderIsOwner: wire.No})
	c.turn("do it")
	c.llm()
	code := held(t, c.run("exec", nil))
	c.emit()
	c.as(wire.Ctx{SenderIsOwner: wire.Yes}).turn(".approve exec " + code)
	c.llm()
	d, id := c.call("exec", nil)
	require.Equal(t, code, held(t, d))
	c.answer(".approve exec "+code+" once", id)
	allowed(t, c.again("exec", id, nil))
}

func TestAHeldCallTellsTheOwnerWhy(t *testing.T) {
	h := newHost(t, "")
	d := h.fetched("s").run("exec", nil)
	require.Equal(t, "The context is untrusted: web_fetch response (https://example.com).", d.Approval.Why)
	c := h.open("fresh", owner)
	c.turn("hi")
	d = c.run("gateway", nil)
	require.Equal(t, "It needs approval at every trust level.", d.Approval.Why)
	require.Contains(t, d.Result.BlockReason, d.Approval.Why)
	d = c.run("nobody_knows_it", nil)
	require.Equal(t, "The policy does not know this tool, so it needs approval at every trust level.", d.Approval.Why)
}

// Whatever would change the policy is told only to the owner, since an agent that can write files
// could do it.
func TestARestrictedCallTellsTheModelWhatToDoAndTheOwnerWhatWouldAllowIt(t *testing.T) {
	for _, c := range []struct{ policy, tool, why, remedy string }{
		{"mode: standard", "nobody_knows_it", "risk.unknown: deny (preset standard)", "change the policy: give the tool a risk class under tools"},
		{"mode: standard", "gog", "risk.unknown: deny (preset standard)", "change the policy: give the tool a risk class under tools"},
		{"mode: interactive", "nobody_knows_it", "unknown tool, judged as under untrusted content: taintPolicy.untrusted: restrict (preset interactive)", "change the policy: name the tool in toolOverrides, toolOutputTaints or tools to classify it"},
		{`toolOverrides: {exec: {"*": restrict}}`, "exec", "toolOverrides.exec.trusted: restrict (policy line 1)", "change the policy: no trust level allows this call"},
	} {
		h := newHost(t, c.policy)
		s := h.open("s", owner)
		s.turn("hi")
		d := s.run(c.tool, nil)
		require.Equal(t, "Tool '"+c.tool+"' is not available: it is restricted by security policy ("+c.why+"). Only the owner can change that; tell the user if you cannot do without it.", d.Result.BlockReason)
		x, err := h.engine.ExplainLast(t.Context(), "s")
		require.NoError(t, err)
		require.Equal(t, c.remedy, x.Remedy)
	}
}

// If only a rule holds a call, neither the taint of the context nor the tool is the reason.
func TestACallThatARuleHoldsTellsOfTheRule(t *testing.T) {
	h := newHost(t, `
toolOverrides: {exec: {"*": allow}}
policies:
  - {name: ask-before-push, when: {tool: exec, param_matches: {command: 'git push'}}, action: {confirm_tools: [exec], reason: what is pushed is public}}
  - {name: and-once-more, when: {tool: exec, param_matches: {command: 'git push'}}, action: {confirm_tools: [exec]}}
`)
	push := map[string]string{"command": "git push"}
	c := h.open("fresh", owner)
	c.turn("hi")
	for _, d := range []Decision{c.run("exec", push), h.fetched("tainted").run("exec", push)} {
		require.Equal(t, "Rule ask-before-push: what is pushed is public.", d.Approval.Why)
		require.Contains(t, d.Result.BlockReason, "is blocked by security policy. "+d.Approval.Why+"\n")
	}
}

// The rest of a ledger whose beginning is gone must not bring back a used grant: an earlier grant
// has no index there.
func TestAUsedGrantIsGoneWhereARecordOfBeforeIsMissing(t *testing.T) {
	h := newHost(t, "")
	c := h.fetched("s")
	c.command(".approve exec " + held(t, c.run("exec", nil)) + " once")
	before := len(h.journal.records)
	notes := map[string]string{"path": "notes.txt"}
	c.command(".approve write " + held(t, c.run("write", notes)) + " once")
	allowed(t, c.run("write", notes))
	held(t, c.run("write", notes))

	late := newHost(t, "")
	for i, r := range h.journal.records[before:] {
		require.NoError(t, late.engine.Replay(r, wire.Receipt{File: 2, Seq: uint64(i), Hash: "00"}))
	}
	v, err := late.engine.Session("s")
	require.NoError(t, err)
	require.Empty(t, v.Grants)
}

// Records from before grants had ids give the index.
func TestAnOlderRecordOfAUsedGrant(t *testing.T) {
	s := session.NewState()
	s.Change(&session.Granted{Tools: []string{"exec", "write"}, Once: true}, time.Now())
	s.Change(&session.GrantUsed{Place: 1}, time.Now())
	require.Len(t, s.Grants, 1)
	require.Equal(t, "exec", s.Grants[0].Tool)
}
