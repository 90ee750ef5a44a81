"use client";

import { useRef } from "react";
import { TracePhase } from "@/lib/contracts/trace";
import type { TimelineRow } from "@/lib/client/timeline";
import { KEY_TABLE } from "../keys/key-table";
import { useKeys } from "../keys/use-keys";
import { Kbd } from "../ui/kbd";

const LABELS: Readonly<Record<TracePhase, string>> = {
  run: "Run",
  routing: "Routing",
  answer: "Answer",
  agent: "Agent",
  tool: "Tools",
  guard: "Guards",
  release: "Release",
  control: "Control",
};

interface PhaseFilterProps {
  readonly rows: readonly TimelineRow[];
  /** Empty: all of them. */
  readonly selected: readonly TracePhase[];
  readonly onChange: (selected: TracePhase[] | null) => void;
}

/** Which phases of the run the timeline shows; those that the run did not come to are left out. */
export function PhaseFilter({ rows, selected, onChange }: PhaseFilterProps) {
  const group = useRef<HTMLDivElement>(null);
  useKeys({ phases: () => group.current?.querySelector("button")?.focus() });
  const counts = new Map<TracePhase, number>();
  for (const { phase } of rows) counts.set(phase, (counts.get(phase) ?? 0) + 1);
  const toggle = (phase: TracePhase) => {
    const next = TracePhase.options.filter((each) => selected.includes(each) !== (each === phase));
    onChange(next.length === 0 ? null : next);
  };
  return (
    <div
      aria-label="Phases shown"
      className="mb-2.5 flex flex-wrap items-center gap-1.5"
      ref={group}
      role="group"
    >
      {TracePhase.options
        .filter((phase) => counts.has(phase) || selected.includes(phase))
        .map((phase) => {
          const isOn = selected.includes(phase);
          return (
            <button
              aria-pressed={isOn}
              className={`inline-flex h-6 items-center gap-1.5 rounded-full border px-2.5 text-xs ${isOn ? "border-accent bg-accent-soft font-semibold" : "border-line-strong text-mute hover:bg-sunken hover:text-ink"}`}
              key={phase}
              onClick={() => toggle(phase)}
              type="button"
            >
              {LABELS[phase]} <span className="text-2xs">{counts.get(phase) ?? 0}</span>
            </button>
          );
        })}
      {selected.length > 0 && (
        <button
          className="text-xs font-semibold text-accent"
          onClick={() => {
            // This button goes; the focus stays with the phases.
            group.current?.querySelector("button")?.focus();
            onChange(null);
          }}
          type="button"
        >
          All
        </button>
      )}
      <span aria-hidden className="text-faint max-md:hidden">
        <Kbd>{KEY_TABLE.phases.keys}</Kbd>
      </span>
    </div>
  );
}
