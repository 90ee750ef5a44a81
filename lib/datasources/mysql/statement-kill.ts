import type { StopReport } from "../../diagnosis/ports";
import { isNoSuchThread, readServerError, sober } from "./server-error";
import { KillLineLost, type KillLine } from "./kill-line";
import type { Time } from "./time";

/** A statement in flight, as the kill sees it. Its connection is pinned to it until the kill has ended (KILL-2). */
export interface KillTarget {
  readonly threadId: string;
  /** The connection's socket is gone: its thread id may belong to someone else by now, so nothing is sent any more. */
  readonly lost: () => boolean;
  /** Whether the server has answered the statement, and a promise of it. */
  readonly answered: () => boolean;
  readonly whenAnswered: Promise<void>;
}
export interface KillPatience {
  /** How long KILL QUERY is given before KILL CONNECTION, and that before giving up. */
  readonly queryMs: number;
  readonly connectionMs: number;
}

/** Waits between two looks at the process list, ms; the last repeats. */
const LOOK_AFTER_MS = [10, 10, 20, 50];
/** The same once the server has answered: it clears its list right after. */
const LOOK_AFTER_ANSWER_MS = [0, 0, 0, 1, 2, 5, 10];

/** Kill connections that may be lost and replaced during one kill. */
const MAX_LINE_LOSSES = 3;

/** Of SHOW PROCESSLIST, the same on MariaDB and MySQL: Id, User, Host, db, Command, Time, State, Info. */
export const ID_COLUMN = 0;
export const INFO_COLUMN = 7;

type Look = "gone" | "idle" | "running";

/**
 * Kills the statement on the server and asks the process list whether it is gone (KILL-3). Gone means: no such thread, or the server has
 * answered and the thread executes nothing. A kill that arrives just before or while a statement begins is forgotten by the server, so it is sent
 * again with every look until there is an answer. Never rejects.
 */
export async function killStatement(
  target: KillTarget,
  line: KillLine,
  patience: KillPatience,
  time: Time,
): Promise<StopReport> {
  const { threadId } = target;
  try {
    const byQuery = await attempt("KILL QUERY", target, line, patience.queryMs, time);
    if (byQuery !== null) return byQuery;
    const byConnection = await attempt("KILL CONNECTION", target, line, patience.connectionMs, time);
    if (byConnection !== null) return byConnection;
    return {
      stop: "unconfirmed",
      detail: `KILL QUERY and KILL CONNECTION on thread ${threadId}; still in the process list after ${patience.queryMs + patience.connectionMs} ms`,
    };
  } catch (error) {
    const reason = error instanceof KillLineLost ? error.message : sober(readServerError(error).message);
    return {
      stop: "unconfirmed",
      detail: `The kill of thread ${threadId} could not be confirmed: ${reason}`,
    };
  }
}

async function attempt(
  command: "KILL QUERY" | "KILL CONNECTION",
  target: KillTarget,
  line: KillLine,
  patienceMs: number,
  time: Time,
): Promise<StopReport | null> {
  const { threadId } = target;
  const since = time.now();
  let send = true;
  let losses = 0;
  for (let round = 0; ; round += 1) {
    try {
      // Checked again before every send: after a loss the id may belong to someone else, then only looking is safe.
      if (send && !target.lost() && (await sendKill(command, threadId, line)) === "gone") {
        return { stop: "confirmed", detail: `${command} on thread ${threadId}; the thread is gone` };
      }
      const delays = target.answered() ? LOOK_AFTER_ANSWER_MS : LOOK_AFTER_MS;
      await pause(delays[Math.min(round, delays.length - 1)] ?? 0, target, time);
      const look = await lookAt(threadId, line);
      if (look === "gone" || (look === "idle" && target.answered())) {
        return { stop: "confirmed", detail: `${command} on thread ${threadId}; gone from the process list` };
      }
      send = !target.answered();
    } catch (error) {
      losses += 1;
      if (!(error instanceof KillLineLost) || losses > MAX_LINE_LOSSES) throw error;
      send = true;
    }
    if (time.now() - since >= patienceMs) return null;
  }
}

/** Sends one kill. Rejects with KillLineLost when it may not have arrived. */
async function sendKill(command: string, threadId: string, line: KillLine): Promise<"sent" | "gone"> {
  try {
    await line.query(`${command} ${threadId}`);
    return "sent";
  } catch (error) {
    if (error instanceof KillLineLost) throw error;
    if (isNoSuchThread(readServerError(error))) return "gone";
    throw error;
  }
}

/** A killed thread that waits for its next statement is shown as "Killed", not "Sleep"; what it executes tells. */
async function lookAt(threadId: string, line: KillLine): Promise<Look> {
  // A third of what the same look costs through information_schema, which builds a table for it.
  const rows = await line.query("SHOW PROCESSLIST");
  const row = rows.find((each) => each[ID_COLUMN] === threadId);
  if (row === undefined) return "gone";
  return row[INFO_COLUMN] === null ? "idle" : "running";
}

/** Until the server answers the statement, or `delayMs` have passed. */
function pause(delayMs: number, target: KillTarget, time: Time): Promise<void> {
  if (delayMs === 0) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = time.after(delayMs, resolve);
    // Once the answer is there, only time helps.
    if (target.answered()) return;
    void target.whenAnswered.then(() => {
      timer.cancel();
      resolve();
    });
  });
}
