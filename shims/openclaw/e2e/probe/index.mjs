// A plugin beside ours. It has a tool that no policy knows, which writes a line to a file whenever
// it really runs; an agent that runs its tools by itself; and a memory in a file, which it recalls
// before each turn. It also measures the gateway's time around each call of that tool: from the
// first policy until the tool runs, and from the first middleware until everybody has seen the
// result. Before both it lets the gateway finish its queued work, which would otherwise be charged
// to whoever waits first.
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

// The gateway loads a plugin twice, and both instances must use one clock.
const calls = (globalThis[Symbol.for("probe.calls")] ??= new Map());

const queued = () => new Promise((resolve) => setImmediate(resolve));

/** The agent of another program, as the gateway sees one: it says what follows the colon in its task, and continues to work for a while. */
const agent = {
  ensureSession: async ({ sessionKey }) => ({ sessionKey, backend: "probe", runtimeSessionName: sessionKey }),
  async *runTurn({ text }) {
    yield { type: "text_delta", text: `${text.slice(text.indexOf(":") + 1).trim()}\n\n` };
    await new Promise((resolve) => setTimeout(resolve, 4000));
    yield { type: "done" };
  },
  async cancel() {},
  async close() {},
};

export default {
  id: "probe",
  name: "Probe",
  description: "A tool that nobody has classified, and a stopwatch.",
  register(api) {
    const { dir } = api.pluginConfig;
    api.registerTrustedToolPolicy({
      id: "stopwatch",
      description: "Starts the clock of a call.",
      async evaluate({ toolCallId }) {
        await queued();
        calls.set(toolCallId, { asked: performance.now() });
      },
    });
    api.registerAgentToolResultMiddleware(
      async ({ toolCallId }) => {
        await queued();
        Object.assign(calls.get(toolCallId) ?? {}, { returned: performance.now() });
      },
      { runtimes: ["openclaw"] },
    );
    api.registerTool({
      name: "probe_ext",
      description: "Says what it was given.",
      parameters: { type: "object", properties: { mark: { type: "string" } }, required: ["mark"] },
      async execute(toolCallId, { command, mark = command }) {
        Object.assign(calls.get(toolCallId) ?? {}, { started: performance.now() });
        appendFileSync(join(dir, mark), "ran\n");
        return { content: [{ type: "text", text: `the probe was given ${mark}` }], details: {} };
      },
    });
    void import("openclaw/plugin-sdk/acp-runtime-backend").then(({ registerAcpRuntimeBackend }) => registerAcpRuntimeBackend({ id: "probe", runtime: agent }));
    api.on("before_prompt_build", () => {
      const memory = join(dir, "recalled");
      return existsSync(memory) ? { prependContext: readFileSync(memory, "utf8") } : undefined;
    });
    api.on("after_tool_call", ({ toolCallId }) => {
      const seen = performance.now();
      const { asked, started, returned } = calls.get(toolCallId) ?? {};
      calls.delete(toolCallId);
      if (returned !== undefined) {
        appendFileSync(join(dir, "times"), `${started - asked + seen - returned}\n`);
      }
    });
  },
};
