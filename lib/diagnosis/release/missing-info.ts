import type { ReadyToolRecord, ToolRecord } from "../../contracts/evidence";
import { isHashVerified } from "../evidence/content-hash";
import { EvidenceCorpus } from "../guards/figures/evidence-corpus";
import { RecordFigures } from "../guards/figures/record-figures";
import { scanClaimFigures } from "../guards/figures/figure-scanner";

/**
 * What a lawful draft without conclusion says is missing, as far as it may be repeated beside verified facts: an item with a number or a time that
 * stands neither in the evidence nor in the question would be an unverified statement (REL-4) and is left out.
 */
export function repeatableMissingInfo(
  missingInfo: readonly string[],
  records: readonly ToolRecord[],
  query: string,
): readonly string[] {
  const verified = records
    .filter((record): record is ReadyToolRecord => record.status === "READY")
    .filter(isHashVerified);
  const corpus = new EvidenceCorpus([
    ...verified.map((record) => RecordFigures.ofRecord(record)),
    RecordFigures.ofText(query),
  ]);
  return missingInfo.filter((item) =>
    scanClaimFigures(item).every(
      (figure) => figure.kind === "token" || figure.kind === "phrase" || corpus.has(figure),
    ),
  );
}
