import type { Tone } from "@/lib/contracts/axes";
import type { ExitRecord } from "@/lib/contracts/run";
import { formatClockMs, formatDuration, formatExactHint, formatOffset } from "@/lib/client/format-time";
import { Card } from "../ui/card";
import { TimedStep } from "../ui/timed-step";

type Moment = Exclude<keyof ExitRecord, "context" | "failureOrigin">;

/** In the order in which they come; the first that is missing names the stage that is waited for. */
const MOMENTS: Readonly<Record<Moment, { readonly label: string; readonly meaning: string }>> = {
  bodySettled: {
    label: "Body settled",
    meaning: "The body returned or threw, and the runner saw it. Child calls may still be ending.",
  },
  outputSealed: {
    label: "Output sealed",
    meaning: "No progress is taken any more. It does not say that the value is valid.",
  },
  acceptancesDrained: {
    label: "Acceptances drained",
    meaning: "Everything that was taking over a result has left. It does not say that it succeeded.",
  },
  workClosed: {
    label: "Work closed",
    meaning: "The endpoints of the body are dead. It does not say that every outside operation has stopped.",
  },
  contextTerminal: {
    label: "Context terminal",
    meaning: "The result of the work is fixed. Its delivery may still fail.",
  },
  delivered: {
    label: "Delivered",
    meaning: "The call has settled; finishing, storing and publishing begin.",
  },
  runnerSettled: { label: "Runner settled", meaning: "The entry is free again." },
};

const CONTEXT_TONE: Readonly<Record<ExitRecord["context"], Tone>> = {
  running: "info",
  succeeded: "ok",
  failed: "bad",
  cancelled: "off",
};

/** The seven moments of the exit of a run's root invocation: when the first came, and how long after it the others. */
export function ExitRecordCard({ exit }: { exit: ExitRecord }) {
  const moments = momentsOf(exit);
  const begin = moments.find(({ at }) => at !== null);
  const first = exit.bodySettled;
  const last = exit.runnerSettled;
  return (
    <Card
      aside={
        <span className="text-xs text-mute">
          {first === null || last === null ? "not ended yet" : `ended in ${formatDuration(last - first)}`}
        </span>
      }
      title="Exit record"
    >
      <ol className="grid gap-2 text-xs">
        {moments.map(({ moment, at }) => (
          <TimedStep
            at={timeOf(at, moment === begin?.moment, begin?.at ?? 0)}
            exact={at === null ? undefined : formatExactHint(at)}
            key={moment}
            tone={at === null ? "off" : moment === "contextTerminal" ? CONTEXT_TONE[exit.context] : "ok"}
          >
            <span data-hint={MOMENTS[moment].meaning}>
              {MOMENTS[moment].label}
              {moment === "contextTerminal" && at !== null && (
                <span className="text-mute">
                  {" "}
                  · {exit.context}
                  {exit.failureOrigin !== null && ` by ${exit.failureOrigin}`}
                </span>
              )}
            </span>
          </TimedStep>
        ))}
      </ol>
    </Card>
  );
}

function timeOf(at: number | null, isFirst: boolean, beganAt: number): string {
  if (at === null) return "–";
  return isFirst ? formatClockMs(at) : formatOffset(at, beganAt);
}

function momentsOf(exit: ExitRecord): { moment: Moment; at: number | null }[] {
  return (Object.keys(MOMENTS) as Moment[]).map((moment) => ({ moment, at: exit[moment] }));
}
