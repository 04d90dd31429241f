// What the plugin reports about itself, for `/provenance status` and the log.

import type { Plugin } from "./plugin.ts";

export function statusLines(p: Plugin): string[] {
  const { latencies, down, unsent } = p.daemon;
  const { toolSearch, warnings } = p.about();
  const lines = [
    p.daemon.connected ? "plugin: connected" : `plugin: not connected${down ? ` since ${down.since.toISOString()}: ${down.why}` : ""}`,
    `onFailure: ${p.config.onFailure}; approvals: ${p.config.approvals}`,
    latencies.count === 0
      ? "latency: nothing was asked yet"
      : `latency of the last ${latencies.count} answers: median ${ms(latencies.quantile(0.5))}, p99 ${ms(latencies.quantile(0.99))}`,
    `self-check: ${p.canary.text}`,
    `tool search: ${toolSearch ? "on" : "off"}${p.unseen === 0 ? "" : `; ${p.unseen} results came from calls that were never judged`}`,
  ];
  if (unsent > 0) lines.push(`results and turns that the daemon has not heard of yet: ${unsent}`);
  return [...lines, ...warnings.map((w) => `WARNING: ${w}`)];
}

function ms(n: number): string {
  return `${n.toFixed(2)} ms`;
}
