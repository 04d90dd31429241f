// What a hook knows about where it happens, in the daemon's words. A hook that
// cannot know who the owner is names no sender either: a sender without the
// flag would count as a stranger.

import { isAbsolute } from "node:path";

import { agentIds } from "./gateway.ts";
import type { AgentContext, InputProvenance, ToolContext } from "./host.ts";
import type { Memory } from "./memory.ts";
import { at } from "./wire.ts";

export interface Ctx {
  sessionKey: string;
  agentId?: string;
  workspaceDir?: string;
  gatewayDir?: string;
  gatewayConfig?: string;
  messageProvider?: string;
  senderId?: string;
  senderIsOwner?: boolean;
  groupId?: string;
  spawnedBy?: string;
  inputProvenance?: { kind: string; sourceSessionKey?: string };
}

interface Place {
  readonly sessionKey?: string | undefined;
  readonly agentId?: string | undefined;
  readonly sessionId?: string | undefined;
  readonly runId?: string | undefined;
}

/** Where it happens, and nothing about who began it. */
export function place(p: Place): Ctx {
  const sessionKey = p.sessionKey || `sessionless:${p.runId ?? p.sessionId ?? p.agentId ?? "gateway"}`;
  return p.agentId === undefined ? { sessionKey } : { sessionKey, agentId: p.agentId };
}

/** For the hooks of a turn that know its producer, but not whether he is the owner. */
export function turnContext(ctx: AgentContext, memory: Memory): Ctx {
  const c = place(ctx);
  if (ctx.workspaceDir !== undefined) c.workspaceDir = ctx.workspaceDir;
  addProvenance(c, ctx.inputProvenance);
  addOrigin(c, ctx.trigger, memory);
  return c;
}

/** For before_agent_run, which knows all there is to know about a turn. */
export function producerContext(
  ctx: AgentContext,
  sender: { readonly senderId?: string; readonly senderIsOwner?: boolean },
  memory: Memory,
): Ctx {
  const c = turnContext(ctx, memory);
  // Of a turn that came from outside the gateway tells to whom it is delivered, not who sent it.
  if (ctx.trigger !== OUTSIDE) addSender(c, ctx.messageProvider, sender.senderId ?? ctx.senderId, sender.senderIsOwner);
  return c;
}

/** For a tool call. What its own context leaves out is known from the run it belongs to. */
export function callContext(ctx: ToolContext, memory: Memory): Ctx {
  const c = place(ctx);
  const run = memory.runs.get(ctx.runId ?? "");
  if (run?.workspaceDir !== undefined) c.workspaceDir = run.workspaceDir;
  addGateway(c);
  addProvenance(c, run?.inputProvenance);
  addOrigin(c, run?.trigger, memory);
  if (run?.trigger !== OUTSIDE) addSender(c, ctx.requester?.channel, ctx.requester?.senderId, ctx.requester?.senderIsOwner);
  return c;
}

/** Where the gateway keeps its own files, if it was told to: the daemon guards them, and knows only the usual place. */
function addGateway(c: Ctx): void {
  const { OPENCLAW_STATE_DIR: dir, OPENCLAW_CONFIG_PATH: config } = process.env;
  if (dir !== undefined && isAbsolute(dir)) c.gatewayDir = dir;
  if (config !== undefined && isAbsolute(config)) c.gatewayConfig = config;
}

/** The agent that a session key names. */
export function agentOf(sessionKey: string): string | undefined {
  return /^agent:([^:]+):/.exec(sessionKey)?.[1];
}

/** The group that a session key names, if the session is a group's. */
export function groupOf(sessionKey: string): string | undefined {
  return /^agent:[^:]+:[^:]+(?::[^:]+)?:(?:group|channel):(.+)$/.exec(sessionKey)?.[1];
}

/** The session that stands for the job of a scheduled run, whose own key is new each time. */
export function jobOf(sessionKey: string): string | undefined {
  return /^(agent:[^:]+:cron:[^:]+):run:[^:]+$/.exec(sessionKey)?.[1];
}

/** The session of an agent in which what has no session of its own is said. */
export function mainSession(hostConfig: unknown, agent: string): string {
  return sessionOf(hostConfig, `agent:${agent}:main`);
}

/** The session that a key leads to. With one session for all chats, a message and its answer still name the main one of an agent, which has no turns then. */
export function sessionOf<K extends string | undefined>(hostConfig: unknown, key: K): K | "global" {
  return key !== undefined && at(hostConfig, "session", "scope") === "global" && MAIN.test(key) ? "global" : key;
}

const MAIN = /^agent:[^:]+:(?:main|global)$/i;

/** The one session for all chats, where each of several agents keeps a history of its own under that name. What one of them ends, the others still hold. */
export function ofSeveral(hostConfig: unknown, sessionKey: string): boolean {
  return sessionKey === "global" && agentIds(hostConfig).length > 1;
}

export function isSubagent(sessionKey: string): boolean {
  return sessionKey.includes(":subagent:");
}

/** A session in which the agent of another program works (ACP): Claude Code, Gemini, Codex. */
export function isForeign(sessionKey: string): boolean {
  return /^agent:[^:]+:acp:/.test(sessionKey);
}

/** A job's script, which calls tools without a model. No hook tells what they return. */
export function isScript(sessionKey: string): boolean {
  return /:cron:[^:]+:trigger$/.test(sessionKey);
}

/** The gateway's own side turns about a session: nobody wrote them, and anything may be quoted in them. */
function isInternal(sessionKey: string): boolean {
  return sessionKey.includes(":internal-session-effects:");
}

/** The trigger of turns that a webhook, mail or the summary of such a turn began; the gateway calls them cron or heartbeat. */
const OUTSIDE = "hook";

/** The gateway's last words in the prompt of every scheduled run. What came from outside stands before them. */
const SCHEDULED = "This is an unattended scheduled run.";
/** Of those, the words that only a job of the gateway's own schedule is given. */
const OWN_JOB = "Where the job's own instructions conflict with this preamble";
/** What the gateway says to a scheduled run that did nothing. */
const NUDGE = "Your previous response was only an acknowledgement and did not complete this cron task.";

/** What began a turn. A scheduled one that cannot be told from a message from outside counts as one. */
export function triggerOf(ctx: AgentContext, prompt: string): string | undefined {
  if (ctx.inputProvenance?.kind === "internal_system" && ctx.inputProvenance.sourceTool === OUTSIDE) return OUTSIDE;
  if (ctx.trigger !== "cron" || prompt.startsWith(NUDGE)) return ctx.trigger;
  return prompt.slice(prompt.lastIndexOf(SCHEDULED)).includes(OWN_JOB) ? ctx.trigger : OUTSIDE;
}

/** What began the session, as far as no person did. */
function addOrigin(c: Ctx, trigger: string | undefined, memory: Memory): void {
  const spawner = memory.spawners.get(c.sessionKey) ?? (trigger === "cron" ? jobOf(c.sessionKey) : undefined);
  const group = groupAround(c.sessionKey, memory);
  if (group !== undefined) c.groupId = group;
  if (spawner !== undefined) c.spawnedBy = spawner;
  if (isInternal(c.sessionKey)) c.messageProvider = "internal";
  else if (c.sessionKey.startsWith("sessionless:")) c.messageProvider = "unknown";
  else if (isSubagent(c.sessionKey) && spawner === undefined) c.messageProvider = "subagent";
  else if (trigger === "cron" || trigger === "heartbeat" || trigger === OUTSIDE) c.messageProvider = trigger;
}

/** The group that a session speaks in. A child speaks where its spawner was asked. */
function groupAround(sessionKey: string, memory: Memory): string | undefined {
  let key: string | undefined = sessionKey;
  for (let depth = 0; key !== undefined && depth < 16; depth++) {
    const group = groupOf(key);
    if (group !== undefined) return group;
    key = memory.spawners.get(key);
  }
  return undefined;
}

function addSender(c: Ctx, provider: string | undefined, senderId: string | undefined, senderIsOwner: boolean | undefined): void {
  if (isInternal(c.sessionKey)) return;
  if (provider !== undefined) c.messageProvider = provider;
  if (senderId !== undefined) c.senderId = senderId;
  // The gateway says of every sub-agent that its sender is not the owner. Only
  // where somebody did send something is that a word about him.
  const nobody = senderId === undefined && isSubagent(c.sessionKey);
  if (senderIsOwner !== undefined && !(nobody && !senderIsOwner)) c.senderIsOwner = senderIsOwner;
}

function addProvenance(c: Ctx, p: InputProvenance | undefined): void {
  if (p === undefined) return;
  c.inputProvenance = { kind: p.kind, ...(p.sourceSessionKey === undefined ? {} : { sourceSessionKey: p.sourceSessionKey }) };
}
