import assert from "node:assert/strict";
import { test } from "node:test";
import { Latencies } from "../src/latencies.ts";

test("the last 256 count", () => {
  const l = new Latencies();
  assert.ok(Number.isNaN(l.quantile(0.5)));
  for (let ms = 1; ms <= 1000; ms++) l.add(ms);
  assert.equal(l.count, 256);
  assert.equal(l.quantile(0), 745);
  assert.equal(l.quantile(0.5), 873);
  assert.equal(l.quantile(1), 1000);
});
