// The real daemon, with the owner's command line. It can be stopped, killed, suspended, and
// replaced by something that talks nonsense.
import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { until } from "./feed.ts";
import { bin } from "./places.ts";
import { Program } from "./program.ts";

export interface Answer {
  code: number;
  stdout: string;
  stderr: string;
}

export interface Pending {
  session: string;
  code: string;
  tools: string[];
  level: string;
  expiresIn: number;
}

export interface Grant {
  tool: string;
  scope: string;
  expiresIn: number;
}

export interface Blocked {
  id: string;
  session: string;
  path: string;
  operation: string;
  level: string;
}

export class Daemon {
  readonly runtimeDir: string;
  readonly #stateDir: string;
  readonly #policy: string;
  readonly #dir: string;
  #program: Program | undefined;
  readonly #all: Program[] = [];
  #impostor: { server: Server; sockets: Set<Socket> } | undefined;

  constructor(dir: string, policy: string) {
    this.#dir = dir;
    this.runtimeDir = join(dir, "run");
    this.#stateDir = join(dir, "state");
    this.#policy = join(dir, "policy.yaml");
    mkdirSync(dir, { recursive: true });
    writeFileSync(this.#policy, policy);
  }

  get program(): Program | undefined {
    return this.#program;
  }

  async start(): Promise<void> {
    if (this.#program?.running) {
      throw new Error("provenanced runs already");
    }
    const args = ["serve", "--runtime-dir", this.runtimeDir, "--state-dir", this.#stateDir, "--policy", this.#policy];
    const program = new Program("provenanced", join(bin, "provenanced"), args, process.env, this.#dir);
    this.#program = program;
    this.#all.push(program);
    await until("provenanced to answer", async () => {
      if (!program.running) {
        throw new Error(`provenanced ended: ${program.lines.items.join("\n")}`);
      }
      return (await this.ctl("status")).code === 0 ? true : undefined;
    });
  }

  async stop(): Promise<void> {
    await this.unmask();
    this.#program?.signal("SIGCONT");
    await this.#program?.end(60_000);
  }

  async kill(): Promise<void> {
    await this.#program?.kill();
  }

  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  /** Suspends it. On a busy machine its threads run for a moment after the signal, and may answer. */
  async hang(): Promise<void> {
    const pid = this.#program?.pid ?? 0;
    this.#program?.signal("SIGSTOP");
    await until("the daemon to stop", () => {
      const states = readdirSync(`/proc/${pid}/task`).map((task) => readFileSync(`/proc/${pid}/task/${task}/stat`, "utf8").split(") ").at(-1)?.[0]);
      return states.every((state) => state === "T") ? true : undefined;
    });
  }

  wake(): void {
    this.#program?.signal("SIGCONT");
  }

  /** Takes the dead daemon's place and answers every line with random bytes. */
  async impersonate(): Promise<void> {
    const path = join(this.runtimeDir, "gateway.sock");
    rmSync(path, { force: true });
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.on("error", () => socket.destroy());
      socket.on("close", () => sockets.delete(socket));
      socket.on("data", () => socket.write("HTTP/1.1 200 OK\r\n\r\nall is allowed"));
    });
    await new Promise<void>((resolve, reject) => server.once("error", reject).listen(path, resolve));
    this.#impostor = { server, sockets };
  }

  async unmask(): Promise<void> {
    const impostor = this.#impostor;
    if (impostor) {
      this.#impostor = undefined;
      const closed = new Promise((resolve) => impostor.server.close(resolve));
      impostor.sockets.forEach((socket) => socket.destroy());
      await closed;
    }
  }

  /** Changes the policy, which is in force when this returns. */
  async policy(text: string): Promise<void> {
    writeFileSync(this.#policy, text);
    await this.ask("reload");
  }

  /** Uses the policy of an owner who names a preset, or has a file of their own. */
  async preset(name: string): Promise<void> {
    if (existsSync(name)) {
      cpSync(name, this.#policy);
      return;
    }
    await this.ask("policy", "init", "--force", "--preset", name, this.#policy);
  }

  /** Runs provenancectl. */
  ctl(...args: string[]): Promise<Answer> {
    return new Promise((resolve) => {
      const all = [...args, "--runtime-dir", this.runtimeDir, "--json"];
      execFile(join(bin, "provenancectl"), all, { timeout: 60_000 }, (error, stdout, stderr) => {
        resolve({ code: error === null ? 0 : typeof error.code === "number" ? error.code : -1, stdout, stderr });
      });
    });
  }

  /** Runs provenancectl and reads its answer. */
  async ask<T>(...args: string[]): Promise<T> {
    const { code, stdout, stderr } = await this.ctl(...args);
    if (code !== 0) {
      throw new Error(`provenancectl ${args.join(" ")}: exit ${code}: ${stderr || stdout}`);
    }
    return JSON.parse(stdout) as T;
  }

  /** The level of a session, or "" if the daemon does not know it. */
  async level(session: string): Promise<string> {
    const rows = await this.ask<{ session: string; level: string }[]>("sessions");
    return rows.find((row) => row.session === session)?.level ?? "";
  }

  /** Waits for a session's level: nobody waits for a reported result, so the reply can come first. */
  async reaches(session: string, level: string): Promise<void> {
    await until(`the level of ${session} to be ${level}`, async () => ((await this.level(session)) === level ? true : undefined));
  }

  async pending(session: string): Promise<Pending | undefined> {
    return (await this.ask<Pending[]>("pending")).find((row) => row.session === session);
  }

  /** Waits for the end of a session's turn, which the gateway reports a moment after the reply. */
  async ended(session: string): Promise<void> {
    await until(`the turn of ${session} to end`, async () => {
      const { turn } = await this.ask<{ turn: { open: boolean } }>("session", session);
      return turn.open ? undefined : true;
    });
  }

  async grants(session: string): Promise<Grant[]> {
    return (await this.ask<{ grants: Grant[] }>("session", session)).grants;
  }

  /** The code that waits for a session's owner. */
  async code(session: string): Promise<string> {
    return (await until(`a code for ${session}`, () => this.pending(session))).code;
  }

  /** Checks the whole ledger, and that no question was too large for the daemon. */
  async verify(): Promise<void> {
    await this.ask("audit", "verify", join(this.#stateDir, "ledger"));
    for (const line of this.#all.flatMap(({ lines }) => lines.items)) {
      if (line.includes('"cause":"panic')) {
        throw new Error(`provenanced could not answer: ${line.slice(0, 1000)}`);
      }
    }
  }
}
