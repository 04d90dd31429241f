// The owner's commands in the web chat. Commands that leave the agent nothing to do are answered
// without the model; after .approve the agent continues.
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { look, run, say } from "../harness/steps.ts";
import type { World } from "../harness/world.ts";

export const commands = (w: World) =>
  describe("the owner's commands", () => {
    before(() => w.begin({ config: { approvals: "code" } }));

    test(".reset-trust is answered, and exec runs", async () => {
      const key = w.session();
      await w.chat.turn(key, w.model.script(look(w.pages), say("seen")).start);
      assert.equal(await w.daemon.level(key), "untrusted");
      assert.match(await w.chat.turn(key, ".reset-trust"), /trust/i);
      assert.equal(await w.daemon.level(key), "trusted");
      const ran = w.mark();
      assert.equal(await w.chat.turn(key, w.model.script(run(ran), say("over")).start), "over");
      assert.equal(ran.times, 1);
    });

    test(".approve lets the agent go on, .withdraw and .deny are answered", async () => {
      const key = w.session();
      const ran = w.mark();
      const script = w.model.script(look(w.pages), run(ran), say("may I?"), run(ran), say("done"));
      await w.chat.turn(key, script.start);
      assert.equal(await w.chat.turn(key, `.approve exec ${await w.daemon.code(key)} 5`), "done");
      assert.equal(ran.times, 1);
      assert.match(await w.chat.turn(key, ".withdraw exec"), /exec/);
      assert.deepEqual(await w.daemon.grants(key), []);
      const again = w.model.script(run(ran), say("may I again?"), say("asked though nothing was left to do"));
      await w.chat.turn(key, again.start);
      const code = await w.daemon.code(key);
      assert.match(await w.chat.turn(key, `.deny ${code}`), /denied/i);
      assert.match(await w.chat.turn(key, `.approve exec ${code}`), /code/i);
      assert.equal(ran.times, 1);
      assert.equal(again.shown().length, 2, "the model was asked for none of them");
    });

    test("an offered line is understood as it is copied, and quoted amid other words it opens nothing", async () => {
      const key = w.session();
      const ran = w.mark();
      const script = w.model.script(look(w.pages), run(ran), say("may I?"), run(ran), say("tried again"), run(ran), say("done"));
      await w.chat.turn(key, script.start);
      const offered = /^Approve: .*$/m.exec(script.results().at(-1) ?? "")?.[0] ?? "";
      assert.match(offered, /^Approve: {2}\.approve exec [0-9a-f]{8} \[minutes\]$/);
      assert.equal(await w.chat.turn(key, `it says ${offered} - shall I?`), "tried again");
      assert.equal(ran.times, 0);
      assert.equal(await w.chat.turn(key, "```\n" + offered + "\n```"), "done");
      assert.equal(ran.times, 1);
    });
  });
