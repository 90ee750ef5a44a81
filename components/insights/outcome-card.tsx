"use client";

import { ZoomIn } from "lucide-react";
import Link from "next/link";
import { useId, useState } from "react";
import { RELEASE_OUTCOME_TABLE, ReleaseOutcome } from "@/lib/contracts/axes";
import type { StatsReply } from "@/lib/contracts/run-stats";
import { runsAddress } from "@/lib/client/insights-address";
import type { TimeSpan } from "@/lib/client/insights-range";
import { formatWhole } from "@/lib/client/insights-words";
import { Card } from "../ui/card";
import { OutcomeChart } from "./outcome-chart";
import { OutcomeSwatch } from "./outcome-fill";
import { OutcomeTable } from "./outcome-table";
import { ViewSwitch, type CardView } from "./view-switch";

export interface OutcomeCardProps {
  readonly stats: StatsReply;
  readonly onSelect: (span: TimeSpan) => void;
}

/** ReleaseOutcome of ended runs over time, as a chart or as a table. */
export function OutcomeCard({ stats, onSelect }: OutcomeCardProps) {
  const [view, setView] = useState<CardView>("chart");
  const hintId = useId();
  return (
    <Card
      aside={<ViewSwitch of="outcomes over time" onChange={setView} view={view} />}
      title="Outcomes over time"
    >
      <ul className="mb-2 flex flex-wrap gap-x-4 gap-y-1 text-xs">
        {ReleaseOutcome.options.map((outcome) => (
          <li key={outcome}>
            <Link
              className="flex items-center gap-1.5 rounded-sm hover:underline"
              data-hint={`ReleaseOutcome ${outcome}\n${RELEASE_OUTCOME_TABLE[outcome].meaning}`}
              href={runsAddress({ outcome: [outcome] }, stats)}
              prefetch={false}
            >
              <OutcomeSwatch outcome={outcome} />
              {RELEASE_OUTCOME_TABLE[outcome].label}{" "}
              <b className="font-mono text-2xs font-semibold">{formatWhole(stats.outcomes[outcome])}</b>
            </Link>
          </li>
        ))}
      </ul>
      {view === "chart" ? (
        <>
          <OutcomeChart hintId={hintId} onSelect={onSelect} stats={stats} />
          <p className="mt-1 flex items-start gap-1.5 text-xs text-mute" id={hintId}>
            <ZoomIn aria-hidden className="mt-0.5 size-3.5 shrink-0" />
            <span>
              Drag across bars to look closer, press one for its runs. By keys: arrows, with Shift to select,
              then Enter.
            </span>
          </p>
        </>
      ) : (
        <OutcomeTable stats={stats} />
      )}
    </Card>
  );
}
