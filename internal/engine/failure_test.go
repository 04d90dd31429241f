package engine

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/decide"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

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

// If only the older records are gone, the later ones still have a session's level.
func TestASessionWithARecordIsNotForgotten(t *testing.T) {
	h := newHost(t, "")
	h.open("clean", owner).turn("go")
	h.fetched("tainted")
	rebuilt := newHost(t, "")
	rebuilt.engine.opt.Forgotten = "the record of earlier sessions is incomplete"
	for i, r := range h.journal.records {
		require.NoError(t, rebuilt.engine.Replay(r, wire.Receipt{File: 1, Seq: uint64(i + 1), Hash: "00"}))
	}
	allowed(t, rebuilt.open("clean", owner).run("exec", nil))
	held(t, rebuilt.open("tainted", owner).run("exec", nil))
}

// Nor is whose session it is: the policy may say otherwise of that agent.
func TestALaterRecordTellsTheAgent(t *testing.T) {
	const yaml = "agentOverrides: {work: {toolOverrides: {gog: {'*': restrict}}}}"
	h := newHost(t, yaml)
	c := h.open("s", wire.Ctx{AgentID: "work", SenderIsOwner: wire.Yes})
	c.turn("go")
	before := len(h.journal.records)
	c.turn("go on")
	rebuilt := newHost(t, yaml)
	rebuilt.foreign = true
	for i, r := range h.journal.records[before:] {
		require.NoError(t, rebuilt.engine.Replay(r, wire.Receipt{File: 2, Seq: uint64(i), Hash: "00"}))
	}
	require.Equal(t, bar, verdictOf(rebuilt.runs(decide.RunRequest{Session: "s", TicketLevel: trust.Trusted, ID: "1", Tool: "gog"})))
	v, err := rebuilt.engine.Session("s")
	require.NoError(t, err)
	require.Equal(t, "work", v.Agent)
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

// A sender may be a phone number or an address, which is recorded under another name; a daemon that
// can record nothing still answers them.
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

// The owner's prohibitions, and the memory guard, do not depend on a disk.
func TestRulesHoldWhileNothingCanBeRecorded(t *testing.T) {
	const yaml = `
maxIterations: 3
toolOverrides: {write: {"*": allow}, lamp: {"*": allow}}
policies:
  - {name: stay, when: {context_taint_includes: [untrusted]}, action: {block_tools: [web_fetch, lamp]}}
  - {name: ask, when: {param_equals: {path: /etc/passwd}}, action: {confirm_tools: [read]}}
  - {name: end, when: {param_equals: {path: /srv/end}}, action: {block_turn: true}}
  - {name: mute, when: {tool: message, param_matches: {message: secret}}, action: {block_tools: [message]}}
`
	path := func(p string) map[string]string { return map[string]string{"path": p} }
	for name, fail := range map[string]func(j *journal){
		"not written": func(j *journal) { j.fail = errDisk },
		"not flushed": func(j *journal) { j.unwritten = errDisk },
	} {
		t.Run(name, func(t *testing.T) {
			h := newHost(t, yaml)
			c, clean, over := h.fetched("s"), h.open("clean", owner), h.fetched("over")
			clean.turn("go")
			over.llm()
			over.llm()
			fail(h.journal)
			require.Equal(t, bar, verdictOf(c.run("web_fetch", nil)))
			require.Equal(t, bar, verdictOf(c.run("read", path("/etc/passwd"))))
			require.Equal(t, bar, verdictOf(c.run("write", path("/ws/MEMORY.md"))))
			require.Equal(t, bar, verdictOf(c.run("message", map[string]string{"message": "the secret"})))
			require.Equal(t, bar, verdictOf(h.runs(decide.RunRequest{Session: "s", Tool: "lamp"})))
			require.Equal(t, bar, verdictOf(over.run("read", nil)), "its turn has reached its limit")
			require.Equal(t, pass, verdictOf(c.run("read", path("notes.txt"))))
			require.Equal(t, pass, verdictOf(c.run("write", path("notes.txt"))))
			require.Equal(t, pass, verdictOf(c.run("message", map[string]string{"message": "the disk is full"})))

			require.Equal(t, pass, verdictOf(clean.run("web_fetch", nil)))
			require.Equal(t, bar, verdictOf(clean.run("web_fetch", nil)), "though no record says what it has read")
			require.Equal(t, pass, verdictOf(clean.run("read", path("notes.txt"))))
			require.Equal(t, bar, verdictOf(clean.run("read", path("/srv/end"))), "it would end the turn")
		})
	}
}

// A rule that would end the turn also applies when nothing can be decided.
func TestARuleThatEndsATurnHoldsWhereNothingCanBeDecided(t *testing.T) {
	for rules, want := range map[string]string{
		"": pass,
		"policies: [{name: end, when: {tool: sessions_history}, action: {block_turn: true}}]": bar,
	} {
		h := newHost(t, rules)
		c := h.open("s", owner)
		c.turn("what did it say?")
		h.index.fail = errDisk
		require.Equal(t, want, verdictOf(c.run("sessions_history", map[string]string{"sessionKey": "agent:main:other"})), rules)
	}
}

// Nor is a secret in a name revealed because it could not be examined.
func TestANameIsTidiedWhereNothingCanBeDecided(t *testing.T) {
	h := newHost(t, "toolOutputTaints: {sessions_history: external}")
	c := h.open("s", owner)
	c.turn("what did it say?")
	h.index.fail = errDisk
	require.Equal(t, pass, verdictOf(c.again("sessions_history", aSecret, map[string]string{"sessionKey": "agent:main:other"})))
	h.index.fail = nil
	c.run("read", nil)
	require.Contains(t, string(raw(h.journal.records)), `"tool":"sessions_history"`)
	require.NotContains(t, string(raw(h.journal.records)), aSecret)
}
