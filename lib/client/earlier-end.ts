/** What to say to somebody who cancels a run that has ended: what it is, and who was first. Pure. */
import { RUN_STATE_TABLE } from "../contracts/axes";
import { AlreadyTerminated } from "../contracts/requests";
import { ProblemError } from "./api-error";
import { formatClock } from "./format-time";

/** In one or two sentences; the note is the first requester's own words. */
export function describeEarlierEnd({ termination, receipt }: AlreadyTerminated): string {
  if (receipt === null) {
    const how = RUN_STATE_TABLE[termination.state].label.toLowerCase();
    return `The run had already ended by itself: ${how} at ${formatClock(termination.completedAt)}. There was nothing to cancel.`;
  }
  const at = formatClock(receipt.requestedAt);
  if (receipt.reason !== "USER_REQUESTED")
    return `It had been stopped before you asked: ${receipt.reason} by ${receipt.requestedBy} at ${at}.`;
  const note = receipt.note === null ? "" : ` (“${receipt.note}”)`;
  return `${receipt.requestedBy} asked first, at ${at}${note}. Your request changed nothing; the receipt keeps it.`;
}

/** What the refusal of a cancel says of the run; null for any other failure. */
export function earlierEndOf(error: Error | null): AlreadyTerminated | null {
  if (!(error instanceof ProblemError) || error.problem.code !== "RUN_ALREADY_TERMINATED") return null;
  const parsed = AlreadyTerminated.safeParse(error.problem);
  return parsed.success ? parsed.data : null;
}
