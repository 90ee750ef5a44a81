/** The instants of the demo shop's story, all derived from one "now". */

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How far back the demo shop's history reaches. */
export const HISTORY_DAYS = 30;

/** "YYYY-MM-DD HH:MM:SS" in UTC, the form in which every demo time is stored. */
export function utcText(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replace("T", " ");
}

/** Every instant is UTC text; see the incident list in README.md for what happens at each. */
export interface DemoTimes {
  readonly now: string;
  readonly historyStart: string;
  /** Midnight that opens the calendar day in which the history starts. */
  readonly firstDay: string;
  readonly gatewayDeploy: string;
  readonly gatewayFailing: string;
  readonly doubleDecrementDeploy: string;
  readonly doubleDecrementStart: string;
  readonly movementsStart: string;
  readonly slowCheckoutDeploy: string;
  readonly slowCheckoutStart: string;
  readonly retryDeploy: string;
  readonly duplicatesStart: string;
  readonly duplicatesEnd: string;
  readonly retryRollback: string;
  readonly searchDeploy: string;
  readonly searchErrorsStart: string;
  readonly slowCustomerStart: string;
  readonly signUpsDropStart: string;
  readonly ledgerGapStart: string;
}

/** `nowMs` is cut to whole seconds; equal seconds give equal times. */
export function demoTimes(nowMs: number): DemoTimes {
  const now = Math.floor(nowMs / SECOND_MS) * SECOND_MS;
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  const yesterday = today - DAY_MS;
  const ago = (ms: number): string => utcText(now - ms);
  return {
    now: utcText(now),
    historyStart: ago(HISTORY_DAYS * DAY_MS),
    firstDay: utcText(today - HISTORY_DAYS * DAY_MS),
    gatewayDeploy: ago(118 * MINUTE_MS),
    gatewayFailing: ago(115 * MINUTE_MS),
    doubleDecrementDeploy: ago(3 * DAY_MS + 6 * MINUTE_MS),
    doubleDecrementStart: ago(3 * DAY_MS),
    movementsStart: ago(14 * DAY_MS),
    slowCheckoutDeploy: ago(9 * HOUR_MS + 4 * MINUTE_MS),
    slowCheckoutStart: ago(9 * HOUR_MS),
    retryDeploy: utcText(yesterday + 13 * HOUR_MS + 52 * MINUTE_MS),
    duplicatesStart: utcText(yesterday + 14 * HOUR_MS),
    duplicatesEnd: utcText(yesterday + 14 * HOUR_MS + 45 * MINUTE_MS),
    retryRollback: utcText(yesterday + 14 * HOUR_MS + 49 * MINUTE_MS),
    searchDeploy: ago(5 * HOUR_MS),
    searchErrorsStart: ago(5 * HOUR_MS - 2 * MINUTE_MS),
    slowCustomerStart: ago(4 * DAY_MS),
    signUpsDropStart: utcText(today - 7 * DAY_MS),
    ledgerGapStart: ago(6 * DAY_MS),
  };
}
