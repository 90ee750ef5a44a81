"use client";

import { ChevronRight } from "lucide-react";
import type { ToolRecord } from "@/lib/contracts/evidence";
import { formatDuration } from "@/lib/client/format-time";
import { AxisBadge } from "../ui/axis-badge";
import { useNow } from "../ui/use-now";
import { EvidenceRecord } from "./evidence-record";

export interface ToolListProps {
  readonly tools: readonly ToolRecord[];
  /** RUN-17: what was gathered stays readable, marked where the run released nothing. */
  readonly notReleased: boolean;
}

/** Every recorded call, in order; each opens to its full record. */
export function ToolList({ tools, notReleased }: ToolListProps) {
  const now = useNow(
    tools.some((tool) => tool.status === "PROJECTING"),
    true,
  );
  return (
    <ol className="grid grid-cols-1 gap-2">
      {tools.map((tool) => (
        <li key={tool.invocationId}>
          <ToolItem notReleased={notReleased} now={now} tool={tool} />
        </li>
      ))}
    </ol>
  );
}

function ToolItem({ tool, notReleased, now }: { tool: ToolRecord; notReleased: boolean; now: number }) {
  const isRunning = tool.status === "PROJECTING";
  const tookMs =
    tool.completedAt === null ? Math.max(0, now - tool.startedAt) : tool.completedAt - tool.startedAt;
  return (
    <details
      className={`group rounded-lg border ${isRunning ? "border-info bg-info-soft/40" : "border-line bg-panel"}`}
    >
      <summary className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-2.5 gap-y-1.5 rounded-lg px-3 py-2 hover:bg-sunken">
        <ChevronRight
          aria-hidden
          className="mt-1 size-3.5 shrink-0 text-faint transition-transform group-open:rotate-90"
        />
        <span className="min-w-0">
          <span className="flex flex-wrap items-baseline gap-x-2">
            <span className="text-faint">{tool.ordinal}</span>
            <b className="font-semibold break-all">{tool.label}</b>
            {notReleased && (
              <span
                className="text-2xs text-warn"
                data-hint={"Not released\nThe run published nothing that rests on this record."}
              >
                not released
              </span>
            )}
          </span>
          <span className="block truncate text-xs text-mute group-open:whitespace-normal">{tool.scope}</span>
        </span>
        <span className="font-mono text-2xs text-mute">{formatDuration(tookMs)}</span>
        <span className="col-start-2 col-end-4 flex flex-wrap items-center gap-1.5">
          <AxisBadge axis="invocationStatus" value={tool.status} />
          <AxisBadge axis="evidenceStatus" value={tool.evidenceStatus} />
          {tool.errorCode !== null && <span className="font-mono text-2xs text-bad">{tool.errorCode}</span>}
        </span>
      </summary>
      <div className="border-t border-line px-3 py-3">
        <EvidenceRecord claim={null} record={tool} />
      </div>
    </details>
  );
}
