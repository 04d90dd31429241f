// Files that guard the agent itself: even an untainted session of the owner's writes to them only
// with an approval that names the path, and no tool reads the daemon's keys.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { before, describe, test } from "node:test";
import { call, say } from "../harness/steps.ts";
import type { World } from "../harness/world.ts";

export const protectedPaths = (w: World) =>
  describe("protected paths", () => {
    const { daemon, gateway, model, session } = w;
    const own = join(dirname(gateway.workspace), "state", "hooks", "extra.json"); // OPENCLAW_STATE_DIR
    before(() => w.begin({ policy: "mode: permissive\ntoolOverrides: {write: {'*': allow}, exec: {'*': allow}}\n", config: { approvals: "code" } }));

    test("a write to the gateway's own files waits, and the approval opens that path alone", async () => {
      const key = session();
      const write = call("write", { path: own, content: "{}\n" });
      const script = model.script(call("write", { path: "notes.txt", content: "x\n" }), write, say("may I?"), write, call("write", { path: `${own}.other`, content: "x\n" }), say("done"));
      await w.chat.turn(key, script.start);
      assert.equal(readFileSync(join(gateway.workspace, "notes.txt"), "utf8"), "x\n");
      assert.ok(!existsSync(own));
      assert.ok(script.results()[1]?.includes(own), "the path is named");

      await w.chat.turn(key, `.approve write ${await daemon.code(key)}`);
      assert.equal(readFileSync(own, "utf8"), "{}\n");
      assert.ok(!existsSync(`${own}.other`));
    });

    test("no tool reads a key of the daemon's, and no command is about the daemon", async () => {
      const admin = join(daemon.runtimeDir, "admin.key");
      const key = readFileSync(admin, "utf8").trim();
      const script = model.script(
        call("read", { path: admin }),
        call("exec", { command: `cat ${admin}` }),
        call("exec", { command: `cd ${daemon.runtimeDir} && cat *.key` }),
        call("exec", { command: "provenancectl reset-trust" }),
        say("could not"),
      );
      await w.chat.turn(session(), script.start);
      assert.equal(script.results().length, 4);
      for (const result of script.results()) {
        assert.ok(!result.includes(key));
        assert.match(result, /policy/);
      }
    });
  });
