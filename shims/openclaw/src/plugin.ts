// What the two instances of the plugin in one gateway share: one connection, one memory, one
// self-check. The gateway loads the plugin twice and calls some hooks of either instance, and each
// would have its own module variables.

import { type Canary, PENDING, runCanary, type Fetch } from "./canary.ts";
import type { Config } from "./config.ts";
import { BoundedMap } from "./bounded.ts";
import { type Ask, Daemon, type NoAnswer } from "./daemon.ts";
import { Dialect } from "./dialect.ts";
import { hookNow } from "./hooks.ts";
import type { Logger, ServiceContext, SessionEntry, Sessions } from "./host.ts";
import type { Mask } from "./masking.ts";
import type { OwnerCheck } from "./owner.ts";
import { Prompts, type Resolve } from "./prompts.ts";
import type { Decision } from "./wire.ts";

export interface Host {
  readonly config: unknown;
  readonly version: string;
  readonly logger: Logger;
  readonly sessions: Sessions;
  /** The gateway's own functions. They are looked up when it loads the plugin: later, and after a reload, they may not be found. */
  readonly ownerCheck: Promise<OwnerCheck | undefined>;
  readonly mask: Promise<Mask | undefined>;
  readonly resolve: Promise<Resolve | undefined>;
}

export class Plugin {
  readonly daemon: Daemon;
  readonly prompts = new Prompts();
  /** Results, authors of messages, and calls of the model that the daemon is being told about. */
  readonly telling = { results: new Telling(), calls: new Telling() };
  /** Calls that the first question allowed, with a digest of what was allowed. */
  readonly allowed = new BoundedMap<string, string>(4096);
  /** Parameters of calls whose results come without them. */
  readonly params = new BoundedMap<string, Readonly<Record<string, unknown>>>(4096);
  /** Calls whose result the middleware has seen. */
  readonly reported = new BoundedMap<string, true>(4096);
  /** Calls that the owner was asked about, with the outcome of telling the daemon. */
  readonly prompted = new BoundedMap<string, Promise<unknown>>(1024);
  /** Answers one of the gateway's prompts; false if that is impossible. */
  resolve: Resolve = async (...args) => (await (await this.#hostResolve)?.(...args)) ?? false;
  ownerCheck: OwnerCheck = async (message, cfg) => (await this.#hostOwnerCheck)?.(message, cfg);
  /** The self-check is not repeated more often than this. */
  canarySpacingMs = 60_000;
  fetch: Fetch = fetch;
  /** How the gateway masks keys in what it keeps, once that is loaded. Until then texts stay as they are. */
  mask: Mask = (text) => text;
  canary: Canary = PENDING;
  /** Results of calls that were never judged. */
  unseen = 0;
  config: Config;
  host: Host;

  readonly #dialect = new Dialect();
  #configured: { readonly config: Config; readonly host: Host } | undefined;
  #hostOwnerCheck: Promise<OwnerCheck | undefined> = Promise.resolve(undefined);
  #hostResolve: Promise<Resolve | undefined> = Promise.resolve(undefined);
  #soon: (() => void)[] = [];
  #catchingUp: NodeJS.Immediate | undefined;
  #services = 0;
  #health: ServiceContext["serviceHealth"];
  #port: number | undefined;
  #canaryTimer: NodeJS.Timeout | undefined;
  #canaryStop = new AbortController();
  #lastCanary = -Infinity;

  constructor(config: Config, host: Host) {
    this.config = config;
    this.host = host;
    this.#learn(host);
    this.daemon = new Daemon(config);
    this.daemon.onUp = () => {
      this.host.logger.info("provenance: connected to the daemon");
      this.#checkSoon();
    };
    this.daemon.onDown = (why) => this.host.logger.error(`provenance: the daemon cannot be reached (onFailure: ${this.config.onFailure}): ${why}`);
  }

  /** The gateway has loaded the plugin again: its second instance, or another configuration. */
  loadedAgain(config: Config, host: Host): void {
    const moved = config.runtimeDir !== this.config.runtimeDir || config.timeoutMs !== this.config.timeoutMs;
    this.config = config;
    this.host = host;
    this.#learn(host);
    if (moved) this.daemon.use(config);
  }

  /** Takes over the gateway's functions, and keeps the previous ones where it has none. */
  #learn(host: Host): void {
    const before = this.#hostOwnerCheck;
    this.#hostOwnerCheck = host.ownerCheck.then((check) => check ?? before);
    void host.mask.then((mask) => (this.mask = mask ?? this.mask));
    const resolve = this.#hostResolve;
    this.#hostResolve = host.resolve.then((found) => found ?? resolve);
  }

  /** Does work that the gateway need not wait for when it is idle, and before any other hook. */
  soon(work: () => void): void {
    this.#soon.push(work);
    this.#catchingUp ??= setImmediate(() => this.#catchUp());
  }

  #catchUp(): void {
    clearImmediate(this.#catchingUp);
    this.#catchingUp = undefined;
    const all = this.#soon;
    this.#soon = [];
    for (const work of all) work();
  }

  /** The meaning of hooks under the current configuration. */
  get dialect(): Dialect {
    if (this.#soon.length > 0) this.#catchUp();
    const { config, host } = this;
    if (this.#configured?.config !== config || this.#configured.host !== host) {
      this.#configured = { config, host };
      const { runtimeDir, onFailure, approvals, safeTools } = config;
      const { OPENCLAW_STATE_DIR, OPENCLAW_CONFIG_PATH } = process.env;
      this.#dialect.configure({
        config: host.config, version: host.version, environment: { OPENCLAW_STATE_DIR, OPENCLAW_CONFIG_PATH },
        runtimeDir, onFailure, approvals, safeTools: [...safeTools],
      });
    }
    return this.#dialect;
  }

  /** What a person is told about the gateway. */
  about(): { readonly toolSearch: boolean; readonly warnings: readonly string[] } {
    return hookNow(this, "about", { event: {} }, (why) => ({ toolSearch: true, warnings: [`the plugin cannot read hooks: ${why}`] })) ?? { toolSearch: true, warnings: [] };
  }

  /** What the gateway keeps about a session; undefined if it cannot tell, since its database is busy or damaged. */
  kept(sessionKey: string, agentId: string | undefined): SessionEntry | undefined {
    return this.#read(() => this.host.sessions.getSessionEntry({ ...named(agentId), sessionKey }), undefined);
  }

  /** What it keeps about all sessions of an agent. */
  all(agentId: string | undefined): ReturnType<Sessions["listSessionEntries"]> {
    return this.#read(() => this.host.sessions.listSessionEntries({ ...named(agentId), readOnly: true }), []);
  }

  #read<T>(read: () => T, otherwise: T): T {
    try {
      return read();
    } catch (err) {
      this.host.logger.warn(`provenance: cannot read what the gateway keeps of a session: ${err instanceof Error ? err.message : String(err)}`);
      return otherwise;
    }
  }

  /** A service of the gateway has started: from now on the connection is kept open. */
  serviceStarted(ctx: ServiceContext): void {
    this.#services++;
    this.#health = ctx.serviceHealth ?? this.#health;
    if (this.#services > 1) return;
    this.daemon.start();
    for (const w of this.about().warnings) this.host.logger.warn(`provenance: WARNING: ${w}`);
  }

  serviceStopped(): void {
    if (this.#services > 0) this.#services--;
    if (this.#services === 0) this.stop();
  }

  /** Leaves nothing behind: no socket, no timer, no unanswered question. */
  stop(): void {
    this.#services = 0;
    clearTimeout(this.#canaryTimer);
    this.#canaryStop.abort();
    this.#port = undefined;
    this.prompts.stop();
    this.#catchUp();
    this.daemon.close();
  }

  gatewayStarted(port: number): void {
    this.#port = port;
    if (this.daemon.connected) this.#checkSoon();
  }

  /** Tells the daemon something about a session after the results that are being sent. */
  async tellBehind(ask: Ask): Promise<Decision | NoAnswer> {
    const told = this.telling.results.told(ask.session);
    if (told !== undefined) await told;
    return this.daemon.tell(ask);
  }

  /** A result came out of Tool Search for a call that nobody judged. */
  unseenWrapper(tool: string): void {
    this.unseen++;
    this.#fail(`the result of a call of ${JSON.stringify(tool)} came through Tool Search, and the call was never judged`);
  }

  #checkSoon(): void {
    if (this.#port === undefined) return;
    clearTimeout(this.#canaryTimer);
    const wait = Math.max(0, this.#lastCanary + this.canarySpacingMs - performance.now());
    this.#canaryTimer = setTimeout(() => void this.#check(), wait).unref();
  }

  async #check(): Promise<void> {
    if (this.#port === undefined) return;
    this.#lastCanary = performance.now();
    this.#canaryStop = new AbortController();
    const stop = this.#canaryStop.signal;
    const before = this.canary.text;
    this.canary = await runCanary(this.#port, this.host.config, this.fetch, stop);
    if (stop.aborted) return;
    const said = `provenance: self-check ${this.canary.text}`;
    if (this.canary.state === "passed") {
      this.host.logger.info(said);
      this.#health?.clearFailure();
    } else if (this.canary.state === "failed") this.#fail(said);
    else if (this.canary.text !== before) this.host.logger.warn(said);
    if (this.canary.state === "unanswered") this.#checkSoon();
  }

  #fail(what: string): void {
    this.host.logger.error(`provenance: WARNING: ${what}`);
    this.#health?.reportFailure(new Error(what));
  }
}

/** What the daemon is being told, by session: the latest event, and all before it. */
class Telling {
  readonly #all = new BoundedMap<string, Promise<unknown>>(4096);

  add(sessionKey: string, what: Promise<unknown>): void {
    const all = Promise.all([this.#all.get(sessionKey), what]);
    this.#all.set(sessionKey, all);
    void all.then(() => this.#all.get(sessionKey) === all && this.#all.delete(sessionKey));
  }

  /** A promise that all of it has been told; undefined if it has. */
  told(sessionKey: string): Promise<unknown> | undefined {
    return this.#all.get(sessionKey);
  }
}

function named(agentId: string | undefined): { agentId?: string } {
  return agentId === undefined ? {} : { agentId };
}

const SHARED = Symbol.for("provenanced.openclaw.1");

/** The one Plugin of this process, with the latest configuration. */
export function shared(config: Config, host: Host): Plugin {
  const global = globalThis as { [SHARED]?: Plugin };
  global[SHARED]?.loadedAgain(config, host);
  return (global[SHARED] ??= new Plugin(config, host));
}
