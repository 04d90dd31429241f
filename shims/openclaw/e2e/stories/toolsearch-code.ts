// Tool Search's code mode: the model writes a program that calls tools. Each of its calls is judged
// by itself, and its result taints.
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { injection } from "../harness/pages.ts";
import { call, run, say } from "../harness/steps.ts";
import type { World } from "../harness/world.ts";

export const toolsearchCode = (w: World) =>
  describe("toolsearch-code", () => {
    const { daemon, mark, model, pages, session } = w;
    before(() => w.begin({ toolSearch: "code", config: { approvals: "code" } }));

    const program = (...calls: [string, object][]) =>
      call("tool_search_code", {
        code: `let last; ${calls.map(([id, args]) => `last = await openclaw.tools.call(${JSON.stringify(id)}, ${JSON.stringify(args)});`).join(" ")} return last;`,
      });

    test("a program calls exec in a clean session", async () => {
      const key = session();
      const ran = mark();
      const script = model.script(program(["exec", { command: ran.command }]), say("done"));
      await w.chat.turn(key, script.start);
      assert.equal(ran.times, 1, script.results()[0]);
    });

    test("a program that fetches a page taints, and exec is held, in a program and outside", async () => {
      const key = session();
      const ran = mark();
      const script = model.script(
        program(["web_fetch", { url: pages.url() }]),
        program(["exec", { command: ran.command }]),
        run(ran),
        say("may I?"),
      );
      await w.chat.turn(key, `look it up ${script.start}`);
      assert.ok(script.results()[0]?.includes(injection), script.results()[0]);
      await daemon.reaches(key, "untrusted");
      assert.equal(ran.times, 0);
    });

    test("a tool that nobody has classified is held in a program", async () => {
      const ran = mark();
      const script = model.script(program(["probe_ext", { mark: ran.name }]), say("could not"));
      await w.chat.turn(session(), script.start);
      assert.equal(ran.times, 0);
    });
  });
