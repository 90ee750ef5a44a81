import type { ReactNode } from "react";
import type { Tone } from "@/lib/contracts/axes";
import { AxisIcon } from "./axis-icon";
import { TONE_CLASSES } from "./tone-classes";

const ICON_OF: Readonly<Record<Tone, string>> = {
  ok: "check",
  warn: "alert-triangle",
  bad: "x",
  info: "radio",
  off: "ban",
  vio: "gauge",
};

export interface NoticeProps {
  readonly tone: Tone;
  readonly title: string;
  readonly children?: ReactNode;
  /** Announced at once; otherwise when the reader is idle. */
  readonly urgent?: boolean;
}

/** Something the operator should know about, and what to do. */
export function Notice({ tone, title, children, urgent = false }: NoticeProps) {
  const classes = TONE_CLASSES[tone];
  return (
    <div
      className={`flex gap-2.5 rounded-[10px] border border-current/20 px-3.5 py-2.5 ${classes.soft} ${classes.text}`}
      role={urgent ? "alert" : "status"}
    >
      <AxisIcon className="mt-[3px] size-3.5 shrink-0" name={ICON_OF[tone]} />
      <div className="min-w-0">
        <p className="font-semibold">{title}</p>
        {children !== undefined && <div className="mt-0.5 text-ink">{children}</div>}
      </div>
    </div>
  );
}
