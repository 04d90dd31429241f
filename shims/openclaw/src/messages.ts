// Messages: as they arrive, with the owner's commands, as they are kept, and as they leave.

import { withoutBulk } from "./content.ts";
import { hook, hookNow, hookSoon } from "./hooks.ts";
import type { CommandContext, CommandReply, Hooks, InboundMessage } from "./host.ts";
import type { Plugin } from "./plugin.ts";
import { isRecord } from "./wire.ts";

/** A message that has arrived, before any model has seen it. */
export function messageReceived(p: Plugin, { content, senderId, sessionKey }: Hooks["message_received"][0], ctx: Hooks["message_received"][1]): void {
  hookNow(p, "message_received", { event: { content, senderId, sessionKey }, ctx });
}

interface Answer {
  readonly text: string;
  readonly buttons?: { label: string; value: string }[];
}

/** The fields of a message that the dialect reads. */
const FIELDS: readonly (keyof InboundMessage)[] = [
  "SessionKey", "AgentId", "Provider", "SenderId", "CommandBody", "RawBody", "Body", "BodyForAgent", "GatewayClientCaps", "ForwardedFrom",
  "ProviderUpdateId", "ProviderUpdateKind", "InboundEventKind", "To",
];

/**
 * A message before it is queued: the only place where a command reaches a session that waits for
 * it. The model does not see messages that are answered here.
 */
export async function replyDispatch(
  p: Plugin,
  { ctx: message, sessionKey }: Hooks["reply_dispatch"][0],
  ctx: Hooks["reply_dispatch"][1],
): Promise<Hooks["reply_dispatch"][2] | undefined> {
  const fields = Object.fromEntries(FIELDS.map((name) => [name, message[name]]));
  const answer = await hook<Answer>(p, "reply_dispatch", { event: { ctx: fields, sessionKey }, owner: () => p.ownerCheck(message, ctx.cfg) });
  if (answer === undefined) return undefined;
  const queuedFinal = ctx.dispatcher.sendFinalReply({ text: answer.text });
  return { handled: true, queuedFinal, counts: { tool: 0, block: 0, final: queuedFinal ? 1 : 0 } };
}

/** `/provenance …`, `/firewall …` */
export async function slashCommand(p: Plugin, name: string, ctx: CommandContext): Promise<CommandReply> {
  const { args, channel, senderIsOwner, sessionKey, agentId, senderId } = ctx;
  const event = { name, args, channel, senderIsOwner };
  const answer = await hook<Answer>(p, "command", { event, ctx: { sessionKey, agentId, senderId } }, (why) => ({ text: `Not done: the plugin has failed: ${why}.` }));
  const { text = "", buttons = [] } = answer ?? {};
  return buttons.length === 0 ? { text } : { text, presentation: { blocks: [{ type: "buttons", buttons }] } };
}

/** A result as it is kept: masked and shortened by the gateway, or invented by it. */
export function toolResultPersist(p: Plugin, event: Hooks["tool_result_persist"][0], ctx: Hooks["tool_result_persist"][1]): void {
  const { toolCallId, isSynthetic, message } = event;
  if (!isRecord(message)) return;
  hookSoon(p, "tool_result_persist", {
    event: { toolCallId, isSynthetic },
    ctx,
    bulk: { message: { role: "toolResult", content: withoutBulk(message["content"]) } },
  });
}

const NOT_LOOKED_AT = "[removed: text that could not be looked at]";

/**
 * A message that joins a running turn, and the model's own words, without anything that imitates
 * others. The row stays the same except for its text.
 */
export function beforeMessageWrite(
  p: Plugin,
  { message }: Hooks["before_message_write"][0],
  ctx: Hooks["before_message_write"][1],
): Hooks["before_message_write"][2] | undefined {
  if (!isRecord(message)) return undefined;
  const { role, content } = message;
  if (role !== "user" && role !== "assistant") return undefined; // results, which may be long, are not searched
  const texts = typeof content === "string" ? [content] : textParts(content).map((part) => part.text);
  // A text that could not be checked is not kept.
  const stripped = hookNow<readonly (string | null)[]>(p, "before_message_write", { event: { role, texts }, ctx }, () => (role === "assistant" ? texts.map(() => NOT_LOOKED_AT) : []));
  if (stripped === undefined || stripped.length === 0) return undefined;
  let n = 0;
  const others = Array.isArray(content) ? content.map((part: unknown) => (isText(part) ? { ...part, text: stripped[n++] ?? part.text } : part)) : stripped[0];
  return { message: { ...message, content: others } as never };
}

function textParts(content: unknown): { text: string }[] {
  return Array.isArray(content) ? content.filter(isText) : [];
}

function isText(part: unknown): part is { text: string } {
  return isRecord(part) && part["type"] === "text" && typeof part["text"] === "string";
}

/** A response on its way out, as the gateway shows it first. */
export async function replyPayloadSending(
  p: Plugin,
  { payload, channel, sessionKey }: Hooks["reply_payload_sending"][0],
  ctx: Hooks["reply_payload_sending"][1],
): Promise<Hooks["reply_payload_sending"][2] | undefined> {
  const { text, mediaUrl, mediaUrls } = payload;
  const done = await hook<{ cancel?: true; reason?: string; payload?: object; without?: readonly string[] }>(
    p, "reply_payload_sending", { event: { payload: { text, mediaUrl, mediaUrls }, channel, sessionKey }, ctx }, (reason) => ({ cancel: true, reason }),
  );
  if (done?.payload === undefined) return done as Hooks["reply_payload_sending"][2] | undefined;
  const { payload: changed, without = [] } = done;
  return { payload: { ...Object.fromEntries(Object.entries(payload).filter(([name]) => !without.includes(name))), ...changed } };
}

/** The same just before sending, and messages that are not replies. */
export function messageSending(
  p: Plugin,
  { content, metadata }: Hooks["message_sending"][0],
  ctx: Hooks["message_sending"][1],
): Promise<Hooks["message_sending"][2] | undefined> {
  const event = { content, metadata: { mediaUrls: metadata?.["mediaUrls"] } };
  return hook(p, "message_sending", { event, ctx }, (cancelReason) => ({ cancel: true, cancelReason }));
}
