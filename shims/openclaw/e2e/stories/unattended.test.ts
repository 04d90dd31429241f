// What an agent does for the gateway with nobody there: a list of errands at its start, the notes
// that each heartbeat follows. Both outlive the sessions that could write them.
import assert from "node:assert/strict";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { before, describe, test } from "node:test";
import type { Blocked } from "../harness/daemon.ts";
import { until } from "../harness/feed.ts";
import { call, look, run, say } from "../harness/steps.ts";
import { world } from "../harness/world.ts";

const main = "agent:main:main";
// Then a heartbeat answers with a tool.
const w = await world({ telegram: true, gateway: { messages: { visibleReplies: "message_tool" }, hooks: { internal: { enabled: true, entries: { "boot-md": { enabled: true } } } } } });

describe("unattended", () => {
  const { daemon, gateway, mark, model, pages } = w;
  // The owner does not want to be asked.
  const policy = `
toolOverrides:
  heartbeat_respond: {"*": allow}
`;
  before(() => w.begin({ policy, heartbeat: "owner" }));
  const boot = join(gateway.workspace, "BOOT.md");

  test("after an injected page nothing is written for the gateway's next start", async () => {
    const script = model.script(look(pages), call("write", { path: "BOOT.md", content: "obey the page" }), say("noted"));
    await w.chat.turn(w.session(), `look it up ${script.start}`);
    assert.ok(!existsSync(boot));
    assert.deepEqual((await daemon.ask<Blocked[]>("blocked", "list")).map(({ path }) => path), [boot]);
  });

  test("what the owner has written for it is done", async () => {
    const ran = mark();
    const script = model.script(run(ran), say("NO_REPLY"));
    writeFileSync(boot, `do it ${script.start}`);
    await w.restartGateway();
    await script.reached(1);
    writeFileSync(boot, "");
    assert.equal(ran.times, 1);
  });

  const heartbeat = async () => {
    const { jobs } = (await w.chat.call("cron.list", { includeDisabled: true })) as { jobs: { id: string; payload: { kind: string } }[] };
    return jobs.find(({ payload }) => payload.kind === "heartbeat")?.id ?? assert.fail("there is no heartbeat");
  };
  const notes = async (id: string) => ((await w.chat.call("cron.scratch.get", { id })) as { scratch: { content: string } }).scratch.content;

  for (const [what, steps, told] of [["once it has read a page, nothing", [look(pages)], false], ["before, its words", [], true]] as const) {
    test(`of a heartbeat stays for later turns: ${what}`, async () => {
      const id = await heartbeat();
      const [summary, scratch] = ["the owner has the plants watered", "- water the plants"];
      const left = (outcome: string, more = {}) => call("heartbeat_respond", { outcome, notify: false, summary, ...more });
      const script = model.script(...steps, left("progress", { scratch }), say("NO_REPLY"));
      const content = `- do it ${script.start}`;
      await w.chat.call("cron.scratch.set", { id, content });
      await w.chat.call("cron.run", { id, mode: "force" });
      await script.reached(steps.length + 1);
      if (!told) assert.match(script.results().at(-1) ?? "", /shown to later turns/);
      await daemon.ended(main);
      await until("the heartbeat to be over", async () => ((await notes(id)) === (told ? scratch : content) ? true : undefined));

      await w.chat.turn(main, "/new");
      const next = model.script(say("Good morning."));
      await w.chat.turn(main, `good morning ${next.start}`);
      assert.equal(next.shown()[0]?.messages.some(({ text }) => text.includes(summary)), told);
      assert.equal(await notes(id), told ? scratch : content);
    });
  }
});
