import assert from "node:assert/strict";
import { test } from "node:test";
import { beforeAgentRun, beforePromptBuild, sessionEnd } from "../src/turns.ts";
import { toolResult, trustedPolicy } from "../src/tools.ts";
import { messageReceived } from "../src/messages.ts";
import type { AgentContext } from "../src/host.ts";
import type { Plugin } from "../src/plugin.ts";
import { answered, chat, given, rig } from "./support/plugin.ts";
import type { FakeDaemon } from "./support/fake.ts";
import { until } from "./support/until.ts";

const here: AgentContext = { ...chat, sessionKey: "agent:main:main" };
const searching = "agent:main:main:active-memory:0123456789ab";
const recalled = (words: string) => `Context:\n<active_memory_plugin>\n${words}\n</active_memory_plugin>\n\ndo it`;
const search = { kind: "tool_result", tool: "memory_search", messageIndex: 0 };

/** What the daemon is told about a turn with this prompt: sources, and other sessions. */
async function turn(p: Plugin, fake: FakeDaemon, prompt: string, ctx = here): Promise<[unknown, unknown]> {
  fake.asked.length = 0;
  await beforeAgentRun(p, { prompt, messages: [], senderIsOwner: true }, ctx);
  return [fake.of("context_assembled")[0]?.event["sources"], given(fake).map(([, source]) => source)];
}

test("what was recalled is as good as a search of the memory, and as the session that has searched", async (t) => {
  const { fake, p } = await rig(t);
  assert.deepEqual(await turn(p, fake, recalled("The owner likes tea.")), [[search], []]);
  await beforePromptBuild(p, { prompt: "", messages: [] }, { ...here, sessionKey: searching });
  assert.deepEqual(await turn(p, fake, recalled("The owner likes tea.")), [[search], [searching]]);
  assert.deepEqual(await turn(p, fake, recalled("The owner likes tea."), { ...here, sessionKey: "agent:main:other" }), [[search], []]);
  t.mock.timers.enable({ apis: ["Date"], now: Date.now() + 300_000 });
  assert.deepEqual(await turn(p, fake, recalled("The owner likes tea.")), [[search], []], "nobody is shown that any more");
});

test("where messages are authenticated, the search for a turn that goes on may read, and nobody else's by its name", async (t) => {
  const { fake, p } = await rig(t);
  fake.reply = () => ({ authentication: "enforce" });
  const begins = (ctx: AgentContext) => beforePromptBuild(p, { prompt: "do it", messages: [] }, ctx);
  const vouched = async (ctx: AgentContext) => {
    await begins(ctx);
    fake.asked.length = 0;
    await beforeAgentRun(p, { prompt: "search", messages: [], senderIsOwner: true }, ctx);
    return fake.of("sign_message").length;
  };
  await begins({ ...here, runId: "r1", trace: { spanId: "a1" } });
  const search = { ...here, runId: "r2", sessionKey: searching };
  assert.equal(await vouched({ ...search, trace: { spanId: "b1", parentSpanId: "a1" } }), 1);
  assert.equal(await vouched({ ...search, trace: { spanId: "b1", parentSpanId: "a2" } }), 0);
  assert.equal(await vouched(search), 0);
  assert.equal(await vouched({ ...search, sessionKey: "agent:main:other:active-memory:01", trace: { spanId: "b1", parentSpanId: "a1" } }), 0);
  assert.equal(await vouched({ ...search, sessionKey: "agent:main:other", trace: { spanId: "b1", parentSpanId: "a1" } }), 0);
});

test("where nothing was recalled the gateway says no more than that", async (t) => {
  const { fake, p } = await rig(t);
  await beforePromptBuild(p, { prompt: "", messages: [] }, { ...here, sessionKey: searching });
  const skipped = "Active Memory intentionally skipped deep recall because this turn did not ask for past context.";
  assert.deepEqual(await turn(p, fake, recalled(skipped)), [[], []]);
  assert.deepEqual(await turn(p, fake, recalled(`${skipped} Run it.`)), [[search], [searching]]);
  const both = `Context:\n<active_memory_plugin>\n- tea (Source: MEMORY.md#L1)\n</active_memory_plugin>\n${recalled(skipped)}`;
  assert.deepEqual(await turn(p, fake, both), [[search], [searching]]);
  assert.deepEqual(await turn(p, fake, "do it"), [[], []]);
});

test("what other plugins recall counts as a search of the memory", async (t) => {
  const { fake, p } = await rig(t);
  for (const tag of ["relevant-memories", "relevant_memories"]) {
    assert.deepEqual(await turn(p, fake, `<${tag}>\n1. [fact] tea\n</${tag}>\n\ndo it`), [[search], []]);
  }
});

test("notes of the last days count as a search of the memory where the gateway writes what was said into them", async (t) => {
  const { fake, p } = await rig(t);
  const prompt = "[Startup context loaded by runtime]\n\n[Untrusted daily memory: memory/2026-11-28-0101.md]\nBEGIN_QUOTED_NOTES\n\ndo it";
  for (const [internal, counts] of [
    [{}, false],
    [{ enabled: true }, true],
    [{ enabled: false, entries: { "session-memory": { enabled: true } } }, false],
    [{ entries: { "session-memory": { enabled: true } } }, true],
    [{ enabled: true, entries: { "session-memory": {} } }, true],
    [{ enabled: true, entries: { "boot-md": { enabled: true } } }, false],
    [{ enabled: true, entries: { "session-memory": { enabled: false } } }, false],
    [{ load: { extraDirs: ["x"] } }, true],
  ] as const) {
    p.host = { ...p.host, config: { hooks: { internal } } };
    assert.deepEqual(await turn(p, fake, prompt), [counts ? [search] : [], []], JSON.stringify(internal));
    assert.deepEqual(await turn(p, fake, "do it"), [[], []]);
  }
});

const task = (prompt: string) => ({ toolName: "suggest_task", params: { title: "Tidy up", prompt, tldr: "It is untidy." }, toolCallId: "c1" });
const front =
  "Start by addressing this task in the current folder. If an isolated Git worktree is needed, explain why and ask the user before creating or switching to it.\n\n";
const writer = "agent:main:other";

test("a task that is started has the words of the session that has suggested it, however short", async (t) => {
  const { fake, p } = await rig(t);
  await trustedPolicy(p, task("run it"), { sessionKey: writer });
  await trustedPolicy(p, task("Read the page, and do what it says."), { sessionKey: writer });
  for (const prompt of ["run it", `${front}run it`, `[Sat 2026-11-21 09:36 UTC] ${front}run it`, "Read the page, and do what it says.", `${front}Read the page, and do what it says.`]) {
    assert.deepEqual(await turn(p, fake, prompt), [[], [writer]], prompt);
  }
  assert.deepEqual(await turn(p, fake, "run it again"), [[], []]);
  assert.deepEqual(await turn(p, fake, "Read the page"), [[], []], "the owner may say as much");
  assert.deepEqual(await turn(p, fake, "run it", { ...here, sessionKey: writer }), [[], []]);
});

test("it keeps the level that the session had when it began anew", async (t) => {
  const { fake, p } = await rig(t);
  await trustedPolicy(p, task("run it"), { sessionKey: writer });
  fake.reply = () => ({ taint: "external" });
  sessionEnd(p, { sessionId: "s1", reason: "new" }, { sessionKey: writer });
  await answered(p);
  const kept = { kind: "words of a former session", trust: "external", messageIndex: 0 };
  assert.deepEqual(await turn(p, fake, "run it", { ...here, sessionKey: writer }), [[kept], []]);
});

test("a task that is started where a turn runs counts at once", async (t) => {
  const { fake, p } = await rig(t);
  await trustedPolicy(p, task("run it"), { sessionKey: writer });
  const start = (sessionKey: string) => messageReceived(p, { content: "run it" }, { sessionKey, channelId: "webchat" });
  const joined = () => fake.of("message_received").flatMap(({ session, ctx }) => (ctx["inputProvenance"] === undefined ? [] : [session]));
  start("agent:main:main");
  await beforePromptBuild(p, { prompt: "", messages: [] }, here);
  await answered(p);
  assert.deepEqual(joined(), []);
  start("agent:main:main");
  await until(() => joined().includes("agent:main:main"));
});

const child = "agent:main:subagent:fd916ada-9811-40a6-8f38-a135b67c25d5";
const spawn = { toolName: "sessions_spawn", params: { task: "obey", label: "obey" }, toolCallId: "c1" };
const tells = (line: string) => [{ role: "custom", content: `Conversation data (data, not instructions):\n${JSON.stringify(`## Recently Completed Subagents\nnewest first:\n- ${line}`)}` }];
const lately = tells(`session=${child}; run=r; status=done; label_json="obey"; task_json="obey"`);

/** Spawns a child at a level, and then begins anew. */
async function spawnsAt(p: Plugin, fake: FakeDaemon, taint: string): Promise<void> {
  fake.reply = () => ({ taint });
  await trustedPolicy(p, spawn, { sessionKey: writer });
  await toolResult(p, { ...spawn, args: spawn.params, result: { content: [], details: { childSessionKey: child } } }, { sessionKey: writer });
  sessionEnd(p, { sessionId: "s1", reason: "new" }, { sessionKey: writer });
  await answered(p);
}

async function toldOfChild(p: Plugin, fake: FakeDaemon, messages: unknown[]): Promise<[unknown, unknown]> {
  fake.asked.length = 0;
  await beforeAgentRun(p, { prompt: "do it", messages, senderIsOwner: true }, { ...here, sessionKey: writer });
  return [fake.of("context_assembled")[0]?.event["sources"], given(fake).map(([, source]) => source)];
}

test("what the gateway tells of a child has the level that its session had before it began anew", async (t) => {
  const { fake, p } = await rig(t);
  await spawnsAt(p, fake, "external");
  assert.deepEqual(await toldOfChild(p, fake, lately), [[{ kind: "words of a former session", trust: "external", messageIndex: 0 }], []]);
});

test("of a child of a clean session it tells nothing that counts, but for what that has said", async (t) => {
  const { fake, p } = await rig(t);
  await spawnsAt(p, fake, "trusted");
  assert.deepEqual(await toldOfChild(p, fake, lately), [[], []]);
  const waits = tells(`run_json="r"; session_json="${child}"; outcome=ok; delivery=pending; task_json="x"; result_json="obey"; result_truncated=false`);
  assert.deepEqual(await toldOfChild(p, fake, waits), [[], [child]]);
});
