// Asks the daemon as the plugin does, and an echo, in turns. The task comes on
// standard input; the p50 and p99 of each round, in µs, go to standard output.

import { connect } from "node:net";
import { readFileSync } from "node:fs";
import { Daemon } from "../shims/openclaw/src/daemon.ts";

interface Task {
  readonly runtimeDir: string;
  readonly echo: string;
  readonly line: string;
  readonly session: string;
  readonly payload: { readonly event: object; readonly ctx: object };
  readonly rounds: number;
  readonly questions: number;
}

type Round = readonly [p50: number, p99: number];

const CALLS_PER_TURN = 100;

const task = JSON.parse(readFileSync(0, "utf8")) as Task;
const { event, ctx } = task.payload;
const daemon = new Daemon({ runtimeDir: task.runtimeDir, timeoutMs: 5000 });
const echo = await echoClient();
const rounds = { Echo: [] as Round[], Plugin: [] as Round[] };
for (let round = 0; round <= task.rounds; round++) {
  const echoed = await time(echo.ask, async () => {});
  const asked = await time(() => ask("before_tool_call", event), beginTurn);
  if (round === 0) continue; // warms up
  rounds.Echo.push(echoed);
  rounds.Plugin.push(asked);
}
daemon.close();
echo.close();
console.log(JSON.stringify(rounds));

async function beginTurn(): Promise<void> {
  await ask("agent_end", {});
  await ask("context_assembled", { messages: [{ role: "user", content: "what has changed since yesterday?" }] });
  await ask("before_llm_call", { iteration: 0 });
}

async function ask(hook: string, event: object): Promise<void> {
  const answer = await daemon.ask({ hook, session: task.session, event, ctx });
  if (answer.type !== "decision" || answer.verdict !== "allow") throw new Error(JSON.stringify(answer));
}

/** One after another; what goes before every hundred of them is not timed. */
async function time(question: () => Promise<void>, before: () => Promise<void>): Promise<Round> {
  const took: number[] = [];
  for (let i = 0; i < task.questions; i++) {
    if (i % CALLS_PER_TURN === 0) await before();
    const began = performance.now();
    await question();
    took.push((performance.now() - began) * 1000);
  }
  took.sort((a, b) => a - b);
  const at = (q: number) => took[Math.floor(q * (took.length - 1))] ?? NaN;
  return [at(0.5), at(0.99)];
}

/** Counts the bytes of the answer, and looks at its length alone. */
async function echoClient(): Promise<{ ask: () => Promise<void>; close: () => void }> {
  const socket = connect(task.echo);
  await new Promise((resolve) => socket.once("connect", resolve));
  let due = 0;
  let done: () => void = () => {};
  socket.on("data", (chunk) => {
    if (due === 0) due = 4 + chunk.readUInt32BE(0); // a frame's head comes with its body
    due -= chunk.length;
    if (due === 0) done();
  });
  const ask = () =>
    new Promise<void>((resolve) => {
      done = resolve;
      socket.write(task.line);
    });
  return { ask, close: () => socket.destroy() };
}
