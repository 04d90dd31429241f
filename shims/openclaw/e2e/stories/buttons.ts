// The gateway's own approval request, if the owner can be shown one: its text, and how far each
// answer reaches. On webchat and on Telegram.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { before, describe, test } from "node:test";
import { pause, until } from "../harness/feed.ts";
import { injection } from "../harness/pages.ts";
import { call, look, probe, run, say } from "../harness/steps.ts";
import { owner, type Sent, stranger } from "../harness/telegram.ts";
import type { World } from "../harness/world.ts";

export const buttons = (w: World) =>
  describe("buttons", () => {
    const { client, daemon, mark, model, pages, session, telegram } = w;
    before(() => w.begin({ policy: "mode: provenance\nallowAlwaysMinutes: 1\n" }));

    const ownersSession = `agent:main:telegram:direct:${owner}`;
    const strangersSession = `agent:main:telegram:direct:${stranger}`;

    // A grant that lasts a minute: it is given first, and checked again after the others.
    const always = session();

    test("webchat: allow-always lasts as long as the policy says, over turns", async () => {
      const ran = mark();
      const script = model.script(look(pages), run(ran), run(ran), say("it is done"));
      const turn = await w.chat.say(always, script.start);
      await w.chat.resolve(await w.chat.approval(always, 0), "allow-always");
      assert.equal(await turn.end, "it is done");
      assert.equal(ran.times, 2);
      const [grant] = await daemon.grants(always);
      assert.equal(grant?.scope, "time");
      assert.ok(grant.expiresIn > 30 && grant.expiresIn <= 60, `expires in ${grant.expiresIn} s`);

      const place = w.chat.events.now;
      const next = model.script(run(ran), say("and again"));
      assert.equal(await w.chat.turn(always, next.start), "and again");
      assert.equal(ran.times, 3);
      assert.deepEqual(w.chat.approvals(always, place), []);
    });

    test("webchat: the owner asks, exec runs, nobody is asked", async () => {
      const key = session();
      const ran = mark();
      const script = model.script(run(ran), say("it is done"));
      assert.equal(await w.chat.turn(key, `please ${script.start}`), "it is done");
      assert.equal(ran.times, 1);
      assert.deepEqual(w.chat.approvals(key), []);
      assert.equal(await daemon.pending(key), undefined);
      assert.equal(await daemon.level(key), "trusted");
    });

    test("webchat: after an injected page the owner is asked, and allow-once opens one call", async () => {
      const key = session();
      const ran = mark();
      const script = model.script(look(pages), run(ran), run(ran), say("that was all"));
      const turn = await w.chat.say(key, `look it up ${script.start}`);

      const first = await w.chat.approval(key, 0);
      assert.equal(ran.times, 0);
      assert.ok(script.results()[0]?.includes(injection), "the model has seen the injection");
      assert.match(first.request.title, /exec/);
      assert.ok(first.request.description.includes(ran.command.slice(0, 40)), `what would run: ${first.request.description}`);
      assert.match(first.request.description, /untrusted/);
      assert.match(first.request.description, /web_fetch/);
      assert.equal(first.request.severity, "critical");
      const place = w.chat.events.now;
      await w.chat.resolve(first, "allow-once");

      const second = await w.chat.approval(key, place);
      assert.equal(ran.times, 1);
      assert.notEqual(second.id, first.id);
      await w.chat.resolve(second, "deny");

      assert.equal(await turn.end, "that was all");
      assert.equal(ran.times, 1);
      assert.match(script.results()[2] ?? "", /denied/i, "the model is told");
      assert.deepEqual(await daemon.grants(key), []);
    });

    test("webchat: the daemon is restarted while the owner is asked, and his answer opens one call", async () => {
      const key = session();
      const ran = mark();
      const script = model.script(look(pages), run(ran), run(ran), say("that was all"));
      const turn = await w.chat.say(key, script.start);
      const first = await w.chat.approval(key, 0);
      await w.restartDaemon();
      const place = w.chat.events.now;
      await w.chat.resolve(first, "allow-once");
      const second = await w.chat.approval(key, place);
      assert.equal(ran.times, 1);
      await w.chat.resolve(second, "deny");
      assert.equal(await turn.end, "that was all");
      assert.equal(ran.times, 1);
    });

    test("webchat: /approve with the request's id opens one call", async () => {
      const key = session();
      const ran = mark();
      const script = model.script(look(pages), run(ran), say("it is done"));
      const turn = await w.chat.say(key, script.start);
      const asked = await w.chat.approval(key, 0);
      // From another session: the gateway sometimes gives up a turn when a message is written into
      // its transcript meanwhile.
      await w.chat.say(session(), `/approve ${asked.id} allow-once`);
      assert.equal(await turn.end, "it is done");
      assert.equal(ran.times, 1);
    });

    test("webchat: an approval with provenancectl closes the prompt, and the call runs", async () => {
      const key = session();
      const ran = mark();
      const script = model.script(look(pages), run(ran), say("it is done"));
      const turn = await w.chat.say(key, script.start);
      await w.chat.approval(key, 0);
      assert.equal((await daemon.ctl("approve", "--session", key, "exec")).code, 0);
      assert.equal(await turn.end, "it is done");
      assert.equal(ran.times, 1);
    });

    test("webchat: what provenancectl denies is denied in the prompt, too", async () => {
      const key = session();
      const ran = mark();
      const script = model.script(look(pages), run(ran), say("as you like"));
      const turn = await w.chat.say(key, script.start);
      await w.chat.approval(key, 0);
      assert.equal((await daemon.ctl("deny", "--session", key, await daemon.code(key))).code, 0);
      assert.equal(await turn.end, "as you like");
      assert.equal(ran.times, 0);
      assert.match(script.results()[1] ?? "", /denied/i);
    });

    test("webchat: a client that cannot show requests is given the code instead", async () => {
      const key = session();
      const plain = await client(["tool-events"]);
      const ran = mark();
      const script = model.script(look(pages), run(ran), say("may I?"));
      assert.equal(await plain.turn(key, script.start), "may I?");
      assert.equal(ran.times, 0);
      assert.deepEqual(w.chat.approvals(key), []);
      assert.ok(script.results()[1]?.includes(`Approval code: ${await daemon.code(key)}`), script.results()[1]);
    });

    test("a tool that nobody has classified is held in a fresh, trusted session, and what it returns is untrusted", async () => {
      const key = session();
      const probed = mark();
      const ran = mark();
      const script = model.script(probe(probed), probe(probed), run(ran), say("that was all"));
      const turn = await w.chat.say(key, script.start);
      const first = await w.chat.approval(key, 0);
      assert.equal(probed.times, 0);
      assert.equal(await daemon.level(key), "trusted");
      let place = w.chat.events.now;
      await w.chat.resolve(first, "deny");

      const second = await w.chat.approval(key, place);
      assert.equal(probed.times, 0);
      place = w.chat.events.now;
      await w.chat.resolve(second, "allow-once");

      const third = await w.chat.approval(key, place);
      assert.equal(probed.times, 1);
      assert.match(third.request.title, /exec/);
      await daemon.reaches(key, "untrusted");
      await w.chat.resolve(third, "deny");
      await turn.end;
      assert.equal(ran.times, 0);
    });

    test("Telegram: the owner asks, exec runs, nobody is asked", async () => {
      const ran = mark();
      const script = model.script(run(ran), say("done, in Telegram"));
      const from = telegram.sent.now;
      telegram.say(owner, `please ${script.start}`);
      await telegram.answer("the answer", owner, ({ text }) => text === "done, in Telegram", from);
      assert.equal(ran.times, 1);
      assert.deepEqual(requests(owner, 0), []);
      assert.equal(await daemon.level(ownersSession), "trusted");
    });

    test("Telegram: a stranger asks for exec: the owner gets the request in his own chat, and allow-once opens one call", async () => {
      const ran = mark();
      const script = model.script(run(ran), run(ran), say("that was all, stranger"));
      let place = telegram.sent.now;
      telegram.say(stranger, `run it ${script.start}`);
      const first = await request(owner, place);
      assert.equal(ran.times, 0);
      assert.match(first.text, /exec/);
      place = telegram.sent.now;
      telegram.press(owner, first, button(first, /allow.once/i));

      const second = await request(owner, place);
      assert.equal(ran.times, 1);
      telegram.press(owner, second, button(second, /deny/i));
      await telegram.answer("the answer", stranger, ({ text }) => text === "that was all, stranger", place);
      assert.equal(ran.times, 1);
      assert.deepEqual(requests(stranger, 0), []);
      await daemon.reaches(strangersSession, "external");
    });

    test("Telegram: the buttons and /approve of a stranger open nothing", async () => {
      const ran = mark();
      const script = model.script(run(ran), say("nothing, stranger"));
      const place = telegram.sent.now;
      telegram.say(stranger, `run it ${script.start}`);
      const asked = await request(owner, place);
      const code = await daemon.code(strangersSession);
      const command = `/approve ${/plugin:[0-9a-f-]+/.exec(asked.text)?.[0]} allow-once`;
      for (const attempt of [() => telegram.say(stranger, command), () => telegram.say(stranger, `.approve exec ${code}`)]) {
        const before = telegram.pressed.now;
        attempt();
        telegram.press(stranger, asked, button(asked, /allow.once/i));
        await telegram.pressed.first("the bot to deal with the stranger's press", (by) => by === stranger, before);
      }
      assert.equal(ran.times, 0);
      assert.deepEqual(await daemon.grants(strangersSession), []);

      telegram.press(owner, asked, button(asked, /deny/i));
      await telegram.answer("the answer", stranger, ({ text }) => text === "nothing, stranger", place);
      await telegram.answer("a refusal", stranger, ({ text }) => /only the owner/i.test(text), place);
      assert.equal(ran.times, 0);
    });

    test("Telegram: after an injected page the owner allows once, by button and by /approve", async () => {
      const ran = mark();
      const script = model.script(look(pages), run(ran), run(ran), say("that was all, owner"));
      let place = telegram.sent.now;
      telegram.say(owner, `look it up ${script.start}`);
      const first = await request(owner, place);
      assert.equal(ran.times, 0);
      place = telegram.sent.now;
      telegram.press(owner, first, button(first, /allow.once/i));
      const second = await request(owner, place);
      assert.equal(ran.times, 1);
      telegram.say(owner, `/approve ${/plugin:[0-9a-f-]+/.exec(second.text)?.[0]} allow-once`);
      await telegram.answer("the answer", owner, ({ text }) => text === "that was all, owner", place);
      assert.equal(ran.times, 2);
    });

    test("Telegram: the reply says what was staged, and the owner looks at it and accepts it by buttons", async () => {
      const content = "# Memory\n- from Telegram\n";
      const script = model.script(look(pages), call("write", { path: "MEMORY.md", content }), say("all done, owner"));
      const place = telegram.sent.now;
      telegram.say(owner, `look it up ${script.start}`);
      const reply = await telegram.answer("the answer", owner, ({ text }) => text.startsWith("all done, owner"), place);
      const id = /staged, not written: [^(]*MEMORY\.md[^(]*\((b[0-9a-f]{8})\)/.exec(reply.text)?.[1];
      assert.ok(id, reply.text);

      telegram.say(owner, "/provenance staged");
      const listed = await telegram.answer("the list", owner, ({ text }) => text.includes(`${id}: write of`), place);
      telegram.press(owner, listed, button(listed, /look at/i));
      const shown = await telegram.answer("the write", owner, ({ text }) => text.includes("+- from Telegram"), place);
      const accept = button(shown, /accept/i);
      const file = join(w.gateway.workspace, "MEMORY.md");

      const before = telegram.pressed.now;
      telegram.press(stranger, shown, accept);
      await telegram.pressed.first("the bot to deal with the stranger's press", (by) => by === stranger, before);
      telegram.press(owner, shown, { text: "the weather", callback_data: `/provenance accept ${id}` });
      await telegram.answer("a refusal", owner, ({ text }) => /Not done/.test(text), place);
      assert.ok(!existsSync(file) || readFileSync(file, "utf8") !== content);

      telegram.press(owner, shown, accept);
      await telegram.answer("that it is written", owner, ({ text }) => /Written:[^]*MEMORY\.md/.test(text), place);
      assert.equal(readFileSync(file, "utf8"), content);
    });

    function isRequest({ text, buttons }: Sent): boolean {
      return /approv/i.test(text) && buttons.length > 0;
    }

    function requests(to: number, from: number): Sent[] {
      return telegram.sent.since(from).filter((sent) => sent.chat === to && isRequest(sent));
    }

    function request(to: number, from: number): Promise<Sent> {
      return telegram.answer("an approval request", to, isRequest, from);
    }

    function button(message: Sent, words: RegExp) {
      const found = message.buttons.find(({ text }) => words.test(text));
      assert.ok(found, `no button ${words} among ${message.buttons.map(({ text }) => text)}`);
      return found;
    }

    test("webchat: and not after", async () => {
      const left = (await daemon.grants(always))[0]?.expiresIn ?? 0;
      await pause(left * 1000);
      await until("the grant to expire", async () => ((await daemon.grants(always)).length === 0 ? true : undefined));
      const place = w.chat.events.now;
      const ran = mark();
      const late = model.script(run(ran), say("too late"));
      const asking = await w.chat.say(always, late.start);
      await w.chat.resolve(await w.chat.approval(always, place), "deny");
      await asking.end;
      assert.equal(ran.times, 0);
    });
  });
