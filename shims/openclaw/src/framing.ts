// What the gateway puts around a message when it shows it to the model: when it
// came and from whom, notes about attachments and their text. A person is vouched
// for by what he wrote, so that is what the daemon is told. Whatever is taken off
// here is the gateway's word, and nobody checks it.

/** Stands for a message without words: a picture, a recording. */
export const NO_WORDS = "(a message without words)";

const BEFORE: readonly RegExp[] = [
  /^\[[A-Z][a-z]{2} \d{4}-\d\d-\d\d \d\d:\d\d(?::\d\d)?(?: [^\]\n]{1,40})?\] */, // when it came
  /^Conversation info: ⟦openclaw:ctx⟧\n```json\n[^\n]*\n```\n*/, // from whom
  /^<standing_intents>\n[^]*?\n<\/standing_intents>\n*/, // what the agent has armed for such a message
  /^<(relevant[-_]memories)>\n[^]*?\n<\/\1>\n*/, // what a memory plugin has found for it
  /^Context:\n<active_memory_plugin>\n[^<]*\n<\/active_memory_plugin>\n*/, // what was recalled for it
  /^\[media attached[^\n\]]*\](?:\n|$)/,
];

/** Notes that begin after an empty line, or are all there is. */
const BEHIND = /(?:^|\n\n)\[[A-Z][a-z]+ attachment not [^\n\]]*\]$/;

/** An attached document's text, which the gateway puts below the message. */
const FILE_START = '<file name="';
const FILE_END = "</file>";

/** More pieces than that the gateway does not put around one message. */
const MOST_PIECES = 64;

/** What the sender of a message wrote. */
export function own(text: string): string {
  let rest = text.trim();
  for (let n = 0; n < MOST_PIECES; n++) {
    const next = withoutPiece(rest);
    if (next === rest) break;
    rest = next.trim();
  }
  return rest === "" ? NO_WORDS : rest;
}

function withoutPiece(text: string): string {
  for (const piece of BEFORE) {
    const found = piece.exec(text);
    if (found) return text.slice(found[0].length);
  }
  const file = text.endsWith(FILE_END) ? text.lastIndexOf(FILE_START) : -1;
  if (file === 0 || (file > 0 && text[file - 1] === "\n")) return text.slice(0, file);
  return text.slice(0, text.length - noteBehind(text));
}

/** The length of the last paragraph, if that is a note about an attachment. */
function noteBehind(text: string): number {
  const start = Math.max(0, text.lastIndexOf("\n\n"));
  return BEHIND.exec(text.slice(start))?.[0].length ?? 0;
}

/** A channel's envelope around nothing: what a message without words is announced as. */
const EMPTY_ENVELOPE = /^\[[A-Z][A-Za-z]+ [^\n]*\] [^\n]*: $/;

/**
 * The texts under which a message comes back, beside the one that it came with.
 * The gateway masks what looks like a key in all that it keeps.
 */
export function otherForms(content: string, mask: (text: string) => string): string[] {
  const written = own(EMPTY_ENVELOPE.test(content) ? "" : content);
  const forms = new Set([mask(written), written]);
  forms.delete(content.trim());
  return [...forms];
}
