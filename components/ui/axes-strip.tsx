import { AXES, type Axis } from "./axes";
import { AxisBadge } from "./axis-badge";

/** The three axes that say what became of a run; never folded into one. */
export interface AxesStripProps {
  readonly runState: string | null;
  readonly releaseOutcome: string | null;
  readonly fallbackType: string | null;
  /** What else is to be said under RunState, e.g. calls that are still being stopped. */
  readonly runStateNote?: string | null;
}

const ORDER = ["runState", "releaseOutcome", "fallbackType"] as const;

export function AxesStrip({ runStateNote = null, ...values }: AxesStripProps) {
  return (
    <div aria-label="The three axes of this run" className="panel overflow-hidden" role="group">
      <dl className="grid grid-cols-3">
        {ORDER.map((key) => {
          const axis: Axis = AXES[key];
          const value = values[key];
          const known = value === null ? undefined : axis.table[value];
          return (
            <div
              className="min-w-0 border-l border-line px-2.5 py-2.5 first:border-l-0 sm:px-4 sm:py-3"
              key={key}
            >
              <dt className="flex flex-wrap items-baseline gap-x-2 text-2xs font-semibold text-mute">
                <span className="break-words">{axis.name}</span>
                <span className="hidden font-normal text-faint lg:inline">{axis.asks}</span>
              </dt>
              <dd className="mt-1.5">
                <span className="flex min-h-7 items-center">
                  <span className="sm:hidden">
                    <AxisBadge axis={key} focusable value={value} />
                  </span>
                  <span className="hidden sm:inline">
                    <AxisBadge axis={key} focusable size="lg" value={value} />
                  </span>
                </span>
                <p className="mt-1.5 text-xs text-mute">
                  {known === undefined ? axis.whenNull : known.meaning}
                  {key === "runState" && runStateNote !== null && (
                    <strong className="mt-0.5 block font-semibold text-warn">{runStateNote}</strong>
                  )}
                </p>
              </dd>
            </div>
          );
        })}
      </dl>
    </div>
  );
}
