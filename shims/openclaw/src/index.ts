// Connects OpenClaw's hooks to the daemon's. It has no policy and decides nothing: each hook
// becomes a question, each answer the hook's result.

import { type Config, readConfig } from "./config.ts";
import type { Api } from "./host.ts";
import { hostMask } from "./masking.ts";
import {
  beforeMessageWrite, messageReceived, messageSending, replyDispatch, replyPayloadSending, slashCommand, toolResultPersist,
} from "./messages.ts";
import { hostOwnerCheck } from "./owner.ts";
import { hostResolve } from "./prompts.ts";
import { shared } from "./plugin.ts";
import { beforeToolCall, observedResult, toolResult, trustedPolicy } from "./tools.ts";
import {
  agentEnd, beforeAgentRun, beforePromptBuild, llmInput, modelCall, progressed, resolveExecEnv, sessionEnd, sessionStart, spawned,
} from "./turns.ts";

function register(api: Api): void {
  let config: Config;
  try {
    config = readConfig(api.pluginConfig, process.env);
  } catch (err) {
    refuseAll(api, err instanceof Error ? err.message : String(err));
    return;
  }
  const p = shared(config, {
    config: api.config,
    version: api.runtime.version,
    logger: api.logger,
    sessions: api.runtime.agent.session,
    ownerCheck: hostOwnerCheck(),
    mask: hostMask(),
    resolve: hostResolve(),
  });

  api.registerTrustedToolPolicy({
    id: "provenance",
    description: "Asks provenanced whether the call may run",
    evaluate: (event, ctx) => trustedPolicy(p, event, ctx),
  });
  api.on("before_tool_call", (event, ctx) => beforeToolCall(p, event, ctx));
  api.registerAgentToolResultMiddleware((event, ctx) => toolResult(p, event, ctx), { runtimes: ["openclaw", "codex"] });
  api.on("after_tool_call", (event, ctx) => observedResult(p, event, ctx).then(() => undefined));
  api.on("tool_result_persist", (event, ctx) => void toolResultPersist(p, event, ctx));
  api.on("before_message_write", (event, ctx) => beforeMessageWrite(p, event, ctx));
  api.on("resolve_exec_env", (event, ctx) => resolveExecEnv(p, event, ctx));

  api.on("message_received", (event, ctx) => void messageReceived(p, event, ctx));
  api.on("session_start", (event, ctx) => void sessionStart(p, event, ctx));
  api.on("session_end", (event, ctx) => void sessionEnd(p, event, ctx));
  api.on("subagent_progress", (event, ctx) => void progressed(p, event, ctx));
  api.on("subagent_spawned", (_event, ctx) => void spawned(p, ctx));
  api.on("before_prompt_build", (event, ctx) => beforePromptBuild(p, event, ctx));
  api.on("before_agent_run", (event, ctx) => beforeAgentRun(p, event, ctx));
  api.on("llm_input", (event, ctx) => void llmInput(p, event, ctx));
  api.on("model_call_started", (event, ctx) => void modelCall(p, "model_call_started", event, ctx));
  api.on("model_call_ended", (event, ctx) => void modelCall(p, "model_call_ended", event, ctx));
  api.on("agent_end", (event, ctx) => void agentEnd(p, event, ctx));
  api.on("reply_payload_sending", (event, ctx) => replyPayloadSending(p, event, ctx));
  api.on("message_sending", (event, ctx) => messageSending(p, event, ctx));
  api.on("reply_dispatch", (event, ctx) => replyDispatch(p, event, ctx));

  const slash = {
    provenance: "Where this session's context came from, and what waits for you",
    firewall: "Approve or deny what waits for you, and ask why",
  };
  for (const [name, description] of Object.entries(slash)) {
    api.registerCommand({
      name,
      description,
      acceptsArgs: true,
      requireAuth: true,
      requiredScopes: ["operator.approvals"],
      exposeSenderIsOwner: true,
      handler: (ctx) => slashCommand(p, name, ctx),
    });
  }
  api.registerService({
    id: "provenance",
    start: (ctx) => p.serviceStarted(ctx),
    stop: () => p.serviceStopped(),
  });
  api.on("gateway_start", (event) => void p.gatewayStarted(event.port));
  api.on("gateway_stop", () => void p.stop());
}

/** An invalid setting must not leave a gateway unprotected: no tool runs until it is fixed. */
function refuseAll(api: Api, why: string): void {
  api.logger.error(`${why}. No tool will run until that is mended.`);
  api.registerTrustedToolPolicy({
    id: "provenance",
    description: "Blocks every call: the plugin's configuration is wrong",
    evaluate: (event) => Promise.resolve({ block: true, blockReason: `Tool '${event.toolName}' is blocked: ${why}. Tell the owner.` }),
  });
}

export default {
  id: "provenance",
  name: "Provenance",
  description: "Asks a provenanced daemon about every hook",
  register,
};
