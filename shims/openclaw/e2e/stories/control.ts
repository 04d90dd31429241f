// The negative control: the same injected page and the same answers of the model, without
// protection. exec runs. Without this, every "it did not run" of the other stories would prove
// nothing.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { injection } from "../harness/pages.ts";
import { look, probe, run, say } from "../harness/steps.ts";
import { owner } from "../harness/telegram.ts";
import type { World } from "../harness/world.ts";

export const control = (w: World) =>
  describe("control", () => {
    const { mark, model, pages, session, telegram } = w;

    test("webchat, no guard: exec runs after an injected page", async () => {
      const ran = mark();
      const script = model.script(look(pages), run(ran), say("it is done"));
      assert.equal(await w.chat.turn(session(), `look it up ${script.start}`), "it is done");
      assert.equal(ran.times, 1);
      assert.ok(script.results()[0]?.includes(injection));
    });

    test("Telegram, no guard: exec runs after an injected page", async () => {
      const ran = mark();
      const script = model.script(look(pages), run(ran), say("it is done, in Telegram"));
      telegram.say(owner, `look it up ${script.start}`);
      await telegram.answer("the answer", owner, ({ text }) => text === "it is done, in Telegram", 0);
      assert.equal(ran.times, 1);
    });

    test("no guard: a tool that nobody has classified runs", async () => {
      const ran = mark();
      const script = model.script(probe(ran), say("it is done"));
      await w.chat.turn(session(), script.start);
      assert.equal(ran.times, 1);
    });
  });
