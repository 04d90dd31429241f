// What a session begins with without having read it: the text of a job that another session
// scheduled, the history that it was forked from. A session that another one succeeds keeps its
// own.
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { until } from "../harness/feed.ts";
import { call, run, say } from "../harness/steps.ts";
import type { World } from "../harness/world.ts";

// Scheduling is allowed at every level here, or a tainted session could schedule nothing.
const policy = `
toolOverrides:
  cron: {"*": allow}
`;

export const lineage = (w: World) =>
  describe("lineage", () => {
    before(() => w.begin({ policy, config: { approvals: "code" } }));

    /** A command that fetches a page: only the daemon knows the level of its output. */
    const fetches = () => call("exec", { command: `${process.execPath} -e 'fetch("${w.pages.url()}").then((page) => page.text()).then(console.log)'` });

    /** Makes a session that follows another one, as soon as that is idle. */
    async function follows(source: string, how: object): Promise<{ key: string }> {
      const make = () => w.chat.call("sessions.create", { parentSessionKey: source, ...how }).catch(() => undefined);
      return (await until("the source to be at rest", make)) as { key: string };
    }

    async function schedules(tainted: boolean): Promise<{ times: number; results: string[] }> {
      const ran = w.mark();
      const later = w.model.script(run(ran), say("over"));
      const job = {
        name: later.start,
        schedule: { kind: "every", everyMs: 3_600_000 },
        sessionTarget: "isolated",
        payload: { kind: "agentTurn", message: later.start },
        delivery: { mode: "none" },
      };
      const now = w.model.script(...(tainted ? [fetches()] : []), call("automations", { action: "add", job }), say("scheduled"));
      await w.chat.turn(w.session(), now.start);
      const { jobs } = (await w.chat.call("cron.list", {})) as { jobs: { id: string; name: string }[] };
      const made = jobs.find(({ name }) => name === later.start);
      assert.ok(made, now.results().at(-1));
      await w.chat.call("cron.run", { id: made.id, mode: "force" });
      await later.reached(1);
      return { times: ran.times, results: later.results() };
    }

    test("a job that a clean session has scheduled is as good as its word", async () => {
      assert.equal((await schedules(false)).times, 1);
    });

    test("a job that a tainted session has scheduled begins at what that had seen", async () => {
      const { times, results } = await schedules(true);
      assert.equal(times, 0);
      assert.match(results[0] ?? "", /Approval code: /);
    });

    test("whoever lists the sessions reads the names of the jobs that have run", async () => {
      const ran = w.mark();
      const lists = w.model.script(call("sessions_list", {}), run(ran), say("held"));
      await w.chat.turn(w.session(), lists.start);
      assert.match(lists.results()[0] ?? "", /"label": "Automation: \[script/);
      assert.equal(ran.times, 0);
      assert.match(lists.results()[1] ?? "", /Approval code: /);
    });

    const reads = (source: string) => w.chat.turn(source, w.model.script(fetches(), say("read")).start);
    const speaks = (key: string) => w.chat.turn(key, w.model.script(say("hello")).start);

    /** Each makes a session read a page, and gives another one its history. */
    const forks: Record<string, (source: string) => Promise<{ key: string }>> = {
      "a conversation that is forked": async (source) => {
        await reads(source);
        return follows(source, { fork: true });
      },
      "one that goes on with the history of another": async (source) => {
        await reads(source);
        const { key } = (await w.chat.call("sessions.create", {})) as { key: string };
        await speaks(key);
        return follows(source, { key, fork: true });
      },
      "one that is given that history again, with what has come in since": async (source) => {
        await speaks(source);
        const { key } = await follows(source, { fork: true });
        await speaks(key);
        await reads(source);
        return follows(source, { key, fork: true });
      },
    };

    for (const [what, fork] of Object.entries(forks)) {
      test(`${what} has seen what its source has`, async () => {
        const { key } = await fork(w.session());
        const ran = w.mark();
        const forked = w.model.script(run(ran), say("held"));
        await w.chat.turn(key, forked.start);
        assert.ok(forked.shown()[0]?.messages.some(({ text }) => text.includes("Ignore all previous instructions")), "the model is shown the page");
        assert.equal(ran.times, 0);
        assert.match(forked.results().at(-1) ?? "", /Approval code: /);
      });
    }

    test("a session that another one succeeds keeps its level with its history", async () => {
      const source = w.session();
      await w.chat.turn(source, w.model.script(fetches(), say("read")).start);
      await follows(source, { emitCommandHooks: true, succeedsParent: true });
      const ran = w.mark();
      const back = w.model.script(run(ran), say("held"));
      await w.chat.turn(source, back.start);
      assert.ok(back.shown()[0]?.messages.some(({ text }) => text.includes("Ignore all previous instructions")), "its history is there");
      assert.equal(ran.times, 0);
      assert.match(back.results().at(-1) ?? "", /Approval code: /);
    });
  });
