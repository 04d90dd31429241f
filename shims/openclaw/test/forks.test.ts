import assert from "node:assert/strict";
import { test } from "node:test";
import type { SessionEntry } from "../src/host.ts";
import { beforePromptBuild, sessionEnd } from "../src/turns.ts";
import { answered, chat, given, rig } from "./support/plugin.ts";

/** A row of a history, with its time. */
const row = (timestamp: number) => ({ role: "user", content: "hi", timestamp });

test("a fork has seen what its source has, which is told before its first turn is judged, and once", async (t) => {
  const { fake, p } = await rig(t);
  const key = "agent:main:dashboard:fork";
  const [made, forkSource] = [performance.timeOrigin - 1000, { sessionKey: "agent:main:main" }];
  const entries: Record<string, SessionEntry> = {
    [key]: { createdAt: Date.now(), forkSource },
    "agent:main:used": { createdAt: made, forkSource },
    "agent:main:unused": { createdAt: made, forkSource },
    "agent:main:anew": { createdAt: made, forkSource },
    "agent:main:plain": { createdAt: Date.now() },
  };
  p.host = { ...p.host, sessions: { ...p.host.sessions, getSessionEntry: (of) => entries[of.sessionKey] } };
  const turn = (sessionKey: string, ...messages: object[]) => beforePromptBuild(p, { prompt: "", messages }, { ...chat, sessionKey });
  await turn(key, row(made));
  await turn(key, row(made), row(Date.now()));
  await turn("agent:main:used", row(made - 1), row(made + 1));
  await turn("agent:main:unused", row(made - 1), { ...row(made + 1), role: "custom" });
  await turn("agent:main:anew");
  await turn("agent:main:plain");
  assert.deepEqual(fake.asked.slice(0, 2).map((q) => [q.hook, q.session]), [["message_received", key], ["before_llm_call", key]]);
  assert.deepEqual(given(fake), [[key, "agent:main:main"], ["agent:main:unused", "agent:main:main"]], "what the source has read since is in no fork that has been used");
});

test("a session that is given another one's history when it has one already has seen what that one has, each time", async (t) => {
  const { fake, p } = await rig(t);
  const forkSource = { sessionKey: "agent:main:main" };
  let entry: SessionEntry = { createdAt: 1, sessionId: "s1" };
  p.host = { ...p.host, sessions: { ...p.host.sessions, getSessionEntry: () => entry } };
  const turn = (sessionId: string) => beforePromptBuild(p, { prompt: "", messages: [row(2)] }, { ...chat, sessionId });
  await turn("s1");
  entry = { createdAt: 1, sessionId: "s2", previousSessionId: "s1", forkSource };
  await turn("s2");
  const joined = [chat.sessionKey, "agent:main:main"];
  assert.deepEqual(given(fake), [joined]);
  for (const [reason, next] of [["compaction", "s3"], ["new", "s4"]] as const) {
    sessionEnd(p, { sessionId: entry.sessionId ?? "", reason, nextSessionId: next }, chat);
    entry = { ...entry, sessionId: next, previousSessionId: entry.sessionId ?? "" };
    await turn(next);
  }
  sessionEnd(p, { sessionId: "s4", reason: "new", nextSessionId: "s5", nextSessionKey: "agent:main:other" }, chat);
  assert.deepEqual(given(fake), [joined]);
  await turn("s5");
  await turn("s5");
  assert.deepEqual(given(fake), [joined, joined], "what the other one has read since is in the second copy");
});

test("a session that takes the place of one that was lost in a restart has seen what that one had", async (t) => {
  const { fake, p } = await rig(t);
  const [found, gone, anew] = ["agent:main:dashboard:1", "agent:main:dashboard:2", "agent:main:dashboard:3"];
  const entries: Record<string, SessionEntry> = {
    "agent:main:main": { createdAt: 1, sessionId: "s1" },
    [found]: { createdAt: 9, sessionId: "s2", previousSessionId: "s1" },
    [gone]: { createdAt: 9, sessionId: "s3", previousSessionId: "s0" },
    [anew]: { createdAt: 9, sessionId: "s5", previousSessionId: "s4" },
  };
  const listSessionEntries = () => Object.entries(entries).map(([sessionKey, entry]) => ({ sessionKey, entry }));
  p.host = { ...p.host, sessions: { getSessionEntry: (of) => entries[of.sessionKey], listSessionEntries } };
  for (const sessionKey of [found, gone]) await beforePromptBuild(p, { prompt: "", messages: [row(5)] }, { ...chat, sessionKey });
  await beforePromptBuild(p, { prompt: "", messages: [row(10)] }, { ...chat, sessionKey: anew });
  assert.deepEqual(given(fake), [[found, "agent:main:main"], [gone, undefined]]);
});

test("a fork has also seen what its source had when it began anew, if its history is older than that", async (t) => {
  const { fake, p } = await rig(t);
  const source = "agent:main:main";
  const fork = { createdAt: Date.now(), forkSource: { sessionKey: source } };
  let began = 0;
  p.host = { ...p.host, sessions: { ...p.host.sessions, getSessionEntry: ({ sessionKey }) => (sessionKey === source ? { sessionStartedAt: began } : fork) } };
  let n = 0;
  const told = async (...times: number[]) => {
    fake.asked.length = 0;
    await beforePromptBuild(p, { prompt: "", messages: times.map(row) }, { ...chat, sessionKey: `agent:main:dashboard:${++n}` });
    return fake.of("message_received").map((q) => q.event["sources"] ?? (q.ctx["inputProvenance"] as { sourceSessionKey?: string }).sourceSessionKey ?? "nobody knows whose");
  };
  assert.deepEqual(await told(5), [source]);
  fake.reply = () => ({ taint: "external" });
  sessionEnd(p, { sessionId: "s1", reason: "new", nextSessionId: "s2", nextSessionKey: source }, { ...chat, sessionKey: source });
  await answered(p);
  began = Date.now();
  const before = [{ kind: "words of a former session", trust: "external" }];
  assert.deepEqual(await told(began - 1000), [source, before]);
  assert.deepEqual(await told(began + 1000), [source]);
  assert.deepEqual(await told(), [source]);
});

test("after a restart of the gateway nobody knows what the source had seen before it began anew", async (t) => {
  const { fake, p } = await rig(t);
  const source = "agent:main:main";
  const began = Date.now();
  p.host = { ...p.host, sessions: { ...p.host.sessions, getSessionEntry: ({ sessionKey }) => (sessionKey === source ? { sessionStartedAt: began } : { createdAt: began, forkSource: { sessionKey: source } }) } };
  const told = async (time: number, sessionKey: string) => {
    fake.asked.length = 0;
    await beforePromptBuild(p, { prompt: "", messages: [row(time)] }, { ...chat, sessionKey });
    return fake.of("message_received").map((q) => (q.ctx["inputProvenance"] as { sourceSessionKey?: string }).sourceSessionKey ?? "nobody knows whose");
  };
  assert.deepEqual(await told(began - 1000, "agent:main:dashboard:1"), [source, "nobody knows whose"]);
  assert.deepEqual(await told(began + 1000, "agent:main:dashboard:2"), [source]);
});
