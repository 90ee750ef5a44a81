"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { RunSummary } from "@/lib/contracts/run";
import { excerpt } from "@/lib/client/excerpt";
import { shortId } from "@/lib/client/format-quantity";
import { rerunsOptions } from "@/lib/client/run-act-queries";
import { runDetailOptions } from "@/lib/client/run-queries";
import { AxisBadge } from "../ui/axis-badge";
import { Button } from "../ui/button";
import { SideMark } from "./side-mark";

const RUN_ID = /run_[0-9a-hjkmnp-tv-z]{26}/;

interface RunPickerProps {
  readonly side: "a" | "b";
  /** As it stands in the address. */
  readonly written: string | null;
  /** It names no run. */
  readonly isWrong: boolean;
  /** The run on the other side, whose reruns are offered. */
  readonly other: string | null;
  readonly onPut: (id: string) => void;
}

/** Asks for the run of one side: an id or a link, or one of the other run's reruns. */
export function RunPicker({ side, written, isWrong, other, onPut }: RunPickerProps) {
  const [text, setText] = useState("");
  const [isRefused, setIsRefused] = useState(false);
  const name = side.toUpperCase();
  return (
    <section aria-label={`Run ${name}`} className="panel grid content-start gap-3 px-4 py-3.5">
      <h2 className="flex items-center gap-2 font-bold">
        <SideMark side={side} /> {isWrong ? `No run has this id` : `Which run is ${name}?`}
      </h2>
      {isWrong && (
        <p className="text-mute">
          <span className="font-mono text-xs break-all text-ink">{written}</span> is no run of this server. It
          may have been mistyped or cut short when it was copied.
        </p>
      )}
      <form
        className="grid gap-1.5"
        onSubmit={(event) => {
          event.preventDefault();
          const [found] = RUN_ID.exec(text) ?? [];
          setIsRefused(found === undefined);
          if (found !== undefined) onPut(found);
        }}
      >
        <label className="text-xs text-mute" htmlFor={`run-${side}`}>
          Id of a run, or the link to it
        </label>
        <span className="flex gap-2">
          <input
            aria-describedby={isRefused ? `run-${side}-refused` : undefined}
            aria-invalid={isRefused}
            className="h-8 min-w-0 flex-1 rounded-[7px] border border-line-strong bg-panel px-2.5 font-mono text-xs"
            id={`run-${side}`}
            onChange={(event) => setText(event.target.value)}
            placeholder="run_…"
            spellCheck={false}
            value={text}
          />
          <Button type="submit">Compare</Button>
        </span>
        {isRefused && (
          <span className="text-xs text-bad" id={`run-${side}-refused`} role="alert">
            There is no run id in this text: it starts with run_ and has 26 letters and digits after it.
          </span>
        )}
      </form>
      {other !== null && <Suggestions onPut={onPut} other={other} />}
    </section>
  );
}

function Suggestions({ other, onPut }: { other: string; onPut: (id: string) => void }) {
  const run = useQuery(runDetailOptions(other));
  const originId = run.data?.originRunId ?? other;
  const reruns = useQuery({ ...rerunsOptions(originId), enabled: run.isSuccess });
  const origin = useQuery({ ...runDetailOptions(originId), enabled: run.isSuccess && originId !== other });
  const offered: readonly RunSummary[] = [
    ...(origin.data === undefined || originId === other ? [] : [origin.data]),
    ...(reruns.data?.items ?? []),
  ].filter(({ runId }) => runId !== other);
  if (run.isSuccess && reruns.isSuccess && offered.length === 0)
    return <p className="text-xs text-mute">The other run has not been run again yet.</p>;
  return (
    <ul className="grid gap-1">
      {offered.map((each) => (
        <li key={each.runId}>
          <button
            className="flex w-full flex-wrap items-center gap-x-2.5 gap-y-1 rounded-md border border-line px-2.5 py-1.5 text-left hover:bg-sunken"
            onClick={() => onPut(each.runId)}
            type="button"
          >
            <span className="font-mono text-2xs text-mute">{shortId(each.runId)}</span>
            <span className="min-w-0 flex-1 truncate">
              {each.originRunId === null ? "Origin: " : "Rerun: "}
              {excerpt(each.query, 120)}
            </span>
            <AxisBadge axis="runState" value={each.runState} />
            <AxisBadge axis="releaseOutcome" value={each.releaseOutcome} />
            <AxisBadge axis="fallbackType" value={each.fallbackType} />
          </button>
        </li>
      ))}
    </ul>
  );
}
