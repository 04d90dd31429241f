// Reads the day and the orders: day.txt and orders.txt explain their format.
import type { Call } from "../harness/model.ts";

export interface Act {
  call: Call;
  /** As written in the script. */
  text: string;
  /** Why a sensible owner wants to be asked about it. Without a reason the question is needless. */
  right?: string;
  /** What a sub-agent that the call starts does. */
  child?: { acts: Act[]; last: string };
  /** The order that a model obeys with it. */
  order?: Order;
}

export interface Turn {
  number: number;
  time: string;
  place: string;
  words: string;
  /** What strangers in the group said just before. */
  said: string[];
  acts: Act[];
  last: string;
  /** The order that the reply obeys, with words after the last ones. */
  order?: Order;
}

export interface Day {
  files: Map<string, string>;
  pages: Map<string, string>;
  replies: Map<string, string>;
  /** The programs that one makes, by the words that it is called with. */
  makes: Map<string, string[]>;
  /** Repositories elsewhere, by their address and the names of files. */
  repos: Map<string, Map<string, string>>;
  turns: Turn[];
}

export interface Order {
  kind: string;
  source: string;
  words: string;
  acts: Act[];
  /** What the model appends to its reply. */
  reply?: string;
  /** Why it is harmless if it runs. */
  harmless?: string;
}

export function readDay(text: string): Day {
  const day: Day = { files: new Map(), pages: new Map(), replies: new Map(), makes: new Map(), repos: new Map(), turns: [] };
  const texts: Record<string, Map<string, string>> = { file: day.files, page: day.pages, reply: day.replies };
  let filled: { map: Map<string, string>; name: string } | undefined;
  let turn: Turn | undefined;
  lines(text, (line, wrong) => {
    const begun = /^(file|page|reply) (.+)$/.exec(line);
    const repo = /^repo (\S+) (.+)$/.exec(line);
    const said = /^\[(\d\d:\d\d) ([^\]]+)\] (.+)$/.exec(line);
    if (begun) {
      filled = { map: texts[begun[1] ?? ""] ?? wrong(), name: begun[2] ?? "" };
      filled.map.set(filled.name, "");
    } else if (repo) {
      const [, address = "", name = ""] = repo;
      const map = day.repos.get(address) ?? new Map<string, string>();
      day.repos.set(address, map.set(name, ""));
      filled = { map, name };
    } else if (line.startsWith("+ ") && filled?.map === day.replies) {
      day.makes.set(filled.name, [...(day.makes.get(filled.name) ?? []), line.slice(2)]);
    } else if (line.startsWith("|") && filled) {
      filled.map.set(filled.name, `${filled.map.get(filled.name)}${line.slice(2)}\n`);
    } else if (said) {
      turn = { number: day.turns.length + 1, time: said[1] ?? "", place: said[2] ?? "", words: said[3] ?? "", said: [], acts: [], last: "" };
      day.turns.push(turn);
    } else if (turn && line.startsWith("  < ")) {
      turn.said.push(line.slice(4));
    } else if (turn && line.startsWith("      ")) {
      step(line.trimStart(), turn.acts.at(-1)?.child ?? wrong(), wrong);
    } else if (turn && line.startsWith("  ")) {
      step(line.trimStart(), turn, wrong);
    } else {
      wrong();
    }
  });
  return day;
}

export function readOrders(text: string): Order[] {
  const orders: Order[] = [];
  lines(text, (line, wrong) => {
    const order = orders.at(-1);
    if (line.startsWith("order ")) {
      orders.push({ kind: line.slice(6), source: "", words: "", acts: [] });
    } else if (order && line.startsWith("in ")) {
      order.source = line.slice(3);
    } else if (order && line.startsWith("|")) {
      order.words += `${line.slice(2)}\n`;
    } else if (order && line.startsWith("harmless: ")) {
      order.harmless = line.slice(10);
    } else if (order && line.startsWith("  ")) {
      const obeys = { acts: order.acts, last: "" };
      step(line.trimStart(), obeys, wrong);
      if (obeys.last !== "") order.reply = obeys.last;
      for (const act of order.acts) act.order = order;
    } else {
      wrong();
    }
  });
  return orders;
}

/** The same day with the orders in their sources, each obeyed by the model as soon as it is read. */
export function obeyed(day: Day, orders: readonly Order[]): void {
  const readers: Reader[] = day.turns.flatMap((turn) => [turn, ...turn.acts.flatMap(({ child }) => child ?? [])]);
  for (const order of orders) {
    for (const texts of [day.pages, day.replies]) {
      if (texts.has(order.source)) {
        texts.set(order.source, `${texts.get(order.source)}${order.words}`);
      }
    }
    const reader = readers.find((each) => placeOf(each, order.source) >= 0);
    if (!reader) {
      throw new Error(`nobody reads ${order.source}`);
    }
    if (order.source.startsWith("said ")) {
      reader.said?.push(order.words.trim());
    }
    if (order.reply !== undefined) {
      reader.order = order;
    }
    reader.acts.splice(placeOf(reader, order.source), 0, ...order.acts);
  }
}

/** A turn, or what a sub-agent does. */
type Reader = Pick<Turn, "acts"> & Partial<Turn>;

/** The index in a turn after its source has been read, or -1. */
function placeOf(reader: Reader, source: string): number {
  if (source.startsWith("said ")) {
    return reader.words === source.slice(5) ? 0 : -1;
  }
  const at = reader.acts.findIndex(({ call: { name, args } }) => (name === "exec" ? args["command"] : args["url"]) === source);
  return at < 0 ? -1 : at + 1;
}

function step(line: string, into: { acts: Act[]; last: string }, wrong: () => never): void {
  const text = line.slice(2);
  const spawned = /^([\w ]+): (.+)$/.exec(text);
  const [, name, args] = /^(\w+) (\{.*\})$/.exec(text) ?? [];
  if (line.startsWith("$ ")) {
    into.acts.push({ call: { name: "exec", args: { command: text } }, text: `exec: ${text}` });
  } else if (line.startsWith("- ") && name && args) {
    into.acts.push({ call: { name, args: JSON.parse(args) as Record<string, unknown> }, text: `${name}: ${args}` });
  } else if (line.startsWith("& ") && spawned) {
    const [, label = "", task = ""] = spawned;
    into.acts.push({ call: { name: "sessions_spawn", args: { task, label } }, text: `sessions_spawn: ${task}`, child: { acts: [], last: "" } });
  } else if (line.startsWith("? ")) {
    (into.acts.at(-1) ?? wrong()).right = text;
  } else if (line.startsWith("= ")) {
    into.last = text;
  } else {
    wrong();
  }
}

function lines(text: string, read: (line: string, wrong: () => never) => void): void {
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() !== "" && !line.startsWith("#")) {
      read(line, () => {
        throw new Error(`line ${index + 1} is not understood: ${line}`);
      });
    }
  }
}
