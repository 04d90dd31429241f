// The gateway's prompts for waiting calls are closed when the owner has answered elsewhere: with
// provenancectl, or by a command in another chat. The daemon only reports that something was
// answered; whether this call may run is asked again.

import { BoundedMap } from "./bounded.ts";
import { Connection } from "./connection.ts";
import type { ToolCallEvent, ToolContext } from "./host.ts";
import type { Plugin } from "./plugin.ts";
import { encodePayload } from "./wire.ts";

/** Answers one of the gateway's own approval requests, identified by call and session. */
export type Resolve = (config: unknown, toolCallId: string, sessionKey: string, decision: "allow-once" | "deny") => Promise<boolean>;

/** What the daemon tells subscribers about an approval. */
export interface Answered {
  readonly session: string;
  readonly tools: readonly string[];
  readonly granted: boolean;
  /** Those that were denied. */
  readonly codes: readonly string[];
}

export interface Prompt {
  readonly event: ToolCallEvent;
  readonly ctx: ToolContext;
  /** The name under which the call waits, and its code. */
  readonly name: string;
  readonly code: string;
}

const WATCH_AGAIN_MS = 500;

/** Asks about a call again, and returns whether it runs. */
type AskAgain = (event: ToolCallEvent, ctx: ToolContext) => Promise<boolean>;

/** Open questions to the owner. */
export class Prompts {
  readonly #open = new BoundedMap<string, Prompt>(256);
  /** Calls whose prompt was closed from here: the gateway's report about them is not the owner's answer. */
  readonly #closed = new BoundedMap<string, true>(256);
  /** The subscription to approvals, while the owner is being asked. */
  #watching: Promise<Connection | void> | undefined;

  opened(key: string, prompt: Prompt): void {
    this.#closed.delete(key);
    this.#open.set(key, prompt);
  }

  /** The gateway has an answer; returns true if it came from here. */
  answered(key: string): boolean {
    this.#open.delete(key);
    return this.#closed.delete(key);
  }

  /** Subscribes to approvals while a prompt is open. If the daemon does not support that, prompts wait for their own answers. */
  watch(p: Plugin, again: AskAgain): void {
    this.#watching ??= Connection.open(p.config.runtimeDir, p.config.timeoutMs).then(
      (c) => {
        c.onLost = () => {
          this.#watching = undefined;
          if (this.#open.size > 0) setTimeout(() => this.watch(p, again), WATCH_AGAIN_MS).unref();
        };
        c.onEvent = (e) => {
          if (e.event === "approval" && (e.text === "granted" || e.text === "denied")) {
            void this.#answeredElsewhere(p, again, { session: e.session, tools: e.tools, codes: e.codes, granted: e.text === "granted" });
          }
          if (this.#open.size === 0) c.close(new Error("nobody is asked any more"));
        };
        c.ask({ hook: "subscribe", session: "", payload: encodePayload({}, {}) }, () => {});
        return c;
      },
      () => void (this.#watching = undefined),
    );
  }

  stop(): void {
    void this.#watching?.then((c) => c?.close(new Error("the plugin is stopped")));
  }

  /** Closes the prompts that the owner has answered elsewhere. */
  async #answeredElsewhere(p: Plugin, again: AskAgain, a: Answered): Promise<void> {
    const about = [...this.#open].filter(
      ([, { ctx, name, code }]) => ctx.sessionKey === a.session && a.tools.includes(name) && (a.granted || a.codes.includes(code)),
    );
    for (const [key, { event, ctx }] of about) {
      if (a.granted && !(await again(event, ctx))) continue; // the answer was for another call
      this.#closed.set(key, true);
      const decision = a.granted ? "allow-once" : "deny";
      const closed = await p.resolve(p.host.config, event.toolCallId ?? "", ctx.sessionKey ?? "", decision).catch((err: unknown) => {
        p.host.logger.warn(`provenance: the gateway's prompt stays open: ${err instanceof Error ? err.message : String(err)}`);
        return false;
      });
      if (!closed) this.#closed.delete(key);
    }
  }
}

interface Client {
  request(method: string, params: object): Promise<unknown>;
  stopAndWait(): Promise<void>;
}

interface Runtime {
  createOperatorApprovalsGatewayClient(options: object): Promise<Client>;
  startGatewayClientWhenEventLoopReady(client: Client, options: object): Promise<{ ready: boolean }>;
}

const WAIT_MS = 10_000;

/** The gateway's function to answer its prompts; undefined if it has none. */
export async function hostResolve(): Promise<Resolve | undefined> {
  const specifier = "openclaw/plugin-sdk/gateway-runtime"; // only a gateway has it
  let runtime: Partial<Runtime>;
  try {
    runtime = (await import(specifier)) as Partial<Runtime>;
  } catch {
    return undefined;
  }
  const { createOperatorApprovalsGatewayClient: create, startGatewayClientWhenEventLoopReady: start } = runtime;
  if (create === undefined || start === undefined) return undefined;
  return (config, toolCallId, sessionKey, decision) => resolve({ create, start }, { config, toolCallId, sessionKey, decision });
}

interface Question {
  readonly config: unknown;
  readonly toolCallId: string;
  readonly sessionKey: string;
  readonly decision: string;
}

async function resolve(
  { create, start }: { create: Runtime["createOperatorApprovalsGatewayClient"]; start: Runtime["startGatewayClientWhenEventLoopReady"] },
  { config, toolCallId, sessionKey, decision }: Question,
): Promise<boolean> {
  const hello = Promise.withResolvers<void>();
  const timer = setTimeout(() => hello.reject(new Error("the gateway did not answer")), WAIT_MS);
  const client = await create({
    config,
    clientDisplayName: "provenance",
    onHelloOk: () => hello.resolve(),
    onConnectError: (err: unknown) => hello.reject(err instanceof Error ? err : new Error(String(err))),
    onClose: (_code: number, reason: string) => hello.reject(new Error(`the gateway closed the connection: ${reason}`)),
  });
  try {
    if (!(await start(client, { clientOptions: {} })).ready) return false;
    await hello.promise;
    const waiting = await client.request("plugin.approval.list", {});
    const id = Array.isArray(waiting) ? waiting.find((w) => isOurs(w, toolCallId, sessionKey))?.id : undefined;
    if (typeof id !== "string") return false;
    await client.request("plugin.approval.resolve", { id, decision });
    return true;
  } finally {
    clearTimeout(timer);
    hello.promise.catch(() => {});
    await client.stopAndWait().catch(() => {});
  }
}

function isOurs(waiting: unknown, toolCallId: string, sessionKey: string): boolean {
  const { request } = waiting as { request?: { pluginId?: string; toolCallId?: string; sessionKey?: string } };
  return request?.pluginId === "provenance" && request.toolCallId === toolCallId && request.sessionKey === sessionKey;
}
