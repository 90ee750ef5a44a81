import { Ban, Check, Circle, Loader, Minus, type LucideIcon } from "lucide-react";
import { PHASE_TABLE } from "@/lib/contracts/axes";
import type { RunAxes } from "@/lib/contracts/run";
import { phaseSteps, type PhaseStepState } from "@/lib/client/phase-steps";

const LOOKS: Readonly<Record<PhaseStepState, { icon: LucideIcon; box: string; says: string }>> = {
  done: { icon: Check, box: "text-ok", says: "done" },
  current: { icon: Loader, box: "text-info font-semibold", says: "under way" },
  pending: { icon: Circle, box: "text-faint", says: "to come" },
  stopped: { icon: Ban, box: "text-warn font-semibold", says: "the run ended here" },
  skipped: { icon: Minus, box: "text-faint", says: "not reached" },
};

/** How far the run has come, as the user-visible phases (APP-6). Says nothing about its end. */
export function PhaseStepper({ axes }: { axes: Pick<RunAxes, "intent" | "phase" | "runState"> }) {
  return (
    <ol aria-label="Phases" className="flex flex-wrap items-center gap-y-1 text-sm">
      {phaseSteps(axes).map(({ phase, state }, index) => {
        const { icon: Icon, box, says } = LOOKS[state];
        return (
          <li
            aria-current={state === "current" ? "step" : undefined}
            className={`flex items-center gap-1.5 ${box}`}
            key={phase}
          >
            {index > 0 && <span aria-hidden className="mx-2 h-px w-5 bg-line-strong sm:w-8" />}
            <Icon aria-hidden className={`size-3.5 shrink-0 ${state === "current" ? "spin" : ""}`} />
            <span data-hint={`${phase}\n${PHASE_TABLE[phase].meaning}`}>{PHASE_TABLE[phase].label}</span>
            <span className="sr-only">({says})</span>
          </li>
        );
      })}
    </ol>
  );
}
