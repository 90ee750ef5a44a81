import Link from "next/link";
import type { RunDetail } from "@/lib/contracts/run";
import { shortId } from "@/lib/client/format-quantity";
import { RunAxesBlock } from "../run/run-axes-block";
import { ClampedText } from "../ui/clamped-text";
import { SideMark } from "./side-mark";

/** Which run a side is: its question and its axes. */
export function CompareHead({ run, side }: { run: RunDetail; side: "a" | "b" }) {
  return (
    <section aria-label={`Run ${side.toUpperCase()}`} className="grid min-w-0 content-start gap-2">
      <p className="flex flex-wrap items-baseline gap-x-2.5 text-xs">
        <SideMark side={side} />
        <Link
          className="font-mono text-2xs underline decoration-line-strong underline-offset-2"
          href={`/runs/${run.runId}`}
          title={run.runId}
        >
          {shortId(run.runId)}
        </Link>
        {run.originRunId !== null && (
          <span className="text-2xs text-mute">rerun of {shortId(run.originRunId)}</span>
        )}
      </p>
      <ClampedText className="font-semibold" text={run.query} />
      <RunAxesBlock run={run} />
    </section>
  );
}
