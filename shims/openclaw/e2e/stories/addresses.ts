// A page from an address that the policy knows has that address's level, according to the gateway's
// report of where it came from; a redirect does not carry the level elsewhere. The same holds for
// the output of a plain curl.
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import type { Script, Step } from "../harness/model.ts";
import { call, run, say } from "../harness/steps.ts";
import type { World } from "../harness/world.ts";

export const addresses = (w: World) =>
  describe("addresses", () => {
    const { daemon, model, pages, session } = w;
    before(() => w.begin({ policy: `mode: provenance\nurlOutputTaints: {"${pages.place}": trusted}\n`, config: { approvals: "code" } }));

    /** A turn that looks something up and then runs a command, which it may if the session is still trusted. */
    async function leaves(level: string, step: Step): Promise<Script> {
      const key = session();
      const ran = w.mark();
      const script = model.script(step, run(ran), say("done"));
      await w.chat.turn(key, `look it up ${script.start}`);
      await daemon.reaches(key, level);
      assert.equal(ran.times, level === "trusted" ? 1 : 0);
      return script;
    }

    const cases: [string, () => string, string][] = [
      ["a known address leaves the session trusted", () => pages.known(), "trusted"],
      ["a redirect from there taints it", () => pages.away(), "untrusted"],
      ["another page taints it", () => pages.url(), "untrusted"],
    ];
    for (const [what, url, level] of cases) {
      test(what, async () => {
        const script = await leaves(level, call("web_fetch", { url: url() }));
        assert.match(script.results()[0] ?? "", /finalUrl/, "the gateway tells where the page came from");
      });
    }

    const commands: [string, () => string, string][] = [
      ["curl of a known address leaves the session trusted", () => `curl -s ${pages.known()}`, "trusted"],
      ["curl that may be led elsewhere taints it", () => `curl -sL ${pages.away()}`, "untrusted"],
      ["curl of another page taints it", () => `curl -s ${pages.url()}`, "untrusted"],
    ];
    for (const [what, command, level] of commands) {
      test(what, async () => {
        await leaves(level, call("exec", { command: command() }));
      });
    }
  });
