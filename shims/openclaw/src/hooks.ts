// One hook of the gateway, from its arguments to its result. The dialect computes its meaning; this
// passes on what the dialect tells and wants.

import { fits, rowOf, small, textOf } from "./content.ts";
import type { Ask, NoAnswer } from "./daemon.ts";
import type { Step, Told, Want } from "./dialect.ts";
import type { Plugin } from "./plugin.ts";
import { statusLines } from "./status.ts";
import { type Decision, isRecord } from "./wire.ts";

/** The arguments of a hook. */
export interface Given {
  readonly event: object;
  /** Only fields known to be plain data are passed on. */
  readonly ctx?: object;
  /** The history. */
  readonly rows?: readonly unknown[];
  /** A long text. */
  readonly text?: string;
  /** A text that few hooks read. */
  readonly textOf?: () => string;
  /** For the daemon, and not needed by the dialect. */
  readonly bulk?: Readonly<Record<string, unknown>>;
  readonly signal?: AbortSignal | undefined;
  /** Whether a message's sender is the owner, according to the gateway. */
  readonly owner?: () => Promise<boolean | undefined>;
  /** Gets the daemon's answers. */
  readonly onAnswer?: (answer: Decision) => void;
}

/** The result of a hook. If it cannot be computed, the failure is reported and otherwise gives the result. */
export async function hook<T>(p: Plugin, name: string, given: Given, otherwise?: (why: string) => T): Promise<T | undefined> {
  try {
    const h = new Hook(p, name, given);
    let step = h.begin();
    while (step.want !== undefined) step = h.goOn(step, await h.there(step.want));
    return step.result as T | undefined;
  } catch (err) {
    return otherwise?.(failed(p, name, err));
  }
}

/** The same for a hook that cannot wait. */
export function hookNow<T>(p: Plugin, name: string, given: Given, otherwise?: (why: string) => T): T | undefined {
  try {
    const step = new Hook(p, name, given).begin();
    if (step.want !== undefined) throw new Error("it would have to wait");
    return step.result as T | undefined;
  } catch (err) {
    return otherwise?.(failed(p, name, err));
  }
}

/** The same for a hook without a result, which the gateway does not wait for. */
export function hookSoon(p: Plugin, name: string, given: Given): void {
  p.soon(() => hookNow(p, name, given));
}

function failed(p: Plugin, name: string, err: unknown): string {
  const why = err instanceof Error ? err.message : String(err);
  p.host.logger.error(`provenance: the hook ${name} has failed: ${why}`);
  return why;
}

const CONTEXT = [
  "sessionKey", "agentId", "sessionId", "runId", "workspaceDir", "messageProvider", "senderId", "trigger", "inputProvenance", "trace", "requester", "channelId",
];

class Hook {
  readonly #p: Plugin;
  readonly #name: string;
  readonly #given: Given;
  readonly #texts: readonly string[];

  constructor(p: Plugin, name: string, given: Given) {
    this.#p = p;
    this.#name = name;
    this.#given = given;
    this.#texts = (given.rows ?? []).map((row) => (isRecord(row) ? textOf(row["content"]) : ""));
  }

  begin(): Step {
    const { event, ctx = {}, rows = [], text = "" } = this.#given;
    const now = new Date();
    const input = {
      now: now.getTime(),
      zone: -now.getTimezoneOffset(),
      event,
      ctx: Object.fromEntries(Object.entries(ctx).filter(([name]) => CONTEXT.includes(name))),
      rows: rows.map((row, i) => rowOf(row, this.#texts[i] ?? "")),
    };
    return this.#settle(this.#p.dialect.begin(this.#name, input, [...this.#texts, text]));
  }

  goOn(step: Step, found: unknown): Step {
    return this.#settle(this.#p.dialect.goOn(step.id, found));
  }

  /** Tells what is to be told, and supplies what is available at once. */
  #settle(first: Step): Step {
    let step = first;
    for (;;) {
      for (const told of step.tell ?? []) this.#tell(told);
      if (step.unseen !== undefined) this.#p.unseenWrapper(step.unseen);
      const { kept, all, mask, status, text } = step.want ?? {};
      let found: unknown;
      if (kept !== undefined) found = this.#p.kept(kept.sessionKey, kept.agentId);
      else if (all !== undefined) found = this.#p.all(all === "" ? undefined : all);
      else if (mask !== undefined) found = this.#p.mask(mask);
      else if (status === true) found = statusLines(this.#p);
      else if (text === true) found = this.#given.textOf?.();
      else return step;
      step = this.#p.dialect.goOn(step.id, found);
    }
  }

  /** Supplies what must be waited for. The question is sent before this returns. */
  async there(want: Want): Promise<unknown> {
    if (want.owner === true) return this.#given.owner?.();
    if (want.told !== undefined) return withoutContent(await this.#heard(want.told, this.#p.daemon.tell(this.#filled(want.told))));
    if (want.ask === undefined) throw new Error("it wants what there is not");
    const { behind = [], session, hook } = want.ask;
    for (const what of behind) await this.#p.telling[what].told(session);
    const answer = await this.#heard(want.ask, this.#p.daemon.ask({ ...this.#filled(want.ask), signal: this.#given.signal }));
    if (answer.type === "decision") this.#given.onAnswer?.(answer);
    return hook === "before_response_emit" ? answer : withoutContent(answer);
  }

  #tell(told: Told): void {
    const ask = this.#filled(told);
    if (told.onlyLater === true) this.#p.daemon.sendLater(ask);
    else void this.#heard(told, told.behind === undefined ? this.#p.daemon.tell(ask) : this.#p.tellBehind(ask));
  }

  /** Handles the answer to what was told. */
  #heard(told: Told, answer: Promise<Decision | NoAnswer>): Promise<Decision | NoAnswer> {
    const { later, note, before, session } = told;
    const heard = answer.then((a) => {
      if (a.type === "none" && later !== undefined) this.#p.daemon.sendLater(this.#later(told, later));
      if (note !== undefined) this.#noted(note, a);
      return a;
    });
    if (before !== undefined) this.#p.telling[before].add(session, heard);
    return heard;
  }

  #noted(note: string, answer: Decision | NoAnswer): void {
    try {
      this.#p.dialect.noted(note, withoutContent(answer));
    } catch (err) {
      failed(this.#p, this.#name, err);
    }
  }

  #filled({ hook, session, event, ctx }: Told): Ask {
    const { bulk = {} } = this.#given;
    const all = Object.entries(event).map(([name, value]) => [name, this.#whole(name, value, bulk)]);
    return { hook, session, event: Object.fromEntries(all) as object, ctx };
  }

  #whole(name: string, value: unknown, bulk: Readonly<Record<string, unknown>>): unknown {
    switch (name) {
      case "params": {
        const params = typeof value === "string" ? this.#p.params.get(value) : value === true ? bulk[name] : value;
        return fits(params) ? params : small(params);
      }
      case "result":
        return value === true ? bulk[name] : isRecord(value) ? { content: bulk[name], ...value } : value;
      case "messages":
        return Array.isArray(value) ? value.map((m: { whole?: true }, i) => this.#message(m, i)) : value;
      default:
        return value === true && name in bulk ? bulk[name] : value;
    }
  }

  #message({ whole, ...message }: { whole?: true }, i: number): object {
    return whole === true ? { ...message, content: this.#texts[i] ?? "" } : message;
  }

  /** Events kept for later are small: without its content, a result has its tool's level. */
  #later(told: Told, hook: string): Ask {
    const filled = this.#filled(told);
    const { result: _result, ...event } = filled.event as Record<string, unknown>;
    return { ...filled, hook, event: "params" in event ? { ...event, params: small(event["params"]) } : event };
  }
}

/** An answer without the fields that only this side uses. */
function withoutContent(answer: Decision | NoAnswer): object {
  if (answer.type === "none") return answer;
  const { content: _content, messages: _messages, ...result } = answer.result;
  return { ...answer, result };
}
