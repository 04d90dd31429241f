// Responses on their way out. The gateway shows a response to both hooks, the
// daemon is asked about it once.

import { place, sessionOf } from "./context.ts";
import { digest } from "./digest.ts";
import { othersWithoutAnswer } from "./failure.ts";
import type { Hooks, ReplyPayload } from "./host.ts";
import type { Plugin } from "./plugin.ts";

export async function replyPayloadSending(
  p: Plugin,
  event: Hooks["reply_payload_sending"][0],
  ctx: Hooks["reply_payload_sending"][1],
): Promise<Hooks["reply_payload_sending"][2] | undefined> {
  const text = event.payload.text ?? "";
  const sessionKey = sessionOf(p.host.config, ctx.sessionKey ?? event.sessionKey);
  const addresses = addressesIn(event.payload);
  const whole = [...(text === "" ? [] : [text]), ...addresses.map(asLine)].join("\n");
  const verdict = await judge(p, sessionKey, whole, event.channel ?? ctx.channelId);
  if (verdict.block !== undefined) return { cancel: true, reason: verdict.block };
  const payload = verdict.text === whole && verdict.footer === "" ? event.payload : rewritten(event.payload, verdict, addresses);
  if (sessionKey !== undefined) p.memory.responses.set(sessionKey, digest(payload.text ?? ""));
  return payload === event.payload ? undefined : { payload };
}

/** What the gateway would fetch to send it along. It has taken that out of the text, and files of its own are none of it. */
function addressesIn({ mediaUrl, mediaUrls = [] }: ReplyPayload): string[] {
  const all = new Set(mediaUrl === undefined ? mediaUrls : [mediaUrl, ...mediaUrls]);
  return [...all].filter((address) => address.includes("://"));
}

/** An address as the model writes it. */
function asLine(address: string): string {
  return `MEDIA:${address.replaceAll("\n", " ")}`;
}

/** The payload with the daemon's text, and without the addresses whose lines the daemon did not leave as they were. */
function rewritten(payload: ReplyPayload, verdict: Judged, addresses: readonly string[]): ReplyPayload {
  const lines = verdict.text.split("\n");
  const tail = addresses.length === 0 ? [] : lines.splice(-addresses.length);
  const dropped = new Set(addresses.filter((address, i) => tail[i] !== asLine(address)));
  const said = [...lines, ...tail.filter((line, i) => line !== asLine(addresses[i] ?? ""))].join("\n") + verdict.footer;
  if (dropped.size === 0) return { ...payload, text: said };
  const { mediaUrl, mediaUrls, attachments: _ofThem, ...others } = payload;
  return {
    ...others,
    text: said,
    ...(mediaUrl === undefined || dropped.has(mediaUrl) ? {} : { mediaUrl }),
    ...(mediaUrls === undefined ? {} : { mediaUrls: mediaUrls.filter((address) => !dropped.has(address)) }),
  };
}

export async function messageSending(
  p: Plugin,
  event: Hooks["message_sending"][0],
  ctx: Hooks["message_sending"][1],
): Promise<Hooks["message_sending"][2] | undefined> {
  const key = sessionOf(p.host.config, ctx.sessionKey);
  if (key !== undefined && p.memory.responses.get(key) === digest(event.content)) {
    p.memory.responses.delete(key);
    return undefined;
  }
  const verdict = await judge(p, key, event.content, ctx.channelId);
  if (verdict.block !== undefined) return { cancel: true, cancelReason: verdict.block };
  const mediaUrls = event.metadata?.["mediaUrls"];
  const addresses = addressesIn({ mediaUrls: Array.isArray(mediaUrls) ? mediaUrls.filter((address) => typeof address === "string") : [] });
  for (const address of addresses) if (!(await mayFetch(p, address, ctx.channelId))) return { cancel: true, cancelReason: NOT_FETCHED };
  const content = verdict.text + verdict.footer;
  return content === event.content ? undefined : { content };
}

const NOT_FETCHED = "it has the gateway fetch something from another address, which the session that wrote it may not";

/** Whether nobody minds a fetch that comes with what a job says: that is no reply, and the session which is named is that of the chat. */
async function mayFetch(p: Plugin, address: string, channel: string): Promise<boolean> {
  for (const [session, text] of p.memory.fetching) {
    if ((text.includes(address) || ESCAPED.test(text)) && (await judge(p, session, asLine(address), channel)).text !== asLine(address)) return false;
  }
  return true; // what a call of the message tool sends was judged with the call
}

/** So much of what a session has written is looked through. */
const MOST = 16 * 1024;
const FETCHING = /media:|!\[/i;
/** The address of a picture may be spelled in another way than the gateway gives it. */
const ESCAPED = /!\[.*(?:&[#\w]+;|\\)/;

/** Remembers a text that may have the gateway fetch something. */
export function noteFetching(p: Plugin, sessionKey: string, text: string): void {
  if (FETCHING.test(text)) p.memory.fetching.set(sessionKey, `${text}\n${p.memory.fetching.get(sessionKey) ?? ""}`.slice(0, MOST));
}

interface Judged {
  readonly text: string;
  readonly footer: string;
  readonly block?: string;
}

/** A line that may begin something to fetch, or is code: only the daemon can tell. It is not among what goes on without. */
const FETCHES = /^(?:MEDIA:|.*!\[|.*<[a-z]).*$/gim;
const UNANSWERED = "[Left out: something to fetch from another address. The security daemon gave no answer.]";

/** A response without text or without a session says nothing that could be judged. */
async function judge(p: Plugin, sessionKey: string | undefined, text: string, channel: string): Promise<Judged> {
  if (text === "" || !sessionKey) return { text, footer: "" };
  const c = place({ sessionKey });
  const answer = await p.daemon.ask({
    hook: "before_response_emit",
    session: sessionKey,
    event: { content: text, channel, final: false },
    ctx: c,
  });
  if (answer.type === "none") {
    if (p.memory.ownWords.get(digest(text))) return { text, footer: "" };
    const why = othersWithoutAnswer(p.config, "This response", answer.why);
    if (why !== undefined) return { text, footer: "", block: why };
    return { text: p.config.onFailure === "open" ? text : text.replace(FETCHES, UNANSWERED), footer: "" };
  }
  const { block, blockReason, content, appendFooter } = answer.result;
  if (block === true) return { text, footer: "", block: typeof blockReason === "string" ? blockReason : "blocked by security policy" };
  const footer = typeof appendFooter === "string" && appendFooter !== "" ? `\n\n${appendFooter}` : "";
  return { text: typeof content === "string" ? content : text, footer };
}
