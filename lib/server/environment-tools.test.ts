import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EnvironmentError, readEnvironment } from "./environment";

const STORE = { DATABASE_URL: "mysql://root@127.0.0.1:3306/store" };
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "interlock-environment-"));
});
afterAll(() => rmSync(folder, { recursive: true }));
function fileOf(content: unknown): string {
  const path = join(folder, "servers.json");
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

describe("Prometheus sources", () => {
  it("are named by the variables", () => {
    const { prometheus } = readEnvironment({
      ...STORE,
      PROMETHEUS_SHOP_METRICS_URL: "https://prometheus.example/tenant",
      PROMETHEUS_SHOP_METRICS_DESCRIPTION: "The shop's metrics.",
      PROMETHEUS_SHOP_METRICS_TOKEN: "t0ken",
      PROMETHEUS_B_URL: "http://127.0.0.1:9090",
    });
    expect(prometheus).toEqual([
      { name: "b", url: "http://127.0.0.1:9090", description: 'The metrics of "b".', bearerToken: null },
      {
        name: "shop_metrics",
        url: "https://prometheus.example/tenant",
        description: "The shop's metrics.",
        bearerToken: "t0ken",
      },
    ]);
    expect(readEnvironment(STORE)).toMatchObject({ prometheus: [], mcpServers: [] });
  });

  it.each([
    ["PROMETHEUS_A_URL", { PROMETHEUS_A_URL: "ftp://s3cret" }],
    ["PROMETHEUS_A_TOKEN", { PROMETHEUS_A_URL: "http://a", PROMETHEUS_A_TOKEN: "s3cret\nX-More: 1" }],
  ])("are refused by the name of %s, without its value", (name, env) => {
    const read = () => readEnvironment({ ...STORE, ...env });
    expect(read).toThrow(EnvironmentError);
    expect(read).toThrow(name);
    expect(read).not.toThrow("s3cret");
  });
});

describe("MCP servers", () => {
  const kb = { command: "kb", env: { TOKEN: "${KB_TOKEN}" }, allow: ["search"] };

  it("are read from the file, with their secrets", () => {
    const path = fileOf({ mcpServers: { kb } });
    const { mcpServers } = readEnvironment({ ...STORE, INTERLOCK_MCP_SERVERS: path, KB_TOKEN: "s3cret" });
    expect(mcpServers).toMatchObject([{ name: "kb", env: { TOKEN: "s3cret" } }]);
  });

  it.each<[string, unknown, Record<string, string>, RegExp]>([
    ["no JSON", "{", {}, /^INTERLOCK_MCP_SERVERS: the file is not JSON; write [^\n]*$/],
    [
      "a missing secret",
      { mcpServers: { kb } },
      {},
      /^INTERLOCK_MCP_SERVERS: .* \$\{KB_TOKEN\}, which is not set; set it, or leave the reference out$/,
    ],
    [
      "a name that another source has",
      { mcpServers: { kb: { command: "kb", allow: ["search"] } } },
      { PROMETHEUS_KB_URL: "http://a" },
      /^"kb" names more than one of: /,
    ],
  ])("are refused in one sentence for %s", (_, content, env, message) => {
    const read = () => readEnvironment({ ...STORE, INTERLOCK_MCP_SERVERS: fileOf(content), ...env });
    expect(read).toThrow(EnvironmentError);
    expect(read).toThrow(message);
  });

  it("are refused without a file", () => {
    const read = () => readEnvironment({ ...STORE, INTERLOCK_MCP_SERVERS: join(folder, "none.json") });
    expect(read).toThrow("INTERLOCK_MCP_SERVERS: the file cannot be read");
  });
});
