// A plugin beside ours. It brings a tool that no policy knows, which leaves a
// line in a file whenever it really runs; and it times the gateway around each
// call of that tool: from the first policy until the tool runs, and from its
// result until everybody has seen it.
import { appendFileSync } from "node:fs";
import { join } from "node:path";

// The gateway loads a plugin twice: both must look at one clock.
const calls = (globalThis[Symbol.for("probe.calls")] ??= new Map());

export default {
  id: "probe",
  name: "Probe",
  description: "A tool that nobody has classified, and a stopwatch.",
  register(api) {
    const { dir } = api.pluginConfig;
    api.registerTrustedToolPolicy({
      id: "stopwatch",
      description: "Starts the clock of a call.",
      evaluate({ toolCallId }) {
        calls.set(toolCallId, { asked: performance.now() });
      },
    });
    api.registerTool({
      name: "probe_ext",
      description: "Says what it was given.",
      parameters: { type: "object", properties: { mark: { type: "string" } }, required: ["mark"] },
      async execute(toolCallId, { mark }) {
        const started = performance.now();
        appendFileSync(join(dir, mark), "ran\n");
        Object.assign(calls.get(toolCallId) ?? {}, { started, ended: performance.now() });
        return { content: [{ type: "text", text: `the probe was given ${mark}` }], details: {} };
      },
    });
    api.on("after_tool_call", ({ toolCallId }) => {
      const seen = performance.now();
      const { asked, started, ended } = calls.get(toolCallId) ?? {};
      calls.delete(toolCallId);
      if (ended !== undefined) {
        appendFileSync(join(dir, "times"), `${started - asked + seen - ended}\n`);
      }
    });
  },
};
