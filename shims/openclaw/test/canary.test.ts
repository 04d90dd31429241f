import assert from "node:assert/strict";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { test, type TestContext } from "node:test";
import { runCanary } from "../src/canary.ts";

const config = { gateway: { auth: { mode: "token", token: "secret" } }, agents: { defaults: { systemAgent: { agentId: "b" } }, entries: { a: {}, b: {} } } };
const denial = { ok: false, error: { type: "tool_call_blocked", message: "provenanced canary: denied" } };

async function run(t: TestContext, status: number, body: unknown, hostConfig: unknown = config) {
  const seen: { authorization?: string | undefined; body?: unknown } = {};
  const server = createServer((req, res) => {
    void read(req).then((text) => {
      Object.assign(seen, { authorization: req.headers.authorization, url: req.url, body: JSON.parse(text) as unknown });
      res.writeHead(status).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  t.after(() => server.close());
  const canary = await runCanary((server.address() as AddressInfo).port, hostConfig, fetch, new AbortController().signal);
  return { canary, seen };
}

async function read(req: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of req) text += String(chunk);
  return text;
}

test("denied by the daemon, the canary has passed", async (t) => {
  const { canary, seen } = await run(t, 403, denial);
  assert.equal(canary.state, "passed");
  assert.match(canary.text, /^passed at 2\d{3}-/);
  assert.deepEqual(seen, {
    authorization: "Bearer secret", url: "/tools/invoke", body: { tool: "session_status", args: {}, sessionKey: "agent:b:provenance-canary" },
  });
});

test("run, it has failed, and denied by somebody else it has failed too", async (t) => {
  assert.equal((await run(t, 200, { ok: true, result: {} })).canary.state, "failed");
  const other = await run(t, 403, { error: { type: "tool_call_blocked", message: "another plugin" } });
  assert.match(other.canary.text, /not by the daemon: another plugin/);
});

test("an answer that proves nothing is not a pass", async (t) => {
  for (const [status, body] of [[401, {}], [404, { error: { type: "not_found", message: "no tool" } }], [500, "x"], [403, { error: { message: "x" } }]] as const) {
    assert.equal((await run(t, status, body)).canary.state, "unknown");
  }
});

test("where it cannot be run, it says why", async (t) => {
  const none = async (hostConfig: unknown) => (await run(t, 403, denial, hostConfig)).canary.text;
  assert.match(await none({ gateway: { auth: { mode: "token", token: { source: "env", id: "X" } } } }), /token is a reference/);
  assert.match(await none({ gateway: { auth: { mode: "trusted-proxy" } } }), /authentication mode "trusted-proxy"/);
  assert.match(await none({ gateway: { tls: { enabled: true } } }), /speaks TLS/);
  const unanswered = await runCanary(1, config, fetch, new AbortController().signal);
  assert.equal(unanswered.state, "unanswered");
  assert.match(unanswered.text, /did not answer on 127.0.0.1:1/);
  assert.match(await none({ gateway: { auth: { mode: "none" } } }), /^passed/);
  assert.match(await none({ gateway: { auth: { mode: "password", password: "p" } } }), /^passed/);
});
