/** What triage needs from outside: a store, and a way to run a question again. Every method of a store throws when the store fails. */
import type { BudgetOverride } from "../contracts/budget";
import type { RegressionCaseId, ReplayId, RunId, SessionId, TriageGroupId } from "../contracts/ids";
import type { RunSummary } from "../contracts/run";
import type {
  BulkPreview,
  TriageChange,
  TriageCounts,
  TriageFilter,
  TriageGroup,
  TriageGroupDetail,
} from "../contracts/triage";
import type {
  CaseAxes,
  RegressionCase,
  RegressionCaseDetail,
  Replay,
  ReplaySummary,
} from "../contracts/triage-regression";

/** Who stands in a history for what nobody did by hand. */
export const SYSTEM_ACTOR = "interlock";

export interface TriagePageOf<T> {
  readonly items: readonly T[];
  readonly nextCursor: string | null;
}

export type FileResult =
  | { readonly kind: "filed"; readonly groupId: TriageGroupId; readonly into: "new" | "known" | "reopened" }
  | { readonly kind: "already_filed" }
  /** Not stored completely yet, released or cancelled, or the run of a replay. */
  | { readonly kind: "not_due" };

export type ChangeResult =
  | { readonly kind: "changed"; readonly group: TriageGroup }
  | { readonly kind: "unchanged"; readonly group: TriageGroup }
  | { readonly kind: "conflict"; readonly group: TriageGroup }
  | { readonly kind: "refused"; readonly why: string; readonly group: TriageGroup }
  | { readonly kind: "not_found" };

export interface ChangeInput {
  readonly groupId: TriageGroupId;
  /** The version the operator saw. A note is added whatever the version is. */
  readonly version: number;
  readonly change: TriageChange;
  readonly actor: string;
  readonly at: number;
}

export type BulkSelector =
  { readonly groupIds: readonly TriageGroupId[] } | { readonly filter: TriageFilter };

export interface TriageStore {
  /** Runs that are to be filed and are not, in the order of their ids, after `after`. */
  listUnfiled(after: RunId | null, limit: number): Promise<readonly RunId[]>;
  /**
   * Files one run, once: its group is made or counted, opened again where that is due, and the run is given its group, in one transaction.
   * @param newGroupId the id that a new group takes
   */
  fileRun(runId: RunId, newGroupId: TriageGroupId, at: number): Promise<FileResult>;
  /** The last seen first. */
  listGroups(
    filter: TriageFilter,
    limit: number,
    cursor: string | undefined,
  ): Promise<TriagePageOf<TriageGroup>>;
  /** In the order of their ids, which no later run changes. */
  exportGroups(
    filter: TriageFilter,
    after: TriageGroupId | null,
    limit: number,
  ): Promise<readonly TriageGroup[]>;
  countGroups(filter: TriageFilter): Promise<TriageCounts>;
  findGroup(groupId: TriageGroupId): Promise<TriageGroupDetail | null>;
  /** The newest first. */
  listGroupRuns(
    group: Pick<TriageGroup, "groupId" | "releaseOutcome">,
    limit: number,
    cursor: string | undefined,
  ): Promise<TriagePageOf<RunSummary>>;
  changeGroup(input: ChangeInput): Promise<ChangeResult>;
  previewBulk(selector: BulkSelector): Promise<BulkPreview>;
}

export type MakeCaseResult =
  | { readonly kind: "made" | "updated" | "unchanged"; readonly case: RegressionCase }
  | { readonly kind: "no_such_run" }
  | { readonly kind: "not_ended" }
  | { readonly kind: "full" };

export interface NewReplay {
  readonly replayId: ReplayId;
  readonly actor: string;
  readonly at: number;
  readonly items: readonly { readonly caseId: RegressionCaseId; readonly sessionId: SessionId }[];
}
/** What a driver needs of an item to run it. */
export interface ReplayWork {
  readonly ordinal: number;
  readonly sessionId: SessionId;
  readonly query: string;
  readonly budget: BudgetOverride;
  /** The run the case was made of: the question is asked again with what that run knew of its session. */
  readonly originRunId: RunId;
  readonly runId: RunId | null;
}

export interface RegressionStore {
  /** `expected` null: what the run itself came to. */
  makeCase(
    input: { readonly caseId: RegressionCaseId; readonly runId: RunId; readonly expected: CaseAxes | null },
    actor: string,
    at: number,
  ): Promise<MakeCaseResult>;
  /** The newest first. */
  listCases(): Promise<readonly RegressionCase[]>;
  findCase(caseId: RegressionCaseId): Promise<RegressionCaseDetail | null>;
  /** False when there is no such case, or none any more. */
  removeCase(caseId: RegressionCaseId, actor: string, at: number): Promise<boolean>;
  /** One replay at a time: `busy` names the one that runs. */
  createReplay(
    replay: NewReplay,
  ): Promise<
    | { readonly kind: "created" }
    | { readonly kind: "busy"; readonly replayId: ReplayId }
    | { readonly kind: "no_such_case"; readonly caseId: RegressionCaseId }
  >;
  listReplays(): Promise<readonly ReplaySummary[]>;
  findReplay(replayId: ReplayId): Promise<Replay | null>;
  /** Those that an earlier process left. */
  listRunningReplays(): Promise<readonly ReplayId[]>;
  /** Items that have no end yet, in order. */
  listWork(replayId: ReplayId): Promise<readonly ReplayWork[]>;
  noteItemRun(replayId: ReplayId, ordinal: number, runId: RunId): Promise<void>;
  endItem(
    replayId: ReplayId,
    ordinal: number,
    end: { readonly after: CaseAxes } | { readonly problem: string },
  ): Promise<void>;
  /** FINISHED, unless it was cancelled. */
  finishReplay(replayId: ReplayId, at: number): Promise<void>;
  /** CANCELLED, with what has not begun as NOT_RUN. False when it had ended before. */
  cancelReplay(replayId: ReplayId, actor: string, at: number): Promise<boolean>;
}

/** Running a question again, through the application as any other detached run. */
export interface ReplayRuns {
  /**
   * Starts the run of a key, or finds the one that the key has started before.
   * `ended` fulfils when it is stored completely or handed over to another process.
   */
  start(input: {
    readonly query: string;
    readonly budget: BudgetOverride;
    readonly sessionId: SessionId;
    readonly originRunId: RunId;
    readonly key: string;
  }): Promise<
    | { readonly kind: "started"; readonly runId: RunId; readonly ended: Promise<void> }
    | { readonly kind: "busy"; readonly retryAfterMs: number }
    | { readonly kind: "stopping" }
    | { readonly kind: "failed"; readonly why: string }
  >;
  /** Null while the run has no stored end. */
  axesOf(runId: RunId): Promise<CaseAxes | null>;
  cancel(runId: RunId, actor: string): Promise<void>;
}
