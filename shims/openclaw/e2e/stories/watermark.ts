// What ends a session's taint, and what does not: /new and /reset do; a turn, a compaction, and a
// restart of the gateway, the daemon or both do not.
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { injection } from "../harness/pages.ts";
import { call, look, run, say } from "../harness/steps.ts";
import type { World } from "../harness/world.ts";

export const watermark = (w: World) =>
  describe("watermark", () => {
    before(() => w.begin({ config: { approvals: "code" } }));

    async function tainted(): Promise<string> {
      const key = w.session();
      const script = w.model.script(look(w.pages), say("seen"));
      assert.equal(await w.chat.turn(key, `look it up ${script.start}`), "seen");
      await w.daemon.reaches(key, "untrusted");
      return key;
    }

    async function runsIn(key: string): Promise<boolean> {
      const ran = w.mark();
      const script = w.model.script(run(ran), say("over"));
      assert.equal(await w.chat.turn(key, script.start), "over");
      if (ran.times === 0) {
        assert.match(script.results().at(-1) ?? "", /Approval code: /);
      }
      return ran.times === 1;
    }

    const restarts = {
      "a restart of the gateway": () => w.restartGateway(),
      "a restart of the daemon": () => w.restartDaemon(),
      "a restart of both": async () => {
        await w.gateway.stop();
        await w.daemon.restart();
        await w.restartGateway();
      },
    };

    for (const [what, happen] of Object.entries(restarts)) {
      test(`taint survives ${what}, and a clean session stays clean`, async () => {
        const dirty = await tainted();
        const clean = w.session();
        assert.ok(await runsIn(clean));
        await happen();
        assert.ok(!(await runsIn(dirty)));
        await w.daemon.reaches(dirty, "untrusted");
        assert.ok(await runsIn(clean));
      });
    }

    test("taint survives turns that read nothing", async () => {
      const key = await tainted();
      const idle = w.model.script(say("hello"), say("hello again"));
      await w.chat.turn(key, idle.start);
      await w.chat.turn(key, "and again");
      assert.ok(!(await runsIn(key)));
    });

    test("a tool that the gateway has not brings nothing in, in later turns neither", async () => {
      const key = w.session();
      const script = w.model.script(call("find_files", { pattern: "*" }), call("memory_search", { query: "x" }), say("there are none"));
      assert.equal(await w.chat.turn(key, script.start), "there are none");
      assert.deepEqual(script.results(), ["Tool find_files not found", "Tool memory_search not found"]);
      assert.ok(await runsIn(key));
      assert.equal(await w.daemon.level(key), "trusted");
    });

    test("nor does a call whose parameters the gateway would not take", async () => {
      const key = w.session();
      const script = w.model.script(call("web_fetch", { link: w.pages.url() }), say("I was wrong"));
      assert.equal(await w.chat.turn(key, script.start), "I was wrong");
      assert.match(script.results()[0] ?? "", /^Validation failed for tool "web_fetch":/);
      assert.ok(await runsIn(key));
      assert.equal(await w.daemon.level(key), "trusted");
    });

    test("taint survives a compaction", async () => {
      const key = await tainted();
      assert.match(await w.chat.turn(key, "/compact"), /compact/i);
      assert.ok(!(await runsIn(key)));
    });

    for (const command of ["/new", "/reset"]) {
      test(`${command} starts clean`, async () => {
        const key = await tainted();
        assert.ok(!(await runsIn(key)));
        await w.chat.turn(key, command);
        assert.ok(await runsIn(key));
        assert.equal(await w.daemon.level(key), "trusted");
      });
    }

    test("what a command from before /new has fetched taints whoever asks for it", async () => {
      const key = w.session();
      const begins = w.model.script(call("exec", { command: `curl -s ${w.pages.url()}; sleep 10`, background: true }), say("begun"));
      await w.chat.turn(key, begins.start);
      const sessionId = /\(session ([\w-]+),/.exec(begins.results()[0] ?? "")?.[1] ?? assert.fail(begins.results()[0]);
      await w.chat.turn(key, "/new");
      const ran = w.mark();
      const log = w.model.script(call("process", { action: "log", sessionId }), run(ran), say("over"));
      await w.chat.turn(key, log.start);
      assert.ok(log.results()[0]?.includes(injection), "the model has read it");
      assert.equal(ran.times, 0);
    });
  });
