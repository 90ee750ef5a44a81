import type { DiagnosisHarnessCore } from "../../harness/diagnosis-harness-core";
import type { Clock, Ids } from "../../harness/ports";
import type { RunContext } from "../../harness/run-context";
import type { DiagnosisModel } from "../ports";

/** What a guard works with. */
export interface GuardEnvironment {
  readonly core: DiagnosisHarnessCore;
  readonly ctx: RunContext;
  readonly model: DiagnosisModel;
  readonly clock: Clock;
  readonly ids: Ids;
  /** REL-3: the semantic guard's own timeout, ms. */
  readonly semanticTimeoutMs: number;
}
