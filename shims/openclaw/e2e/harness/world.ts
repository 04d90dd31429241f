// One world: the daemon, the gateway with the plugin, the model, the web, Telegram and the owner's
// web chat, in one scratch directory.
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, afterEach, type TestContext } from "node:test";
import { Daemon } from "./daemon.ts";
import { Gateway } from "./gateway.ts";
import { Model, type Shown } from "./model.ts";
import { Pages } from "./pages.ts";
import { plugin, probe, scratch } from "./places.ts";
import { owner, Telegram } from "./telegram.ts";
import { approvalCaps, type Device, newDevice, Webchat } from "./webchat.ts";

export interface WorldOptions {
  policy?: string;
  telegram?: boolean;
  /** false: the gateway runs without the plugin. */
  protected?: boolean;
  /** The plugin's configuration when the gateway starts, without the runtime directory. */
  config?: Record<string, unknown>;
  /** Plugins of the gateway's own that it also loads, with their configuration. */
  bundled?: Record<string, object>;
  /** Further parts of the gateway's own configuration. */
  gateway?: Record<string, unknown>;
}

/** What the stories of a topic have in common. The defaults are those of a user who changes nothing. */
export interface Settings {
  policy?: string;
  /** The plugin's own configuration, without the runtime directory. */
  config?: Record<string, unknown>;
  conversationAccess?: boolean;
  toolSearch?: "tools" | "code";
  codeMode?: boolean;
  heartbeat?: "owner";
  servers?: Record<string, string[]>;
}

export interface World {
  daemon: Daemon;
  gateway: Gateway;
  model: Model;
  pages: Pages;
  telegram: Telegram;
  /** The owner's client, which can show approval requests. */
  chat: Webchat;
  /** Begins a topic: when this returns, its settings are in force, and no others. */
  begin(settings?: Settings): Promise<void>;
  /** Another client of the owner. */
  client(caps?: string[], scopes?: string[]): Promise<Webchat>;
  /** A client of the owner's with a screen: tasks can be suggested to no other. */
  screen(): Promise<Webchat>;
  /** Restarts the gateway and connects the client again. */
  restartGateway(): Promise<void>;
  /** Restarts the daemon and waits until the plugin has found it, since for a moment after a failure it does not look. */
  restartDaemon(): Promise<void>;
  /** The directory of the marks. */
  marks: string;
  mark(): Mark;
  /** The key of a session that nobody has used. */
  session(): string;
  /** Ends it before its file does. */
  end(): Promise<void>;
}

/** A file to which a tool writes a line each time it really runs. */
export class Mark {
  readonly name: string;
  readonly #path: string;

  constructor(dir: string, name: string) {
    this.name = name;
    this.#path = join(dir, name);
  }

  get times(): number {
    return existsSync(this.#path) ? readFileSync(this.#path, "utf8").split("\n").length - 1 : 0;
  }

  /** The command that leaves it. */
  get command(): string {
    return `echo ran >> ${this.#path}`;
  }
}

const usual = "mode: provenance\n";

/** Builds a world for the stories of one file. It ends with them. */
export async function world(options: WorldOptions = {}): Promise<World> {
  const parts = new AsyncDisposableStack();
  const end = () => parts.disposeAsync();
  after(end);

  const { dir, remove } = scratch();
  parts.defer(remove);
  const marks = join(dir, "marks");
  mkdirSync(marks);

  const daemon = new Daemon(join(dir, "d"), options.policy ?? usual);
  parts.defer(() => daemon.verify());
  const model = new Model();
  parts.defer(() => model.stop());
  const pages = new Pages();
  parts.defer(() => pages.stop());
  const telegram = new Telegram();
  parts.defer(() => telegram.stop());
  await pages.start();
  const gateway = new Gateway({
    dir: join(dir, "g"),
    model: await model.start(),
    telegram: options.telegram ? await telegram.start() : undefined,
    owner,
    bundled: options.bundled,
    ...(options.gateway === undefined ? {} : { more: options.gateway }),
    plugins: {
      probe: { path: probe, config: { dir: marks } }, // first: its clock runs while ours is asked
      provenance: { path: plugin(), enabled: options.protected ?? true, config: { runtimeDir: daemon.runtimeDir, ...options.config } },
    },
  });

  parts.defer(() => daemon.stop());
  await daemon.start();
  parts.defer(() => gateway.stop());
  tellWhenRed({ daemon, gateway, model, telegram });
  await gateway.start();

  const clients = new Set<Webchat>();
  const disconnect = () => {
    clients.forEach((connected) => connected.close());
    clients.clear();
  };
  parts.defer(disconnect);
  const client = async (caps?: string[], scopes?: string[], device?: Device) => {
    const connected = await Webchat.connect(gateway.url, caps, scopes, device);
    clients.add(connected);
    return connected;
  };

  let marked = 0;
  let sessions = 0;
  const made: World = {
    daemon,
    gateway,
    model,
    pages,
    telegram,
    chat: await client(),
    begin: async ({ policy, config, conversationAccess, toolSearch, codeMode, heartbeat, servers } = {}) => {
      await daemon.policy(policy ?? usual);
      await gateway.configure({ toolSearch, codeMode, heartbeat, servers, conversationAccess, config: { runtimeDir: daemon.runtimeDir, ...config } });
    },
    client,
    screen: () => client([...approvalCaps, "task-suggestions"], undefined, newDevice()),
    restartGateway: async () => {
      disconnect();
      await gateway.restart();
      made.chat = await client();
    },
    restartDaemon: async () => {
      const lines = gateway.program?.lines;
      const from = lines?.now;
      await daemon.restart();
      await lines?.first("the plugin to find the daemon", (line) => line.includes("connected to the daemon"), from);
    },
    marks,
    mark: () => new Mark(marks, `mark-${++marked}`),
    session: () => `agent:main:story-${++sessions}`,
    end,
  };
  return made;
}

/** Prints the last messages of all parts, below a story that failed. */
function tellWhenRed({ gateway, daemon, model, telegram }: Pick<World, "gateway" | "daemon" | "model" | "telegram">): void {
  afterEach((context) => {
    // Node's types do not have it yet.
    if ((context as TestContext & { passed: boolean }).passed) {
      return;
    }
    for (const program of [gateway.program, daemon.program]) {
      console.error(`--- ${program?.name}\n${program?.lines.items.slice(-60).join("\n")}`);
    }
    console.error("--- the model was shown", JSON.stringify(model.shown.items.slice(-4).map(lastOf), null, 1));
    console.error("--- the bot sent", JSON.stringify(telegram.sent.items.slice(-6), null, 1));
  });
}

function lastOf({ script, step, messages }: Shown) {
  return { script, step, messages: messages.slice(-5).map(({ role, text }) => `${role}: ${text.slice(0, 600)}`) };
}
