/** Where each check of a playbook stands, read from observations or from stored records. */
import type { ReadyToolRecord, ToolParameter } from "../../contracts/evidence";
import type { Observation } from "../../diagnosis/ports";
import { NOW_BIND, type CompiledCheck, type CompiledPlaybook } from "../../knowledge/compiled-playbook";
import type { CheckState } from "../../knowledge/expression-context";
import { foldStatement } from "../../knowledge/sql-binds";

export type CheckStates = ReadonlyMap<string, CheckState>;

/** Parameters in the order of the statement's placeholders. */
export function bindParameters(
  check: CompiledCheck,
  params: ReadonlyMap<string, ToolParameter>,
  now: string,
): ToolParameter[] {
  return check.binds.map((name) => (name === NOW_BIND ? now : (params.get(name) ?? null)));
}

/** True when the record holds the answer to exactly this check's question, whatever parameters it was asked with. */
function isRecordOf(check: CompiledCheck, record: ReadyToolRecord): boolean {
  return (
    record.source === check.source &&
    record.params.length === check.binds.length &&
    foldStatement(record.statement) === foldStatement(check.statement)
  );
}

function sameParameters(left: readonly ToolParameter[], right: readonly ToolParameter[]): boolean {
  return left.length === right.length && left.every((value, index) => value === right[index]);
}

/**
 * Checks by id, from what the agent has seen. An exact repeat is answered with the earlier record and its label (INFO-2), so a check
 * is covered by a record that carries its label or answers its question.
 */
export function statesFromObservations(
  playbook: CompiledPlaybook,
  observations: readonly Observation[],
  params: ReadonlyMap<string, ToolParameter>,
  now: string,
): CheckStates {
  const states = new Map<string, CheckState>();
  for (const check of playbook.checks) {
    let state: CheckState = { kind: "pending" };
    for (const observation of observations) {
      switch (observation.kind) {
        case "evidence": {
          const { record } = observation;
          const asked =
            isRecordOf(check, record) && sameParameters(record.params, bindParameters(check, params, now));
          if (record.label === check.label || asked) state = { kind: "ready", record };
          break;
        }
        case "tool_error":
        case "rejected":
          if (observation.label === check.label && state.kind !== "ready") {
            state = { kind: "failed", code: observation.code, message: observation.message };
          }
          break;
        case "protocol_violation":
          break;
      }
    }
    states.set(check.id, state);
  }
  return states;
}

export type RecoveredStates =
  | {
      readonly ok: true;
      readonly playbook: CompiledPlaybook;
      readonly states: CheckStates;
      readonly params: ReadonlyMap<string, ToolParameter>;
      readonly now: string;
    }
  | { readonly ok: false; readonly reason: string; readonly record: ReadyToolRecord | null };

/**
 * The same from stored records alone: labels name playbook and check, bound values give the parameters back. Refuses records
 * that are not the answer to a loaded playbook's check, that contradict each other, or that come from several playbooks.
 */
export function statesFromRecords(
  findPlaybook: (id: string) => CompiledPlaybook | undefined,
  records: readonly ReadyToolRecord[],
): RecoveredStates {
  const refuse = (reason: string, record: ReadyToolRecord | null): RecoveredStates => ({
    ok: false,
    reason,
    record,
  });
  const first = records[0];
  if (first === undefined) return refuse("no evidence was cited", null);
  const playbook = findPlaybook(first.label.split("/")[0] ?? "");
  if (playbook === undefined) return refuse(`"${first.label}" belongs to no loaded playbook`, first);
  const states = new Map<string, CheckState>(playbook.checks.map((check) => [check.id, { kind: "pending" }]));
  const bound = new Map<string, ToolParameter>();
  for (const record of records) {
    const check = playbook.checks.find((one) => one.label === record.label);
    if (check === undefined) return refuse(`"${record.label}" is no check of ${playbook.id}`, record);
    if (!isRecordOf(check, record))
      return refuse(`the statement behind "${record.label}" is not the playbook's`, record);
    const known = states.get(check.id);
    if (known?.kind === "ready" && known.record.invocationId !== record.invocationId) {
      return refuse(`two different results are cited for "${record.label}"`, record);
    }
    states.set(check.id, { kind: "ready", record });
    for (const [index, name] of check.binds.entries()) {
      const value = record.params[index] ?? null;
      if (bound.has(name) && bound.get(name) !== value)
        return refuse(`the results disagree about :${name}`, record);
      bound.set(name, value);
    }
  }
  const now = bound.get(NOW_BIND);
  return { ok: true, playbook, states, params: bound, now: typeof now === "string" ? now : "" };
}
