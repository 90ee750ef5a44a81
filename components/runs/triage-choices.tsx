"use client";

import { useQuery } from "@tanstack/react-query";
import { triageCountsOptions } from "@/lib/client/triage-queries";
import type { RunFilterState } from "./use-run-filter";

/** Who has the run's group and what it is labelled, from those that groups have. */
export function TriageChoices({ filter }: { filter: RunFilterState }) {
  const { data: known } = useQuery(triageCountsOptions({}));
  const { assignee, label } = filter.filter;
  return (
    <div className="mt-1.5 grid gap-2 px-1">
      <Choice
        any="Anybody"
        known={known?.people}
        name="Assignee"
        onChange={(value) => filter.set({ assignee: value })}
        value={assignee}
      />
      <Choice
        any="Any label"
        known={known?.labels}
        name="Label"
        onChange={(value) => filter.set({ label: value })}
        value={label}
      />
    </div>
  );
}

interface ChoiceProps {
  readonly name: string;
  readonly any: string;
  readonly known: readonly string[] | undefined;
  readonly value: string | undefined;
  readonly onChange: (value: string | null) => void;
}

function Choice({ name, any, known = [], value, onChange }: ChoiceProps) {
  // What is chosen stands among the options also when nobody has it any more.
  const options = value === undefined || known.includes(value) ? known : [value, ...known];
  return (
    <label className="grid gap-1 text-xs text-mute">
      {name}
      <select
        className="h-8 rounded-[7px] border border-line-strong bg-panel px-2 text-sm text-ink"
        onChange={({ target }) => onChange(target.value === "" ? null : target.value)}
        value={value ?? ""}
      >
        <option value="">{any}</option>
        {options.map((option) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </select>
    </label>
  );
}
