// What the plugin can say about itself, for `/provenance status` and the log.

import { toolSearchIsOn, warnings } from "./gateway.ts";
import type { Plugin } from "./plugin.ts";

export function statusLines(p: Plugin): string[] {
  const { latencies, down, unsent } = p.daemon;
  const lines = [
    p.daemon.connected ? "plugin: connected" : `plugin: not connected${down ? ` since ${down.since.toISOString()}: ${down.why}` : ""}`,
    `onFailure: ${p.config.onFailure}; approvals: ${p.config.approvals}`,
    latencies.count === 0
      ? "latency: nothing was asked yet"
      : `latency of the last ${latencies.count} answers: median ${ms(latencies.quantile(0.5))}, p99 ${ms(latencies.quantile(0.99))}`,
    `self-check: ${p.canary.text}`,
    `tool search: ${toolSearchIsOn(p.host.config) ? "on" : "off"}${p.unseen === 0 ? "" : `; ${p.unseen} results came from calls that were never judged`}`,
  ];
  if (unsent > 0) lines.push(`results and turns that the daemon has not heard of yet: ${unsent}`);
  return [...lines, ...warnings(p.host.config, p.host.version).map((w) => `WARNING: ${w}`)];
}

function ms(n: number): string {
  return `${n.toFixed(2)} ms`;
}
