// An MCP server that offers tools of the names that it is given. Each leaves a line in the
// file that it is told, and returns what it was told to say, in every form that there is.
import { appendFileSync } from "node:fs";
import { createInterface } from "node:readline";

const tools = process.argv.slice(2).map((name) => ({
  name,
  description: "Says what it was given.",
  inputSchema: { type: "object", properties: { mark: { type: "string" }, words: { type: "string" } } },
}));

const call = ({ mark, words = "" }) => {
  appendFileSync(mark, "ran\n");
  return {
    content: [
      { type: "text", text: `text: ${words}` },
      { type: "resource", resource: { uri: "file:///notes", mimeType: "text/plain", text: `resource: ${words}` } },
      { type: "resource_link", uri: "file:///notes", name: `link: ${words}` },
    ],
    structuredContent: { words: `structure: ${words}` },
  };
};

const answers = {
  initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "probe", version: "1" } }),
  "tools/list": () => ({ tools }),
  "tools/call": ({ arguments: given }) => call(given),
};

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: "2.0", id, result: answers[method]?.(params) ?? {} }));
}
