// A turn from its session to its end: what begins it, what the model is offered
// and shown, each call of the model.

import { type Ctx, isForeign, ofSeveral, place, producerContext, triggerOf, turnContext } from "./context.ts";
import { conversation } from "./clients.ts";
import type { NoAnswer } from "./daemon.ts";
import { othersWithoutAnswer } from "./failure.ts";
import { own } from "./framing.ts";
import { checkedMessages, messages, sources } from "./history.ts";
import { readsLinks } from "./gateway.ts";
import type { AgentContext, Hooks, SubagentContext } from "./host.ts";
import { begunAnew, follows, forked } from "./forks.ts";
import { jobRuns } from "./jobs.ts";
import { joins, joinsFrom, ofChildren } from "./joining.ts";
import { meanwhile } from "./meanwhile.ts";
import type { Plugin } from "./plugin.ts";
import { noteRecall, recalled, searches } from "./recall.ts";
import { started } from "./suggested.ts";
import { vouchFor } from "./vouching.ts";
import { type Decision, isRecord } from "./wire.ts";
import { type Speaker, UNTOLD } from "./words.ts";

/** More names than that are no tool list. */
const MOST_TOOLS = 1024;

export function sessionStart(p: Plugin, event: Hooks["session_start"][0], ctx: Hooks["session_start"][1]): void {
  const c = turnContext(ctx, p.memory);
  p.daemon.tell({ hook: "session_start", session: c.sessionKey, event: { sessionId: event.sessionId }, ctx: c });
  if (!SIDEBAR.test(c.sessionKey)) return;
  for (const spawner of spawnersOf(p, ctx.agentId, c.sessionKey)) spawned(p, { childSessionKey: c.sessionKey, requesterSessionKey: spawner });
}

/** Who has spawned a session of the sidebar, as the gateway keeps it. Where it cannot tell, whoever waits for the result of such a call may have. */
function spawnersOf(p: Plugin, agentId: string | undefined, sessionKey: string): Iterable<string> {
  const kept = p.kept(sessionKey, agentId);
  if (kept?.createdVia !== undefined && kept.createdVia !== "spawn") return [];
  return kept?.parentSessionKey && kept.createdVia === "spawn" ? [kept.parentSessionKey] : p.memory.spawning.values();
}

/** The key of a session of the sidebar. A person may have opened it, or a call of sessions_spawn that waits for its result. */
const SIDEBAR = /^agent:[^:]+:dashboard:/;

export function sessionEnd(p: Plugin, event: Hooks["session_end"][0], ctx: Hooks["session_end"][1]): void {
  const c = place(ctx);
  const { sessionId, reason, nextSessionId, nextSessionKey } = event;
  // One that another session succeeds keeps its history: a person can go back to it.
  const stays = nextSessionKey !== undefined && nextSessionKey !== c.sessionKey;
  if (!stays && nextSessionId !== undefined) follows(p, c.sessionKey, nextSessionId);
  const over = stays || ofSeveral(p.host.config, c.sessionKey) ? undefined : reason;
  const until = begunAnew(p, c.sessionKey);
  const speaking = over !== undefined && CLEARS.has(over) ? [...p.memory.speaking(c.sessionKey), until] : [];
  const seen = speaking.length === 0 ? undefined : p.daemon.tell({ hook: "agent_end", session: c.sessionKey, event: {}, ctx: c });
  const ended = p.daemon.tell({ hook: "session_end", session: c.sessionKey, event: over === undefined ? { sessionId } : { sessionId, reason: over }, ctx: c });
  if (seen !== undefined) outlives(speaking, seen, ended);
}

/** Reasons for which the daemon forgets what a session has seen. */
const CLEARS: ReadonlySet<string> = new Set(["new", "reset", "deleted", "idle", "daily"]);

/** What a session has said elsewhere stays as good as what it had seen by its end, if the daemon says that before it ends. */
function outlives(speaking: readonly Speaker[], seen: Promise<Decision | NoAnswer>, ended: Promise<unknown>): void {
  const keep = (level: string) => speaking.forEach((by) => (by.level = level));
  keep(UNTOLD);
  void Promise.race([seen, ended.then(() => undefined)]).then((answer) => {
    if (answer?.type === "decision") keep(answer.taint);
  });
}

/** A child session: it inherits what its spawner has seen by now, so the daemon is told at once. */
export function spawned(p: Plugin, ctx: SubagentContext): void {
  const { childSessionKey: child, requesterSessionKey: spawner } = ctx;
  if (!child || !spawner || child === spawner || p.memory.spawners.get(child) === spawner) return;
  p.memory.spawners.set(child, spawner);
  if (isForeign(child)) return joins(p, { sessionKey: child });
  p.daemon.tell({ hook: "session_start", session: child, event: {}, ctx: { sessionKey: child, spawnedBy: spawner } });
}

/** A child has begun or ended. What a child says at its end, the gateway puts into its spawner's turn, if that still runs. */
export function progressed(p: Plugin, event: Hooks["subagent_progress"][0], ctx: SubagentContext): void {
  spawned(p, ctx);
  const { childSessionKey: child, requesterSessionKey: spawner } = ctx;
  if (child && spawner && event.phase === "started") p.memory.working.set(child, spawner);
  if (child && event.phase === "ended") p.memory.working.delete(child);
  if (event.phase !== "ended" || !child || !spawner || child === spawner || !p.memory.running(spawner)) return;
  joinsFrom(p, spawner, child);
}

/** Narrows the turn's tools. The turn's producer is not known yet, and so not named. */
export async function beforePromptBuild(
  p: Plugin,
  event: Hooks["before_prompt_build"][0],
  hookCtx: AgentContext,
): Promise<{ toolsAllow?: string[] } | undefined> {
  const ctx = begunBy(p, hookCtx, event.prompt);
  const c = turnContext(ctx, p.memory);
  const run = {
    sessionKey: c.sessionKey,
    workspaceDir: ctx.workspaceDir,
    trigger: ctx.trigger,
    inputProvenance: ctx.inputProvenance,
    blocked: undefined,
    span: ctx.trace?.spanId,
  };
  const runId = ctx.runId ?? "";
  p.memory.begin(runId, run);
  forked(p, ctx, event.messages);
  jobRuns(p, ctx);
  noteRecall(p, c.sessionKey, performance.now());
  const names = p.memory.tools.get(ctx.agentId ?? "");
  const tools = names === undefined ? {} : { tools: [...names] };
  const answer = await p.daemon.ask({ hook: "before_llm_call", session: c.sessionKey, event: { iteration: 0, ...tools }, ctx: c });
  if (answer.type === "none") return undefined; // before_agent_run asks too, and can block
  p.memory.noteAuthentication(c.sessionKey, answer);
  const why = blockOf(answer);
  if (why !== undefined) p.memory.runs.set(runId, { ...run, blocked: why });
  const kept = answer.result["tools"];
  return Array.isArray(kept) ? { toolsAllow: kept.filter((t) => typeof t === "string") } : undefined;
}

/** The whole context, its producer included. The one place where a turn can be stopped. */
export async function beforeAgentRun(
  p: Plugin,
  event: Hooks["before_agent_run"][0],
  hookCtx: AgentContext,
): Promise<Hooks["before_agent_run"][2] | undefined> {
  const ctx = begunBy(p, hookCtx, event.prompt);
  const c = producerContext(ctx, event, p.memory);
  const checks = p.memory.authentication(c.sessionKey) !== undefined;
  const prompt = unlessObeyed(p, c, event.prompt);
  const shown = sources(c.sessionKey, event.messages, event.prompt, p.memory, readsLinks(p.host.config));
  const said = conversation(p, c.sessionKey, event.messages, event.prompt);
  const told = meanwhile(p, ctx, event.prompt, event.messages.length);
  const recall = recalled(p, c.sessionKey, event.prompt, event.messages.length, performance.now());
  const task = started(p, c.sessionKey, event.prompt, event.messages.length);
  const all = [shown, said, told, recall, task, ofChildren(p, c.sessionKey, event.messages)];
  for (const session of new Set(all.flatMap(({ sessions }) => [...sessions]))) {
    joinsFrom(p, c.sessionKey, session);
  }
  if (checks && (GATEWAYS_OWN.has(ctx.trigger ?? "") || resumes(p, ctx) || searches(p, ctx))) {
    vouchFor(p, { ...c, messageProvider: "heartbeat" }, { content: own(prompt) });
  }
  const answer = await p.daemon.ask({
    hook: "context_assembled",
    session: c.sessionKey,
    event: {
      systemPrompt: event.systemPrompt,
      messages: checks
        ? checkedMessages(c.sessionKey, event.messages, prompt, ctx.inputProvenance, p.memory)
        : messages(event.messages, prompt, ctx.inputProvenance),
      sources: all.flatMap(({ sources }) => sources),
    },
    ctx: c,
  });
  if (answer.type !== "none") p.memory.noteAuthentication(c.sessionKey, answer);
  const why = answer.type === "none"
    ? othersWithoutAnswer(p.config, "This turn", answer.why)
    : (blockOf(answer) ?? p.memory.runs.get(ctx.runId ?? "")?.blocked);
  if (why === undefined) {
    // Nobody judged this turn, and its model will have heard whoever began it.
    if (answer.type === "none") p.daemon.sendLater({ hook: "context_assembled", session: c.sessionKey, event: {}, ctx: c });
    return undefined;
  }
  p.memory.runs.delete(ctx.runId ?? "");
  return { outcome: "block", reason: why, message: why };
}

/** The turn with what really began it, which its first prompt tells: other plugins add to later ones, and a repeated attempt has its own. */
function begunBy(p: Plugin, ctx: AgentContext, prompt: string): AgentContext {
  const known = ctx.runId === undefined ? undefined : p.memory.runs.get(ctx.runId);
  const trigger = known === undefined ? triggerOf(ctx, prompt) : known.trigger;
  return trigger === undefined || trigger === ctx.trigger ? ctx : { ...ctx, trigger };
}

/** Turns that the gateway begins by itself, for its housekeeping; nobody sent a message. */
const GATEWAYS_OWN: ReadonlySet<string> = new Set(["memory", "overflow"]);

/** Whether the gateway goes on with a turn that its restart has interrupted. Any program may say so of its turn; the gateway has noted this one. */
function resumes(p: Plugin, ctx: AgentContext): boolean {
  if (ctx.inputProvenance?.sourceTool !== "main_session_restart_recovery" || ctx.runId === undefined || ctx.sessionKey === undefined) return false;
  return p.kept(ctx.sessionKey, ctx.agentId)?.restartRecoveryDeliveryRunId === ctx.runId;
}

const OBEYED = "(a command of the owner's, carried out)";

/** A command that has been carried out is not shown as one again: the words in its place carry on what was asked before. */
function unlessObeyed(p: Plugin, c: Ctx, prompt: string): string {
  const text = p.memory.obeyed.get(c.sessionKey);
  p.memory.obeyed.delete(c.sessionKey);
  if (text === undefined || text !== prompt.trim()) return prompt;
  const senderId = c.senderId === undefined ? {} : { senderId: c.senderId };
  if (p.memory.authentication(c.sessionKey) !== undefined) vouchFor(p, c, { content: OBEYED, ...senderId, followsUp: true });
  return OBEYED;
}

/** Remembers what the agent's model is offered, for the next turn's question. */
export function llmInput(p: Plugin, event: Hooks["llm_input"][0], ctx: AgentContext): void {
  const agent = ctx.agentId ?? "";
  const names = p.memory.tools.get(agent) ?? new Set<string>();
  for (const tool of event.tools ?? []) {
    if (isRecord(tool) && typeof tool["name"] === "string" && names.size < MOST_TOOLS) names.add(tool["name"]);
  }
  if (names.size > 0) p.memory.tools.set(agent, names);
}

export function modelCall(p: Plugin, hook: "loop_iteration_start" | "loop_iteration_end", event: Hooks["model_call_started"][0], ctx: AgentContext): void {
  const c = place({ ...ctx, sessionKey: ctx.sessionKey ?? event.sessionKey });
  const n = /:model:(\d{1,9})$/.exec(event.callId)?.[1];
  const iteration = n === undefined ? undefined : Math.max(0, Number(n) - 1);
  if (iteration !== undefined) p.memory.iterations.set(ctx.runId ?? "", iteration);
  const ask = { hook, session: c.sessionKey, event: iteration === undefined ? {} : { iteration }, ctx: c };
  if (hook === "loop_iteration_start") p.tellCall(ask);
  else void p.tellBehind(ask);
}

export function agentEnd(p: Plugin, event: Hooks["agent_end"][0], ctx: AgentContext): void {
  const runId = event.runId ?? ctx.runId ?? "";
  p.memory.runs.delete(runId);
  p.memory.iterations.delete(runId);
  const c = place(ctx);
  for (const [call, spawner] of p.memory.spawning) if (spawner === c.sessionKey) p.memory.spawning.delete(call);
  if (p.memory.collecting.delete(c.sessionKey)) {
    for (const [child, spawner] of p.memory.working) if (spawner === c.sessionKey) p.memory.working.delete(child);
  }
  void p.tellBehind({ hook: "agent_end", session: c.sessionKey, event: {}, ctx: c }); // as the calls of its model: one that came later would begin another turn
}

/** Variables for a command's environment. Without an answer there are none. */
export async function resolveExecEnv(p: Plugin, event: Hooks["resolve_exec_env"][0], ctx: AgentContext): Promise<Record<string, string> | undefined> {
  const c = place({ ...ctx, sessionKey: ctx.sessionKey ?? event.sessionKey });
  const answer = await p.daemon.ask({
    hook: "resolve_exec_env",
    session: c.sessionKey,
    event: { toolName: event.toolName, host: event.host },
    ctx: c,
  });
  const env = answer.type === "decision" ? answer.result["env"] : undefined;
  if (!isRecord(env)) return undefined;
  return Object.fromEntries(Object.entries(env).filter((e): e is [string, string] => typeof e[1] === "string"));
}

function blockOf(d: Decision): string | undefined {
  if (d.result["block"] !== true) return undefined;
  const reason = d.result["blockReason"];
  return typeof reason === "string" && reason !== "" ? reason : "This turn is blocked by security policy.";
}
