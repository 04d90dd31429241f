// A Plugin with some daemon, as the gateway would make it.

import type { TestContext } from "node:test";
import { setImmediate as immediately } from "node:timers/promises";
import { readConfig } from "../../src/config.ts";
import type { AgentContext, ToolContext } from "../../src/host.ts";
import { replyDispatch } from "../../src/messages.ts";
import { Plugin } from "../../src/plugin.ts";
import { trustedPolicy } from "../../src/tools.ts";
import { FakeDaemon } from "./fake.ts";

/** The context of a stranger in a group. */
export const chat: AgentContext = {
  runId: "r1", agentId: "main", sessionKey: "agent:main:telegram:group:-100", sessionId: "s1", workspaceDir: "/ws",
  messageProvider: "telegram", senderId: "222", trigger: "user",
};

export interface Log {
  readonly lines: string[];
  info(m: string): void;
  warn(m: string): void;
  error(m: string): void;
}

export function newLog(): Log {
  const lines: string[] = [];
  const put = (m: string) => void lines.push(m);
  return { lines, info: put, warn: put, error: put };
}

export function newPlugin(runtimeDir: string, config: object = {}, log: Log = newLog()): Plugin {
  return new Plugin(readConfig({ runtimeDir, timeoutMs: 5000, ...config }, {}), {
    config: {},
    version: "2026.9.6",
    logger: log,
    sessions: { getSessionEntry: () => undefined, listSessionEntries: () => [] },
    ownerCheck: Promise.resolve(undefined),
    mask: Promise.resolve(undefined),
    resolve: Promise.resolve(undefined),
  });
}

/** A daemon that answers as told, and a plugin that asks it; both end with the test. */
export async function rig(t: TestContext, config: object = {}): Promise<{ fake: FakeDaemon; p: Plugin }> {
  const fake = await new FakeDaemon().start();
  const p = newPlugin(fake.dir, config);
  t.after(async () => {
    p.stop();
    await fake.remove();
  });
  return { fake, p };
}

/** From now on the gateway has one session for all chats (`session.scope: global`). */
export function oneForAll(p: Plugin): void {
  p.host = { ...p.host, config: { session: { scope: "global" } } };
}

/** Waits until everything told before was answered. */
export async function answered(p: Plugin): Promise<void> {
  await immediately(); // the gateway is idle
  await p.daemon.ask({ hook: "ping", session: "", event: {}, ctx: {} });
}

/** The sessions that are reported to have words of another one, with that one. */
export const given = (fake: FakeDaemon) => fake.of("message_received").map((q) => [q.session, (q.ctx["inputProvenance"] as { sourceSessionKey?: string }).sourceSessionKey]);

/** What the daemon is told about where a call happens. */
export async function callContext(fake: FakeDaemon, p: Plugin, ctx: ToolContext): Promise<Record<string, unknown>> {
  await trustedPolicy(p, { toolName: "read", params: {}, toolCallId: "any" }, ctx);
  return fake.of("before_tool_call").at(-1)?.ctx ?? {};
}

/** Whether a turn of the chat's session is running: a new message joins it. */
export async function running(fake: FakeDaemon, p: Plugin): Promise<boolean> {
  const before = fake.asked.length;
  const message = { ctx: { Body: "hello", Provider: "telegram" }, sessionKey: chat.sessionKey ?? "" };
  await replyDispatch(p, message, { cfg: {}, dispatcher: { sendFinalReply: () => true } });
  await answered(p);
  const joined = fake.asked.slice(before).some((q) => q.hook === "message_received");
  fake.asked.splice(0, Infinity, ...fake.asked.filter((q, i) => i < before || (q.hook !== "message_received" && q.hook !== "ping")));
  return joined;
}
