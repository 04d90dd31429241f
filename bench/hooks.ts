// The plugin's hooks around a tool call, as a gateway calls them, with the real plugin and
// the real daemon. The task comes on standard input; the processor time of this process for
// each, in µs by round, goes to standard output.

import { readFileSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { readConfig } from "../shims/openclaw/src/config.ts";
import type { AgentContext, ToolContext } from "../shims/openclaw/src/host.ts";
import { beforeMessageWrite, toolResultPersist } from "../shims/openclaw/src/messages.ts";
import { Plugin } from "../shims/openclaw/src/plugin.ts";
import { beforeToolCall, observedResult, toolResult, trustedPolicy } from "../shims/openclaw/src/tools.ts";
import { agentEnd, beforeAgentRun, llmInput, modelCall } from "../shims/openclaw/src/turns.ts";

interface Task {
  readonly runtimeDir: string;
  readonly rounds: number;
  readonly calls: number;
}

const task = JSON.parse(readFileSync(0, "utf8")) as Task;
const quiet = { info: () => {}, warn: () => {}, error: (text: string) => console.error(text) };
const plugin = new Plugin(readConfig({ runtimeDir: task.runtimeDir, timeoutMs: 10_000 }, {}), {
  config: {}, version: "2026.9.6", logger: quiet,
  sessions: { getSessionEntry: () => undefined, listSessionEntries: () => [] },
  ownerCheck: Promise.resolve(undefined), mask: Promise.resolve(undefined), resolve: Promise.resolve(undefined),
});
const ctx: AgentContext & ToolContext = { runId: "r1", agentId: "main", sessionKey: "agent:main:main", sessionId: "s1", workspaceDir: "/srv/work", messageProvider: "webchat", trigger: "user" };
const words = "The budget was reviewed on Tuesday, and nobody had a question. ";
const long = words.repeat(3000);
const tools = Array.from({ length: 40 }, (_, i) => ({ name: `tool_${i}` }));

let n = 0;
const event = () => ({ toolName: "read", toolCallId: `call_${n}`, params: { path: "/srv/work/notes/today.md" } });
const question = async () => {
  n++;
  if ((await trustedPolicy(plugin, event(), ctx)) !== undefined || (await beforeToolCall(plugin, event(), ctx)) !== undefined) throw new Error("the call was held");
};
const returned = async (text: string) => {
  const { params: args, ...call } = event();
  const result = { content: [{ type: "text", text }], details: { status: "completed", exitCode: 0 } };
  await toolResult(plugin, { ...call, args, result, isError: false } as Parameters<typeof toolResult>[1], ctx);
  await observedResult(plugin, { ...event(), result } as Parameters<typeof observedResult>[1], ctx);
};
const model = () => {
  modelCall(plugin, "model_call_started", { callId: "r1:model:1" }, ctx);
  llmInput(plugin, { tools }, ctx);
  modelCall(plugin, "model_call_ended", { callId: "r1:model:1" }, ctx);
};
const written = () => {
  const said = { role: "assistant", content: [{ type: "text", text: words }] };
  beforeMessageWrite(plugin, { message: said } as Parameters<typeof beforeMessageWrite>[1], ctx);
  const message = { role: "toolResult", content: [{ type: "text", text: words }] };
  toolResultPersist(plugin, { toolCallId: `call_${n}`, message } as Parameters<typeof toolResultPersist>[1], ctx);
};
const hooks: Record<string, () => unknown> = {
  empty: async () => undefined,
  question,
  result: () => returned(words),
  longResult: () => returned(long),
  model,
  written,
  all: async () => {
    model();
    await question();
    await returned(words);
    written();
  },
};

const rounds: Record<string, number[]> = {};
for (let round = 0; round <= task.rounds; round++) {
  for (const [name, hook] of Object.entries(hooks)) {
    agentEnd(plugin, { runId: "r1" }, ctx);
    await beforeAgentRun(plugin, { prompt: "what is in my notes?", messages: [], systemPrompt: "" } as unknown as Parameters<typeof beforeAgentRun>[1], ctx);
    const before = process.cpuUsage();
    for (let i = 0; i < task.calls; i++) {
      await hook();
      await setImmediate(); // what the gateway need not wait for is done
    }
    const { user, system } = process.cpuUsage(before);
    if (round > 0) (rounds[name] ??= []).push((user + system) / task.calls); // the first warms up
  }
}
plugin.stop();
console.log(JSON.stringify(rounds));
