import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EnvironmentError, readEnvironment } from "./environment";

const STORE = { DATABASE_URL: "mysql://root@127.0.0.1:3306/store" };
const MODEL = { ...STORE, MODEL_BASE_URL: "http://127.0.0.1:11434/v1", MODEL_ID: "qwen3" };

function faultsOf(env: Record<string, string>): readonly string[] {
  try {
    readEnvironment(env);
    return [];
  } catch (error) {
    if (error instanceof EnvironmentError) return error.faults;
    throw error;
  }
}

describe("the language model's settings", () => {
  it("let guard and router have the same model, unless they have one of their own", () => {
    expect(readEnvironment(STORE).languageModel).toBeNull();
    expect(readEnvironment(MODEL).languageModel).toEqual({
      baseUrl: "http://127.0.0.1:11434/v1",
      apiKey: null,
      modelId: "qwen3",
      guardModelId: "qwen3",
      routerModelId: "qwen3",
      callTimeoutMs: 60_000,
      maxOutputTokens: 4_096,
    });
    const own = {
      ...MODEL,
      GUARD_MODEL_ID: "g",
      ROUTER_MODEL_ID: "r",
      MODEL_TIMEOUT_MS: "9000",
      MODEL_MAX_OUTPUT_TOKENS: "2048",
      MODEL_API_KEY: "k",
    };
    expect(readEnvironment(own).languageModel).toMatchObject({
      apiKey: "k",
      guardModelId: "g",
      routerModelId: "r",
      callTimeoutMs: 9_000,
      maxOutputTokens: 2_048,
    });
  });

  it.each([
    ["MODEL_ID", "qwen3", "MODEL_BASE_URL"],
    ["MODEL_BASE_URL", "http://127.0.0.1:11434/v1", "MODEL_ID"],
    ["MODEL_API_KEY", "k-3", "MODEL_BASE_URL and MODEL_ID"],
    ["GUARD_MODEL_ID", "g-3", "MODEL_BASE_URL and MODEL_ID"],
    ["ROUTER_MODEL_ID", "r-3", "MODEL_BASE_URL and MODEL_ID"],
    ["MODEL_TIMEOUT_MS", "9000", "MODEL_BASE_URL and MODEL_ID"],
    ["MODEL_MAX_OUTPUT_TOKENS", "2048", "MODEL_BASE_URL and MODEL_ID"],
  ])("are not ignored: %s alone is refused", (name, value, missing) => {
    const [fault = "", ...more] = faultsOf({ ...STORE, [name]: value });
    expect(more).toEqual([]);
    expect(fault).toContain(`${name}: has no effect without ${missing}; write`);
    expect(fault).not.toContain("k-3");
  });
});

it("white space around a value is dropped, and an empty value is none", () => {
  const padded = { ...MODEL, MODEL_ID: " qwen3\n", MODEL_API_KEY: "  ", INTERLOCK_MAX_RUNS: " 3 " };
  expect(readEnvironment(padded)).toMatchObject({
    maxRuns: 3,
    languageModel: { modelId: "qwen3", apiKey: null },
  });
});

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "interlock-environment-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Stands in whatever a value must not give away. */
const SECRET = "s3cret";
const NUMBERS = ["abc", "-1", "1.5", "1e3", "0x10", "NaN", "Infinity", "99999999999999999999", SECRET];
const NO_HTTP = ["nonsense", "ftp://h", "http:h", "http://", `http://h:${SECRET}`, "//h", "mysql://u:p@h/d"];
const HTTP_EXTRAS = [
  `http://u:${SECRET}@h`,
  `http://${SECRET}@h`,
  `http://h/?key=${SECRET}`,
  "http://h?",
  `http://h#${SECRET}`,
];
const MYSQL = [
  "nonsense",
  "h/d",
  `postgres://u:${SECRET}@h/d`,
  `http://u:${SECRET}@h/d`,
  "mysql://",
  `mysql://:${SECRET}@h/d`,
  `mysql://u:${SECRET}@/d`,
  `mysql://u:${SECRET}@h:99999/d`,
  `mysql://u:${SECRET}%@h/d`,
  `mysql://u:${SECRET}@h/a/b`,
  `mysql://u:${SECRET}@h/d?ssl=${SECRET}`,
  `mysql://u:x?${SECRET}@h/d`,
  `mysql://u:x#${SECRET}@h/d`,
  `mysql://u:p@h/d#${SECRET}`,
];

/** Values that each setting must refuse. */
const WRONG: Readonly<Record<string, readonly string[]>> = {
  DATABASE_URL: [...MYSQL, "", "mysql://u:p@h", "mysql://u:p@h/d?tls=require"],
  INTERLOCK_MAX_RUNS: [...NUMBERS, "0", "10001"],
  INTERLOCK_GRACE_MS: [...NUMBERS, "600001"],
  INTERLOCK_LOG_LEVEL: ["loud", "INFO", SECRET],
  INTERLOCK_ALLOWED_HOSTS: ["http://h", "h:3000", "h/path", "a b", "*.example", `ok,u:${SECRET}@h`],
  INTERLOCK_MCP_SERVERS: ["/nowhere/at-all.json", "/", SECRET],
  MODEL_BASE_URL: [
    ...NO_HTTP,
    ...HTTP_EXTRAS,
    "http://h/v1/chat/completions",
    "http://h/v1/chat/completions/",
  ],
  MODEL_API_KEY: [`${SECRET}\nX-More: 1`, `${SECRET} ${SECRET}`, `${SECRET}é`],
  MODEL_ID: ["m".repeat(201)],
  GUARD_MODEL_ID: ["m".repeat(201)],
  ROUTER_MODEL_ID: ["m".repeat(201)],
  MODEL_TIMEOUT_MS: [...NUMBERS, "0", "300001"],
  MODEL_MAX_OUTPUT_TOKENS: [...NUMBERS, "0", "1023", "131073"],
  SOURCE_A_URL: [
    ...MYSQL,
    "mysql://u:p@h/mysql",
    "mysql://u:p@h/d?tls=bogus",
    "mysql://u:p@h/d?tls",
    "mysql://u:p@h/d?TLS=verify",
  ],
  SOURCE_URL: ["mysql://u:p@h/d"],
  SOURCE_a_URL: ["mysql://u:p@h/d"],
  SOURCE_1_URL: ["mysql://u:p@h/d"],
  [`SOURCE_${"A".repeat(65)}_URL`]: ["mysql://u:p@h/d"],
  SOURCE_B_DESCRIPTION: ["Belongs to nothing."],
  PROMETHEUS_A_URL: [...NO_HTTP, ...HTTP_EXTRAS, "http://h/api/v1", "http://h/api/v1/"],
  PROMETHEUS_URL: ["http://h"],
  PROMETHEUS_a_URL: ["http://h"],
  PROMETHEUS_B_TOKEN: [SECRET],
  PROMETHEUS_B_DESCRIPTION: ["Belongs to nothing."],
};
const cases = Object.entries(WRONG).flatMap(([name, values]) =>
  values.map((value) => [name, value] as const),
);

describe("a wrong value is refused in one sentence that names the setting and says what to write, and never the value", () => {
  it.each(cases)("%s=%s", (name, value) => {
    const faults = faultsOf({ ...MODEL, [name]: value });
    expect(faults).toHaveLength(1);
    const [fault = ""] = faults;
    expect(fault).toMatch(new RegExp(`^${name}: `));
    expect(fault).toMatch(/; (write|leave|name|give)\b/);
    expect(fault).not.toContain(SECRET);
    expect(fault).not.toMatch(/NaN|undefined|expected|received|Invalid|\n/);
    expect(fault.length).toBeLessThan(300);
  });

  it("and the token of an address without one is named", () => {
    const [fault] = faultsOf({ ...STORE, PROMETHEUS_A_URL: `http://u:${SECRET}@h` });
    expect(fault).toContain("a token into PROMETHEUS_A_TOKEN");
  });

  it("each of several", () => {
    const faults = faultsOf({
      INTERLOCK_MAX_RUNS: "0",
      MODEL_ID: "m",
      SOURCE_A_URL: "x",
      PROMETHEUS_B_TOKEN: "t",
    });
    expect(faults.map((fault) => fault.split(":")[0])).toEqual([
      "DATABASE_URL",
      "INTERLOCK_MAX_RUNS",
      "MODEL_ID",
      "SOURCE_A_URL",
      "PROMETHEUS_B_TOKEN",
    ]);
  });

  it("also within the file of the MCP servers", () => {
    const allow = ["search"];
    const contents: readonly unknown[] = [
      SECRET,
      [],
      {},
      { mcpServers: [] },
      { mcpServers: { kb: SECRET } },
      { mcpServers: { kb: { command: "kb" } } },
      { mcpServers: { kb: { command: 5, allow } } },
      { mcpServers: { kb: { command: "kb", allow: "search" } } },
      { mcpServers: { kb: { command: "kb", allow: [] } } },
      { mcpServers: { kb: { command: "kb", allow: [{ tool: 5 }] } } },
      { mcpServers: { kb: { command: "kb", allow, args: "x" } } },
      { mcpServers: { kb: { command: "kb", allow, env: { A: 5 } } } },
      { mcpServers: { kb: { command: "kb", allow, other: SECRET } } },
      { mcpServers: { kb: { type: "sse", url: "http://h", allow } } },
      { mcpServers: { kb: { url: `ftp://${SECRET}`, allow } } },
      { mcpServers: { kb: { url: `http://u:${SECRET}@h`, allow } } },
      { mcpServers: { kb: { url: "http://h", allow, headers: { A: `${SECRET}\n` } } } },
      { mcpServers: { kb: { command: "kb", allow, env: { A: "${NOT_SET}" } } } },
      { mcpServers: { "K B": { command: "kb", allow } } },
      { mcpServers: { kb: { command: "kb", allow: ["a.b", "a/b"] } } },
    ];
    for (const content of contents) {
      const path = join(folder, "servers.json");
      writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
      const [fault = "", ...more] = faultsOf({ ...STORE, INTERLOCK_MCP_SERVERS: path });
      expect(more).toEqual([]);
      expect(fault, JSON.stringify(content)).toMatch(
        /^INTERLOCK_MCP_SERVERS: .*; (write|leave|set|give|name)\b/,
      );
      expect(fault).not.toContain(SECRET);
      expect(fault).not.toMatch(/NaN|undefined|expected|received|Invalid|\n/);
    }
  });
});
