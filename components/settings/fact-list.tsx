import type { ReactNode } from "react";

/** Names and values, side by side where there is room. */
export function FactList({
  facts,
}: {
  readonly facts: readonly (readonly [name: string, value: ReactNode])[];
}) {
  return (
    <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[9rem_minmax(0,1fr)]">
      {facts.map(([name, value]) => (
        <div className="contents" key={name}>
          <dt className="text-mute">{name}</dt>
          <dd className="min-w-0 break-words max-sm:mb-1">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
