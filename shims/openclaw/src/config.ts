// The plugin's part of the gateway's configuration, and its defaults.

import { join } from "node:path";
import { isRecord } from "./wire.ts";

export type OnFailure = "guarded" | "open" | "closed";
export type Approvals = "auto" | "gateway" | "code";

export interface Config {
  /** The directory of gateway.sock and gateway.key. */
  readonly runtimeDir: string;
  /** What applies while the daemon does not answer. */
  readonly onFailure: OnFailure;
  /** Timeout of one question, well under the gateway's own 15 s for a hook. */
  readonly timeoutMs: number;
  /** The tools that `guarded` allows, in lower case. */
  readonly safeTools: ReadonlySet<string>;
  /** How the owner is asked about a held call. */
  readonly approvals: Approvals;
}

const SAFE_TOOLS = [
  "read", "web_fetch", "web_search", "image", "memory_search", "memory_get", "session_status", "sessions_list",
  "sessions_history", "agents_list", "vestige_search", "vestige_promote", "vestige_demote",
];

export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the configuration strictly: a value that is not understood is an error, not a default. */
export function readConfig(raw: unknown, env: Environment): Config {
  const given = raw ?? {};
  if (!isRecord(given)) throw new Error("provenance: the configuration must be an object");
  for (const key of Object.keys(given)) {
    if (!KEYS.includes(key)) throw new Error(`provenance: unknown setting ${JSON.stringify(key)}; there are ${KEYS.join(", ")}`);
  }
  return {
    runtimeDir: text(given["runtimeDir"], "runtimeDir") ?? defaultRuntimeDir(env),
    onFailure: word(given["onFailure"], "onFailure", ["guarded", "open", "closed"]),
    timeoutMs: whole(given["timeoutMs"], "timeoutMs", 100, 12_000) ?? 5000,
    safeTools: new Set((texts(given["safeTools"], "safeTools") ?? SAFE_TOOLS).map((t) => t.toLowerCase())),
    approvals: word(given["approvals"], "approvals", ["auto", "gateway", "code"]),
  };
}

const KEYS: readonly string[] = ["runtimeDir", "onFailure", "timeoutMs", "safeTools", "approvals"];

/** The directory of this user's daemon, or else the system's. */
function defaultRuntimeDir(env: Environment): string {
  if (env["PROVENANCED_DIR"]) return env["PROVENANCED_DIR"];
  return env["XDG_RUNTIME_DIR"] ? join(env["XDG_RUNTIME_DIR"], "provenanced") : "/run/provenanced";
}

function text(v: unknown, key: string): string | undefined {
  if (v === undefined) return undefined;
  if (typeof v !== "string" || v === "") throw new Error(`provenance: ${key} must be a text that is not empty`);
  return v;
}

function texts(v: unknown, key: string): string[] | undefined {
  if (v === undefined) return undefined;
  if (!Array.isArray(v)) throw new Error(`provenance: ${key} must be a list of names`);
  return v.map((t: unknown) => text(t, `${key}[]`) ?? "");
}

function whole(v: unknown, key: string, least: number, most: number): number | undefined {
  if (v === undefined) return undefined;
  if (typeof v !== "number" || !Number.isInteger(v) || v < least || v > most) {
    throw new Error(`provenance: ${key} must be a whole number from ${least} to ${most}`);
  }
  return v;
}

/** One of the words; the first is the default. */
function word<W extends string>(v: unknown, key: string, words: readonly [W, ...W[]]): W {
  if (v === undefined) return words[0];
  const found = words.find((w) => w === v);
  if (found === undefined) throw new Error(`provenance: ${key} must be one of ${words.join(", ")}`);
  return found;
}
