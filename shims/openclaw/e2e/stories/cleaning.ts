// A tool's result on its way to the model: secrets are redacted, and orders to the model are found.
// Neither the model nor anything stored gets the secret; the owner can still read what was
// withheld.
import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { before, describe, test } from "node:test";
import type { Blocked } from "../harness/daemon.ts";
import { injection } from "../harness/pages.ts";
import { call, look, say } from "../harness/steps.ts";
import type { World } from "../harness/world.ts";

// The gateway itself masks keys of well-known vendors, so these are others.
const mail = "jane.roe@acme-mail.com";
const card = "4539148803436467";
const pin = "correct-Horse7battery!";
const secrets = [mail, card, pin];
const notes = `Invoice for ${mail}\ncard number ${card}\nsmtp://mailer:${pin}@mx.acme-mail.com:587\nregion eu-1\n`;

export const cleaning = (w: World) =>
  describe("cleaning", () => {
    const { client, daemon, gateway, model, pages, session } = w;
    const standard = "mode: standard\ntools: [{name: write, allow: true}]\n";
    before(() => w.begin());

    test("strict: a page's orders do not reach the model, and the owner can read them", async () => {
      await daemon.policy("mode: strict\n");
      const script = model.script(look(pages), say("read it"));
      await w.chat.turn(session(), script.start);
      const shown = script.results()[0] ?? "";
      assert.match(shown, /\[removed: injected instruction/);
      assert.ok(!JSON.stringify(model.shown.items).includes(injection));
      assert.deepEqual(filesWith(dirname(gateway.workspace), [injection], gateway.workspace), []);
      const [row] = await daemon.ask<Blocked[]>("blocked", "list");
      assert.equal(row?.operation, "result");
      const kept = await daemon.ask<{ content: string }>("blocked", "show", row.id);
      assert.ok(kept.content.includes(injection));
      await daemon.ask("blocked", "drop", row.id);
    });

    test("a file's secrets reach neither the model nor the transcript, the ledger or a log", async () => {
      await daemon.policy(standard);
      writeFileSync(join(gateway.workspace, "notes.txt"), notes);
      const script = model.script(call("read", { path: "notes.txt" }), say("read it"));
      await w.chat.turn(session(), script.start);
      const shown = script.results()[0] ?? "";
      for (const type of ["email", "payment_card", "url_credentials"]) assert.match(shown, new RegExp(`\\[REDACTED:${type}\\]`));
      assert.match(shown, /region eu-1/, "and all else is as it was");
      for (const request of model.shown.items) {
        for (const { text } of request.messages) assert.ok(!secrets.some((s) => text.includes(s)), text);
      }
      for (const place of [dirname(gateway.workspace), dirname(daemon.runtimeDir)]) {
        assert.deepEqual(filesWith(place, secrets, gateway.workspace), []);
      }
      for (const program of [gateway.program, daemon.program]) {
        assert.deepEqual(program?.lines.items.filter((line) => secrets.some((s) => line.includes(s))), []);
      }
    });

    test("a parameter that holds a placeholder is held", async () => {
      const script = model.script(call("write", { path: "copy.env", content: "GITHUB_TOKEN=[REDACTED:api_key]\n" }), say("copied"));
      const codes = await client([]);
      await codes.turn(session(), script.start);
      assert.match(script.results()[0] ?? "", /placeholder of a redacted value/);
      assert.ok(!readdirSync(gateway.workspace).includes("copy.env"));
    });

    test("standard: a page's orders reach the model behind a warning", async () => {
      const script = model.script(look(pages), say("read it"));
      await w.chat.turn(session(), script.start);
      const shown = script.results()[0] ?? "";
      assert.match(shown, /^\[warning: this content tries to give instructions/);
      assert.ok(shown.includes(injection));
    });

    /** The files below a directory that contain one of some texts. */
    function filesWith(dir: string, texts: string[], except: string): string[] {
      return readdirSync(dir, { recursive: true, withFileTypes: true })
        .filter((e) => e.isFile())
        .map((e) => join(e.parentPath, e.name))
        .filter((path) => !path.startsWith(except))
        .filter((path) => {
          const data = readFileSync(path);
          return texts.some((text) => data.includes(text));
        });
    }
  });
