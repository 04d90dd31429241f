// What holds when the daemon gives no answer: the three words of onFailure.
// They are the daemon's own words, for the time in which it cannot say them.

import { join } from "node:path";
import type { Config } from "./config.ts";
import { groupOf } from "./context.ts";
import type { NoAnswer } from "./daemon.ts";
import type { ToolCallEvent, ToolContext } from "./host.ts";

/**
 * Why a tool call must not run without an answer; undefined lets it run. A call
 * that a daemon will not judge runs under none of the three words: the model
 * chose its parameters, and would be choosing not to be judged. One for whose answer
 * was waited in vain runs under open alone.
 */
export function callWithoutAnswer(config: Config, call: ToolCallEvent, ctx: ToolContext, answer: NoAnswer): string | undefined {
  const { why } = answer;
  if (answer.refused) {
    return `Tool '${call.toolName}' is blocked: the security daemon (provenanced) could not judge this call: ${why}. Call it with fewer and plainer parameters.`;
  }
  if (config.onFailure === "open") return undefined;
  if (config.onFailure === "guarded" && !answer.late && (onlyLooks(config, call) || isMessageToOwner(call, ctx))) {
    return undefined;
  }
  return `Tool '${call.toolName}' is blocked: the security daemon (provenanced) gave no answer: ${why}. ` +
    "Tell the owner; 'provenancectl doctor' on the gateway's machine says what is wrong. Try again when that is mended.";
}

/** A status that is asked for with a model gives the session that model. */
function onlyLooks(config: Config, call: ToolCallEvent): boolean {
  const tool = call.toolName.toLowerCase();
  return config.safeTools.has(tool) && !(tool === "session_status" && Boolean(call.params["model"]));
}

/**
 * What the model gets in place of a result that the daemon has not looked at; undefined
 * lets it have the result. Where the daemon let the call run and wanted to see what comes
 * of it, or takes too long, only open passes it unseen; what it will not read passes under
 * none of the three words: whoever wrote a page would be choosing that nobody looks at it.
 */
export function resultWithoutAnswer(config: Config, wanted: boolean, answer: NoAnswer): string | undefined {
  if (!answer.refused && (!(wanted || answer.late) || config.onFailure === "open")) return othersWithoutAnswer(config, "This result", answer.why);
  return `This result is withheld: the security daemon (provenanced) has not looked at it: ${answer.why}. ` +
    "Ask for less of it at a time, or tell the user.";
}

/** Why a turn or a response must not go on without an answer; undefined lets it. */
export function othersWithoutAnswer(config: Config, what: string, why: string): string | undefined {
  if (config.onFailure !== "closed") return undefined;
  return `${what} is blocked: the security daemon (provenanced) gave no answer: ${why}. ` +
    "'provenancectl doctor' on the gateway's machine says what is wrong.";
}

/** What the owner is told in place of a command's answer: what was tried, what to do, and what holds until then. */
export function commandWithoutAnswer(config: Config, answer: NoAnswer): string[] {
  const said = `The security daemon (provenanced) gave no answer: ${answer.why}.`;
  if (answer.refused) return [said];
  return [
    said,
    `Its socket is looked for at ${join(config.runtimeDir, "gateway.sock")}.`,
    "To start it, run 'systemctl --user start provenanced.socket provenanced.service' on the gateway's machine, or 'provenanced serve' where there is no systemd; " +
      "if it hangs, restart it. 'provenancectl doctor' says what is wrong. The gateway needs no restart.",
    `Until then (onFailure: ${config.onFailure}): ${answer.late && config.onFailure === "guarded" ? WHILE_LATE : MEANWHILE[config.onFailure]}`,
  ];
}

const MEANWHILE: Readonly<Record<Config["onFailure"], string>> = {
  guarded: "the agent answers, and may call only tools that are safe to call; every other call is refused.",
  open: "every call runs, and nobody judges it.",
  closed: "no tool runs, and no turn begins.",
};
const WHILE_LATE = "the agent answers; no call that the daemon leaves without an answer runs.";

/** A message that names no other target goes where the turn came from: here, to the owner himself. */
function isMessageToOwner(call: ToolCallEvent, ctx: ToolContext): boolean {
  if (call.toolName.toLowerCase() !== "message" || ctx.requester?.senderIsOwner !== true) return false;
  if (groupOf(ctx.sessionKey ?? "") !== undefined) return false;
  const { action = "send", message, ...others } = call.params;
  return action === "send" && typeof message === "string" && !ATTACHES.test(message) && Object.keys(others).length === 0;
}

/** What may be in a message's text that is more than words: something to fetch, or a model's thinking. Only the daemon can tell from code. */
const ATTACHES = /(?:^|\n|\\n)\s*media:|!\[|</i;
