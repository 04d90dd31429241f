// An MCP server that offers tools with the given names. Each writes a line to the given file,
// returns the given text in every form that there is, and has a view of its own, if the gateway
// shows views.
import { appendFileSync } from "node:fs";
import { createInterface } from "node:readline";

const view = "ui://probe/view";

const tools = process.argv.slice(2).map((name) => ({
  name,
  description: "Says what it was given.",
  inputSchema: { type: "object", properties: { mark: { type: "string" }, words: { type: "string" } } },
  _meta: { ui: { resourceUri: view } },
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
  initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {}, resources: {} }, serverInfo: { name: "probe", version: "1" } }),
  "tools/list": () => ({ tools }),
  "tools/call": ({ arguments: given }) => call(given),
  "resources/list": () => ({ resources: [] }),
  "resources/read": ({ uri }) => ({ contents: [{ uri, mimeType: "text/html;profile=mcp-app", text: "<p>A view</p>" }] }),
};

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: "2.0", id, result: answers[method]?.(params) ?? {} }));
}
