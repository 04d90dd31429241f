// The vectors of internal/authentic, which this is a port of.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { strip } from "../src/lookalikes.ts";

interface Vector {
  readonly name: string;
  readonly text: string;
  readonly stripped: string;
}

const path = join(import.meta.dirname, "../../../internal/authentic/testdata/lookalikes.json");
const vectors = JSON.parse(readFileSync(path, "utf8")) as Vector[];

for (const { name, text, stripped } of vectors) {
  test(`look-alikes: ${name}`, () => {
    assert.equal(strip(text), stripped);
    assert.equal(strip(stripped), stripped, "what comes out holds none");
  });
}

test("look-alikes: the work grows with the text", () => {
  const time = (n: number) => {
    const text = "[Tool result] <tool_result> x\n".repeat(n);
    const start = performance.now();
    strip(text);
    return performance.now() - start;
  };
  time(2000);
  assert.ok(time(16_000) < 64 * Math.max(1, time(2000)), "eight times the text must not take sixty-four times as long");
});
