// Bytes and messages of the provenanced protocol: the signed request line and the length-prefixed
// answer. It opens no socket, reads no key file and knows no hook.

import { createHmac, type KeyObject } from "node:crypto";

/** The longest request line and the longest answer that the protocol allows. */
export const MAX_FRAME = 16 * 1024 * 1024;

export interface Request {
  readonly id: string;
  readonly hook: string;
  readonly session: string;
  readonly timestamp: string;
  readonly nonce: string;
  /** The exact bytes of the payload: they are signed, and inserted into the line. */
  readonly payload: string;
}

export interface Approval {
  readonly code: string;
  readonly tools: readonly string[];
  readonly expiresIn: number;
  readonly why?: string;
  /** How long an approval with "always" lasts, in seconds. */
  readonly alwaysFor?: number;
  /** The approval is only for calls that act on the same values. */
  readonly narrow?: boolean;
  /** The severity with which the prompt is shown; absent means critical. */
  readonly severity?: "warning" | "critical";
}

export interface Reason {
  readonly layer: string;
  readonly mode: string;
  readonly text: string;
}

export interface Decision {
  readonly type: "decision";
  readonly id: string;
  readonly verdict: "allow" | "deny";
  readonly result: Readonly<Record<string, unknown>>;
  readonly taint: string;
  readonly reasons: readonly Reason[];
  readonly approval?: Approval;
  /** Whether the session has seen nothing that would lower its level. */
  readonly clean?: true;
  /** For a call that may run: its result will not be rewritten, so nothing need wait for that. */
  readonly passThrough?: true;
  /** Whether messages are checked; absent means that they are not. */
  readonly authentication?: Authentication;
}

export type Authentication = "warn" | "enforce";

export interface Refusal {
  readonly type: "error";
  readonly id: string;
  readonly code: string;
  readonly message: string;
}

/** A frame of a type that does not answer a question: it is ignored. */
export interface Other {
  readonly type: "other";
  readonly id: string;
}

/** An event for subscribers. */
export interface Happened {
  readonly type: "event";
  readonly id: string;
  readonly event: string;
  readonly session: string;
  readonly tools: readonly string[];
  readonly codes: readonly string[];
  readonly text: string;
}

export type Frame = Decision | Refusal | Happened | Other;

const CONTROL = /[\u0000-\u001f\u007f]/;

/** The JSON of a payload. Lone surrogates, which the protocol refuses, become U+FFFD. */
export function encodePayload(event: object, ctx: object): string {
  const payload = JSON.stringify({ event, ctx });
  // JSON.stringify writes only lone surrogates as \ud…, but a text may contain these characters
  // literally; then the second pass changes nothing.
  if (!/\\ud[89a-f]/.test(payload)) return payload;
  return JSON.stringify({ event, ctx }, wellFormed);
}

function wellFormed(_key: string, value: unknown): unknown {
  if (typeof value === "string") return value.toWellFormed();
  if (value === null || typeof value !== "object" || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([k, v]) => [k.toWellFormed(), v]));
}

/** The text that the request's HMAC covers. */
export function signedText(r: Request): string {
  return ["provenance-v1", r.timestamp, r.id, r.hook, r.session, r.payload, r.nonce].join("\n");
}

/** The whole line, with its newline. Throws if the daemon would refuse it unread. */
export function requestLine(r: Request, key: KeyObject): string {
  for (const [name, value, limit] of [["id", r.id, 256], ["hook", r.hook, 64], ["session", r.session, 1024]] as const) {
    if (CONTROL.test(value) || !value.isWellFormed()) throw new Error(`${name} is not plain text`);
    if (Buffer.byteLength(value) > limit) throw new Error(`${name} is longer than ${limit} bytes`);
  }
  const hmac = createHmac("sha256", key).update(signedText(r)).digest("base64");
  const { payload, ...rest } = r;
  const line = `${JSON.stringify({ version: 1, ...rest, hmac }).slice(0, -1)},"payload":${payload}}\n`;
  if (line.length * 3 > MAX_FRAME && Buffer.byteLength(line) > MAX_FRAME) throw new Error("request is longer than 16 MiB");
  return line;
}

/** Splits a byte stream into frames. It throws if the stream is invalid. */
export class FrameReader {
  #chunks: Buffer[] = [];
  #held = 0;

  push(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#held += chunk.length;
  }

  /** The next complete frame, if there is one. */
  next(): Buffer | undefined {
    if (this.#held < 4) return undefined;
    const length = this.#peekLength();
    if (length === 0) throw new Error("empty frame");
    if (length > MAX_FRAME) throw new Error("frame is longer than 16 MiB");
    if (this.#held < 4 + length) return undefined;
    const all = this.#joined();
    this.#chunks = all.length > 4 + length ? [all.subarray(4 + length)] : [];
    this.#held -= 4 + length;
    return all.subarray(4, 4 + length);
  }

  #peekLength(): number {
    const first = this.#chunks[0];
    return (first !== undefined && first.length >= 4 ? first : this.#joined()).readUInt32BE(0);
  }

  #joined(): Buffer {
    const [first] = this.#chunks;
    if (first !== undefined && this.#chunks.length === 1) return first;
    const all = Buffer.concat(this.#chunks);
    this.#chunks = [all];
    return all;
  }
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Parses one frame. It throws if no daemon of this version would send it. */
export function parseFrame(body: Uint8Array): Frame {
  const f: unknown = JSON.parse(utf8.decode(body));
  if (!isRecord(f) || typeof f["type"] !== "string" || typeof f["id"] !== "string") {
    throw new Error("frame has no type or id");
  }
  const id = f["id"];
  switch (f["type"]) {
    case "error":
      if (typeof f["code"] !== "string" || typeof f["message"] !== "string") throw new Error("malformed error frame");
      return { type: "error", id, code: f["code"], message: f["message"] };
    case "decision":
      return decision(id, f);
    case "event":
      return happened(id, f);
    default:
      return { type: "other", id };
  }
}

function happened(id: string, f: Readonly<Record<string, unknown>>): Happened {
  const { event, session, tools, codes, text } = f;
  const word = (v: unknown) => (typeof v === "string" ? v : "");
  const words = (v: unknown) => (Array.isArray(v) ? v.filter((t) => typeof t === "string") : []);
  return { type: "event", id, event: word(event), session: word(session), tools: words(tools), codes: words(codes), text: word(text) };
}

function decision(id: string, f: Readonly<Record<string, unknown>>): Decision {
  const { verdict, result, taint, clean, reasons, approval, passThrough, authentication } = f;
  if ((verdict !== "allow" && verdict !== "deny") || !isRecord(result) || typeof taint !== "string") {
    throw new Error("malformed decision");
  }
  const d: Decision = {
    type: "decision", id, verdict, result, taint,
    reasons: Array.isArray(reasons) ? reasons.filter(isReason) : [],
    ...(clean === true ? { clean } : {}),
    ...(passThrough === true ? { passThrough } : {}),
    ...(authentication === "warn" || authentication === "enforce" ? { authentication } : {}),
  };
  if (approval === undefined || approval === null) return d;
  return { ...d, approval: readApproval(approval) };
}

function readApproval(a: unknown): Approval {
  if (!isRecord(a) || typeof a["code"] !== "string" || !/^[0-9a-f]{8}$/.test(a["code"])) throw new Error("malformed approval");
  const { code, tools, expiresIn, why, alwaysFor, narrow, severity } = a;
  if (!Array.isArray(tools) || typeof expiresIn !== "number" || !(expiresIn >= 0)) throw new Error("malformed approval");
  return {
    code,
    tools: tools.filter((t) => typeof t === "string"),
    expiresIn,
    ...(typeof why === "string" ? { why } : {}),
    ...(typeof alwaysFor === "number" ? { alwaysFor } : {}),
    ...(narrow === true ? { narrow } : {}),
    ...(severity === "warning" || severity === "critical" ? { severity } : {}),
  };
}

function isReason(r: unknown): r is Reason {
  return isRecord(r) && typeof r["layer"] === "string" && typeof r["mode"] === "string" && typeof r["text"] === "string";
}

export function isRecord(v: unknown): v is Readonly<Record<string, unknown>> {
  return typeof v === "object" && v !== null && !Array.isArray(v);
}

/** The value below one key after the other, if there is one. */
export function at(value: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>((v, key) => (isRecord(v) ? v[key] : undefined), value);
}
