import { describe, expect, it } from "vitest";
import { explainConnectionError } from "./explain-connection-error";
import { SetupProblem } from "./setup-problem";

const address = { host: "db", port: 3306, user: "me", password: "secret", database: "store" };
const serverError = (code: string, sqlMessage: string): Error =>
  Object.assign(new Error(sqlMessage), { code, sqlMessage, errno: 1, sql: "CREATE DATABASE `store`" });

describe("explainConnectionError", () => {
  it.each(["ER_OPTION_PREVENTS_STATEMENT", "ER_READ_ONLY_MODE"])("explains %s", (code) => {
    const explained = explainConnectionError(
      serverError(code, "The server is running with the --read-only option"),
      "DATABASE_URL",
      address,
    );
    expect(explained).toBeInstanceOf(SetupProblem);
    expect(explained).toMatchObject({ message: expect.stringContaining("takes no changes") as unknown });
  });

  it("repeats what a server says that refuses for another reason, and not the statement", () => {
    const explained = explainConnectionError(
      serverError("ER_DISK_FULL", "Disk full; waiting"),
      "DATABASE_URL",
      address,
    );
    expect(explained).toMatchObject({
      name: "SetupProblem",
      message: "DATABASE_URL: the server at db:3306 says: Disk full; waiting (ER_DISK_FULL).",
    });
  });

  it("leaves bugs as they are", () => {
    const bug = new TypeError("a bug");
    expect(explainConnectionError(bug, "DATABASE_URL", address)).toBe(bug);
  });
});
