import type { DiagnosisDraft } from "../draft/draft-contract";
import type { UncitedLine } from "../ports";
import {
  repeatableLines,
  type DroppedLine,
  type LineSources,
  type RepeatableLines,
} from "./repeatable-lines";

/** What is left of a draft's lines, and why the others are not. */
export interface JudgedLines {
  readonly actions: RepeatableLines;
  readonly missing: RepeatableLines;
}
interface PlacedLine extends UncitedLine {
  /** In its list of the draft. */
  readonly index: number;
}

/** The recommended_actions and missing_info of a draft on their way through code and the semantic guard (REL-1). */
export class UncitedLines {
  /** What code lets through: the semantic guard's question. */
  readonly kept: readonly PlacedLine[];
  private readonly dropped: Readonly<Record<UncitedLine["kind"], readonly DroppedLine[]>>;

  constructor(draft: DiagnosisDraft, sources: LineSources) {
    const actions = repeatableLines(draft.recommended_actions, sources).dropped;
    const missing = repeatableLines(draft.missing_info, sources, "missing_info").dropped;
    this.kept = [
      ...placed("recommended_action", draft.recommended_actions, actions),
      ...placed("missing_info", draft.missing_info, missing),
    ];
    this.dropped = { recommended_action: actions, missing_info: missing };
  }

  /** @param failing indexes among `kept`; null when none of them was judged */
  judged(failing: readonly number[] | null): JudgedLines {
    return {
      actions: this.judgedOf("recommended_action", failing),
      missing: this.judgedOf("missing_info", failing),
    };
  }

  private judgedOf(kind: UncitedLine["kind"], failing: readonly number[] | null): RepeatableLines {
    const kept: string[] = [];
    const dropped: DroppedLine[] = [...this.dropped[kind]];
    this.kept.forEach((line, at) => {
      if (line.kind !== kind) return;
      if (failing === null) dropped.push({ index: line.index, problem: "not_judged" });
      else if (failing.includes(at)) dropped.push({ index: line.index, problem: "not_supported" });
      else kept.push(line.text);
    });
    return { kept, dropped: dropped.sort((left, right) => left.index - right.index) };
  }
}

function placed(
  kind: UncitedLine["kind"],
  lines: readonly string[],
  dropped: readonly DroppedLine[],
): PlacedLine[] {
  const gone = new Set(dropped.map(({ index }) => index));
  return lines.flatMap((text, index) => (gone.has(index) ? [] : [{ kind, text, index }]));
}
