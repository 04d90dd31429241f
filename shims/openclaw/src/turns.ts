// A turn from its session to its end: what begins it, what the model is offered and shown, each
// call of the model.

import type { AgentContext, Hooks, SubagentContext } from "./host.ts";
import { hook, hookNow, hookSoon } from "./hooks.ts";
import type { Plugin } from "./plugin.ts";
import { isRecord } from "./wire.ts";

export function sessionStart(p: Plugin, event: Hooks["session_start"][0], ctx: Hooks["session_start"][1]): void {
  hookNow(p, "session_start", { event: { sessionId: event.sessionId }, ctx });
}

export function sessionEnd(p: Plugin, event: Hooks["session_end"][0], ctx: Hooks["session_end"][1]): void {
  const { sessionId, reason, nextSessionId, nextSessionKey } = event;
  hookNow(p, "session_end", { event: { sessionId, reason, nextSessionId, nextSessionKey }, ctx });
}

export function spawned(p: Plugin, { childSessionKey, requesterSessionKey }: SubagentContext): void {
  hookNow(p, "subagent_spawned", { event: { childSessionKey, requesterSessionKey } });
}

export function progressed(p: Plugin, { phase }: Hooks["subagent_progress"][0], { childSessionKey, requesterSessionKey }: SubagentContext): void {
  hookNow(p, "subagent_progress", { event: { phase, childSessionKey, requesterSessionKey } });
}

/** Restricts the turn's tools. Only the times of its history are read. */
export function beforePromptBuild(
  p: Plugin,
  { prompt, messages }: Hooks["before_prompt_build"][0],
  ctx: AgentContext,
): Promise<{ toolsAllow?: string[] } | undefined> {
  const rows = messages.map((m) => (isRecord(m) ? { role: m["role"], timestamp: m["timestamp"] } : m));
  return hook(p, "before_prompt_build", { event: {}, ctx, rows, text: prompt });
}

/** The whole context, including its producer. The only place where a turn can be stopped. */
export function beforeAgentRun(
  p: Plugin,
  { prompt, messages, systemPrompt, senderId, senderIsOwner }: Hooks["before_agent_run"][0],
  ctx: AgentContext,
): Promise<Hooks["before_agent_run"][2] | undefined> {
  return hook<Hooks["before_agent_run"][2]>(p, "before_agent_run", { event: { senderId, senderIsOwner }, ctx, rows: messages, text: prompt, bulk: { systemPrompt } }, (why) => {
    const reason = `This turn is blocked: the security plugin has failed: ${why}.`;
    return { outcome: "block", reason, message: reason };
  });
}

/** The tools that the agent's model is offered. */
export function llmInput(p: Plugin, { tools = [] }: Hooks["llm_input"][0], ctx: AgentContext): void {
  hookSoon(p, "llm_input", { event: { tools: tools.flatMap((tool) => (isRecord(tool) && typeof tool["name"] === "string" ? [tool["name"]] : [])) }, ctx });
}

export function modelCall(p: Plugin, hook: "model_call_started" | "model_call_ended", event: Hooks["model_call_started"][0], ctx: AgentContext): void {
  hookSoon(p, hook, { event: { callId: event.callId, sessionKey: event.sessionKey }, ctx });
}

export function agentEnd(p: Plugin, { runId }: Hooks["agent_end"][0], ctx: AgentContext): void {
  hookSoon(p, "agent_end", { event: { runId }, ctx });
}

/** Variables for a command's environment. */
export function resolveExecEnv(
  p: Plugin,
  { toolName, host, sessionKey }: Hooks["resolve_exec_env"][0],
  ctx: AgentContext,
): Promise<Record<string, string> | undefined> {
  return hook(p, "resolve_exec_env", { event: { toolName, host, sessionKey }, ctx });
}
