// Responses on their way out. The gateway shows a response to both hooks, the
// daemon is asked about it once.

import { place } from "./context.ts";
import { digest } from "./digest.ts";
import { othersWithoutAnswer } from "./failure.ts";
import type { Hooks } from "./host.ts";
import type { Plugin } from "./plugin.ts";

export async function replyPayloadSending(
  p: Plugin,
  event: Hooks["reply_payload_sending"][0],
  ctx: Hooks["reply_payload_sending"][1],
): Promise<Hooks["reply_payload_sending"][2] | undefined> {
  const text = event.payload.text ?? "";
  const sessionKey = ctx.sessionKey ?? event.sessionKey;
  const verdict = await judge(p, sessionKey, text, event.channel ?? ctx.channelId);
  if (verdict.block !== undefined) return { cancel: true, reason: verdict.block };
  if (sessionKey !== undefined) p.memory.responses.set(sessionKey, digest(verdict.text));
  return verdict.text === text ? undefined : { payload: { ...event.payload, text: verdict.text } };
}

export async function messageSending(
  p: Plugin,
  event: Hooks["message_sending"][0],
  ctx: Hooks["message_sending"][1],
): Promise<Hooks["message_sending"][2] | undefined> {
  const key = ctx.sessionKey;
  if (key !== undefined && p.memory.responses.get(key) === digest(event.content)) {
    p.memory.responses.delete(key);
    return undefined;
  }
  const verdict = await judge(p, key, event.content, ctx.channelId);
  if (verdict.block !== undefined) return { cancel: true, cancelReason: verdict.block };
  return verdict.text === event.content ? undefined : { content: verdict.text };
}

interface Judged {
  readonly text: string;
  readonly block?: string;
}

/** A response without text or without a session says nothing that could be judged. */
async function judge(p: Plugin, sessionKey: string | undefined, text: string, channel: string): Promise<Judged> {
  if (text === "" || !sessionKey) return { text };
  const c = place({ sessionKey });
  const answer = await p.daemon.ask({
    hook: "before_response_emit",
    session: sessionKey,
    event: { content: text, channel, final: false },
    ctx: c,
  });
  if (answer.type === "none") {
    const why = othersWithoutAnswer(p.config, "This response", answer.why);
    return why === undefined ? { text } : { text, block: why };
  }
  const { block, blockReason, content, appendFooter } = answer.result;
  if (block === true) return { text, block: typeof blockReason === "string" ? blockReason : "blocked by security policy" };
  const said = typeof content === "string" ? content : text;
  return { text: typeof appendFooter === "string" && appendFooter !== "" ? `${said}\n\n${appendFooter}` : said };
}
