// Tool calls and their results, as the gateway has them. Here results are replaced by the daemon's
// content, and the owner is asked.

import { cut, fits, parts, textOf, withoutBulk } from "./content.ts";
import { digest } from "./digest.ts";
import { type Given, hook } from "./hooks.ts";
import type { AgentContext, ApprovalResolution, Hooks, ToolCallEvent, ToolCallResult, ToolContext, ToolResult, ToolResultEvent } from "./host.ts";
import type { Plugin } from "./plugin.ts";
import { at, isRecord } from "./wire.ts";

/** The outcome of a question about a call. */
interface Verdict {
  readonly params?: Record<string, unknown>;
  readonly block?: true;
  readonly blockReason?: string;
  readonly prompt?: Asking;
  /** The name under which the parameters are kept, since the result comes without them. */
  readonly keep?: string;
  readonly runs?: true;
}

/** A question to the owner. */
interface Asking {
  readonly name: string;
  readonly code: string;
  readonly title: string;
  readonly description: string;
  readonly severity: "warning" | "critical";
  readonly timeoutMs: number;
  readonly timeoutReason: string;
}

/** The first question about a call. */
export async function trustedPolicy(p: Plugin, event: ToolCallEvent, ctx: ToolContext): Promise<ToolCallResult | undefined> {
  const key = keyOf(event, ctx);
  p.allowed.delete(key); // of an earlier call with the same id
  const verdict = await question(p, "trusted_policy", event, ctx);
  if (verdict?.runs === true) p.allowed.set(key, subject(event.toolName, verdict.params ?? event.params));
  if (verdict?.prompt === undefined) return resultOf(verdict);
  const { name, code, ...prompt } = verdict.prompt;
  p.prompts.opened(key, { event, ctx, name, code });
  p.prompts.watch(p, async (e, c) => {
    const now = await question(p, "answered_elsewhere", e, c);
    if (now?.runs === true && now.params === undefined) p.allowed.set(keyOf(e, c), subject(e.toolName, e.params));
    return now?.runs === true;
  });
  const onResolution = (resolution: ApprovalResolution) => resolved(p, event, ctx, { name, code, resolution });
  return { requireApproval: { ...prompt, allowedDecisions: ["allow-once", "allow-always", "deny"], pluginId: "provenance", onResolution } };
}

/** The last question about a call. The daemon is asked (again) unless the first answer allowed exactly this call. */
export async function beforeToolCall(p: Plugin, event: ToolCallEvent, ctx: ToolContext): Promise<ToolCallResult | undefined> {
  const key = keyOf(event, ctx);
  const allowed = p.allowed.get(key);
  p.allowed.delete(key);
  if (allowed !== undefined && allowed === subject(event.toolName, event.params)) return undefined;
  const told = p.prompted.get(key);
  p.prompted.delete(key);
  if (told !== undefined) await told; // the owner's answer must arrive before the question
  return resultOf(await question(p, "before_tool_call", event, ctx));
}

async function question(p: Plugin, name: string, event: ToolCallEvent, ctx: ToolContext): Promise<Verdict | undefined> {
  const given = { event: callOf(event), ctx, bulk: { params: event.params }, signal: ctx.abortSignal };
  const verdict = await hook<Verdict>(p, name, given, (why) => ({
    block: true,
    blockReason: `Tool '${event.toolName}' is blocked: the security plugin has failed: ${why}. Tell the owner.`,
  }));
  if (verdict?.keep !== undefined) p.params.set(verdict.keep, event.params);
  return verdict;
}

function resultOf(verdict: Verdict | undefined): ToolCallResult | undefined {
  if (verdict?.block === true) return { block: true, blockReason: verdict.blockReason ?? "" };
  return verdict?.params === undefined ? undefined : { params: verdict.params };
}

function callOf({ toolName, toolCallId, params }: ToolCallEvent): object {
  const { value, cut: is } = cut(params);
  const asked = fits(params);
  return { toolName, toolCallId, params: value, cut: is, fits: asked, subject: asked ? subject(toolName, params) : "" };
}

/** The owner's answer to the prompt. The line to the daemon is written before this returns. */
function resolved(p: Plugin, event: ToolCallEvent, ctx: ToolContext, said: { name: string; code: string; resolution: ApprovalResolution }): void {
  if (p.prompts.answered(keyOf(event, ctx))) return; // the owner answered elsewhere, and the daemon knows
  const { toolName, toolCallId } = event;
  const told = hook(p, "resolved", { event: { toolName, toolCallId, ...said, aborted: ctx.abortSignal?.aborted === true }, ctx });
  p.prompted.set(keyOf(event, ctx), told);
}

/** A result, before the model sees it. */
export async function toolResult(p: Plugin, event: ToolResultEvent, ctx: AgentContext): Promise<{ result: ToolResult } | undefined> {
  let told: unknown;
  const { toolName, toolCallId, args, result, isError } = event;
  const key = keyOf(event, ctx);
  p.reported.set(key, true);
  const given = returned({ toolName, toolCallId, params: args }, ctx, result, isError === true);
  const what = await hook<{ notice?: string; told?: true }>(
    p, "tool_result", { ...given, onAnswer: (d) => (told = d.result["content"]) },
    (why) => {
      p.reported.delete(key);
      return { notice: `This result is withheld: the security plugin has failed: ${why}. Tell the owner.` };
    },
  );
  return rewritten(result, what?.notice ?? (what?.told === true ? told : undefined));
}

/** A result that is only observed. */
export async function observedResult(p: Plugin, event: Hooks["after_tool_call"][0], ctx: ToolContext): Promise<void> {
  if (p.reported.delete(keyOf(event, ctx))) return;
  await hook(p, "after_tool_call", returned(event, ctx, event.result, event.error !== undefined));
}

function returned(call: ToolCallEvent, ctx: object, result: unknown, failed: boolean): Given {
  const content = withoutBulk(at(result, "content"));
  const { content: _content, ...others } = isRecord(result) ? result : {};
  return {
    event: { toolName: call.toolName, toolCallId: call.toolCallId, params: cut(call.params).value, failed, contentFits: fits(content), result: cut(others).value },
    ctx,
    textOf: () => textOf(content),
    bulk: { params: call.params, result: content },
  };
}

/** The result with the daemon's content in place of its own. details may repeat what was removed. */
function rewritten(result: ToolResult, told: unknown): { result: ToolResult } | undefined {
  if (told === undefined) return undefined;
  const content = isRecord(told) && "content" in told ? told["content"] : told; // as the daemon got it
  const text = typeof content === "string" || Array.isArray(content) ? textOf(content) : JSON.stringify(content);
  return { result: { ...result, content: parts(text), details: { rewritten: "provenance" } } };
}

/** What a verdict is about: this tool with these parameters. */
function subject(toolName: string, params: Record<string, unknown>): string {
  return digest(`${toolName}\n${JSON.stringify(params)}`);
}

function keyOf(event: { readonly toolCallId?: string }, ctx: { readonly sessionKey?: string }): string {
  return `${ctx.sessionKey ?? ""}\n${event.toolCallId ?? ""}`;
}
