// Compiled if a gateway is installed (npm run check:host): src/host.ts must match the real
// gateway's interface. Nothing runs here.

import type { resolveCommandAuthorization } from "openclaw/plugin-sdk/command-auth";
import type { OpenClawPluginApi } from "openclaw/plugin-sdk/plugin-entry";
import plugin from "../src/index.ts";
import type { Authorize } from "../src/owner.ts";
import type { Api, Handler, Hooks } from "../src/host.ts";

type RealApi = Pick<OpenClawPluginApi, Exclude<keyof Api, "on">>;

/** The real interface accepts each of our handlers under its name: it provides what they read and accepts what they return. */
type Handlers = { [K in keyof Hooks]: Handler<K> };

export function everyHook(api: OpenClawPluginApi, h: Handlers): Record<keyof Hooks, void> {
  return {
    before_prompt_build: api.on("before_prompt_build", h.before_prompt_build),
    before_agent_run: api.on("before_agent_run", h.before_agent_run),
    llm_input: api.on("llm_input", h.llm_input),
    model_call_started: api.on("model_call_started", h.model_call_started),
    model_call_ended: api.on("model_call_ended", h.model_call_ended),
    agent_end: api.on("agent_end", h.agent_end),
    before_tool_call: api.on("before_tool_call", h.before_tool_call),
    after_tool_call: api.on("after_tool_call", h.after_tool_call),
    tool_result_persist: api.on("tool_result_persist", h.tool_result_persist),
    before_message_write: api.on("before_message_write", h.before_message_write),
    resolve_exec_env: api.on("resolve_exec_env", h.resolve_exec_env),
    message_received: api.on("message_received", h.message_received),
    reply_dispatch: api.on("reply_dispatch", h.reply_dispatch),
    reply_payload_sending: api.on("reply_payload_sending", h.reply_payload_sending),
    message_sending: api.on("message_sending", h.message_sending),
    session_start: api.on("session_start", h.session_start),
    session_end: api.on("session_end", h.session_end),
    subagent_progress: api.on("subagent_progress", h.subagent_progress),
    subagent_spawned: api.on("subagent_spawned", h.subagent_spawned),
    gateway_start: api.on("gateway_start", h.gateway_start),
    gateway_stop: api.on("gateway_stop", h.gateway_stop),
  };
}

/** Everything else that the plugin gets and calls. */
export function theRest(api: RealApi, on: Api["on"]): void {
  plugin.register({ ...api, on });
}

/** What src/commands.ts imports from the gateway at run time. */
export function ownerCheck(real: typeof resolveCommandAuthorization): Authorize {
  return real;
}
