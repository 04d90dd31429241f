// Messages whose words are not their sender's own: what he passes on, and what he sends
// by pressing a button or by choosing in a poll. What stands behind a button, the agent
// has written, and not on its face.

import { behindButton, PASSED_ON } from "./around.ts";
import type { InboundMessage } from "./host.ts";
import { hears, shows } from "./joining.ts";
import type { Plugin } from "./plugin.ts";

/** Whether somebody has pressed a button or answered a poll. Telegram's channel makes a message of it, and leaves out what kind of update it was. */
export function isPressed(m: InboundMessage): boolean {
  return m.Provider === "telegram" && m.ProviderUpdateId !== undefined && m.ProviderUpdateKind === undefined;
}

/** Whether its sender passes on what others have written. */
export function isPassedOn(m: InboundMessage): boolean {
  return m.ForwardedFrom !== undefined || PASSED_ON.test(m.BodyForAgent ?? "");
}

/** What the channel puts in front of a button's words. */
const FRONT = /^callback_data: /;
/** What it makes of an answer to a poll. */
const ANSWER = /^Poll response to "(.*)": (.*)$/s;
/** A choice in a menu of the gateway's own: a command with no room for more than a choice. */
const CHOICE = /^\/[\w-]+(?: [\w./:=-]{1,64}){0,2}$/;

/** Tells which sessions have written what is sent now in the name of whoever has pressed; of a button from before a restart, nobody knows. */
export function pressed(p: Plugin, sessionKey: string, text: string): void {
  const words = text.replace(FRONT, "");
  const [whole = "", ...pieces] = ANSWER.exec(words) ?? [words];
  const by = [whole, ...pieces].flatMap((piece) => p.memory.elsewhere.writtenBy(piece));
  if (by.length > 0) hears(p, sessionKey, by);
  else if (!CHOICE.test(words)) shows(p, sessionKey, [behindButton]);
}
