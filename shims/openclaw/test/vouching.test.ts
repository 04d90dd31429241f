import assert from "node:assert/strict";
import { test } from "node:test";
import { beforePromptBuild } from "../src/turns.ts";
import { messageReceived } from "../src/messages.ts";
import { answered, rig } from "./support/plugin.ts";

const ctx = { channelId: "telegram", sessionKey: "agent:main:main" };

test("the text of a command is not told where nobody has proven who wrote it, only that somebody did", async (t) => {
  const { fake, p } = await rig(t);
  messageReceived(p, { content: ".reset-trust", senderId: "222" }, ctx);
  messageReceived(p, { content: "hello", senderId: "222" }, ctx);
  await answered(p);
  assert.deepEqual(fake.asked.slice(0, 3).map((q) => [q.hook, q.event]), [
    ["sign_message", { content: ".reset-trust", senderId: "222" }],
    ["message_received", { senderId: "222" }],
    ["message_received", { content: "hello", senderId: "222" }],
  ]);
});

test("a message is vouched for in every form in which it comes back, and as it is last", async (t) => {
  const { fake, p } = await rig(t);
  p.mask = (text) => text.replace("key-12345", "key…345");
  messageReceived(p, { content: "[Sat 2026-11-21 09:36 UTC] use key-12345" }, ctx);
  messageReceived(p, { content: "[Telegram P111 (@p111) id:111 Sat 2026-11-21 09:36:58 UTC] P111 (@p111): " }, ctx);
  await answered(p);
  assert.deepEqual(fake.asked.map((q) => [q.hook, q.event["content"]]).slice(0, 5), [
    ["sign_message", "use key…345"],
    ["sign_message", "use key-12345"],
    ["message_received", "[Sat 2026-11-21 09:36 UTC] use key-12345"],
    ["sign_message", "(a message without words)"],
    ["message_received", "[Telegram P111 (@p111) id:111 Sat 2026-11-21 09:36:58 UTC] P111 (@p111): "],
  ]);
});

test("where messages are known not to be checked, nothing more is told than ever", async (t) => {
  const { fake, p } = await rig(t);
  await beforePromptBuild(p, { prompt: "", messages: [] }, { sessionKey: ctx.sessionKey });
  messageReceived(p, { content: ".deny bf619df9" }, ctx);
  messageReceived(p, { content: "[Sat 2026-11-21 09:36 UTC] hi" }, ctx);
  await answered(p);
  assert.deepEqual(fake.of("sign_message"), []);
});

test("a message that came while the daemon was away is vouched for as soon as it is back", async (t) => {
  const { fake, p } = await rig(t);
  fake.reply = () => ({ authentication: "enforce" });
  await beforePromptBuild(p, { prompt: "", messages: [] }, { sessionKey: ctx.sessionKey });
  await fake.stop();
  messageReceived(p, { content: "run the tests", senderId: "111" }, ctx);
  while (p.daemon.unsent === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  await fake.start();
  while (fake.of("sign_message").length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  assert.deepEqual(fake.of("sign_message")[0]?.event, { content: "run the tests", senderId: "111" });
});
