import assert from "node:assert/strict";
import { test } from "node:test";
import type { SessionEntry } from "../src/host.ts";
import { observedResult, toolResult, trustedPolicy } from "../src/tools.ts";
import { agentEnd, beforeAgentRun, beforePromptBuild, progressed, sessionEnd, sessionStart, spawned } from "../src/turns.ts";
import { answered, callContext, chat, given, rig } from "./support/plugin.ts";

test("a scheduled run names the session of its job as its spawner, what came from outside does not", async (t) => {
  const { fake, p } = await rig(t);
  const run = { ...chat, sessionKey: "agent:main:cron:j1:run:r1", trigger: "cron" };
  const own = "This is an unattended scheduled run. Where the job's own instructions conflict with this preamble";
  await beforePromptBuild(p, { prompt: own, messages: [] }, run);
  await beforePromptBuild(p, { prompt: "mail", messages: [] }, { ...run, runId: "r2" });
  assert.deepEqual(fake.of("before_llm_call").map((q) => [q.ctx["messageProvider"], q.ctx["spawnedBy"]]), [["cron", "agent:main:cron:j1"], ["hook", undefined]]);
});

test("a child is told as soon as it is spawned, once, and its turns name the spawner and no owner", async (t) => {
  const { fake, p } = await rig(t);
  const child = "agent:main:subagent:1";
  spawned(p, { childSessionKey: child, requesterSessionKey: "agent:main:main" });
  spawned(p, { childSessionKey: child, requesterSessionKey: "agent:main:main" });
  await beforeAgentRun(p, { prompt: "task", messages: [], senderIsOwner: false }, { sessionKey: child, runId: "r2", trigger: "user" });
  assert.deepEqual(fake.asked.map((q) => [q.hook, q.session, q.ctx]), [
    ["session_start", child, { sessionKey: child, spawnedBy: "agent:main:main" }],
    ["context_assembled", child, { sessionKey: child, spawnedBy: "agent:main:main" }],
  ]);
});

test("a child that is another program's agent may have seen anything, whoever spawns it or writes to it", async (t) => {
  const { fake, p } = await rig(t);
  const child = "agent:main:acp:1";
  spawned(p, { childSessionKey: child, requesterSessionKey: "agent:main:main" });
  await trustedPolicy(p, { toolName: "sessions_send", params: { sessionKey: child, mode: "notify", message: "m" }, toolCallId: "c1" }, { sessionKey: "agent:main:main" });
  await answered(p);
  const unknown = [child, { sessionKey: child, inputProvenance: { kind: "inter_session" } }];
  assert.deepEqual(fake.of("message_received").map((q) => [q.session, q.ctx]), [unknown, unknown]);
  assert.equal(fake.of("session_start").length, 0);

  const note = { role: "custom", content: "System: [2026-11-23 09:00:00 UTC] claude: the page says so" };
  for (const sessionKey of ["agent:main:main", "agent:main:other"]) {
    await beforeAgentRun(p, { prompt: "and?", messages: [note], senderIsOwner: true }, { sessionKey, runId: "r1" });
  }
  await answered(p);
  const inputProvenance = { kind: "inter_session", sourceSessionKey: child };
  assert.deepEqual(fake.of("message_received").slice(2).map((q) => q.ctx), [{ sessionKey: "agent:main:main", inputProvenance }]);
});

test("a child that ends while its spawner's turn runs is told there: the gateway puts its result into that turn", async (t) => {
  const { fake, p } = await rig(t);
  const ctx = { childSessionKey: "agent:main:subagent:1", requesterSessionKey: "agent:main:main" };
  progressed(p, { phase: "ended" }, ctx);
  await beforePromptBuild(p, { prompt: "", messages: [] }, { runId: "r1", sessionKey: "agent:main:main" });
  progressed(p, { phase: "started" }, ctx);
  progressed(p, { phase: "ended" }, ctx);
  progressed(p, { phase: "ended" }, { childSessionKey: "agent:main:main", requesterSessionKey: "agent:main:main" });
  await answered(p);
  const inputProvenance = { kind: "inter_session", sourceSessionKey: "agent:main:subagent:1" };
  assert.deepEqual(fake.of("message_received").map((q) => [q.session, q.event, q.ctx]), [
    ["agent:main:main", {}, { sessionKey: "agent:main:main", inputProvenance }],
  ]);
});

test("a session of the sidebar that begins while one spawns such a session is its child", async (t) => {
  const { fake, p } = await rig(t);
  const ctx = { sessionKey: "agent:main:main", runId: "r1" };
  const spawn = (toolCallId: string, params: Record<string, unknown>) =>
    trustedPolicy(p, { toolName: "sessions_spawn", params: { task: "t", ...params }, toolCallId }, ctx);
  const begins = (sessionKey: string) => sessionStart(p, { sessionId: "s" }, { sessionKey });
  begins("agent:main:dashboard:0");
  await spawn("c0", {});
  begins("agent:main:dashboard:1");
  await spawn("c1", { visible: true });
  begins("agent:main:telegram:direct:1");
  begins("agent:main:dashboard:2");
  const details = { status: "accepted", childSessionKey: "agent:main:dashboard:3" };
  await toolResult(p, { toolName: "sessions_spawn", toolCallId: "c1", args: {}, result: { content: [], details } }, ctx);
  begins("agent:main:dashboard:4");
  await spawn("c2", { visible: true });
  agentEnd(p, {}, ctx);
  begins("agent:main:dashboard:5");
  await answered(p);
  const children = fake.of("session_start").filter((q) => q.ctx["spawnedBy"] !== undefined);
  assert.deepEqual(children.map((q) => [q.session, q.ctx["spawnedBy"]]), [
    ["agent:main:dashboard:2", "agent:main:main"], ["agent:main:dashboard:3", "agent:main:main"],
  ]);
});

test("a session of the sidebar is the child of whom the gateway names, and nobody's where a person opened it", async (t) => {
  const { fake, p } = await rig(t);
  const main = { sessionKey: "agent:main:main", runId: "r1" };
  await trustedPolicy(p, { toolName: "sessions_spawn", params: { task: "t", visible: true }, toolCallId: "c1" }, main);
  const kept: Record<string, SessionEntry | undefined> = {
    "agent:main:dashboard:1": { createdVia: "spawn", parentSessionKey: "agent:main:other" },
    "agent:main:dashboard:2": { createdVia: "operator", parentSessionKey: "agent:main:main" },
    "agent:main:dashboard:3": { createdVia: "spawn" },
    "agent:main:dashboard:4": {},
    "agent:main:dashboard:5": undefined,
  };
  p.host = { ...p.host, sessions: { ...p.host.sessions, getSessionEntry: (of) => kept[of.sessionKey] } };
  for (const sessionKey of Object.keys(kept)) sessionStart(p, { sessionId: "s" }, { sessionKey });
  const locked = () => {
    throw new Error("database is locked");
  };
  p.host = { ...p.host, sessions: { getSessionEntry: locked, listSessionEntries: locked } };
  sessionStart(p, { sessionId: "s" }, { agentId: "main", sessionKey: "agent:main:dashboard:6" });
  await answered(p);
  const children = fake.of("session_start").filter((q) => q.ctx["spawnedBy"] !== undefined);
  assert.deepEqual(children.map((q) => [q.session.at(-1), q.ctx["spawnedBy"]]), [
    ["1", "agent:main:other"], ["3", "agent:main:main"], ["4", "agent:main:main"], ["5", "agent:main:main"], ["6", "agent:main:main"],
  ]);
});

test("what a tainted session has called another one is its word to whoever lists them, also in code mode", async (t) => {
  const { fake, p } = await rig(t);
  const ctx = { sessionKey: "agent:main:main", runId: "r1" };
  const names = async (sessionKey: string, taint: string, label: string) => {
    fake.reply = () => ({ taint });
    await trustedPolicy(p, { toolName: "sessions_spawn", params: { task: "t", label }, toolCallId: "c1" }, { sessionKey, runId: sessionKey });
  };
  await names("agent:main:clean", "trusted", "run the first command");
  await names("agent:main:tainted", "untrusted", "run the second command");
  const rows = Array.from({ length: 200 }, (_, i) => `a session with a long name ${i}`);
  const text = JSON.stringify([...rows, "run the first command", "run the second command"]);
  const result = { content: [{ type: "text" as const, text }], details: {} };
  await toolResult(p, { toolName: "sessions_list", toolCallId: "c2", args: {}, result }, ctx);
  await observedResult(p, { toolName: "sessions_list", toolCallId: "tool_search_code:c3:sessions_list:1", params: {}, result }, ctx);
  await toolResult(p, { toolName: "sessions", toolCallId: "c5", args: { action: "group_list" }, result }, ctx);
  await toolResult(p, { toolName: "read", toolCallId: "c4", args: {}, result }, ctx);
  await answered(p);
  const joined = { sessionKey: "agent:main:main", inputProvenance: { kind: "inter_session", sourceSessionKey: "agent:main:tainted" } };
  assert.deepEqual(fake.of("message_received").map((q) => q.ctx), [joined, joined, joined]);
});

test("a session that a tainted one has spawned is called by its task, and one from before this process by who knows what", async (t) => {
  const { fake, p } = await rig(t);
  const key = (n: number) => `agent:main:dashboard:00000000-0000-0000-0000-00000000000${n}`;
  for (const [n, taint] of ["trusted", "external"].entries()) {
    fake.reply = () => ({ taint });
    const call = { toolName: "sessions_spawn", params: { task: "t", visible: true }, toolCallId: "c1" };
    const ctx = { sessionKey: `agent:main:${taint}`, runId: taint };
    await trustedPolicy(p, call, ctx);
    await toolResult(p, { ...call, args: call.params, result: { content: [], details: { childSessionKey: key(n) } } }, ctx);
  }
  const [old, now] = [performance.timeOrigin - 1000, Date.now()];
  const kept: Record<string, SessionEntry> = {
    [key(0)]: { createdVia: "spawn", createdAt: now },
    [key(2)]: { createdVia: "spawn", createdAt: old },
    [key(3)]: { createdVia: "operator", createdAt: old },
  };
  p.host = { ...p.host, sessions: { ...p.host.sessions, getSessionEntry: (of) => kept[of.sessionKey] } };
  const list = async (sessionKey: string, ...keys: string[]) => {
    const result = { content: [{ type: "text" as const, text: JSON.stringify(keys.map((k) => ({ key: k }))) }], details: {} };
    await toolResult(p, { toolName: "sessions_list", toolCallId: "c2", args: {}, result }, { sessionKey, runId: sessionKey });
    await answered(p);
  };
  await list("agent:main:main", key(0), key(1), key(2), key(3), key(4));
  await list("agent:main:external", key(1)); // it knows what it has seen
  await list(key(2), key(2));
  assert.deepEqual(given(fake), [["agent:main:main", "agent:main:external"], ["agent:main:main", key(2)]]);

  // That one begins anew, and no longer knows its name for the other.
  sessionEnd(p, { sessionId: "s1", reason: "new" }, { sessionKey: "agent:main:external" });
  await answered(p);
  fake.asked.length = 0;
  const shown = { sources: [{ kind: "words of a former session", trust: "external" }] };
  for (const session of ["agent:main:main", "agent:main:external"]) {
    await list(session, key(1));
    assert.deepEqual(fake.of("message_received").filter((q) => q.session === session).map((q) => [q.event, q.ctx]), [[shown, { sessionKey: session }]]);
  }
});

test("what a program's children have read counts before its next call, and with its result", async (t) => {
  const { fake, p } = await rig(t);
  const ctx = { sessionKey: "agent:main:main", runId: "r1" };
  const call = (toolName: string, n: number, params = {}) =>
    trustedPolicy(p, { toolName, params, toolCallId: `tool_search_code:c1:${toolName}:${n}` }, ctx);
  const child = { childSessionKey: "agent:main:subagent:1", requesterSessionKey: "agent:main:main" };
  const collected = () => fake.of("message_received").map((q) => q.ctx["inputProvenance"]);
  progressed(p, { phase: "started" }, child);
  await call("read", 1);
  assert.deepEqual(collected(), [], "a child that announces what it found says so itself");
  await call("sessions_spawn", 2, { task: "t", collect: true });
  progressed(p, { phase: "started" }, { childSessionKey: "agent:main:subagent:2", requesterSessionKey: "agent:main:other" });
  await call("write", 3);
  const inputProvenance = { kind: "inter_session", sourceSessionKey: "agent:main:subagent:1" };
  assert.deepEqual(collected(), [inputProvenance]);
  assert.deepEqual(fake.asked.slice(-3).map((q) => q.hook), ["message_received", "loop_iteration_start", "before_tool_call"]);
  await toolResult(p, { toolName: "exec", toolCallId: "c1", args: {}, result: { content: [], details: {} } }, ctx);
  assert.deepEqual(collected(), [inputProvenance, inputProvenance]);
  progressed(p, { phase: "ended" }, child);
  await call("write", 4);
  agentEnd(p, {}, ctx);
  progressed(p, { phase: "started" }, child);
  await call("write", 5);
  await answered(p);
  assert.equal(collected().length, 2);
});

test("a child of a group's session is in the group, and so are its own children", async (t) => {
  const { fake, p } = await rig(t);
  spawned(p, { childSessionKey: "agent:main:subagent:1", requesterSessionKey: "agent:main:telegram:group:-100" });
  spawned(p, { childSessionKey: "agent:main:subagent:2", requesterSessionKey: "agent:main:subagent:1" });
  spawned(p, { childSessionKey: "agent:main:subagent:3", requesterSessionKey: "agent:main:main" });
  const group = (n: number) => callContext(fake, p, { sessionKey: `agent:main:subagent:${n}` }).then((c) => c["groupId"]);
  assert.deepEqual([await group(1), await group(2), await group(3)], ["-100", "-100", undefined]);
});

test("a child whose spawner is forgotten is nobody's", async (t) => {
  const { fake, p } = await rig(t);
  assert.equal((await callContext(fake, p, { sessionKey: "agent:main:subagent:9" }))["messageProvider"], "subagent");
});

test("somebody who speaks to a sub-agent is named like anybody else", async (t) => {
  const { fake, p } = await rig(t);
  const requester = { channel: "telegram", senderId: "222", senderIsOwner: false };
  assert.deepEqual(await callContext(fake, p, { sessionKey: "agent:main:subagent:9", requester }), {
    sessionKey: "agent:main:subagent:9", messageProvider: "telegram", senderId: "222", senderIsOwner: false,
  });
});

test("the gateway's own side turns are nobody's word, least of all the owner's", async (t) => {
  const { fake, p } = await rig(t);
  const sessionKey = "agent:main:internal-session-effects:skill-review";
  await beforeAgentRun(p, { prompt: "", messages: [], senderIsOwner: true }, { sessionKey });
  assert.deepEqual(fake.asked[0]?.ctx, { sessionKey, messageProvider: "internal" });
});
