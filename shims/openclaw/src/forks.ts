// Sessions that begin with another one's history: a conversation that a person has
// forked, a thread that takes its channel's words along. What the other session has
// seen is in that history, and no hook says so.

import type { AgentContext } from "./host.ts";
import { joinsFrom } from "./joining.ts";
import type { Plugin } from "./plugin.ts";

/**
 * Brings the level of the session that this one was forked from, before its first turn
 * is judged. A fork that is older than the gateway's process has had its level then: what
 * the other session has read since is not in it.
 */
export function forked(p: Plugin, ctx: AgentContext): void {
  const { sessionKey } = ctx;
  if (!sessionKey || p.memory.settled.has(sessionKey)) return;
  p.memory.settled.set(sessionKey, true);
  const entry = p.kept(sessionKey, ctx.agentId);
  const source = entry?.forkSource?.sessionKey;
  if (source === undefined || source === sessionKey || (entry?.createdAt ?? Infinity) < performance.timeOrigin) return;
  joinsFrom(p, sessionKey, source);
}
