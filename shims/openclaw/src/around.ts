// What the gateway shows the model around a message, in a row of its own: what was
// said in the chat, what the message answers or passes on, what happened meanwhile.
// People are named there only by the names that they chose. So whose a text is can
// only be told by whether the session, or another one, is known to have said it.

import { others, type Speaker, UNTOLD, type Words } from "./words.ts";

export interface Around {
  /** The daemon knows what each is worth. */
  readonly kind: string;
  /** What it was worth when it was said, in the daemon's word. */
  readonly trust?: string;
}

export interface Surroundings {
  /** What lowers the turn, whoever began it. */
  readonly found: Around[];
  /** Sessions whose words are shown. */
  readonly sessions: ReadonlySet<string>;
}

interface Reader {
  readonly sessionKey: string;
  readonly group: boolean;
  /** Whether the session's own history holds these words. */
  readonly said: (words: string) => boolean;
  /** What sessions have said elsewhere than in their own chat. */
  readonly elsewhere: Words;
  /** Whose words a note may be that nothing distinguishes from the gateway's own. */
  readonly unsigned: readonly string[];
  /** Since when it is known what sessions have said elsewhere. */
  readonly since: number;
}

/** Looks through one row of the gateway's own context. */
export function around(content: string, r: Reader): Surroundings {
  const text = unquoted(content);
  const found: Around[] = [];
  const sessions = new Set<string>();
  const from = (words: string) => {
    const known = r.elsewhere.saidBy(words, r.sessionKey);
    found.push(...heardFrom(known, sessions));
    return known.length > 0;
  };
  for (const { head, lines } of blocks(text)) {
    if (FORWARDED.test(head)) found.push(passedOn);
    if (DESCRIBED.test(head)) found.push({ kind: "description of a channel" });
    if (!CHAT.test(head)) continue;
    for (const line of lines) {
      const words = bodyOf(line);
      const old = BOTS_LINE.test(line) && writtenAt(line) < r.since;
      if (line.startsWith(OWN_LINE) && r.said(words)) continue;
      if (!from(words) && old && !r.said(words.replace(MEDIA, "")) && words.trim() !== BEGUN_ANEW) found.push(ofAnother);
    }
    if (r.group && lines.some((line) => !line.startsWith(OWN_LINE))) found.push({ kind: "chat around a message" });
  }
  for (const words of quotes(text)) {
    if (!from(words) && !r.said(words)) found.push({ kind: "quoted message" });
  }
  for (const thread of threads(content)) {
    from(thread); // a text of another session may pretend to be several messages
    for (const { head, body } of messagesOf(thread)) {
      if (USERS.test(head) || from(body) || r.said(body)) continue;
      found.push(timeIn(head) < r.since ? ofAnother : { kind: "quoted message" });
    }
  }
  if (VIEW.test(text)) found.push({ kind: "words of a tool's view" });
  for (const note of notes(text)) {
    if (FROM_OUTSIDE.test(note)) found.push({ kind: "message from outside" });
    if (r.group && REACTION.test(note)) found.push({ kind: "reaction" });
    for (const words of chosen(note)) {
      const by = r.elsewhere.writtenBy(words);
      found.push(...heardFrom(others(by, r.sessionKey), sessions));
      if (by.length === 0 && !r.said(words)) found.push(behindButton);
    }
    const delivered = DELIVERED.exec(note);
    if (from(delivered === null ? note : note.slice(delivered[0].length)) || CREATED.test(note)) continue;
    if (delivered !== null) found.push(ofAnother);
    else for (const session of r.unsigned) sessions.add(session);
  }
  return { found, sessions };
}

/** The gateway quotes each piece of such a row as JSON, on one line. */
export function unquoted(content: string): string {
  return content.split("\n").map(unquotedLine).join("\n");
}

function unquotedLine(line: string): string {
  if (!line.startsWith('"')) return line;
  try {
    return String(JSON.parse(line));
  } catch {
    return line.replaceAll("\\n", "\n"); // cut short
  }
}

/** Ends the first line of each block. */
const MARK = " ⟦openclaw:ctx⟧";
const FORWARDED = /^Forwarded message context\b/;
/** What a channel is about, as its members have written it. */
const DESCRIBED = /^(?:Context|Discord channel metadata):/;
/** Messages that are passed on together come as one, which says so of each in its text; Slack, Discord and Feishu say it of one, too. */
export const PASSED_ON = /^\[(?:Forwarded (?:from|message)\b|Merged and Forwarded Message)[^\n]*\]$/m;
export const passedOn: Around = { kind: "forwarded message" };

/** Adds the sessions that go on whose words some are. Of those that have begun anew since, or are gone, it gives the levels. */
export function heardFrom(all: Iterable<Speaker>, sessions: Set<string>): Around[] {
  const levels: Around[] = [];
  for (const { session, level } of all) {
    if (level === undefined) sessions.add(session);
    else levels.push({ kind: "words of a former session", ...(level === UNTOLD ? {} : { trust: level }) });
  }
  return levels;
}

/** The same, for a message of a history. */
export function heardAt(messageIndex: number, all: Iterable<Speaker>, sessions: Set<string>): (Around & { readonly messageIndex: number })[] {
  return heardFrom(all, sessions).map((what) => ({ ...what, messageIndex }));
}

/** What was said in the chat, or around the message that this one answers. */
const CHAT = /^(?:Conversation context|Recent chat history|Chat history since last reply|Thread starter|Reply (?:chain|target) of current user message)\b/;
/** What the view that a tool of an MCP server has opened tells the agent by itself, nobody knows which one's. */
const VIEW = /^MCP App context snapshot:$/m;
/** A line from the session's own record. Whoever wrote it was judged when it came, unless it is what a job delivered, which the history leaves out. */
const OWN_LINE = "#session:";

/** What the bot has written: as its session, as another one, or as the gateway itself. The channel keeps it across restarts. */
const BOTS_LINE = /^#\d+ (?:\d{4}-\d\d-\d\d [\d:]+ \S+ )?[^:]* \(you\): /;
/** The note about a picture, in the gateway's words. */
const MEDIA = / ?\[[a-z]+(?: [^\]]*)?\]$/;
/** The most frequent of the gateway's own words. */
const BEGUN_ANEW = "✅ New session started.";
const ofAnother: Around = { kind: "message of another session" };

/** When a line of the window was written. */
function writtenAt(line: string): number {
  return timeIn(/^#\d+ (.*?): /.exec(line)?.[1] ?? "");
}

/** The time that some words of the gateway's say; long ago, if they say none. */
function timeIn(words: string): number {
  const [, day = "", zone = ""] = /(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d) ([^\s\]]+)/.exec(words) ?? [];
  const at = Date.parse(`${day} ${zone}`);
  return Number.isNaN(at) ? Date.parse(day) || 0 : at; // not every zone can be read; it is mostly the host's
}

interface Block {
  readonly head: string;
  readonly lines: string[];
}

function blocks(text: string): Block[] {
  const found: Block[] = [];
  let open: Block | undefined;
  for (const line of text.split("\n")) {
    if (line.endsWith(MARK)) found.push((open = { head: line, lines: [] }));
    else if (line === "") open = undefined;
    else open?.lines.push(line);
  }
  return found;
}

/** A line of a chat without its number, its time and its sender's name. */
function bodyOf(line: string): string {
  return line.slice(line.indexOf(": ") + 1);
}

const QUOTE = /^\[Replying to: (".*")\]$/gm;
const REPLY = /^(?:Thread starter|Reply (?:chain|target) of current user message)\b/;

/** What the message answers. */
function quotes(text: string): string[] {
  const found = Array.from(text.matchAll(QUOTE), ([, quoted = ""]) => unquotedLine(quoted));
  for (const { head, lines } of blocks(text)) {
    if (REPLY.test(head)) found.push(...bodies(lines));
    else if (CHAT.test(head)) found.push(...lines.filter((line) => line.includes(" [reply target] ") && !line.startsWith(OWN_LINE)).map(bodyOf));
  }
  return found;
}

/** The texts in a block of JSON; all of it, where it cannot be read. */
function bodies(lines: readonly string[]): string[] {
  const json = lines.filter((line) => !line.startsWith("```")).join("\n");
  try {
    return [JSON.parse(json)].flat().map((entry: { body?: unknown }) => (typeof entry?.body === "string" ? entry.body : ""));
  } catch {
    return [json];
  }
}

const THREAD = /^\[Thread (?:history|starter) - for context\]\n/;

/** The threads that the gateway shows to whoever answers in them; Slack has them between two also. */
function threads(content: string): string[] {
  const pieces = content.split("\n").map(unquotedLine);
  return pieces.flatMap((piece) => (THREAD.test(piece) ? [piece.replace(THREAD, "")] : []));
}

/** Begins a message of a thread, with its sender and its time. */
const HEAD = /^\[Slack [^\]\n]*\] /;
const USERS = / \(user\) [^\]\n]*\] $/;
const ENDS = /\n\[slack message id: [^\]\n]*\]\s*$/;

function messagesOf(thread: string): { head: string; body: string }[] {
  return thread.split(/^(?=\[Slack [^\]\n]*\] )/m).map((message) => {
    const head = HEAD.exec(message)?.[0] ?? "";
    return { head, body: message.slice(head.length).replace(ENDS, "") };
  });
}

/** The gateway's notes, which it gives with their time. */
function notes(text: string): string[] {
  const said = text.split("\n").filter((line) => line.startsWith(NOTE)).map((line) => line.slice(NOTE.length)).join("\n");
  return said.split(/^\[[^\]\n]*\] /m).filter((note) => note !== "");
}

const NOTE = "System: ";
/** How a turn ended that a webhook or mail began, and what a phone has shown: both repeat others' words. */
export const FROM_OUTSIDE = /^(?:Hook [^\n]*?: |Notification (?:posted|removed) \(node=)/;
/** What stands behind a button that somebody has pressed, in Slack. */
const PRESSED = /^Slack interaction: /;
export const behindButton: Around = { kind: "words behind a button" };

/** The words behind what a note says was pressed or chosen; all of the note, where it cannot be read. */
function chosen(note: string): string[] {
  if (!PRESSED.test(note)) return [];
  try {
    const { value, selectedValues = [], selectedLabels = [] } = JSON.parse(note.replace(PRESSED, "")) as Record<string, unknown>;
    return [value, selectedValues, selectedLabels].flat().filter((words) => typeof words === "string");
  } catch {
    return [note];
  }
}

/** It is told with the name of whoever gave it. */
const REACTION = /^[^\n:]*\breaction (?:added|removed)\b/i;
/** The gateway's own word, and the most frequent. */
const CREATED = /^New session created /;
/** What a scheduled run has written into this chat. */
export const DELIVERED = /^A (?:scheduled automation|heartbeat) delivered this message to this channel:\n/;
