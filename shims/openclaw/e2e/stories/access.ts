// The gateway must grant the plugin its conversation hooks. Otherwise the plugin cannot see what it
// must, and says so clearly.
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import type { World } from "../harness/world.ts";

export const access = (w: World) =>
  describe("access", () => {
    const { gateway, session } = w;
    before(() => w.begin({ conversationAccess: false }));

    test("without access to conversations the log and the status say so", async () => {
      await gateway.program?.lines.first("a loud line in the gateway's log", (line) => line.includes("allowConversationAccess"));
      assert.match(await w.chat.turn(session(), "/provenance status"), /allowConversationAccess/);
    });
  });
