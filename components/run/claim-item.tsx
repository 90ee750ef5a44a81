"use client";

import { FileSearch } from "lucide-react";
import { useId, useState } from "react";
import type { ToolRecord } from "@/lib/contracts/evidence";
import { AxisBadge } from "../ui/axis-badge";
import { EvidenceRecord } from "./evidence-record";

export interface ClaimItemProps {
  readonly text: string;
  /** Said under the text, e.g. the scope of an absence. */
  readonly scope: string | null;
  readonly invocationIds: readonly string[];
  readonly tools: readonly ToolRecord[];
  /** `absence`: a claim that something was not found in its scope. */
  readonly kind: "presence" | "absence";
}

/** One statement and the records it rests on; a press on a record opens its rows with the claim's figures marked. */
export function ClaimItem({ text, scope, invocationIds, tools, kind }: ClaimItemProps) {
  const [openId, setOpenId] = useState<string | null>(null);
  const panelId = useId();
  const open = tools.find((tool) => tool.invocationId === openId);
  return (
    <li className={`border-l-2 py-0.5 pl-3 ${kind === "presence" ? "border-ok" : "border-warn"}`}>
      <p className="text-base">{text}</p>
      <div className="mt-1 flex flex-wrap items-center gap-1.5">
        {kind === "absence" && (
          <span
            className="text-2xs font-semibold text-warn"
            data-hint={"Absence\nNothing was found in exactly this scope; it says nothing beyond it."}
          >
            not found in scope
          </span>
        )}
        {invocationIds.map((id) => {
          const record = tools.find((tool) => tool.invocationId === id);
          const isOpen = openId === id;
          return (
            <button
              aria-controls={panelId}
              aria-expanded={isOpen}
              className={`inline-flex max-w-full items-center gap-1 rounded-[5px] border px-1.5 text-xs font-medium text-accent hover:bg-accent-soft ${isOpen ? "border-accent bg-accent-soft" : "border-line-strong"}`}
              disabled={record === undefined}
              key={id}
              onClick={() => setOpenId(isOpen ? null : id)}
              type="button"
            >
              <FileSearch aria-hidden className="size-3 shrink-0" />
              <span className="truncate">
                {record === undefined
                  ? `Evidence ${id.slice(-4)}`
                  : `Evidence ${record.ordinal}: ${record.label}`}
              </span>
            </button>
          );
        })}
        {scope !== null && scope !== "" && <span className="text-xs text-mute">in {scope}</span>}
      </div>
      <div id={panelId}>
        {open !== undefined && (
          <div className="mt-2 rounded-lg border border-line bg-panel p-3">
            <div className="mb-2.5 flex flex-wrap items-center gap-1.5">
              <b className="mr-1 font-semibold break-all">{open.label}</b>
              <AxisBadge axis="invocationStatus" focusable value={open.status} />
              <AxisBadge axis="evidenceStatus" focusable value={open.evidenceStatus} />
            </div>
            <EvidenceRecord claim={text} record={open} />
          </div>
        )}
      </div>
    </li>
  );
}
