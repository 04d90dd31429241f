import assert from "node:assert/strict";
import { test } from "node:test";
import { messageSending, replyPayloadSending } from "../src/replies.ts";
import { rig } from "./support/plugin.ts";

const ctx = { channelId: "telegram", sessionKey: "agent:main:x" };
const reply = (text?: string) => ({ payload: text === undefined ? {} : { text, replyToTag: false }, channel: "telegram" });

test("a response is asked about once, though the gateway shows it twice", async (t) => {
  const { fake, p } = await rig(t);
  assert.equal(await replyPayloadSending(p, reply("hello"), ctx), undefined);
  assert.equal(await messageSending(p, { to: "x", content: "hello" }, ctx), undefined);
  assert.equal(fake.asked.length, 1);
  assert.deepEqual(fake.asked[0]?.event, { content: "hello", channel: "telegram", final: false });
  await messageSending(p, { to: "x", content: "hello" }, ctx);
  assert.equal(fake.asked.length, 2, "the same text again is another message");
});

test("content and footer of the daemon's are what is sent", async (t) => {
  const { fake, p } = await rig(t);
  fake.reply = () => ({ result: { content: "clean", appendFooter: "(untrusted)" } });
  assert.deepEqual(await replyPayloadSending(p, reply("secret"), ctx), { payload: { text: "clean\n\n(untrusted)", replyToTag: false } });
  assert.equal(await messageSending(p, { to: "x", content: "clean\n\n(untrusted)" }, ctx), undefined);
  assert.deepEqual(await messageSending(p, { to: "x", content: "other" }, ctx), { content: "clean\n\n(untrusted)" });
});

test("a blocked response is not sent", async (t) => {
  const { fake, p } = await rig(t);
  fake.reply = () => ({ verdict: "deny", result: { block: true, blockReason: "no" } });
  assert.deepEqual(await replyPayloadSending(p, reply("x"), ctx), { cancel: true, reason: "no" });
  assert.deepEqual(await messageSending(p, { to: "x", content: "x" }, ctx), { cancel: true, cancelReason: "no" });
});

test("what has no text or no session is not asked about", async (t) => {
  const { fake, p } = await rig(t);
  await replyPayloadSending(p, reply(), ctx);
  await messageSending(p, { to: "x", content: "hello" }, { channelId: "telegram" });
  assert.equal(fake.asked.length, 0);
});

test("no answer: only closed stops a response", async (t) => {
  const guarded = await rig(t);
  await guarded.fake.stop();
  assert.equal(await replyPayloadSending(guarded.p, reply("x"), ctx), undefined);
  const closed = await rig(t, { onFailure: "closed" });
  await closed.fake.stop();
  assert.equal((await replyPayloadSending(closed.p, reply("x"), ctx))?.cancel, true);
});
