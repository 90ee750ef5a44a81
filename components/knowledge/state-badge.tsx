import type { Tone } from "@/lib/contracts/axes";
import { KNOWLEDGE_STATE_TABLE, type KnowledgeState } from "@/lib/contracts/knowledge";
import { AxisIcon } from "../ui/axis-icon";
import { TONE_CLASSES } from "../ui/tone-classes";

const LOOK_OF: Readonly<Record<KnowledgeState, { readonly tone: Tone; readonly icon: string }>> = {
  active: { tone: "ok", icon: "check" },
  disabled: { tone: "off", icon: "ban" },
  broken: { tone: "bad", icon: "alert-triangle" },
};

/** Whether runs know an entry; square, so that it is never taken for an axis of a run. */
export function StateBadge({ state }: { readonly state: KnowledgeState }) {
  const { label, meaning } = KNOWLEDGE_STATE_TABLE[state];
  const { tone, icon } = LOOK_OF[state];
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
