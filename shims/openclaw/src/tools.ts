// Tool calls: the question before, the result after. The trusted policy stage
// asks, because an approval that it requires is settled before the ordinary
// hook runs; the ordinary hook then has the daemon's last word.

import { approvalRequest, canAsk, commandFor, noteNoRoute, pendingName } from "./approval.ts";
import { callContext, isScript, place } from "./context.ts";
import type { Ask, NoAnswer } from "./daemon.ts";
import { digest } from "./digest.ts";
import { callWithoutAnswer, resultWithoutAnswer } from "./failure.ts";
import type {
  AgentContext, ApprovalResolution, Hooks, ToolCallEvent, ToolCallResult, ToolContext, ToolResult, ToolResultEvent,
} from "./host.ts";
import { noteJob } from "./jobs.ts";
import { collects, listed, reaches } from "./joining.ts";
import { noteBackground, printed } from "./meanwhile.ts";
import { callKey, type InnerCall } from "./memory.ts";
import { fits, isDenial, parts, saysInvalid, textOf, withoutBulk } from "./results.ts";
import type { Plugin } from "./plugin.ts";
import { posing } from "./posing.ts";
import { asOuter, innerTool, outerOf, ranTool, WRAPPER } from "./toolsearch.ts";
import { spawned } from "./turns.ts";
import { Connection } from "./connection.ts";
import type { Answered } from "./prompts.ts";
import { type Approval, at, type Decision, encodePayload, isRecord } from "./wire.ts";

/** The first question about a call. */
export async function trustedPolicy(p: Plugin, event: ToolCallEvent, ctx: ToolContext): Promise<ToolCallResult | undefined> {
  const key = keyOf(event, ctx);
  p.memory.allowed.delete(key); // of an earlier call with the same id
  p.memory.known.delete(key);
  if (event.toolName === WRAPPER) {
    p.memory.wrappers.set(key, true);
    return undefined;
  }
  const why = posing(p, event, ctx);
  if (why !== undefined) {
    p.memory.denied.set(key, true);
    noteInner(p, event, ctx, false);
    return { block: true, blockReason: why };
  }
  noteScript(p, event, ctx);
  const answer = await askAbout(p, event, ctx);
  if (answer.type === "none") return withoutAnswer(p, event, ctx, answer);
  const allowed = !blocked(answer);
  noteInner(p, event, ctx, allowed);
  if (allowed) {
    const changed = mayRun(p, event, ctx, answer);
    p.memory.allowed.set(key, subject(event.toolName, changed?.params ?? event.params));
    return changed;
  }
  p.memory.denied.set(key, true);
  const approval = answer.approval;
  if (approval === undefined || !canAsk(p.config.approvals, ctx, p.memory, Date.now())) return block(answer);
  const onResolution = (r: ApprovalResolution) => resolved(p, event, ctx, approval, r);
  p.prompts.opened(key, { event, ctx, name: pendingName(event, approval), code: approval.code });
  watch(p);
  return { requireApproval: approvalRequest(event, answer, approval, onResolution) };
}

/** The last question about a call. Unless the first stage had it allowed as it is, the daemon is asked (again). */
export async function beforeToolCall(p: Plugin, event: ToolCallEvent, ctx: ToolContext): Promise<ToolCallResult | undefined> {
  if (event.toolName === WRAPPER) return undefined;
  const key = keyOf(event, ctx);
  const allowed = p.memory.allowed.get(key);
  p.memory.allowed.delete(key);
  if (allowed !== undefined && allowed === subject(event.toolName, event.params)) return undefined;
  const told = p.memory.prompted.get(key);
  p.memory.prompted.delete(key);
  await told; // the owner's answer must be there before the question
  const answer = await askAbout(p, event, ctx);
  if (answer.type === "none") return withoutAnswer(p, event, ctx, answer);
  noteInner(p, event, ctx, !blocked(answer));
  if (blocked(answer)) {
    p.memory.denied.set(key, true);
    return block(answer);
  }
  return mayRun(p, event, ctx, answer);
}

/** The daemon lets a call run, with other parameters if it says so. */
function mayRun(p: Plugin, event: ToolCallEvent, ctx: ToolContext, answer: Decision): ToolCallResult | undefined {
  p.memory.denied.delete(keyOf(event, ctx));
  notePass(p, event, ctx, answer);
  runs(p, event, ctx, answer.clean === true);
  const params = answer.result["params"];
  return isRecord(params) ? { params: { ...params } } : undefined;
}

/** A call may run. What a script's brings back is counted now. */
function runs(p: Plugin, event: ToolCallEvent, ctx: ToolContext, clean: boolean): void {
  reaches(p, event, ctx, clean);
  const { sessionKey } = ctx;
  if (sessionKey === undefined || !isScript(sessionKey)) return;
  p.memory.scripts.set(sessionKey, true);
  void report(p, ctx, { call: event, content: undefined, failed: false, waits: false });
}

/** A result, before the model sees it. */
export async function toolResult(p: Plugin, event: ToolResultEvent, ctx: AgentContext): Promise<{ result: ToolResult } | undefined> {
  const key = callKey(ctx.sessionKey ?? "", event.toolCallId);
  p.memory.reported.set(key, true);
  const call = event.toolName === WRAPPER ? innerCall(p, event, ctx) : { toolName: event.toolName, params: event.args, toolCallId: event.toolCallId };
  if (call === undefined) return undefined;
  p.memory.known.set(key, { tool: call.toolName, id: call.toolCallId ?? "" });
  noteSpawned(p, call, event.result, ctx);
  noteJob(p, call, event.result, ctx);
  listed(p, call.toolName, event.result.content, ctx);
  printed(p, call, ctx);
  collects(p, ctx.sessionKey ?? "");
  const pass = p.memory.passThrough.get(passKey(call, ctx));
  p.memory.passThrough.delete(passKey(call, ctx));
  const waits = pass !== true;
  const content = withoutBulk(event.result.content);
  const asked = fits(content);
  const told = report(p, ctx, { call, content: asked ? withOrigin(content, call, event) : undefined, failed: event.isError === true, waits });
  noteBackground(p, event.result, ctx, told);
  if (!waits) return undefined; // what the model does next is asked about after this, on the same connection
  const answer = await told;
  if (!asked) return rewritten(event.result, TOO_LONG);
  if (answer.type === "none") return rewritten(event.result, resultWithoutAnswer(p.config, pass === false, answer));
  return rewritten(event.result, answer.result["content"]);
}

/** The call that Tool Search's wrapper has made, as it was judged; undefined where it has brought back no more than our own denial or the gateway's word. */
function innerCall(p: Plugin, event: ToolResultEvent, ctx: AgentContext): ToolCallEvent | undefined {
  const key = callKey(ctx.sessionKey ?? "", asOuter(event.toolCallId));
  const inner = p.memory.inner.get(key);
  p.memory.inner.delete(key);
  if (inner !== undefined && isResultOf(inner, event)) {
    p.memory.known.set(callKey(ctx.sessionKey ?? "", event.toolCallId), { tool: inner.tool, id: inner.id });
    return inner.allowed ? { toolName: inner.tool, params: inner.params, toolCallId: inner.id } : undefined;
  }
  if (event.isError === true) return undefined; // the gateway itself says that there is no such tool
  const tool = innerTool(event) ?? "unknown";
  p.unseenWrapper(tool);
  return { toolName: `unjudged:${tool}`, params: {}, toolCallId: event.toolCallId };
}

/** What the wrapper has fetched says in its details alone where it came from: the gateway puts a warning around the text. */
function withOrigin(content: unknown, call: ToolCallEvent, event: ToolResultEvent): unknown {
  if (event.toolName !== WRAPPER || call.toolName !== "web_fetch") return content;
  const details = at(event.result.details, "result", "details");
  if (!isRecord(details)) return content;
  const { url, finalUrl } = details;
  return typeof url === "string" && typeof finalUrl === "string" ? { content, fetched: { url, finalUrl } } : content;
}

/**
 * Whether a wrapper's result may be that of the inner call. Where several share an id,
 * a result that names another tool is another call's, and so is one of a call that ran
 * where this one was denied.
 */
function isResultOf(inner: InnerCall, event: ToolResultEvent): boolean {
  const ran = inner.several && event.isError !== true ? ranTool(event) : undefined;
  return ran === undefined || (inner.allowed && ran === inner.tool);
}

const TOO_LONG = "This result is withheld: it is too long to be looked at. Ask for less at a time.";

/**
 * A result that is only observed. Inner calls of Tool Search's code mode come
 * by here and nowhere else, and so do the tools of gateways without middleware.
 */
export async function observedResult(p: Plugin, event: Hooks["after_tool_call"][0], ctx: ToolContext): Promise<void> {
  const sessionKey = ctx.sessionKey ?? "";
  const toolCallId = event.toolCallId ?? "";
  if (event.toolName === WRAPPER || (event.error !== undefined && isDenial(event.result))) return;
  const key = callKey(sessionKey, toolCallId);
  if (p.memory.reported.delete(key) || p.memory.denied.has(key)) return;
  const outer = outerOf(toolCallId);
  if (outer !== undefined && p.memory.wrappers.has(callKey(sessionKey, outer))) return; // the middleware tells it
  const content = withoutBulk(at(event.result, "content"));
  if (event.error !== undefined && !p.memory.known.has(key) && saysInvalid(event.toolName, content)) {
    p.memory.denied.set(key, true); // the gateway looks at the parameters before it asks anybody
    return;
  }
  p.memory.known.set(key, { tool: event.toolName, id: toolCallId });
  noteSpawned(p, event, event.result, ctx);
  noteJob(p, event, event.result, ctx);
  listed(p, event.toolName, content, ctx);
  printed(p, event, ctx);
  const told = report(p, ctx, { call: event, content: fits(content) ? content : undefined, failed: event.error !== undefined, waits: false });
  noteBackground(p, event.result, ctx, told);
  await told;
}

/** The gateway has told which session a call has spawned. */
function noteSpawned(p: Plugin, call: ToolCallEvent, result: unknown, ctx: AgentContext | ToolContext): void {
  if (call.toolName !== "sessions_spawn" || ctx.sessionKey === undefined) return;
  const child = at(result, "details", "childSessionKey");
  if (typeof child !== "string") return;
  if (p.memory.collecting.has(ctx.sessionKey)) p.memory.working.set(child, ctx.sessionKey);
  if (p.memory.naming.delete(keyOf(call, ctx))) p.memory.named.set(child, { session: ctx.sessionKey, level: undefined });
  if (p.memory.spawning.delete(keyOf(call, ctx))) spawned(p, { childSessionKey: child, requesterSessionKey: ctx.sessionKey });
}

async function askAbout(p: Plugin, event: ToolCallEvent, ctx: ToolContext): Promise<Decision | NoAnswer> {
  p.memory.known.set(keyOf(event, ctx), { tool: event.toolName, id: event.toolCallId ?? "" });
  // The daemon could not read such a line to its end, nor say whose it was.
  if (!fits(event.params)) return { type: "none", why: "its parameters are too long or nested too deep", refused: true };
  const c = callContext(ctx, p.memory);
  await p.memory.results.told(c.sessionKey);
  await p.memory.calls.told(c.sessionKey);
  return p.daemon.ask({
    hook: "before_tool_call",
    session: c.sessionKey,
    event: { toolName: event.toolName, params: event.params, ...callId(event) },
    ctx: c,
    signal: ctx.abortSignal,
  });
}

interface Returned {
  readonly call: ToolCallEvent;
  /** Undefined where it cannot be told. */
  readonly content: unknown;
  readonly failed: boolean;
  /** The gateway waits for the answer. */
  readonly waits: boolean;
}

/** Tells the daemon of a result. What cannot be told is sent later. */
function report(p: Plugin, ctx: AgentContext | ToolContext, { call, content, failed, waits }: Returned): Promise<Decision | NoAnswer> {
  const c = place(ctx);
  const id = callId(call);
  const error = failed ? { error: "the tool failed" } : {};
  const ask = (params: Record<string, unknown>, result: object): Ask => ({
    hook: "after_tool_call",
    session: c.sessionKey,
    event: { toolName: call.toolName, params, ...id, ...result, ...error },
    ctx: c,
  });
  const question = ask(fits(call.params) ? call.params : small(call.params), { result: content });
  const told = (waits ? p.daemon.ask(question) : p.daemon.tell(question)).then((answer) => {
    if (answer.type === "none") {
      p.daemon.sendLater(ask(small(call.params), {}));
    }
    return answer;
  });
  p.memory.results.add(c.sessionKey, told);
  return told;
}

const WATCH_AGAIN_MS = 500;

/** Hears of approvals while a prompt is open. Without a daemon that tells of them, prompts wait for their own answers. */
function watch(p: Plugin): void {
  p.watching ??= Connection.open(p.config.runtimeDir, p.config.timeoutMs).then(
    (c) => {
      c.onLost = () => {
        p.watching = undefined;
        if (!p.prompts.empty) setTimeout(() => watch(p), WATCH_AGAIN_MS).unref();
      };
      c.onEvent = (e) => {
        if (e.event === "approval" && (e.text === "granted" || e.text === "denied")) {
          void answeredElsewhere(p, { session: e.session, tools: e.tools, codes: e.codes, granted: e.text === "granted" });
        }
        if (p.prompts.empty) c.close(new Error("nobody is asked any more"));
      };
      c.ask({ hook: "subscribe", session: "", payload: encodePayload({}, {}) }, () => {});
      return c;
    },
    () => void (p.watching = undefined),
  );
}

/** Closes the prompts that the owner has answered elsewhere. */
async function answeredElsewhere(p: Plugin, a: Answered): Promise<void> {
  for (const [key, { event, ctx }] of p.prompts.about(a)) {
    if (a.granted) {
      const answer = await askAbout(p, event, ctx);
      if (answer.type === "none" || blocked(answer)) continue; // it was another call's
      noteInner(p, event, ctx, true);
      if (mayRun(p, event, ctx, answer)?.params === undefined) p.memory.allowed.set(key, subject(event.toolName, event.params));
    }
    p.prompts.closing(key);
    const decision = a.granted ? "allow-once" : "deny";
    const closed = await p.resolve(p.host.config, event.toolCallId ?? "", ctx.sessionKey ?? "", decision).catch((err: unknown) => {
      p.host.logger.warn(`provenance: the gateway's prompt stays open: ${err instanceof Error ? err.message : String(err)}`);
      return false;
    });
    if (!closed) p.prompts.notClosed(key);
  }
}

/** What the owner said to the prompt. The line to the daemon is written before this returns. */
function resolved(p: Plugin, event: ToolCallEvent, ctx: ToolContext, approval: Approval, r: ApprovalResolution): void {
  if (p.prompts.answered(keyOf(event, ctx))) return; // the owner said it elsewhere, and the daemon knows
  if (r === "cancelled" && ctx.abortSignal?.aborted !== true) noteNoRoute(ctx.sessionKey ?? "", p.memory, Date.now());
  const text = commandFor(r, event, approval);
  if (text === undefined) return;
  const c = { ...place(ctx), senderIsOwner: true };
  p.memory.prompted.set(keyOf(event, ctx), p.daemon.ask({ hook: "command", session: c.sessionKey, event: { text, ...callId(event) }, ctx: c }));
}

function withoutAnswer(p: Plugin, event: ToolCallEvent, ctx: ToolContext, answer: NoAnswer): ToolCallResult | undefined {
  const why = callWithoutAnswer(p.config, event, ctx, answer);
  p.memory.passThrough.delete(passKey(event, ctx)); // of an earlier call with the same id
  noteInner(p, event, ctx, why === undefined);
  if (why === undefined) {
    runs(p, event, ctx, false);
    p.memory.allowed.set(keyOf(event, ctx), subject(event.toolName, event.params));
    return undefined;
  }
  p.memory.denied.set(keyOf(event, ctx), true);
  return { block: true, blockReason: why };
}

/**
 * In Tool Search's code mode the model's script decides on each call in the
 * light of what earlier calls returned. So each is judged as if it were asked
 * for only now, at what the script has seen, and not at what the model had.
 */
function noteScript(p: Plugin, event: ToolCallEvent, ctx: ToolContext): void {
  const outer = outerOf(event.toolCallId ?? "");
  if (outer === undefined || p.memory.wrappers.has(callKey(ctx.sessionKey ?? "", outer))) return;
  const iteration = p.memory.iterations.get(ctx.runId ?? "");
  const c = place(ctx);
  collects(p, c.sessionKey);
  p.tellCall({ hook: "loop_iteration_start", session: c.sessionKey, event: iteration === undefined ? {} : { iteration }, ctx: c });
}

/** Models give one id to several calls, and what holds of one tool's result does not of another's. */
function passKey(call: ToolCallEvent, ctx: AgentContext | ToolContext): string {
  return `${callKey(ctx.sessionKey ?? "", call.toolCallId ?? "")}\n${call.toolName}`;
}

function notePass(p: Plugin, event: ToolCallEvent, ctx: ToolContext, answer: Decision): void {
  p.memory.passThrough.set(passKey(event, ctx), answer.passThrough === true);
}

function noteInner(p: Plugin, event: ToolCallEvent, ctx: ToolContext, allowed: boolean): void {
  const outer = outerOf(event.toolCallId ?? "");
  if (outer === undefined) return;
  const key = callKey(ctx.sessionKey ?? "", outer);
  const before = p.memory.inner.get(key);
  const other = before !== undefined && subject(before.tool, before.params) !== subject(event.toolName, event.params);
  p.memory.inner.set(key, {
    tool: event.toolName,
    params: event.params,
    id: event.toolCallId ?? "",
    allowed,
    several: other || before?.several === true,
  });
}

/** A decision blocks when it says so, and also when it denies without saying how. */
function blocked(answer: Decision): boolean {
  return answer.result["block"] === true || answer.verdict === "deny";
}

function block(d: Decision): ToolCallResult {
  const reason = d.result["blockReason"];
  return { block: true, blockReason: typeof reason === "string" && reason !== "" ? reason : "Blocked by security policy." };
}

/** The result with the daemon's content in place of its own; details may repeat what was taken out. */
function rewritten(result: ToolResult, told: unknown): { result: ToolResult } | undefined {
  if (told === undefined) return undefined;
  const content = isRecord(told) && "content" in told ? told["content"] : told; // as withOrigin told it
  const text = typeof content === "string" || Array.isArray(content) ? textOf(content) : JSON.stringify(content);
  return { result: { ...result, content: parts(text), details: { rewritten: "provenance" } } };
}

/** Parameters that fit beside many others in memory; of long and strange ones, the action that a tool is judged by. */
function small(params: Record<string, unknown>): Record<string, unknown> {
  if (fits(params) && JSON.stringify(params).length <= 4096) return params;
  return typeof params["action"] === "string" ? { action: params["action"] } : {};
}

function keyOf(event: ToolCallEvent, ctx: AgentContext | ToolContext): string {
  return callKey(ctx.sessionKey ?? "", event.toolCallId ?? "");
}

function callId(event: ToolCallEvent): { toolCallId?: string } {
  return event.toolCallId === undefined ? {} : { toolCallId: event.toolCallId };
}

/** What a verdict was about: this tool with these parameters. */
function subject(toolName: string, params: Record<string, unknown>): string {
  return digest(`${toolName}\n${JSON.stringify(params)}`);
}
