// The owner's web chat: a WebSocket client of the gateway.
import { createHash, generateKeyPairSync, type KeyObject, randomUUID, sign } from "node:crypto";
import { Feed, patience, within } from "./feed.ts";
import { token } from "./gateway.ts";

const everyScope = ["operator.admin", "operator.read", "operator.write", "operator.approvals"];
/** The capabilities of a client that can show approval requests. */
export const approvalCaps = ["tool-events", "approvals", "plugin-approvals", "exec-approvals"];

export interface Approval {
  id: string;
  request: { title: string; description: string; severity?: string; toolName?: string; sessionKey?: string; allowedDecisions?: string[] };
}

interface Event {
  event: string;
  payload: Record<string, unknown>;
}

interface ChatEvent {
  runId?: string;
  sessionKey?: string;
  state?: string;
  errorMessage?: string;
  message?: { content?: unknown };
}

type Settle = { resolve: (payload: unknown) => void; reject: (error: Error) => void };

export class Webchat {
  readonly events = new Feed<Event>();
  readonly #socket: WebSocket;
  readonly #waiting = new Map<string, Settle>();

  private constructor(url: string, caps: string[], scopes: string[], device: Device | undefined, connected: Settle) {
    this.#socket = new WebSocket(url);
    this.#socket.onerror = () => connected.reject(new Error(`no WebSocket at ${url}`));
    this.#socket.onclose = (event) => {
      const error = new Error(`the WebSocket closed: ${event.code} ${event.reason}`);
      connected.reject(error);
      this.#waiting.forEach(({ reject }) => reject(error));
    };
    this.#socket.onmessage = (message) => {
      const frame = JSON.parse(String(message.data));
      if (frame.type === "res") {
        const waiting = this.#waiting.get(frame.id);
        this.#waiting.delete(frame.id);
        frame.ok ? waiting?.resolve(frame.payload) : waiting?.reject(new Error(JSON.stringify(frame.error)));
      } else if (frame.event === "connect.challenge") {
        const client = { id: device === undefined ? "gateway-client" : "openclaw-tui", version: "1.0.0", platform: "linux", mode: device === undefined ? "backend" : "ui" };
        this.call("connect", {
          minProtocol: 1,
          maxProtocol: 99,
          client,
          role: "operator",
          scopes,
          caps,
          auth: { token },
          ...(device === undefined ? {} : { device: signed(device, client, scopes, frame.payload.nonce) }),
        }).then(connected.resolve, connected.reject);
      } else {
        this.events.push({ event: frame.event, payload: frame.payload ?? {} });
      }
    };
  }

  static async connect(address: string, caps = approvalCaps, scopes = everyScope, device?: Device): Promise<Webchat> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const chat = new Webchat(`ws://${address}`, caps, scopes, device, { resolve, reject });
    await within("the gateway to take the client", patience, promise);
    return chat;
  }

  close(): void {
    this.#socket.close();
  }

  call(method: string, params: unknown): Promise<unknown> {
    const id = randomUUID();
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#waiting.set(id, { resolve, reject });
    this.#socket.send(JSON.stringify({ type: "req", id, method, params }));
    return within(`an answer to ${method}`, patience, promise);
  }

  /** Sends a message. The returned end resolves with the last words of the turn. */
  async say(sessionKey: string, message: string): Promise<{ end: Promise<string> }> {
    const run = randomUUID();
    const from = this.events.now;
    await this.call("chat.send", { sessionKey, message, idempotencyKey: run });
    const end = this.events.first(`the end of "${message}"`, over(run), from).then(({ payload }) => words(payload));
    end.catch(() => undefined);
    return { end };
  }

  /** Sends a message and returns the last words of the turn. */
  async turn(sessionKey: string, message: string): Promise<string> {
    return (await this.say(sessionKey, message)).end;
  }

  /** The gateway's request for approval in a session. */
  async approval(sessionKey: string, from: number): Promise<Approval> {
    const asks = ({ event, payload }: Event) =>
      event === "plugin.approval.requested" && (payload as unknown as Approval).request.sessionKey === sessionKey;
    return (await this.events.first(`an approval request in ${sessionKey}`, asks, from)).payload as unknown as Approval;
  }

  async resolve(approval: Approval, decision: "allow-once" | "allow-always" | "deny"): Promise<void> {
    await this.call("plugin.approval.resolve", { id: approval.id, decision });
  }

  /** The approval requests of a session so far. */
  approvals(sessionKey: string, from = 0): Approval[] {
    return this.events
      .since(from)
      .filter(({ event }) => event === "plugin.approval.requested")
      .map(({ payload }) => payload as unknown as Approval)
      .filter(({ request }) => request.sessionKey === sessionKey);
  }
}

/** The key of a client with a screen: the gateway offers some tools only to these. */
export interface Device {
  publicKey: KeyObject;
  privateKey: KeyObject;
}

export const newDevice = (): Device => generateKeyPairSync("ed25519");

/** Proves to the gateway that the client has its key. */
function signed({ publicKey, privateKey }: Device, client: { id: string; mode: string; platform: string }, scopes: string[], nonce: string) {
  const raw = publicKey.export({ type: "spki", format: "der" }).subarray(-32);
  const id = createHash("sha256").update(raw).digest("hex");
  const signedAt = Date.now();
  const text = ["v3", id, client.id, client.mode, "operator", scopes.join(","), signedAt, token, nonce, client.platform, ""].join("|");
  const signature = sign(null, Buffer.from(text), privateKey).toString("base64url");
  return { id, publicKey: raw.toString("base64url"), signature, signedAt, nonce };
}

function over(run: string): (event: Event) => boolean {
  return ({ event, payload }) => {
    const { runId, state } = payload as ChatEvent;
    return event === "chat" && runId === run && ["final", "error", "aborted"].includes(state ?? "");
  };
}

function words(payload: ChatEvent): string {
  const content = payload.message?.content;
  if (typeof content === "string") {
    return content;
  }
  return Array.isArray(content) ? content.map((part: { text?: string }) => part.text ?? "").join("") : (payload.errorMessage ?? "");
}
