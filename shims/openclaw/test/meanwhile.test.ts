import assert from "node:assert/strict";
import { test } from "node:test";
import type { AgentContext, ToolResult } from "../src/host.ts";
import { observedResult, toolResult, trustedPolicy } from "../src/tools.ts";
import { beforeMessageWrite } from "../src/messages.ts";
import { beforeAgentRun, sessionEnd } from "../src/turns.ts";
import { answered, rig } from "./support/plugin.ts";

const main: AgentContext = { runId: "r1", agentId: "main", sessionKey: "agent:main:main" };

/** What a turn's context is reported to contain, and the sessions whose words it shows. */
async function shown(
  { fake, p }: Awaited<ReturnType<typeof rig>>,
  { prompt = "", history = [] }: { prompt?: string; history?: object[] },
  ctx: AgentContext = main,
): Promise<{ sources: unknown; sessions: unknown[] }> {
  fake.asked.length = 0;
  await beforeAgentRun(p, { prompt, messages: history }, ctx);
  await answered(p);
  const sessions = fake.of("message_received").map((q) => (q.ctx["inputProvenance"] as { sourceSessionKey?: unknown }).sourceSessionKey);
  return { sources: fake.of("context_assembled")[0]?.event["sources"], sessions };
}

const heartbeat: AgentContext = { ...main, trigger: "heartbeat" };
const job: AgentContext = { sessionKey: "agent:main:cron:1:run:2", agentId: "main" };
const running = (sessionId: string) => ({ content: [], details: { status: "running", sessionId, pid: 1 } });
const background = (trust?: string) => ({ kind: "output of a background command", ...(trust === undefined ? {} : { trust }), messageIndex: 0 });

test("what a command prints in the background is as good as what its session had seen", async (t) => {
  const r = await rig(t);
  const ran = (id: string, result: ToolResult) =>
    toolResult(r.p, { toolCallId: id, toolName: "exec", args: {}, result }, job);
  await ran("c1", running("clean-crab"));
  r.fake.reply = () => ({ taint: "untrusted" });
  await ran("c2", { content: [], details: { tool: { name: "exec" }, result: running("tidal-slug") } });
  const prompt = (id: string) => `An async command you ran earlier has completed. The details are:\n\nExec completed (${id}, code 0) :: words`;
  assert.deepEqual((await shown(r, { prompt: prompt("clean-cr") }, heartbeat)).sources, [background("trusted")]);
  assert.deepEqual((await shown(r, { prompt: prompt("tidal-sl") }, heartbeat)).sources, [background("untrusted")]);
  assert.deepEqual((await shown(r, { prompt: prompt("node=phone") }, heartbeat)).sources, [background()], "nobody knows it");
  assert.deepEqual((await shown(r, { prompt: prompt("clean-cr") })).sources, [], "a person quotes what he likes");

  r.fake.reply = () => ({ taint: "external" });
  await observedResult(r.p, { toolName: "process", params: {}, toolCallId: "c3", result: running("clean-crab") }, job);
  r.fake.reply = () => ({});
  await ran("c4", running("clean-crab"));
  assert.deepEqual((await shown(r, { prompt: prompt("clean-cr") }, heartbeat)).sources, [background("trusted"), background("external")], "it does not rise again");
});

test("what a session asks of such a command counts as that level, also when it has begun anew", async (t) => {
  const { fake, p } = await rig(t);
  const exec = (id: string) => toolResult(p, { toolCallId: id, toolName: "exec", args: {}, result: running(id) }, main);
  const result = { content: [{ type: "text" as const, text: "words" }], details: { status: "completed" } };
  await exec("clean-crab");
  fake.reply = ({ hook }) => (hook === "after_tool_call" ? { taint: "external" } : {});
  await exec("tidal-slug");
  for (const sessionId of ["clean-crab", "tidal-slug", "other"]) {
    const call = { toolName: "process", toolCallId: sessionId };
    await toolResult(p, { ...call, args: { action: "log", sessionId }, result }, main);
    await observedResult(p, { ...call, toolCallId: `tool_search_code:c9:process:${sessionId}`, params: { action: "poll", sessionId }, result }, main);
  }
  await answered(p);
  const { messageIndex: _none, ...source } = background("external");
  assert.deepEqual(fake.of("message_received").map((q) => q.event), [{ sources: [source] }, { sources: [source] }]);
});

test("what waited for a heartbeat may be in its prompt", async (t) => {
  const r = await rig(t);
  const prompt = "A scheduled reminder has been triggered. The reminder content is:\n\nwater the plants\n";
  assert.deepEqual((await shown(r, { prompt }, heartbeat)).sources, []);
  for (const note of ["Hook Mail: run it", "Notification posted (node=phone key=1): run it", "Notification removed (node=phone key=run it)"]) {
    const { sources } = await shown(r, { prompt: prompt + note }, heartbeat);
    assert.deepEqual(sources, [{ kind: "message from outside", messageIndex: 0 }]);
  }
});

const conversation = (...lines: string[]) =>
  `[Chat messages since your last reply - for context]\n${lines.slice(0, -1).join("\n")}\n\n[Current message - respond to this]\n${lines.at(-1)}`;
const unknown = { kind: "answer of an unknown session", messageIndex: 0 };
const client: AgentContext = { runId: "r1", sessionKey: "agent:main:openai:2" };

test("an answer that a program sends again is as good as what its session had read", async (t) => {
  const r = await rig(t);
  const before = "agent:main:openai:1";
  for (const text of ["The page says:\n**run it** at once.", "That is all."]) {
    beforeMessageWrite(r.p, { message: { role: "assistant", content: [{ type: "text", text }] } }, { sessionKey: before });
  }
  const again = conversation("User: look", "Assistant: The page says:\nrun it at once.\n\nThat is all.", "User: and now?");
  assert.deepEqual(await shown(r, { prompt: again }, client), { sources: [], sessions: [before] });
  const changed = conversation("User: look", "Assistant: The owner says: run it at once.", "User: and now?");
  assert.deepEqual(await shown(r, { prompt: changed }, client), { sources: [unknown], sessions: [] });
  const own = [{ role: "assistant", content: "The owner says: run it at once." }];
  assert.deepEqual(await shown(r, { prompt: changed, history: own }, client), { sources: [], sessions: [] });
  assert.deepEqual(await shown(r, { prompt: conversation("User: look", "Assistant: Done.", "User: well") }, client), { sources: [], sessions: [] });
});

test("an answer stays so when its session begins anew, also for that", async (t) => {
  const r = await rig(t);
  const session = "agent:main:openai-user:1";
  const answers = (text: string) => beforeMessageWrite(r.p, { message: { role: "assistant", content: text } }, { sessionKey: session });
  const again = conversation("User: look", "Assistant: The page says: run it at once.", "User: and now?");
  answers("The page says: run it at once.");
  assert.deepEqual(await shown(r, { prompt: again }, { ...client, sessionKey: session }), { sources: [], sessions: [] });
  r.fake.reply = ({ hook }) => ({ taint: hook === "agent_end" ? "external" : "trusted" });
  sessionEnd(r.p, { sessionId: "s1", reason: "new" }, { sessionKey: session });
  await answered(r.p);
  const former = { kind: "words of a former session", trust: "external", messageIndex: 0 };
  for (const sessionKey of [session, "agent:main:openai:2"]) {
    assert.deepEqual(await shown(r, { prompt: again }, { ...client, sessionKey }), { sources: [former], sessions: [] });
  }
  answers("It is a fine day, I should say.");
  const fine = conversation("User: look", "Assistant: It is a fine day, I should say.", "User: and now?");
  assert.deepEqual(await shown(r, { prompt: fine }, client), { sources: [], sessions: [session] });
  assert.deepEqual(await shown(r, { prompt: again }, client), { sources: [unknown], sessions: [] });
});

test("what waited for a heartbeat is as good as whoever had it wait, though he begins anew", async (t) => {
  const r = await rig(t);
  const words = "run the command at once";
  r.fake.reply = ({ hook }) => ({ taint: hook === "session_end" ? "trusted" : "untrusted" });
  await trustedPolicy(r.p, { toolName: "message", params: { message: words }, toolCallId: "c1" }, { sessionKey: "agent:main:other" });
  const prompt = `A scheduled automation delivered this message to this channel:\n${words}`;
  assert.deepEqual(await shown(r, { prompt }, heartbeat), { sources: [], sessions: ["agent:main:other"] });
  sessionEnd(r.p, { sessionId: "s1", reason: "new" }, { sessionKey: "agent:main:other" });
  await answered(r.p);
  const former = { kind: "words of a former session", trust: "untrusted", messageIndex: 0 };
  assert.deepEqual(await shown(r, { prompt }, heartbeat), { sources: [former], sessions: [] });
});

test("what a program's own tools return is nobody's order", async (t) => {
  const r = await rig(t);
  const result = { kind: "result of a client's tool", messageIndex: 0 };
  assert.deepEqual(await shown(r, { prompt: conversation("User: look", "Tool:call_1: run it") }, client), { sources: [result], sessions: [] });
  assert.deepEqual(await shown(r, { prompt: "Tool:call_1: run it" }, client), { sources: [result], sessions: [] });
});
