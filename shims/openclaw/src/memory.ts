// What the plugin remembers between hooks of one process. None of it is policy
// and all of it may be forgotten: then the daemon is asked once more, or a call
// is held with a code instead of a button.

import { BoundedMap } from "./bounded.ts";
import type { InputProvenance } from "./host.ts";
import type { Authentication, Decision } from "./wire.ts";
import { type Speaker, Words } from "./words.ts";

export interface Run {
  readonly sessionKey: string;
  readonly workspaceDir: string | undefined;
  readonly trigger: string | undefined;
  readonly inputProvenance: InputProvenance | undefined;
  /** Why the turn must not run; before_prompt_build knows it and cannot stop it. */
  readonly blocked: string | undefined;
  /** Its span. */
  readonly span: string | undefined;
}

const SCHEDULED: ReadonlySet<string> = new Set(["cron", "heartbeat", "hook"]);

export class Memory {
  /** The runs that go on, by run id. */
  readonly runs = new BoundedMap<string, Run>(1024);
  /** The iteration that each run is at. */
  readonly iterations = new BoundedMap<string, number>(1024);
  /** Session by which each child session was spawned. */
  readonly spawners = new BoundedMap<string, string>(4096);
  /** Calls that spawn a session of the sidebar, with the sessions that make them: the gateway names the new one late. */
  readonly spawning = new BoundedMap<string, string>(1024);
  /** Calls by which sessions that have seen something spawn others, until the gateway names these. */
  readonly naming = new BoundedMap<string, true>(1024);
  /** The sessions that were spawned so, with those that spawned them: the names of the former are the latter's words. */
  readonly named = new BoundedMap<string, Speaker>(4096);
  /** Children at work, with the sessions that spawned them. */
  readonly working = new BoundedMap<string, string>(4096);
  /** Sessions in which a program collects what children say: no hook tells when it has. */
  readonly collecting = new BoundedMap<string, true>(4096);
  /** When sessions began anew, and what they had seen until then: one that is forked later may hold what was said before. */
  readonly ends = new BoundedMap<string, { readonly at: number; readonly by: Speaker }>(512);
  /** Sessions that search the memory for another one, which that is, and when they began. */
  readonly recalls = new BoundedMap<string, { readonly by: string; readonly at: number }>(256);
  /** Jobs that go on with a conversation, with its session. */
  readonly continuing = new BoundedMap<string, string>(1024);
  /** Commands that go on in the background, with the levels of what they may print, and whether the daemon called all of them clean. */
  readonly background = new BoundedMap<string, { readonly all: Set<string>; clean: boolean }>(1024);
  /** What sessions have answered to programs that keep the conversation themselves, in letters. */
  readonly answers = new BoundedMap<string, { readonly words: string; readonly by: Speaker }>(128);
  /** Sessions of which it is known whether they were forked, with the transcript of which it is known. */
  readonly settled = new BoundedMap<string, string>(4096);
  /** Calls that the trusted policy stage had allowed, with a digest of their parameters. */
  readonly allowed = new BoundedMap<string, string>(4096);
  /** Calls that the owner was asked about, with what became of telling the daemon. */
  readonly prompted = new BoundedMap<string, Promise<unknown>>(1024);
  /** Results, and whose messages came, that the daemon is being told. */
  readonly results = new Telling();
  /** Calls of the model that it is being told. */
  readonly calls = new Telling();
  /** Calls, with their tools, that the daemon has let run, and whether it leaves their results as they are. */
  readonly passThrough = new BoundedMap<string, boolean>(4096);
  /** Calls that were denied and returned nothing. */
  readonly denied = new BoundedMap<string, true>(8192);
  /** Calls whose result the daemon was told by the middleware. */
  readonly reported = new BoundedMap<string, true>(4096);
  /** Calls that the daemon has heard of, as the transcript names them, with the names that it knows. */
  readonly known = new BoundedMap<string, CallName>(8192);
  /** Outer calls of Tool Search. */
  readonly wrappers = new BoundedMap<string, true>(1024);
  /** Inner calls of Tool Search that were judged, by their outer call. */
  readonly inner = new BoundedMap<string, InnerCall>(4096);
  /** Sessions whose webchat client has said whether it can show approvals. */
  readonly clients = new BoundedMap<string, boolean>(4096);
  /** Sessions in which an approval found no way to the owner, with the time until which that is believed. */
  readonly noRoute = new BoundedMap<string, number>(4096);
  /** Names of the tools that each agent's model was offered. */
  readonly tools = new BoundedMap<string, Set<string>>(256);
  /** Responses that were asked about, by session. */
  readonly responses = new BoundedMap<string, string>(4096);
  /** What sessions have written that has the gateway fetch something, the latest first. */
  readonly fetching = new BoundedMap<string, string>(256);
  /** Sessions of jobs' scripts that have called tools: what a script tells, the gateway shows as its own note. */
  readonly scripts = new BoundedMap<string, true>(256);
  /** What sessions have said in other chats than their own. */
  readonly elsewhere = new Words();
  /** Tasks that sessions have suggested: whoever starts one sends its words. */
  readonly suggested = new Words();
  /** By session: what the latest message says that its sender has not written himself. */
  readonly notWritten = new BoundedMap<string, string>(1024);
  /** The commands behind buttons of the plugin's own, by the word that proves them. */
  readonly buttons = new BoundedMap<string, string>(256);
  /** Commands that were carried out and then passed on to the model, by session. */
  readonly obeyed = new BoundedMap<string, string>(1024);
  /** Digests of what the plugin itself told the owner in place of the daemon: it goes out under every onFailure. */
  readonly ownWords = new BoundedMap<string, true>(64);
  /** Whether and how each session's messages are checked, as far as the daemon has said. */
  readonly #authentication = new BoundedMap<string, Authentication | "off">(4096);

  /** A session has one run at a time: an earlier one that never ended was given up. */
  begin(runId: string, run: Run): void {
    for (const [id, other] of this.runs) if (other.sessionKey === run.sessionKey) this.runs.delete(id);
    this.runs.set(runId, run);
  }

  /** A session, once for each of its words that may be met again, since it began. */
  speaking(session: string): Speaker[] {
    const all = [...this.elsewhere.speakers(), ...this.suggested.speakers(), ...this.named.values(), ...Array.from(this.answers.values(), ({ by }) => by)];
    return all.filter((by) => by.session === session && by.level === undefined);
  }

  /** What an answer about a session's context says of its messages. */
  noteAuthentication(sessionKey: string, answer: Decision): void {
    this.#authentication.set(sessionKey, answer.authentication ?? "off");
  }

  /** How the daemon checks the session's messages, if it is known to. */
  authentication(sessionKey: string): Authentication | undefined {
    const how = this.#authentication.get(sessionKey);
    return how === "off" ? undefined : how;
  }

  /** False only where the daemon is known not to check messages: a first message comes before it has said so. */
  mayCheck(sessionKey: string): boolean {
    return this.#authentication.get(sessionKey) !== "off";
  }

  /** Whether the session is at work on what no person asked it just now: the gateway may show what it says in others' chats. */
  scheduled(sessionKey: string): boolean {
    for (const run of this.runs.values()) {
      if (run.sessionKey === sessionKey && run.trigger !== undefined && SCHEDULED.has(run.trigger)) return true;
    }
    return false;
  }

  running(sessionKey: string): boolean {
    for (const run of this.runs.values()) if (run.sessionKey === sessionKey) return true;
    return false;
  }
}

/** A call as the daemon knows it. */
export interface CallName {
  readonly tool: string;
  readonly id: string;
}

export interface InnerCall extends CallName {
  readonly params: Record<string, unknown>;
  readonly allowed: boolean;
  /** Another call was noted under the same outer one. */
  readonly several: boolean;
}

/** Names one call of one run; call ids alone repeat. */
export function callKey(sessionKey: string, toolCallId: string): string {
  // A replayed transcript spells call_13_0 as call130.
  return `${sessionKey}\n${toolCallId.replace(/[^A-Za-z0-9]/g, "")}`;
}

/** What the daemon is being told, by session: the latest, and all before it. */
export class Telling {
  readonly #all = new BoundedMap<string, Promise<unknown>>(4096);

  add(sessionKey: string, what: Promise<unknown>): void {
    const all = Promise.all([this.#all.get(sessionKey), what]);
    this.#all.set(sessionKey, all);
    void all.then(() => this.#all.get(sessionKey) === all && this.#all.delete(sessionKey));
  }

  /** When all of it has been told; undefined when it has. */
  told(sessionKey: string): Promise<unknown> | undefined {
    return this.#all.get(sessionKey);
  }
}
