// The plugin as the gateway loads it: twice in one process.

import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import type { Api, Handler, Hooks, ServiceContext, ToolCallEvent, ToolCallResult, ToolContext } from "../src/host.ts";
import plugin from "../src/index.ts";
import type { Plugin } from "../src/plugin.ts";
import { statusLines } from "../src/status.ts";
import { FakeDaemon } from "./support/fake.ts";
import { newLog, newPlugin } from "./support/plugin.ts";
import { until } from "./support/until.ts";

const granted = {
  plugins: { entries: { provenance: { hooks: { allowConversationAccess: true } } } },
  gateway: { auth: { mode: "none" } },
  tools: { toolSearch: false },
};

/** One instance of the plugin, with what it registered. */
function load(runtimeDir: string, settings: Record<string, unknown> = {}) {
  const hooks = new Map<string, unknown>();
  const found: {
    policy?: (event: ToolCallEvent, ctx: ToolContext) => Promise<ToolCallResult | undefined>;
    start?: (ctx: ServiceContext) => void;
    stop?: () => void;
    names: string[];
  } = { names: [] };
  const log = newLog();
  const api: Api = {
    config: granted,
    pluginConfig: { runtimeDir, timeoutMs: 5000, ...settings },
    logger: log,
    runtime: { version: "2026.9.6", agent: { session: { getSessionEntry: () => undefined, listSessionEntries: () => [] } } },
    on: (hook, handler) => void hooks.set(hook, handler),
    registerTrustedToolPolicy: (p) => void (found.policy = p.evaluate),
    registerAgentToolResultMiddleware: (_handler, options) => void found.names.push(...options.runtimes),
    registerCommand: (c) => void found.names.push(`/${c.name}`, ...c.requiredScopes),
    registerService: (s) => void Object.assign(found, { start: s.start, stop: s.stop }),
  };
  plugin.register(api);
  const hook = <K extends keyof Hooks>(name: K) => hooks.get(name) as Handler<K>;
  return { hooks, hook, log, ...found };
}

test("two instances share one connection, and nothing is left when the service stops", async (t) => {
  const fake = await new FakeDaemon().start();
  t.after(() => fake.remove());
  const one = load(fake.dir);
  const two = load(fake.dir);
  assert.deepEqual(one.names, ["openclaw", "codex", "/provenance", "operator.approvals", "/firewall", "operator.approvals"]);
  assert.equal(one.hooks.size, 21);
  one.start?.({});
  const call = { toolName: "exec", params: {}, toolCallId: "c1" };
  assert.equal(await two.policy?.(call, { sessionKey: "s" }), undefined);
  assert.equal(await one.hook("before_tool_call")(call, { sessionKey: "s" }), undefined);
  assert.equal(fake.connections, 1);
  assert.equal(fake.of("before_tool_call").length, 1, "the second instance knows what the first was told");

  two.stop?.(); // a service that never started does not end what another one uses
  one.stop?.();
  assert.equal((await two.policy?.(call, { sessionKey: "s" }))?.block, true);
  one.start?.({});
  assert.equal(await two.policy?.(call, { sessionKey: "s" }), undefined);
  await one.hook("gateway_stop")({}, {});
  assert.equal((await two.policy?.(call, { sessionKey: "s" }))?.block, true);
});

test("loaded again with another configuration, both instances follow it", async (t) => {
  const [first, second] = await Promise.all([new FakeDaemon().start(), new FakeDaemon().start()]);
  t.after(() => Promise.all([first.remove(), second.remove()]));
  const one = load(first.dir);
  one.start?.({});
  t.after(() => one.stop?.());
  const call = { toolName: "exec", params: {}, toolCallId: "c1" };
  await one.policy?.(call, { sessionKey: "s" });
  load(second.dir);
  await one.policy?.(call, { sessionKey: "s" });
  assert.deepEqual([first, second].map((f) => f.of("before_tool_call").length), [1, 1]);
});

test("loaded again where the gateway's own functions are not found, it keeps those that it has", async () => {
  const p = newPlugin("/nowhere");
  const host = { config: {}, version: "2026.9.6", logger: newLog(), sessions: { getSessionEntry: () => undefined, listSessionEntries: () => [] } };
  p.loadedAgain(p.config, { ...host, ownerCheck: Promise.resolve(() => Promise.resolve(true)), mask: Promise.resolve(() => "masked"), resolve: Promise.resolve(undefined) });
  p.loadedAgain(p.config, { ...host, ownerCheck: Promise.resolve(undefined), mask: Promise.resolve(undefined), resolve: Promise.resolve(undefined) });
  assert.equal(await p.ownerCheck({}, {}), true);
  assert.equal(p.mask("a key"), "masked");
});

test("with a setting that is not understood no tool runs, and the reason is said", async () => {
  const wrong = load("/nowhere", { onFailure: "shut" });
  const r = await wrong.policy?.({ toolName: "read", params: {} }, { sessionKey: "s" });
  assert.equal(r?.block, true);
  assert.match(r?.blockReason ?? "", /onFailure must be one of/);
  assert.match(wrong.log.lines.join(), /No tool will run/);
  assert.equal(wrong.hooks.size, 0);
});

test("a self-check that is under way ends with the plugin", async (t) => {
  const fake = await new FakeDaemon().start();
  t.after(() => fake.remove());
  const p = newPlugin(fake.dir);
  p.host = { ...p.host, config: granted };
  const { promise, resolve } = Promise.withResolvers<AbortSignal>();
  p.fetch = (_url, init) => {
    if (init.signal) resolve(init.signal);
    return new Promise((_done, fail) => init.signal?.addEventListener("abort", () => fail(new Error("aborted"))));
  };
  p.serviceStarted({});
  p.gatewayStarted(1);
  const signal = await promise;
  p.serviceStopped();
  assert.equal(signal.aborted, true);
});

/** A started plugin whose self-check gets these answers from the gateway in turn. */
async function checked(t: TestContext, ...statuses: number[]) {
  const fake = await new FakeDaemon().start();
  const log = newLog();
  const p: Plugin = newPlugin(fake.dir, {}, log);
  p.host = { ...p.host, config: granted };
  const health: string[] = [];
  p.fetch = () => {
    const status = statuses.shift() ?? 500;
    const body = status === 403 ? { error: { type: "tool_call_blocked", message: "provenanced canary: denied" } } : {};
    return Promise.resolve(new Response(JSON.stringify(body), { status }));
  };
  t.after(async () => {
    p.stop();
    await fake.remove();
  });
  p.serviceStarted({ serviceHealth: { reportFailure: (e) => void health.push(String(e)), clearFailure: () => void health.push("clear") } });
  p.gatewayStarted(1);
  await until(() => p.canary.state !== "pending");
  return { fake, p, log, health };
}

test("the self-check runs when the gateway and the daemon are there, and its success is told", async (t) => {
  const { p, health, log } = await checked(t, 403);
  assert.equal(p.canary.state, "passed");
  assert.deepEqual(health, ["clear"]);
  assert.ok(log.lines.some((l) => /self-check passed/.test(l)));
  assert.ok(statusLines(p).some((l) => /^self-check: passed/.test(l)));
});

test("a self-check that fails is loud in the log, in the gateway's health and in the status", async (t) => {
  const { p, health, log } = await checked(t, 200);
  assert.match(health.join(), /FAILED/);
  assert.ok(log.lines.some((l) => /WARNING: .*FAILED.*a call that must be denied was run/.test(l)));
  assert.ok(statusLines(p).some((l) => /^self-check: FAILED/.test(l)));
});

test("it is not repeated within a minute, however often the daemon comes back", async (t) => {
  const { fake, p } = await checked(t, 403, 200);
  fake.hangUp();
  await until(() => fake.connections === 2);
  await sleep(50);
  assert.equal(fake.connections, 2);
  assert.equal(p.canary.state, "passed");
});

test("a self-check that the gateway did not answer is repeated until it does", async (t) => {
  const fake = await new FakeDaemon().start();
  const p = newPlugin(fake.dir);
  t.after(async () => {
    p.stop();
    await fake.remove();
  });
  p.host = { ...p.host, config: granted };
  p.canarySpacingMs = 10;
  let asked = 0;
  p.fetch = () => {
    const denied = { error: { type: "tool_call_blocked", message: "provenanced canary: denied" } };
    return ++asked < 3 ? Promise.reject(new Error("timed out")) : Promise.resolve(new Response(JSON.stringify(denied), { status: 403 }));
  };
  p.serviceStarted({});
  p.gatewayStarted(1);
  await until(() => p.canary.state === "passed");
  await sleep(50);
  assert.equal(asked, 3);
});

test("what weakens the protection is said aloud at the start", async (t) => {
  const fake = await new FakeDaemon().start();
  t.after(() => fake.remove());
  const log = newLog();
  const p = newPlugin(fake.dir, {}, log);
  t.after(() => p.stop());
  p.serviceStarted({});
  assert.ok(log.lines.some((l) => /WARNING: conversation hooks are NOT granted/.test(l)));
  await fake.stop();
  await until(() => p.daemon.down !== undefined);
  assert.ok(log.lines.some((l) => /cannot be reached \(onFailure: guarded\)/.test(l)));
});
