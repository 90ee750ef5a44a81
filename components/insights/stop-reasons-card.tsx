import { DiagnosisStopReason, STOP_REASON_TABLE } from "@/lib/contracts/axes";
import type { StatsReply } from "@/lib/contracts/run-stats";
import { runsAddress } from "@/lib/client/insights-address";
import { shareOf } from "@/lib/client/insights-series";
import { formatRate, formatWhole } from "@/lib/client/insights-words";
import { AxisBadge } from "../ui/axis-badge";
import { Card } from "../ui/card";
import { TONE_CLASSES } from "../ui/tone-classes";
import { RankedLinks } from "./ranked-links";

/** What ended the collection of evidence, of the diagnoses. */
export function StopReasonsCard({ stats }: { stats: StatsReply }) {
  const diagnoses = stats.byIntent.find(({ intent }) => intent === "DIAGNOSIS")?.runs ?? 0;
  return (
    <Card
      aside={<span className="text-xs text-mute">share of {formatWhole(diagnoses)} diagnoses</span>}
      title="Stop reasons"
    >
      <RankedLinks
        label="Diagnoses by stop reason"
        rows={DiagnosisStopReason.options.map((reason) => {
          const runs = stats.stopReasons[reason] ?? 0;
          const share = shareOf(runs, diagnoses);
          return {
            key: reason,
            name: <AxisBadge axis="stopReason" value={reason} />,
            share: share ?? 0,
            figure: formatWhole(runs),
            detail: formatRate(share),
            fill: TONE_CLASSES[STOP_REASON_TABLE[reason].tone].solid,
            href: runs === 0 ? null : runsAddress({ stopReason: [reason] }, stats, "stop"),
          };
        })}
      />
      <p className="mt-2 text-xs text-mute">
        The other diagnoses collected what they asked for, or ended before that.
      </p>
    </Card>
  );
}
