// Messages whose words are not their sender's own: what he passes on, and what he sends
// by pressing a button or by choosing in a poll. What stands behind a button, the agent
// has written, and not on its face.

import { PASSED_ON } from "./around.ts";
import type { InboundMessage } from "./host.ts";
import { hears } from "./joining.ts";
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

/** Tells which sessions have written what is sent now in the name of whoever has pressed. */
export function pressed(p: Plugin, sessionKey: string, text: string): void {
  hears(p, sessionKey, p.memory.elsewhere.saidBy(text.replace(FRONT, ""), sessionKey));
}
