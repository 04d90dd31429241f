import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { isTested, toolSearchIsOn, warnings } from "../src/gateway.ts";

test("versions that were tried", () => {
  for (const v of ["2026.9.6", "2026.9.6-beta.1"]) assert.ok(isTested(v), v);
  for (const v of ["2026.9.5", "2026.9.7", "2026.10.0", "2025.9.6", "2027.1.1", "dev", ""]) assert.ok(!isTested(v), v);
});

test("the package asks for no version that was not tried", () => {
  const pkg = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
    version: string;
    openclaw: { compat: { pluginApi: string; minGatewayVersion: string } };
  };
  assert.equal(pkg.openclaw.compat.pluginApi, `>=${pkg.openclaw.compat.minGatewayVersion}`);
  assert.ok(isTested(pkg.openclaw.compat.minGatewayVersion));
  const manifest = JSON.parse(readFileSync(new URL("../openclaw.plugin.json", import.meta.url), "utf8")) as { version: string };
  assert.equal(manifest.version, pkg.version);
});

test("each weakness has its warning", () => {
  const good = { plugins: { entries: { provenance: { hooks: { allowConversationAccess: true } } } } };
  assert.deepEqual(warnings(good, "2026.9.6"), []);
  assert.match(warnings({}, "2026.9.6").join(), /NOT granted/);
  assert.match(warnings(good, "2027.1.0").join(), /not proven with OpenClaw 2027\.1\.0/);
  const telegram = (settings: object) => warnings({ ...good, channels: { telegram: settings } }, "2026.9.6").join();
  assert.match(telegram({ botToken: "x" }), /channels\.telegram\.linkPreview/);
  assert.deepEqual([telegram({ linkPreview: false }), telegram({ enabled: false })], ["", ""]);
  const runtime = (settings: object) => warnings({ ...good, ...settings }, "2026.9.6").join();
  const on = (id: string) => ({ "a/b": { agentRuntime: { id } } });
  assert.match(runtime({ agents: { defaults: { model: { primary: "a/b", fallbacks: ["claude-cli/c"] } } } }), /run on claude-cli,/);
  assert.match(runtime({ agents: { defaults: { models: { "google-gemini-cli/c": {} } }, entries: { x: { models: on("copilot") } } } }), /run on google-gemini-cli, copilot,/);
  assert.match(runtime({ models: { providers: { a: { agentRuntime: { id: "codex" } } } }, bindings: [{ type: "route" }, { type: "acp" }] }), /run on codex, acp,/);
  assert.equal(runtime({ agents: { defaults: { model: "a/claude-cli/b", models: { ...on("openclaw"), ...on("auto") } } }, bindings: [{ type: "route" }] }), "");
});

test("tool search is on unless it was turned off", () => {
  assert.deepEqual([{}, { tools: {} }, { tools: { toolSearch: true } }, { tools: { toolSearch: { mode: "code" } } }].map(toolSearchIsOn), [true, true, true, true]);
  assert.deepEqual([{ tools: { toolSearch: false } }, { tools: { toolSearch: { enabled: false } } }].map(toolSearchIsOn), [false, false]);
});
