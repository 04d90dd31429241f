// Sessions that begin with another one's history: a conversation that a person has
// forked, a thread that takes its channel's words along, one that the gateway has made
// of a session that it could not go on with. What the other session has seen is in that
// history, and no hook says so.

import { agentOf } from "./context.ts";
import type { AgentContext, SessionEntry } from "./host.ts";
import { hears, joinsFrom } from "./joining.ts";
import type { Plugin } from "./plugin.ts";
import { isRecord } from "./wire.ts";
import type { Speaker } from "./words.ts";

/** Brings the level of the session whose history this one has been given, before the first turn with it is judged. */
export function forked(p: Plugin, ctx: AgentContext, history: readonly unknown[]): void {
  const { sessionKey, sessionId = "" } = ctx;
  if (!sessionKey) return;
  const before = p.memory.settled.get(sessionKey);
  if (before === sessionId) return;
  const entry = p.kept(sessionKey, ctx.agentId);
  if (entry === undefined) return;
  const source = entry.forkSource?.sessionKey;
  p.memory.settled.set(sessionKey, sessionId);
  if (before === undefined ? !given(entry, history) : source === undefined) return;
  const from = source ?? formerly(p, entry, ctx);
  if (from === sessionKey) return;
  joinsFrom(p, sessionKey, from);
  if (source !== undefined) beforeThat(p, sessionKey, source, history);
}

/** A session ends, and may begin anew: whoever lifts its level with that says what it was until now. */
export function begunAnew(p: Plugin, session: string): Speaker {
  const [at, by] = [Date.now(), { session, level: undefined }];
  p.memory.ends.set(`${session}\n${at}`, { at, by });
  return by;
}

/** What the source had seen before it began anew is in a history that is older than that. After a restart nobody knows it. */
function beforeThat(p: Plugin, sessionKey: string, source: string, history: readonly unknown[]): void {
  const oldest = Math.min(...times(history));
  const ends = Array.from(p.memory.ends.values()).filter(({ at, by }) => by.session === source && at >= oldest);
  const { forkSource, sessionStartedAt = 0 } = p.kept(source, agentOf(source)) ?? {};
  if (ends.length > 0) hears(p, sessionKey, ends.map(({ by }) => by));
  else if (forkSource === undefined && sessionStartedAt > oldest) joinsFrom(p, sessionKey, undefined);
}

/** When what was said in a history was said. */
function times(history: readonly unknown[]): number[] {
  return history.flatMap((m) => (isRecord(m) && m["role"] !== "custom" && typeof m["timestamp"] === "number" ? [m["timestamp"]] : []));
}

/** A session goes on with a transcript that follows from its own: it is compacted, or begins anew. Of one that it is given, it is not told so. */
export function follows(p: Plugin, sessionKey: string, nextSessionId: string): void {
  if (p.memory.settled.get(sessionKey) !== undefined) p.memory.settled.set(sessionKey, nextSessionId);
}

/** Whether a session that this process has not seen yet goes on with a history that is not its own. */
function given(entry: SessionEntry, history: readonly unknown[]): boolean {
  const { createdAt = Infinity, forkSource, previousSessionId } = entry;
  if (forkSource !== undefined && createdAt >= performance.timeOrigin) return true;
  // What it has read by itself since it was made has been judged, and what the other one was given with it.
  const rows = times(history);
  return (forkSource !== undefined || previousSessionId !== undefined) && rows.length > 0 && rows.every((at) => at < createdAt);
}

/** The session that had the history before, by the name that this has there; undefined where it is gone. */
function formerly(p: Plugin, entry: SessionEntry, ctx: AgentContext): string | undefined {
  return p.all(ctx.agentId).find((other) => other.entry.sessionId === entry.previousSessionId)?.sessionKey;
}
