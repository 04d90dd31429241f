// One connection to the daemon: it sends requests and passes each answer to its asker. It does not
// reconnect, repeat questions, or decide anything.

import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { createSecretKey, type KeyObject } from "node:crypto";
import { Nonces } from "./nonces.ts";
import { type Decision, encodePayload, FrameReader, type Happened, parseFrame, type Refusal, requestLine } from "./wire.ts";
import { readKey } from "./key.ts";

export type Answer = Decision | Refusal;

export interface Question {
  readonly hook: string;
  readonly session: string;
  readonly payload: string;
}

/** Called at most once. */
export type OnAnswer = (answer: Answer) => void;

/** The daemon refused without naming a question: perhaps it could not read it. */
export class RefusedConnection extends Error {
  readonly unread: boolean;

  constructor(refusal: Refusal) {
    super(`the daemon refused the connection: ${refusal.code}: ${refusal.message}`);
    this.unread = refusal.code === "bad_request" || refusal.code === "too_large";
  }
}

/** The daemon is there, but silent. */
export class ConnectTimeout extends Error {}

export class Connection {
  /** Called once, when the connection is lost; waiting questions get no answer. */
  onLost: (why: Error) => void = () => {};
  /** Called for each event, once this connection has subscribed. */
  onEvent: (e: Happened) => void = () => {};

  readonly #keyPath: string;
  readonly #socket: Socket;
  readonly #nonces = new Nonces();
  readonly #frames = new FrameReader();
  readonly #waiting = new Map<string, OnAnswer>();
  #key: KeyObject = createSecretKey(Buffer.alloc(32)); // nothing is signed before the real key is read
  #lastId = 0;
  #lost: Error | undefined;

  private constructor(socket: Socket, keyPath: string) {
    this.#socket = socket;
    this.#keyPath = keyPath;
    socket.on("data", (chunk) => this.#read(chunk));
    socket.on("error", (err) => this.close(err));
    socket.on("close", () => this.close(new Error("the daemon closed the connection")));
  }

  /** Connects, reads the key, and sends a first ping, so that a daemon that hangs or has another key is not taken for a working one. */
  static async open(dir: string, timeoutMs: number): Promise<Connection> {
    const socket = connect(join(dir, "gateway.sock"));
    const c = new Connection(socket, join(dir, "gateway.key"));
    const connected = Promise.withResolvers<void>();
    c.onLost = connected.reject;
    const timer = setTimeout(() => c.close(new ConnectTimeout(`the daemon did not answer within ${timeoutMs} ms`)), timeoutMs);
    try {
      socket.once("connect", () => connected.resolve());
      await connected.promise;
      // The daemon writes its keys before it listens, so a key read now is its key.
      c.#key = await readKey(c.#keyPath);
      const answered = Promise.withResolvers<Answer>();
      c.onLost = answered.reject;
      if (c.#lost) throw c.#lost;
      c.ask({ hook: "ping", session: "", payload: encodePayload({}, {}) }, answered.resolve);
      const answer = await answered.promise;
      if (answer.type === "error") throw new Error(`the daemon refused us: ${answer.code}`);
      c.onLost = () => {};
      return c;
    } catch (err) {
      c.close(err instanceof Error ? err : new Error(String(err)));
      throw err;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Writes one question before it returns: questions leave in the order of the calls. Throws if the question cannot be encoded. */
  ask(q: Question, onAnswer: OnAnswer): string {
    if (this.#lost) throw this.#lost;
    const id = String(++this.#lastId);
    const line = requestLine(
      { id, ...q, timestamp: String(Math.floor(Date.now() / 1000)), nonce: this.#nonces.next() },
      this.#key,
    );
    this.#waiting.set(id, onAnswer);
    this.#socket.ref();
    this.#socket.write(line);
    return id;
  }

  /** The asker gave up: a late answer is ignored. */
  forget(id: string): void {
    this.#waiting.delete(id);
    this.#rest();
  }

  /** The key for new questions. */
  get key(): KeyObject {
    return this.#key;
  }

  /** Reads the key file again and reports whether the key differs from one that a question was signed with. */
  async rereadKey(signedWith: KeyObject): Promise<boolean> {
    this.#key = await readKey(this.#keyPath);
    return !this.#key.equals(signedWith);
  }

  close(why: Error): void {
    if (this.#lost) return;
    this.#lost = why;
    this.#waiting.clear();
    this.#socket.destroy();
    this.onLost(why);
  }

  #read(chunk: Buffer): void {
    try {
      this.#frames.push(chunk);
      for (let body = this.#frames.next(); body !== undefined && !this.#lost; body = this.#frames.next()) {
        this.#frame(body);
      }
    } catch (err) {
      this.close(new Error("unreadable answer", { cause: err }));
    }
  }

  #frame(body: Buffer): void {
    const frame = parseFrame(body);
    if (frame.type === "other") return;
    if (frame.type === "event") return this.onEvent(frame);
    if (frame.id === "") {
      if (frame.type !== "error") throw new Error("answer without an id");
      this.close(new RefusedConnection(frame));
      return;
    }
    const onAnswer = this.#waiting.get(frame.id);
    if (!onAnswer) return; // its asker gave up
    this.#waiting.delete(frame.id);
    this.#rest();
    onAnswer(frame);
  }

  /** An idle connection keeps no process alive. */
  #rest(): void {
    if (this.#waiting.size === 0) this.#socket.unref();
  }
}
