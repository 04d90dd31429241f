// The content of messages, calls and results.

import { at, isRecord } from "./wire.ts";

/** The text of a message or a result. */
export function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.flatMap((p: unknown) => (isRecord(p) && p["type"] === "text" && typeof p["text"] === "string" ? [p["text"]] : [])).join("\n");
}

/** Text without attachments of its server, and only the kinds of pictures and sounds: the daemon reads text. */
export function withoutBulk(content: unknown): unknown {
  if (!Array.isArray(content)) return content;
  return content.map((part: unknown) => (isRecord(part) ? { type: part["type"], ...(part["type"] === "text" ? { text: part["text"] } : {}) } : part));
}

/** The gateway accepts no longer text in one part of a rewritten result. */
const LONGEST_PART = 100_000;

/** A text as the content of a result. */
export function parts(text: string): { type: "text"; text: string }[] {
  const all: { type: "text"; text: string }[] = [];
  let start = 0;
  do {
    let end = start + LONGEST_PART;
    if (/[\uD800-\uDBFF]/.test(text.charAt(end - 1))) end--; // keeps a surrogate pair together
    all.push({ type: "text", text: text.slice(start, end) });
    start = end;
  } while (start < text.length);
  return all;
}

/** A question may have 16 MiB; this much of it is for a result, and as much for a call's parameters. */
const MOST_BYTES = 7 * 1024 * 1024;
/** The daemon reads at most 512 levels of JSON. */
const MOST_LEVELS = 500;

/** Whether a value can be sent in a question. */
export function fits(value: unknown): boolean {
  if (most(value, Infinity, MOST_LEVELS) <= MOST_BYTES) return true;
  return levels(value, MOST_LEVELS) && Buffer.byteLength(JSON.stringify(value) ?? "") <= MOST_BYTES;
}

function levels(value: unknown, left: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  return left > 0 && Object.values(value).every((v) => levels(v, left - 1));
}

/** No character takes more bytes in JSON. */
const MOST_OF_A_LETTER = 6;

/** An upper bound of a value's size as JSON; too large if a text is longer or it has more levels. Counting is much cheaper than encoding. */
function most(value: unknown, longest: number, left: number): number {
  if (typeof value === "string") return value.length <= longest ? 2 + MOST_OF_A_LETTER * value.length : Infinity;
  if (typeof value !== "object" || value === null) return 32;
  if (left === 0 || "toJSON" in value) return Infinity;
  let bytes = 2;
  const add = (name: string, v: unknown) => (bytes += 4 + MOST_OF_A_LETTER * name.length + most(v, longest, left - 1)) <= MOST_BYTES;
  const all = Array.isArray(value) ? value.every((v) => add("", v)) : Object.entries(value).every(([name, v]) => add(name, v));
  return all ? bytes : Infinity;
}

/** Parameters small enough to keep in memory beside many others; of large or unusual ones, only the action that a tool is judged by. */
export function small(params: unknown): Readonly<Record<string, unknown>> {
  if (!isRecord(params)) return {};
  if (fits(params) && JSON.stringify(params).length <= 4096) return params;
  return typeof params["action"] === "string" ? { action: params["action"] } : {};
}

/** A text is examined up to this length. */
const LONGEST_TEXT = 16 * 1024;

/** In values that are only named, up to this one. */
const LONGEST_NAME = 256;

/** A value with its long texts shortened to their ends; undefined if it is still too large. */
export function cut(value: unknown, longest = LONGEST_TEXT): { readonly value: unknown; readonly cut: boolean } {
  if (value !== undefined && most(value, longest, MOST_LEVELS) <= MOST_BYTES) return { value, cut: false };
  if (!levels(value, MOST_LEVELS)) return { value: null, cut: true };
  let is = false;
  const text = JSON.stringify(value, (_key, v: unknown) => {
    if (typeof v !== "string" || v.length <= longest) return v;
    is = true;
    return `${v.slice(0, (longest * 3) / 4)} … ${v.slice(-longest / 4)}`;
  }) as string | undefined;
  return text === undefined || text.length > MOST_BYTES ? { value: null, cut: true } : { value: is ? JSON.parse(text) : value, cut: is };
}

/** A row of a history, as far as the dialect reads it; its text is passed separately. */
export function rowOf(row: unknown, text: string): object {
  if (!isRecord(row)) return { role: "custom" };
  const { role, timestamp, provider, inputProvenance, toolCallId, toolName, isError, details, content } = row;
  const word = (v: unknown) => (typeof v === "string" ? v : undefined);
  const calls = role === "assistant" && Array.isArray(content) ? content.filter((part) => isRecord(part) && part["type"] === "toolCall") : [];
  return {
    role: word(role) ?? "custom",
    bytes: Buffer.byteLength(text),
    at: typeof timestamp === "number" ? timestamp : 0,
    provider: word(provider),
    inputProvenance: isRecord(inputProvenance) ? inputProvenance : undefined,
    toolCallId: word(toolCallId),
    toolName: word(toolName),
    isError: isError === true,
    details: cut({ status: at(details, "status"), deniedReason: at(details, "deniedReason"), tool: { name: at(details, "tool", "name") } }, LONGEST_NAME).value,
    calls: cut(calls, LONGEST_NAME).value ?? [],
  };
}
