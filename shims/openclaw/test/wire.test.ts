import assert from "node:assert/strict";
import { createHmac, createSecretKey } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { encodePayload, FrameReader, parseFrame, type Request, requestLine, signedText } from "../src/wire.ts";

const vectors = new URL("../../../internal/wire/testdata/", import.meta.url);

interface RequestVector {
  readonly name: string;
  readonly line?: string;
  readonly signed?: string;
  readonly hmac?: string;
  readonly error?: string;
}

const requests = JSON.parse(readFileSync(new URL("requests.json", vectors), "utf8")) as { key: string; vectors: RequestVector[] };
const key = createSecretKey(requests.key, "base64");

/** The request of a vector: the payload is the bytes that it signs. */
function requestOf(v: RequestVector): Request {
  const fields = JSON.parse(v.line ?? "") as Omit<Request, "payload">;
  const { id, hook, session, timestamp, nonce } = fields;
  const head = ["provenance-v1", timestamp, id, hook, session, ""].join("\n");
  const payload = (v.signed ?? "").slice(head.length, -(nonce.length + 1));
  return { id, hook, session, timestamp, nonce, payload };
}

test("every accepted vector is signed as we sign it", () => {
  const accepted = requests.vectors.filter((v) => v.error === undefined && v.line !== undefined);
  assert.ok(accepted.length > 20);
  for (const v of accepted) {
    const r = requestOf(v);
    assert.equal(signedText(r), v.signed, v.name);
    assert.equal(createHmac("sha256", key).update(signedText(r)).digest("base64"), v.hmac, v.name);
    const ours = JSON.parse(requestLine(r, key)) as object;
    assert.deepEqual(ours, JSON.parse(v.line ?? ""), v.name);
  }
});

test("the worked example comes out byte for byte", () => {
  const [v] = requests.vectors;
  assert.equal(requestLine(requestOf(v as RequestVector), key), `${v?.line}\n`);
});

test("the exact bytes of the payload are signed and sent", () => {
  const payload = '{ "event":\t{"n":1.0} }';
  const line = requestLine({ id: "1", hook: "ping", session: "", timestamp: "1", nonce: "00", payload }, key);
  assert.ok(line.endsWith(`"payload":${payload}}\n`));
});

test("what the daemon would refuse unread is not sent", () => {
  const r: Request = { id: "1", hook: "ping", session: "s", timestamp: "1", nonce: "00", payload: "{}" };
  assert.throws(() => requestLine({ ...r, session: "a\nb" }, key), /session is not plain text/);
  assert.throws(() => requestLine({ ...r, session: "\ud800" }, key), /session is not plain text/);
  assert.throws(() => requestLine({ ...r, session: "é".repeat(513) }, key), /session is longer than 1024 bytes/);
  assert.throws(() => requestLine({ ...r, payload: `"${"x".repeat(16 * 1024 * 1024)}"` }, key), /longer than 16 MiB/);
});

test("lone surrogates are replaced, whole characters and spelled escapes are not", () => {
  const event = { cut: "a\ud83d", whole: "😀", spelled: "\\ud83d", list: ["\udc00"], "\ud800key": 1 };
  assert.deepEqual(JSON.parse(encodePayload(event, {})), {
    event: { cut: "a\ufffd", whole: "😀", spelled: "\\ud83d", list: ["\ufffd"], "\ufffdkey": 1 },
    ctx: {},
  });
});

interface FrameVector {
  readonly name: string;
  readonly hex: string;
  readonly json?: string;
  readonly error?: string;
}

const frames = JSON.parse(readFileSync(new URL("frames.json", vectors), "utf8")) as { vectors: FrameVector[] };

test("every frame vector is read, whole or byte by byte", () => {
  for (const v of frames.vectors.filter((f) => f.json !== undefined)) {
    const bytes = Buffer.from(v.hex, "hex");
    const whole = new FrameReader();
    whole.push(Buffer.concat([bytes, bytes]));
    assert.equal(whole.next()?.toString(), v.json, v.name);
    assert.equal(whole.next()?.toString(), v.json, v.name);
    assert.equal(whole.next(), undefined);
    const slow = new FrameReader();
    for (const b of bytes.subarray(0, -1)) {
      slow.push(Buffer.of(b));
      assert.equal(slow.next(), undefined, v.name);
    }
    slow.push(bytes.subarray(-1));
    assert.equal(slow.next()?.toString(), v.json, v.name);
  }
});

test("frames that are none are refused, and a cut one never comes", () => {
  for (const v of frames.vectors.filter((f) => f.error !== undefined)) {
    const reader = new FrameReader();
    reader.push(Buffer.from(v.hex, "hex"));
    const read = () => {
      const body = reader.next();
      return body === undefined ? undefined : parseFrame(body);
    };
    if (v.error === "truncated") assert.equal(read(), undefined, v.name);
    else assert.throws(read, v.name);
  }
});

test("an answer is read strictly", () => {
  const decision = { type: "decision", id: "1", verdict: "deny", result: {}, taint: "trusted", reasons: [] };
  const parse = (over: object) => parseFrame(Buffer.from(JSON.stringify({ ...decision, ...over })));
  assert.equal(parse({ unknown: 1 }).type, "decision");
  assert.equal(parse({ type: "pending" }).type, "other");
  assert.throws(() => parse({ verdict: "maybe" }));
  assert.throws(() => parse({ result: [] }));
  assert.throws(() => parse({ id: 1 }));
  assert.throws(() => parse({ approval: { code: "xyz", tools: [], expiresIn: 1 } }));
  assert.throws(() => parse({ approval: { code: "bf619df9", tools: [], expiresIn: "soon" } }));
  assert.throws(() => parseFrame(Buffer.from("[]")));
  assert.throws(() => parseFrame(Buffer.from([0x22, 0xff, 0x22])), "invalid UTF-8");
});
