// The daemon for the rest of the plugin: ask, and get a decision or the reason why there is none.
// It keeps one connection, reconnects, signs again when keys change, repeats what is safe to
// repeat, and remembers results that could not be sent. It does not decide what a missing answer
// means.

import type { KeyObject } from "node:crypto";
import { BoundedMap } from "./bounded.ts";
import { type Answer, Connection, ConnectTimeout, RefusedConnection } from "./connection.ts";
import { digest } from "./digest.ts";
import { Latencies } from "./latencies.ts";
import { type Decision, encodePayload } from "./wire.ts";

export interface Options {
  readonly runtimeDir: string;
  readonly timeoutMs: number;
}

export interface Ask {
  readonly hook: string;
  readonly session: string;
  readonly event: object;
  readonly ctx: object;
  readonly signal?: AbortSignal | undefined;
}

export interface NoAnswer {
  readonly type: "none";
  readonly why: string;
  /** The question itself is invalid: no daemon will ever answer it. */
  readonly refused?: true;
  /** The answer did not come in time: whoever chose the question may have made it slow on purpose. */
  readonly late?: true;
}

/** Timeout of one attempt to connect, including to a daemon that hangs. */
const CONNECT_MS = 2000;
/** After a failed attempt there is no other for this long, however many ask. */
const SPACING_MS = 100;
const LONGEST_BACKOFF_MS = 4000;
/** A question that was lost with this many connections is not asked again. */
const MOST_SENDS = 2;
/** Beyond this the oldest are dropped; the next turn's history reports them. */
const MOST_UNSENT = 4096;

interface Pending {
  readonly ask: Ask;
  readonly payload: string;
  readonly settle: (answer: Decision | NoAnswer) => void;
  id: string | undefined; // on the connection, while it waits there
  sends: number;
  signedAnew: boolean;
  settled: boolean;
  overloads: number;
}

export class Daemon {
  /** How long the gateway waited for each answer that it needed. */
  readonly latencies = new Latencies();
  /** Called whenever a connection is made. */
  onUp: () => void = () => {};
  /** Called once each time the daemon becomes unreachable. */
  onDown: (why: string) => void = () => {};

  #options: Options;
  #connection: Connection | undefined;
  #connecting = false;
  #closed = false;
  #failures = 0;
  #lastFailure = -Infinity;
  #timer: NodeJS.Timeout | undefined;
  #down: { readonly since: Date; readonly why: string } | undefined;
  #hangs = false; // the last attempt to connect timed out
  #queue: Pending[] = [];
  #told: (() => void)[] = [];
  #telling: NodeJS.Immediate | undefined;
  readonly #inFlight = new Set<Pending>();
  readonly #unknownHooks = new Set<string>();
  readonly #outbox = new BoundedMap<string, Ask>(MOST_UNSENT);
  readonly #sending = new Set<string>();

  constructor(options: Options) {
    this.#options = options;
  }

  get connected(): boolean {
    return this.#connection !== undefined;
  }

  /** Since when and why the daemon has been unreachable. */
  get down(): { readonly since: Date; readonly why: string } | undefined {
    return this.#down;
  }

  get unsent(): number {
    return this.#outbox.size;
  }

  /** Never throws and never rejects. If there is a connection, the line is written before it returns, after everything that was told before. */
  async ask(ask: Ask): Promise<Decision | NoAnswer> {
    this.#tellNow();
    const started = performance.now();
    const answer = await this.#put(ask);
    if (answer.type === "decision") this.latencies.add(performance.now() - started);
    return answer;
  }

  /**
   * Like ask, but nothing in the gateway waits for the answer, so even the work of asking is
   * postponed until the gateway is idle, or until the next question.
   */
  tell(ask: Ask): Promise<Decision | NoAnswer> {
    const { promise, resolve } = Promise.withResolvers<Decision | NoAnswer>();
    this.#told.push(() => void this.#put(ask).then(resolve));
    this.#telling ??= setImmediate(() => this.#tellNow());
    return promise;
  }

  #tellNow(): void {
    clearImmediate(this.#telling);
    this.#telling = undefined;
    const told = this.#told;
    this.#told = [];
    for (const tell of told) tell();
  }

  #put(ask: Ask): Promise<Decision | NoAnswer> {
    const { promise, resolve } = Promise.withResolvers<Decision | NoAnswer>();
    if (this.#closed) return Promise.resolve(none("the plugin is stopped"));
    if (ask.signal?.aborted) return Promise.resolve(none("the call was cancelled"));
    let payload: string;
    try {
      payload = encodePayload(ask.event, ask.ctx);
    } catch (err) {
      return Promise.resolve(refusal(`the question cannot be written as JSON: ${message(err)}`));
    }
    const timeoutMs = this.#options.timeoutMs;
    const timer = setTimeout(() => {
      const waited = p.id !== undefined;
      this.#settle(p, late(`the daemon did not answer within ${timeoutMs} ms`));
      // A daemon that is this late answers nobody.
      if (waited) this.#connection?.close(new Error(`no answer to ${ask.hook} within ${timeoutMs} ms`));
    }, timeoutMs);
    const abort = () => this.#settle(p, none("the call was cancelled"));
    ask.signal?.addEventListener("abort", abort, { once: true });
    const p: Pending = {
      ask,
      payload,
      settle: (answer) => {
        clearTimeout(timer);
        ask.signal?.removeEventListener("abort", abort);
        resolve(answer);
      },
      id: undefined,
      sends: 0,
      signedAnew: false,
      settled: false,
      overloads: 0,
    };
    this.#submit(p);
    return promise;
  }

  /** Remembers what the daemon missed but must know: a result, who began a turn, a call of the model. It is sent once, before the next question. */
  sendLater(ask: Ask): void {
    this.#outbox.set(digest(JSON.stringify([ask.hook, ask.session, ask.event, ask.ctx])), ask);
    if (!this.#connection && !this.#connecting && !this.#timer && !this.#closed) this.#connectSoon();
  }

  /** Connects before the first question; after close, it opens again. */
  start(): void {
    this.#closed = false;
    this.#connectNow();
  }

  /** Uses another daemon from now on. */
  use(options: Options): void {
    this.#options = options;
    this.#connection?.close(new Error("the configuration has changed"));
  }

  /** Ends the connection and every question. Unsent events are kept for the next start. */
  close(): void {
    this.#tellNow();
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#connection?.close(new Error("the plugin is stopped"));
    for (const p of [...this.#inFlight, ...this.#queue]) this.#settle(p, none("the plugin is stopped"));
    this.#queue = [];
  }

  #submit(p: Pending): void {
    if (this.#connection) {
      this.#sendOutbox();
      this.#send(p);
      return;
    }
    if (!this.#connecting && performance.now() - this.#lastFailure < SPACING_MS) {
      this.#settle(p, this.#unanswered(this.#down?.why ?? "the daemon is not there"));
      return;
    }
    this.#queue.push(p);
    this.#connectNow();
  }

  #send(p: Pending): void {
    const c = this.#connection;
    if (p.settled || !c) return;
    if (this.#unknownHooks.has(p.ask.hook)) {
      this.#settle(p, unknown(p.ask.hook));
      return;
    }
    const signedWith = c.key;
    try {
      p.sends++;
      p.id = c.ask({ hook: p.ask.hook, session: p.ask.session, payload: p.payload }, (answer) => this.#answered(c, signedWith, p, answer));
      this.#inFlight.add(p);
    } catch (err) {
      this.#settle(p, refusal(`the question cannot be asked: ${message(err)}`));
    }
  }

  #answered(c: Connection, signedWith: KeyObject, p: Pending, answer: Answer): void {
    this.#inFlight.delete(p);
    p.id = undefined;
    if (answer.type === "decision") {
      this.#settle(p, answer);
      return;
    }
    const why = `the daemon refused the question: ${answer.code}: ${answer.message}`;
    const refused = none(why);
    switch (answer.code) {
      case "bad_request":
      case "too_large":
        this.#settle(p, refusal(why));
        return;
      case "unknown_hook":
        this.#unknownHooks.add(p.ask.hook);
        this.#settle(p, unknown(p.ask.hook));
        return;
      case "unauthenticated":
        if (p.signedAnew) break;
        p.signedAnew = true;
        // Another question may have read the new key already.
        c.rereadKey(signedWith).then(
          (changed) => (changed ? this.#again(p) : this.#settle(p, refused)),
          (err: unknown) => this.#settle(p, none(`reading the key again: ${message(err)}`)),
        );
        return;
      case "overloaded":
        setTimeout(() => this.#again(p), jitter(Math.min(20 * 2 ** p.overloads++, 1000))).unref();
        return;
      case "unavailable":
        if (p.sends >= MOST_SENDS) break;
        this.#queue.push(p);
        c.close(new Error("the daemon is stopping"));
        return;
    }
    this.#settle(p, refused);
  }

  #again(p: Pending): void {
    if (!p.settled && !this.#closed) this.#submit(p);
  }

  #settle(p: Pending, answer: Decision | NoAnswer): void {
    if (p.settled) return;
    p.settled = true;
    this.#inFlight.delete(p);
    if (p.id !== undefined) this.#connection?.forget(p.id);
    p.settle(answer);
  }

  #connectNow(): void {
    if (this.#connecting || this.#closed || this.#connection) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#connecting = true;
    const options = this.#options;
    Connection.open(options.runtimeDir, Math.min(CONNECT_MS, options.timeoutMs)).then(
      (c) => this.#up(c, options),
      (err: unknown) => this.#failed(message(err), err instanceof ConnectTimeout),
    );
  }

  /** Reconnects after a delay that grows with every failure. */
  #connectSoon(): void {
    clearTimeout(this.#timer);
    const backoff = Math.min(SPACING_MS * 2 ** this.#failures, LONGEST_BACKOFF_MS);
    this.#timer = setTimeout(() => this.#connectNow(), jitter(backoff)).unref();
  }

  #up(c: Connection, options: Options): void {
    this.#connecting = false;
    if (this.#closed || options !== this.#options) {
      c.close(new Error("it is not asked for any more"));
      this.#connectNow();
      return;
    }
    this.#connection = c;
    c.onLost = (why) => this.#lost(c, why);
    this.#failures = 0;
    this.#hangs = false;
    this.#down = undefined;
    this.#unknownHooks.clear();
    this.#sendOutbox();
    const queue = this.#queue;
    this.#queue = [];
    for (const p of queue) this.#send(p);
    this.onUp();
  }

  #failed(why: string, hangs: boolean): void {
    this.#connecting = false;
    this.#hangs = hangs;
    this.#failures++;
    this.#lastFailure = performance.now();
    this.#wentDown(why);
    const queue = this.#queue;
    this.#queue = [];
    for (const p of queue) this.#settle(p, this.#unanswered(why));
    if (!this.#closed) this.#connectSoon();
  }

  #unanswered(why: string): NoAnswer {
    return this.#hangs ? late(why) : none(why);
  }

  #lost(c: Connection, why: Error): void {
    if (this.#connection !== c) return;
    this.#connection = undefined;
    this.#sending.clear();
    if (this.#closed) return;
    // Repeating is harmless, and a restarting daemon is soon back.
    const again: Pending[] = [];
    for (const p of this.#inFlight) {
      p.id = undefined;
      if (p.sends < MOST_SENDS) again.push(p);
    }
    const unread = why instanceof RefusedConnection && why.unread;
    for (const p of [...this.#inFlight]) {
      if (again.includes(p)) continue;
      if (unread) this.#settle(p, refusal(why.message));
      else this.#settle(p, why instanceof RefusedConnection ? none(why.message) : late(why.message));
    }
    this.#inFlight.clear();
    this.#queue = [...again, ...this.#queue];
    if (this.#queue.length > 0) this.#connectNow();
    else this.#connectSoon();
  }

  #wentDown(why: string): void {
    if (this.#down) {
      this.#down = { since: this.#down.since, why };
      return;
    }
    this.#down = { since: new Date(), why };
    this.onDown(why);
  }

  /** Writes unsent events before the next question. */
  #sendOutbox(): void {
    for (const [key, result] of this.#outbox) {
      if (this.#sending.has(key)) continue;
      const c = this.#connection;
      if (!c) return;
      this.#sending.add(key);
      try {
        const { hook, session } = result;
        c.ask({ hook, session, payload: encodePayload(result.event, result.ctx) }, (answer) => this.#acknowledged(key, answer));
      } catch {
        this.#outbox.delete(key); // it could not be encoded, and never will be
      }
    }
  }

  #acknowledged(key: string, answer: Answer): void {
    this.#sending.delete(key);
    if (answer.type === "decision" || answer.code === "bad_request") this.#outbox.delete(key);
  }
}

function none(why: string): NoAnswer {
  return { type: "none", why };
}

function late(why: string): NoAnswer {
  return { type: "none", why, late: true };
}

function refusal(why: string): NoAnswer {
  return { type: "none", why, refused: true };
}

/** For an unknown hook, an older daemon gives the answer of one that changes nothing. */
function unknown(hook: string): Decision | NoAnswer {
  // Every daemon knows this one; a peer that does not is not a daemon.
  if (hook === "before_tool_call") return none("the daemon does not know before_tool_call");
  return { type: "decision", id: "", verdict: "allow", result: {}, taint: "", reasons: [] };
}

function jitter(ms: number): number {
  return ms / 2 + Math.random() * ms;
}

function message(err: unknown): string {
  return err instanceof Error ? err.message : String(err);
}
