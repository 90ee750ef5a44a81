import type { RunAxes } from "@/lib/contracts/run";
import { AXES, type Axis } from "../ui/axes";
import { AxisBadge } from "../ui/axis-badge";

const CHIPS = ["intent", "phase", "collectionState", "stopReason", "semanticVerdict", "streamState"] as const;

/** The axes beside the three: each by its own name, none standing for another. */
export function AxesChips({ axes }: { axes: RunAxes }) {
  return (
    <div aria-label="The other axes" role="group">
      <dl className="flex flex-wrap gap-x-5 gap-y-1 text-xs">
        {CHIPS.map((key) => {
          const axis: Axis = AXES[key];
          return (
            <div className="flex gap-1.5" key={key}>
              <dt className="text-mute">{axis.name}</dt>
              <dd>
                <AxisBadge axis={key} focusable value={axes[key]} />
              </dd>
            </div>
          );
        })}
        <div className="flex gap-1.5">
          <dt className="text-mute">Stored status</dt>
          <dd
            className="font-mono font-semibold"
            data-hint={`status ${axes.status}\nHandled normally or not. It says nothing about a conclusion.`}
            tabIndex={0}
          >
            {axes.status}
          </dd>
        </div>
      </dl>
    </div>
  );
}
