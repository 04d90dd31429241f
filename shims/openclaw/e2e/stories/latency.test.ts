// The plugin's median cost per tool call, measured inside the gateway in two ways: by another
// plugin, as the difference between a gateway with ours and one without, and by our plugin itself.
// It only reports if the machine is too busy.
//
// The two gateways take turns, and the quietest round of each counts, since other load is not the
// plugin's cost. While the machine is too busy, there are more rounds. The gateway without the
// plugin also runs the control's stories.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { probe, say } from "../harness/steps.ts";
import { world, type World } from "../harness/world.ts";
import { control } from "./control.ts";

const leastRounds = 8;
const mostRounds = 40;
/** When no further round begins, in milliseconds: the figures so far are reported. */
const longEnough = 240_000;
const callsInRound = 20;
const policy = `
maxIterations: ${callsInRound + 2}
toolOverrides:
  probe_ext: {"*": allow}
toolOutputTaints:
  probe_ext: trusted
`;

// A channel, because the control's stories need one.
const [withPlugin, without] = await Promise.all([
  world({ policy, telegram: true }),
  world({ policy, telegram: true, protected: false }),
]);
control(without);

test("what the plugin adds to a tool call at the median is measured", async (t) => {
  const medians = { with: [] as number[], without: [] as number[], own: [] as number[] };
  // The bound of one millisecond is for a machine on which the gateway itself needs one for a call.
  // A slower machine is slower for both: there the plugin must cost less than the gateway does.
  let fast = 0, added = 0, own = 0, bar = 0;
  const began = Date.now();
  const more = (round: number) => round <= leastRounds || (round <= mostRounds && !(added < bar && own < bar));
  for (let round = 0; round === 0 || (more(round) && Date.now() - began < longEnough); round++) {
    medians.with.push(await measure(withPlugin));
    medians.without.push(await measure(without));
    const status = await withPlugin.chat.turn(withPlugin.session(), "/provenance status");
    medians.own.push(Number(/median ([\d.]+) ms/.exec(status)?.[1]));
    fast = quietest(medians.without);
    added = quietest(medians.with) - fast;
    own = quietest(medians.own);
    bar = Math.max(1, 0.9 * fast);
  }
  t.diagnostic(`medians of the rounds with the plugin: ${medians.with.map(ms).join(", ")}`);
  t.diagnostic(`medians of the rounds without it: ${medians.without.map(ms).join(", ")}`);
  t.diagnostic(`the plugin's own figures: ${medians.own.map(ms).join(", ")}`);
  t.diagnostic(`added to a call: ${ms(added)}; the plugin's own figure: ${ms(own)}`);
  t.diagnostic(`the bar is ${ms(bar)}: ${added < bar && own < bar ? "reached" : "NOT reached"}`);
  assert.ok(Number.isFinite(added) && Number.isFinite(own), "both clocks ran");
});

/** The median of one round: how long the gateway took around a call, without its tool's own time. */
async function measure({ chat, marks, mark, model, session }: World): Promise<number> {
  const ran = mark();
  const before = clocked(marks).length;
  const script = model.script(...Array.from({ length: callsInRound }, () => probe(ran)), say("done"));
  await chat.turn(session(), script.start);
  const times = clocked(marks).slice(before);
  assert.equal(times.length, callsInRound, "the clock ran for every call");
  return times.toSorted((a, b) => a - b)[callsInRound / 2] ?? NaN;
}

function clocked(marks: string): number[] {
  try {
    return readFileSync(`${marks}/times`, "utf8").trim().split("\n").map(Number);
  } catch {
    return []; // before the first call
  }
}

/** The first round only warms up. */
function quietest(medians: number[]): number {
  return Math.min(...medians.slice(1));
}

function ms(value: number): string {
  return `${value.toFixed(2)} ms`;
}
