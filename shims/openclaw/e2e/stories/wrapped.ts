// A tool that the daemon runs: the agent's command calls it by name, in the session that the
// gateway's ticket proves, and never sees its credential.
import assert from "node:assert/strict";
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { before, describe, test } from "node:test";
import { bin } from "../harness/places.ts";
import { call, say } from "../harness/steps.ts";
import type { World } from "../harness/world.ts";

const secret = "tok_5f2a9c71be3d48e6";

export const wrapped = (w: World) =>
  describe("wrapped", () => {
    const { client, daemon, model, session } = w;
    const dir = dirname(daemon.runtimeDir);
    const gog = join(dir, "gog");
    const command = (args: string) => `RUNTIME_DIRECTORY=${daemon.runtimeDir} ${gog} ${args}`;

    before(async () => {
      const real = join(dir, "real-gog");
      writeFileSync(real, `#!/bin/sh\necho "$1 with $GOG_TOKEN: lunch at noon"\n`);
      chmodSync(real, 0o700);
      writeFileSync(join(dir, "token"), `${secret}\n`, { mode: 0o600 });
      mkdirSync(join(dir, "tools.d"));
      writeFileSync(
        join(dir, "tools.d", "gog.yaml"),
        `wrappers:\n  gog:\n    binary: ${real}\n    credentials: {GOG_TOKEN: {file: ${join(dir, "token")}}}\n    output: external\n`,
      );
      symlinkSync(join(bin, "provenance-wrap"), gog);
      await w.begin({ policy: "mode: interactive\n" });
    });

    test("an exec that ran gog leaves a trusted session external, and the next call is judged at that", async () => {
      const key = session();
      const script = model.script(call("exec", { command: command("gmail") }), call("exec", { command: command("calendar") }), say("done"));
      const codes = await client([]);
      await codes.turn(key, script.start);
      const [first, second] = script.results();
      assert.match(first ?? "", /gmail with \[REDACTED:credential\]: lunch at noon/);
      assert.match(second ?? "", /blocked by security policy/);
      await daemon.reaches(key, "external");
      assert.match((await daemon.ask<{ reason: string }>("session", key)).reason, /gog/);
      assert.ok(!JSON.stringify(model.shown.items).includes(secret));
    });
  });
