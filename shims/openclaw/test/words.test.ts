import assert from "node:assert/strict";
import { test } from "node:test";
import { holds, letters, others, Words } from "../src/words.ts";

test("a text is its letters and digits, in any script", () => {
  assert.equal(letters("**Fünf** [Äpfel](https://example.com/a_b) für 3 €\n你好"), "fünfäpfelfür3你好");
});

test("words are held by one text, whole or cut short", () => {
  const texts = ["Delete nothing today.", "It is done, see below."].map((text) => letters(text));
  assert.ok(holds(texts, "delete *nothing*"));
  assert.ok(holds(texts, "It is …[omitted]… below.…[truncated]"));
  assert.ok(!holds(texts, "delete below"));
  assert.ok(!holds(texts, "Delete …[omitted]… below."), "the pieces of two texts are no text");
  assert.ok(!holds([], "x"));
  assert.ok(holds([], "👍"), "nothing is said");
  assert.ok(holds([letters(`${"long ".repeat(5000)} and its end`, 1 << 16)], "its end"));
});

test("what a session said is known again in parts and between other words, but for what any text may hold", () => {
  const words = new Words();
  const said = (text: string, butFor: string) => words.saidBy(text, butFor).map(({ session }) => session);
  words.add("The news of the day: all is well.", "a");
  words.add("ok", "b");
  assert.deepEqual(said("the news of the day", "c"), ["a"]);
  assert.deepEqual(said("First: The news of the day: all is well. Second: nothing.", "c"), ["a"]);
  assert.deepEqual(said("The news of the day: all is well.", "a"), []);
  assert.deepEqual(said("ok", "c"), []);
  assert.deepEqual(said("a book", "c"), []);
  words.add("The news of the day: all is well.", "b");
  assert.deepEqual(said("the news of the day", "c"), ["a", "b"]);
  words.add("...", "a");
  assert.deepEqual(said("!", "c"), []);
});

test("who speaks is named once, and is another one than it was before it began anew", () => {
  const [a, before, b] = [{ session: "a", level: undefined }, { session: "a", level: "untrusted" }, { session: "b", level: undefined }];
  assert.deepEqual(others([a, before, b, { ...before }, { ...b }], "a"), [before, b]);
  assert.deepEqual(others([a, before, a], "b"), [a, before]);
});
