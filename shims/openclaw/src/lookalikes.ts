// What in the model's words looks like somebody else's, taken out by the daemon's own code
// (internal/authentic, compiled to WebAssembly): the hook that needs it waits for no answer.

import { randomFillSync } from "node:crypto";
import { readFileSync } from "node:fs";

const CODE = new URL("../dist/lookalikes.wasm", import.meta.url);

interface Program {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly _initialize: () => void;
  readonly room: (bytes: number) => number;
  readonly strip: () => number;
  readonly result: () => number;
}

type System = Record<string, (...args: number[]) => number>;

/** As far as it is used here; Node's own types leave it to those of the browser. */
declare const WebAssembly: {
  readonly Module: { new (code: Uint8Array): object; imports(module: object): { readonly name: string }[] };
  readonly Instance: new (module: object, imports: { wasi_snapshot_preview1: System }) => { readonly exports: object };
};

let program: Program | undefined;

/** The text with notices in place of its look-alikes. What comes out holds none. It throws where the program is missing or fails. */
export function strip(text: string): string {
  const bytes = Buffer.from(text);
  const go = program ?? start();
  program = undefined; // one that fails is not used again
  const room = go.room(bytes.length) >>> 0;
  Buffer.from(go.memory.buffer, room, bytes.length).set(bytes);
  const length = go.strip() >>> 0;
  const stripped = Buffer.from(go.memory.buffer, go.result() >>> 0, length);
  const out = stripped.equals(bytes) ? text : stripped.toString();
  if (go.memory.buffer.byteLength < MOST_MEMORY) program = go;
  return out;
}

/** Memory that was taken once stays taken. */
const MOST_MEMORY = 64 * 1024 * 1024;

function start(): Program {
  const module = new WebAssembly.Module(readFileSync(CODE));
  const memory = () => new DataView(go.memory.buffer);
  const none = (count = 0, size = 0) => (memory().setUint32(count, 0, true), memory().setUint32(size, 0, true), DONE);
  // What Go's runtime asks a system for. There are no variables and no files, and there is nothing to wait for.
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

/** What WASI calls these. */
const DONE = 0;
const NO_SUCH_FILE = 8;
