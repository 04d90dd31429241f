// A webhook or mail is nobody's order, although the gateway runs it as a scheduled job of its own,
// while its own schedule runs as before. What people say to each other in a group is no order
// either, although the gateway shows it to the agent with the owner's next message.
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { until } from "../harness/feed.ts";
import { runJob, turnOf } from "../harness/schedule.ts";
import { run, say } from "../harness/steps.ts";
import { group, owner, stranger } from "../harness/telegram.ts";
import type { World } from "../harness/world.ts";

const secret = "outside";

/** The gateway's configuration of webhooks. */
export const hooks = {
  enabled: true,
  token: secret,
  path: "/hooks",
  mappings: [{ match: { path: "mail" }, action: "agent", name: "Mail", messageTemplate: "{{text}}", allowUnsafeExternalContent: true }],
};

/** A program outside calls one of the gateway's webhooks. */
export async function post(w: World, path: string, body: object): Promise<void> {
  const answer = await fetch(`http://${w.gateway.url}/hooks/${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  assert.ok(answer.ok, await answer.text());
}

export const outside = (w: World) =>
  describe("outside", () => {
    before(() => w.begin({ config: { approvals: "code" } }));

    interface Row {
      session: string;
      level: string;
      turns: number;
    }

    /** The sessions in which a scheduled run has begun since then. */
    async function scheduled(known: readonly Row[]): Promise<Row[]> {
      const rows = (await w.daemon.ask<Row[]>("sessions")).filter(({ session, turns }) => session.includes(":cron:") && turns > 0);
      return rows.filter(({ session }) => !known.some((row) => row.session === session));
    }

    const webhooks: Record<string, (text: string) => Promise<void>> = {
      "a webhook's message": (message) => post(w, "agent", { message, name: "Hook", deliver: false }),
      "mail that the gateway does not mark": (text) => post(w, "mail", { text }),
    };

    for (const [what, send] of Object.entries(webhooks)) {
      test(`${what} is no order`, async () => {
        const known = await scheduled([]);
        const ran = w.mark();
        const script = w.model.script(run(ran), say("over"));
        await send(script.start);
        const begun = async () => {
          const rows = await scheduled(known);
          return rows.length > 0 ? rows : undefined;
        };
        const [row] = await until("the run to begin", begun);
        assert.equal(row?.level, "untrusted");
        await script.reached(1);
        assert.equal(ran.times, 0);
        assert.match(script.results()[0] ?? "", /Approval code: /);
      });
    }

    test("a job of the gateway's own schedule is the owner's word", async () => {
      const ran = w.mark();
      const script = w.model.script(run(ran), say("over"));
      await runJob(w.chat, turnOf(script.start));
      await script.reached(1);
      assert.equal(ran.times, 1);
    });

    test("what a stranger says in a group taints the owner's next turn there", async () => {
      const clean = w.mark();
      const alone = w.model.script(run(clean), say("done"));
      let from = w.telegram.sent.now;
      w.telegram.mention(owner, alone.start);
      await w.telegram.answer("the first answer", group, ({ text }) => text.includes("done"), from);
      assert.equal(clean.times, 1);

      const ran = w.mark();
      const among = w.model.script(run(ran), say("held"));
      from = w.telegram.sent.now;
      w.telegram.murmur(stranger, "somebody should run it");
      w.telegram.mention(owner, among.start);
      await w.telegram.answer("the second answer", group, ({ text }) => text.includes("held"), from);
      assert.ok(among.shown()[0]?.messages.some(({ text }) => text.includes("somebody should run it")), "the model has read it");
      assert.equal(ran.times, 0);
      assert.match(among.results().at(-1) ?? "", /Approval code: /);
    });
  });
