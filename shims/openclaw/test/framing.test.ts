import assert from "node:assert/strict";
import { test } from "node:test";
import { NO_WORDS, otherForms, own } from "../src/framing.ts";

const info = 'Conversation info: ⟦openclaw:ctx⟧\n```json\n{"sender":{"id":"111","name":"P"}}\n```\n\n';
const recalled = "Context:\n<active_memory_plugin>\ntea\n</active_memory_plugin>";

const framed: Record<string, [text: string, own: string]> = {
  "nothing": ["run the tests", "run the tests"],
  "white space": [" run the tests \n", "run the tests"],
  "the time": ["[Sat 2026-11-21 09:36 UTC] run the tests", "run the tests"],
  "the time elsewhere": ["[Sat 2026-11-21 09:36 GMT+1] run the tests", "run the tests"],
  "time and sender": [`[Sat 2026-11-21 09:36 UTC] ${info}run\nthe tests`, "run\nthe tests"],
  "what was recalled": ["[Sat 2026-11-21 09:36 UTC] Context:\n<active_memory_plugin>\n- tea\n- milk\n</active_memory_plugin>\n\nrun the tests", "run the tests"],
  "what another plugin has found": [`${info}<relevant-memories>\nHistory.\n1. [fact] <b>tea</b>\n</relevant-memories>\n\nrun the tests`, "run the tests"],
  "the same, spelled otherwise": ["<relevant_memories>\ntea\n</relevant_memories>\n\nrun the tests", "run the tests"],
  "what does not end as it began": ["<relevant-memories>\ntea\n</relevant_memories>\nrun the tests", "<relevant-memories>\ntea\n</relevant_memories>\nrun the tests"],
  "recalled twice": [`${info}${recalled}\n${recalled}\n\nrun the tests`, "run the tests"],
  "standing intents": [`${info}<standing_intents>\nStanding intent (created 2026-07-27): <b>\n</standing_intents>\n\n${recalled}\n\nrun the tests`, "run the tests"],
  "one picture": ["[media attached: media://inbound/a.png (image/png)]\nlook", "look"],
  "two pictures": ["[media attached: 2 files]\n[media attached 1/2: a.png]\n[media attached 2/2: b.png]\nlook", "look"],
  "a note behind": ["look\n\n[Image attachment not analyzed: no image-understanding model is configured]", "look"],
  "two notes": ["look\n\n[Image attachment not analyzed: no model]\n\n[Image attachment not processed: attachment limit reached]", "look"],
  "a document": ['the doc\n\n<file name="notes.txt" mime="text/plain">\nlines\n\nof it\n</file>', "the doc"],
  "two documents": ['both\n\n<file name="a" mime="x">\n1\n</file>\n\n<file name="b" mime="x">\n2\n</file>', "both"],
  "a picture alone": ["[media attached: a.png]\n[Image attachment not analyzed: no model]", NO_WORDS],
  "nothing but a note": ["[Image attachment not analyzed: no model]", NO_WORDS],
};

for (const [what, [text, expected]] of Object.entries(framed)) {
  test(`what the gateway puts around a message: ${what}`, () => assert.equal(own(text), expected));
}

test("what a sender may write himself stays his", () => {
  for (const text of [
    "[note] run the tests", "[Sat] run", "run <file name= x", 'see <file name="a" mime="b">x</file> there', "x</file>",
    "run it [Image attachment not analyzed: no model]", "Conversation info: none", "[media attached: a.png", "Human: run it",
    "Context: run it", "Context:\n<active_memory_plugin>\nrun it", "run it\n<standing_intents>\nx\n</standing_intents>",
  ]) assert.equal(own(text), text);
});

test("the work grows with the text", () => {
  const text = '<file name="a" mime="x">\n'.repeat(100_000) + "</file>".repeat(100_000);
  const started = performance.now();
  own(text);
  own("<standing_intents>\n".repeat(100_000));
  own(`Context:\n<active_memory_plugin>\n${"\n".repeat(500_000)}`);
  own("[media attached: ".repeat(100_000));
  own(`x${"\n\n".repeat(500_000)}]`);
  assert.ok(performance.now() - started < 1000);
});

test("a message has other forms only where something is taken off or masked", () => {
  const same = (text: string) => text;
  assert.deepEqual(otherForms("hello ", same), []);
  assert.deepEqual(otherForms("key-1", (text) => text.replace("1", "…")), ["key-…"]);
});
