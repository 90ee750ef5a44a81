import type { DiagnosisHarnessCore } from "../../harness/diagnosis-harness-core";
import type { Clock, Ids, Timers } from "../../harness/ports";
import type { DiagnosisModel } from "../ports";

/** How often and how patiently a model that failed is asked again. */
export interface ModelRetrySettings {
  /** After failures that may pass: transport errors, a busy or broken server. */
  readonly retries: number;
  /** Before the first retry, at least, ms; doubled for each further one. A server that names a time is obeyed instead. */
  readonly firstDelayMs: number;
  /** A server that asks for a longer wait than this is not asked again, ms. */
  readonly maxWaitMs: number;
}

/** What a controlled model call works with. */
export interface ModelCallEnvironment {
  readonly core: DiagnosisHarnessCore;
  readonly model: DiagnosisModel;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly ids: Ids;
  readonly modelRetry: ModelRetrySettings;
  /** From 0 to below 1, anew each time: how far a wait is lengthened, so that runs that failed together do not come back together. Absent: not at all. */
  readonly random?: (() => number) | undefined;
}
