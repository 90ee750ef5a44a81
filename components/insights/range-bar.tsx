"use client";

import { CalendarRange } from "lucide-react";
import { useId, useRef, useState } from "react";
import {
  RANGE_PRESETS,
  RANGE_PRESET_NAMES,
  rangeOfUtcDays,
  utcDayOf,
  type InsightsRange,
  type TimeSpan,
} from "@/lib/client/insights-range";
import { Button } from "../ui/button";

export interface RangeBarProps {
  readonly range: InsightsRange;
  /** What is shown, in whole buckets; null until that is known. */
  readonly span: TimeSpan | null;
  readonly onChoose: (range: InsightsRange) => void;
}

/** Ranges that end now, and days of one's own. */
export function RangeBar({ range, span, onChoose }: RangeBarProps) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <div
        aria-label="Range"
        className="inline-flex h-8 overflow-hidden rounded-[7px] border border-line-strong bg-panel"
        role="group"
      >
        {RANGE_PRESET_NAMES.map((preset) => {
          const isChosen = range.kind === "preset" && range.preset === preset;
          return (
            <button
              aria-pressed={isChosen}
              className={`border-l border-line px-3 -outline-offset-2 first:border-l-0 ${isChosen ? "bg-accent-soft font-semibold text-accent" : "text-mute hover:bg-sunken hover:text-ink"}`}
              key={preset}
              onClick={() => onChoose({ kind: "preset", preset })}
              type="button"
            >
              <span className="sr-only">Last </span>
              {RANGE_PRESETS[preset].label}
            </button>
          );
        })}
      </div>
      <DaysPopover isChosen={range.kind === "custom"} onChoose={onChoose} span={span} />
    </div>
  );
}

interface DaysPopoverProps {
  readonly isChosen: boolean;
  readonly span: TimeSpan | null;
  readonly onChoose: (range: InsightsRange) => void;
}

function DaysPopover({ isChosen, span, onChoose }: DaysPopoverProps) {
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const apply = (form: FormData) => {
    const asked = rangeOfUtcDays(String(form.get("first")), String(form.get("last")));
    if ("problem" in asked) return setProblem(asked.problem);
    setProblem(null);
    panel.current?.hidePopover();
    onChoose(asked.range);
  };
  return (
    <div className="relative">
      <button
        className={`inline-flex h-8 items-center gap-1.5 rounded-[7px] border px-2.5 hover:bg-sunken ${isChosen ? "border-accent bg-accent-soft font-semibold text-accent" : "border-line-strong bg-panel text-mute"}`}
        popoverTarget={`${id}-days`}
        style={{ anchorName: "--insights-days" }}
        type="button"
      >
        <CalendarRange aria-hidden className="size-4" />
        Days…
      </button>
      <div
        aria-label="Choose days"
        className="facet-panel panel w-72 border-line-strong p-3 text-ink shadow-lg"
        id={`${id}-days`}
        popover="auto"
        ref={panel}
        role="group"
        style={{ positionAnchor: "--insights-days" }}
      >
        <form
          className="grid gap-2.5"
          // The days that are shown, whenever others are.
          key={span === null ? "none" : `${span.from}-${span.to}`}
          onSubmit={(event) => {
            event.preventDefault();
            apply(new FormData(event.currentTarget));
          }}
        >
          <div className="grid grid-cols-2 gap-2">
            <DayField label="First day" name="first" value={span === null ? "" : utcDayOf(span.from)} />
            <DayField label="Last day" name="last" value={span === null ? "" : utcDayOf(span.to - 1)} />
          </div>
          <p className="text-xs text-mute">Whole days of UTC, the last one included.</p>
          {problem !== null && (
            <p className="text-xs font-semibold text-bad" role="alert">
              {problem}
            </p>
          )}
          <Button className="justify-self-end" look="primary" size="sm" type="submit">
            Show these days
          </Button>
        </form>
      </div>
    </div>
  );
}

function DayField({ label, name, value }: { label: string; name: string; value: string }) {
  return (
    <label className="grid gap-1 text-xs font-semibold">
      {label}
      <input
        className="h-8 w-full min-w-0 rounded-[7px] border border-line-strong bg-panel px-1.5 text-xs font-normal"
        defaultValue={value}
        name={name}
        required
        type="date"
      />
    </label>
  );
}
