/** EvidenceSources whose every answer is a function of the query. For tests alone. */
import type { CanonicalEvidence } from "../../contracts/evidence";
import type {
  EvidenceQuery,
  EvidenceResult,
  EvidenceSources,
  RunningQuery,
  SourceDescription,
  StatementCheck,
  StopReport,
} from "../ports";

export interface SourcesScript {
  readonly sources?: readonly SourceDescription[];
  readonly check?: (source: string, statement: string) => StatementCheck;
  /** Default: one row, one column. `"hang"`: runs until it is stopped. */
  readonly run?: (query: EvidenceQuery) => EvidenceResult | "hang" | Promise<EvidenceResult>;
  readonly stop?: () => Promise<StopReport>;
}
export interface ScriptedSources extends EvidenceSources {
  /** Statements that really ran, in order. */
  readonly ran: readonly EvidenceQuery[];
  readonly stopped: readonly string[];
}

/** Makes sources out of a script. */
export function createScriptedSources(script: SourcesScript = {}): ScriptedSources {
  const described = script.sources ?? [{ name: "shop", description: "the shop's database" }];
  const ran: EvidenceQuery[] = [];
  const stopped: string[] = [];
  return {
    ran,
    stopped,
    describe: () => described,
    check: script.check ?? checkByFirstWord,
    run: (query) => {
      ran.push(query);
      return start(query, script, stopped);
    },
    ready: () => Promise.resolve({ ok: true, detail: "scripted" }),
    close: () => Promise.resolve(),
  };
}

/** A result with text columns. */
export function rowsResult(
  columns: readonly string[],
  rows: readonly (readonly (string | null)[])[],
  cut: Partial<CanonicalEvidence["truncated"]> = {},
): EvidenceResult {
  return {
    kind: "rows",
    elapsedMs: 1,
    evidence: {
      columns: columns.map((name) => ({ name, type: "text" })),
      rows: rows.map((row) => [...row]),
      truncated: { rows: false, columns: false, cells: 0, ...cut },
    },
  };
}

function start(query: EvidenceQuery, script: SourcesScript, stopped: string[]): RunningQuery {
  let kill: (() => void) | null = null;
  const answer = script.run?.(query) ?? rowsResult(["one"], [["1"]]);
  const result =
    answer === "hang"
      ? new Promise<EvidenceResult>((resolve) => {
          kill = () => {
            resolve({ kind: "error", code: "EXECUTION_FAILED", message: "The statement was killed." });
          };
        })
      : Promise.resolve(answer);
  return {
    result,
    stop: async () => {
      stopped.push(query.statement);
      kill?.();
      return script.stop?.() ?? { stop: "confirmed", detail: "scripted stop" };
    },
  };
}

function checkByFirstWord(_source: string, statement: string): StatementCheck {
  const normalized = statement.replace(/\s+/gu, " ").trim();
  return /^select\b/i.test(normalized)
    ? { ok: true, normalized }
    : { ok: false, reason: "Only SELECT is allowed." };
}
