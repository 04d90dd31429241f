// The owner's commands: `.approve` and its kin in a message, `/provenance` and `/firewall`.
// The gateway says who the sender is; the daemon says what he may do.

import { passedOn } from "./around.ts";
import { place, sessionOf, type Ctx } from "./context.ts";
import { digest } from "./digest.ts";
import { commandWithoutAnswer } from "./failure.ts";
import type { CommandContext, CommandReply, Hooks } from "./host.ts";
import { commanded, joins, shows } from "./joining.ts";
import type { Plugin } from "./plugin.ts";
import { isPassedOn, isPressed, pressed } from "./pressed.ts";
import { showsApprovals } from "./approval.ts";
import { behindOwn, spent, withButtons } from "./staged.ts";
import { statusLines } from "./status.ts";
import { letters } from "./words.ts";

/** Tells whether a message may be a command of the daemon's. Whether it is, in what form people write one, the daemon says. */
export function mayBeCommand(text: string): boolean {
  return text.length <= 256 && /\.(?:approve|deny|withdraw|reset\P{L}trust)(?![\p{L}\p{N}])/iu.test(text);
}

/** `/provenance` and `/firewall`, as channels write them. */
const SLASH = /^\s*\/(?:provenance|firewall)(?![\w-])/i;

/** The commands that change something. */
const GIVES = /^(?:approve|deny|withdraw|reset-trust|accept|drop)\b/i;

/** The one command after which the agent has something to do: what waited for it. The others are answered here. */
const GOES_ON = /\.approve\b/i;

const NOT_WRITTEN =
  "Not done: that command was passed on, or stood behind a button, and says what somebody else has written. If you mean it, write it yourself.";

/** The one command that gives something without a code. Of a `/` command Telegram's channel does not say whether it was written or passed on. */
const UNPROVEN = "Not done: on Telegram, send .reset-trust as a message of its own.";

/** A message before it is queued: the place where a command reaches a session that waits for it. */
export async function replyDispatch(
  p: Plugin,
  event: Hooks["reply_dispatch"][0],
  ctx: Hooks["reply_dispatch"][1],
): Promise<Hooks["reply_dispatch"][2] | undefined> {
  const m = event.ctx;
  const sessionKey = sessionOf(p.host.config, event.sessionKey ?? m.SessionKey);
  if (!sessionKey) return undefined;
  if (m.Provider === "webchat") p.memory.clients.set(sessionKey, showsApprovals(m.GatewayClientCaps ?? []));
  const text = (m.CommandBody ?? m.RawBody ?? m.Body ?? "").trim();
  const asked = mayBeCommand(text);
  const passes = isPassedOn(m);
  const written = !passes && (!isPressed(m) || behindOwn(p, text) !== undefined);
  const slash = SLASH.test(text);
  if (!written) p.memory.notWritten.set(sessionKey, letters(text));
  else if (slash) p.memory.notWritten.delete(sessionKey);
  if (!written && (slash || (asked && (await isNobodys(p, sessionKey, text))))) return say(ctx, NOT_WRITTEN);
  if (isPressed(m) && !written) pressed(p, sessionKey, text);
  if (passes) shows(p, sessionKey, [passedOn]);
  const running = p.memory.running(sessionKey);
  const command = asked && written;
  if (!command && !running && !text.includes("/")) return undefined; // it begins a turn
  const owner = await p.ownerCheck(m, ctx.cfg);
  const c = senderContext({ sessionKey, agentId: m.AgentId, channel: m.Provider, senderId: m.SenderId, senderIsOwner: owner });
  if (command && owner !== undefined) {
    const answer = await p.daemon.ask({ hook: "command", session: sessionKey, event: { text }, ctx: c });
    if (answer.type === "none") return say(ctx, own(p, ["Not done.", ...commandWithoutAnswer(p.config, answer)]));
    if (answer.result["handled"] === true) {
      if (answer.verdict === "allow" && GOES_ON.test(text) && !p.memory.running(sessionKey)) {
        p.memory.obeyed.set(sessionKey, text);
        return undefined; // the agent goes on by itself
      }
      return say(ctx, String(answer.result["text"] ?? ""));
    }
  }
  // Of a command whose sender is not known, the turn knows who it is.
  if (running) joins(p, c);
  else if (owner === false && text.includes("/")) commanded(p, c);
  return undefined;
}

/** Whether words that their sender has not written are a command: nobody's, which the daemon does not carry out. Without its answer they are taken for one. */
async function isNobodys(p: Plugin, sessionKey: string, text: string): Promise<boolean> {
  const nobody: Ctx = { sessionKey, inputProvenance: { kind: "inter_session" } };
  const answer = await p.daemon.ask({ hook: "command", session: sessionKey, event: { text }, ctx: nobody });
  return answer.type === "none" || answer.result["handled"] === true;
}

/** `/provenance …`, `/firewall …` */
export async function slashCommand(p: Plugin, name: string, ctx: CommandContext): Promise<CommandReply> {
  const args = spent(p, (ctx.args ?? "").trim());
  const sessionKey = sessionOf(p.host.config, ctx.sessionKey);
  if (GIVES.test(args) && notWritten(p, `${name} ${args}`, sessionKey)) return { text: NOT_WRITTEN };
  if (ctx.channel === "telegram" && /^reset-trust\b/i.test(args)) return { text: UNPROVEN };
  const c = senderContext({ ...ctx, sessionKey, senderIsOwner: ctx.senderIsOwner === true });
  const answer = await p.daemon.ask({ hook: "command", session: c.sessionKey, event: { text: `/${name} ${args}`.trim() }, ctx: c });
  const status = args === "" || /^status\b/i.test(args) ? statusLines(p) : [];
  if (answer.type === "none") return { text: own(p, [...commandWithoutAnswer(p.config, answer), ...status]) };
  const text = [String(answer.result["text"] ?? ""), ...(answer.verdict === "allow" ? status : [])].join("\n");
  return answer.verdict === "allow" ? withButtons(p, ctx.channel, args, text) : { text };
}

/**
 * Whether a command comes from words that are not their sender's. The gateway looks for it
 * behind a name, behind brackets, and around its own name: so all of it is only known to
 * stand somewhere in them.
 */
function notWritten(p: Plugin, command: string, sessionKey = ""): boolean {
  const words = p.memory.notWritten.get(sessionKey);
  const is = words !== undefined && command.split(/\s+/).every((word) => words.includes(letters(word)));
  if (is) p.memory.notWritten.delete(sessionKey);
  return is;
}

function senderContext(s: {
  readonly sessionKey?: string | undefined;
  readonly agentId?: string | undefined;
  readonly channel?: string | undefined;
  readonly senderId?: string | undefined;
  readonly senderIsOwner: boolean | undefined;
}): Ctx {
  const c = place(s);
  if (s.channel !== undefined) c.messageProvider = s.channel;
  if (s.senderId !== undefined) c.senderId = s.senderId;
  if (s.senderIsOwner !== undefined) c.senderIsOwner = s.senderIsOwner;
  return c;
}

/** The plugin's own words to the owner, which wait for no daemon's leave. */
function own(p: Plugin, lines: readonly string[]): string {
  const text = lines.join("\n");
  p.memory.ownWords.set(digest(text), true);
  return text;
}

/** Answers the message here; the model does not see it. */
function say(ctx: Hooks["reply_dispatch"][1], text: string): Hooks["reply_dispatch"][2] {
  const queuedFinal = ctx.dispatcher.sendFinalReply({ text });
  return { handled: true, queuedFinal, counts: { tool: 0, block: 0, final: queuedFinal ? 1 : 0 } };
}
