// The context of a turn in the daemon's words: its messages, in the order and
// number that the gateway keeps, and where each came from.

import { around, PASSED_ON, passedOn } from "./around.ts";
import { agentOf, groupOf, isForeign } from "./context.ts";
import type { InputProvenance } from "./host.ts";
import { own } from "./framing.ts";
import { callKey, type CallName, type Memory } from "./memory.ts";
import { isDenial, saysInvalid, saysNoTool, textOf } from "./results.ts";
import { innerId, WRAPPER } from "./toolsearch.ts";
import { at, isRecord } from "./wire.ts";
import { holds, letters } from "./words.ts";

/** A tool that cannot be told; no policy knows it. */
const UNKNOWN = "unknown";

export interface Message {
  role: string;
  content?: string;
  inputProvenance?: unknown;
  toolCallId?: string;
  toolName?: string;
}

/** What brings a level with it: that of a tool's output, or its own. */
export type Shown = { kind: "tool_result" | "link"; tool: string; action?: string } | { kind: string; trust?: string };
export type Source = Shown & { messageIndex: number };

/** One entry for every row of the history, and the prompt as the last one. */
export function messages(history: readonly unknown[], prompt: string, provenance: InputProvenance | undefined): Message[] {
  const last: Message = { role: "user", content: prompt, ...(provenance === undefined ? {} : { inputProvenance: provenance }) };
  return [...history.map(row), last];
}

/** The daemon need not know more rows of a kind again than this, nor more bytes of results. */
const MOST_ROWS = 200;
const MOST_OF_RESULTS = 4 * 1024 * 1024;

/**
 * The same where the daemon checks who said what: users' words without what the
 * gateway puts around them, and results as they are, newest first while there is
 * room. A row that it is not to check is told as the gateway's own.
 */
export function checkedMessages(
  sessionKey: string,
  history: readonly unknown[],
  prompt: string,
  provenance: InputProvenance | undefined,
  memory: Memory,
): Message[] {
  const all = messages(history, asPrompt(own(prompt)), provenance);
  let users = MOST_ROWS;
  let results = MOST_ROWS;
  let room = MOST_OF_RESULTS;
  for (const [i, m] of [...history.entries()].reverse()) {
    const told = all[i];
    if (!isRecord(m) || told === undefined) continue;
    if (told.role === "user") {
      all[i] = users-- > 0 ? { ...told, content: own(told.content ?? "") } : UNCHECKED;
    } else if (told.role === "toolResult") {
      const content = textOf(m["content"]);
      const call = callOf(sessionKey, m, memory);
      const checked = call.tool !== UNKNOWN && returned(sessionKey, m, memory) && results-- > 0 && (room -= content.length) >= 0;
      all[i] = checked ? { role: told.role, toolCallId: call.id, toolName: call.tool, content } : UNCHECKED;
    }
  }
  return all;
}

const UNCHECKED: Message = { role: "custom" };

/** A prompt is somebody's word, even one that begins as the gateway's own context does: that comes in rows of its own. */
function asPrompt(text: string): string {
  return text.startsWith("<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>") ? `(a prompt) ${text}` : text;
}

/** The call of a result as the daemon was told of it. */
function callOf(sessionKey: string, m: Readonly<Record<string, unknown>>, memory: Memory): CallName {
  const id = typeof m["toolCallId"] === "string" ? m["toolCallId"] : "";
  const tool = toolOf(m);
  return memory.known.get(callKey(sessionKey, id)) ?? { tool, id: m["toolName"] === WRAPPER ? innerId(id, tool) : id };
}

function row(m: unknown): Message {
  if (!isRecord(m)) return { role: "custom" };
  const role = typeof m["role"] === "string" ? m["role"] : "custom";
  if (role !== "user") return { role };
  const out: Message = { role, content: textOf(m["content"]) };
  return isRecord(m["inputProvenance"]) ? { ...out, inputProvenance: m["inputProvenance"] } : out;
}

/** The text of a document that came with a message, as the gateway puts it below. */
const DOCUMENT = /(?:^|\n)<file name="[^\n]*>\n/;
/** A channel's thread, which the gateway puts in front of a message. */
const THREAD = /^\[Thread (?:history|starter) - for context\]$/m;
const LINK = /https?:\/\//i;

/** What the text of a message shows that its sender has not written. */
export function shownIn(text: string, sessionKey: string, readsLinks: boolean): Shown[] {
  const found: Shown[] = [];
  if (PASSED_ON.test(text)) found.push(passedOn);
  if (DOCUMENT.test(text)) found.push({ kind: "attached document" });
  if (groupOf(sessionKey) !== undefined && THREAD.test(text)) found.push({ kind: "chat around a message" });
  if (readsLinks && LINK.test(text)) found.push({ kind: "link", tool: "web_fetch" });
  return found;
}

export interface Known {
  readonly sources: Source[];
  /** Other sessions whose words the context shows. */
  readonly sessions: ReadonlySet<string>;
}

/** The results that a context holds, and what it tells from elsewhere. Who wrote its messages was judged when they came. */
export function sources(sessionKey: string, history: readonly unknown[], prompt: string, memory: Memory, readsLinks: boolean): Known {
  const group = groupOf(sessionKey) !== undefined;
  const found: Source[] = [];
  const sessions = new Set<string>();
  const agent = agentOf(sessionKey);
  const scripts = Array.from(memory.scripts.keys()).filter((script) => agentOf(script) === agent);
  const foreign = Array.from(memory.spawners).flatMap(([child, spawner]) => (spawner === sessionKey && isForeign(child) ? [child] : []));
  const actions = actionsOf(history);
  let texts: string[] | undefined;
  const said = (words: string) => holds((texts ??= history.flatMap(ownText)), words);
  for (const [messageIndex, m] of [...history, { role: "user", content: prompt }].entries()) {
    if (!isRecord(m)) continue;
    if (m["role"] === "custom") {
      const shown = around(textOf(m["content"]), { sessionKey, group, said, elsewhere: memory.elsewhere, unsigned: [...scripts, ...foreign], since: performance.timeOrigin });
      found.push(...shown.found.map((what) => ({ ...what, messageIndex })));
      for (const session of shown.sessions) sessions.add(session);
    }
    if (m["role"] === "user") {
      found.push(...shownIn(textOf(m["content"]), sessionKey, readsLinks).map((what) => ({ ...what, messageIndex })));
    }
    if (m["role"] === "toolResult" && returned(sessionKey, m, memory)) {
      const tool = toolOf(m);
      const action = actions.get(callNamed(m["toolName"], m["toolCallId"]));
      found.push({ kind: "tool_result", tool, ...(action === undefined ? {} : { action }), messageIndex });
    }
  }
  return { sources: found, sessions };
}

/** What the calls in a history asked their tools to do, where a call alone has its id and its tool. */
function actionsOf(history: readonly unknown[]): Map<string, string | undefined> {
  const actions = new Map<string, string | undefined>();
  for (const m of history) {
    const parts = isRecord(m) && m["role"] === "assistant" && Array.isArray(m["content"]) ? m["content"] : [];
    for (const part of parts as unknown[]) {
      if (!isRecord(part) || part["type"] !== "toolCall" || typeof part["id"] !== "string") continue;
      const call = callNamed(part["name"], part["id"]);
      const params = part["name"] === WRAPPER ? wrappedParams(part["arguments"]) : part["arguments"];
      const action = at(params, "action");
      actions.set(call, actions.has(call) || typeof action !== "string" ? undefined : action);
    }
  }
  return actions;
}

/** The parameters of the call inside one of Tool Search's wrapper; undefined where they are not written as the wrapper's own description says. */
function wrappedParams(args: unknown): unknown {
  return isRecord(args) && typeof args["id"] === "string" && Object.keys(args).every((key) => key === "id" || key === "args") ? args["args"] : undefined;
}

function callNamed(tool: unknown, id: unknown): string {
  return callKey(String(tool), String(id));
}

/** A channel sends a long answer in parts; this much of it is known again. */
const MOST_OF_A_ROW = 64 * 1024;

/** What a row of the history says that is neither the gateway's context of one turn nor its copy of what somebody delivered here. */
function ownText(m: unknown): string[] {
  return isRecord(m) && m["role"] !== "custom" && m["provider"] !== "openclaw" ? [letters(textOf(m["content"]), MOST_OF_A_ROW)] : [];
}

/** A call that was denied brought nothing in, nor did one of a tool that there is not, or whose parameters were none of the tool's. */
function returned(sessionKey: string, m: Readonly<Record<string, unknown>>, memory: Memory): boolean {
  if (m["isError"] === true && (isDenial(m) || saysNoTool(toolOf(m), m) || saysInvalid(toolOf(m), m["content"]))) return false;
  const id = m["toolCallId"];
  if (typeof id === "string" && memory.denied.has(callKey(sessionKey, id))) return false;
  // A failed wrapper that names no inner tool is the gateway's own word: nothing ran.
  if (m["isError"] === true && m["toolName"] === WRAPPER && toolOf(m) === UNKNOWN) return false;
  // After a restart the text is all that is left of a denial. The gateway writes
  // the first words of every failure itself, so no page can pretend to be one.
  return !(m["isError"] === true && textOf(m["content"]).startsWith(`Tool '${toolOf(m)}' is blocked`));
}

function toolOf(m: Readonly<Record<string, unknown>>): string {
  const inner = at(m, "details", "tool", "name");
  if (m["toolName"] === WRAPPER) return typeof inner === "string" ? inner : wrapped(m);
  return typeof m["toolName"] === "string" ? m["toolName"] : UNKNOWN;
}

/** A replayed wrapper has lost its details; its text still names the tool. */
function wrapped(m: Readonly<Record<string, unknown>>): string {
  return /^\{\s*"tool":\s*\{\s*"id":\s*"[^"]*",\s*"name":\s*"([^"]+)"/.exec(textOf(m["content"]))?.[1] ?? UNKNOWN;
}
