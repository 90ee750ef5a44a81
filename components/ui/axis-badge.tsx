import { AXES, type Axis, type AxisKey, type AxisShape } from "./axes";
import { AxisIcon } from "./axis-icon";
import { TONE_CLASSES } from "./tone-classes";

const SHAPE_CLASSES: Readonly<Record<AxisShape, string>> = {
  pill: "rounded-full border border-transparent",
  outline: "rounded-full border-[1.5px] border-current bg-panel",
  tag: "rounded-[5px] border border-dashed border-current bg-panel",
  plain: "",
};
const SIZE_CLASSES = {
  sm: { box: "gap-1 px-2 py-px text-xs", icon: "size-3" },
  lg: { box: "gap-1.5 px-3 py-0.5 text-base", icon: "size-4" },
} as const;

export interface AxisBadgeProps {
  readonly axis: AxisKey;
  readonly value: string | null;
  readonly size?: keyof typeof SIZE_CLASSES;
  /** Reachable by Tab, so that its meaning shows on focus. Off in long tables, where the selected row says it instead. */
  readonly focusable?: boolean;
}

/** One value of one axis: label to read, exact value and meaning on hover and focus, "–" where there is none. */
export function AxisBadge({ axis, value, size = "sm", focusable = false }: AxisBadgeProps) {
  const shown: Axis = AXES[axis];
  const tabIndex = focusable ? 0 : undefined;
  if (value === null) {
    return (
      <span className="text-faint" data-hint={`${shown.name} –\n${shown.whenNull}`} tabIndex={tabIndex}>
        <span aria-hidden>–</span>
        <span className="sr-only">none</span>
      </span>
    );
  }
  // A value that this version does not know yet is shown as it is.
  const known = shown.table[value] ?? { label: value, tone: "off", icon: "circle", meaning: "" };
  const tone = TONE_CLASSES[known.tone];
  const hint = `${shown.name} ${value}\n${known.meaning}`;
  if (shown.shape === "plain") {
    return (
      <span className="font-semibold text-ink" data-hint={hint} data-value={value} tabIndex={tabIndex}>
        {known.label}
      </span>
    );
  }
  const fill = shown.shape === "pill" ? tone.soft : "";
  const dimensions = SIZE_CLASSES[size];
  return (
    <span
      className={`inline-flex items-center font-semibold ${dimensions.box} ${SHAPE_CLASSES[shown.shape]} ${tone.text} ${fill}`}
      data-hint={hint}
      data-value={value}
      tabIndex={tabIndex}
    >
      <AxisIcon name={known.icon} className={`shrink-0 ${dimensions.icon}`} />
      <span className="min-w-0">{known.label}</span>
    </span>
  );
}
