import assert from "node:assert/strict";
import { test } from "node:test";
import { messageSending, replyPayloadSending } from "../src/messages.ts";
import { beforeMessageWrite } from "../src/messages.ts";
import { oneForAll, rig } from "./support/plugin.ts";

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

test("what a response would have fetched is told as the model writes it, and not sent unless the daemon leaves it", async (t) => {
  const { fake, p } = await rig(t);
  const payload = { text: "look", mediaUrl: "https://a/?q=1", mediaUrls: ["https://a/?q=1", "/own/file.png"], attachments: [{}, {}], replyToTag: false };
  assert.equal(await replyPayloadSending(p, { payload }, ctx), undefined);
  assert.equal(fake.asked[0]?.event["content"], "look\nMEDIA:https://a/?q=1");
  const leftOut = (q: { event: Record<string, unknown> }) => String(q.event["content"]).replace(/^MEDIA:.*$/m, "left out");
  fake.reply = (q) => ({ result: { content: leftOut(q), appendFooter: "(untrusted)" } });
  const sent = { payload: { text: "look\nleft out\n\n(untrusted)", mediaUrls: ["/own/file.png"], replyToTag: false } };
  assert.deepEqual(await replyPayloadSending(p, { payload }, ctx), sent);
  assert.equal(await messageSending(p, { to: "x", content: sent.payload.text }, ctx), undefined);
  fake.reply = (q) => ({ result: { content: String(q.event["content"]).replace("look", "see") } });
  assert.deepEqual(await replyPayloadSending(p, { payload }, ctx), { payload: { ...payload, text: "see" } });
  fake.reply = (q) => ({ result: { content: leftOut(q) } });
  assert.deepEqual(await replyPayloadSending(p, { payload: { mediaUrl: "https://a" } }, ctx), { payload: { text: "left out" } });
});

test("what a job has fetched with its words is asked about in the job's name, though they are delivered in another's", async (t) => {
  const { fake, p } = await rig(t);
  const job = "agent:main:cron:1:run:2";
  const text = "The news.\n![a](https://a/?q=1)";
  beforeMessageWrite(p, { message: { role: "assistant", content: [{ type: "text", text }] } }, { sessionKey: job });
  const sends = (...mediaUrls: unknown[]) => messageSending(p, { to: "x", content: "The news.", metadata: { mediaUrls } }, ctx);
  assert.equal(await sends("https://a/?q=1"), undefined);
  assert.deepEqual(fake.asked.map((q) => [q.session, q.event["content"]]), [[ctx.sessionKey, "The news."], [job, "MEDIA:https://a/?q=1"]]);
  fake.reply = (q) => (q.session === job ? { result: { content: "left out" } } : {});
  assert.equal((await sends("/own/file.png", "https://a/?q=1"))?.cancel, true);
  assert.equal(await sends("/own/file.png", "https://of-a-call/", 1), undefined);
  beforeMessageWrite(p, { message: { role: "assistant", content: "![b](https&colon;//b/\\_x)" } }, { sessionKey: job });
  assert.equal((await sends("https://b/_x"))?.cancel, true, "the text spells it in another way");
});

test("without an answer nothing is fetched for a response, but under open", async (t) => {
  const guarded = await rig(t);
  await guarded.fake.stop();
  const payload = { text: "look", mediaUrls: ["https://a"] };
  const sent = await replyPayloadSending(guarded.p, { payload }, ctx);
  assert.deepEqual(sent?.payload?.mediaUrls, []);
  assert.match(sent?.payload?.text ?? "", /^look\n\[Left out: /);
  const open = await rig(t, { onFailure: "open" });
  await open.fake.stop();
  assert.equal(await replyPayloadSending(open.p, { payload }, ctx), undefined);
});

test("without an answer a line that may have something fetched is left out, but under open", async (t) => {
  const guarded = await rig(t);
  await guarded.fake.stop();
  for (const line of ["a ![b](https://a) c", "![b][r]", "![b](", "<IMG", "a <img src=//a>", "`![a](//a)`", "x <picture>"]) {
    const sent = await replyPayloadSending(guarded.p, reply(`look\n${line}\n[r]: https://a`), ctx);
    assert.match(sent?.payload?.text ?? "", /^look\n\[Left out: [^\]]*\]\n\[r\]: https:\/\/a$/, line);
  }
  assert.equal(await replyPayloadSending(guarded.p, reply("a < b! [a](https://a)"), ctx), undefined);
  const open = await rig(t, { onFailure: "open" });
  await open.fake.stop();
  assert.equal(await replyPayloadSending(open.p, reply("![b](https://a)"), ctx), undefined);
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

test("where one session has all chats, an answer is judged as that session's", async (t) => {
  const { fake, p } = await rig(t);
  oneForAll(p);
  const named = { channelId: "telegram", sessionKey: "agent:main:main" };
  await replyPayloadSending(p, reply("hello"), named);
  await messageSending(p, { to: "x", content: "hello" }, named);
  await messageSending(p, { to: "x", content: "other" }, named);
  await messageSending(p, { to: "x", content: "third" }, ctx);
  assert.deepEqual(fake.asked.map((q) => q.session), ["global", "global", "agent:main:x"]);
});
