// What a tool result says, whoever holds it.

import { isRecord } from "./wire.ts";

/** The text of a message or a result. */
export function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.flatMap((p: unknown) => (isRecord(p) && p["type"] === "text" && typeof p["text"] === "string" ? [p["text"]] : [])).join("\n");
}

/** Pictures and sounds are told by their kind only: the daemon reads text. */
export function withoutBulk(content: unknown): unknown {
  if (!Array.isArray(content)) return content;
  return content.map((part: unknown) => (isRecord(part) && part["type"] !== "text" ? { type: part["type"] } : part));
}

/** A result that says that the call never ran. */
export function isDenial(result: unknown): boolean {
  const details = isRecord(result) ? result["details"] : undefined;
  return isRecord(details) && (details["status"] === "blocked" || details["deniedReason"] !== undefined);
}
