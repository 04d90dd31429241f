// Telegram's Bot API, as far as the gateway uses it: people write to the bot and press its buttons,
// and everything that it sends is recorded by chat.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { Feed } from "./feed.ts";
import { body, json, listen } from "./http.ts";

export const owner = 111;
export const stranger = 222;

export interface Button {
  text: string;
  callback_data: string;
}

export interface Sent {
  chat: number;
  id: number;
  text: string;
  buttons: Button[];
}

interface Update {
  update_id: number;
  [kind: string]: unknown;
}

type Parameters = Record<string, unknown>;

/** The group that the bot is in. */
export const group = -1001;

const bot = { id: 4242, is_bot: true, first_name: "Bot", username: "stories_bot" };

export class Telegram {
  readonly sent = new Feed<Sent>();
  /** The button presses that the bot has handled, by the person who pressed. */
  readonly pressed = new Feed<number>();
  readonly #server = createServer((request, response) => void this.#serve(request, response));
  #updates: Update[] = [];
  #lastUpdate = Math.floor(Date.now() / 1000);
  #lastMessage = 1;
  #polls = new Set<() => void>();

  start(): Promise<string> {
    return listen(this.#server);
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  /** Somebody writes to the bot in their own chat. */
  say(from: number, text: string): void {
    this.#message(from, from, { text, ...marked(text) });
  }

  /** Somebody mentions the bot in a group. */
  mention(from: number, text: string, to = group): void {
    const name = `@${bot.username}`;
    this.#message(from, to, { text: `${name} ${text}`, entities: [{ type: "mention", offset: 0, length: name.length }] });
  }

  /** Somebody gives the bot a command in a group. */
  command(from: number, name: string, args: string, to: number): void {
    const text = `/${name}@${bot.username} ${args}`;
    this.#message(from, to, { text, ...marked(text) });
  }

  /** Somebody says something in the group, but not to the bot. */
  murmur(from: number, text: string): void {
    this.#message(from, group, { text });
  }

  /** Somebody forwards another person's message to the bot. */
  forward(from: number, by: number, text: string): void {
    this.#message(from, from, { text, ...marked(text), forward_origin: { type: "user", date: 1, sender_user: person(by) } });
  }

  /** Somebody answers another person's message from a chat that the bot is not in. */
  quote(from: number, by: number, quoted: string, text: string): void {
    const origin = { type: "user", date: 1, sender_user: person(by) };
    this.#message(from, from, { text, external_reply: { origin, message_id: 1 }, quote: { text: quoted, position: 0, is_manual: true } });
  }

  /** Somebody answers one of the bot's messages. */
  reply(from: number, to: Sent, text: string): void {
    const date = Math.floor(Date.now() / 1000);
    this.#message(from, to.chat, { text, reply_to_message: { message_id: to.id, date, chat: chat(to.chat), from: bot, text: to.text } });
  }

  /** Somebody sends the bot a text file. */
  document(from: number, text: string, caption: string): void {
    const file_id = `document ${text}`;
    this.#message(from, from, { caption, document: { file_id, file_unique_id: "document", file_name: "notes.txt", mime_type: "text/plain", file_size: text.length } });
  }

  /** Somebody reacts to one of the bot's messages. */
  react(from: number, to: Sent): void {
    const date = Math.floor(Date.now() / 1000);
    const new_reaction = [{ type: "emoji", emoji: "👍" }];
    this.#update({ message_reaction: { chat: chat(to.chat), message_id: to.id, date, user: person(from), old_reaction: [], new_reaction } });
  }

  /** Somebody sends the bot a picture. */
  picture(from: number, caption?: string): void {
    const photo = [{ file_id: "picture", file_unique_id: "picture", width: 1, height: 1, file_size: picture.length }];
    this.#message(from, from, { photo, ...(caption === undefined ? {} : { caption }) });
  }

  /** Somebody presses a button below one of the bot's messages. */
  press(from: number, message: Sent, button: Button): void {
    this.#update({
      callback_query: {
        id: `${from}-${this.#lastUpdate}`,
        from: person(from),
        chat_instance: "1",
        data: button.callback_data,
        message: { message_id: message.id, date: Math.floor(Date.now() / 1000), chat: chat(message.chat), from: bot, text: message.text },
      },
    });
  }

  /** The bot's message in a chat, after a place in the feed. */
  answer(what: string, to: number, accept: (sent: Sent) => boolean, from: number): Promise<Sent> {
    return this.sent.first(`${what} in chat ${to}`, (sent) => sent.chat === to && accept(sent), from);
  }

  #message(from: number, to: number, content: Parameters): void {
    const date = Math.floor(Date.now() / 1000);
    this.#update({ message: { message_id: ++this.#lastMessage, date, chat: chat(to), from: person(from), ...content } });
  }

  #update(update: Parameters): void {
    this.#updates.push({ update_id: ++this.#lastUpdate, ...update });
    for (const wake of this.#polls) {
      wake();
    }
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "", "http://telegram");
    const document = /\/documents\/(.*)\.txt$/.exec(decodeURIComponent(url.pathname))?.[1];
    if (document !== undefined) {
      response.writeHead(200, { "content-type": "text/plain" }).end(document);
      return;
    }
    if (url.pathname.startsWith("/file/")) {
      response.writeHead(200, { "content-type": "image/png" }).end(picture);
      return;
    }
    const method = /\/bot[^/]+\/(\w+)/.exec(url.pathname)?.[1] ?? "";
    const asked: Parameters = { ...Object.fromEntries(url.searchParams), ...parameters(await body(request)) };
    json(response, { ok: true, result: method === "getUpdates" ? await this.#poll(asked, request) : this.#call(method, asked) });
  }

  async #poll(asked: Parameters, request: IncomingMessage): Promise<Update[]> {
    const offset = Number(asked["offset"] ?? 0);
    this.#updates = this.#updates.filter((update) => update.update_id >= offset);
    if (this.#updates.length === 0) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, Math.min(Number(asked["timeout"] ?? 1), 20) * 1000);
      this.#polls.add(resolve);
      request.socket.once("close", resolve);
      await promise;
      request.socket.removeListener("close", resolve);
      this.#polls.delete(resolve);
      clearTimeout(timer);
    }
    return this.#updates;
  }

  #call(method: string, asked: Parameters): unknown {
    if (method === "getMe") {
      return { ...bot, can_join_groups: true, can_read_all_group_messages: false, supports_inline_queries: false };
    }
    if (method === "getWebhookInfo") {
      return { url: "", has_custom_certificate: false, pending_update_count: 0 };
    }
    const document = /^document (.*)$/.exec(String(asked["file_id"]))?.[1];
    if (method === "getFile" && document !== undefined) {
      return { file_id: asked["file_id"], file_unique_id: "document", file_size: document.length, file_path: `documents/${document}.txt` };
    }
    if (method === "getFile") {
      return { file_id: "picture", file_unique_id: "picture", file_size: picture.length, file_path: "photos/picture.png" };
    }
    if (method === "getChat") {
      return chat(Number(asked["chat_id"]));
    }
    if (method === "answerCallbackQuery") {
      this.pressed.push(Number.parseInt(String(asked["callback_query_id"]), 10));
    }
    if (!/^(send|edit)(Rich)?Message(Text)?$/.test(method)) {
      return true;
    }
    const message = {
      chat: Number(asked["chat_id"]),
      id: Number(asked["message_id"] ?? ++this.#lastMessage),
      text: textOf(asked),
      buttons: buttonsOf(asked["reply_markup"]),
    };
    this.sent.push(message);
    return { message_id: message.id, date: Math.floor(Date.now() / 1000), chat: chat(message.chat), from: bot, text: message.text };
  }
}

/** Telegram marks the commands in a text. */
function marked(text: string) {
  const command = /^\/\w+(?:@\w+)?/.exec(text)?.[0];
  return command === undefined ? {} : { entities: [{ type: "bot_command", offset: 0, length: command.length }] };
}

function person(id: number) {
  return { id, is_bot: false, first_name: `Person ${id}`, username: `person${id}` };
}

function chat(id: number) {
  return id < 0 ? { id, type: "supergroup", title: "The group" } : { id, type: "private", first_name: `Person ${id}` };
}

/** One pixel. */
const picture = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

function parameters(text: string): Parameters {
  return text.startsWith("{") ? (JSON.parse(text) as Parameters) : Object.fromEntries(new URLSearchParams(text));
}

function textOf(asked: Parameters): string {
  return typeof asked["text"] === "string" ? asked["text"] : JSON.stringify(asked);
}

function buttonsOf(markup: unknown): Button[] {
  const parsed = (typeof markup === "string" ? JSON.parse(markup) : markup) as { inline_keyboard?: Button[][] } | undefined;
  return parsed?.inline_keyboard?.flat() ?? [];
}
