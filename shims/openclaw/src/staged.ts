// Buttons below what `/provenance staged` and `show` say. A command behind a button is
// refused otherwise, for an agent may have made the button. These carry a word that no
// agent knows, and which is good once.

import { randomBytes } from "node:crypto";
import type { CommandReply } from "./host.ts";
import type { Plugin } from "./plugin.ts";

/** Where a press can be told from what somebody has written. */
const WITH_BUTTONS: ReadonlySet<string> = new Set(["telegram", "discord"]);
/** More rows of buttons than that nobody reads. */
const MOST = 5;

const ID = /^(b[0-9a-f]{8}): /gm;
const PRESSED = /^(?:callback_data: )?\/provenance (?<command>(?:show|accept|drop) b[0-9a-f]{8}) (?<word>[0-9a-f]{16})$/;

/** The reply with buttons for what it lists or shows. */
export function withButtons(p: Plugin, channel: string, args: string, text: string): CommandReply {
  const listed = /^staged\s*$/i.test(args);
  if (!WITH_BUTTONS.has(channel) || !(listed || /^show\b/i.test(args))) return { text };
  const ids = [...text.matchAll(ID)].map((m) => m[1] ?? "").slice(0, listed ? MOST : 1);
  const buttons = ids.flatMap((id) =>
    listed
      ? [button(p, `Look at ${id}`, `show ${id}`)]
      : [button(p, "Accept", `accept ${id}`), button(p, "Drop", `drop ${id}`)],
  );
  if (buttons.length === 0) return { text };
  return { text, presentation: { blocks: [{ type: "buttons", buttons }] } };
}

function button(p: Plugin, label: string, command: string): { label: string; value: string } {
  const word = randomBytes(8).toString("hex");
  p.memory.buttons.set(word, command);
  return { label, value: `/provenance ${command} ${word}` };
}

/** The command behind one of these buttons. */
export function behindOwn(p: Plugin, text: string): string | undefined {
  const { command, word } = PRESSED.exec(text.trim())?.groups ?? {};
  return command !== undefined && word !== undefined && p.memory.buttons.get(word) === command ? command : undefined;
}

/** The arguments without that word, which is good no longer. */
export function spent(p: Plugin, args: string): string {
  const command = behindOwn(p, `/provenance ${args}`);
  if (command === undefined) return args;
  p.memory.buttons.delete(args.slice(command.length + 1));
  return command;
}
