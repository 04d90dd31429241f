// Who the owner is, according to the gateway.

import type { InboundMessage } from "./host.ts";

/** Whether the gateway has verified that the message is its owner's; undefined if it cannot tell. */
export type OwnerCheck = (message: InboundMessage, cfg: object) => Promise<boolean | undefined>;

/** The gateway's own check of a sender, from the module that contains it; undefined if it has none. */
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
