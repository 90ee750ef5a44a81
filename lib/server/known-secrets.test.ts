import { expect, it } from "vitest";
import { readEnvironment } from "./environment";
import { knownSecretsOf } from "./known-secrets";

it("knows tokens, keys, passwords, and what was brought into an MCP server", () => {
  const environment = readEnvironment({
    DATABASE_URL: "mysql://interlock:st%40re-password@127.0.0.1/interlock",
    SOURCE_SHOP_URL: "mysql://reader:reader@127.0.0.1/shop",
    PROMETHEUS_METRICS_URL: "http://127.0.0.1:9090",
    PROMETHEUS_METRICS_TOKEN: "metrics-token",
    MODEL_BASE_URL: "http://127.0.0.1:1/v1",
    MODEL_ID: "m",
    MODEL_API_KEY: "model-key",
  });
  const allow = [{ tool: "search", readOnly: true, description: null }];
  const known = knownSecretsOf({
    ...environment,
    mcpServers: [
      {
        transport: "stdio",
        name: "kb",
        command: "kb",
        args: [],
        env: { LEVEL: "debug", API_TOKEN: "literal" },
        cwd: null,
        allow,
        injected: ["brought"],
      },
      {
        transport: "http",
        name: "logs",
        url: "http://127.0.0.1:1",
        headers: { Authorization: "Bearer header", Accept: "text" },
        allow,
      },
    ],
  });
  for (const secret of [
    "st%40re-password",
    "st@re-password",
    "metrics-token",
    "model-key",
    "brought",
    "literal",
    "header",
  ])
    expect(known).toContain(secret);
  // A password that is the account's own name stands in every process list.
  for (const plain of ["reader", "debug", "text"]) expect(known).not.toContain(plain);
});
