import type { ReservableResource } from "../contracts/budget";

/**
 * A reservation was refused; nothing was taken (RUN-11). Whoever catches it may first bring its own record to an
 * end and must then call `DiagnosisHarnessCore.exhaustBudget` (RUN-5).
 */
export class RunBudgetExceededException extends Error {
  override readonly name = "RunBudgetExceededException";
  readonly resource: ReservableResource;
  readonly requested: number;
  /** What was left; negative after a reconciliation charged more than that. */
  readonly balance: number;

  constructor(resource: ReservableResource, requested: number, balance: number) {
    super(`the ${resource} budget does not allow ${requested} more: ${balance} left`);
    this.resource = resource;
    this.requested = requested;
    this.balance = balance;
  }
}
