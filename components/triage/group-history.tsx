"use client";

import type { TriageHistoryEntry } from "@/lib/contracts/triage";
import type { Tone } from "@/lib/contracts/axes";
import { formatAgo, formatExactHint } from "@/lib/client/format-time";
import { deedOf, noteOf } from "@/lib/client/triage-words";
import { TimedStep } from "../ui/timed-step";
import { useNow } from "../ui/use-now";

const TONE_OF = {
  filed: "off",
  acknowledged: "info",
  resolved: "ok",
  reopened: "warn",
  recurred: "bad",
  assigned: "off",
  labelled: "off",
  noted: "off",
  case_made: "vio",
} as const satisfies Record<TriageHistoryEntry["event"]["kind"], Tone>;

/** What was done about a group, the newest first. */
export function GroupHistory({ history }: { history: readonly TriageHistoryEntry[] }) {
  const now = useNow(true);
  return (
    <ol className="grid gap-2.5">
      {history.map(({ seq, at, actor, event }) => {
        const note = noteOf(event);
        return (
          <TimedStep
            at={now === 0 ? "" : formatAgo(at, now)}
            exact={formatExactHint(at)}
            key={seq}
            tone={TONE_OF[event.kind]}
          >
            <b className="font-semibold">{actor}</b> <span className="text-mute">{deedOf(event)}</span>
            {note !== null && <p className="mt-0.5 break-words whitespace-pre-wrap">{note}</p>}
          </TimedStep>
        );
      })}
    </ol>
  );
}
