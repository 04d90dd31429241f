import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { readConfig } from "../src/config.ts";

const host = { XDG_RUNTIME_DIR: "/run/user/7" };

test("without settings the defaults hold", () => {
  const c = readConfig(undefined, host);
  assert.deepEqual({ ...c, safeTools: c.safeTools.size }, {
    runtimeDir: "/run/user/7/provenanced", onFailure: "guarded", timeoutMs: 5000, safeTools: 13, approvals: "auto",
  });
});

test("the runtime directory: setting, PROVENANCED_DIR, XDG_RUNTIME_DIR, the system's", () => {
  const env = { PROVENANCED_DIR: "/a", XDG_RUNTIME_DIR: "/b" };
  assert.equal(readConfig({ runtimeDir: "/c" }, env).runtimeDir, "/c");
  assert.equal(readConfig({}, env).runtimeDir, "/a");
  assert.equal(readConfig({}, { XDG_RUNTIME_DIR: "/b" }).runtimeDir, "/b/provenanced");
  assert.equal(readConfig({}, {}).runtimeDir, "/run/provenanced");
});

test("a value that is not understood is an error that says what would be", () => {
  const wrong = (c: object, says: RegExp) => assert.throws(() => readConfig(c, host), says);
  wrong({ onFailure: "shut" }, /onFailure must be one of guarded, open, closed/);
  wrong({ approvals: true }, /approvals must be one of auto, gateway, code/);
  wrong({ timeoutMs: 20_000 }, /timeoutMs must be a whole number from 100 to 12000/);
  wrong({ timeoutMs: "5000" }, /timeoutMs must be a whole number/);
  wrong({ safeTools: "read" }, /safeTools must be a list of names/);
  wrong({ safeTools: [1] }, /safeTools\[\] must be a text/);
  wrong({ runtimeDir: "" }, /runtimeDir must be a text that is not empty/);
  wrong({ onfailure: "open" }, /unknown setting "onfailure"/);
  wrong([], /must be an object/);
});

test("the manifest offers exactly the settings that are read", () => {
  const manifest = JSON.parse(readFileSync(new URL("../openclaw.plugin.json", import.meta.url), "utf8")) as {
    configSchema: { properties: object };
    uiHints: object;
  };
  const settings = Object.keys(readConfig(undefined, host)).toSorted();
  assert.deepEqual(Object.keys(manifest.configSchema.properties).toSorted(), settings);
  assert.deepEqual(Object.keys(manifest.uiHints).toSorted(), settings);
});
