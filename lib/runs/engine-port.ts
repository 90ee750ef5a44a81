/** Where runs execute: the port of lib/engine. */
import type { RunId } from "../contracts/ids";
import type { RunDetail, RunMode } from "../contracts/run";
import type { RunContext } from "../harness/run-context";
import type { RunOutcome } from "./ports";
import type { RunJournal } from "./run-journal";

/** A run that this process executes, from its start until everything about it is stored. */
export interface LiveRun {
  readonly context: RunContext;
  readonly journal: RunJournal;
  readonly query: string;
  readonly mode: RunMode;
  readonly model: string;
  /** The run whose question it asks again. */
  readonly originRunId: RunId | null;
  /** What was released, once it has been. */
  readonly outcome: () => RunOutcome | null;
  readonly storedAt: () => RunDetail["storedAt"];
  readonly exitRecord: () => RunDetail["exitRecord"];
  /** Fulfils when the termination that stands has been stored, or could not be yet; at once while there is none. */
  readonly whenTerminationStored: () => Promise<void>;
  /** How often a new process has taken it over. */
  readonly resumes: number;
  /** RUN-19: leaves the run to another process. It stays RUNNING, and is retired here when what was begun has ended. Only for a detached run. */
  readonly handOver: () => void;
  /** Fulfils when the run has been stored completely, or handed over, and left the engine. */
  readonly retired: Promise<void>;
}

export interface RunSlot {
  /** Idempotent. */
  release(): void;
}
export type Admission =
  | { readonly kind: "admitted"; readonly slot: RunSlot }
  | {
      readonly kind: "refused";
      readonly code: "TOO_MANY_RUNS" | "SHUTTING_DOWN";
      readonly retryAfterMs: number;
    };

/** Where runs execute. In one process a table of live runs with a bound; signals reach a run through it. */
export interface RunEngine {
  admit(): Admission;
  /** A slot for a run that was admitted by an earlier process; beyond the bound where it has to be. */
  readmit(): RunSlot;
  add(run: LiveRun): void;
  remove(runId: RunId): void;
  find(runId: RunId): LiveRun | undefined;
  list(): readonly LiveRun[];
  /** Admits nothing from now on. */
  close(): void;
  status(): { readonly ok: boolean; readonly detail: string };
}
