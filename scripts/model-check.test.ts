import { execFile } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ChatServer } from "../e2e/fixtures/chat-server";
import { callTools, say, sayJson } from "../e2e/fixtures/chat/chat-reply";

const ROOT = join(import.meta.dirname, "..");
const KEY = "sk-very-secret";

/** As `npm run model:check`, with these settings alone. */
function check(settings: Record<string, string>): Promise<{ code: number; output: string }> {
  const env = { NODE_ENV: process.env.NODE_ENV, PATH: process.env["PATH"], ...settings };
  const args = ["--import", "tsx", "scripts/model-check.ts"];
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: ROOT, env, timeout: 25_000 }, (error, stdout, stderr) => {
      resolve({
        code: typeof error?.code === "number" ? error.code : error === null ? 0 : -1,
        output: stdout + stderr,
      });
    });
  });
}

describe("npm run model:check", () => {
  it("ends with 0 for a server that is usable, and never prints the key", async () => {
    const chat = await ChatServer.start({
      models: ["m"],
      key: KEY,
      script: ({ body, user }) => {
        if (body.tools !== undefined) return callTools([{ name: "report_sum", arguments: '{"sum":5}' }]);
        if (user.includes("Count from 1")) return { kind: "stall", message: say("one two three four") };
        return body.stream ? say("Hello.") : sayJson({ sum: 5 });
      },
    });
    try {
      const { code, output } = await check({
        MODEL_BASE_URL: chat.baseUrl,
        MODEL_ID: "m",
        MODEL_API_KEY: KEY,
      });
      expect(output).toContain("Usable.");
      expect(output).not.toContain(KEY);
      expect(code).toBe(0);
    } finally {
      await chat.close();
    }
  });

  it("ends with 1 where there is no server, no setting, or a wrong one", async () => {
    const address = { MODEL_BASE_URL: "http://127.0.0.1:1/v1", MODEL_API_KEY: KEY };
    const results = await Promise.all([
      check({ ...address, MODEL_ID: "m" }),
      check({ MODEL_BASE_URL: "", MODEL_ID: "" }),
      check(address),
    ]);
    expect(results.map(({ code }) => code)).toEqual([1, 1, 1]);
    expect(results[0]?.output).toContain("Not usable.");
    expect(results[1]?.output).toContain("the playbooks answer");
    expect(results[2]?.output).toContain("MODEL_ID");
    for (const { output } of results) expect(output).not.toContain(KEY);
  });

  it("names every other setting that a start would refuse, and asks the model nothing then", async () => {
    const chat = await ChatServer.start({ models: ["m"] });
    try {
      const { code, output } = await check({
        MODEL_BASE_URL: chat.baseUrl,
        MODEL_ID: "m",
        SOURCE_SHOP_URL: "mysql://u:s3cret@h/d?tls=bogus",
        PROMETHEUS_B_TOKEN: "s3cret",
        INTERLOCK_GRACE_MS: "soon",
      });
      expect(code).toBe(1);
      expect(output).toMatch(/^ {2}SOURCE_SHOP_URL: the option tls is none of/m);
      expect(output).toMatch(/^ {2}PROMETHEUS_B_TOKEN: there is no PROMETHEUS_B_URL/m);
      expect(output).toMatch(/^ {2}INTERLOCK_GRACE_MS: is not a whole number/m);
      expect(output).toContain("Nothing was asked of the model's server.");
      expect(output).not.toMatch(/s3cret|\n {4}at /);
      expect(chat.requests).toEqual([]);
    } finally {
      await chat.close();
    }
  });
});
