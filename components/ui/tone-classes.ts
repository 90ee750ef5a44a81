import type { Tone } from "@/lib/contracts/axes";

/** Text and soft background of each tone, as whole class names so that the style sheet contains them. */
export const TONE_CLASSES = {
  ok: { text: "text-ok", soft: "bg-ok-soft", solid: "bg-ok" },
  warn: { text: "text-warn", soft: "bg-warn-soft", solid: "bg-warn" },
  bad: { text: "text-bad", soft: "bg-bad-soft", solid: "bg-bad" },
  info: { text: "text-info", soft: "bg-info-soft", solid: "bg-info" },
  off: { text: "text-off", soft: "bg-off-soft", solid: "bg-off" },
  vio: { text: "text-vio", soft: "bg-vio-soft", solid: "bg-vio" },
} as const satisfies Record<Tone, { text: string; soft: string; solid: string }>;
