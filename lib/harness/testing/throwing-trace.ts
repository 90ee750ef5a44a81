import type { TraceRecorder } from "../ports";

/** A recorder that throws at everything it is told. */
export class ThrowingTrace implements TraceRecorder {
  /** How often it was told something. */
  told = 0;

  record(): void {
    this.fail();
  }
  axes(): void {
    this.fail();
  }
  ledger(): void {
    this.fail();
  }
  tool(): void {
    this.fail();
  }
  modelUsage(): void {
    this.fail();
  }
  terminated(): void {
    this.fail();
  }
  cancelRequested(): void {
    this.fail();
  }
  handle(): void {
    this.fail();
  }
  lateArrival(): void {
    this.fail();
  }

  private fail(): never {
    this.told += 1;
    throw new Error("the recorder is broken");
  }
}
