import type { ModelRetrySettings } from "./model/model-call-environment";

/** The tunables of one diagnosis, in one place. */
export interface DiagnosisSettings {
  /** INFO-1: this many NO_GAIN in a row saturate the collection. */
  readonly noGainThreshold: number;
  /** INFO-1: this many progress-protocol violations in a row saturate the collection. */
  readonly violationThreshold: number;
  /** KILL-4: upper bound of one statement, ms; cut to what is left of the deadline. */
  readonly statementTimeoutMs: number;
  /** REL-3: the semantic guard's own timeout, for all its attempts together, ms. */
  readonly semanticTimeoutMs: number;
  readonly modelRetry: ModelRetrySettings;
  /** TOOL-5: a canonical result larger than this is refused, bytes. */
  readonly maxEvidenceBytes: number;
  /** Passages one knowledge answer may rest on. */
  readonly knowledgeLimit: number;
  /** Sources the agent may use; null means every described one. */
  readonly allowedSources: readonly string[] | null;
}

export const DEFAULT_DIAGNOSIS_SETTINGS: DiagnosisSettings = {
  noGainThreshold: 3,
  violationThreshold: 3,
  statementTimeoutMs: 60_000,
  semanticTimeoutMs: 20_000,
  modelRetry: { retries: 2, firstDelayMs: 500, maxWaitMs: 20_000 },
  maxEvidenceBytes: 256 * 1024,
  knowledgeLimit: 5,
  allowedSources: null,
};
