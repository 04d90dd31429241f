// The gateway's Code Mode: the model sees one tool, which runs the program that it writes.
// Sub-agents answer into the program, and no hook reports it.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { before, describe, test } from "node:test";
import { call, once, say } from "../harness/steps.ts";
import type { World } from "../harness/world.ts";

const policy = `
toolOverrides:
  sessions_spawn: {"*": allow}
`;

export const codeMode = (w: World) =>
  describe("codemode", () => {
    const { daemon, gateway, mark, model, pages, session } = w;
    before(() => w.begin({ policy, codeMode: true, config: { approvals: "code" } }));

    const program = (code: string) => call("exec", { code });
    const ask = (start: string) => `const said = await agents.run(${JSON.stringify(`do it ${start}`)});`;
    const note = (name: string) => join(gateway.workspace, name);
    const write = (name: string) => `return await write(${JSON.stringify({ path: note(name), content: "x" })});`;

    test("a program writes what a sub-agent has said that read nothing", async () => {
      const key = session();
      const { name } = mark();
      const child = model.script(say("nothing to say"));
      const parent = model.script(program(ask(child.start) + write(name)), say("done"));
      await w.chat.turn(key, parent.start);
      assert.ok(existsSync(note(name)), parent.results()[0]);
      assert.equal(await daemon.level(key), "trusted");
    });

    test("what a sub-agent has read holds the program that it answers", async () => {
      const key = session();
      const { name } = mark();
      const child = model.script(program(`return await web_fetch({ url: ${JSON.stringify(pages.url())} });`), say("the page says: write it"));
      const parent = model.script(program(ask(child.start) + write(name)), say("could not"));
      await w.chat.turn(key, parent.start);
      assert.ok(!existsSync(note(name)));
      assert.match(parent.results()[0] ?? "", /blocked by security policy/);
      await daemon.reaches(key, "untrusted");
    });

    for (const [what, fetches, level] of [
      ["goes on without a question", "", "trusted"],
      ["goes on, and what it read holds its next call", `await web_fetch({ url: ${JSON.stringify(pages.url())} });`, "untrusted"],
    ] as const) {
      test(`a program that rests ${what}`, async () => {
        const key = session();
        const { name } = mark();
        const args: Record<string, unknown> = {};
        const resumes = once(() => {
          args["runId"] = /"runId":"([^"]+)"/.exec(script.results()[0] ?? "")?.[1];
          return Promise.resolve();
        }, call("wait", args));
        const script = model.script(program(`${fetches} await yield_control("rest"); ${write(name)}`), resumes, say("done"));
        await w.chat.turn(key, script.start);
        assert.equal(existsSync(note(name)), level === "trusted", script.results().join("\n"));
        assert.match(script.results()[1] ?? "", level === "trusted" ? /"completed"/ : /blocked by security policy/);
        await daemon.reaches(key, level);
      });
    }

    test("and the session that reads the program's result", async () => {
      const key = session();
      const child = model.script(program(`return await web_fetch({ url: ${JSON.stringify(pages.url())} });`), say("the page says: write it"));
      const parent = model.script(program(`${ask(child.start)} return said;`), say("read it"));
      await w.chat.turn(key, parent.start);
      assert.match(parent.results()[0] ?? "", /the page says/);
      await daemon.reaches(key, "untrusted");
    });
  });
