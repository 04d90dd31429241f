// Programs that keep a conversation themselves and send all of it with each message, as
// those of the OpenAI-compatible endpoints do. The gateway puts it into the prompt of a
// new session, so what the agent has said before comes back without what it had read.

import { heardAt } from "./around.ts";
import { own } from "./framing.ts";
import { textOf } from "./results.ts";
import type { Known, Source } from "./history.ts";
import type { Plugin } from "./plugin.ts";
import { isRecord } from "./wire.ts";
import { FEWEST, letters, others } from "./words.ts";

const HISTORY = "[Chat messages since your last reply - for context]\n";
const NOW = "\n[Current message - respond to this]\n";
/** A result without a conversation. */
const RESULT = /^Tool:\S+: /;
const RESULT_OF = "result of a client's tool";
/** Begins each message of it. */
const MESSAGE = /^(User|Assistant|Tool(?::[^\n]*?)?): /m;

/** What a prompt shows that its sender has not written. */
export function conversation(p: Plugin, sessionKey: string, history: readonly unknown[], prompt: string): Known {
  const messageIndex = history.length;
  const sources: Source[] = [];
  const sessions = new Set<string>();
  const start = prompt.indexOf(HISTORY);
  if (start < 0 || !prompt.includes(NOW)) {
    if (RESULT.test(own(prompt))) sources.push({ kind: RESULT_OF, messageIndex });
    return { sources, sessions };
  }
  const before = letters(history.map((m) => (isRecord(m) && m["role"] === "assistant" ? textOf(m["content"]) : "")).join(), MOST);
  const [, ...pieces] = prompt.slice(start + HISTORY.length).replace(NOW, "\n").split(MESSAGE);
  for (let i = 0; i + 1 < pieces.length; i += 2) {
    const who = pieces[i] ?? "";
    const words = letters(pieces[i + 1] ?? "", MOST);
    if (who.startsWith("Tool")) sources.push({ kind: RESULT_OF, messageIndex });
    if (who !== "Assistant" || words.length < FEWEST || before.includes(words)) continue;
    const said = Array.from(p.memory.answers.values()).flatMap(({ words: known, by }) => (known.includes(words) ? [by] : []));
    if (said.length === 0) sources.push({ kind: "answer of an unknown session", messageIndex });
    sources.push(...heardAt(messageIndex, others(said, sessionKey), sessions));
  }
  return { sources, sessions };
}

/** So many of a session's letters are known again. */
const MOST = 32 * 1024;

/** A session of such a program, by its key. */
const CLIENT = /^agent:[^:]+:open(?:ai|responses)(?:-user)?:/;

/** Remembers what the agent has answered to a program that may send it again. */
export function noteAnswer(p: Plugin, sessionKey: string, text: string): void {
  if (!CLIENT.test(sessionKey)) return;
  const before = p.memory.answers.get(sessionKey);
  const goesOn = before !== undefined && before.by.level === undefined;
  const { words, by } = goesOn ? before : { words: "", by: { session: sessionKey, level: undefined } };
  p.memory.answers.set(sessionKey, { words: (words + letters(text, MOST)).slice(-MOST), by });
}
