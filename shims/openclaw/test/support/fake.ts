// A fake daemon: a real Unix socket, real keys, real frames, and whatever answers a test wants. It
// checks every signature independently.

import assert from "node:assert/strict";
import { createHmac, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface Asked {
  readonly id: string;
  readonly hook: string;
  readonly session: string;
  readonly event: Record<string, unknown>;
  readonly ctx: Record<string, unknown>;
}

/** The fields of a decision that differ from "allow, and change nothing"; or an error; or no answer. */
export type Reply = {
  verdict?: string; result?: object; taint?: string; reasons?: object[]; approval?: object; passThrough?: boolean; authentication?: string;
  code?: string;
} | undefined;

export class FakeDaemon {
  readonly dir = mkdtempSync(join(tmpdir(), "pv-"));
  /** All questions except the first ping of each connection. */
  readonly asked: Asked[] = [];
  connections = 0;
  /** Accepts and closes connections at once. */
  refusing = false;
  reply: (q: Asked) => Reply = () => ({});
  /** Replaces the frames of the next answer. */
  raw: Buffer | undefined;

  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  #key = Buffer.alloc(0);

  async start(): Promise<this> {
    this.newKey();
    const server = createServer((s) => this.#accept(s));
    this.#server = server;
    await new Promise<void>((done) => server.listen(join(this.dir, "gateway.sock"), done));
    return this;
  }

  newKey(): void {
    this.#key = randomBytes(32);
    writeFileSync(join(this.dir, "gateway.key"), `${this.#key.toString("base64")}\n`, { mode: 0o600 });
  }

  async stop(): Promise<void> {
    const server = this.#server;
    if (server === undefined) return;
    this.#server = undefined;
    this.hangUp();
    await new Promise<void>((done) => server.close(() => done()));
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.dir, { recursive: true });
  }

  hangUp(): void {
    for (const s of this.#sockets) s.destroy();
  }

  /** The questions about one hook. */
  of(hook: string): Asked[] {
    return this.asked.filter((q) => q.hook === hook);
  }

  #accept(socket: Socket): void {
    this.connections++;
    if (this.refusing) {
      socket.destroy();
      return;
    }
    this.#sockets.add(socket);
    socket.on("close", () => this.#sockets.delete(socket));
    socket.on("error", () => socket.destroy());
    let rest = "";
    let first = true;
    socket.setEncoding("utf8");
    socket.on("data", (chunk: string) => {
      const lines = (rest + chunk).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        const handshake = first;
        first = false;
        this.#line(socket, line, handshake);
      }
    });
  }

  #line(socket: Socket, line: string, handshake: boolean): void {
    const r = JSON.parse(line) as Record<string, string> & { payload: { event: Asked["event"]; ctx: Asked["ctx"] } };
    const payload = line.slice(line.indexOf('"payload":') + '"payload":'.length, -1);
    const signed = ["provenance-v1", r["timestamp"], r["id"], r["hook"], r["session"], payload, r["nonce"]].join("\n");
    const id = r["id"] ?? "";
    if (createHmac("sha256", this.#key).update(signed).digest("base64") !== r["hmac"]) {
      socket.write(frame({ type: "error", id, code: "unauthenticated", message: "authentication failed" }));
      return;
    }
    const q: Asked = { id, hook: r["hook"] ?? "", session: r["session"] ?? "", ...r.payload };
    if (handshake) assert.equal(q.hook, "ping");
    else this.asked.push(q);
    const reply = handshake ? {} : this.reply(q);
    if (reply === undefined) return;
    if (this.raw !== undefined) {
      socket.write(this.raw);
      this.raw = undefined;
      return;
    }
    if (reply.code !== undefined) socket.write(frame({ type: "error", id, code: reply.code, message: "refused" }));
    else socket.write(frame(decided(id, reply)));
  }
}

/** Sets clean by the session's level, as the daemon does. */
function decided(id: string, reply: object): object {
  const d = { type: "decision", id, verdict: "allow", result: {}, taint: "trusted", reasons: [], ...reply };
  return d.taint === "trusted" ? { ...d, clean: true } : d;
}

export function frame(body: object): Buffer {
  const json = Buffer.from(JSON.stringify(body));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(json.length);
  return Buffer.concat([length, json]);
}
