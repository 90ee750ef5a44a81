import type { Tone } from "@/lib/contracts/axes";
import { DELIVERY_STATUS_TABLE, type DeliveryStatus } from "@/lib/contracts/webhooks";
import { AxisIcon } from "../ui/axis-icon";
import { TONE_CLASSES } from "../ui/tone-classes";

const LOOK_OF: Readonly<Record<DeliveryStatus, { readonly tone: Tone; readonly icon: string }>> = {
  PENDING: { tone: "info", icon: "clock" },
  DELIVERED: { tone: "ok", icon: "check" },
  FAILED: { tone: "bad", icon: "x" },
};

/** Where a delivery stands; square, so that it is never taken for an axis of a run. */
export function DeliveryBadge({ status }: { readonly status: DeliveryStatus }) {
  const { label, meaning } = DELIVERY_STATUS_TABLE[status];
  const { tone, icon } = LOOK_OF[status];
  return (
    <span
      className={`inline-flex items-center gap-1 rounded-[4px] px-1.5 py-px text-xs font-semibold whitespace-nowrap ${TONE_CLASSES[tone].soft} ${TONE_CLASSES[tone].text}`}
      data-hint={`${label}\n${meaning}`}
    >
      <AxisIcon className="size-3 shrink-0" name={icon} />
      {label}
    </span>
  );
}
