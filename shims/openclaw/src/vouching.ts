// Messages as they arrive, before any model has seen them: the gateway's word that
// somebody did send them, which the daemon remembers where it checks messages.

import { mayBeCommand } from "./commands.ts";
import { type Ctx, place, sessionOf } from "./context.ts";
import type { NoAnswer } from "./daemon.ts";
import { otherForms } from "./framing.ts";
import type { Hooks } from "./host.ts";
import type { Plugin } from "./plugin.ts";
import { startsIn } from "./suggested.ts";
import type { Decision } from "./wire.ts";

export function messageReceived(p: Plugin, event: Hooks["message_received"][0], ctx: Hooks["message_received"][1]): void {
  const c = place({ sessionKey: sessionOf(p.host.config, ctx.sessionKey ?? event.sessionKey) });
  // Nobody has proven here who wrote it. What may be a command is asked about where
  // its sender is known, so that its text alone does nothing.
  const command = mayBeCommand(event.content);
  const content = command ? {} : { content: event.content };
  const senderId = event.senderId === undefined ? {} : { senderId: event.senderId };
  const vouch = (text: string) => vouchFor(p, c, { content: text, ...senderId });
  if (p.memory.mayCheck(c.sessionKey)) {
    // The message itself comes last: of those that say the same, the latest begins a turn.
    for (const form of otherForms(event.content, p.mask)) vouch(form);
    if (command) vouch(event.content);
  }
  startsIn(p, c.sessionKey, event.content);
  const told = p.daemon.tell({ hook: "message_received", session: c.sessionKey, event: { ...content, ...senderId }, ctx: c });
  if (!command) void told.then((answer) => keepUnheard(p, c, { content: event.content, ...senderId }, answer));
}

export interface Vouched {
  readonly content: string;
  readonly senderId?: string;
  readonly followsUp?: true;
}

/** Says of a text that somebody sent it, or the gateway itself made it. It is no command, whatever it says. */
export function vouchFor(p: Plugin, c: Ctx, event: Vouched): void {
  const told = p.daemon.tell({ hook: "sign_message", session: c.sessionKey, event, ctx: c });
  void told.then((answer) => keepUnheard(p, c, event, answer));
}

/** A longer message is not kept for a daemon that is away. */
const MOST_KEPT_TEXT = 16 * 1024;

/** A message that came while the daemon was away must not count as forged once it is back. */
function keepUnheard(p: Plugin, c: Ctx, event: Vouched, answer: Decision | NoAnswer): void {
  if (answer.type !== "none" || p.memory.authentication(c.sessionKey) === undefined || event.content.length > MOST_KEPT_TEXT) return;
  p.daemon.sendLater({ hook: "sign_message", session: c.sessionKey, event, ctx: c });
}
