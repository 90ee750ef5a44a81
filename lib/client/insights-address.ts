/** Where a figure of Insights leads: the list of exactly the runs that it counts. Pure. */
import type { RunFilter } from "../contracts/run-filter";
import { ReleaseOutcome } from "../contracts/axes";
import type { TimeSpan } from "./insights-range";

/** What the list can be filtered by, of what Insights counts. */
export type CountedBy = Pick<RunFilter, "state" | "outcome" | "fallback" | "intent" | "stopReason">;
/** A column of the list that is off at first. */
export type ShownColumn = "model" | "stop";

/**
 * The list of the runs that began in the span and have these values. Insights counts ended runs, and every ended run has an outcome: without
 * one it asks for any, so that runs which go on are not among them.
 * @param column shown beside the usual ones
 */
export function runsAddress(counted: CountedBy, { from, to }: TimeSpan, column?: ShownColumn): string {
  const asksForEnded =
    counted.outcome !== undefined || counted.fallback !== undefined || isTerminal(counted.state);
  const filter = asksForEnded ? counted : { ...counted, outcome: ReleaseOutcome.options };
  const parameters = Object.entries(filter).flatMap(([name, values]) =>
    values === undefined || values.length === 0 ? [] : [`${name}=${values.join(",")}`],
  );
  const columns = column === undefined ? [] : [`columns=effort,${column},took,started`];
  return `/runs?${[...parameters, `from=${from}`, `to=${to}`, ...columns].join("&")}`;
}

function isTerminal(states: RunFilter["state"]): boolean {
  return states !== undefined && !states.includes("RUNNING");
}
