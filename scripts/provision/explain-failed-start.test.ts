import { describe, expect, it } from "vitest";
import { dataFolderAt } from "./data-folder";
import { explainFailedStart } from "./explain-failed-start";

describe("explainFailedStart", () => {
  const explain = (log: string) =>
    explainFailedStart({ folder: dataFolderAt("/data"), kind: "ended", log, timeoutMs: 1_000 });

  it.each([
    [
      "[ERROR] mariadbd: Disk is full writing './ibtmp1' (Errcode: 28 No space left on device)",
      /Free some space/,
    ],
    [
      "[ERROR] InnoDB: Unsupported redo log format. The redo log was created with MySQL 9.",
      /another version of MariaDB/,
    ],
    ["[ERROR] something else", /The whole log is \/data\/logs\/mariadb.log/],
  ])("reads %s", (log, remedy) => {
    const problem = explain(log);
    expect(problem.message).toContain(log);
    expect(problem.remedy).toMatch(remedy);
  });
});
