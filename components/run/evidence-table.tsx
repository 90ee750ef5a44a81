import type { CanonicalEvidence, ColumnType } from "@/lib/contracts/evidence";
import { isCited } from "@/lib/client/cited-figures";
import { plural } from "@/lib/client/format-quantity";

export interface EvidenceTableProps {
  readonly evidence: CanonicalEvidence;
  readonly label: string;
  /** The claim whose figures are marked in the rows. */
  readonly claim: string | null;
}

/** The stored rows, cell by cell in the server's own text. */
export function EvidenceTable({ evidence, label, claim }: EvidenceTableProps) {
  const { columns, rows, truncated } = evidence;
  const cuts = [
    ...(truncated.rows ? ["more rows existed"] : []),
    ...(truncated.columns ? ["more columns existed"] : []),
    ...(truncated.cells > 0 ? [`${plural(truncated.cells, "cell")} cut short`] : []),
  ];
  const asked = columns.filter((column) => column.asked === true).map((column) => column.name);
  return (
    <figure>
      <div
        aria-label={`Rows of ${label}`}
        className="max-h-80 overflow-auto rounded-lg border border-line"
        role="region"
        tabIndex={0}
      >
        <table className="w-full border-separate border-spacing-0 font-mono text-2xs">
          <thead>
            <tr>
              {columns.map((column, index) => (
                <th
                  className={`sticky top-0 border-b border-line bg-sunken px-2.5 py-1.5 font-semibold whitespace-nowrap text-mute ${column.type === "number" ? "text-right" : "text-left"}`}
                  key={index}
                  scope="col"
                >
                  {column.name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, rowIndex) => (
              <tr className="hover:bg-sunken" key={rowIndex}>
                {row.map((cell, index) => (
                  <td
                    className={`max-w-96 border-b border-line px-2.5 py-1 align-top ${CELL_LOOKS[columns[index]?.type ?? "text"]}`}
                    key={index}
                  >
                    <Cell cell={cell} cited={claim !== null && isCited(cell, claim)} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        {rows.length === 0 && <p className="px-2.5 py-3 text-xs text-mute">No rows.</p>}
      </div>
      <figcaption className="mt-1 text-xs text-mute">
        {plural(rows.length, "row")}
        {asked.length > 0 && <span> · written by the statement, not found: {asked.join(", ")}</span>}
        {cuts.length > 0 && <strong className="font-semibold text-warn"> · {cuts.join(", ")}</strong>}
      </figcaption>
    </figure>
  );
}

const CELL_LOOKS: Readonly<Record<ColumnType, string>> = {
  number: "text-right whitespace-nowrap",
  time: "whitespace-nowrap",
  text: "",
  binary: "",
};

function Cell({ cell, cited }: { cell: string | null; cited: boolean }) {
  if (cell === null) return <span className="text-faint">NULL</span>;
  if (cited) return <mark data-hint={"Cited\nThis figure stands in the claim."}>{cell}</mark>;
  return <span className="break-words">{cell}</span>;
}
