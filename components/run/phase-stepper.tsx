import { Minus } from "lucide-react";
import { PHASE_TABLE, RUN_STATE_TABLE } from "@/lib/contracts/axes";
import type { RunAxes } from "@/lib/contracts/run";
import { phaseSteps, type PhaseStepState } from "@/lib/client/phase-steps";
import { AxisIcon } from "../ui/axis-icon";
import { TONE_CLASSES } from "../ui/tone-classes";

interface StepLook {
  readonly icon: string;
  readonly box: string;
  readonly says: string;
}
const LOOKS: Readonly<Record<Exclude<PhaseStepState, "stopped">, StepLook>> = {
  done: { icon: "check", box: "text-ok", says: "done" },
  current: { icon: "loader", box: "text-info font-semibold", says: "under way" },
  pending: { icon: "circle", box: "text-faint", says: "to come" },
  skipped: { icon: "circle", box: "text-faint", says: "not reached" },
};

/** A step in which the run ended looks as its RunState does. */
function lookOf(state: PhaseStepState, runState: RunAxes["runState"]): StepLook {
  if (state !== "stopped") return LOOKS[state];
  const { icon, tone, label } = RUN_STATE_TABLE[runState];
  return { icon, box: `${TONE_CLASSES[tone].text} font-semibold`, says: `the run ended here: ${label}` };
}

/** How far the run has come, as the user-visible phases (APP-6). Says nothing about its end. */
export function PhaseStepper({ axes }: { axes: Pick<RunAxes, "intent" | "phase" | "runState"> }) {
  return (
    <ol aria-label="Phases" className="flex flex-wrap items-center gap-y-1 text-sm">
      {phaseSteps(axes).map(({ phase, state }, index) => {
        const { icon, box, says } = lookOf(state, axes.runState);
        return (
          <li
            aria-current={state === "current" ? "step" : undefined}
            className={`flex items-center gap-1.5 ${box}`}
            key={phase}
          >
            {index > 0 && <span aria-hidden className="mx-2 h-px w-5 bg-line-strong sm:w-8" />}
            {state === "skipped" ? (
              <Minus aria-hidden className="size-3.5 shrink-0" />
            ) : (
              <AxisIcon className="size-3.5 shrink-0" name={icon} />
            )}
            <span data-hint={`${phase}\n${PHASE_TABLE[phase].meaning}`}>{PHASE_TABLE[phase].label}</span>
            <span className="sr-only">({says})</span>
          </li>
        );
      })}
    </ol>
  );
}
