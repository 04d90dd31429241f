// What the plugin can say about itself, for `/provenance status` and the log.

import type { Plugin } from "./plugin.ts";
import { isRecord } from "./wire.ts";

/** The gateway versions through which the stories were told. */
const TESTED: readonly string[] = ["2026.9.6"];

export function statusLines(p: Plugin): string[] {
  const { latencies, down, owed } = p.daemon;
  const lines = [
    p.daemon.connected ? "plugin: connected" : `plugin: not connected${down ? ` since ${down.since.toISOString()}: ${down.why}` : ""}`,
    `onFailure: ${p.config.onFailure}; approvals: ${p.config.approvals}`,
    latencies.count === 0
      ? "latency: nothing was asked yet"
      : `latency of the last ${latencies.count} answers: median ${ms(latencies.quantile(0.5))}, p99 ${ms(latencies.quantile(0.99))}`,
    `self-check: ${p.canary.text}`,
    `tool search: ${toolSearchIsOn(p.hostConfig) ? "on" : "off"}${p.unseen === 0 ? "" : `; ${p.unseen} results came from calls that were never judged`}`,
  ];
  if (owed > 0) lines.push(`results and turns that the daemon has not heard of yet: ${owed}`);
  return [...lines, ...warnings(p.hostConfig, p.hostVersion).map((w) => `WARNING: ${w}`)];
}

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
  return found;
}

export function isTested(version: string): boolean {
  return TESTED.includes(/^\d+\.\d+\.\d+/.exec(version)?.[0] ?? "");
}

/** Tool Search is on unless it was turned off. */
export function toolSearchIsOn(hostConfig: unknown): boolean {
  const setting = at(hostConfig, "tools", "toolSearch");
  return setting !== false && at(setting, "enabled") !== false;
}

export function at(value: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>((v, key) => (isRecord(v) ? v[key] : undefined), value);
}

function ms(n: number): string {
  return `${n.toFixed(2)} ms`;
}
