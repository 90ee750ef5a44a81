"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import {
  MAX_BULK,
  TRIAGE_STATUS_TABLE,
  TriageStatus,
  type BulkItemResult,
  type BulkPreview,
  type ChangeTriageRequest,
  type PreviewBulkRequest,
} from "@/lib/contracts/triage";
import { excerpt } from "@/lib/client/excerpt";
import { plural } from "@/lib/client/format-quantity";
import { triageClient } from "@/lib/client/triage-client";
import { triageKeys } from "@/lib/client/triage-queries";
import { titleOfGroup } from "@/lib/client/triage-words";
import { Button } from "../ui/button";
import { Kbd } from "../ui/kbd";
import { CloseDialogButton, ModalDialog } from "../ui/modal-dialog";
import { Notice } from "../ui/notice";
import { Skeleton } from "../ui/skeleton";
import { ChangeDialog, type DialogName } from "./change-dialogs";
import { StatusBadge } from "./status-badge";

type Change = ChangeTriageRequest["change"];

interface BulkDialogProps {
  /** What was picked, or the filter; never nothing, which would mean everything. */
  readonly selector: PreviewBulkRequest;
  readonly people: readonly string[];
  readonly labels: readonly string[];
  readonly onDone: () => void;
  readonly onClosed: () => void;
}

/** Shows what would be changed and freezes it, then changes that alone, and says of each group what became of it. */
export function BulkDialog({ selector, people, labels, onDone, onClosed }: BulkDialogProps) {
  const client = useQueryClient();
  const [opened] = useState(() => crypto.randomUUID());
  const [asking, setAsking] = useState<DialogName | null>(null);
  // Read once: what is shown is what is changed, whatever comes meanwhile.
  const preview = useQuery({
    queryKey: ["triage-preview", opened] as const,
    queryFn: () => triageClient.previewBulk(selector),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const apply = useMutation({
    mutationFn: (input: { change: Change; selection: NonNullable<BulkPreview["selection"]> }) =>
      triageClient.changeBulk(input),
    onSuccess: onDone,
    onSettled: () => client.invalidateQueries({ queryKey: triageKeys.all }),
  });
  const selection = preview.data?.selection ?? null;
  const subject = plural(preview.data?.count ?? 0, "group");
  const run = (change: Change) => {
    if (selection !== null) apply.mutate({ change, selection });
  };
  return (
    <>
      <ModalDialog
        onClosed={onClosed}
        title={preview.isSuccess ? `Change ${subject}` : "Change several groups"}
      >
        {apply.isSuccess ? (
          <Results preview={preview.data} results={apply.data.results} />
        ) : preview.isPending ? (
          <div aria-busy="true" aria-label="Loading the preview" className="grid gap-2">
            <Skeleton width="60%" />
            <Skeleton width="75%" />
            <Skeleton width="50%" />
          </div>
        ) : preview.isError ? (
          <Notice title="It could not be read what would be changed" tone="bad" urgent>
            {preview.error.message}{" "}
            <Button onClick={() => void preview.refetch()} size="sm">
              Try again
            </Button>
          </Notice>
        ) : (
          <div className="grid gap-3.5">
            <Preview preview={preview.data} />
            {apply.isError && (
              <Notice title="It is not known what was changed" tone="bad" urgent>
                {apply.error.message} Do it again: a group that was changed already is left as it is.
              </Notice>
            )}
            <p className="flex flex-wrap justify-end gap-2">
              <CloseDialogButton>
                Close <Kbd>esc</Kbd>
              </CloseDialogButton>
              {(["label", "assign", "note", "reopen"] as const).map((name) => (
                <Button
                  disabled={selection === null || selection.length === 0 || apply.isPending}
                  key={name}
                  onClick={() => setAsking(name)}
                >
                  {SAYS[name]}
                </Button>
              ))}
              <Button
                disabled={selection === null || selection.length === 0 || apply.isPending}
                onClick={() => run({ action: "acknowledge" })}
              >
                Acknowledge {preview.data.count}
              </Button>
              <Button
                disabled={selection === null || selection.length === 0 || apply.isPending}
                look="primary"
                onClick={() => setAsking("resolve")}
              >
                {apply.isPending ? "Changing…" : `Resolve ${preview.data.count}…`}
              </Button>
            </p>
          </div>
        )}
      </ModalDialog>
      {asking !== null && (
        <ChangeDialog
          current={[]}
          known={asking === "assign" ? people : labels}
          name={asking}
          onChange={run}
          onClosed={() => setAsking(null)}
          subject={subject}
        />
      )}
    </>
  );
}

const SAYS = { label: "Label…", assign: "Assign…", note: "Note…", reopen: "Open again…" } as const;

function Preview({ preview }: { preview: BulkPreview }) {
  if (preview.count === 0) return <p>No group is left of what was chosen.</p>;
  return (
    <div className="grid gap-2">
      <p>
        <b className="font-semibold">{plural(preview.count, "group")}</b>
        <span className="text-mute">
          {" "}
          ·{" "}
          {TriageStatus.options
            .filter((status) => preview.byStatus[status] > 0)
            .map((status) => `${preview.byStatus[status]} ${TRIAGE_STATUS_TABLE[status].label.toLowerCase()}`)
            .join(" · ")}
        </span>
      </p>
      <ul className="grid gap-1 rounded-lg border border-line bg-sunken px-3 py-2">
        {preview.sample.map((group) => (
          <li className="grid grid-cols-[1fr_auto] items-center gap-3" key={group.groupId}>
            <span className="min-w-0 truncate">
              <b className="font-semibold">{titleOfGroup(group)}</b>{" "}
              <span className="text-mute">{excerpt(group.sampleQuery, 90)}</span>
            </span>
            <StatusBadge status={group.status} />
          </li>
        ))}
        {preview.count > preview.sample.length && (
          <li className="text-mute">and {plural(preview.count - preview.sample.length, "more group")}</li>
        )}
      </ul>
      {preview.selection === null ? (
        <Notice title={`More than ${MAX_BULK} groups are found`} tone="warn">
          At most {MAX_BULK} are changed at once: narrow the filter.
        </Notice>
      ) : (
        <p className="text-xs text-mute">
          These and no others are changed: what comes or changes after this moment is left as it is.
        </p>
      )}
    </div>
  );
}

const RESULT_WORDS = {
  changed: "changed",
  unchanged: "was so already",
  conflict: "left as it is: somebody else changed it meanwhile",
  refused: "refused",
  not_found: "is not there any more",
  failed: "failed in the store: do it again",
} as const satisfies Record<BulkItemResult["kind"], string>;

function Results({
  preview,
  results,
}: {
  preview: BulkPreview | undefined;
  results: readonly BulkItemResult[];
}) {
  const counts = new Map<BulkItemResult["kind"], number>();
  for (const { kind } of results) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const titles = new Map(preview?.sample.map((group) => [group.groupId, titleOfGroup(group)]));
  const left = results.filter(({ kind }) => kind !== "changed");
  return (
    <div className="grid gap-3.5">
      <Notice
        title={`${plural(counts.get("changed") ?? 0, "group")} changed`}
        tone={left.length === 0 ? "ok" : "warn"}
      >
        {left.length === 0
          ? "All of them."
          : [...counts]
              .filter(([kind]) => kind !== "changed")
              .map(([kind, count]) => `${count} ${RESULT_WORDS[kind]}`)
              .join(" · ")}
      </Notice>
      {left.length > 0 && (
        <ul className="grid max-h-64 gap-1 overflow-y-auto rounded-lg border border-line bg-sunken px-3 py-2">
          {left.map((result) => (
            <li className="break-words" key={result.groupId}>
              <b className="font-semibold">
                {"group" in result
                  ? titleOfGroup(result.group)
                  : (titles.get(result.groupId) ?? result.groupId)}
              </b>{" "}
              <span className="text-mute">
                {result.kind === "refused" ? result.why : RESULT_WORDS[result.kind]}
              </span>
            </li>
          ))}
        </ul>
      )}
      <p className="flex justify-end">
        <CloseDialogButton autoFocus>
          Close <Kbd>esc</Kbd>
        </CloseDialogButton>
      </p>
    </div>
  );
}
