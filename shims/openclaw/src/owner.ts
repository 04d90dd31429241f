// Who the owner is, in the gateway's own judgement.

import type { InboundMessage } from "./host.ts";

/** Whether the gateway has verified that the message is its owner's; undefined when it cannot tell. */
export type OwnerCheck = (message: InboundMessage, cfg: object) => Promise<boolean | undefined>;

/** The gateway's own judgement of a sender, from the module in which it keeps it; undefined where it has none. */
export async function hostOwnerCheck(): Promise<OwnerCheck | undefined> {
  const specifier = "openclaw/plugin-sdk/command-auth"; // only a gateway has it
  let auth: { resolveCommandAuthorization?: Authorize };
  try {
    auth = (await import(specifier)) as typeof auth;
  } catch {
    return undefined;
  }
  const authorize = auth.resolveCommandAuthorization;
  if (typeof authorize !== "function") return undefined;
  return (message, cfg) => {
    if (message.CommandInterpretationSuppressed === true) return Promise.resolve(false);
    return Promise.resolve(authorize({ ctx: message, cfg, commandAuthorized: message.CommandAuthorized === true }).senderIsOwner);
  };
}

export type Authorize = (p: { ctx: InboundMessage; cfg: object; commandAuthorized: boolean }) => { senderIsOwner: boolean };
