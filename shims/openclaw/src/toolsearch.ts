// Tool Search: the model calls `tool_call`, and the gateway calls the real tool
// for it. The policy hooks see both calls, the result comes back wrapped in the
// outer one. This tells which call stands for which.

import type { ToolResultEvent } from "./host.ts";
import { at } from "./wire.ts";

/** The tool that runs another one and does nothing itself. */
export const WRAPPER = "tool_call";

const INNER = "tool_search_code:";

/** The outer call that an inner call belongs to, as inner ids spell it. */
export function outerOf(toolCallId: string): string | undefined {
  if (!toolCallId.startsWith(INNER)) return undefined;
  const end = toolCallId.lastIndexOf(":", toolCallId.lastIndexOf(":") - 1);
  return end < INNER.length ? undefined : toolCallId.slice(INNER.length, end);
}

/** The id of the call that an outer one stands for. */
export function innerId(outer: string, tool: string): string {
  return `${INNER}${asOuter(outer)}:${tool}:1`;
}

/** An outer call's id as inner ids spell it. */
export function asOuter(toolCallId: string): string {
  return toolCallId.trim().replace(/[^A-Za-z0-9_.:-]+/g, "_").slice(0, 120) || "call";
}

/** The name of the tool whose result a wrapper's result holds, if the gateway says so. */
export function innerTool(event: ToolResultEvent): string | undefined {
  return ranTool(event) ?? (typeof event.args["id"] === "string" ? event.args["id"] : undefined);
}

/** The same, where the tool has run. */
export function ranTool(event: ToolResultEvent): string | undefined {
  const name = at(event.result.details, "tool", "name");
  return typeof name === "string" ? name : undefined;
}
