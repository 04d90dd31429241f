// The gateway's own changes to messages and results are not forgeries: it frames, masks and
// shortens them, steers them into a running turn, and announces what sub-agents did. None of that
// is rejected, or taints.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { before, describe, test } from "node:test";
import { pause } from "../harness/feed.ts";
import type { Step } from "../harness/model.ts";
import { call, once, run, say } from "../harness/steps.ts";
import { group, owner } from "../harness/telegram.ts";
import type { World } from "../harness/world.ts";

const policy = `
mode: permissive
taintPolicy: {trusted: allow, shared: allow, external: allow, untrusted: allow}
authentication: {mode: enforce}
`;

export const authenticKnown = (w: World) =>
  describe("authentic-known", () => {
    const { daemon, gateway, mark, model, session, telegram } = w;
    before(async () => {
      await w.begin({ policy, config: { approvals: "code" } });
      await w.restartDaemon(); // it counts from then on
    });

    /** Messages and results that were rejected since the daemon started. */
    async function rejected(): Promise<number> {
      const { authentication } = await daemon.ask<{ authentication: { messages: number; results: number }[] }>("status");
      return authentication.reduce((sum, { messages, results }) => sum + messages + results, 0);
    }

    /** Asks on Telegram, and waits for the last words of the turn. */
    async function ask(say: () => void, words: string, chat = owner): Promise<void> {
      const from = telegram.sent.now;
      say();
      await telegram.answer(words, chat, ({ text }) => text === words, from);
    }

    test("a picture's words count as they were written, and a picture without words counts as a message", async () => {
      const ran = mark();
      const script = model.script(run(ran), say("with words"));
      await ask(() => telegram.picture(owner, `run the tests on this ${script.start}`), "with words");
      assert.equal(ran.times, 1);
      const before = script.shown().length;
      telegram.picture(owner);
      await script.reached(2); // the history still names the script
      assert.ok(script.shown().length > before);
      const next = model.script(run(ran), say("and then"));
      await ask(() => telegram.say(owner, `run the tests ${next.start}`), "and then");
      assert.equal(ran.times, 2);
      assert.equal(await rejected(), 0);
    });

    test("what the owner sends while the agent is busy is his word in the next turn's history", async () => {
      const key = session();
      const second = "look at the second one too";
      const send = async () => {
        await w.chat.say(key, second);
        await pause(1000); // until the gateway has queued it for the turn
      };
      const status = call("session_status", {});
      const script = model.script(once(send, status), status, status, say("both"));
      await w.chat.turn(key, `look at the first one ${script.start}`);
      await model.shown.first("the second message", ({ messages }) => messages.some(({ text }) => text.includes(second)));
      const next = model.script(say("yes"));
      await w.chat.turn(key, `sure? ${next.start}`);
      assert.ok(next.shown()[0]?.messages.some(({ text }) => text.includes(second)));
      assert.equal(await rejected(), 0);
      assert.equal(await daemon.level(key), "trusted");
    });

    test("a group's members are heard", async () => {
      const ran = mark();
      const script = model.script(run(ran), say("ran it for the group"));
      await ask(() => telegram.mention(owner, `run the tests ${script.start}`), "ran it for the group", group);
      const next = model.script(say("and again for the group"));
      await ask(() => telegram.mention(owner, `and now? ${next.start}`), "and again for the group", group);
      assert.equal(ran.times, 1);
      assert.equal(await rejected(), 0);
    });

    test("what is masked and cut short is known again, and so are calls that failed, that were denied, and that no tool took", async () => {
      const key = session();
      const secret = `ghp_${"abcdefghij0123456789".repeat(2).slice(0, 36)}`;
      writeFileSync(join(gateway.workspace, "secret.txt"), `token ${secret}\n`);
      writeFileSync(join(gateway.workspace, "long.txt"), "0123456789 abcdefghij\n".repeat(20_000));
      const steps: Step[] = [
        call("read", { path: "secret.txt" }),
        call("read", { path: "absent.txt" }),
        call("nosuchtool", {}),
        call("exec", { command: "cat long.txt" }),
        call("message", { action: "send", target: "telegram:222", message: "hello" }),
        say("seen"),
      ];
      const script = model.script(...steps);
      await w.chat.turn(key, `run it with the token ${secret} ${script.start}`);
      assert.match(script.results().at(-1) ?? "", /outside the scope/);
      const next = model.script(say("still here"));
      await w.chat.turn(key, `and now? ${next.start}`);
      const texts = next.shown().at(-1)?.messages.map(({ text }) => text).join("\n") ?? "";
      assert.ok(!texts.includes(secret), "the gateway masks it in what it keeps");
      assert.match(texts, /more characters truncated/);
      assert.equal(await rejected(), 0);

      await w.restartGateway();
      await w.restartDaemon();
      const last = model.script(say("and again"));
      await w.chat.turn(key, `and now? ${last.start}`);
      assert.equal(await rejected(), 0);
    });

    test("a compaction's summary is nobody's word, and taints nothing", async () => {
      const key = session();
      const ran = mark();
      const script = model.script(run(ran), say("done"));
      await w.chat.turn(key, `run the tests ${script.start}`);
      assert.match(await w.chat.turn(key, "/compact"), /compact/i);
      const next = model.script(run(ran), say("done again"));
      assert.equal(await w.chat.turn(key, `run the tests ${next.start}`), "done again");
      assert.equal(ran.times, 2);
      assert.equal(await rejected(), 0);
    });

    test("a sub-agent does what its kind may, and its result is announced", async () => {
      const ran = mark();
      const key = session();
      const child = model.script(run(ran), say("the child could not"));
      const spawn = call("sessions_spawn", { task: `run the tests ${child.start}`, label: "child" });
      const parent = model.script(spawn, say("spawned"), say("announced"));
      await w.chat.turn(key, `run and send it to a sub-agent ${parent.start}`);
      await parent.reached(2);
      assert.equal(ran.times, 0, "an agent may only have things read");
      assert.match(child.results()[0] ?? "", /source agent may ask for/);
      const next = model.script(say("after the announcement"));
      await w.chat.turn(key, `and now? ${next.start}`);
      assert.equal(await rejected(), 0);
    });
  });
