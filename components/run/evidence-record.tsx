import type { ToolRecord } from "@/lib/contracts/evidence";
import { TOOL_ERROR_CODE_TABLE } from "@/lib/contracts/evidence";
import { formatBytes } from "@/lib/client/format-quantity";
import { formatDuration, formatExact, formatExactHint } from "@/lib/client/format-time";
import { CopyButton } from "../ui/copy-button";
import { EvidenceTable } from "./evidence-table";

export interface EvidenceRecordProps {
  readonly record: ToolRecord;
  readonly claim: string | null;
}

/** One canonical record in full: what was asked, where, and what came back. */
export function EvidenceRecord({ record, claim }: EvidenceRecordProps) {
  return (
    <div className="grid grid-cols-1 gap-3">
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-xs">
        <Row name="Scope">{record.scope}</Row>
        <Row name="Source">
          {record.source} · {record.tool}
        </Row>
        <Row name="Started">
          <span data-hint={formatExactHint(record.startedAt)}>{formatExact(record.startedAt)}</span>
        </Row>
        {record.completedAt !== null && (
          <Row name="Took">{formatDuration(record.completedAt - record.startedAt)}</Row>
        )}
        <Row name="Record">
          <span className="font-mono break-all">{record.invocationId}</span>
        </Row>
      </dl>
      <div>
        <div className="mb-1 flex items-center justify-between">
          <p className="text-xs font-semibold text-mute">Statement</p>
          <CopyButton
            compact
            label="Copy the statement"
            look="quiet"
            size="sm"
            text={() => record.statement}
          />
        </div>
        <pre
          aria-label={`Statement of ${record.label}`}
          className="max-h-64 overflow-auto rounded-lg border border-line bg-sunken px-3 py-2 font-mono text-2xs whitespace-pre-wrap"
          role="region"
          tabIndex={0}
        >
          {record.statement}
        </pre>
        {record.params.length > 0 && (
          <p className="mt-1 text-xs text-mute">
            Parameters:{" "}
            {record.params.map((parameter, index) => (
              <code
                className="mr-1.5 inline-block rounded border border-line bg-sunken px-1 font-mono text-2xs break-all text-ink"
                key={index}
              >
                {parameter === null ? "NULL" : String(parameter)}
              </code>
            ))}
          </p>
        )}
      </div>
      {record.status === "READY" && (
        <>
          <EvidenceTable claim={claim} evidence={record.evidence} label={record.label} />
          <p className="flex flex-wrap items-center gap-x-3 text-xs text-mute">
            <span>
              Hash{" "}
              <span
                className="font-mono text-2xs"
                data-hint={`${record.contentHash}\nHash of the canonical rows.`}
              >
                {record.contentHash.slice(0, 16)}…
              </span>
            </span>
            <CopyButton
              compact
              label="Copy the content hash"
              look="quiet"
              size="sm"
              text={() => record.contentHash}
            />
            <span>{formatBytes(record.bytes)}</span>
            {record.gain !== null && (
              <span data-hint={`InformationGain ${record.gain}\nWhat the result brought to the question.`}>
                {record.gain === "GAINED" ? "Gained information" : "No gain"}
              </span>
            )}
          </p>
        </>
      )}
      {record.status === "ERROR" && (
        <p className="rounded-lg bg-bad-soft px-3 py-2 text-xs text-bad">
          <b className="font-mono">{record.errorCode}</b> {TOOL_ERROR_CODE_TABLE[record.errorCode]}
          {record.errorMessage !== TOOL_ERROR_CODE_TABLE[record.errorCode] && (
            <span className="mt-0.5 block text-ink">{record.errorMessage}</span>
          )}
        </p>
      )}
      {record.status === "PROJECTING" && (
        <p className="text-xs text-info">Still running: nothing can be cited yet.</p>
      )}
    </div>
  );
}

function Row({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <>
      <dt className="text-mute">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </>
  );
}
