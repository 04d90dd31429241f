// Messages that the gateway puts into a turn that runs already, or keeps for a later
// one. No hook of the turn says whose they are, so the daemon is told when they come.

import { type Ctx, place } from "./context.ts";
import type { ToolCallEvent, ToolContext } from "./host.ts";
import type { Plugin } from "./plugin.ts";

/** Tells whose a message is that joins a turn of its session. */
export function joins(p: Plugin, c: Ctx): void {
  const ask = { hook: "message_received", session: c.sessionKey, event: {}, ctx: c };
  const told = p.daemon.tell(ask).then((answer) => {
    if (answer.type === "none") p.daemon.owe(`${c.sessionKey}\njoins\n${JSON.stringify(c)}`, ask);
  });
  p.memory.results.add(c.sessionKey, told);
}

/** Tells the sessions into which a call of sessions_send puts words without a turn of their own. */
export function sends(p: Plugin, call: ToolCallEvent, ctx: ToolContext): void {
  if (call.toolName !== "sessions_send") return;
  const { sessionKey: source } = place(ctx);
  const inputProvenance = { kind: "inter_session", sourceSessionKey: source };
  const kept = ["steer", "notify"].includes(text(call.params["mode"]).toLowerCase());
  const running = Array.from(p.memory.runs.values(), (run) => run.sessionKey);
  const target = targetOf(call, source, running);
  // One that is named by anything but its key may be any that is at work.
  const reached = target === undefined ? running : [target];
  for (const sessionKey of reached) {
    if (sessionKey !== source && (kept || (sessionKey === target && running.includes(sessionKey)))) joins(p, { sessionKey, inputProvenance });
  }
}

/** The key of the session that a call names; undefined where it names it otherwise. */
function targetOf(call: ToolCallEvent, source: string, running: readonly string[]): string | undefined {
  const named = text(call.params["sessionKey"] ?? call.params["session_key"]);
  if (named === "" || UUID.test(named)) return undefined;
  const agent = text(call.params["agentId"] ?? call.params["agent_id"]) || (/^agent:([^:]+):/.exec(source)?.[1] ?? "main");
  const key = (/^agent:/i.test(named) ? named : `agent:${agent}:${named}`).toLowerCase();
  return running.find((other) => other.toLowerCase() === key) ?? key;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function text(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}
