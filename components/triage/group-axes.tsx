import { AXES, type Axis } from "../ui/axes";
import { AxisBadge } from "../ui/axis-badge";

interface GroupAxesProps {
  readonly axes: {
    readonly runState: string;
    readonly releaseOutcome: string;
    readonly fallbackType: string | null;
  };
  /** The names of the axes above their values. */
  readonly named?: boolean;
}

const AXES_SHOWN = ["runState", "releaseOutcome", "fallbackType"] as const;

/** The three axes side by side, in their order, an explicit "–" where there is none. */
export function GroupAxes({ axes, named = false }: GroupAxesProps) {
  return (
    <span
      className={`grid grid-cols-3 gap-x-1.5 gap-y-1 sm:flex sm:flex-wrap sm:gap-x-2.5 ${named ? "items-start" : "items-center"}`}
    >
      {AXES_SHOWN.map((key) => (
        <span className="inline-grid min-w-0 justify-items-start leading-none" key={key}>
          <span className={named ? "mb-1 text-[0.625rem] leading-3 text-faint" : "sr-only"}>
            {AXES[key].name}
          </span>
          <AxisBadge axis={key} value={axes[key]} />
        </span>
      ))}
    </span>
  );
}

/** What is read out: each axis by name. */
export function axesInWords(axes: GroupAxesProps["axes"]): string {
  return AXES_SHOWN.map((key) => {
    const axis: Axis = AXES[key];
    const value = axes[key];
    return `${axis.name} ${value === null ? "none" : (axis.table[value]?.label ?? value)}`;
  }).join(", ");
}
