// The model: an OpenAI-compatible server that plays scripts and remembers what it was shown. It
// understands nothing, so it obeys an injected page whenever the script does.
//
// A message that contains a script's words starts it; each answer since then is one step of it,
// over any number of turns. The words are a mark of the script's own, or those of the owner that it
// answers.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { Feed } from "./feed.ts";
import { body, json, listen } from "./http.ts";

export interface Call {
  name: string;
  args: Record<string, unknown>;
}

export interface Step {
  /** Something that happens before the answer: how a story acts in the middle of a turn. */
  before?: () => Promise<void>;
  text?: string;
  calls?: Call[];
}

interface Message {
  role: string;
  content?: unknown;
  tool_call_id?: string;
  tool_calls?: { id: string; function: { name: string; arguments: string } }[];
}

/** One request of the gateway: what the model was shown. */
export interface Shown {
  script: string;
  step: number;
  tools: string[];
  messages: { role: string; text: string; callId?: string }[];
}

export interface Script {
  /** The words that start it, to be put into a message. */
  start: string;
  /** What the model was shown as results of its calls, at the latest step. */
  results(): string[];
  /** What the model was shown, step by step. */
  shown(): Shown[];
  /** Waits until the model is asked for a step (the first is 0). */
  reached(step: number): Promise<Shown>;
}

export class Model {
  readonly shown = new Feed<Shown>();
  readonly #scripts = new Map<string, Step[]>();
  readonly #words = new Map<string, string>();
  readonly #server = createServer((request, response) => void this.#serve(request, response));
  #answers = 0;

  async start(): Promise<string> {
    return `${await listen(this.#server)}/v1`;
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  script(...steps: Step[]): Script {
    return this.#play(`s${this.#scripts.size + 1}`, steps);
  }

  /** What it does when it gets these ordinary words, so that a message looks as its sender would write it. */
  answers(words: string, ...steps: Step[]): Script {
    const name = `w${this.#scripts.size + 1}`;
    this.#words.set(words, name);
    return { ...this.#play(name, steps), start: words };
  }

  #play(name: string, steps: Step[]): Script {
    this.#scripts.set(name, steps);
    const shown = () => this.shown.items.filter(({ script }) => script === name);
    const results = () => (shown().at(-1)?.messages ?? []).filter(({ role }) => role === "tool").map(({ text }) => text);
    const reached = (step: number) =>
      this.shown.first(`step ${step} of script ${name}`, (item) => item.script === name && item.step >= step);
    return { start: `[script ${name}]`, results, shown, reached };
  }

  /** What it does when the gateway makes it search the memory before a turn. */
  searches(...steps: Step[]): void {
    this.#scripts.set(SEARCH, steps);
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await body(request);
    if (!request.url?.endsWith("/chat/completions")) {
      json(response, { object: "list", data: [{ id: "mock-1", object: "model" }] });
      return;
    }
    const asked = JSON.parse(text) as { messages: Message[]; stream?: boolean; tools?: { function: { name: string } }[] };
    // Asked without tools, for a summary or a title, it is shown earlier messages, but has no
    // script to follow.
    const told = this.#words.size === 0 || (asked.tools ?? []).length > 0;
    const { name, step } = told ? this.#position(asked.messages) : { name: "", step: 0 };
    this.shown.push({
      script: name,
      step,
      tools: (asked.tools ?? []).map((tool) => tool.function.name),
      messages: asked.messages.map(({ role, content, tool_call_id }) => ({
        role,
        text: plain(content),
        ...(tool_call_id === undefined ? {} : { callId: tool_call_id }),
      })),
    });
    const answer = this.#scripts.get(name)?.[step] ?? { text: `the script is over` };
    await answer.before?.();
    this.#answer(response, answer, asked.stream === true);
  }

  /** The script started by the last message with its words, and its number of answers so far. */
  #position(messages: Message[]): { name: string; step: number } {
    for (let i = messages.length - 1; i >= 0; i--) {
      const message = messages[i];
      const name = message?.role === "user" ? this.#started(own(message)) : undefined;
      if (name) {
        return { name, step: messages.slice(i + 1).filter(({ role }) => role === "assistant").length };
      }
    }
    return { name: "", step: 0 };
  }

  /** The script that a text starts: the one whose words come last, since the gateway puts earlier messages first. */
  #started(text: string): string | undefined {
    if (SEARCHES.test(text)) {
      return SEARCH;
    }
    const marked = /.*\[script (s\d+)\]/s.exec(text)?.[1];
    if (marked !== undefined || this.#words.size === 0) {
      return marked;
    }
    const said = [...this.#words].map(([words, name]) => ({ name, end: text.lastIndexOf(words) + words.length, words })).filter(({ end, words }) => end >= words.length);
    return said.toSorted((a, b) => a.end - b.end || a.words.length - b.words.length).at(-1)?.name;
  }

  #answer(response: ServerResponse, step: Step, stream: boolean): void {
    const id = ++this.#answers;
    const calls = step.calls?.map((call, index) => ({
      index,
      id: `call_${id}_${index}`,
      type: "function",
      function: { name: call.name, arguments: JSON.stringify(call.args) },
    }));
    const common = { id: `answer-${id}`, created: 1, model: "mock-1" };
    const finish_reason = calls ? "tool_calls" : "stop";
    const usage = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 };
    const message = { role: "assistant", content: step.text ?? null, ...(calls ? { tool_calls: calls } : {}) };
    if (!stream) {
      json(response, { ...common, object: "chat.completion", usage, choices: [{ index: 0, finish_reason, message }] });
      return;
    }
    response.writeHead(200, { "content-type": "text/event-stream" });
    const chunk = (choices: unknown[], more = {}) =>
      response.write(`data: ${JSON.stringify({ ...common, object: "chat.completion.chunk", choices, ...more })}\n\n`);
    chunk([{ index: 0, delta: message, finish_reason: null }]);
    chunk([{ index: 0, delta: {}, finish_reason }]);
    chunk([], { usage });
    response.end("data: [DONE]\n\n");
  }
}

/** The script of such a search, and how the gateway begins to ask for one. It quotes the message that it is for. */
const SEARCH = "search";
const SEARCHES = /^(?:\[[^\]\n]*\] )?You are a memory search agent\./;

/** A message's text without the gateway's additions and quotations. */
function own(message: Message): string {
  const text = plain(message.content);
  return text.trimStart().startsWith("<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>") ? "" : text;
}

function plain(content: unknown): string {
  if (typeof content === "string") {
    return content;
  }
  return Array.isArray(content) ? content.map((part: { text?: string }) => part.text ?? "").join("\n") : "";
}
