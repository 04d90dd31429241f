package engine

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"

	"github.com/provenanced/provenanced/internal/decide"
	"github.com/provenanced/provenanced/internal/trust"
	"github.com/provenanced/provenanced/internal/wire"
)

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

// What is unrecorded is recorded once there is room, whether or not the session speaks again.
func TestWhatIsUnrecordedIsRecordedWithoutANextEvent(t *testing.T) {
	h := newHost(t, "")
	c := h.open("s", owner)
	c.turn("go")
	other := h.fetched("other")
	held(t, other.run("exec", nil))
	h.journal.fail = errDisk
	c.returns("web_fetch", "w")
	h.open("new", owner).returns("web_fetch", "w")
	h.engine.CatchUp()
	h.journal.fail = nil
	h.engine.opt.Journal = fillingUp{h.journal}
	h.journal.unwritten = errDisk
	_, err := h.engine.Approve(context.Background(), ApproveRequest{Session: "other", Tool: "exec", For: decide.MaxApproval})
	require.ErrorIs(t, err, errDisk)
	require.Equal(t, trust.Trusted, levelOf(rebuilt(t, h).keptState("s")))
	h.engine.opt.Journal = h.journal
	h.journal.unwritten, h.journal.fail = nil, nil

	h.engine.CatchUp()
	again := rebuilt(t, h)
	require.Equal(t, trust.Untrusted, levelOf(again.keptState("s")))
	require.Equal(t, trust.Untrusted, levelOf(again.keptState("new")))
	require.Empty(t, again.keptState("other").Grants, "what was taken back")
	recorded := len(h.journal.records)
	h.engine.CatchUp()
	require.Len(t, h.journal.records, recorded, "once")
	h.leaves()
	require.NotContains(t, h.inMemory(), "s")
	require.NotContains(t, h.inMemory(), "new")
}

// heldOnceThereIsRoom goes on with a turn in which nothing could be recorded.
func heldOnceThereIsRoom(t *testing.T, h *host, c *chat) {
	t.Helper()
	for range 3 {
		c.llm()
	}
	h.journal.fail = nil
	held(t, c.run("exec", nil))
	require.Equal(t, h.engine.keptState(c.key), rebuilt(t, h).keptState(c.key), "the records tell it")
}

// A call is not judged at what an earlier LLM call had seen because the one that asked
// for it could not be recorded.
func TestAnLLMCallThatCouldNotBeRecordedHasSeenAllTheSame(t *testing.T) {
	for name, fails := range map[string]func(h *host, c *chat){
		"the page is not recorded either": func(h *host, c *chat) {
			h.journal.fail = errDisk
			c.returns("web_fetch", "w")
		},
		"the page is recorded": func(h *host, c *chat) {
			c.returns("web_fetch", "w")
			h.journal.fail = errDisk
		},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHost(t, "")
			c := h.open("s", owner)
			c.turn("go")
			c.llm()
			fails(h, c)
			heldOnceThereIsRoom(t, h, c)
		})
	}
}

// An approval for a turn does not reach a later one because the end of its own, or the
// beginning of the next, could not be recorded.
func TestATurnsApprovalEndsWithATurnThatCouldNotBeRecorded(t *testing.T) {
	approve := func(t *testing.T, c *chat) {
		t.Helper()
		_, err := c.engine.Approve(context.Background(), ApproveRequest{Session: c.key, Tool: "exec"})
		require.NoError(t, err)
	}
	for name, missed := range map[string]func(t *testing.T, c *chat, fail func(error)){
		"its end": func(t *testing.T, c *chat, fail func(error)) {
			approve(t, c)
			fail(errDisk)
			c.send(wire.AgentEnd, &wire.AgentEndEvent{})
		},
		"the next one's beginning": func(t *testing.T, c *chat, fail func(error)) {
			approve(t, c)
			fail(errDisk)
			c.turn("something else")
		},
		"all of the one that it was for": func(t *testing.T, c *chat, fail func(error)) {
			c.send(wire.AgentEnd, &wire.AgentEndEvent{})
			approve(t, c)
			fail(errDisk)
			c.turn("go on")
			c.send(wire.AgentEnd, &wire.AgentEndEvent{})
			c.turn("something else")
		},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHost(t, "")
			c := h.fetched("s")
			held(t, c.run("exec", nil))
			missed(t, c, func(err error) { h.journal.fail = err })
			heldOnceThereIsRoom(t, h, c)
		})
	}
}

// What came into a turn counts in it, recorded or not.
func TestWhoCameIntoATurnWhileNothingCouldBeRecordedHasASay(t *testing.T) {
	h := newHost(t, "trustedSenderIds: ['telegram:222']\npolicies: [{name: own, when: {sender_is_owner: false}, action: {block_tools: [write]}}]")
	approved, written := h.fetched("approved"), h.open("written", owner)
	held(t, approved.run("exec", nil))
	_, err := h.engine.Approve(context.Background(), ApproveRequest{Session: "approved", Tool: "exec"})
	require.NoError(t, err)
	written.turn("go")
	h.journal.fail = errDisk
	for _, c := range []*chat{approved, written} {
		c.as(stranger).send(wire.MessageReceived, &wire.MessageReceivedEvent{Content: "and now something else"})
	}
	h.journal.fail = nil
	nobody := wire.Ctx{AgentID: "main"}
	held(t, approved.as(nobody).run("exec", nil))
	restricted(t, written.as(nobody).run("write", nil))
	for _, key := range []string{"approved", "written"} {
		require.Equal(t, h.engine.keptState(key), rebuilt(t, h).keptState(key), "the records tell it")
	}
}

// A gateway need say only once who has spawned a session.
func TestWhatIsInheritedWhileNothingCanBeRecordedStays(t *testing.T) {
	h := newHost(t, "")
	h.fetched("parent")
	h.journal.fail = errDisk
	h.open("child", wire.Ctx{SpawnedBy: "parent"}).send(wire.SessionStart, &wire.SessionStartEvent{})
	h.journal.fail = nil
	c := h.open("child", wire.Ctx{})
	c.send(wire.BeforeAgentStart, &wire.BeforeAgentStartEvent{Messages: user("task")})
	require.Equal(t, trust.Untrusted, c.level())
	require.Equal(t, h.engine.keptState("child"), rebuilt(t, h).keptState("child"), "the records tell it")
}

// Models give one id to several calls. What a call returns that nobody could record is not
// taken for what another has returned before, which the owner has read.
func TestACallThatCouldNotBeRecordedIsNotOneThatIsOver(t *testing.T) {
	for name, before := range map[string]func(*chat){
		"returned": func(c *chat) { c.returns("web_fetch", "w") },
		"denied":   func(c *chat) { c.returns("web_search", "v"); held(t, c.tried("exec", "w", "{}")) },
	} {
		t.Run(name, func(t *testing.T) {
			h := newHost(t, "")
			c := h.open("s", owner)
			c.turn("go")
			before(c)
			_, err := h.engine.ResetTrust(context.Background(), "s", trust.Trusted)
			require.NoError(t, err)
			h.journal.fail = errDisk
			allowed(t, c.tried("web_fetch", "w", "{}"))
			h.journal.fail = nil
			c.send(wire.AfterToolCall, &wire.AfterToolCallEvent{ToolName: "web_fetch", ToolCallID: "w", Result: jsontext.Value(`"page"`)})
			require.Equal(t, trust.Untrusted, c.level())
			require.Equal(t, h.engine.keptState("s"), rebuilt(t, h).keptState("s"), "the records tell it")
		})
	}
}

// What happens in a turn while nothing can be recorded is known all the same, as later
// events need it.
func TestATurnIsKnownThoughItCouldNotBeRecorded(t *testing.T) {
	history := raw(map[string]string{"sessionKey": "other"})
	approved := func(lasts time.Duration) func(t *testing.T, c *chat) {
		return func(t *testing.T, c *chat) {
			c.fetchAgain()
			held(t, c.run("exec", nil))
			_, err := c.engine.Approve(context.Background(), ApproveRequest{Session: c.key, Tool: "exec", For: lasts})
			require.NoError(t, err)
		}
	}
	execWaits := func(t *testing.T, c *chat) { held(t, c.run("exec", nil)) }
	isAt := func(level trust.Level) func(t *testing.T, c *chat) {
		return func(t *testing.T, c *chat) {
			c.llm()
			require.Equal(t, level, c.level())
		}
	}
	for name, tc := range map[string]struct {
		before, missed, then func(t *testing.T, c *chat)
	}{
		"a stranger has a say in it, who is not for approvals that were given before": {
			before: approved(0),
			missed: func(_ *testing.T, c *chat) {
				c.as(stranger).send(wire.MessageReceived, &wire.MessageReceivedEvent{Content: "hi"})
			},
			then: execWaits,
		},
		"a stranger has a say in one whose beginning is not recorded either": {
			missed: func(_ *testing.T, c *chat) {
				c.turn("again")
				c.as(stranger).send(wire.MessageReceived, &wire.MessageReceivedEvent{Content: "hi"})
			},
			then: isAt(trust.External),
		},
		"a new conversation has no approvals": {
			before: approved(time.Hour),
			missed: func(_ *testing.T, c *chat) {
				c.send(wire.BeforeAgentStart, &wire.BeforeAgentStartEvent{Messages: user("anew")})
			},
			then: execWaits,
		},
		"a reset forgives nothing of a new conversation": {
			before: func(t *testing.T, c *chat) {
				_, err := c.engine.ResetTrust(context.Background(), c.key, trust.Trusted)
				require.NoError(t, err)
			},
			missed: func(_ *testing.T, c *chat) {
				c.send(wire.BeforeAgentStart, &wire.BeforeAgentStartEvent{Messages: user("anew")})
			},
			then: func(t *testing.T, c *chat) {
				c.send(wire.ContextAssembled, &wire.ContextAssembledEvent{
					Messages: user("anew"), Sources: []wire.Source{{Kind: "tool_result", Tool: "web_fetch"}},
				})
				require.Equal(t, trust.Untrusted, c.level())
			},
		},
		"a reset forgives nothing of what comes after a context that it covers": {
			before: func(t *testing.T, c *chat) {
				_, err := c.engine.ResetTrust(context.Background(), c.key, trust.Trusted)
				require.NoError(t, err)
			},
			missed: func(_ *testing.T, c *chat) { c.turn("go") },
			then: func(t *testing.T, c *chat) {
				c.send(wire.ContextAssembled, &wire.ContextAssembledEvent{
					Messages: raw([]msg{{"user", "go"}, {"toolResult", ""}}), Sources: []wire.Source{{Kind: "tool_result", Tool: "web_fetch", MessageIndex: 1}},
				})
				require.Equal(t, trust.Untrusted, c.level())
			},
		},
		"calls that nobody reports the results of have returned": {
			missed: func(_ *testing.T, c *chat) {
				c.send(wire.AfterLLMCall, &wire.AfterLLMCallEvent{ToolCalls: []wire.ToolCall{{ID: "w", Name: "web_fetch"}}})
			},
			then: isAt(trust.Untrusted),
		},
		"calls of one whose beginning is not recorded either have returned": {
			missed: func(_ *testing.T, c *chat) {
				c.turn("again")
				c.llm()
				c.send(wire.AfterLLMCall, &wire.AfterLLMCallEvent{ToolCalls: []wire.ToolCall{{ID: "w", Name: "web_fetch"}}})
			},
			then: isAt(trust.Untrusted),
		},
		"a result is known by its call": {
			missed: func(t *testing.T, c *chat) { allowed(t, c.tried("sessions_history", "w", string(history))) },
			then: func(t *testing.T, c *chat) {
				c.send(wire.ToolResultPersist, &wire.ToolResultPersistEvent{ToolName: "sessions_history", ToolCallID: "w", Message: raw("what was said")})
				require.Equal(t, trust.Untrusted, c.level())
			},
		},
		"one that a rule has blocked stays so": {
			missed: func(t *testing.T, c *chat) {
				restricted(t, c.tried("ls", "l", "{}"))
				restricted(t, c.run("read", nil))
			},
			then: func(t *testing.T, c *chat) { restricted(t, c.run("read", nil)) },
		},
		"more than can be remembered counts as read": {
			missed: func(_ *testing.T, c *chat) {
				for range maxUnrecorded {
					c.run("read", nil)
				}
			},
			then: isAt(trust.Untrusted),
		},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHost(t, "policies: [{name: end, when: {tool: ls}, action: {block_turn: true}}]")
			h.fetched("other")
			c := h.open("s", owner)
			c.turn("go")
			c.llm()
			if tc.before != nil {
				tc.before(t, c)
			}
			h.journal.fail = errDisk
			tc.missed(t, c)
			h.journal.fail = nil
			tc.then(t, c)
			require.Equal(t, h.engine.keptState("s"), rebuilt(t, h).keptState("s"), "the records tell it")
		})
	}
}

// A turn that began while nothing could be recorded runs on after a restart.
func TestATurnThatCouldNotBeRecordedOutlivesARestart(t *testing.T) {
	h := newHost(t, "")
	h.journal.fail = errDisk
	h.open("s", owner).turn("go")
	h.journal.fail = nil
	h.engine.CatchUp()
	h.engine = rebuilt(t, h)
	h.open("s", stranger).send(wire.MessageReceived, &wire.MessageReceivedEvent{Content: "hi"})
	require.Equal(t, trust.External, h.open("s", owner).level())
}

// What a session has seen of which there is no record yet reaches those that it spawns.
func TestASpawnerThatCouldNotBeRecordedPassesOnItsLevel(t *testing.T) {
	h := newHost(t, "")
	h.journal.fail = errDisk
	h.open("parent", owner).returns("web_fetch", "w")
	h.journal.fail = nil
	c := h.open("child", wire.Ctx{SpawnedBy: "parent"})
	c.turn("task")
	held(t, c.run("exec", nil))
}

// What a call returns that passed without a record is worth what the call was for, also
// where the result comes without its parameters.
func TestWhatACallReturnsThatPassedWithoutARecord(t *testing.T) {
	const curl = `{"command":"curl https://evil.example"}`
	notWritten := func(h *host) *error { return &h.journal.fail }
	for _, tc := range []struct {
		name, policy, tool string
		ctx                wire.Ctx
		fails              func(h *host) *error
		asks               func(c *chat)
	}{
		{"of another session", "", "sessions_history", owner, notWritten, func(c *chat) {
			allowed(t, c.tried("sessions_history", "x", `{"sessionKey":"tainted"}`))
		}},
		{"of a program", "onFailure: open", "exec", owner, notWritten, func(c *chat) {
			allowed(t, c.tried("exec", "x", curl))
		}},
		{"of two calls of one id", "onFailure: open", "exec", owner, notWritten, func(c *chat) {
			allowed(t, c.tried("exec", "x", `{"command":"gh issue list"}`))
			allowed(t, c.tried("exec", "x", curl))
		}},
		{"announced", "", "", owner, notWritten, func(c *chat) {
			c.send(wire.AfterLLMCall, &wire.AfterLLMCallEvent{ToolCalls: []wire.ToolCall{{ID: "x", Name: "web_fetch"}}})
		}},
		{"in a turn without a record", "", "sessions_history", owner, notWritten, func(c *chat) {
			c.turn("go on")
			allowed(t, c.tried("sessions_history", "x", `{"sessionKey":"tainted"}`))
		}},
		{"of more calls than are kept", "", "sessions_history", owner, notWritten, func(c *chat) {
			for i := range maxUnrecorded + 1 {
				allowed(t, c.tried("sessions_history", fmt.Sprint(i), `{"sessionKey":"tainted"}`))
			}
		}},
		{"that would have been held", "{onFailure: open, mode: standard}", "browser", owner, func(h *host) *error { return &h.journal.unwritten }, func(c *chat) {
			allowed(t, c.tried("browser", "x", "{}"))
		}},
		{"that nobody has asked for", "authentication: {mode: enforce, sources: {system: []}}", "web_fetch", wire.Ctx{MessageProvider: "cron"}, func(h *host) *error { return &h.journal.unwritten }, func(c *chat) {
			allowed(t, c.tried("web_fetch", "x", "{}"))
		}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			h := newHost(t, tc.policy)
			h.at("tainted", trust.Untrusted)
			c := h.open("s", tc.ctx)
			c.turn("go")
			c.llm()
			*tc.fails(h) = errDisk
			tc.asks(c)
			*tc.fails(h) = nil
			if tc.tool != "" {
				c.send(wire.ToolResultPersist, &wire.ToolResultPersistEvent{ToolName: tc.tool, ToolCallID: "x", Message: jsontext.Value(`{"content":"page"}`)})
			}
			c.llm()
			require.Equal(t, trust.Untrusted, c.level())
			require.Equal(t, h.engine.keptState("s"), rebuilt(t, h).keptState("s"), "the records tell it")
		})
	}
}

// What the owner approved for one call is used up by a call that passes, recorded or not.
func TestAnApprovalOfOneCallIsUsedUpByACallWithoutARecord(t *testing.T) {
	ls := map[string]string{"command": "ls"}
	for name, tc := range map[string]struct {
		approve func(c *chat, code, id string)
		again   func(c *chat, id string) Decision
	}{
		"the one that was shown": {
			func(c *chat, code, id string) { c.answer(".approve exec "+code+" once", id) },
			func(c *chat, id string) Decision { return c.again("exec", id, ls) },
		},
		"the next one": {
			func(c *chat, code, _ string) { allowed(t, c.command("/provenance approve exec "+code+" once")) },
			func(c *chat, _ string) Decision { return c.run("exec", ls) },
		},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHost(t, "onFailure: open")
			c := h.fetched("s")
			d, id := c.call("exec", ls)
			tc.approve(c, held(t, d), id)
			h.journal.fail = errDisk
			allowed(t, tc.again(c, id))
			h.journal.fail = nil
			held(t, tc.again(c, id))
			require.Equal(t, h.engine.keptState("s"), rebuilt(t, h).keptState("s"), "the records tell it")
		})
	}

	h := newHost(t, "onFailure: open")
	h.fetched("s")
	run := decide.RunRequest{Session: "s", ID: "r1", Tool: "gog", Args: []string{"send"}}
	held(t, h.engine.Run(context.Background(), run))
	_, err := h.engine.Approve(context.Background(), ApproveRequest{Session: "s", Tool: "gog", Once: true})
	require.NoError(t, err)
	h.journal.fail = errDisk
	allowed(t, h.engine.Run(context.Background(), run))
	h.journal.fail = nil
	run.ID = "r2"
	held(t, h.engine.Run(context.Background(), run))
}

// A message that has begun a turn has done so, recorded or not: it is not waiting for its
// turn any more, and is not the next one's.
func TestAMessageWhoseTurnCouldNotBeRecordedHasBegunIt(t *testing.T) {
	for name, before := range map[string]func(c *chat){
		"its session's first":   func(*chat) {},
		"after another one":     func(c *chat) { c.asks("look at this"); c.emit() },
		"while another one ran": func(c *chat) { c.asks("look at this") },
	} {
		for ending, ends := range map[string]func(c *chat){
			"and ended": func(c *chat) { c.emit() },
			"and ended, as the next one": func(c *chat) {
				c.emit()
				c.shows(msg{"user", "check the weather"})
				c.emit()
			},
			"and runs": func(*chat) {},
		} {
			t.Run(name+", "+ending, func(t *testing.T) {
				h := newHost(t, enforce)
				c := h.open("s", owner)
				before(c)
				c.receives("run the tests")
				c.receives("check the weather")
				h.journal.fail = errDisk
				c.shows(msg{"user", "run the tests"})
				ends(c)
				h.journal.fail = nil
				c.shows(msg{"user", "check the weather"})
				held(t, c.run("exec", nil))
				c.emit()
				c.shows(msg{"user", "run the tests"})
				restricted(t, c.run("exec", nil))
				require.Equal(t, h.engine.keptState("s"), rebuilt(t, h).keptState("s"), "the records tell it")
			})
		}
	}

	h := newHost(t, enforce)
	c := h.open("s", owner)
	c.receives("run the tests")
	c.receives("check the weather")
	h.journal.fail = errDisk
	c.shows(msg{"user", "run the tests"})
	c.emit()
	h.journal.fail = nil
	held(t, c.run("exec", nil)) // of a gateway that shows no context

	c = h.open("scheduled", owner)
	c.receives("look at this")
	c.shows(msg{"user", "look at this"})
	c.emit()
	h.journal.fail = errDisk
	c.as(wire.Ctx{MessageProvider: "cron"}).shows(msg{"user", "check the weather"}) // which gets a number, and nobody will know of it
	c.emit()
	h.journal.fail = nil
	c.receives("run the tests")
	allowed(t, c.run("exec", nil))
	c.emit()

	h.journal.fail = errDisk
	for range maxUnrecorded { // a turn that its gateway repeats
		c.shows(msg{"user", "run the tests"})
		c.emit()
	}
	require.Equal(t, trust.Trusted, c.level())
}

func TestSessionsThatCouldNotBeRecordedLeaveMemory(t *testing.T) {
	h := newHost(t, "")
	h.journal.fail = errDisk
	for i := range 100 {
		h.open(fmt.Sprint(i), owner).turn("go")
	}
	h.open("read", owner).returns("web_fetch", "w")
	require.Equal(t, 100, h.engine.Forget(h.now.Add(time.Second)), "all but the one with an unrecorded level")
	h.engine.CatchUp()
	require.Len(t, h.engine.unrecorded, 1)
	h.journal.fail = nil
	h.engine.CatchUp()
	h.save()
	require.Equal(t, 1, h.engine.Forget(h.now.Add(time.Second)))
}

func TestTheOwnerSeesALevelThatCouldNotBeRecorded(t *testing.T) {
	h := newHost(t, "")
	c := h.open("s", owner)
	c.turn("go")
	h.journal.fail = errDisk
	c.returns("web_fetch", "w")
	list, err := h.engine.Sessions("", 0)
	require.NoError(t, err)
	require.Equal(t, trust.Untrusted, list[0].Level)
	one, err := h.engine.Session("s")
	require.NoError(t, err)
	require.Equal(t, trust.Untrusted, one.Level)
	file, err := h.engine.ExportWatermarks("", 0)
	require.NoError(t, err)
	require.Equal(t, trust.Untrusted, file.Watermarks["s"].Level, "who moves to another disk takes it along")
}

// A rule may be about a level that is not the session's lowest.
func TestEveryLevelThatIsReadWhileNothingCanBeRecordedCounts(t *testing.T) {
	const yaml = `policies: [{name: notes, when: {context_taint_includes: [shared]}, action: {block_tools: [read]}}]`
	for name, reads := range map[string][]string{
		"below what had been read":   {"memory_search"},
		"before something worse was": {"memory_search", "web_fetch"},
		"after something worse was":  {"web_fetch", "memory_search"},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHost(t, yaml)
			c := h.open("s", owner)
			c.turn("go")
			if len(reads) == 1 {
				c.returns("web_fetch", "w")
			}
			h.journal.fail = errDisk
			for i, tool := range reads {
				c.returns(tool, strconv.Itoa(i))
			}
			restricted(t, c.run("read", nil))
			told := h.open("other", wire.Ctx{InputProvenance: &wire.InputProvenance{Kind: "inter_session", SourceSessionKey: "s"}})
			h.journal.fail = nil
			told.turn("what s has to say")
			restricted(t, told.run("read", nil))
			c.llm()
			restricted(t, c.run("read", nil))
			require.Equal(t, h.engine.keptState("s"), rebuilt(t, h).keptState("s"), "the records tell it")
		})
	}
}

// Whoever joins a turn gives no command of the owner's in it, recorded or not.
func TestTheLastMessageOfATurnThatCouldNotBeRecordedCommandsNothing(t *testing.T) {
	const yaml = `policies: [{name: owner only, when: {sender_is_owner: false}, action: {block_tools: [read]}}]`
	for name, tc := range map[string]struct {
		full func(c *chat)
		then func(t *testing.T, c *chat)
	}{
		"somebody else joins it": {func(c *chat) {
			c.as(stranger).send(wire.MessageReceived, &wire.MessageReceivedEvent{Content: ".reset-trust"})
		}, func(t *testing.T, c *chat) {
			c.send(wire.BeforeLLMCall, &wire.BeforeLLMCallEvent{Messages: user(".reset-trust")})
			require.Less(t, c.level(), trust.Trusted)
			restricted(t, c.run("read", nil))
		}},
		"somebody else joins one that nobody has recorded": {func(c *chat) {
			c.send(wire.AgentEnd, &wire.AgentEndEvent{})
			c.turn("and now?")
			c.as(stranger).send(wire.MessageReceived, &wire.MessageReceivedEvent{Content: ".reset-trust"})
		}, func(t *testing.T, c *chat) {
			c.send(wire.BeforeLLMCall, &wire.BeforeLLMCallEvent{Messages: user(".reset-trust")})
			require.Less(t, c.level(), trust.Trusted)
			c.turn(".reset-trust")
			require.Equal(t, trust.Trusted, c.level(), "the next is the owner's again")
		}},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHost(t, yaml)
			c := h.open("s", owner)
			c.llm()
			h.journal.fail = errDisk
			tc.full(c)
			h.journal.fail = nil
			tc.then(t, c)
			require.Equal(t, h.engine.keptState("s"), rebuilt(t, h).keptState("s"), "the records tell it")
		})
	}
}

// After a compaction nobody knows which messages of the history the last reset covered.
func TestACompactionThatCouldNotBeRecordedForgivesNothing(t *testing.T) {
	h := newHost(t, "")
	c := h.fetched("s")
	_, err := h.engine.ResetTrust(context.Background(), "s", trust.Trusted)
	require.NoError(t, err)
	context := func(messages int, sources ...wire.Source) {
		c.send(wire.AgentEnd, &wire.AgentEndEvent{})
		c.send(wire.ContextAssembled, &wire.ContextAssembledEvent{Messages: raw(slices.Repeat([]map[string]string{{"role": "user", "content": "hi"}}, messages)), Sources: sources})
	}
	context(10)
	h.journal.fail = errDisk
	context(2)
	h.journal.fail = nil
	context(12, wire.Source{Kind: "document", MessageIndex: 5, Trust: "untrusted"})
	require.Equal(t, trust.Untrusted, c.level())
}
