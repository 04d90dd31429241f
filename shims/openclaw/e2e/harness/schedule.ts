// Jobs of the gateway's own schedule.
import type { Webchat } from "./webchat.ts";

/** Adds a job to the schedule and runs it at once. */
export async function runJob(chat: Webchat, job: object): Promise<string> {
  const { id } = (await chat.call("cron.add", { schedule: { kind: "every", everyMs: 3_600_000 }, ...job })) as { id: string };
  await chat.call("cron.run", { id, mode: "force" });
  return id;
}

/** A job that is a turn in a session of its own. Its last words go to a chat on Telegram, if one is named. */
export const turnOf = (message: string, to?: number) => ({
  name: "job",
  sessionTarget: "isolated",
  wakeMode: "now",
  payload: { kind: "agentTurn", message },
  delivery: to === undefined ? { mode: "none" } : { mode: "announce", channel: "telegram", to: `${to}` },
});
