// A day of an owner's, played through the real gateway with the plugin and the daemon:
//
//   day.ts [--json] [--hostile] [--turns N] [--only PLACE] [--day developer] PRESET|policy.yaml
//
// The model does what day.txt, or developer.txt, says, the owner approves what they are asked about, and each
// question is printed with its reason and the script's verdict. With --hostile the sources
// carry the orders of orders.txt and the model obeys each of them; the owner denies those.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Daemon } from "../harness/daemon.ts";
import { within } from "../harness/feed.ts";
import { Gateway } from "../harness/gateway.ts";
import { Model, type Step } from "../harness/model.ts";
import { plugin, scratch } from "../harness/places.ts";
import { runJob, turnOf } from "../harness/schedule.ts";
import { group, owner, stranger, Telegram } from "../harness/telegram.ts";
import { type Approval, Webchat } from "../harness/webchat.ts";
import { Outside } from "./outside.ts";
import { Report } from "./report.ts";
import { type Act, obeyed, readDay, readOrders, type Turn } from "./script.ts";

const never = 2 ** 31 - 1;
/** How long a turn may take on a busy machine, in milliseconds. */
const turnEnds = 90_000;
const here = import.meta.dirname;

interface Options {
  policy: string;
  json: boolean;
  hostile: boolean;
  turns: number;
  only: string | undefined;
  day: string;
}

/** What the model does in one turn, job or sub-agent, and how far it is. */
interface Play {
  turn: Turn;
  /** Whether a session is its own. */
  in: (session: string) => boolean;
  at: Act | undefined;
}

async function main({ policy, json, hostile, turns, only, day: name }: Options): Promise<boolean> {
  const day = readDay(readFileSync(join(here, `${name}.txt`), "utf8"));
  const orders = hostile ? readOrders(readFileSync(join(here, "orders.txt"), "utf8")) : [];
  obeyed(day, orders);
  const began = Date.now();
  const report = new Report(policy, orders);

  await using parts = new AsyncDisposableStack();
  const { dir, remove } = scratch();
  parts.defer(remove);
  const outside = new Outside(join(dir, "o"), day);
  parts.defer(() => outside.stop());
  const model = new Model();
  parts.defer(() => model.stop());
  const telegram = new Telegram();
  parts.defer(() => telegram.stop());
  const daemon = new Daemon(join(dir, "d"), "");
  parts.defer(() => daemon.verify());
  const gateway = new Gateway({
    dir: join(dir, "g"),
    model: await model.start(),
    telegram: await telegram.start(),
    owner,
    env: await outside.start(),
    more: {
      tools: {
        web: { fetch: { enabled: true, useTrustedEnvProxy: true }, search: { enabled: false } },
        exec: { pathPrepend: [outside.programs] },
        sessions: { visibility: "all" },
        toolSearch: false,
      },
    },
    plugins: { provenance: { path: plugin(), config: { runtimeDir: daemon.runtimeDir } } },
  });
  outside.clonable(day.repos, join(dir, "g"));
  for (const [path, text] of day.files) {
    mkdirSync(dirname(join(gateway.workspace, path)), { recursive: true });
    writeFileSync(join(gateway.workspace, path), text);
  }
  await daemon.preset(policy);
  parts.defer(() => daemon.stop());
  await daemon.start();
  parts.defer(() => gateway.stop());
  await gateway.start();
  const chat = await Webchat.connect(gateway.url);
  parts.defer(() => chat.close());

  const plays: Play[] = [];
  const steps = (play: Play, acts: readonly Act[], last: string): Step[] => [
    ...acts.map((act) => ({ before: async () => void (play.at = act), calls: [act.call] })),
    { before: async () => void (play.at = undefined), text: last },
  ];

  /** Answers each question, one after another. */
  async function answer(): Promise<void> {
    for (let from = 0; ; ) {
      const asks = ({ event }: { event: string }) => event === "plugin.approval.requested";
      const event = await chat.events.first("a question", asks, from, never);
      from = chat.events.items.indexOf(event) + 1;
      const approval = event.payload as unknown as Approval;
      const session = approval.request.sessionKey ?? "";
      const play = plays.findLast((candidate) => candidate.in(session));
      report.asked(play?.turn, play?.at, session, approval.request);
      await resolve(session, approval, play?.at?.order ? "deny" : "allow-once");
    }
  }

  async function resolve(session: string, approval: Approval, decision: "allow-once" | "deny"): Promise<void> {
    if (!session.includes(":telegram:")) {
      await chat.resolve(approval, decision);
      return;
    }
    const shown = await telegram.answer("the question", owner, ({ text, buttons }) => text.includes(approval.id) && buttons.length > 0, 0);
    const label = decision === "deny" ? /deny/i : /allow.once/i;
    telegram.press(owner, shown, shown.buttons.find(({ text }) => label.test(text)) ?? { text: "", callback_data: "" });
  }

  /** What became of the calls: the model was shown the result of each before the next. */
  function results(turn: Turn, acts: readonly Act[], script: ReturnType<Model["answers"]>): void {
    for (const [index, act] of acts.entries()) {
      const next = script.shown().find(({ step }) => step === index + 1);
      report.ended(turn, act, next?.messages.findLast(({ role }) => role === "tool")?.text);
    }
  }

  async function play(turn: Turn): Promise<void> {
    const key = sessionOf(turn.place);
    const mine: Play = { turn, in: (session) => (turn.place.startsWith("job ") ? session.includes(":cron:") : session === key || (turn.place === "group" && session.includes(":group:"))), at: undefined };
    plays.push(mine);
    const spawns = turn.acts.filter(({ child }) => child);
    const script = model.answers(turn.words, ...steps(mine, turn.acts, turn.order ? `${turn.last} ${turn.order.reply}` : turn.last), ...spawns.map(() => ({ text: "It has reported." })));
    const children = spawns.map(({ call, child }) => {
      const its: Play = { turn, in: (session) => session.includes(":subagent:"), at: undefined };
      plays.push(its);
      return { acts: child?.acts ?? [], script: model.answers(String(call.args["task"]), ...steps(its, child?.acts ?? [], child?.last ?? "")) };
    });

    const from = telegram.sent.now;
    const replied = async (to: number) => {
      const { text } = await telegram.answer(`the answer to "${turn.words}"`, to, (sent) => plain(sent.text).includes(turn.last), from);
      if (turn.order) report.replied(turn.order, addresses(turn.order.reply ?? "").some((address) => text.includes(address)));
    };
    if (turn.place === "telegram") {
      telegram.say(owner, turn.words);
      await replied(owner);
    } else if (turn.place === "group") {
      turn.said.forEach((words) => telegram.murmur(stranger, words));
      telegram.mention(owner, turn.words);
      await replied(group);
    } else if (turn.place.startsWith("job ")) {
      await runJob(chat, { ...turnOf(turn.words, owner), name: turn.place.slice(4) });
      await replied(owner);
    } else {
      await chat.turn(key, turn.words);
    }
    results(turn, turn.acts, script);
    for (const [index, { acts, script: child }] of children.entries()) {
      const spawn = spawns[index];
      if (spawn && report.outcome(spawn) === "ran") {
        await child.reached(acts.length);
        await script.reached(turn.acts.length + 1 + index);
        results(turn, acts, child);
      }
    }
    if (!turn.place.startsWith("job ") && turn.place !== "group" && turn.last !== "") {
      await daemon.ended(key);
    }
  }

  void answer().catch((error: unknown) => report.failed(error));
  for (const turn of day.turns.filter(({ place }) => only === undefined || place === only).slice(0, turns)) {
    const started = Date.now();
    const played = play(turn);
    played.catch(() => undefined);
    await within(`the end of turn ${turn.number}, ${turn.place}: ${turn.words}`, turnEnds, played).catch((error: unknown) => {
      report.failed(error);
      console.error(String(error), gateway.program?.lines.items.slice(-20).join("\n"), JSON.stringify(telegram.sent.items.slice(-3)), JSON.stringify(model.shown.items.at(-1)).slice(-1500));
    });
    report.turn(turn, Date.now() - started);
    if (!json && process.stderr.isTTY) process.stderr.write(`\r${turn.number} `);
  }
  report.took((Date.now() - began) / 1000);
  report.really(outside.ran());
  console.log(json ? report.json() : report.text());
  return report.good;
}

/** A text without Telegram's marks of names of files and the like. */
function plain(text: string): string {
  return text.replace(/<\/?\w+>/g, "");
}

function addresses(text: string): string[] {
  return text.match(/https?:\/\/[^\s)]+/g) ?? [];
}

/** Where the words of a place go. */
function sessionOf(place: string): string {
  return place === "telegram" ? `agent:main:telegram:direct:${owner}` : place === "web" ? "agent:main:main" : `agent:main:${place.replace(/^web /, "")}`;
}

function options(args: string[]): Options {
  const value = (name: string) => args[args.indexOf(name) + 1];
  const turns = args.includes("--turns") ? Number(value("--turns")) : Infinity;
  const only = args.includes("--only") ? value("--only") : undefined;
  const day = args.includes("--day") ? value("--day") ?? "" : "day";
  const policy = args.filter((arg, index) => !arg.startsWith("--") && !["--turns", "--only", "--day"].includes(args[index - 1] ?? "")).at(-1) ?? "provenance";
  return { policy, json: args.includes("--json"), hostile: args.includes("--hostile"), turns, only, day };
}

process.exitCode = (await main(options(process.argv.slice(2)))) ? 0 : 1;
process.exit();
