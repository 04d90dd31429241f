package engine

import (
	"context"
	"strconv"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/decide"
	"github.com/provenanced/provenanced/internal/session"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

func (h *host) runs(r decide.RunRequest) Decision {
	d := h.engine.Run(context.Background(), r)
	h.engine.Settle(context.Background(), &d)
	return d
}

func (h *host) ends(r decide.RunResult) Decision {
	d := h.engine.Ran(context.Background(), r)
	h.engine.Settle(context.Background(), &d)
	return d
}

// An exec that ran gog inside a trusted session leaves it external, whatever the level of exec's
// own output, and what runs next is judged at that level.
func TestARunTaintsItsSession(t *testing.T) {
	c := newHost(t, "mode: interactive").open("s", owner)
	c.turn("read my mail")
	c.llm()
	d, exec := c.call("exec", map[string]string{"command": "./fetch.sh"})
	allowed(t, d)
	d = c.runs(decide.RunRequest{Session: "s", TicketLevel: trust.Trusted, ID: "run_1", Tool: "gog", Args: []string{"gmail", "list"}, Cwd: "/ws"})
	allowed(t, d)
	require.Equal(t, trust.Trusted, c.level(), "nothing has come back yet")
	c.engine.Returns(context.Background(), "s", "run_1", "gog")
	require.Equal(t, trust.External, c.level())
	held(t, c.runs(decide.RunRequest{Session: "s", TicketLevel: trust.Trusted, ID: "run_2", Tool: "gog", Args: []string{"gmail", "send"}, Cwd: "/ws"}))
	c.ends(decide.RunResult{Session: "s", ID: "run_1", Tool: "gog", ExitCode: 3, Stdout: 512, Took: 1500 * time.Millisecond})
	require.Equal(t, &session.Ran{Tool: "gog", CallID: "run_1", ExitCode: 3, Stdout: 512, Millis: 1500}, c.journal.records[len(c.journal.records)-1].Ran)
	c.returns("exec", exec)
	require.Equal(t, trust.External, c.level())
}

// A command that continues in the background when the session begins anew still knows what it was
// given.
func TestACommandIsWorthWhatItsSessionHadSeen(t *testing.T) {
	h := newHost(t, "mode: interactive")
	c := h.fetched("s")
	env := c.send("resolve_exec_env", &wire.ResolveExecEnvEvent{}).Result.Env
	require.Equal(t, "ticket of s at untrusted", env[wire.TicketVariable])
	c.send(wire.SessionEnd, &wire.SessionEndEvent{Reason: "new"})
	c.turn("go")
	require.Equal(t, trust.Trusted, c.level())
	old := decide.RunRequest{Session: "s", TicketLevel: trust.Untrusted, ID: "1", Tool: "gog", Args: []string{"gmail", "send"}}
	d := h.runs(old)
	restricted(t, d)
	require.Equal(t, trust.Trusted, d.Taint, "it has told the session nothing yet")
	last := h.journal.records[len(h.journal.records)-1].Judgement
	require.Equal(t, "a command that was started at untrusted", last.Cause.Reason)
	require.Equal(t, "start the command anew: it was started before the session was reset", last.Remedy)
	old.TicketLevel = trust.Shared
	held(t, h.runs(old))
	old.TicketLevel = trust.Trusted
	allowed(t, h.runs(old))
}

func TestARunWithoutOutputTaintsWhenItEnds(t *testing.T) {
	h := newHost(t, "")
	c := h.open("s", owner)
	c.turn("go")
	allowed(t, h.runs(decide.RunRequest{Session: "s", TicketLevel: trust.Trusted, ID: "1", Tool: "gog"}))
	h.ends(decide.RunResult{Session: "s", ID: "1", Tool: "gog", Failed: true})
	require.Equal(t, trust.Trusted, c.level(), "it never started")
	h.ends(decide.RunResult{Session: "s", ID: "1", Tool: "gog"})
	require.Equal(t, trust.External, c.level())
}

func TestWhetherARunWouldBeRefusedLeavesNoRecord(t *testing.T) {
	h := newHost(t, "mode: interactive")
	c := h.open("s", owner)
	c.turn("go")
	run := decide.RunRequest{Session: "s", TicketLevel: trust.Trusted, ID: "1", Tool: "gog"}
	records := len(h.journal.records)
	require.False(t, h.engine.Refuses(run))
	run.Blocked = "deleting is not allowed"
	require.True(t, h.engine.Refuses(run))
	require.True(t, h.engine.Refuses(decide.RunRequest{Caller: "1000", WithoutTicket: trust.Untrusted, ID: "1", Tool: "gog"}))
	require.Len(t, h.journal.records, records)
	require.Equal(t, trust.Trusted, c.level())
	require.Empty(t, h.engine.Pending())
}

func TestWithoutATicketARunIsNobodys(t *testing.T) {
	h := newHost(t, "mode: interactive")
	for level, verdict := range map[trust.Level]trust.Verdict{trust.Trusted: trust.VerdictAllow, trust.Untrusted: trust.VerdictDeny} {
		d := h.runs(decide.RunRequest{Caller: level.String(), WithoutTicket: level, ID: "1", Tool: "gog"})
		require.Equal(t, verdict, d.Verdict)
		require.Equal(t, level, d.Taint)
	}
	restricted(t, h.runs(decide.RunRequest{Caller: "1000", WithoutTicket: trust.Trusted, Deny: true, ID: "1", Tool: "gog"}))
}

func TestArgumentRulesAreDenialsOnRecord(t *testing.T) {
	h := newHost(t, "mode: permissive")
	d := h.runs(decide.RunRequest{Session: "s", TicketLevel: trust.Trusted, ID: "1", Tool: "gog", Args: []string{"--delete"}, Blocked: "deleting is not allowed"})
	restricted(t, d)
	require.Contains(t, layer(t, d, decide.LayerTool).Text, "deleting is not allowed")
	require.Equal(t, trust.VerdictDeny, h.journal.records[0].Judgement.Verdict)

	h = newHost(t, "mode: interactive")
	h.runs(decide.RunRequest{Caller: "1000", WithoutTicket: trust.External, ID: "1", Tool: "gog", Blocked: "deleting is not allowed"})
	h.runs(decide.RunRequest{Caller: "1000", WithoutTicket: trust.External, Deny: true, ID: "2", Tool: "gog"})
	require.Equal(t, "call it with other arguments, or change its argument rules", h.journal.records[0].Judgement.Remedy, "no reset helps")
	require.Equal(t, "let a command of the agent call it, which has a ticket; or change toolDefaults.withoutTicket", h.journal.records[1].Judgement.Remedy)
}

func TestARunWaitsForItsApproval(t *testing.T) {
	h := newHost(t, "toolOverrides: {gog: {\"*\": confirm}}")
	c := h.open("s", owner)
	c.turn("go")
	r := decide.RunRequest{Session: "s", TicketLevel: trust.Trusted, ID: "1", Tool: "gog"}
	code := held(t, h.runs(r))
	waits, granted := h.engine.Waits(r)
	require.True(t, waits)
	require.False(t, granted)
	c.command(".approve gog " + code + " once")
	_, granted = h.engine.Waits(r)
	require.True(t, granted)
	allowed(t, h.runs(r))
	waits, granted = h.engine.Waits(r)
	require.False(t, waits || granted)
}

// A run that no approval allows, or whose code is closed, is not shown beside the one that waits.
func TestTheOwnerIsShownTheRunThatWaits(t *testing.T) {
	run := func(id string, args ...string) decide.RunRequest {
		return decide.RunRequest{Session: "s", TicketLevel: trust.Trusted, ID: id, Tool: "gog", Args: args}
	}
	h := newHost(t, "toolOverrides: {gog: {\"*\": confirm}}")
	h.open("s", owner).turn("go")
	shown := func() []HeldCall { return h.engine.Pending()[0].Calls }
	sends := run("1", "send")
	sends.Blocked = "mail is read here and not sent"
	require.Equal(t, bar, verdictOf(h.runs(sends)))
	code := held(t, h.runs(run("2", "list")))
	list := HeldCall{Tool: "gog", CallID: "2", Params: `{"args":["list"],"cwd":""}`, Does: `{"args":["list"],"cwd":""}`, Why: "toolOverrides.gog.trusted: confirm (policy line 1)"}
	require.Equal(t, []HeldCall{list}, shown())
	_, err := h.engine.DenyCode(t.Context(), "s", code)
	require.NoError(t, err)
	held(t, h.runs(run("3", "show")))
	require.Equal(t, []HeldCall{{Tool: "gog", CallID: "3", Params: `{"args":["show"],"cwd":""}`, Does: `{"args":["show"],"cwd":""}`, Why: list.Why}}, shown())
}

// Whoever approves one run has seen its arguments.
func TestAnApprovalOfOneRunIsForItsArguments(t *testing.T) {
	run := func(id string, args ...string) decide.RunRequest {
		return decide.RunRequest{Session: "s", TicketLevel: trust.Trusted, ID: id, Tool: "gog", Args: args}
	}
	begin := func() (*host, *chat) {
		h := newHost(t, "toolOverrides: {gog: {\"*\": confirm}}")
		c := h.open("s", owner)
		c.turn("go")
		return h, c
	}
	for name, once := range map[string]func(h *host, c *chat, code string){
		"in the chat": func(_ *host, c *chat, code string) { c.command(".approve gog " + code + " once") },
		"by the CLI": func(h *host, _ *chat, _ string) {
			_, err := h.engine.Approve(t.Context(), ApproveRequest{Session: "s", Tool: "all", Once: true})
			require.NoError(t, err)
		},
		"between turns": func(_ *host, c *chat, code string) {
			c.emit()
			c.command(".approve gog " + code + " once")
			c.turn("go on")
		},
	} {
		t.Run(name, func(t *testing.T) {
			h, c := begin()
			code := held(t, h.runs(run("1", "list")))
			require.Equal(t, code, held(t, h.runs(run("2", "list"))), "asked for twice")
			require.Equal(t, []HeldCall{{Tool: "gog", CallID: "2", Params: `{"args":["list"],"cwd":""}`, Does: `{"args":["list"],"cwd":""}`, Why: "toolOverrides.gog.trusted: confirm (policy line 1)"}}, h.engine.Pending()[0].Calls)
			once(h, c, code)
			v, err := h.engine.Session("s")
			require.NoError(t, err)
			require.True(t, v.Grants[0].AsHeld)
			require.Equal(t, rebuilt(t, h).keptState("s"), h.engine.keptState("s"))
			list, send := run("1", "list"), run("3", "send", "--to", "everybody")
			passes(t, h, list)
			held(t, h.runs(send))
			passes(t, h, list)
			waits, granted := h.engine.Waits(send)
			require.True(t, waits)
			require.False(t, granted, "it is another run that waits now")
			c.command(".deny " + h.engine.Pending()[0].Code)
			passes(t, h, list)
			waits, granted = h.engine.Waits(send)
			require.False(t, waits || granted)
			allowed(t, h.runs(run("4", "list")))
			held(t, h.runs(run("5", "list")))
		})
	}

	h, _ := begin()
	held(t, h.runs(run("1", "list")))
	held(t, h.runs(run("2", "send")))
	require.Len(t, h.engine.Pending(), 2, "each run has its code")
	_, err := h.engine.Approve(t.Context(), ApproveRequest{Session: "s", Tool: "gog", Once: true}) // it is unknown which of the two the owner means
	require.ErrorContains(t, err, "different calls of that tool wait")
	for _, r := range []decide.RunRequest{run("1", "list"), run("2", "send")} {
		waits, granted := h.engine.Waits(r)
		require.True(t, waits)
		require.False(t, granted)
	}
	one := ApproveRequest{Session: "s", Tool: "gog", CallID: "1"}
	_, err = h.engine.Approve(t.Context(), one)
	require.ErrorIs(t, err, decide.ErrRefused, "for how long?")
	one.Once, one.CallID = true, "3"
	_, err = h.engine.Approve(t.Context(), one)
	require.ErrorContains(t, err, "that call no longer waits")
	one.CallID = "1"
	_, err = h.engine.Approve(t.Context(), one)
	require.NoError(t, err)
	require.Equal(t, rebuilt(t, h).keptState("s"), h.engine.keptState("s"))
	held(t, h.runs(run("2", "send")))
	allowed(t, h.runs(run("3", "list")))
	held(t, h.runs(run("4", "list")))

	h, c := begin()
	c.command(".approve gog " + held(t, h.runs(run("1", "list"))) + " 30")
	allowed(t, h.runs(run("2", "send")))
}

// An approval of a run covers its arguments, its directory, and everything else that its caller
// controls.
func TestAnApprovalOfOneRunIsForAllThatTheCallerHasASayIn(t *testing.T) {
	list := decide.RunRequest{Session: "s", TicketLevel: trust.Trusted, ID: "1", Tool: "gog", Args: []string{"list"}, Cwd: "/ws", Env: map[string]string{"ACCOUNT": "mine"}}
	for name, other := range map[string]func(r *decide.RunRequest){
		"arguments":   func(r *decide.RunRequest) { r.Args = []string{"list", "--all"} },
		"split":       func(r *decide.RunRequest) { r.Args = []string{"li", "st"} },
		"directory":   func(r *decide.RunRequest) { r.Cwd = "/" },
		"environment": func(r *decide.RunRequest) { r.Env = map[string]string{"ACCOUNT": "hers"} },
		"no variable": func(r *decide.RunRequest) { r.Env = nil },
		"input":       func(r *decide.RunRequest) { r.Stdin = true },
		"terminal":    func(r *decide.RunRequest) { r.PTY = true },
	} {
		h := newHost(t, "toolOverrides: {gog: {\"*\": confirm}}")
		c := h.open("s", owner)
		c.turn("go")
		c.command(".approve gog " + held(t, h.runs(list)) + " once")
		r := list
		other(&r)
		require.Equal(t, hold, verdictOf(h.runs(r)), name)
		allowed(t, h.runs(list))
	}
}

// The number of waiting runs is bounded, and each waits for its own answer.
func TestRunsThatWaitAreBounded(t *testing.T) {
	h := newHost(t, "toolOverrides: {gog: {\"*\": confirm}}")
	c := h.open("s", owner)
	c.turn("go")
	run := func(n int) decide.RunRequest {
		return decide.RunRequest{Session: "s", TicketLevel: trust.Trusted, ID: "run" + strconv.Itoa(n), Tool: "gog", Args: []string{strconv.Itoa(n)}}
	}
	for n := range session.MaxCodes {
		held(t, h.runs(run(n)))
		waits, _ := h.engine.Waits(run(n))
		require.True(t, waits)
	}
	d := h.runs(run(session.MaxCodes))
	restricted(t, d)
	require.Contains(t, d.Result.BlockReason, "64 other calls wait")
	waits, _ := h.engine.Waits(run(session.MaxCodes))
	require.False(t, waits)
	require.Len(t, h.engine.keptState("s").Codes, session.MaxCodes)
	_, err := h.engine.Approve(t.Context(), ApproveRequest{Session: "s", Tool: "gog", Once: true, CallID: strconv.Itoa(session.MaxCodes)})
	require.ErrorContains(t, err, "that call no longer waits")
	_, err = h.engine.Approve(t.Context(), ApproveRequest{Session: "s", Tool: "gog", Once: true, CallID: "run3"})
	require.NoError(t, err)
	allowed(t, h.runs(run(3)))
	held(t, h.runs(run(40)))
}

// Two programs may wait for one tool: each gets the owner's answer to it.
func TestEachRunWaitsForItsOwnAnswer(t *testing.T) {
	h := newHost(t, "toolOverrides: {gog: {\"*\": confirm}}")
	c := h.open("s", owner)
	c.turn("go")
	run := func(id string, args ...string) decide.RunRequest {
		return decide.RunRequest{Session: "s", TicketLevel: trust.Trusted, ID: id, Tool: "gog", Args: args}
	}
	list, send := run("1", "list"), run("2", "send")
	c.command(".deny " + held(t, h.runs(list)))
	held(t, h.runs(send))
	waits, granted := h.engine.Waits(list)
	require.False(t, waits || granted, "it was denied; the other run waits")
	code := held(t, h.runs(run("3", "list"))) // both wait
	for _, r := range []decide.RunRequest{list, send} {
		waits, _ = h.engine.Waits(r)
		require.True(t, waits)
	}
	c.command(".approve gog " + code)
	passes(t, h, send)
}

func passes(t *testing.T, h *host, r decide.RunRequest) {
	t.Helper()
	waits, granted := h.engine.Waits(r)
	require.True(t, granted)
	require.False(t, waits)
}

// A daemon that cannot record lets only safe programs run.
func TestRunsOfADaemonThatCannotRecord(t *testing.T) {
	for mode, verdict := range map[string]trust.Verdict{"open": trust.VerdictAllow, "guarded": trust.VerdictDeny, "closed": trust.VerdictDeny} {
		h := newHost(t, "onFailure: "+mode)
		h.journal.fail = errDisk
		require.Equal(t, verdict, h.runs(decide.RunRequest{Session: "s", TicketLevel: trust.Trusted, ID: "1", Tool: "gog"}).Verdict, mode)
	}
}

func TestRunsAreInsideTheScopeOfTheirMessage(t *testing.T) {
	h := newHost(t, enforce+"  # \n")
	c := h.open("s", owner)
	c.asks("check my mail")
	held(t, h.runs(decide.RunRequest{Session: "s", TicketLevel: trust.Trusted, ID: "1", Tool: "gog", Args: []string{"gmail", "send"}}))
	require.Equal(t, wire.Hook("tools:run"), h.journal.records[len(h.journal.records)-1].Hook)
}

// A run's output after the owner has reset its session is not what they have read.
func TestAResetDoesNotCoverTheRestOfARun(t *testing.T) {
	h := newHost(t, "")
	c := h.open("s", owner)
	c.turn("watch my mail")
	c.llm()
	allowed(t, c.runs(decide.RunRequest{Session: "s", TicketLevel: trust.Trusted, ID: "run_1", Tool: "gog", Args: []string{"gmail", "watch"}, Cwd: "/ws"}))
	h.engine.Returns(context.Background(), "s", "run_1", "gog")
	require.Equal(t, trust.External, c.level())
	require.True(t, h.engine.Holds("s", "gog"))
	_, err := h.engine.ResetTrust(t.Context(), "s", trust.Trusted)
	require.NoError(t, err)
	require.Equal(t, trust.Trusted, c.level())
	require.False(t, h.engine.Holds("s", "gog"))
	h.engine.Returns(context.Background(), "s", "run_1", "gog")
	require.Equal(t, trust.External, c.level())
	require.True(t, h.engine.Holds("s", "gog"))
	_, err = h.engine.ResetTrust(t.Context(), "s", trust.Trusted)
	require.NoError(t, err)
	h.ends(decide.RunResult{Session: "s", ID: "run_1", Tool: "gog", Stdout: 512})
	require.Equal(t, trust.External, c.level())
	v, err := h.engine.Session("s")
	require.NoError(t, err)
	require.Equal(t, "gog response", v.Reason)
}

// An index of an earlier version may hold it, and is read strictly.
func TestWhatWaitedInAnEarlierVersionStillWaits(t *testing.T) {
	hash := session.HashOf([]byte(`{"args":["list"]}`))
	text, err := json.Marshal(hash)
	require.NoError(t, err)
	var p session.Pending
	require.NoError(t, json.Unmarshal([]byte(`{"Tools":["gog"],"Runs":[{"Tool":"gog","Params":`+string(text)+`}]}`), &p, json.RejectUnknownMembers(true)))
	require.Equal(t, []session.WaitingCall{{Tool: "gog", Params: hash}}, p.Calls)
	var c session.Call
	require.NoError(t, json.Unmarshal([]byte(`{"ID":"1","Tool":"gog","Node":-1,"Params":`+string(text)+`}`), &c, json.RejectUnknownMembers(true)))
}

// A caller that drops the ticket may belong to any session that existed: what such a session reads
// back has the level of what was run without a ticket.
func TestWhatRanWithoutATicketComesBack(t *testing.T) {
	open := decide.RunRequest{Caller: "1000", WithoutTicket: trust.Trusted, ID: "run_1", Tool: "gog", Args: []string{"gmail", "list"}}
	// ran: s has begun a command, which has run gog without a ticket.
	ran := func(t *testing.T) (c *chat, exec string) {
		h := newHost(t, "mode: interactive")
		c = h.open("s", owner)
		c.turn("go")
		c.llm()
		d, exec := c.call("exec", map[string]string{"command": "./tool.sh"})
		allowed(t, d)
		h.now = h.now.Add(time.Second)
		allowed(t, h.runs(open))
		h.engine.Returns(context.Background(), open.Key(), "run_1", "gog")
		require.Equal(t, trust.Trusted, c.level(), "it has not come back")
		h.now = h.now.Add(time.Second)
		return c, exec
	}
	for name, back := range map[string]func(*chat, string){
		"the command's output": func(c *chat, exec string) { c.returns("exec", exec) },
		"in the transcript": func(c *chat, exec string) {
			c.send(wire.ToolResultPersist, &wire.ToolResultPersistEvent{ToolName: "exec", ToolCallID: exec, Message: raw(map[string]string{"content": "mail"})})
		},
		"of a background command": func(c *chat, _ string) { c.run("process", map[string]string{"action": "poll"}) },
		"in a file":               func(c *chat, _ string) { c.run("read", map[string]string{"path": "out.txt"}) },
		"in a later turn": func(c *chat, _ string) {
			c.emit()
			c.turn("and?")
			c.run("read", map[string]string{"path": "out.txt"})
		},
		"after a restart": func(c *chat, exec string) {
			again := newHost(t, "mode: interactive")
			again.now = c.now
			for i, r := range c.journal.records {
				require.NoError(t, again.engine.Replay(r, wire.Receipt{File: 1, Seq: uint64(i + 1), Hash: "00"}))
			}
			c.host.engine = again.engine
			c.returns("exec", exec)
		},
	} {
		t.Run(name, func(t *testing.T) {
			c, exec := ran(t)
			back(c, exec)
			require.Equal(t, trust.External, c.level())
			v, err := c.engine.Session("s")
			require.NoError(t, err)
			require.Contains(t, v.Reason, "of a session that had seen: gog response")
			c.llm()
			held(t, c.run("exec", map[string]string{"command": "./send.sh"}))
		})
	}
	t.Run("a session that begins later has no such program", func(t *testing.T) {
		c, _ := ran(t)
		later := c.open("later", owner)
		later.turn("go")
		later.run("exec", map[string]string{"command": "ls"})
		require.Equal(t, trust.Trusted, later.level())
	})
	t.Run("what did not run has nothing to give", func(t *testing.T) {
		h := newHost(t, "mode: interactive")
		c := h.open("s", owner)
		c.turn("go")
		shut := open
		shut.Deny = true
		shut.WithoutTicket = trust.Untrusted
		restricted(t, h.runs(shut))
		c.run("exec", map[string]string{"command": "./tool.sh"})
		require.Equal(t, trust.Trusted, c.level())
	})
	t.Run("the owner has reset what it had seen", func(t *testing.T) {
		c, exec := ran(t)
		_, err := c.engine.ResetTrust(context.Background(), open.Key(), trust.Trusted)
		require.NoError(t, err)
		c.returns("exec", exec)
		require.Equal(t, trust.Trusted, c.level())
	})
}

// Neither an approval nor a tool that is always allowed lets a program run whose caller leaves its
// ticket out.
func TestDroppingTheTicketNeverHelps(t *testing.T) {
	for _, yaml := range []string{"mode: permissive", "toolOverrides: {gog: {\"*\": allow}}", "mode: interactive"} {
		h := newHost(t, yaml)
		open := decide.RunRequest{Caller: "1000", WithoutTicket: trust.Untrusted, ID: "1", Tool: "gog"}
		if d := h.runs(open); d.Approval != nil {
			_, err := h.engine.Approve(context.Background(), ApproveRequest{Session: open.Key(), Tool: "gog", Code: d.Approval.Code, For: time.Hour})
			require.NoError(t, err)
			allowed(t, h.runs(open))
		}
		shut := open
		shut.Deny = true
		restricted(t, h.runs(shut))
		require.True(t, h.engine.Refuses(shut))
	}
}
