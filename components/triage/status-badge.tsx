import { TRIAGE_STATUS_TABLE, type TriageStatus } from "@/lib/contracts/triage";
import { AxisIcon } from "../ui/axis-icon";
import { TONE_CLASSES } from "../ui/tone-classes";

/** Where the triage of a group stands; square, so that it is never taken for an axis of a run. */
export function StatusBadge({ status }: { status: TriageStatus }) {
  const { label, tone, icon, meaning } = TRIAGE_STATUS_TABLE[status];
  const classes = TONE_CLASSES[tone];
  return (
    <span
      className={`inline-flex items-center gap-1 rounded-[4px] px-1.5 py-px text-xs font-semibold whitespace-nowrap ${classes.soft} ${classes.text}`}
      data-hint={`${status}\n${meaning}`}
      data-value={status}
    >
      <AxisIcon className="size-3 shrink-0" name={icon} />
      {label}
    </span>
  );
}
