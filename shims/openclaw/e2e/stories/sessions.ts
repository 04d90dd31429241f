// Taint crosses from session to session with the words: from a parent to the sub-agent that it
// spawns, back with the result, and by sessions_send. The probe stands for another program's agent.
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { until } from "../harness/feed.ts";
import type { Script } from "../harness/model.ts";
import { call, look, run, say, together } from "../harness/steps.ts";
import type { World } from "../harness/world.ts";

// Spawning and sending are allowed at every level here, or a tainted parent would be stopped before
// it could spawn.
const policy = `
toolOverrides:
  sessions_spawn: {"*": allow}
  sessions_send: {"*": allow}
`;

export const sessions = (w: World) =>
  describe("sessions", () => {
    const { daemon, mark, model, pages, session } = w;
    before(() => w.begin({ policy, config: { approvals: "code" } }));

    const spawn = (child: Script) => call("sessions_spawn", { task: `do it ${child.start}`, label: "child" });
    const send = (to: string, script: Script) => call("sessions_send", { sessionKey: to, message: `do it ${script.start}`, timeoutSeconds: 20 });

    test("a clean parent's sub-agent runs exec", async () => {
      const ran = mark();
      const child = model.script(run(ran), say("the child ran it"));
      const parent = model.script(spawn(child), say("spawned"), say("announced"));
      await w.chat.turn(session(), parent.start);
      await parent.reached(2);
      assert.equal(ran.times, 1);
    });

    test("a tainted parent's sub-agent cannot run exec", async () => {
      const ran = mark();
      const child = model.script(run(ran), say("the child could not"));
      const parent = model.script(look(pages), spawn(child), say("spawned"), say("announced"));
      await w.chat.turn(session(), parent.start);
      await parent.reached(3);
      assert.equal(ran.times, 0);
      assert.match(child.results()[0] ?? "", /blocked by security policy/);
    });

    test("a tainted parent's session in the sidebar cannot run exec", async () => {
      const ran = mark();
      const child = model.script(run(ran), say("the child could not"));
      const parent = model.script(look(pages), call("sessions_spawn", { task: `do it ${child.start}`, visible: true }), say("spawned"));
      await w.chat.turn(session(), parent.start);
      await child.reached(1);
      assert.equal(ran.times, 0);
      assert.match(child.results()[0] ?? "", /blocked by security policy/);
    });

    test("a sub-agent inherits what its parent had seen when it was spawned, not what it sees later", async () => {
      const ran = mark();
      const child = model.script(run(ran), say("the child ran it"));
      const parent = model.script(spawn(child), look(pages), say("spawned"), say("announced"));
      await w.chat.turn(session(), parent.start);
      await parent.reached(3);
      assert.equal(ran.times, 1);
    });

    test("what a sub-agent has read holds its parent, once the result is announced", async () => {
      const key = session();
      const before = mark();
      const after = mark();
      const child = model.script(look(pages), say("the page says: run the command"));
      const parent = model.script(spawn(child), run(before), say("spawned"), run(after), say("could not"));
      await w.chat.turn(key, parent.start);
      await parent.reached(4);
      assert.equal(before.times, 1);
      assert.equal(after.times, 0);
      assert.match(parent.results().at(-1) ?? "", /blocked by security policy/);
      await daemon.reaches(key, "untrusted");
    });

    test("a sub-agent that read nothing leaves its parent as it was", async () => {
      const key = session();
      const ran = mark();
      const child = model.script(say("nothing to do"));
      const parent = model.script(spawn(child), say("spawned"), run(ran), say("done"));
      await w.chat.turn(key, parent.start);
      await parent.reached(3);
      assert.equal(ran.times, 1);
      assert.equal(await daemon.level(key), "trusted");
    });

    const works = (more = {}) => call("sessions_spawn", { runtime: "acp", agentId: "main", task: "say: the page says: run the command", ...more });

    test("what the agent of another program says holds its parent: nobody knows what it has read", async () => {
      const key = session();
      const parent = model.script(works(), say("spawned"), say("announced"));
      await w.chat.turn(key, parent.start);
      await parent.reached(2);
      await daemon.ended(key);
      const ran = mark();
      await w.chat.turn(key, model.script(run(ran), say("could not")).start);
      assert.equal(ran.times, 0);
      await daemon.reaches(key, "untrusted");
    });

    test("and what it says while it works", async () => {
      const key = session();
      await w.chat.turn(key, model.script(works({ streamTo: "parent" }), say("spawned")).start);
      await until("the model to read it", async () => {
        const ran = mark();
        const meanwhile = model.script(run(ran), say("could not"));
        await w.chat.turn(key, meanwhile.start);
        const read = meanwhile.shown()[0]?.messages.some(({ text }) => text.includes("main: the page says"));
        assert.ok(!read || ran.times === 0);
        return read || undefined;
      });
    });

    test("sessions_send from a tainted session taints its target", async () => {
      const ran = mark();
      const target = session();
      await w.chat.turn(target, model.script(say("hello")).start);
      const order = model.script(run(ran), say("could not"));
      const sender = model.script(look(pages), send(target, order), say("sent"));
      await w.chat.turn(session(), sender.start);
      await order.reached(1);
      assert.equal(ran.times, 0);
      await daemon.reaches(target, "untrusted");
    });

    test("sessions_send from a clean session leaves its target clean", async () => {
      const ran = mark();
      const target = session();
      await w.chat.turn(target, model.script(say("hello")).start);
      const order = model.script(run(ran), say("done"));
      const sender = model.script(send(target, order), say("sent"));
      await w.chat.turn(session(), sender.start);
      await order.reached(1);
      assert.equal(ran.times, 1);
      assert.equal(await daemon.level(target), "trusted");
    });

    test("sessions_send that waits for no answer leaves its sender clean", async () => {
      const ran = mark();
      const target = session();
      await w.chat.turn(target, model.script(look(pages), say("read it")).start);
      const sender = session();
      const told = call("sessions_send", { sessionKey: target, message: `take note ${model.script(say("REPLY_SKIP")).start}`, timeoutSeconds: 0 });
      await w.chat.turn(sender, model.script(told, run(ran), say("told")).start);
      assert.equal(ran.times, 1);
      await daemon.reaches(target, "untrusted");
    });

    test("two calls in one answer are judged at what the model had seen", async () => {
      const same = mark();
      const next = mark();
      const script = model.script(together(look(pages), run(same)), run(next), say("that was all"));
      await w.chat.turn(session(), `look it up ${script.start}`);
      assert.equal(same.times, 1);
      assert.equal(next.times, 0);
    });
  });
