// Messages whose words are not their sender's own: what he passes on, and what he sends
// by pressing a button or by choosing in a poll. What stands behind a button, the agent
// has written, and not on its face.

import { behindButton, PASSED_ON } from "./around.ts";
import type { InboundMessage } from "./host.ts";
import { hears, shows } from "./joining.ts";
import type { Plugin } from "./plugin.ts";

/**
 * Whether somebody has pressed a button, chosen, or answered a poll. The channel makes a
 * message of it: Telegram's leaves out what kind of update it was, Discord's that it is a
 * request, and sends it to the chat, as it does nothing else that is none.
 */
export function isPressed(m: InboundMessage): boolean {
  if (m.Provider === "discord") return m.InboundEventKind === undefined && m.To?.startsWith("channel:") === true;
  return m.Provider === "telegram" && m.ProviderUpdateId !== undefined && m.ProviderUpdateKind === undefined;
}

/** Whether its sender passes on what others have written. */
export function isPassedOn(m: InboundMessage): boolean {
  return m.ForwardedFrom !== undefined || PASSED_ON.test(m.BodyForAgent ?? "");
}

/** What the channel puts in front of a button's words. */
const FRONT = /^callback_data: /;
/** What it makes of an answer to a poll, of a button without words behind it, of a menu, and of a form. */
const MADE = [/^Poll response to "(.*)": (.*)$/s, /^Clicked "(.*)"\.$/s, /^Selected (.*) from "(.*)"\.$/s, /^Form "(.*)" submitted\.$/m];
/** A choice in a menu of the gateway's own: a command with no room for more than a choice. */
const CHOICE = /^\/[\w-]+(?: [\w./:=-]{1,64}){0,2}$/;

/** Tells which sessions have written what is sent now in the name of whoever has pressed; of a button from before a restart, nobody knows. */
export function pressed(p: Plugin, sessionKey: string, text: string): void {
  const words = text.replace(FRONT, "");
  const pieces = MADE.flatMap((form) => form.exec(words)?.slice(1) ?? []);
  const by = [words, ...pieces].flatMap((piece) => p.memory.elsewhere.writtenBy(piece));
  if (by.length > 0) hears(p, sessionKey, by);
  else if (!CHOICE.test(words)) shows(p, sessionKey, [behindButton]);
}
