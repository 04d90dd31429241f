// Whether protection is active is visible: in /provenance and /firewall status, for the owner only;
// in the log; and in the tools that the model is offered.
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { look, run, say } from "../harness/steps.ts";
import { owner, stranger } from "../harness/telegram.ts";
import type { World } from "../harness/world.ts";

const policy = "mode: provenance\n";

export const visible = (w: World) =>
  describe("visible", () => {
    const { client, daemon, gateway, mark, model, pages, session, telegram } = w;
    before(() => w.begin({ policy, config: { approvals: "code" } }));

    test("webchat: /provenance status tells the owner that the canary was denied", async () => {
      await gateway.program?.lines.first("the self-check", (line) => line.includes("self-check passed"));
      const status = await w.chat.turn(session(), "/provenance status");
      assert.match(status, /self-check: passed/);
      assert.match(status, /plugin: connected/);
      assert.doesNotMatch(status, /WARNING/);
    });

    test("webchat: /firewall says the same, and lets a call pass, without the model", async () => {
      const key = session();
      const ran = mark();
      const script = model.script(look(pages), run(ran), say("may I?"), run(ran), say("that was all"));
      await w.chat.turn(key, script.start);
      const asked = model.shown.items.length;
      assert.match(await w.chat.turn(key, "/firewall status"), /This session is untrusted[^]*self-check: passed/);
      assert.match(await w.chat.turn(key, "/firewall explain last"), /exec/);
      assert.equal(await w.chat.turn(key, `/firewall approve ${await daemon.code(key)} once`), "Approved once: exec.");
      assert.equal(model.shown.items.length, asked);
      assert.equal(await w.chat.turn(key, "go on"), "that was all");
      assert.equal(ran.times, 1);
    });

    test("Telegram: the owner is told the same, a stranger is not", async () => {
      let place = telegram.sent.now;
      telegram.say(owner, "/provenance status");
      await telegram.answer("the status", owner, ({ text }) => /self-check: passed/.test(text), place);
      place = telegram.sent.now;
      telegram.say(stranger, "/provenance status");
      const script = model.script(say("hello, stranger"));
      telegram.say(stranger, script.start);
      await telegram.answer("an answer to what came after it", stranger, ({ text }) => text === "hello, stranger", place);
      const told = telegram.sent.since(place).filter((sent) => sent.chat === stranger);
      assert.ok(!told.some(({ text }) => /self-check|median|connected/.test(text)), JSON.stringify(told));
    });

    test("a client without the right to approve is told nothing", async () => {
      const reader = await client(["tool-events"], ["operator.read", "operator.write"]);
      const told = await reader.turn(session(), "/provenance status");
      assert.doesNotMatch(told, /self-check|median|connected/);
    });

    test("restricted tools are not offered to the model once the context is tainted", async () => {
      await daemon.policy(`${policy}taintPolicy: {untrusted: restrict}\n`);
      const key = session();
      const ran = mark();
      const first = model.script(look(pages), say("seen"));
      await w.chat.turn(key, `look it up ${first.start}`);
      assert.ok(first.shown()[0]?.tools.includes("exec"));
      const next = model.script(run(ran), say("could not"));
      await w.chat.turn(key, next.start);
      const offered = next.shown()[0]?.tools ?? [];
      assert.ok(!offered.includes("exec"), offered.join());
      assert.ok(offered.includes("web_fetch"), offered.join());
      assert.equal(ran.times, 0);
      await daemon.policy(policy);
    });
  });
