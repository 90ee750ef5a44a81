"use client";

import { useQuery } from "@tanstack/react-query";
import type { RunDetail } from "@/lib/contracts/run";
import type { PublicStreamReply } from "@/lib/contracts/run-acts";
import { formatExactHint, formatOffset } from "@/lib/client/format-time";
import { publicStreamOptions } from "@/lib/client/run-act-queries";
import { Button } from "../ui/button";
import { CopyButton } from "../ui/copy-button";
import { EmptyState } from "../ui/empty-state";
import { Notice } from "../ui/notice";
import { Skeleton } from "../ui/skeleton";

type Sent = Extract<PublicStreamReply, { kind: "sent" }>;
const ENDING: Readonly<Record<Sent["ending"], string>> = {
  open: "The stream is open: more frames follow.",
  complete: "The stream was sent to its end.",
  left: "The caller was lost here. One more frame may have been under way.",
};

/** What the caller of the run was sent, frame by frame, and what is not known about it. */
export function PublicStreamView({ run }: { run: RunDetail }) {
  const stream = useQuery(publicStreamOptions(run.runId, run.streamState));
  if (stream.isPending) return <Skeleton height="8rem" width="100%" />;
  if (stream.isError) {
    return (
      <Notice title="The public stream could not be read" tone="bad" urgent>
        <p>{stream.error.message}</p>
        <Button className="mt-2" onClick={() => void stream.refetch()} size="sm">
          Try again
        </Button>
      </Notice>
    );
  }
  const sent = stream.data;
  if (sent.kind === "none") {
    return (
      <EmptyState title="This run has no public stream">
        It was started detached: nobody was sent frames. What it released stands under Answer.
      </EmptyState>
    );
  }
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <p className="max-w-prose text-xs text-mute">
          The bytes are not kept. These frames are made again from the stored events and the stored result, by
          the rules that sent them; heartbeats are left out. Whether the caller&rsquo;s connection carried
          them to the end is not known.
        </p>
        <CopyButton label="Copy as sent" size="sm" text={() => asSent(sent)} />
      </div>
      <ol className="grid gap-2">
        {sent.frames.map(({ id, at, frame }) => (
          <li className="rounded-lg border border-line" key={id}>
            <p className="flex gap-x-3 border-b border-line px-3 py-1 text-2xs text-mute">
              <span>id {id}</span>
              <b className="font-semibold text-ink">{frame.event}</b>
              <span className="ml-auto font-mono" data-hint={formatExactHint(at)}>
                {formatOffset(at, run.createdAt)}
              </span>
            </p>
            <pre
              aria-label={`Data of frame ${id}`}
              className="max-h-72 overflow-auto px-3 py-2 font-mono text-2xs whitespace-pre-wrap"
              role="region"
              tabIndex={0}
            >
              {JSON.stringify(frame.data, null, 2)}
            </pre>
          </li>
        ))}
      </ol>
      <p className={`text-xs font-semibold ${sent.ending === "left" ? "text-warn" : "text-mute"}`}>
        {ENDING[sent.ending]}
      </p>
    </div>
  );
}

function asSent({ frames }: Sent): string {
  return frames
    .map(({ id, frame }) => `id: ${id}\nevent: ${frame.event}\ndata: ${JSON.stringify(frame.data)}\n\n`)
    .join("");
}
