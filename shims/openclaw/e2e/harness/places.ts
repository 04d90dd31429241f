// Locations: the project's own parts, the installed gateway, and the scratch directories of one
// run.
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const here = import.meta.dirname;
export const repository = resolve(here, "../../../..");
export const bin = join(repository, "bin");
export const probe = resolve(here, "../probe");
export const server = resolve(here, "../probe/server.mjs");

function named(variable: string): string {
  const value = process.env[variable];
  if (!value) {
    throw new Error(`${variable} is not set: start the stories with run.sh`);
  }
  return resolve(value);
}

/** A directory with node_modules/openclaw. */
export const openclaw = () => join(named("PROVENANCED_OPENCLAW"), "node_modules/openclaw");
/** A Node that this gateway accepts. */
export const node = () => named("PROVENANCED_NODE");
/** The plugin as it is published. */
export const plugin = () => named("PROVENANCED_PLUGIN");

/** A new directory with a short name, since a Unix socket's path has 107 bytes. */
export function scratch(): { dir: string; remove: () => void } {
  const dir = mkdtempSync(join(tmpdir(), "pv-"));
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true, maxRetries: 5 }) };
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => (address && typeof address === "object" ? resolve(address.port) : reject(new Error("no port"))));
    });
  });
}
