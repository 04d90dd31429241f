// What happened elsewhere while a session did nothing, as the gateway tells it in the
// prompt of a heartbeat: how commands ended that went on in the background, perhaps
// another session's, and what waited for the next turn. Each begins a line of its own.

import type { AgentContext, ToolCallEvent, ToolContext } from "./host.ts";
import { DELIVERED, FROM_OUTSIDE, heardAt } from "./around.ts";
import type { Known, Shown, Source } from "./history.ts";
import type { NoAnswer } from "./daemon.ts";
import { shows } from "./joining.ts";
import type { Plugin } from "./plugin.ts";
import { findIn } from "./results.ts";
import type { Decision } from "./wire.ts";
import { UNTOLD } from "./words.ts";

const ENDED = /^Exec (?:completed|failed|finished) \(([^\s,)]+)/gim;

/** What a prompt of a heartbeat tells that the session has not seen. */
export function meanwhile(p: Plugin, ctx: AgentContext, prompt: string, messageIndex: number): Known {
  const sources: Source[] = [];
  const sessions = new Set<string>();
  if (ctx.trigger !== "heartbeat") return { sources, sessions };
  const known = p.memory.elsewhere.saidBy(prompt, ctx.sessionKey ?? "");
  sources.push(...heardAt(messageIndex, known, sessions));
  if (anyLine(FROM_OUTSIDE, prompt)) sources.push({ kind: "message from outside", messageIndex });
  if (known.length === 0 && anyLine(DELIVERED, prompt)) sources.push({ kind: "message of another session", messageIndex });
  for (const [, shown = ""] of prompt.matchAll(ENDED)) {
    sources.push(...output(levelsOf(p, shown)).map((what) => ({ ...what, messageIndex })));
  }
  return { sources, sessions };
}

function anyLine(note: RegExp, prompt: string): boolean {
  return new RegExp(note, "m").test(prompt);
}

/** A command goes on in the background: what it prints later is as good as what its session had seen when it last had to do with it. */
export function noteBackground(p: Plugin, result: unknown, ctx: AgentContext | ToolContext, told: Promise<Decision | NoAnswer>): void {
  const id = findIn(result, asBackground);
  if (id === undefined || ctx.sessionKey === undefined) return;
  void told.then((answer) => {
    const level = answer.type === "decision" ? answer.taint : UNTOLD;
    const levels = p.memory.background.get(id) ?? { all: new Set(), clean: true }; // what is written into it counts, a reset does not
    levels.all.add(level);
    levels.clean &&= answer.type === "decision" && answer.clean === true;
    p.memory.background.set(id, levels);
  });
}

/** A session asks what such a command has printed. The command goes on where its session begins anew. */
export function printed(p: Plugin, call: ToolCallEvent, ctx: AgentContext | ToolContext): void {
  const id = call.toolName === "process" ? call.params["sessionId"] : undefined;
  const levels = typeof id === "string" ? p.memory.background.get(id) : undefined;
  if (ctx.sessionKey !== undefined && levels !== undefined && !levels.clean) shows(p, ctx.sessionKey, output([...levels.all]));
}

/** It is as good as the worst of some levels, if any is known: the daemon knows which that is. */
function output(levels: readonly string[]): Shown[] {
  const kind = "output of a background command";
  return levels.length === 0 ? [{ kind }] : levels.map((trust) => (trust === UNTOLD ? { kind } : { kind, trust }));
}

/** The levels of the commands that may be meant: the gateway shows the beginning of a name. */
function levelsOf(p: Plugin, shown: string): string[] {
  const meant = Array.from(p.memory.background).flatMap(([id, { all }]) => (id.startsWith(shown) ? [...all] : []));
  return [...new Set(meant)];
}

function asBackground({ status, sessionId }: Readonly<Record<string, unknown>>): string | undefined {
  return status === "running" && typeof sessionId === "string" && sessionId !== "" ? sessionId : undefined;
}
