import { ChevronRight } from "lucide-react";
import type { ToolRecord } from "@/lib/contracts/evidence";
import { alignTools, type RowDiff, type ToolPair } from "@/lib/client/align-tools";
import { plural } from "@/lib/client/format-quantity";
import { formatDuration } from "@/lib/client/format-time";
import { EvidenceRecord } from "../run/evidence-record";
import { AxisBadge } from "../ui/axis-badge";
import { Card } from "../ui/card";
import { ChangeWord } from "./change-word";
import { SideMark } from "./side-mark";

const ASKED_OTHERWISE = {
  statement: "another statement",
  parameters: "other parameters",
} as const satisfies Record<NonNullable<ToolPair["askedOtherwise"]>, string>;
/** Rows of one side that are shown before the rest is only counted. */
const ROWS_SHOWN = 50;

interface CompareToolsProps {
  readonly a: readonly ToolRecord[];
  readonly b: readonly ToolRecord[];
}

/** The calls of both runs, paired by label, and what their evidence has in common. */
export function CompareTools({ a, b }: CompareToolsProps) {
  const pairs = alignTools(a, b);
  const differing = pairs.filter(({ change }) => change !== "same").length;
  return (
    <Card
      aside={
        <span className="text-xs text-mute">
          {pairs.length === 0
            ? ""
            : differing === 0
              ? "all the same"
              : `${differing} of ${pairs.length} differ`}
        </span>
      }
      title="Tool calls and evidence"
    >
      {pairs.length === 0 ? (
        <p className="text-mute">Neither run called a tool.</p>
      ) : (
        <ol className="grid gap-2">
          {pairs.map((pair) => (
            <li key={pair.key}>
              <PairItem pair={pair} />
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}

function PairItem({ pair }: { pair: ToolPair }) {
  return (
    <details className="group rounded-lg border border-line">
      <summary className="grid gap-2 rounded-lg px-3 py-2 hover:bg-sunken">
        <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <ChevronRight
            aria-hidden
            className="size-3.5 shrink-0 text-faint transition-transform group-open:rotate-90"
          />
          <b className="min-w-0 font-semibold break-all">{pair.label}</b>
          <ChangeWord change={pair.change} />
          {pair.askedOtherwise !== null && (
            <span className="text-xs text-warn">{ASKED_OTHERWISE[pair.askedOtherwise]}</span>
          )}
          {pair.rows !== null && <span className="text-xs text-mute">{rowsInWords(pair.rows)}</span>}
        </span>
        <span className="grid grid-cols-1 gap-x-3.5 gap-y-1.5 sm:grid-cols-2">
          <CallLine side="a" tool={pair.a} />
          <CallLine side="b" tool={pair.b} />
        </span>
      </summary>
      <div className="grid gap-3.5 border-t border-line px-3 py-3">
        {pair.rows !== null && <RowsOfDiff diff={pair.rows} label={pair.label} />}
        <div className="grid grid-cols-1 gap-3.5 lg:grid-cols-2">
          {pair.a !== null && (
            <div className="min-w-0">
              <SideMark side="a" />
              <EvidenceRecord claim={null} record={pair.a} />
            </div>
          )}
          {pair.b !== null && (
            <div className="min-w-0">
              <SideMark side="b" />
              <EvidenceRecord claim={null} record={pair.b} />
            </div>
          )}
        </div>
      </div>
    </details>
  );
}

function CallLine({ side, tool }: { side: "a" | "b"; tool: ToolRecord | null }) {
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-xs">
      <SideMark side={side} />
      {tool === null ? (
        <span className="text-faint">not called</span>
      ) : (
        <>
          <AxisBadge axis="invocationStatus" value={tool.status} />
          <AxisBadge axis="evidenceStatus" value={tool.evidenceStatus} />
          <span className="text-mute">
            {tool.status === "READY" && plural(tool.evidence.rows.length, "row")}
            {tool.status === "ERROR" && <span className="font-mono text-2xs">{tool.errorCode}</span>}
            {tool.completedAt !== null && ` · ${formatDuration(tool.completedAt - tool.startedAt)}`}
          </span>
        </>
      )}
    </span>
  );
}

function rowsInWords(diff: RowDiff): string {
  if (diff.kind === "columns") return "other columns";
  return `${plural(diff.same, "row")} in both · ${diff.onlyA.length} only in A · ${diff.onlyB.length} only in B`;
}

function RowsOfDiff({ diff, label }: { diff: RowDiff; label: string }) {
  if (diff.kind === "columns") {
    return (
      <p className="text-xs text-mute">
        The columns differ, so rows are not compared: {diff.a.join(", ")} in A, {diff.b.join(", ")} in B.
      </p>
    );
  }
  return (
    <div className="grid gap-1.5">
      {diff.isCut && (
        <p className="text-xs font-semibold text-warn">
          A result was cut by its bounds: a row that is only on one side may stand on the other, uncut.
        </p>
      )}
      <div
        aria-label={`Rows of ${label} that differ`}
        className="max-h-80 overflow-auto rounded-lg border border-line"
        role="region"
        tabIndex={0}
      >
        <table className="w-full font-mono text-2xs">
          <thead>
            <tr className="bg-sunken text-left text-mute">
              <th className="px-2.5 py-1.5 font-semibold" scope="col">
                only in
              </th>
              {diff.columns.map((column, index) => (
                <th className="px-2.5 py-1.5 font-semibold whitespace-nowrap" key={index} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <SideRows rows={diff.onlyA} side="a" width={diff.columns.length} />
            <SideRows rows={diff.onlyB} side="b" width={diff.columns.length} />
          </tbody>
        </table>
      </div>
    </div>
  );
}

interface SideRowsProps {
  readonly side: "a" | "b";
  readonly rows: readonly (readonly (string | null)[])[];
  readonly width: number;
}

function SideRows({ side, rows, width }: SideRowsProps) {
  return (
    <>
      {rows.slice(0, ROWS_SHOWN).map((row, index) => (
        <tr className="border-t border-line" key={index}>
          <td className="px-2.5 py-1">
            <SideMark side={side} />
          </td>
          {row.map((cell, at) => (
            <td className="max-w-96 px-2.5 py-1 align-top break-words" key={at}>
              {cell ?? <span className="text-faint">NULL</span>}
            </td>
          ))}
        </tr>
      ))}
      {rows.length > ROWS_SHOWN && (
        <tr className="border-t border-line">
          <td className="px-2.5 py-1 font-sans text-mute" colSpan={width + 1}>
            and {plural(rows.length - ROWS_SHOWN, "more row")} only in {side.toUpperCase()}
          </td>
        </tr>
      )}
    </>
  );
}
