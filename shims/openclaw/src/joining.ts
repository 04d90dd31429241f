// Messages that the gateway puts into a turn that runs already, or keeps for a later
// one. No hook of the turn says whose they are, so the daemon is told when they come.

import { heardAt, heardFrom, unquoted } from "./around.ts";
import { agentOf, type Ctx, isForeign, mainSession, place, sessionOf } from "./context.ts";
import type { Known, Shown, Source } from "./history.ts";
import type { AgentContext, ToolCallEvent, ToolContext } from "./host.ts";
import { callKey } from "./memory.ts";
import type { Plugin } from "./plugin.ts";
import { textOf } from "./results.ts";
import { outerOf } from "./toolsearch.ts";
import { isRecord } from "./wire.ts";
import { others, type Speaker } from "./words.ts";

/** Tells whose a message is that joins a turn of its session. */
export function joins(p: Plugin, who: Ctx): void {
  tellAhead(p, "message_received", isForeign(who.sessionKey) ? unseen(who.sessionKey) : who);
}

/** Tells that another session's words join a turn of this one; undefined where nobody knows which one's. */
export function joinsFrom(p: Plugin, sessionKey: string, source: string | undefined): void {
  joins(p, { sessionKey, inputProvenance: { kind: "inter_session", ...(source === undefined ? {} : { sourceSessionKey: source }) } });
}

/** Tells whose words the session is shown. */
export function hears(p: Plugin, sessionKey: string, all: Iterable<Speaker>): void {
  const sessions = new Set<string>();
  shows(p, sessionKey, heardFrom(others(all, sessionKey), sessions));
  for (const session of sessions) joinsFrom(p, sessionKey, session);
}

/** Tells what a message shows that its sender has not written. It may join a turn that runs already, and then no context tells it. */
export function shows(p: Plugin, sessionKey: string, sources: readonly Shown[]): void {
  if (sources.length > 0) tellAhead(p, "message_received", { sessionKey }, { sources });
}

/** Tells what calls of the session are judged by. They wait for it, and what cannot be told is sent later. */
function tellAhead(p: Plugin, hook: string, ctx: Ctx, event: object = {}): void {
  const ask = { hook, session: ctx.sessionKey, event, ctx };
  const told = p.daemon.tell(ask).then((answer) => {
    if (answer.type === "none") p.daemon.sendLater(ask);
  });
  p.memory.results.add(ctx.sessionKey, told);
}

/**
 * A command of the gateway's may call a tool, or leave words for later turns, without a
 * turn of its own. So it counts as one of whoever gives it.
 */
export function commanded(p: Plugin, who: Ctx): void {
  tellAhead(p, "context_assembled", who);
  p.daemon.tell({ hook: "agent_end", session: who.sessionKey, event: {}, ctx: place(who) });
}

/** The agent of another program runs its tools by itself, and no hook tells what it reads: from its first word on it may have seen anything. */
function unseen(sessionKey: string): Ctx {
  return { sessionKey, inputProvenance: { kind: "inter_session" } };
}

/** A call may run that reaches another session. What a clean session calls others is not worth remembering. */
export function reaches(p: Plugin, call: ToolCallEvent, ctx: ToolContext, clean: boolean): void {
  sends(p, call, ctx);
  wakes(p, call, ctx);
  spawns(p, call, ctx);
  writes(p, call, ctx);
  suggests(p, call, ctx);
  if (clean) return;
  names(p, call, ctx);
  if (call.toolName === "sessions_spawn") p.memory.naming.set(callKey(place(ctx).sessionKey, call.toolCallId ?? ""), true);
}

const NAMERS: ReadonlySet<string> = new Set(["sessions_spawn", "sessions", "suggest_task"]);
const NAMES = ["label", "taskName", "group", "statusNote", "names", "to", "title"];

/** What a session is called, the gateway tells the main session and whoever lists the sessions. */
function names(p: Plugin, call: ToolCallEvent, ctx: ToolContext): void {
  if (!NAMERS.has(call.toolName)) return;
  for (const name of NAMES) {
    for (const words of texts(call.params[name], 0)) p.memory.elsewhere.add(words, place(ctx).sessionKey);
  }
}

const LISTS: ReadonlySet<string> = new Set(["sessions_list", "session_status", "sessions"]);
/** A list is longer than a message. */
const MOST_OF_A_LIST = 256 * 1024;

/** A result shows what sessions are called. The gateway calls one of the sidebar by what its model makes of the task, in words that nobody has told. */
export function listed(p: Plugin, tool: string, content: unknown, ctx: AgentContext | ToolContext): void {
  if (!LISTS.has(tool)) return;
  const { sessionKey } = place(ctx);
  const text = textOf(content);
  const shown = p.memory.elsewhere.saidBy(text, sessionKey, MOST_OF_A_LIST);
  for (const [child] of text.matchAll(CHILD)) shown.push(...namedBy(p, child));
  hears(p, sessionKey, shown);
}

/** Whose words a session's name and its task are, if they are not as good as any. */
function namedBy(p: Plugin, child: string): Speaker[] {
  const by = p.memory.named.get(child);
  if (by !== undefined) return [by];
  return namedBefore(p, child) ? [{ session: child, level: undefined }] : [];
}

/** A row of the gateway's own that tells of a child at work, or lately so, and maybe what it has said. */
const ABOUT_CHILD = /^- .*\bsession(?:=|_json=")(agent:[^:"\s;]+:(?:dashboard|subagent):[0-9a-f-]{36})\b.*$/gm;
const RESULT = "; result_json=";

/** What the gateway tells of the session's children: what they are called and have been told to do, also before the session began anew. */
export function ofChildren(p: Plugin, sessionKey: string, history: readonly unknown[]): Known {
  const sessions = new Set<string>();
  const sources: Source[] = [];
  for (const [messageIndex, m] of history.entries()) {
    if (!isRecord(m) || m["role"] !== "custom") continue;
    for (const [line, child = ""] of unquoted(textOf(m["content"])).matchAll(ABOUT_CHILD)) {
      sources.push(...heardAt(messageIndex, others(namedBy(p, child), sessionKey), sessions));
      if (line.includes(RESULT)) sessions.add(child);
    }
  }
  return { sources, sessions };
}

const CHILD = /agent:[^:"\s]+:(?:dashboard|subagent):[0-9a-f-]{36}/g;

/** Whether an agent has made a session before this process began. What that had seen then, nobody knows; what the session itself has seen is no better. */
function namedBefore(p: Plugin, child: string): boolean {
  const entry = p.kept(child, agentOf(child));
  return entry?.createdVia === "spawn" && (entry.createdAt ?? 0) < performance.timeOrigin;
}

const WRITERS: ReadonlySet<string> = new Set(["message", "conversations_send", "conversations_turn"]);
/** Where a message has its words. */
const WORDS = ["message", "text", "content", "body", "caption"];
/** And what comes back when somebody presses a button or answers a poll: a single letter, maybe. */
const CHOICES = ["presentation", "buttons", "interactive", "components", "pollQuestion", "pollOption"];

/** What is written into a chat, the session of that chat may be shown, or sent when somebody presses a button. */
function writes(p: Plugin, call: ToolCallEvent, ctx: ToolContext): void {
  if (!WRITERS.has(call.toolName)) return;
  const { sessionKey } = place(ctx);
  for (const name of WORDS) for (const words of texts(call.params[name], 0)) p.memory.elsewhere.add(words, sessionKey);
  for (const name of CHOICES) for (const words of texts(call.params[name], 0)) p.memory.elsewhere.add(words, sessionKey, 1);
}

/** A task that is suggested, the owner starts without having seen all of it, and the gateway sends it as his. */
function suggests(p: Plugin, call: ToolCallEvent, ctx: ToolContext): void {
  const { prompt } = call.params;
  if (call.toolName === "suggest_task" && typeof prompt === "string") p.memory.suggested.add(prompt, place(ctx).sessionKey, 1);
}

/** A card has fewer levels. */
const DEEPEST = 8;

function* texts(value: unknown, depth: number): Generator<string> {
  if (typeof value === "string") yield value;
  else if (typeof value === "object" && value !== null && depth < DEEPEST) {
    for (const inner of Object.values(value)) yield* texts(inner, depth + 1);
  }
}

/** A session of the sidebar begins its first turn like one that a person has opened, and a program waits for a child in silence. */
function spawns(p: Plugin, call: ToolCallEvent, ctx: ToolContext): void {
  if (call.toolName !== "sessions_spawn") return;
  const { sessionKey } = place(ctx);
  if (call.params["visible"] === true) p.memory.spawning.set(callKey(sessionKey, call.toolCallId ?? ""), sessionKey);
  if (call.params["collect"] === true && outerOf(call.toolCallId ?? "") !== undefined) p.memory.collecting.set(sessionKey, true);
}

/** What a session's children have read by now may be in the hands of the program that collects what they say. */
export function collects(p: Plugin, sessionKey: string): void {
  if (!p.memory.collecting.has(sessionKey)) return;
  for (const [child, spawner] of p.memory.working) {
    if (spawner === sessionKey) joinsFrom(p, sessionKey, child);
  }
}

/** Tells the sessions into which a call of sessions_send puts words without a turn of their own. */
function sends(p: Plugin, call: ToolCallEvent, ctx: ToolContext): void {
  if (call.toolName !== "sessions_send") return;
  const { sessionKey: source } = place(ctx);
  const kept = ["steer", "notify"].includes(text(call.params["mode"]).toLowerCase());
  const running = Array.from(p.memory.runs.values(), (run) => run.sessionKey);
  const target = targetOf(p, call, source, running);
  // One that is named by anything but its key may be any that is at work.
  const reached = target === undefined ? running : [target];
  for (const sessionKey of reached) {
    if (sessionKey !== source && (kept || (sessionKey === target && running.includes(sessionKey)))) joinsFrom(p, sessionKey, source);
  }
}

/** The tool has two names. */
const SCHEDULERS: ReadonlySet<string> = new Set(["cron", "automations"]);

/** What a call asks of the gateway's schedule; undefined where it does not. */
export function scheduling(call: ToolCallEvent): string | undefined {
  const action = call.params["action"];
  return SCHEDULERS.has(call.toolName.toLowerCase()) && typeof action === "string" ? action.trim() : undefined;
}

/** Tells the session that a call wakes with words of its own. */
function wakes(p: Plugin, call: ToolCallEvent, ctx: ToolContext): void {
  if (scheduling(call) !== "wake") return;
  const { sessionKey: source } = place(ctx);
  const agent = text(call.params["agentId"]);
  const target = targetOf(p, call, source, []) ?? (agent === "" ? source : mainSession(p.host.config, agent));
  if (target !== source) joinsFrom(p, target, source);
}

/** The key of the session that a call names; undefined where it names it otherwise. */
function targetOf(p: Plugin, call: ToolCallEvent, source: string, running: readonly string[]): string | undefined {
  const named = text(call.params["sessionKey"] ?? call.params["session_key"]);
  if (named === "" || UUID.test(named)) return undefined;
  const agent = text(call.params["agentId"] ?? call.params["agent_id"]) || (agentOf(source) ?? "main");
  const key = sessionOf(p.host.config, (/^agent:/i.test(named) ? named : `agent:${agent}:${named}`).toLowerCase());
  return running.find((other) => other.toLowerCase() === key) ?? key;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function text(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}
