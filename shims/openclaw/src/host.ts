// The part of OpenClaw's plugin interface that this plugin uses. test/host.types.ts checks it
// against the real types if a gateway is installed; building the plugin needs none.

export interface Logger {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

export interface InputProvenance {
  readonly kind: string;
  readonly sourceTool?: string;
  readonly sourceSessionKey?: string;
}

export interface AgentContext {
  readonly runId?: string;
  readonly agentId?: string;
  readonly sessionKey?: string;
  readonly sessionId?: string;
  readonly workspaceDir?: string;
  readonly messageProvider?: string;
  readonly senderId?: string;
  readonly trigger?: string;
  readonly inputProvenance?: InputProvenance;
  /** The run's span and its parent: unguessable ids. */
  readonly trace?: { readonly spanId?: string; readonly parentSpanId?: string };
}

export interface Requester {
  readonly channel?: string;
  readonly senderId?: string;
  readonly senderIsOwner?: boolean;
}

export interface ToolContext {
  readonly agentId?: string;
  readonly sessionKey?: string;
  readonly sessionId?: string;
  readonly runId?: string;
  readonly abortSignal?: AbortSignal;
  readonly requester?: Requester;
}

export interface ToolCallEvent {
  readonly toolName: string;
  readonly params: Record<string, unknown>;
  readonly runId?: string;
  readonly toolCallId?: string;
}

export type ApprovalResolution = "allow-once" | "allow-always" | "deny" | "timeout" | "cancelled";

export interface ApprovalRequest {
  title: string;
  description: string;
  severity: "warning" | "critical";
  timeoutMs: number;
  timeoutReason: string;
  allowedDecisions: ("allow-once" | "allow-always" | "deny")[];
  pluginId: string;
  onResolution: (decision: ApprovalResolution) => void;
}

export interface ToolCallResult {
  params?: Record<string, unknown>;
  block?: boolean;
  blockReason?: string;
  requireApproval?: ApprovalRequest;
}

export interface MessageContext {
  readonly channelId: string;
  readonly sessionKey?: string;
  readonly senderId?: string;
}

/** A person's message, as the gateway's dispatcher sees it. */
export interface InboundMessage {
  readonly SessionKey?: string;
  readonly AgentId?: string;
  readonly Provider?: string;
  readonly SenderId?: string;
  readonly CommandAuthorized?: boolean;
  readonly CommandInterpretationSuppressed?: boolean;
  readonly CommandBody?: string;
  readonly RawBody?: string;
  readonly Body?: string;
  /** The text that the model is shown, without the gateway's additions. */
  readonly BodyForAgent?: string;
  readonly GatewayClientCaps?: string[];
  /** The author of a forwarded message. */
  readonly ForwardedFrom?: string;
  readonly ProviderUpdateId?: string;
  readonly ProviderUpdateKind?: string;
  readonly InboundEventKind?: "user_request" | "room_event";
  readonly To?: string;
}

/** A part of a response, and what the gateway fetches or reads to send with it. */
export interface ReplyPayload {
  readonly text?: string;
  readonly mediaUrl?: string;
  readonly mediaUrls?: string[];
  /** Descriptions of the media, in order. */
  readonly attachments?: object[];
}

/** Every hook in use: its arguments and its result. */
export interface Hooks {
  before_prompt_build: [event: { prompt: string; messages: unknown[] }, ctx: AgentContext, result: { toolsAllow?: string[] }];
  before_agent_run: [
    event: { prompt: string; messages: unknown[]; systemPrompt?: string; senderId?: string; senderIsOwner?: boolean },
    ctx: AgentContext,
    result: { outcome: "block"; reason: string; message: string } | { outcome: "pass" },
  ];
  llm_input: [event: { tools?: unknown[] }, ctx: AgentContext, result: never];
  model_call_started: [event: { callId: string; sessionKey?: string }, ctx: AgentContext, result: never];
  model_call_ended: [event: { callId: string; sessionKey?: string }, ctx: AgentContext, result: never];
  agent_end: [event: { runId?: string }, ctx: AgentContext, result: never];
  before_tool_call: [event: ToolCallEvent, ctx: ToolContext, result: ToolCallResult];
  after_tool_call: [event: ToolCallEvent & { result?: unknown; error?: string }, ctx: ToolContext, result: never];
  resolve_exec_env: [event: { toolName: "exec"; host: string; sessionKey?: string }, ctx: AgentContext, result: Record<string, string>];
  tool_result_persist: [
    event: { message: unknown; toolName?: string; toolCallId?: string; isSynthetic?: boolean },
    ctx: { agentId?: string; sessionKey?: string },
    result: never,
  ];
  before_message_write: [event: { message: unknown }, ctx: { agentId?: string; sessionKey?: string }, result: { message: never }];
  message_received: [event: { content: string; senderId?: string; sessionKey?: string }, ctx: MessageContext, result: never];
  reply_dispatch: [
    event: { ctx: InboundMessage; sessionKey?: string },
    ctx: { cfg: object; dispatcher: { sendFinalReply(payload: { text: string }): boolean } },
    result: { handled: boolean; queuedFinal: boolean; counts: Record<"tool" | "block" | "final", number> },
  ];
  reply_payload_sending: [
    event: { payload: ReplyPayload; channel?: string; sessionKey?: string },
    ctx: MessageContext,
    result: { payload?: ReplyPayload; cancel?: boolean; reason?: string },
  ];
  message_sending: [
    event: { to: string; content: string; metadata?: Record<string, unknown> },
    ctx: MessageContext,
    result: { content?: string; cancel?: boolean; cancelReason?: string },
  ];
  session_start: [event: { sessionId: string }, ctx: { agentId?: string; sessionKey?: string }, result: never];
  session_end: [event: { sessionId: string; reason?: string; nextSessionId?: string; nextSessionKey?: string }, ctx: { agentId?: string; sessionKey?: string }, result: never];
  subagent_progress: [event: { phase: "started" | "ended" }, ctx: SubagentContext, result: never];
  subagent_spawned: [event: { agentId: string }, ctx: SubagentContext, result: never];
  gateway_start: [event: { port: number }, ctx: object, result: never];
  gateway_stop: [event: object, ctx: object, result: never];
}

/** What the gateway keeps about a session. */
export interface SessionEntry {
  readonly createdAt?: number;
  /** Its origin: "spawn" for an agent's call. */
  readonly createdVia?: string;
  readonly parentSessionKey?: string;
  /** The session whose transcript this one began with. */
  readonly forkSource?: { readonly sessionKey: string };
  /** When it began, or began anew. */
  readonly sessionStartedAt?: number;
  /** The name of its transcript, and of the previous one. */
  readonly sessionId?: string;
  readonly previousSessionId?: string;
  /** The run that continues a turn interrupted by a restart of the gateway. */
  readonly restartRecoveryDeliveryRunId?: string;
}

/** The part of the gateway's session store that is read. */
export interface Sessions {
  getSessionEntry(of: { agentId?: string; sessionKey: string }): SessionEntry | undefined;
  listSessionEntries(of: { agentId?: string; readOnly: true }): readonly { readonly sessionKey: string; readonly entry: SessionEntry }[];
}

export interface SubagentContext {
  readonly childSessionKey?: string;
  readonly requesterSessionKey?: string;
}

/** Hooks that cannot return a promise. */
type Synchronous = "tool_result_persist" | "before_message_write";

type Answered<K extends keyof Hooks> = Hooks[K][2] | undefined;

export type Handler<K extends keyof Hooks> = (
  event: Hooks[K][0],
  ctx: Hooks[K][1],
) => K extends Synchronous ? Answered<K> : Promise<Answered<K>> | Answered<K>;

export type Part = { type: "text"; text: string } | { type: "image"; data: string; mimeType: string };

export interface ToolResult {
  content: Part[];
  details: unknown;
}

export interface ToolResultEvent {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly args: Record<string, unknown>;
  readonly isError?: boolean;
  readonly result: ToolResult;
}

/** A command's answer, and the buttons below it. */
export interface CommandReply {
  text: string;
  presentation?: { blocks: { type: "buttons"; buttons: { label: string; value: string }[] }[] };
}

export interface CommandContext {
  readonly channel: string;
  readonly senderId?: string;
  readonly senderIsOwner?: boolean;
  readonly agentId?: string;
  readonly sessionKey?: string;
  readonly args?: string;
}

export interface ServiceContext {
  readonly serviceHealth?: { reportFailure(error: unknown): void; clearFailure(): void };
}

export interface Api {
  readonly config: object;
  readonly pluginConfig?: Record<string, unknown>;
  readonly logger: Logger;
  readonly runtime: {
    readonly version: string;
    readonly agent: { readonly session: Sessions };
  };
  on<K extends keyof Hooks>(hook: K, handler: Handler<K>): void;
  registerTrustedToolPolicy(policy: {
    id: string;
    description: string;
    evaluate: (event: ToolCallEvent, ctx: ToolContext) => Promise<ToolCallResult | undefined>;
  }): void;
  registerAgentToolResultMiddleware(
    handler: (event: ToolResultEvent, ctx: AgentContext) => Promise<{ result: ToolResult } | undefined>,
    options: { runtimes: ("openclaw" | "codex")[] },
  ): void;
  registerCommand(command: {
    name: string;
    description: string;
    acceptsArgs: boolean;
    requireAuth: boolean;
    requiredScopes: "operator.approvals"[];
    exposeSenderIsOwner: boolean;
    handler: (ctx: CommandContext) => Promise<CommandReply>;
  }): void;
  registerService(service: {
    id: string;
    start: (ctx: ServiceContext) => void;
    stop: () => void;
  }): void;
}
