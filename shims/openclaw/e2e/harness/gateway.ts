// The real gateway from npm, in a directory of its own.
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { until } from "./feed.ts";
import { removeLocks } from "./locks.ts";
import { freePort, node, openclaw, server } from "./places.ts";
import { Program } from "./program.ts";

export const token = "stories";

export interface PluginSource {
  path: string;
  enabled?: boolean;
  config: Record<string, unknown>;
}

/** The part of a gateway's configuration that can change while it runs. */
export interface Changeable {
  /** Of our plugin. */
  config: Record<string, unknown>;
  conversationAccess?: boolean | undefined;
  /** How the model finds tools: all are shown, or it searches and calls them in one of the modes of Tool Search. */
  toolSearch?: "tools" | "code" | undefined;
  /** Where the heartbeat writes; by default it writes to nobody's chat, and is not shown the output of commands. */
  heartbeat?: "owner" | undefined;
  /** Whether the model writes programs that call the tools: the gateway's Code Mode. */
  codeMode?: boolean | undefined;
  /** MCP servers, with the tools that each offers. */
  servers?: Record<string, string[]> | undefined;
}

export interface GatewayOptions {
  dir: string;
  model: string;
  /** The address of the Bot API; without it the gateway has no channel. */
  telegram?: string | undefined;
  /** The Telegram user who is the owner. */
  owner: number;
  plugins: Record<string, PluginSource>;
  env?: Record<string, string>;
  /** Plugins of the gateway's own that it also loads, with their configuration. */
  bundled?: Readonly<Record<string, object>> | undefined;
  /** Further parts of the gateway's configuration. */
  more?: Record<string, unknown>;
}

export class Gateway {
  readonly workspace: string;
  readonly #options: GatewayOptions;
  #changed: Changeable | undefined;
  #program: Program | undefined;
  #port = 0;

  constructor(options: GatewayOptions) {
    this.#options = options;
    this.workspace = join(options.dir, "workspace");
    mkdirSync(this.workspace, { recursive: true });
    for (const [id, source] of Object.entries(options.plugins)) {
      cpSync(source.path, join(options.dir, "plugins", id), { recursive: true });
    }
  }

  get program(): Program | undefined {
    return this.#program;
  }

  get url(): string {
    return `127.0.0.1:${this.#port}`;
  }

  /** The gateway also takes a port beside its own, which may be in use by then: it tries another then. */
  async start(): Promise<void> {
    for (let left = 3; ; left--) {
      try {
        await this.#begin();
        return;
      } catch (err) {
        if (left === 0 || !String(err).includes("EADDRINUSE")) throw err;
        this.#port = 0;
      }
    }
  }

  async #begin(): Promise<void> {
    const { dir, telegram, env } = this.#options;
    this.#port ||= await freePort();
    this.#write();
    const program = new Program(
      "openclaw",
      node(),
      [join(openclaw(), "openclaw.mjs"), "gateway", "run"],
      {
        PATH: `${dirname(node())}:${process.env["PATH"]}`,
        HOME: dir,
        TMPDIR: dir,
        NODE_COMPILE_CACHE: join(tmpdir(), "compile-cache"), // for all gateways of a run
        OPENCLAW_STATE_DIR: join(dir, "state"),
        OPENCLAW_CONFIG_PATH: this.#path,
        OPENCLAW_DISABLE_BONJOUR: "1",
        OPENCLAW_EXEC_SHELL_SNAPSHOT: "0",
        OPENCLAW_NO_RESPAWN: "1",
        OPENCLAW_NO_AUTO_UPDATE: "1",
        OPENCLAW_SKIP_CRON: "1",
        OPENCLAW_SKIP_CANVAS_HOST: "1",
        OPENCLAW_SKIP_GMAIL_WATCHER: "1",
        ...(telegram === undefined ? { OPENCLAW_SKIP_CHANNELS: "1" } : {}),
        NO_COLOR: "1",
        ...env,
      },
      dir,
    );
    this.#program = program;
    await until(
      "the gateway to be ready",
      async () => {
        if (!program.running) {
          throw new Error(`the gateway ended:\n${program.lines.items.slice(-20).join("\n")}`);
        }
        return (await ready(`http://${this.url}/ready`)) ? true : undefined;
      },
      300_000,
    );
  }

  async stop(): Promise<void> {
    await this.#program?.end(90_000);
    removeLocks(join(this.#options.dir, "state"));
  }

  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  /** Changes the configuration as an owner does, in its file, and waits until the running gateway uses it. */
  async configure(changed: Changeable): Promise<void> {
    const before = JSON.stringify(this.#config());
    this.#changed = changed;
    if (JSON.stringify(this.#config()) === before) {
      return;
    }
    const lines = this.#program?.lines;
    const place = lines?.now;
    this.#write();
    await lines?.first("the gateway to take its new configuration", (line) => line.includes("config hot reload applied"), place);
  }

  get #path(): string {
    return join(this.#options.dir, "openclaw.json");
  }

  #write(): void {
    writeFileSync(this.#path, JSON.stringify(this.#config(), null, 2));
  }

  #config() {
    const { dir, model, telegram, owner, plugins, bundled = {}, more } = this.#options;
    const { agents, ...others } = more ?? {};
    const { conversationAccess, toolSearch, codeMode = false, heartbeat = "none", servers = {}, config } = this.#changed ?? {};
    const entries = Object.entries(plugins).map(([id, { enabled = true, config: first }]) => {
      const ours = id === "provenance";
      const hooks = ours && conversationAccess === false ? {} : { hooks: { allowConversationAccess: true } };
      return [id, { enabled, ...hooks, config: ours && config ? config : first }];
    });
    return {
      gateway: {
        mode: "local",
        bind: "loopback",
        port: this.#port,
        auth: { mode: "token", token },
        controlUi: { enabled: false },
        http: { endpoints: { chatCompletions: { enabled: true }, responses: { enabled: true } } },
      },
      update: { checkOnStart: false },
      telemetry: { enabled: false },
      logging: { file: join(dir, "gateway.log") },
      browser: { enabled: false },
      discovery: { mdns: { mode: "off" } },
      agents: {
        ...(agents as object | undefined),
        defaults: { workspace: this.workspace, skipBootstrap: true, model: { primary: "mock/mock-1" }, heartbeat: { every: heartbeat === "none" ? "0m" : "24h", target: heartbeat } },
      },
      models: {
        mode: "merge",
        providers: {
          mock: {
            baseUrl: model,
            apiKey: "none",
            api: "openai-completions",
            models: [
              {
                id: "mock-1",
                name: "Mock",
                reasoning: false,
                input: ["text"],
                cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
                contextWindow: 128000,
                maxTokens: 4096,
              },
            ],
          },
        },
      },
      tools: {
        web: { fetch: { enabled: true, ssrfPolicy: { dangerouslyAllowPrivateNetwork: true } }, search: { enabled: false } },
        sessions: { visibility: "all" },
        toolSearch: toolSearch ? { enabled: true, mode: toolSearch } : false,
        codeMode: codeMode && { enabled: true, timeoutMs: 60_000 }, // ten seconds are short on a busy machine
      },
      plugins: {
        enabled: true,
        allow: [...Object.keys(plugins), ...Object.keys(bundled), "telegram"],
        load: { paths: Object.keys(plugins).map((id) => join(dir, "plugins", id)) },
        entries: Object.fromEntries([...entries, ...Object.entries(bundled).map(([id, config]) => [id, { enabled: true, config }]), ["telegram", { enabled: telegram !== undefined }]]),
      },
      ...(telegram === undefined
        ? {}
        : {
            channels: {
              telegram: {
                enabled: true,
                botToken: "4242:stories",
                apiRoot: telegram,
                dmPolicy: "open",
                allowFrom: ["*"],
                groupPolicy: "open",
                streaming: { mode: "off" },
                linkPreview: false,
                network: { dangerouslyAllowPrivateNetwork: true },
              },
            },
          }),
      mcp: { apps: { enabled: true }, servers: Object.fromEntries(Object.entries(servers).map(([name, tools]) => [name, { command: node(), args: [server, ...tools] }])) },
      commands: { ownerAllowFrom: [`telegram:${owner}`] },
      session: { dmScope: "per-channel-peer" },
      ...others,
    };
  }
}

async function ready(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(1000) });
    return ((await answer.json()) as { ready?: boolean }).ready === true;
  } catch {
    return false;
  }
}
