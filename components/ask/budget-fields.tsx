"use client";

import { BUDGET_RESOURCE_TABLE, BUDGET_RESOURCES, type BudgetOverride } from "@/lib/contracts/budget";
import { useLimitsInForce } from "./use-limits-in-force";

export interface BudgetFieldsProps {
  readonly value: BudgetOverride;
  readonly onChange: (value: BudgetOverride) => void;
}

const UNIT_WORD = { calls: "calls", tokens: "tokens", bytes: "bytes", ms: "ms" } as const;

/** Hard limits for the next run; an empty field keeps what is in force, which it shows where that is known. */
export function BudgetFields({ value, onChange }: BudgetFieldsProps) {
  const inForce = useLimitsInForce();
  return (
    <fieldset className="grid grid-cols-2 gap-x-3 gap-y-2 border-t border-line px-3.5 py-3 sm:grid-cols-3 lg:grid-cols-5">
      <legend className="sr-only">Budget limits of the next run</legend>
      {BUDGET_RESOURCES.map((resource) => {
        const { label, unit, max } = BUDGET_RESOURCE_TABLE[resource];
        return (
          <label className="grid gap-0.5 text-xs text-mute" key={resource}>
            <span>
              {label} <span className="text-faint">({UNIT_WORD[unit]})</span>
            </span>
            <input
              className="h-7 w-full rounded-md border border-line-strong bg-panel px-2 font-mono text-xs text-ink"
              inputMode="numeric"
              max={max}
              min={1}
              onChange={(event) => {
                const { [resource]: _old, ...others } = value;
                const number = event.target.valueAsNumber;
                onChange(Number.isInteger(number) ? { ...others, [resource]: number } : others);
              }}
              placeholder={inForce === null ? "as set" : String(inForce[resource])}
              step={1}
              type="number"
              value={value[resource] ?? ""}
            />
          </label>
        );
      })}
    </fieldset>
  );
}
