import type { Tone } from "@/lib/contracts/axes";
import { TONE_CLASSES } from "./tone-classes";

interface TimedStepProps {
  readonly tone: Tone;
  readonly at?: string;
  readonly exact?: string | undefined;
  readonly children: React.ReactNode;
}

/** One moment of a short course of events: a mark, what happened, when. */
export function TimedStep({ tone, at, exact, children }: TimedStepProps) {
  return (
    <li className="grid grid-cols-[10px_1fr_auto] items-start gap-x-2">
      <span
        aria-hidden
        className={`mt-[5px] size-2 rounded-full ${tone === "off" ? "border-[1.5px] border-line-strong" : TONE_CLASSES[tone].solid}`}
      />
      <span className="min-w-0">{children}</span>
      <span className="font-mono text-2xs leading-[1.125rem] text-mute" data-hint={exact}>
        {at}
      </span>
    </li>
  );
}
