// Tool Search: the model calls tool_call, and the tool inside counts, for the verdict on the call
// and for the level of its result.
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { injection } from "../harness/pages.ts";
import { call, say } from "../harness/steps.ts";
import type { World } from "../harness/world.ts";

export const toolsearch = (w: World) =>
  describe("toolsearch", () => {
    const { daemon, mark, model, pages, session } = w;
    before(() => w.begin({ toolSearch: "tools", config: { approvals: "code" } }));

    const inside = (id: string, args: Record<string, unknown>) => call("tool_call", { id, args });
    const runInside = (ran: { command: string }) => inside("exec", { command: ran.command });

    test("the model is offered tool_call", async () => {
      const script = model.script(say("hello"));
      await w.chat.turn(session(), script.start);
      assert.ok(script.shown()[0]?.tools.includes("tool_call"), script.shown()[0]?.tools.join());
    });

    test("exec inside tool_call runs in a clean session", async () => {
      const key = session();
      const ran = mark();
      const script = model.script(runInside(ran), say("done"));
      await w.chat.turn(key, script.start);
      assert.equal(ran.times, 1);
      assert.equal(await daemon.level(key), "trusted");
    });

    test("a page fetched inside tool_call taints, and exec inside tool_call is held", async () => {
      const key = session();
      const ran = mark();
      const script = model.script(inside("web_fetch", { url: pages.url() }), runInside(ran), say("may I?"), runInside(ran), say("done"));
      await w.chat.turn(key, `look it up ${script.start}`);
      assert.ok(script.results()[0]?.includes(injection));
      await daemon.reaches(key, "untrusted");
      assert.equal(ran.times, 0);
      assert.match(script.results()[1] ?? "", /blocked by security policy/);

      await w.chat.turn(key, `.approve exec ${await daemon.code(key)}`);
      assert.equal(ran.times, 1);
    });

    test("a page from a known address, fetched inside tool_call, leaves the session as it is", async () => {
      await daemon.policy(`urlOutputTaints: {"${pages.place}": trusted}\n`);
      for (const [url, level] of [[pages.known(), "trusted"], [pages.away(), "untrusted"]] as const) {
        const key = session();
        const script = model.script(inside("web_fetch", { url }), say("seen"));
        await w.chat.turn(key, `look it up ${script.start}`);
        await daemon.reaches(key, level);
      }
    });

    test("a tool that nobody has classified is held inside tool_call", async () => {
      const ran = mark();
      const script = model.script(inside("probe_ext", { mark: ran.name }), say("could not"));
      await w.chat.turn(session(), script.start);
      assert.equal(ran.times, 0);
    });

    test("where messages are checked, the inner tool is what a message must ask for, and wrapped results are known again", async () => {
      await daemon.policy("authentication: {mode: enforce}\n");
      const ran = mark();
      const held = mark();
      const key = session();
      const script = model.script(runInside(ran), inside("nosuchtool", {}), say("done"));
      await w.chat.turn(key, `run the tests ${script.start}`);
      const next = model.script(runInside(held), say("may I?"));
      await w.chat.turn(key, `check the weather ${next.start}`);
      assert.deepEqual([ran.times, held.times], [1, 0]);
      assert.match(next.results().at(-1) ?? "", /outside the scope/);
      await w.restartGateway();
      await w.chat.turn(key, "hello");
      const { authentication } = await daemon.ask<{ authentication: { messages: number; results: number }[] }>("status");
      assert.deepEqual(authentication.map(({ messages, results }) => [messages, results]), [[0, 0]]);
    });
  });
