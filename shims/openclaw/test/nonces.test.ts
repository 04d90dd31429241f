import assert from "node:assert/strict";
import { test } from "node:test";
import { Nonces } from "../src/nonces.ts";

test("no nonce comes twice, over many draws", () => {
  const nonces = new Nonces();
  const seen = new Set(Array.from({ length: 10_000 }, () => nonces.next()));
  assert.equal(seen.size, 10_000);
  for (const n of seen) assert.match(n, /^[0-9a-f]{32}$/);
});
