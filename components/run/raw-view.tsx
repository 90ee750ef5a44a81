"use client";

import type { RunView } from "@/lib/client/run-view";
import { CopyButton } from "../ui/copy-button";

/** What the API says about the run, unabridged. */
export function RawView({ view }: { view: RunView }) {
  return (
    <div>
      <div className="mb-2 flex items-center justify-between gap-3">
        <p className="text-xs text-mute">Run, trace and tool records exactly as the API serves them.</p>
        <CopyButton label="Copy" size="sm" text={() => runAsJson(view)} />
      </div>
      <pre
        aria-label="Run as JSON"
        className="max-h-[70vh] overflow-auto rounded-lg border border-line bg-sunken p-3 font-mono text-2xs"
        role="region"
        tabIndex={0}
      >
        {runAsJson(view)}
      </pre>
    </div>
  );
}

export function runAsJson({ run, trace, tools }: RunView): string {
  return JSON.stringify({ run, trace, tools }, null, 2);
}
