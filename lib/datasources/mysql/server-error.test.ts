import { describe, expect, test } from "vitest";
import { describeConnectError, describeStatementError, readServerError, sober } from "./server-error";

function driverError(errno: number, message: string): Error {
  return Object.assign(new Error(message), { errno, code: "ER_X" });
}

describe("error codes", () => {
  test.each<[number, string, string]>([
    [1969, "Query execution was interrupted (max_statement_time exceeded)", "QUERY_TIMEOUT"],
    [3024, "Query execution was interrupted, maximum statement execution time exceeded", "QUERY_TIMEOUT"],
    [1317, "Query execution was interrupted", "EXECUTION_FAILED"],
    [1142, "SELECT command denied", "FEATURE_UNAVAILABLE"],
    [1227, "Access denied; you need PROCESS", "FEATURE_UNAVAILABLE"],
    [1109, "Unknown table 'METADATA_LOCK_INFO' in information_schema", "FEATURE_UNAVAILABLE"],
    [1146, "Table 'performance_schema.x' doesn't exist", "FEATURE_UNAVAILABLE"],
    [1146, "Table 'shop.x' doesn't exist", "EXECUTION_FAILED"],
    [1356, "View 'sys.x' references invalid table(s)", "FEATURE_UNAVAILABLE"],
    [1927, "Connection was killed", "CONNECTION_FAILED"],
    [1053, "Server shutdown in progress", "CONNECTION_FAILED"],
    [1064, "You have an error in your SQL syntax", "EXECUTION_FAILED"],
  ])("%i %s → %s", (errno, message, code) => {
    expect(describeStatementError(readServerError(driverError(errno, message)), 100).code).toBe(code);
  });
  test("errors of the connection", () => {
    const lost = readServerError(
      Object.assign(new Error("read ECONNRESET"), { errno: -104, code: "ECONNRESET", fatal: true }),
    );
    expect(lost).toMatchObject({ errno: null, fatal: true });
    expect(describeStatementError(lost, 1).code).toBe("CONNECTION_FAILED");
  });
  test("what is no error is a bug", () => {
    expect(() => readServerError("text")).toThrow("text");
  });
});

describe("messages are sober", () => {
  test.each([
    ["Access denied for user 'ro'@'10.0.0.5' (using password: YES)", "Access denied for the account"],
    ["connect ECONNREFUSED 127.0.0.1:3306", "connect ECONNREFUSED the server"],
    ["getaddrinfo ENOTFOUND db.internal", "the host name could not be resolved"],
    ["a\n\u0000b", "a b"],
  ])("%j → %j", (message, expected) => {
    expect(sober(message)).toBe(expected);
  });
  test("and bounded", () => {
    expect(sober("x".repeat(10_000))).toHaveLength(500);
  });
  test("a driver error without a message is told by its code", () => {
    const error = readServerError(Object.assign(new AggregateError([]), { code: "ECONNREFUSED" }));
    expect(describeConnectError(error).message).toContain("ECONNREFUSED");
  });
});
