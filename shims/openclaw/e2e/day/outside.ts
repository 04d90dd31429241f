// The world that the day's agent looks at: a web of named pages behind a proxy, and the
// owner's programs, which print what the script has for them.
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { Socket } from "node:net";
import { dirname, join } from "node:path";
import { listen } from "../harness/http.ts";
import { node } from "../harness/places.ts";
import type { Day } from "./script.ts";

const names = ["gog", "openhue", "gh", "npm", "go", "docker", "ssh", "scp", "rsync", "curl", "brew", "crontab", "systemctl", "mail"];

export class Outside {
  readonly #pages: ReadonlyMap<string, string>;
  readonly #sockets = new Set<Socket>();
  readonly #server = createServer((request, response) => {
    const address = request.url?.startsWith("http://") ? request.url : `http://${request.headers.host}${request.url}`;
    const page = this.#pages.get(address.replace(/^http:\/\/([^/:]+):80\//, "http://$1/"));
    response.writeHead(page === undefined ? 404 : 200, { "content-type": "text/html" });
    response.end(`<html><head><title>${address}</title></head><body>${(page ?? "not found").split("\n").map((line) => `<p>${line}</p>`).join("\n")}</body></html>`);
  });
  /** Where the programs are. */
  readonly programs: string;
  readonly #ran: string;

  constructor(dir: string, { pages, replies, makes }: Day) {
    this.programs = join(dir, "programs");
    this.#ran = join(dir, "ran");
    this.#pages = pages;
    mkdirSync(this.programs, { recursive: true });
    const known = join(this.programs, "outside.json");
    writeFileSync(known, JSON.stringify({ replies: Object.fromEntries(replies), makes: Object.fromEntries(makes), ran: this.#ran }));
    const source = readFileSync(new URL("program.mjs", import.meta.url), "utf8").replace("OUTSIDE", JSON.stringify(known));
    const called = [...replies.keys()].map((said) => said.split(" ")[0] ?? "");
    for (const program of new Set([...names, ...called])) {
      const path = join(this.programs, program);
      writeFileSync(path, `#!${node()}\n${source}`);
      chmodSync(path, 0o755);
    }
    // A web has more than one host: a proxy stands in for all of them.
    this.#server.on("connect", (_, socket: Socket) => {
      this.#sockets.add(socket);
      socket.on("error", () => socket.destroy());
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      this.#server.emit("connection", socket);
    });
  }

  /** What a gateway's environment needs to find this world. */
  async start(): Promise<Record<string, string>> {
    const proxy = await listen(this.#server);
    return {
      HTTP_PROXY: proxy,
      http_proxy: proxy,
      NO_PROXY: "127.0.0.1,localhost",
      no_proxy: "127.0.0.1,localhost",
    };
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
    this.#sockets.forEach((socket) => socket.destroy());
  }

  /** Has git find the day's repositories under their addresses, by the configuration in a home. */
  clonable(repos: Day["repos"], home: string): void {
    let config = "[user]\nname = ana\nemail = ana@home.example\n[init]\ndefaultBranch = main\n[push]\ndefault = current\n";
    const git = (...args: string[]) => execFileSync("git", args, { env: { ...process.env, HOME: home } });
    writeFileSync(join(home, ".gitconfig"), config);
    for (const [index, [address, files]] of [...repos].entries()) {
      const at = join(dirname(this.programs), `repo${index}`);
      for (const [name, text] of files) {
        mkdirSync(dirname(join(at, name)), { recursive: true });
        writeFileSync(join(at, name), text);
      }
      git("init", "-q", at);
      git("-C", at, "add", "-A");
      git("-C", at, "commit", "-qm", "first");
      git("clone", "-q", "--bare", at, `${at}.git`);
      config += `[url "file://${at}.git"]\ninsteadOf = ${address}\n`;
    }
    writeFileSync(join(home, ".gitconfig"), config);
  }

  /** The command lines of these programs that really ran, one by one. */
  ran(): string[] {
    return existsSync(this.#ran) ? readFileSync(this.#ran, "utf8").trim().split("\n").map((line) => JSON.parse(line) as string) : [];
  }
}
