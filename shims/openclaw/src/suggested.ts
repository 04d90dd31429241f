// Tasks that an agent has suggested (suggest_task): the owner is shown a title and a line
// about one, and when he starts it, the gateway sends the words behind these as his own.

import { heardAt } from "./around.ts";
import { own } from "./framing.ts";
import type { Known } from "./history.ts";
import { hears } from "./joining.ts";
import type { Plugin } from "./plugin.ts";
import { others, type Speaker } from "./words.ts";

/** What the gateway puts in front of a task that starts where the files are. */
const FRONT = "Start by addressing this task in the current folder. If an isolated Git worktree is needed, explain why and ask the user before creating or switching to it.\n\n";

/** Whose tasks a prompt starts. */
export function started(p: Plugin, sessionKey: string, prompt: string, messageIndex: number): Known {
  const sessions = new Set<string>();
  const sources = heardAt(messageIndex, others(by(p, own(prompt)), sessionKey), sessions);
  return { sources, sessions };
}

/** A message has come, maybe into a turn that runs already. */
export function startsIn(p: Plugin, sessionKey: string, content: string): void {
  if (p.memory.running(sessionKey)) hears(p, sessionKey, by(p, own(content)));
}

function by(p: Plugin, words: string): Speaker[] {
  return p.memory.suggested.wroteIn(words.startsWith(FRONT) ? words.slice(FRONT.length) : words);
}
