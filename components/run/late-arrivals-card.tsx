import type { LateArrival } from "@/lib/contracts/cancellation";
import { formatDuration } from "@/lib/client/format-time";
import { plural, shortId } from "@/lib/client/format-quantity";
import { Card } from "../ui/card";

/** RUN-15: what came after the terminal state and was refused. */
export function LateArrivalsCard({ arrivals }: { arrivals: readonly LateArrival[] }) {
  return (
    <Card
      aside={<span className="text-xs text-mute">{plural(arrivals.length, "thing")} refused</span>}
      title="Late arrivals"
    >
      {arrivals.length === 0 ? (
        <p className="text-xs text-mute">Nothing came after the terminal state.</p>
      ) : (
        <ul className="grid gap-1.5 text-xs">
          {arrivals.map((arrival, index) => (
            <li className="flex justify-between gap-2" key={index}>
              <span>
                <span className="font-mono text-2xs">{arrival.what}</span>{" "}
                <span className="text-mute">of {shortId(arrival.callId)}</span>
              </span>
              <span className="font-mono text-2xs text-mute">{formatDuration(arrival.lateByMs)} late</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
