import assert from "node:assert/strict";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { readKey } from "../src/key.ts";

const dir = mkdtempSync(join(tmpdir(), "pv-"));
after(() => rmSync(dir, { recursive: true }));

const path = (name: string, content: string, mode = 0o600): string => {
  const p = join(dir, name);
  writeFileSync(p, content);
  chmodSync(p, mode);
  return p;
};
const good = `${Buffer.alloc(32, 7).toString("base64")}\n`;

test("a key is read", async () => {
  assert.deepEqual((await readKey(path("good", good))).export(), Buffer.alloc(32, 7));
});

test("a key that others can read is refused", async () => {
  await assert.rejects(readKey(path("loose", good, 0o640)), /mode must be 0600/);
});

test("a symlink is refused", async () => {
  symlinkSync(path("target", good), join(dir, "link"));
  await assert.rejects(readKey(join(dir, "link")), { code: "ELOOP" });
});

test("a directory is refused", async () => {
  mkdirSync(join(dir, "d"), 0o700);
  await assert.rejects(readKey(join(dir, "d")), /not a regular file/);
});

test("what is not the base64 of 32 bytes is refused", async () => {
  await assert.rejects(readKey(path("short", "AAAA\n")), /is not a key/);
  await assert.rejects(readKey(path("long", `${good}\n`)), /is not a key/);
  await assert.rejects(readKey(path("noise", "!".repeat(45))), /is not a key/);
});
