// Jobs that an agent leaves with the gateway's schedule. Their text is the agent's own,
// written from what its session has seen by then, and the gateway runs it as its own
// later. So the session in which it will run is told now whose words they are.

import { agentOf, jobOf, mainSession, sessionOf } from "./context.ts";
import type { AgentContext, ToolCallEvent, ToolContext } from "./host.ts";
import { joinsFrom, scheduling } from "./joining.ts";
import type { Plugin } from "./plugin.ts";
import { findIn, textOf } from "./results.ts";
import { isRecord } from "./wire.ts";

/** The gateway has told which job a call has made or changed. */
export function noteJob(p: Plugin, call: ToolCallEvent, result: unknown, ctx: AgentContext | ToolContext): void {
  const action = scheduling(call);
  const source = ctx.sessionKey;
  if ((action !== "add" && action !== "update") || source === undefined || !isRecord(result)) return;
  const job = findIn(result["details"], asJob) ?? findIn(parsed(textOf(result["content"])), asJob);
  if (job === undefined) return;
  const agent = job.agentId ?? agentOf(source) ?? "main";
  const own = `agent:${agent}:cron:${job.id}`;
  const target = job.sessionTarget;
  const reached = [own];
  if (target === "main") reached.push(mainSession(p.host.config, agent));
  if (target === "current" && job.sessionKey !== undefined) {
    reached.push(job.sessionKey);
    p.memory.continuing.set(own, job.sessionKey);
  }
  const named = target.startsWith("session:") ? target.slice("session:".length) : "";
  if (named !== "") reached.push(sessionOf(p.host.config, named.startsWith("agent:") ? named : `agent:${agent}:${named}`));
  for (const sessionKey of reached) {
    if (sessionKey !== source) joinsFrom(p, sessionKey, source);
  }
}

/** A scheduled run begins. One that goes on with a conversation is shown the end of it. */
export function jobRuns(p: Plugin, ctx: AgentContext): void {
  const job = ctx.trigger === "cron" ? jobOf(ctx.sessionKey ?? "") : undefined;
  const conversation = job === undefined ? undefined : p.memory.continuing.get(job);
  if (ctx.sessionKey === undefined || conversation === undefined) return;
  joinsFrom(p, ctx.sessionKey, conversation);
}

interface Job {
  readonly id: string;
  readonly sessionTarget: string;
  readonly agentId?: string;
  readonly sessionKey?: string;
}

function asJob({ id, sessionTarget, agentId, sessionKey }: Readonly<Record<string, unknown>>): Job | undefined {
  if (typeof id !== "string" || typeof sessionTarget !== "string") return undefined;
  return { id, sessionTarget, ...(typeof agentId === "string" ? { agentId } : {}), ...(typeof sessionKey === "string" ? { sessionKey } : {}) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
