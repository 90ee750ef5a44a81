import { describe, expect, it } from "vitest";
import { McpConfigError, readMcpServers } from "./read-mcp-servers";

const ENV = { KB_TOKEN: "s3cret", EMPTY: "", BROKEN: "a\nb" };
const read = (servers: unknown) => readMcpServers(JSON.stringify({ mcpServers: servers }), ENV);

describe("the configuration of the MCP servers", () => {
  it("takes both transports, fills in what it refers to, and keeps the allow-list", () => {
    expect(
      read({
        kb: {
          command: "kb-server",
          args: ["--token=${KB_TOKEN}", "$KB_TOKEN"],
          env: { TOKEN: "${KB_TOKEN}" },
          cwd: "/srv",
          allow: ["search", { tool: "report", readOnly: true, description: "A report." }],
        },
        logs: {
          type: "http",
          url: "https://logs.example/mcp",
          headers: { Authorization: "Bearer ${KB_TOKEN}" },
          allow: ["query"],
        },
      }),
    ).toEqual([
      {
        transport: "stdio",
        name: "kb",
        command: "kb-server",
        args: ["--token=s3cret", "$KB_TOKEN"],
        env: { TOKEN: "s3cret" },
        cwd: "/srv",
        allow: [
          { tool: "search", readOnly: false, description: null },
          { tool: "report", readOnly: true, description: "A report." },
        ],
        injected: ["s3cret"],
      },
      {
        transport: "http",
        name: "logs",
        url: "https://logs.example/mcp",
        headers: { Authorization: "Bearer s3cret" },
        allow: [{ tool: "query", readOnly: false, description: null }],
        injected: ["s3cret"],
      },
    ]);
  });

  const allow = ["search"];
  it.each<[string, unknown, RegExp]>([
    ["no allow-list", { kb: { command: "x" } }, /^the server "kb" is not valid: allow /],
    ["an empty one", { kb: { command: "x", allow: [] } }, /^the server "kb" is not valid: allow /],
    ["an unknown member", { kb: { command: "x", allow, autoApprove: [] } }, /autoApprove/],
    ["neither way", { kb: { allow } }, /"kb" is not valid: command /],
    ["both ways", { kb: { command: "x", url: "http://x", allow } }, /command/],
    ["another transport", { kb: { type: "sse", url: "http://x", allow } }, /"kb" is not valid: type /],
    ["a bad name", { "K B": { command: "x", allow } }, /write lower-case letters/],
    ["a bad address", { kb: { url: "ftp://x", allow } }, /url is no http or https address/],
    ["an account in it", { kb: { url: "http://a:b@x", allow } }, /url holds an account/],
    [
      "what is not set",
      { kb: { command: "x", env: { A: "${NONE}" }, allow } },
      /env\.A refers to \$\{NONE\}, which is not set/,
    ],
    [
      "what is empty",
      { kb: { url: "http://${EMPTY}/", allow } },
      /url refers to \$\{EMPTY\}, which is not set/,
    ],
    [
      "a header that is none",
      { kb: { url: "http://x", headers: { A: "${BROKEN}" }, allow } },
      /headers\.A is no header/,
    ],
    [
      "two tools of one name",
      { kb: { command: "x", allow: ["a.b", "a/b"] } },
      /would both be called "mcp__kb__a_b"/,
    ],
    ["too long a name", { kb: { command: "x", allow: ["a".repeat(100)] } }, /is longer than 64 characters/],
  ])("refuses %s in one sentence", (_, servers, message) => {
    expect(() => read(servers)).toThrow(McpConfigError);
    expect(() => read(servers)).toThrow(message);
  });

  it.each(["", "{", "[]", '{"servers":{}}'])("refuses a file that holds %j", (text) => {
    expect(() => readMcpServers(text, ENV)).toThrow(McpConfigError);
  });
});
