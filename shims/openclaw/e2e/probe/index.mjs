// A plugin beside ours: it brings a tool that no policy knows, which leaves a
// line in a file whenever it really runs.
import { appendFileSync } from "node:fs";
import { join } from "node:path";

export default {
  id: "probe",
  name: "Probe",
  description: "A tool that nobody has classified, and a stopwatch.",
  register(api) {
    const { dir } = api.pluginConfig;
    api.registerTool({
      name: "probe_ext",
      description: "Says what it was given.",
      parameters: { type: "object", properties: { mark: { type: "string" } }, required: ["mark"] },
      async execute(_id, { mark }) {
        appendFileSync(join(dir, mark), "ran\n");
        return { content: [{ type: "text", text: `the probe was given ${mark}` }], details: {} };
      },
    });
  },
};
