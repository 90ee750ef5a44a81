import { join } from "node:path";
import type { DataFolder } from "./data-folder";
import { lastLines } from "./run-program";
import { SetupProblem } from "./setup-problem";

/** Says why a private MariaDB did not come up, from what it wrote, and what can be done about it. */
export function explainFailedStart(failure: {
  readonly folder: DataFolder;
  readonly kind: "refuses-us" | "ended" | "too-long";
  readonly log: string;
  readonly timeoutMs: number;
}): SetupProblem {
  const { folder, kind, log, timeoutMs } = failure;
  const what = {
    "refuses-us": "The private MariaDB does not know the password it was started with.",
    ended: "The private MariaDB ended while it started.",
    "too-long": `The private MariaDB did not answer for ${timeoutMs / 1000} s.`,
  };
  const message = `${what[kind]} It says:\n${lastLines(log, 12)}`;
  if (/No space left|errno: 28|Disk is full/i.test(log)) {
    return new SetupProblem(message, `Free some space on the disk of ${folder.root} and start again.`);
  }
  if (
    /created with (a )?(later|newer)|Unsupported redo log format|upgrade after a crash is not supported/i.test(
      log,
    )
  ) {
    return new SetupProblem(
      message,
      `The data in ${folder.mariadbData} belongs to another version of MariaDB: run that version (INTERLOCK_MARIADBD), ` +
        "or move the folder away to begin anew.",
    );
  }
  return new SetupProblem(
    message,
    `The whole log is ${join(folder.logs, "mariadb.log")}. Moving ${folder.mariadbData} away begins with an empty ` +
      "database; the runs in it stay in the folder you moved.",
  );
}
