// One session for the direct chats of all channels, and two agents. Each agent has its own history,
// and both have one level.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { injection } from "../harness/pages.ts";
import { look, run, say } from "../harness/steps.ts";
import { world } from "../harness/world.ts";

const w = await world({
  config: { approvals: "code" },
  gateway: { session: { scope: "global" }, agents: { list: [{ id: "main", default: true }, { id: "work" }] } },
});

describe("one session for all chats", () => {
  test("what one of two agents has read, /new for the other does not make good", async () => {
    const [main, work] = ["agent:main:main", "agent:work:main"] as const;
    await w.chat.turn(main, w.model.script(say("hello")).start);
    const reads = w.model.script(look(w.pages), say("seen"));
    assert.equal(await w.chat.turn(work, reads.start), "seen");
    await w.daemon.reaches("global", "untrusted");
    await w.chat.turn(main, "/new");
    await w.daemon.reaches("global", "untrusted");
    const ran = w.mark();
    const runs = w.model.script(run(ran), say("over"));
    await w.chat.turn(work, runs.start);
    assert.ok(runs.shown()[0]?.messages.some(({ text }) => text.includes(injection)), "the model still knows the page");
    assert.equal(ran.times, 0);
  });
});
