// What the plugin costs: less than a millisecond at the median for a tool call,
// measured inside the gateway, twice: by another plugin, as the difference
// between a gateway with ours and one without; and by our plugin itself.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { probe, say } from "../harness/steps.ts";
import { world } from "../harness/world.ts";

const turns = 5;
const callsInTurn = 40;

test("the plugin adds less than a millisecond at the median to a tool call", async (t) => {
  const without = await measure(false);
  const withPlugin = await measure(true);
  const added = median(withPlugin.times) - median(without.times);
  const own = /median\D*([\d.]+)\s*(ms|µs)/i.exec(withPlugin.status);
  t.diagnostic(`host alone ${ms(median(without.times))}, with the plugin ${ms(median(withPlugin.times))}: added ${ms(added)} a call`);
  t.diagnostic(`the plugin's own figure: ${own?.[0] ?? withPlugin.status}`);
  assert.ok(added < 1, `the plugin adds ${ms(added)}`);
  assert.ok(own, `no median in ${withPlugin.status}`);
  assert.ok(Number(own[1]) < (own[2] === "ms" ? 1 : 1000), own[0]);
});

async function measure(guarded: boolean) {
  const { chat, marks, mark, model, session, end } = await world({
    protected: guarded,
    policy: `maxIterations: ${callsInTurn + 2}\ntoolOverrides:\n  probe_ext: {"*": allow}\ntoolOutputTaints:\n  probe_ext: trusted\n`,
  });
  const ran = mark();
  for (let turn = 0; turn < turns; turn++) {
    const script = model.script(...Array.from({ length: callsInTurn }, () => probe(ran)), say("done"));
    await chat.turn(session(), script.start);
  }
  assert.equal(ran.times, turns * callsInTurn);
  const times = readFileSync(`${marks}/times`, "utf8").trim().split("\n").map(Number);
  assert.equal(times.length, ran.times, "the clock ran for every call");
  const status = guarded ? await chat.turn(session(), "/provenance status") : "";
  await end();
  return { times, status };
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}

function ms(value: number): string {
  return `${value.toFixed(3)} ms`;
}
