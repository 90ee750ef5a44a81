import { describe, expect, it } from "vitest";
import { SetupProblem } from "../provision/setup-problem";
import { readConsoleSettings } from "./settings";

const read = (environment: NodeJS.ProcessEnv) => readConsoleSettings(environment, "/clone");

describe("readConsoleSettings", () => {
  it("needs nothing", () => {
    expect(read({ NODE_ENV: "test", DATABASE_URL: "" })).toEqual({
      host: "127.0.0.1",
      port: 3000,
      dataDir: "/clone/.data",
      databaseUrl: undefined,
      hasOwnSources: false,
      wantsDemoRuns: true,
      mariadbd: undefined,
    });
  });

  it.each(["0.0.0.0", "192.168.1.5", "::", "example.org", "127.evil.example"])("refuses HOST=%s", (host) => {
    expect(() => read({ NODE_ENV: "test", HOST: host })).toThrow("passwords travel readable");
  });
  it("names the port that is set in the tunnel it proposes", () => {
    const refusal = (port: string): unknown => {
      try {
        return read({ NODE_ENV: "test", HOST: "0.0.0.0", PORT: port });
      } catch (error) {
        return error;
      }
    };
    expect(refusal("8123")).toMatchObject({
      remedy: expect.stringContaining("-L 8123:127.0.0.1:8123 ") as unknown,
    });
    expect(refusal("")).toMatchObject({
      remedy: expect.stringContaining("-L 3000:127.0.0.1:3000 ") as unknown,
    });
  });
  it.each(["127.0.0.2", "localhost", "::1"])("takes HOST=%s", (host) => {
    expect(read({ NODE_ENV: "test", HOST: host }).host).toBe(host);
  });
  it.each(["0", "65536", "-1", "3000.5", "http"])("refuses PORT=%s", (port) => {
    expect(() => read({ NODE_ENV: "test", PORT: port })).toThrow(`PORT=${port} is not a port`);
  });

  it("checks DATABASE_URL without repeating its password", () => {
    for (const url of ["postgres://a:secret@h/d", "mysql://a:secret@h", "mysql://a:secret%@h/d"]) {
      const attempt = () => read({ NODE_ENV: "test", DATABASE_URL: url });
      expect(attempt).toThrow(SetupProblem);
      expect(attempt).toThrow("DATABASE_URL");
      expect(attempt).not.toThrow("secret");
    }
  });

  it("takes no option of DATABASE_URL that would have no effect", () => {
    for (const url of [
      "mysql://a:b@h/d?tls=verify",
      "mysql://a:b@h/d#x",
      "mysql://a:b@h/d/e",
      "mysql://h/d",
    ]) {
      expect(() => read({ NODE_ENV: "test", DATABASE_URL: url })).toThrow("DATABASE_URL");
    }
  });

  it("sees whether sources are named", () => {
    const sources = { SOURCE_ORDERS_URL: "mysql://a:b@host/orders" };
    expect(read({ NODE_ENV: "test", ...sources }).hasOwnSources).toBe(true);
    expect(read({ NODE_ENV: "test", SOURCE_ORDERS_URL: " " }).hasOwnSources).toBe(false);
  });
});
