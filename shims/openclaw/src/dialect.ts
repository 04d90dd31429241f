// The meaning of the gateway's hooks (internal/dialect/openclaw/hooks), compiled to WebAssembly:
// one program for the life of the gateway, which remembers what its sessions have reported. It
// reads no files and opens no sockets; it returns what it wants done.

import { randomFillSync } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Ask } from "./daemon.ts";
import { isRecord } from "./wire.ts";

const CODE = new URL("../dist/dialect.wasm", import.meta.url);

/** Something to tell or ask the daemon. */
export interface Told extends Ask {
  /** In its fields, true stands for a value that only this side has. */
  readonly event: Readonly<Record<string, unknown>>;
  /** It waits until these have been told. */
  readonly behind?: readonly Waited[];
  /** Whatever waits until this has been told. */
  readonly before?: Waited;
  /** The hook under which it is told later if there was no answer, or always. */
  readonly later?: string;
  readonly onlyLater?: true;
  /** The note under which the answer is passed back. */
  readonly note?: string;
}

export type Waited = "results" | "calls";

/** What a hook wants before it continues: one of these. */
export interface Want {
  readonly ask?: Told;
  readonly told?: Told;
  readonly kept?: { readonly sessionKey: string; readonly agentId?: string };
  readonly all?: string;
  readonly owner?: true;
  readonly mask?: string;
  readonly status?: true;
  readonly text?: true;
}

export interface Step {
  readonly id: number;
  readonly tell?: readonly Told[];
  readonly want?: Want;
  readonly result?: unknown;
  readonly unseen?: string;
}

interface Program {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly _initialize: () => void;
  readonly start: (began: number) => void;
  readonly room: (bytes: number) => number;
  readonly result: () => number;
  readonly configure: () => number;
  readonly begin: (name: number, input: number) => number;
  readonly goOn: (id: number) => number;
  readonly noted: (note: number) => number;
}

type System = Record<string, (...args: number[]) => number>;

/** The part that is used here; Node's types leave it to those of the browser. */
declare const WebAssembly: {
  readonly Module: { new (code: Uint8Array): object; imports(module: object): { readonly name: string }[] };
  readonly Instance: new (module: object, imports: { wasi_snapshot_preview1: System }) => { readonly exports: object };
};

export class Dialect {
  #program: Program | undefined;
  #settings: object = {};
  #began = performance.timeOrigin;

  /** Sets the settings of the gateway and of the plugin. */
  configure(settings: object): void {
    this.#settings = settings;
    if (this.#program !== undefined) this.#call([JSON.stringify(settings)], (go) => go.configure());
  }

  begin(name: string, input: object, texts: readonly string[]): Step {
    return this.#call([name, JSON.stringify(input), ...texts], (go, lengths) => go.begin(lengths[0] ?? 0, lengths[1] ?? 0)) as Step;
  }

  goOn(id: number, found: unknown): Step {
    return this.#call([JSON.stringify(found ?? null)], (go) => go.goOn(id)) as Step;
  }

  noted(note: string, answer: object): void {
    this.#call([note, JSON.stringify(answer)], (go, lengths) => go.noted(lengths[0] ?? 0));
  }

  #call(pieces: readonly string[], call: (go: Program, lengths: readonly number[]) => number): unknown {
    const go = this.#program ?? this.#start();
    this.#program = undefined; // a crashed program is not used again
    const lengths = pieces.map((piece) => Buffer.byteLength(piece));
    const all = lengths.reduce((sum, length) => sum + length, 0);
    const room = go.room(all) >>> 0;
    const memory = Buffer.from(go.memory.buffer, room, all);
    pieces.reduce((at, piece) => at + memory.write(piece, at), 0);
    const length = call(go, lengths) >>> 0;
    const answer: unknown = JSON.parse(Buffer.from(go.memory.buffer, go.result() >>> 0, length).toString());
    if (go.memory.buffer.byteLength < MOST_MEMORY) this.#program = go;
    if (isRecord(answer) && typeof answer["failed"] === "string") throw new Error(answer["failed"]);
    return answer;
  }

  #start(): Program {
    const go = load();
    go.start(this.#began);
    this.#began = Date.now(); // the new one knows nothing from before
    this.#program = go;
    this.#call([JSON.stringify(this.#settings)], () => go.configure());
    return go;
  }
}

/** WebAssembly never returns memory. A program that has taken more than this is replaced, and what it knew is lost. */
const MOST_MEMORY = 1024 * 1024 * 1024;

function load(): Program {
  const module = new WebAssembly.Module(readFileSync(CODE));
  const memory = () => new DataView(go.memory.buffer);
  const none = (count = 0, size = 0) => (memory().setUint32(count, 0, true), memory().setUint32(size, 0, true), DONE);
  // What Go's runtime needs from a system. There are no variables or files, and nothing to wait
  // for.
  const system: System = {
    args_sizes_get: none,
    environ_sizes_get: none,
    clock_time_get: (_id, _precision, at = 0) => (memory().setBigUint64(at, process.hrtime.bigint(), true), DONE),
    random_get: (at = 0, length = 0) => (randomFillSync(Buffer.from(go.memory.buffer, at, length)), DONE),
    poll_oneoff: () => DONE,
    sched_yield: () => DONE,
    proc_exit: (code) => {
      throw new Error(`the program has ended with ${code}`);
    },
  };
  const names = WebAssembly.Module.imports(module).map(({ name }) => name);
  const imports = Object.fromEntries(names.map((name) => [name, system[name] ?? (() => NO_SUCH_FILE)]));
  const go = new WebAssembly.Instance(module, { wasi_snapshot_preview1: imports }).exports as Program;
  go._initialize();
  return go;
}

/** WASI's error numbers. */
const DONE = 0;
const NO_SUCH_FILE = 8;
