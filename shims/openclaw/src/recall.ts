// What the gateway and its plugins recall before a turn, and put in front of its message or
// into its instructions. No call of the turn's session has brought it. For Active Memory
// another session searches the memory and, unless it is told not to, other conversations, and
// sums up what it finds; where a session begins anew, the gateway shows it the notes of the
// last days.

import { keepsTalk } from "./gateway.ts";
import type { Known, Source } from "./history.ts";
import type { AgentContext } from "./host.ts";
import type { Plugin } from "./plugin.ts";

/** What it recalls, in signs that a text inside cannot have. */
const RECALLED = /<active_memory_plugin>\n([^<]*)\n<\/active_memory_plugin>/g;
/** What stands there if it recalls nothing. */
const NOTHING: ReadonlySet<string> = new Set([
  "Active Memory intentionally skipped deep recall because this turn did not ask for past context.",
  "Active Memory could not retrieve memory for this turn. Do not assume that no relevant memory exists.",
]);

/** Before each file of such notes. The agent writes none that is not its owner's word; the gateway may. */
const NOTES = "[Untrusted daily memory: ";

/** What memory plugins put their own finds into: memory-lancedb, and others by its example. */
const FOUND = /<relevant[-_]memories>/;

/** The session that searches for another one. */
const SEARCHES = /^(.+):active-memory:[0-9a-f]+$/;
/** It may search for two minutes, and what it has found may be shown again for two more. */
const KEPT_MS = 240_000;

/** Remembers a session that searches for another one. */
export function noteRecall(p: Plugin, sessionKey: string, now: number): void {
  const by = searchedFor(sessionKey);
  if (by !== undefined) p.memory.recalls.set(sessionKey, { by, at: now });
}

/** Whether a turn searches the memory for another one that goes on, in whose span it was begun. A program may take the name of such a session, and not that. */
export function searches(p: Plugin, { sessionKey = "", trace }: AgentContext): boolean {
  const by = searchedFor(sessionKey);
  return by !== undefined && Array.from(p.memory.runs.values()).some(({ sessionKey, span }) => sessionKey === by && span !== undefined && span === trace?.parentSpanId);
}

/**
 * What was recalled is as good as what the session has read that searched for it. Without
 * one the gateway or a plugin has looked into the memory itself, and that is as good as a
 * search of it.
 */
export function recalled(p: Plugin, sessionKey: string, prompt: string, messageIndex: number, now: number): Known {
  const found = Array.from(prompt.matchAll(RECALLED), ([, words = ""]) => words).some((words) => !NOTHING.has(words));
  const noted = prompt.includes(NOTES) && keepsTalk(p.host.config);
  const sources: Source[] = [];
  if (found || noted || FOUND.test(prompt)) sources.push(resultOf("memory_search", messageIndex));
  if (!found) return { sources, sessions: new Set() };
  const searched = Array.from(p.memory.recalls).flatMap(([key, { by, at }]) => (by === sessionKey && now - at < KEPT_MS ? [key] : []));
  return { sources, sessions: new Set(searched) };
}

const searchedFor = (sessionKey: string): string | undefined => SEARCHES.exec(sessionKey)?.[1];

const resultOf = (tool: string, messageIndex: number): Source => ({ kind: "tool_result", tool, messageIndex });
