import type { RunDetail } from "@/lib/contracts/run";
import { runFacts } from "@/lib/client/run-facts";
import { AXES } from "../ui/axes";
import { AxisBadge } from "../ui/axis-badge";
import { Card } from "../ui/card";
import { SideMark } from "./side-mark";

const AXES_SHOWN = [
  "runState",
  "releaseOutcome",
  "fallbackType",
  "intent",
  "collectionState",
  "stopReason",
  "semanticVerdict",
  "streamState",
] as const;

/** Axes, course and budgets; what differs is marked in words. */
export function CompareFacts({ a, b }: { a: RunDetail; b: RunDetail }) {
  return (
    <Card title="Axes, course and budgets">
      <div className="overflow-x-auto">
        <table className="w-full table-fixed text-xs">
          <thead>
            <tr className="text-left text-mute">
              <th className="w-[34%] py-1 font-normal sm:w-[28%]" scope="col">
                <span className="sr-only">What</span>
              </th>
              <th className="py-1" scope="col">
                <SideMark side="a" />
              </th>
              <th className="py-1" scope="col">
                <SideMark side="b" />
              </th>
            </tr>
          </thead>
          <tbody>
            {AXES_SHOWN.map((axis) => (
              <Row isSame={a[axis] === b[axis]} key={axis} name={AXES[axis].name}>
                <AxisBadge axis={axis} value={a[axis]} />
                <AxisBadge axis={axis} value={b[axis]} />
              </Row>
            ))}
            {runFacts(a, b).map((fact) => (
              <Row isSame={fact.a === fact.b} key={fact.name} name={fact.name}>
                <span className="break-words">{fact.a}</span>
                <span className="break-words">{fact.b}</span>
              </Row>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}

interface RowProps {
  readonly name: string;
  readonly isSame: boolean;
  readonly children: readonly [React.ReactNode, React.ReactNode];
}

function Row({ name, isSame, children: [a, b] }: RowProps) {
  return (
    <tr className={`border-t border-line ${isSame ? "" : "bg-warn-soft/50"}`}>
      <th className="py-1.5 pr-2 pl-1.5 text-left align-top font-normal break-words text-mute" scope="row">
        {name} {!isSame && <span className="font-semibold text-warn">differs</span>}
      </th>
      <td className="py-1.5 pr-2 align-top">{a}</td>
      <td className="py-1.5 pr-1 align-top">{b}</td>
    </tr>
  );
}
