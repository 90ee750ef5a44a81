import { describe, expect, test } from "vitest";
import { checkStatement } from "../policy/statement-policy";
import { describeAge, describeMissingFeature, excessPrivileges, type ServerProfile } from "./server-profile";

describe("age", () => {
  test.each<["MariaDB" | "MySQL", string, boolean]>([
    ["MariaDB", "10.4.34-MariaDB", true],
    ["MariaDB", "10.5.0-MariaDB", false],
    ["MariaDB", "10.11.19-MariaDB-0+deb12u1", false],
    ["MariaDB", "11.4.2-MariaDB", false],
    ["MySQL", "5.7.44-log", true],
    ["MySQL", "8.0.11", false],
    ["MySQL", "9.1.0", false],
    ["MySQL", "", true],
  ])("%s %s", (flavour, version, old) => {
    expect(describeAge(flavour, version) !== null).toBe(old);
  });
});

test("privileges beyond reading", () => {
  expect(
    excessPrivileges([
      "GRANT USAGE ON *.* TO `a`@`%` IDENTIFIED BY PASSWORD '*X'",
      "GRANT SELECT, PROCESS, REPLICATION CLIENT ON *.* TO `a`@`%`",
      "GRANT SELECT, INSERT (a, b), EXECUTE ON `shop`.* TO `a`@`%`",
      "GRANT `role` TO `a`@`%`",
    ]),
  ).toEqual(["EXECUTE", "INSERT"]);
  expect(excessPrivileges(["GRANT ALL PRIVILEGES ON *.* TO `root`@`localhost` WITH GRANT OPTION"])).toEqual([
    "ALL PRIVILEGES",
  ]);
});

describe("features that are missing silently", () => {
  const profile: ServerProfile = {
    flavour: "MariaDB",
    version: "10.11",
    tooOld: null,
    performanceSchema: false,
    seesAllThreads: false,
    excessPrivileges: [],
  };
  const missing = (sql: string, over: Partial<ServerProfile> = {}, database: string | null = "shop") => {
    const answer = checkStatement(sql);
    if (!answer.ok) throw new Error(answer.reason);
    return describeMissingFeature(answer.statement, { ...profile, ...over }, database);
  };
  test.each([
    "SELECT * FROM performance_schema.threads",
    "SELECT * FROM `PERFORMANCE_SCHEMA`.`threads`",
    "SELECT * FROM sys.statement_analysis",
    "WITH x AS (SELECT * FROM performance_schema.threads) SELECT * FROM x",
  ])("performance_schema: %s", (sql) => {
    expect(missing(sql)).toMatch(/performance_schema is off/);
    expect(missing(sql, { performanceSchema: true })).toBeNull();
  });
  test.each([
    "SHOW PROCESSLIST",
    "SELECT * FROM information_schema.processlist",
    "SELECT * FROM performance_schema.`processlist`",
  ])("PROCESS: %s", (sql) => {
    expect(missing(sql, { performanceSchema: true })).toMatch(/PROCESS/);
    expect(missing(sql, { performanceSchema: true, seesAllThreads: true })).toBeNull();
    expect(missing(sql, { performanceSchema: true, seesAllThreads: null })).toBeNull();
  });
  test.each([
    "SELECT * FROM orders",
    "SELECT 'performance_schema.x'",
    "SELECT * FROM sys.schema_redundant_indexes",
    "SELECT * FROM performance_schema.global_status",
  ])("nothing is missing: %s", (sql) => {
    expect(missing(sql)).toBeNull();
  });
  test("unqualified tables of a performance_schema source", () => {
    expect(missing("SELECT * FROM threads", {}, "performance_schema")).toMatch(/is off/);
  });
});
