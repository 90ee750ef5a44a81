import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatDatabaseUrl, parseDatabaseUrl } from "./database-url";

describe("parseDatabaseUrl", () => {
  it("reads the parts and defaults the port", () => {
    expect(parseDatabaseUrl("DATABASE_URL", "mysql://me:p%40ss@[::1]/runs")).toEqual({
      host: "::1",
      port: 3306,
      user: "me",
      password: "p@ss",
      database: "runs",
    });
  });

  it.each(["", "postgres://a:secret@b/c", "localhost:3306/x", "mysql:///x"])("refuses %j", (url) => {
    expect(() => parseDatabaseUrl("DATABASE_URL", url)).toThrow("DATABASE_URL is not the URL");
  });

  it("asks for the database's name, without repeating the password", () => {
    const parse = (): unknown => parseDatabaseUrl("SOURCE_SHOP_URL", "mysql://me:secret@host/");
    expect(parse).toThrow("SOURCE_SHOP_URL names no database");
    expect(parse).not.toThrow("secret");
  });

  it("reads what formatDatabaseUrl writes", () => {
    const text = fc.string({ minLength: 1, unit: "binary" });
    fc.assert(
      fc.property(text, text, text, fc.integer({ min: 1, max: 65_535 }), (user, password, database, port) => {
        const address = { host: "db.example", port, user, password, database };
        expect(parseDatabaseUrl("DATABASE_URL", formatDatabaseUrl(address))).toEqual(address);
      }),
    );
  });
});
