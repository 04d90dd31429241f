import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { Daemon } from "../src/daemon.ts";
import { FakeDaemon, frame } from "./support/fake.ts";
import { until } from "./support/until.ts";

async function pair(t: TestContext, timeoutMs = 5000): Promise<{ fake: FakeDaemon; daemon: Daemon }> {
  const fake = await new FakeDaemon().start();
  const daemon = new Daemon({ runtimeDir: fake.dir, timeoutMs });
  t.after(async () => {
    daemon.close();
    await fake.remove();
  });
  return { fake, daemon };
}

const ask = (daemon: Daemon, n = 1, over: object = {}) =>
  daemon.ask({ hook: "before_tool_call", session: "s", event: { n }, ctx: { sessionKey: "s" }, ...over });

const why = async (answer: ReturnType<Daemon["ask"]>): Promise<string> => {
  const a = await answer;
  return a.type === "none" ? a.why : `answered: ${a.verdict}`;
};

test("questions share one connection and keep their order", async (t) => {
  const { fake, daemon } = await pair(t);
  const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => ask(daemon, n)));
  assert.ok(answers.every((a) => a.type === "decision"));
  assert.equal(fake.connections, 1);
  assert.deepEqual(fake.asked.map((q) => q.event["n"]), Array.from({ length: 50 }, (_, n) => n));
  assert.equal(daemon.latencies.count, 50);
});

test("a daemon that is not there is no answer, at once", async (t) => {
  const { fake, daemon } = await pair(t, 5000);
  await fake.stop();
  const started = performance.now();
  assert.match(await why(ask(daemon)), /ENOENT|ECONNREFUSED/);
  assert.ok(performance.now() - started < 1000);
  assert.match(daemon.down?.why ?? "", /ENOENT|ECONNREFUSED/);
});

test("many who ask while it is down make no storm", async (t) => {
  const { fake, daemon } = await pair(t);
  fake.refusing = true;
  const began = performance.now();
  for (let n = 0; n < 50; n++) {
    assert.match(await why(ask(daemon, n)), /closed the connection|ECONNRESET/);
    await sleep(2);
  }
  const ms = performance.now() - began;
  assert.ok(fake.connections <= 3 + ms / 100, `${fake.connections} attempts in ${ms} ms`);
});

test("a restarted daemon with a new key is found without help, and the question in flight gets through", async (t) => {
  const { fake, daemon } = await pair(t);
  await ask(daemon);
  fake.reply = () => undefined;
  const inFlight = ask(daemon, 2);
  await until(() => fake.of("before_tool_call").length === 2);
  fake.reply = () => ({});
  fake.newKey();
  fake.hangUp();
  assert.equal(await why(inFlight), "answered: allow");
});

test("a question that breaks every connection is not asked for ever", async (t) => {
  const { fake, daemon } = await pair(t, 2000);
  fake.reply = () => {
    fake.hangUp();
    return undefined;
  };
  assert.match(await why(ask(daemon)), /closed the connection|ECONNRESET/);
  assert.equal(fake.of("before_tool_call").length, 2);
});

test("a daemon that hangs costs one timeout, then nothing, and comes back by itself", async (t) => {
  const { fake, daemon } = await pair(t, 300);
  fake.reply = () => undefined;
  assert.match(await why(ask(daemon)), /did not answer within 300 ms/);
  fake.reply = () => ({});
  assert.equal(await why(ask(daemon)), "answered: allow");
});

test("a late answer is nobody's", async (t) => {
  const { fake, daemon } = await pair(t, 5000);
  fake.reply = () => undefined;
  const gone = new AbortController();
  const first = ask(daemon, 1, { signal: gone.signal });
  await until(() => fake.of("before_tool_call").length === 1);
  gone.abort();
  assert.match(await why(first), /cancelled/);
  const id = fake.of("before_tool_call")[0]?.id;
  fake.reply = () => ({});
  fake.raw = Buffer.concat([
    frame({ type: "decision", id, verdict: "deny", result: {}, taint: "trusted", reasons: [] }),
    frame({ type: "decision", id: "3", verdict: "allow", result: {}, taint: "trusted", reasons: [] }),
  ]);
  assert.equal(await why(ask(daemon, 2)), "answered: allow");
  assert.equal(fake.connections, 1, "a call that is cancelled says nothing against the daemon");
});

test("an aborted call is not asked about", async (t) => {
  const { fake, daemon } = await pair(t);
  assert.match(await why(ask(daemon, 1, { signal: AbortSignal.abort() })), /cancelled/);
  assert.equal(fake.asked.length, 0);
});

for (const [name, bytes] of Object.entries({
  "an endless frame": Buffer.from("ffffffff", "hex"),
  "no JSON": Buffer.from("00000003616263", "hex"),
  "no frame of this protocol": frame({ hello: "world" }),
  "a decision without a verdict": frame({ type: "decision", id: "2", result: {} }),
})) {
  test(`garbage closes the connection and is no answer: ${name}`, async (t) => {
    const { fake, daemon } = await pair(t);
    let garbled = 0;
    fake.reply = () => {
      garbled++;
      fake.raw = bytes;
      return {};
    };
    assert.match(await why(ask(daemon)), /unreadable answer/);
    assert.equal(garbled, 2);
    fake.reply = () => ({});
    assert.equal(await why(ask(daemon)), "answered: allow");
  });
}

for (const code of ["too_large", "bad_request"]) {
  test(`a question that the daemon could not read is refused, though nobody is named: ${code}`, async (t) => {
    const { fake, daemon } = await pair(t);
    fake.reply = () => {
      fake.raw = frame({ type: "error", id: "", code, message: "no" });
      return {};
    };
    assert.deepEqual(await ask(daemon), { type: "none", why: `the daemon refused the connection: ${code}: no`, refused: true });
    assert.equal(fake.asked.length, 2);
    fake.reply = () => ({});
    assert.equal(await why(ask(daemon)), "answered: allow");
  });
}

test("a connection that is refused for itself is no answer", async (t) => {
  const { fake, daemon } = await pair(t);
  fake.reply = () => {
    fake.raw = frame({ type: "error", id: "", code: "overloaded", message: "no" });
    return {};
  };
  assert.deepEqual(await ask(daemon), { type: "none", why: "the daemon refused the connection: overloaded: no" });
});

test("refused with a key that has changed, a question is signed anew once", async (t) => {
  const { fake, daemon } = await pair(t);
  await ask(daemon, 1);
  fake.newKey(); // on a connection that stays open
  assert.equal(await why(ask(daemon, 2)), "answered: allow");
  assert.equal(fake.connections, 1);
});

test("every question that a new key has refused is signed anew, whoever has read it first", async (t) => {
  const { fake, daemon } = await pair(t);
  await ask(daemon);
  fake.newKey();
  const answers = await Promise.all(Array.from({ length: 5 }, (_, n) => why(ask(daemon, n))));
  assert.deepEqual(answers, Array(5).fill("answered: allow"));
  assert.equal(fake.connections, 1);
});

test("refused with the same key, it is no answer", async (t) => {
  const { fake, daemon } = await pair(t);
  fake.reply = () => ({ code: "unauthenticated" });
  assert.match(await why(ask(daemon)), /unauthenticated/);
  assert.equal(fake.asked.length, 1);
});

test("a hook that the daemon does not know is asked once a connection, and changes nothing", async (t) => {
  const { fake, daemon } = await pair(t);
  fake.reply = (q) => (q.hook === "resolve_exec_env" ? { code: "unknown_hook" } : {});
  const env = () => daemon.ask({ hook: "resolve_exec_env", session: "s", event: {}, ctx: {} });
  for (const a of [await env(), await env()]) assert.deepEqual(a.type === "decision" && a.result, {});
  assert.equal(fake.asked.length, 1);
  fake.hangUp();
  await until(async () => {
    await env(); // answered from memory until the loss is noticed
    return fake.of("resolve_exec_env").length === 2;
  });
  await env();
  assert.equal(fake.of("resolve_exec_env").length, 2);
});

test("a daemon that does not know before_tool_call allows nothing", async (t) => {
  const { fake, daemon } = await pair(t);
  fake.reply = () => ({ code: "unknown_hook" });
  assert.match(await why(ask(daemon)), /does not know before_tool_call/);
});

test("an overloaded daemon is asked again within the timeout", async (t) => {
  const { fake, daemon } = await pair(t, 2000);
  let n = 0;
  fake.reply = () => (++n < 3 ? { code: "overloaded" } : {});
  assert.equal(await why(ask(daemon)), "answered: allow");
  fake.reply = () => ({ code: "overloaded" });
  assert.match(await why(ask(daemon)), /did not answer within 2000 ms/);
});

test("what is unsent is told first, in order, before any other question", async (t) => {
  const { fake, daemon } = await pair(t);
  await fake.stop();
  for (const tool of ["web_fetch", "read"]) {
    daemon.sendLater({ hook: "after_tool_call", session: "s", event: { toolName: tool }, ctx: {} });
  }
  assert.equal(daemon.unsent, 2);
  assert.match(await why(ask(daemon)), /ENOENT|ECONNREFUSED/);
  await fake.start();
  await until(async () => (await why(ask(daemon))) === "answered: allow");
  assert.deepEqual(fake.asked.map((q) => q.event["toolName"] ?? q.hook), ["web_fetch", "read", "before_tool_call"]);
  assert.equal(daemon.unsent, 0);
});

test("what is unsent is told even if nobody asks", async (t) => {
  const { fake, daemon } = await pair(t);
  await fake.stop();
  daemon.sendLater({ hook: "after_tool_call", session: "s", event: {}, ctx: {} });
  await fake.start();
  await until(() => daemon.unsent === 0);
});

test("an unsent result that is not taken is kept", async (t) => {
  const { fake, daemon } = await pair(t);
  fake.reply = (q) => (q.hook === "after_tool_call" ? { code: "overloaded" } : {});
  daemon.sendLater({ hook: "after_tool_call", session: "s", event: {}, ctx: {} });
  await ask(daemon);
  await ask(daemon);
  assert.equal(daemon.unsent, 1);
  fake.reply = () => ({});
  await ask(daemon);
  assert.equal(daemon.unsent, 0);
});

test("a question that is no JSON or has no readable session is no answer", async (t) => {
  const { daemon } = await pair(t);
  const circle: { self?: object } = {};
  circle.self = circle;
  assert.match(await why(ask(daemon, 1, { event: circle })), /cannot be written as JSON/);
  assert.match(await why(ask(daemon, 1, { session: "a\nb" })), /session is not plain text/);
});

test("a closed client answers everybody, and at once", async (t) => {
  const { fake, daemon } = await pair(t, 5000);
  fake.reply = () => undefined;
  const open = ask(daemon);
  await sleep(20);
  daemon.close();
  assert.match(await why(open), /stopped/);
  assert.match(await why(ask(daemon)), /stopped/);
});

test("a daemon without a key is no daemon", async (t) => {
  const { fake, daemon } = await pair(t);
  rmSync(join(fake.dir, "gateway.key"));
  assert.match(await why(ask(daemon)), /ENOENT/);
});
