// A program that a story runs: its output as a feed of lines, and its end, by
// its own process id only.
import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { Feed, within } from "./feed.ts";

export class Program {
  readonly name: string;
  readonly lines = new Feed<string>();
  readonly exited: Promise<void>;
  readonly #child: ChildProcess;
  readonly #lastResort = () => void this.#child.kill("SIGKILL");

  constructor(name: string, command: string, args: string[], env: NodeJS.ProcessEnv, cwd: string) {
    this.name = name;
    this.#child = spawn(command, args, { env, cwd, stdio: ["ignore", "pipe", "pipe"] });
    for (const output of [this.#child.stdout, this.#child.stderr]) {
      if (output) {
        createInterface({ input: output }).on("line", (line) => this.lines.push(line));
      }
    }
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

  signal(name: NodeJS.Signals): void {
    this.#child.kill(name);
  }

  /** Asks it to end, and after the grace makes it. */
  async end(graceMs: number): Promise<void> {
    this.signal("SIGTERM");
    try {
      await within(`${this.name} to end`, graceMs, this.exited);
    } catch {
      await this.kill();
    }
  }

  async kill(): Promise<void> {
    this.signal("SIGKILL");
    await this.exited;
  }
}
