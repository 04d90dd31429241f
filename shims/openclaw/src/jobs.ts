// Jobs that an agent leaves with the gateway's schedule. Their text is the agent's own,
// written from what its session has seen by then, and the gateway runs it as its own
// later. So the session in which it will run is told now whose words they are.

import { jobOf, mainSession } from "./context.ts";
import type { AgentContext, ToolCallEvent, ToolContext } from "./host.ts";
import { joins, scheduling } from "./joining.ts";
import type { Plugin } from "./plugin.ts";
import { textOf } from "./results.ts";
import { isRecord } from "./wire.ts";

/** The gateway has told which job a call has made or changed. */
export function noteJob(p: Plugin, call: ToolCallEvent, result: unknown, ctx: AgentContext | ToolContext): void {
  const action = scheduling(call);
  const source = ctx.sessionKey;
  if ((action !== "add" && action !== "update") || source === undefined || !isRecord(result)) return;
  const job = jobIn(result["details"], 0) ?? jobIn(parsed(textOf(result["content"])), 0);
  if (job === undefined) return;
  const agent = job.agentId ?? /^agent:([^:]+):/.exec(source)?.[1] ?? "main";
  const own = `agent:${agent}:cron:${job.id}`;
  const target = job.sessionTarget;
  const reached = [own];
  if (target === "main") reached.push(mainSession(p.hostConfig, agent));
  if (target === "current" && job.sessionKey !== undefined) {
    reached.push(job.sessionKey);
    p.memory.continuing.set(own, job.sessionKey);
  }
  const named = target.startsWith("session:") ? target.slice("session:".length) : "";
  if (named !== "") reached.push(named.startsWith("agent:") ? named : `agent:${agent}:${named}`);
  for (const sessionKey of reached) {
    if (sessionKey !== source) joins(p, { sessionKey, inputProvenance: { kind: "inter_session", sourceSessionKey: source } });
  }
}

/** A scheduled run begins. One that goes on with a conversation is shown the end of it. */
export function jobRuns(p: Plugin, ctx: AgentContext): void {
  const job = ctx.trigger === "cron" ? jobOf(ctx.sessionKey ?? "") : undefined;
  const conversation = job === undefined ? undefined : p.memory.continuing.get(job);
  if (ctx.sessionKey === undefined || conversation === undefined) return;
  joins(p, { sessionKey: ctx.sessionKey, inputProvenance: { kind: "inter_session", sourceSessionKey: conversation } });
}

interface Job {
  readonly id: string;
  readonly sessionTarget: string;
  readonly agentId?: string;
  readonly sessionKey?: string;
}

/** A result may be wrapped into that of another tool. */
const DEEPEST = 6;

function jobIn(value: unknown, depth: number): Job | undefined {
  if (!isRecord(value) || depth > DEEPEST) return undefined;
  const { id, sessionTarget, agentId, sessionKey } = value;
  if (typeof id === "string" && typeof sessionTarget === "string") {
    return { id, sessionTarget, ...(typeof agentId === "string" ? { agentId } : {}), ...(typeof sessionKey === "string" ? { sessionKey } : {}) };
  }
  for (const inner of Object.values(value)) {
    const job = jobIn(inner, depth + 1);
    if (job !== undefined) return job;
  }
  return undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
