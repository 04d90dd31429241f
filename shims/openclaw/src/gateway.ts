// What the gateway around the plugin is: its version and its own configuration, and
// what of them weakens the protection.

import { at, isRecord } from "./wire.ts";

/** The gateway versions through which the stories were told. */
const TESTED: readonly string[] = ["2026.9.6"];

/** What weakens the protection; each is said aloud at the start. */
export function warnings(hostConfig: unknown, hostVersion: string): string[] {
  const found: string[] = [];
  if (at(hostConfig, "plugins", "entries", "provenance", "hooks", "allowConversationAccess") !== true) {
    found.push(
      "conversation hooks are NOT granted: turns are not seen, and so nothing taints. " +
        "Set plugins.entries.provenance.hooks.allowConversationAccess to true and restart the gateway",
    );
  }
  if (!isTested(hostVersion)) {
    found.push(`this plugin was not proven with OpenClaw ${hostVersion}, only with ${TESTED.join(", ")}: run 'make test-openclaw' with yours`);
  }
  const telegram = at(hostConfig, "channels", "telegram");
  if (isRecord(telegram) && telegram["enabled"] !== false && telegram["linkPreview"] !== false) {
    found.push(
      "Telegram fetches the addresses in what the agent writes, to show a preview, and an address can carry data out. " +
        "Set channels.telegram.linkPreview to false",
    );
  }
  const runtimes = otherRuntimes(hostConfig);
  if (runtimes.length > 0) {
    found.push(
      `this plugin was not proven with agents that run on ${runtimes.join(", ")}, which run tools by themselves: ` +
        "a call that they do not ask about is not judged, and what they read may not be noticed. Keep them from what strangers write",
    );
  }
  return found;
}

/** Model references that stand for a program with tools of its own. */
const PROGRAM = /^(claude-cli|google-gemini-cli)\//;

/** The agents of a gateway. Plugins get those of a list by id, too. */
export function agentIds(hostConfig: unknown): string[] {
  const entries = at(hostConfig, "agents", "entries");
  return isRecord(entries) ? Object.keys(entries) : [];
}

/** What agents are set up to run on that is not the gateway's own runtime. */
function otherRuntimes(hostConfig: unknown): string[] {
  const found = new Set<string>();
  const look = (value: unknown, key: string) => {
    const program = PROGRAM.exec(typeof value === "string" ? value : key)?.[1];
    if (program !== undefined) found.add(program);
    if (typeof value !== "object" || value === null) return;
    const id = at(value, "agentRuntime", "id");
    if (typeof id === "string" && id !== "openclaw" && id !== "auto") found.add(id);
    for (const [name, inner] of Object.entries(value)) look(inner, name);
  };
  look(at(hostConfig, "agents"), "");
  look(at(hostConfig, "models", "providers"), "");
  const bindings = at(hostConfig, "bindings");
  if (Array.isArray(bindings) && bindings.some((binding) => at(binding, "type") === "acp")) found.add("acp");
  return [...found];
}

export function isTested(version: string): boolean {
  return TESTED.includes(/^\d+\.\d+\.\d+/.exec(version)?.[0] ?? "");
}

/** Tool Search is on unless it was turned off. */
export function toolSearchIsOn(hostConfig: unknown): boolean {
  const setting = at(hostConfig, "tools", "toolSearch");
  return setting !== false && at(setting, "enabled") !== false;
}

/** Whether the gateway reads the pages whose addresses a message names, and puts what they say below the message. */
export function readsLinks(hostConfig: unknown): boolean {
  const links = at(hostConfig, "tools", "links");
  const models = at(links, "models");
  return at(links, "enabled") !== false && Array.isArray(models) && models.length > 0;
}

const SESSION_MEMORY = "session-memory";

/** Whether the gateway writes what was last said in a session into its memory, by its own hook, when the session begins anew. */
export function keepsTalk(hostConfig: unknown): boolean {
  const internal = at(hostConfig, "hooks", "internal");
  if (at(internal, "enabled") === false) return false;
  const entries = at(internal, "entries");
  const enabled = isRecord(entries) ? Object.keys(entries).filter((name) => at(entries, name, "enabled") !== false) : [];
  if (enabled.length > 0) return enabled.includes(SESSION_MEMORY);
  const all = at(internal, "enabled") === true || isRecord(at(internal, "load")); // then it takes every hook that it finds
  return all && at(entries, SESSION_MEMORY, "enabled") !== false;
}
