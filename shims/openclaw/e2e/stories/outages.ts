// The daemon is killed in the middle of a turn, hangs, or is replaced by something that talks
// nonsense. onFailure decides what runs, and when the daemon is back everything is as before,
// without a restart of the gateway.
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { injection } from "../harness/pages.ts";
import { call, look, once, run, say } from "../harness/steps.ts";
import type { World } from "../harness/world.ts";

interface Expected {
  /** Whether exec runs without the daemon. */
  exec: boolean;
  /** Whether a safe tool runs. */
  safe: boolean;
  /** Whether a turn begins. */
  turn: boolean;
}

const words: Record<string, Expected> = {
  guarded: { exec: false, safe: true, turn: true }, // safe: but not while the daemon holds a call
  open: { exec: true, safe: true, turn: true },
  closed: { exec: false, safe: false, turn: false },
};

const ways: Record<string, { begin: (w: World) => Promise<void>; end: (w: World) => Promise<void> }> = {
  "the daemon is killed": {
    begin: (w) => w.daemon.kill(),
    end: (w) => w.daemon.start(),
  },
  "the daemon hangs": {
    begin: (w) => w.daemon.hang(),
    end: async (w) => w.daemon.wake(),
  },
  "garbage comes from the socket": {
    begin: async (w) => {
      await w.daemon.kill();
      await w.daemon.impersonate();
    },
    end: async (w) => {
      await w.daemon.unmask();
      await w.daemon.start();
    },
  },
};

export const outages = (w: World) => {
  for (const [word, expected] of Object.entries(words)) {
    describe(`without the daemon, ${word}`, () => {
      before(() => w.begin({ config: { onFailure: word, approvals: "code", timeoutMs: 1000 } }));

      for (const [what, { begin, end }] of Object.entries(ways)) {
        test(`${what} in the middle of a turn`, async () => {
          const ran = w.mark();
          const script = w.model.script(once(() => begin(w), run(ran)), call("session_status", {}), say("over"));
          await w.chat.turn(w.session(), script.start);
          assert.equal(ran.times, expected.exec ? 1 : 0, "exec");
          const [execTold, safeTold] = script.results();
          if (!expected.exec) {
            assert.match(execTold ?? "", /provenancectl doctor/, "the model is told how to get out");
          }
          if (expected.safe && (word === "open" || what !== "the daemon hangs")) {
            assert.doesNotMatch(safeTold ?? "provenancectl doctor", /provenancectl doctor/);
          } else {
            assert.match(safeTold ?? "", /provenancectl doctor/);
          }

          const next = w.model.script(say("I am here"));
          const answer = await w.chat.turn(w.session(), next.start);
          assert.equal(next.shown().length, expected.turn ? 1 : 0, "a new turn");
          assert.equal(answer === "I am here", expected.turn);

          await end(w);
          await recovered(w);
        });
      }

      test("the owner's commands say what to do", async () => {
        const key = w.session();
        await w.daemon.kill();
        for (const command of ["/provenance status", "/provenance pending", "/firewall status", ".reset-trust"]) {
          const told = await w.chat.turn(key, command);
          assert.match(told, /gateway\.sock/, command);
          assert.match(told, /systemctl --user start provenanced\.socket/, command);
          assert.ok(told.includes(`onFailure: ${word}`), command);
        }
        await w.daemon.start();
        await recovered(w);
      });

      test(`what came back while the daemon was down is not forgotten`, async () => {
        const key = w.session();
        const ran = w.mark();
        const first = w.model.script(look(w.pages), say("seen"));
        w.pages.whileServing(() => w.daemon.kill());
        await w.chat.turn(key, `look it up ${first.start}`);
        assert.ok(first.results()[0]?.includes(injection), "the page came back");
        await w.daemon.start();
        await recovered(w);
        const next = w.model.script(run(ran), say("over"));
        await w.chat.turn(key, next.start);
        assert.equal(ran.times, 0);
        await w.daemon.reaches(key, "untrusted");
      });
    });
  }
};

/** New sessions run exec, and a page causes it to be held, in the same gateway. */
async function recovered(w: World): Promise<void> {
  const clean = w.mark();
  const dirty = w.mark();
  const script = w.model.script(run(clean), look(w.pages), run(dirty), say("over"));
  assert.equal(await w.chat.turn(w.session(), script.start), "over");
  assert.equal(clean.times, 1, "exec runs again");
  assert.equal(dirty.times, 0, "and is held again");
}
