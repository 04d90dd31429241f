// Messages that the gateway puts into a turn that runs already. No hook of the turn
// says whose they are, so the daemon is told when they come.

import type { Ctx } from "./context.ts";
import type { Plugin } from "./plugin.ts";

/** Tells whose a message is that may join the turn which runs in its session. */
export function joins(p: Plugin, c: Ctx): void {
  const ask = { hook: "message_received", session: c.sessionKey, event: {}, ctx: c };
  const told = p.daemon.tell(ask).then((answer) => {
    if (answer.type === "none") p.daemon.owe(`${c.sessionKey}\njoins\n${JSON.stringify(c)}`, ask);
  });
  p.memory.tells(c.sessionKey, told);
}
