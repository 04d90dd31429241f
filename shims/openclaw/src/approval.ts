// The owner's prompt: when the gateway can ask him, and what it says. Whether
// he may open anything, and for how long, the daemon knows.

import type { Approvals } from "./config.ts";
import type { ApprovalRequest, ApprovalResolution, ToolCallEvent, ToolContext } from "./host.ts";
import type { Memory } from "./memory.ts";
import type { Approval, Decision } from "./wire.ts";

/** The gateway refuses longer ones. */
const TITLE = 80;
const DESCRIPTION = 512;
/** What of it is for the call itself. */
const SUBJECT = 240;
/** A session without a way to the owner is not tried again for so long. */
const NO_ROUTE_MS = 10 * 60_000;

/** Tells whether a request for approval would reach somebody. */
export function canAsk(approvals: Approvals, ctx: ToolContext, memory: Memory, now: number): boolean {
  if (approvals !== "auto") return approvals === "gateway";
  const channel = ctx.requester?.channel;
  const sessionKey = ctx.sessionKey ?? "";
  if (channel === undefined || sessionKey === "") return false;
  if ((memory.noRoute.get(sessionKey) ?? 0) > now) return false;
  const trigger = memory.runs.get(ctx.runId ?? "")?.trigger;
  if (trigger !== undefined && trigger !== "user") return false;
  return channel !== "webchat" || memory.clients.get(sessionKey) === true;
}

export function noteNoRoute(sessionKey: string, memory: Memory, now: number): void {
  memory.noRoute.set(sessionKey, now + NO_ROUTE_MS);
}

/** The capabilities with which a webchat client says that it shows a plugin's approvals. */
export function showsApprovals(caps: readonly string[]): boolean {
  return caps.includes("approvals") || caps.includes("plugin-approvals");
}

export function approvalRequest(
  call: ToolCallEvent,
  decision: Decision,
  approval: Approval,
  onResolution: (r: ApprovalResolution) => void,
): ApprovalRequest {
  const why = plain(approval.why ?? decision.reasons.filter((r) => r.mode !== "allow").map((r) => r.text).join("; "));
  const level = `The context is ${plain(decision.taint)}`;
  const always = approval.alwaysFor === undefined ? "" : `Always: this tool, in this session, for ${Math.round(approval.alwaysFor / 60)} min.`;
  return {
    title: cut(`Let the agent run ${plain(call.toolName)}?`, TITLE),
    description: cut(
      [subject(call), cut(why, 160), why.startsWith(level) ? "" : `${level}.`, always].filter((s) => s !== "").join("\n"),
      DESCRIPTION,
    ),
    severity: approval.severity ?? "critical",
    timeoutMs: Math.max(1, Math.floor(approval.expiresIn)) * 1000,
    timeoutReason:
      `Tool '${call.toolName}' waits for the owner's approval, and nobody has answered. Do not try it again by yourself: ` +
      "tell the owner what you want to do and why. He can still approve it ('provenancectl pending' shows what waits); then try again.",
    allowedDecisions: ["allow-once", "allow-always", "deny"],
    pluginId: "provenance",
    onResolution,
  };
}

/** The command that tells the daemon what the owner has said; undefined when he has said nothing. */
export function commandFor(resolution: ApprovalResolution, call: ToolCallEvent, approval: Approval): string | undefined {
  switch (resolution) {
    case "allow-once":
      return `.approve ${pendingName(call, approval)} ${approval.code} once`;
    case "allow-always":
      return `.approve ${pendingName(call, approval)} ${approval.code} always`;
    case "deny":
      return `.deny ${approval.code}`;
    case "timeout":
    case "cancelled":
      return undefined;
  }
}

/** The name under which the call is pending: the daemon may judge an action by a name of its own. */
export function pendingName(call: ToolCallEvent, approval: Approval): string {
  const name = call.toolName.toLowerCase();
  const action = call.params["action"];
  const wanted = [typeof action === "string" ? `${name}.${action.toLowerCase()}` : name, name];
  const found = wanted.map((w) => approval.tools.find((t) => t.toLowerCase() === w)).find((t) => t !== undefined);
  return found ?? (approval.tools.length === 1 ? approval.tools[0] : undefined) ?? name;
}

/** What would happen, in one line: the parameter that says it and the others after it, or all of them. */
function subject(call: ToolCallEvent): string {
  for (const key of ["command", "path", "file_path", "url", "target", "to", "sessionKey", "task", "message"]) {
    const { [key]: value, ...others } = call.params;
    if (typeof value !== "string" || value === "") continue;
    const more = Object.keys(others).length === 0 ? "" : ` ${ends(plain(JSON.stringify(others)), SUBJECT / 3)}`;
    return `${key}: ${ends(plain(value), SUBJECT - key.length - 2 - more.length)}${more}`;
  }
  return ends(plain(JSON.stringify(call.params)), SUBJECT);
}

/** A text that is too long by both of its ends: what counts may stand at either. */
function ends(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const room = limit - 20;
  const tail = Math.floor(room / 3);
  return `${text.slice(0, room - tail).toWellFormed()} … ${text.length - room} more … ${text.slice(text.length - tail).toWellFormed()}`;
}

/** One line without control characters, and without those that turn or hide text. */
function plain(text: string): string {
  return text.toWellFormed().replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
}

function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  return `${text.slice(0, limit - 1).toWellFormed()}…`;
}
