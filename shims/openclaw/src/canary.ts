// Proves that enforcement is active: a harmless call through the gateway itself, in a session in
// which the daemon denies everything. Any result other than our own denial means that calls bypass
// the daemon.

import { at, isRecord } from "./wire.ts";

export interface Canary {
  /** "unanswered": unknown yet, and a later check may find out; "unknown": no check can. */
  readonly state: "pending" | "passed" | "failed" | "unanswered" | "unknown";
  readonly text: string;
}

export const PENDING: Canary = { state: "pending", text: "not run yet" };

const TOOL = "session_status";
const DENIAL = "provenanced canary";
const TIMEOUT_MS = 20_000;
const MOST_BYTES = 1024 * 1024;

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export async function runCanary(port: number, hostConfig: unknown, fetch: Fetch, stop: AbortSignal): Promise<Canary> {
  const secret = credentials(hostConfig);
  if (typeof secret !== "string") return unknown(secret.why);
  const headers: Record<string, string> = { "content-type": "application/json" };
  if (secret !== "") headers["authorization"] = `Bearer ${secret}`;
  let response: Response;
  let body: unknown;
  try {
    response = await fetch(`http://127.0.0.1:${port}/tools/invoke`, {
      method: "POST",
      headers,
      body: JSON.stringify({ tool: TOOL, args: {}, sessionKey: `agent:${defaultAgent(hostConfig)}:provenance-canary` }),
      redirect: "error",
      signal: AbortSignal.any([stop, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    const text = await response.text();
    body = text.length <= MOST_BYTES ? JSON.parse(text) : undefined;
  } catch (err) {
    const why = err instanceof Error ? err.message : String(err);
    return { ...unknown(`the gateway did not answer on 127.0.0.1:${port}: ${why}`), state: "unanswered" };
  }
  const when = new Date().toISOString();
  const told = at(body, "error", "message");
  const message = typeof told === "string" ? told : "";
  if (response.status === 403 && message.startsWith(DENIAL)) return { state: "passed", text: `passed at ${when}` };
  if (response.ok) return { state: "failed", text: `FAILED at ${when}: a call that must be denied was run` };
  if (at(body, "error", "type") === "tool_call_blocked") {
    return { state: "failed", text: `FAILED at ${when}: the call was denied, but not by the daemon: ${message.slice(0, 200)}` };
  }
  return unknown(`the gateway answered ${response.status}: ${message.slice(0, 200)}`);
}

function unknown(why: string): Canary {
  return { state: "unknown", text: `could not be run: ${why}` };
}

/** The shared secret of the gateway's own HTTP interface; empty if it needs none. */
function credentials(config: unknown): string | { why: string } {
  if (at(config, "gateway", "tls", "enabled") === true) return { why: "the gateway speaks TLS" };
  const mode = at(config, "gateway", "auth", "mode");
  if (mode === "none") return "";
  for (const key of mode === "password" ? ["password"] : mode === "token" ? ["token"] : ["token", "password"]) {
    const secret = at(config, "gateway", "auth", key);
    if (typeof secret === "string" && secret !== "" && !secret.includes("${")) return secret;
    if (secret !== undefined) return { why: `the gateway's ${key} is a reference that the plugin cannot read` };
  }
  return { why: `the plugin cannot use the gateway's authentication mode ${JSON.stringify(mode ?? "default")}` };
}

function defaultAgent(config: unknown): string {
  const agents = at(config, "agents", "entries");
  const id = at(config, "agents", "defaults", "systemAgent", "agentId") ?? (isRecord(agents) ? Object.keys(agents)[0] : undefined);
  return typeof id === "string" && id !== "" ? id : "main";
}
