// The gateway must grant the plugin its conversation hooks. Where it does not,
// the plugin cannot see what it must, and says so loudly.
import assert from "node:assert/strict";
import { test } from "node:test";
import { world } from "../harness/world.ts";

const { chat, gateway, session } = await world({ conversationAccess: false });

test("without access to conversations the log and the status say so", async () => {
  await gateway.program?.lines.first("a loud line in the gateway's log", (line) => line.includes("allowConversationAccess"));
  assert.match(await chat.turn(session(), "/provenance status"), /allowConversationAccess/);
});
