// A program that a story runs: its output as a feed of lines, and its end. It leads a process group
// of its own, so that its children end with it. While it runs, a file has the group's number, with
// which run.sh ends what a killed story left behind.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Feed, within } from "./feed.ts";

export class Program {
  readonly name: string;
  readonly lines = new Feed<string>();
  readonly exited: Promise<void>;
  readonly #child: ChildProcess;
  readonly #note: string;
  readonly #lastResort = () => this.signal("SIGKILL");

  constructor(name: string, command: string, args: string[], env: NodeJS.ProcessEnv, cwd: string) {
    this.name = name;
    this.#child = spawn(command, args, { env, cwd, stdio: ["ignore", "pipe", "pipe"], detached: true });
    for (const output of [this.#child.stdout, this.#child.stderr]) {
      if (output) {
        createInterface({ input: output }).on("line", (line) => this.lines.push(line));
      }
    }
    const running = join(tmpdir(), "running");
    mkdirSync(running, { recursive: true });
    this.#note = join(running, String(this.#child.pid));
    writeFileSync(this.#note, name);
    process.once("exit", this.#lastResort);
    this.exited = new Promise((resolve) => {
      this.#child.once("error", (error) => {
        this.lines.push(`could not be run: ${error.message}`);
        resolve();
      });
      this.#child.once("exit", (code, signal) => {
        this.lines.push(`exited: ${signal ?? code}`);
        process.removeListener("exit", this.#lastResort);
        resolve();
      });
    });
  }

  get running(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Sends a signal to it and its children. */
  signal(name: NodeJS.Signals): void {
    try {
      process.kill(-(this.#child.pid ?? NaN), name);
    } catch {
      return; // nobody is left
    }
  }

  /** Asks it to end, which it must within the grace period, and leaves none of its children behind. */
  async end(graceMs: number): Promise<void> {
    this.#child.kill("SIGTERM");
    try {
      await within(`${this.name} to end by itself`, graceMs, this.exited);
    } finally {
      await this.kill();
    }
  }

  async kill(): Promise<void> {
    this.signal("SIGKILL");
    await this.exited;
    rmSync(this.#note, { force: true });
  }
}
