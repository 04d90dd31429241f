// What the gateway writes into a session's transcript.
// The hooks are synchronous: they cannot ask, only tell, and change what is
// written; what the model has seen by then it has seen.

import { noteAnswer } from "./clients.ts";
import { place } from "./context.ts";
import { readsLinks } from "./gateway.ts";
import type { Hooks } from "./host.ts";
import { shownIn } from "./history.ts";
import { shows } from "./joining.ts";
import { callKey } from "./memory.ts";
import type { Plugin } from "./plugin.ts";
import { noteFetching } from "./replies.ts";
import { textOf, withoutBulk } from "./results.ts";
import { isRecord } from "./wire.ts";

/**
 * A result as it is kept: masked and cut short by the gateway, or made up by it where
 * a call was denied or given up. So it comes back in the next turn's context, where
 * the daemon must know it again.
 */
export function toolResultPersist(p: Plugin, event: Hooks["tool_result_persist"][0], ctx: Hooks["tool_result_persist"][1]): void {
  const { toolCallId: id, message } = event;
  if (p.memory.authentication(ctx.sessionKey ?? "") === undefined || id === undefined || !isRecord(message)) return;
  const call = p.memory.known.get(callKey(ctx.sessionKey ?? "", id));
  if (call === undefined) return; // a call that the daemon has not heard of brought nothing back
  const c = place(ctx);
  p.daemon.tell({
    hook: "tool_result_persist",
    session: c.sessionKey,
    event: {
      toolName: call.tool,
      toolCallId: call.id,
      message: { role: "toolResult", content: withoutBulk(message["content"]) },
      ...(event.isSynthetic === true ? { isSynthetic: true } : {}),
    },
    ctx: c,
  });
}

/**
 * What joins a turn that runs, and the model's own words: they may be met elsewhere, and
 * nothing must look like a tool's or a user's in the next turn.
 */
export function beforeMessageWrite(
  p: Plugin,
  event: Hooks["before_message_write"][0],
  ctx: Hooks["before_message_write"][1],
): Hooks["before_message_write"][2] | undefined {
  const { message } = event;
  const sessionKey = ctx.sessionKey ?? "";
  if (!isRecord(message)) return undefined;
  if (message["role"] === "user" && sessionKey !== "") shows(p, sessionKey, shownIn(textOf(message["content"]), sessionKey, readsLinks(p.host.config)));
  if (message["role"] !== "assistant") return undefined;
  const said = textOf(message["content"]);
  if (p.memory.scheduled(sessionKey)) p.memory.elsewhere.add(said, sessionKey);
  noteAnswer(p, sessionKey, said);
  noteFetching(p, sessionKey, said);
  if (p.memory.authentication(sessionKey) !== "enforce") return undefined;
  const content = stripped(message["content"], (text) => looked(p, text));
  // The row stays what it was, with other text in it.
  return content === message["content"] ? undefined : { message: { ...message, content } as never };
}

/** A content whose texts imitate nobody; the very same one if they did not. */
function stripped(content: unknown, strip: (text: string) => string): unknown {
  if (typeof content === "string") return strip(content);
  if (!Array.isArray(content)) return content;
  const parts = content.map((part: unknown) => {
    if (!isRecord(part) || part["type"] !== "text" || typeof part["text"] !== "string") return part;
    const text = strip(part["text"]);
    return text === part["text"] ? part : { ...part, text };
  });
  return parts.every((part, i) => part === content[i]) ? content : parts;
}

const NOT_LOOKED_AT = "[removed: text that could not be looked at]";

/** A text without what imitates others, or no text at all: one that nobody has looked at is not kept. */
function looked(p: Plugin, text: string): string {
  try {
    return p.strip(text);
  } catch (err) {
    p.host.logger.error(`provenance: what the model has said is not kept, for nobody could look at it: ${err instanceof Error ? err.message : String(err)}`);
    return NOT_LOOKED_AT;
  }
}
