// The gateway's own tools have another name where they are offered over MCP, and the
// daemon knows them by both. Where the model is offered them by their own names, the
// other one can only be the work of a server that is called mcp.

import type { ToolCallEvent, ToolContext } from "./host.ts";
import type { Plugin } from "./plugin.ts";

const OVER_MCP = /^mcp__openclaw__/i;

/** Why a call of a server's tool must not run that is named as one of the gateway's. */
export function posing(p: Plugin, event: ToolCallEvent, ctx: ToolContext): string | undefined {
  if (!OVER_MCP.test(event.toolName)) return undefined;
  for (const name of p.memory.tools.get(ctx.agentId ?? "") ?? []) {
    if (!name.includes("__")) {
      return `Tool '${event.toolName}' is blocked: an MCP server called mcp has named it after one of the gateway's own. Tell the owner to call that server something else.`;
    }
  }
  return undefined;
}
