// The gateway leaves empty lock files in a folder of its own beside all temporary directories,
// named after its databases. A run removes its own.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, realpathSync, rmdirSync, rmSync } from "node:fs";
import { join } from "node:path";

export function removeLocks(stateDir: string): void {
  const locks = `/tmp/openclaw-state-locks-${process.getuid?.()}`;
  if (!existsSync(locks) || !existsSync(stateDir)) return;
  const databases = readdirSync(stateDir, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".sqlite"));
  for (const name of databases) {
    const hash = createHash("sha256").update(realpathSync(join(stateDir, name))).digest("hex").slice(0, 8);
    for (const lock of readdirSync(locks).filter((l) => l.includes(`.${hash}.`))) rmSync(join(locks, lock), { force: true });
  }
  try {
    rmdirSync(locks);
  } catch {
    // another gateway's locks are in it
  }
}
