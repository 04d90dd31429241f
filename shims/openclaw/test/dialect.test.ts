import assert from "node:assert/strict";
import { test } from "node:test";
import { Dialect, type Step } from "../src/dialect.ts";
import { trustedPolicy } from "../src/tools.ts";
import { rig } from "./support/plugin.ts";

const input = (event: object) => ({ now: Date.now(), zone: 0, event, ctx: { sessionKey: "s" }, rows: [] });
const ask = (d: Dialect, id: string): Step => d.begin("before_tool_call", input({ toolName: "exec", toolCallId: id, fits: true }), []);

test("a hook that fails says why, and those that wait go on", () => {
  const d = new Dialect();
  const waiting = ask(d, "a");
  assert.throws(() => d.begin("none", input({}), []), /there is no hook "none"/);
  assert.throws(() => d.goOn(waiting.id + 1, {}), /no hook 2 waits/);
  assert.throws(() => d.begin("about", [] as object, []), /hook "about"/);
  const done = d.goOn(waiting.id, { type: "decision", verdict: "allow", result: {} });
  assert.deepEqual(done.result, { runs: true });
});

test("any text gets through, and leaves nothing for the next", () => {
  const d = new Dialect();
  for (const text of ["", "\ud800 half a character", "é\u0000 🦀", "x".repeat(1 << 20), "y"]) {
    const step = d.begin("before_agent_run", { ...input({}), rows: [] }, [text]);
    const messages = step.want?.ask?.event["messages"] as { content?: string }[];
    assert.equal(messages[0]?.content ?? "", text.toWellFormed());
    d.goOn(step.id, { type: "decision", verdict: "allow", result: {} });
  }
});

test("a call whose hook fails does not run, and the log says why", async (t) => {
  const { fake, p } = await rig(t);
  Object.defineProperty(p, "dialect", { value: { begin: () => assert.fail("it is broken") } });
  const verdict = await trustedPolicy(p, { toolName: "exec", params: {}, toolCallId: "a" }, { sessionKey: "s" });
  assert.deepEqual(verdict, { block: true, blockReason: "Tool 'exec' is blocked: the security plugin has failed: it is broken. Tell the owner." });
  assert.match((p.host.logger as { lines?: string[] }).lines?.join("\n") ?? "", /the hook trusted_policy has failed: it is broken/);
  assert.equal(fake.asked.length, 0);
});
