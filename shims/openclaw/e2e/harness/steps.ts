// The model's answers.
import type { Step } from "./model.ts";
import type { Pages } from "./pages.ts";
import type { Mark } from "./world.ts";

/** Fetches a page, which contains an injection. */
export const look = (pages: Pages): Step => call("web_fetch", { url: pages.url() });

/** Runs a command that leaves its mark. */
export const run = (mark: Mark): Step => call("exec", { command: mark.command });

/** Calls the probe's tool, which no policy knows, and which leaves the mark. */
export const probe = (mark: Mark): Step => call("probe_ext", { mark: mark.name });

export const say = (text: string): Step => ({ text });

export const call = (name: string, args: Record<string, unknown>): Step => ({ calls: [{ name, args }] });

/** Several calls in one answer. */
export const together = (...steps: Step[]): Step => ({ calls: steps.flatMap((step) => step.calls ?? []) });

/** Something happens just before the model answers. */
export const once = (before: () => Promise<void>, step: Step): Step => ({ ...step, before });
