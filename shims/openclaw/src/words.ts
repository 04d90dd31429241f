// Words that must be known again where the gateway shows them in another form: as a
// channel writes them, cut short, between others.

import { BoundedMap } from "./bounded.ts";

/** More of what is looked for is not compared. */
const MOST = 4096;
/** A message is looked through so far. */
const LONGEST = 64 * 1024;
/** Fewer letters may stand in any text: of "done" nobody knows whose it is. */
export const FEWEST = 12;

/** A text's letters and digits: channels take the marks of a layout away, and where its links lead. */
export function letters(text: string, most = MOST): string {
  return text.slice(0, 4 * most).replace(/\]\([^()\s]*\)/g, "]").replace(/[^\p{L}\p{N}]+/gu, "").toLowerCase().slice(0, most);
}

/** Whether one of the texts holds what is left of some words. */
export function holds(texts: Iterable<string>, words: string): boolean {
  const pieces = words.split(/…\[(?:truncated|omitted)\]…?/).map((piece) => letters(piece));
  for (const text of texts) if (pieces.every((piece) => text.includes(piece))) return true;
  return pieces.every((piece) => piece === "");
}

/** Whose words some are: a session's. Once that has begun anew, or is gone, its level is what it had seen until then. */
export interface Speaker {
  readonly session: string;
  level: string | undefined;
}

/** The level of one of which the daemon has not said what it had seen. */
export const UNTOLD = "";

/** Each once, but for the session that reads. What that said before it began anew is another one's. */
export function others(all: Iterable<Speaker>, reader: string): Speaker[] {
  const found = new Map<string, Speaker>();
  for (const by of all) if (by.session !== reader || by.level !== undefined) found.set(`${by.session}\n${by.level}`, by);
  return [...found.values()];
}

/** What sessions have said, and where it may be met again. */
export class Words {
  readonly #all = new BoundedMap<string, { readonly words: string; readonly by: Speaker }>(256);

  /** Remembers a text that has enough letters to be known again. What is only met whole may have fewer. */
  add(text: string, session: string, fewest = FEWEST): void {
    const words = letters(text);
    if (words.length >= fewest) this.#all.set(`${session}\n${words}`, { words, by: { session, level: undefined } });
  }

  /** Who, but for one session, has said this or a part of it, or more than it. */
  saidBy(text: string, butFor: string, most = MOST): Speaker[] {
    const words = letters(text, most);
    return others(this.#by((known) => within(known, words) || within(words, known)), butFor);
  }

  /** Who has written this as a whole, however short, or a part of it, or more than it. */
  writtenBy(text: string): Speaker[] {
    const words = letters(text);
    return this.#by((known) => known === words || within(known, words) || within(words, known));
  }

  /** Who has written something that stands in this as a whole, or is this, however short. */
  wroteIn(text: string): Speaker[] {
    const words = letters(text, LONGEST);
    return this.#by((known) => known === words || within(known, words));
  }

  #by(is: (known: string) => boolean): Speaker[] {
    return Array.from(this.#all.values()).flatMap(({ words, by }) => (is(words) ? [by] : []));
  }

  speakers(): Speaker[] {
    return Array.from(this.#all.values(), ({ by }) => by);
  }
}

function within(part: string, whole: string): boolean {
  return part.length >= FEWEST && whole.includes(part);
}
