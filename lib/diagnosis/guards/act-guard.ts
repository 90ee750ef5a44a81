/**
 * Interlock only reads (REL-1). Code refuses a claim or a conclusion that says that it, or anyone for it, has changed something, that says so
 * of anybody where no cited row does, or that holds a command that no cited row holds. What stands in evidence is the evidence guard's question.
 */
import type { ReadyToolRecord } from "../../contracts/evidence";
import type { CanonicalInvocationStore } from "../../harness/ports";
import type { ConcludedDraft } from "../draft/draft-contract";
import type { EvidenceViolation } from "../ports";
import { findCompletedChanges, findOwnAct } from "./asserted-act";
import { stemsOfChange } from "./change-synonyms";
import { findChangeCommand } from "./change-command";
import { withoutQuotations } from "./figures/figure-scanner";
import { foldText } from "./figures/normalise-text";
import { realNames } from "./real-names";

const ACT_VIOLATION_TABLE = {
  CHANGE_ASSERTED:
    "Interlock only reads: no text may say that it, or anyone for it, changed something or will. Say what the rows show.",
  CHANGE_NOT_IN_EVIDENCE:
    "The text says that something was changed, and no cited row says so. Say what the rows show.",
  COMMAND_NOT_IN_EVIDENCE:
    "The text holds a command that would change something, and no cited row holds it. Leave it out.",
} as const satisfies Record<string, string>;
type ActViolationCode = keyof typeof ACT_VIOLATION_TABLE;

/** Every violation of a draft with a conclusion, to be told beside those of the evidence guard. Pure. */
export function checkActs(
  draft: ConcludedDraft,
  invocations: CanonicalInvocationStore,
): readonly EvidenceViolation[] {
  const recordsOf = (ids: readonly string[]): readonly ReadyToolRecord[] =>
    invocations
      .list("READY")
      .flatMap((record) => (record.status === "READY" && ids.includes(record.invocationId) ? [record] : []));
  const all = new Set(draft.claims.flatMap((claim): readonly string[] => claim.invocationIds));
  return [
    ...draft.claims.flatMap((claim, index) =>
      violationsOf(index, [claim.text, claim.scope], recordsOf(claim.invocationIds)),
    ),
    ...violationsOf(null, [draft.conclusion], recordsOf([...all])),
  ];
}

function violationsOf(
  claim: number | null,
  texts: readonly string[],
  records: readonly ReadyToolRecord[],
): readonly EvidenceViolation[] {
  const violation = (code: ActViolationCode, subject: string): EvidenceViolation => {
    const message = `${ACT_VIOLATION_TABLE[code]} (${subject.slice(0, 200)})`;
    return { claim, code, message };
  };
  const cells = records.flatMap(({ evidence }) =>
    evidence.rows.flatMap((row) =>
      row.map((cell, index) => (evidence.columns[index]?.asked === true ? "" : (cell ?? ""))),
    ),
  );
  const found = cells.map(foldText);
  const said = [...found, ...records.flatMap(realNames)];
  const isSaid = (done: string): boolean =>
    stemsOfChange(done).some((stem) => said.some((one) => one.includes(stem)));
  return texts.flatMap((text) => {
    const act = findOwnAct(text, "are_quoted");
    const unsaid = findCompletedChanges(text).find(({ done }) => !isSaid(done));
    const command = findChangeCommand(withoutQuotations(text));
    const isHeld = command !== null && found.some((cell) => cell.includes(foldText(command)));
    return [
      ...(act === null ? [] : [violation("CHANGE_ASSERTED", act)]),
      ...(act !== null || unsaid === undefined ? [] : [violation("CHANGE_NOT_IN_EVIDENCE", unsaid.phrase)]),
      ...(command === null || isHeld ? [] : [violation("COMMAND_NOT_IN_EVIDENCE", command)]),
    ];
  });
}
