import { describe, expect, it } from "vitest";
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
      mariadbd: undefined,
    });
  });

  it.each(["0.0.0.0", "192.168.1.5", "::", "example.org", "127.evil.example"])("refuses HOST=%s", (host) => {
    expect(() => read({ NODE_ENV: "test", HOST: host })).toThrow("no sign-in yet");
  });
  it.each(["127.0.0.2", "localhost", "::1"])("takes HOST=%s", (host) => {
    expect(read({ NODE_ENV: "test", HOST: host }).host).toBe(host);
  });
  it.each(["0", "65536", "-1", "3000.5", "http"])("refuses PORT=%s", (port) => {
    expect(() => read({ NODE_ENV: "test", PORT: port })).toThrow(`PORT=${port} is not a port`);
  });

  it("checks the sources that are named", () => {
    const url = "mysql://a:b@host/orders";
    expect(read({ NODE_ENV: "test", SOURCE_ORDERS_URL: url }).hasOwnSources).toBe(true);
    expect(() => read({ NODE_ENV: "test", SOURCE_ORDERS_URL: "mysql://a:b@host" })).toThrow(
      "SOURCE_ORDERS_URL",
    );
  });
});
