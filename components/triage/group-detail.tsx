"use client";

import { useQuery } from "@tanstack/react-query";
import { Check, CircleUserRound, RotateCcw, StickyNote, Tag, X } from "lucide-react";
import type { RunSummary } from "@/lib/contracts/run";
import { RESOLUTION_REASON_TABLE, type TriageGroup } from "@/lib/contracts/triage";
import { plural } from "@/lib/client/format-quantity";
import { formatAgo, formatExactHint } from "@/lib/client/format-time";
import { triageGroupOptions } from "@/lib/client/triage-queries";
import { causeOfGroup, titleOfGroup } from "@/lib/client/triage-words";
import { KEY_TABLE, type KeyAction } from "../keys/key-table";
import { Button } from "../ui/button";
import { CopyButton } from "../ui/copy-button";
import { Kbd } from "../ui/kbd";
import { Notice } from "../ui/notice";
import { Skeleton } from "../ui/skeleton";
import { useNow } from "../ui/use-now";
import type { DialogName } from "./change-dialogs";
import { GroupAxes } from "./group-axes";
import { GroupHistory } from "./group-history";
import { GroupRuns } from "./group-runs";
import { StatusBadge } from "./status-badge";

interface GroupDetailProps {
  readonly group: TriageGroup;
  /** The group as somebody else left it, when that is why the last change was refused. */
  readonly conflict: TriageGroup | null;
  readonly problem: string | null;
  readonly isChanging: boolean;
  /** Why whoever is signed in may change nothing; null where it may. */
  readonly refused: string | null;
  readonly onAcknowledge: () => void;
  readonly onOpenDialog: (name: DialogName) => void;
  readonly onMakeCase: (run: RunSummary) => void;
  readonly onDismiss: () => void;
  readonly onClose: () => void;
}

/** Everything about one group, and what may be done to it. */
export function GroupDetail(props: GroupDetailProps) {
  const {
    group,
    conflict,
    problem,
    isChanging,
    refused,
    onAcknowledge,
    onOpenDialog,
    onMakeCase,
    onDismiss,
    onClose,
  } = props;
  const detail = useQuery(triageGroupOptions(group.groupId));
  const shown = detail.data?.group ?? group;
  const cause = causeOfGroup(shown);
  const isFixed = isChanging || refused !== null;
  return (
    <section aria-label="The selected group" className="panel flex min-h-0 min-w-0 flex-col overflow-y-auto">
      <div className="grid gap-3 border-b border-line px-4 py-3.5">
        <div className="flex items-start justify-between gap-3">
          <div className="min-w-0">
            <h2 className="text-base font-bold break-words">{titleOfGroup(shown)}</h2>
            {cause !== "" && <p className="mt-0.5 break-words text-mute">{cause}</p>}
          </div>
          <span className="flex shrink-0 items-center gap-1.5">
            <StatusBadge status={shown.status} />
            <Button
              aria-label="Back to the list"
              className="lg:hidden"
              look="quiet"
              onClick={onClose}
              size="sm"
            >
              <X aria-hidden className="size-4" />
            </Button>
          </span>
        </div>
        <GroupAxes axes={shown} named />
        <Standing group={shown} />
        {conflict !== null && conflict.groupId === group.groupId ? (
          <ConflictNotice group={conflict} onDismiss={onDismiss} />
        ) : (
          problem !== null && (
            <Notice title="It was not changed" tone="bad" urgent>
              {problem}{" "}
              <button className="font-semibold underline" onClick={onDismiss} type="button">
                Dismiss
              </button>
            </Notice>
          )
        )}
        {refused !== null && <p className="text-xs text-mute">{refused}</p>}
        <div aria-label="Actions" className="flex flex-wrap gap-2" role="group">
          <Act
            action="acknowledge"
            disabled={isFixed || shown.status !== "NEW"}
            icon={<Check aria-hidden className="size-3.5" />}
            label="Acknowledge"
            onClick={onAcknowledge}
          />
          <Act
            action="resolve"
            disabled={isFixed}
            icon={<Check aria-hidden className="size-3.5" />}
            label={shown.status === "RESOLVED" ? "Correct the resolution…" : "Resolve…"}
            look="primary"
            onClick={() => onOpenDialog("resolve")}
          />
          <Act
            action="reopen"
            disabled={isFixed || shown.status === "NEW"}
            icon={<RotateCcw aria-hidden className="size-3.5" />}
            label="Open again…"
            onClick={() => onOpenDialog("reopen")}
          />
          <Act
            action="assign"
            disabled={isFixed}
            icon={<CircleUserRound aria-hidden className="size-3.5" />}
            label={shown.assignee === null ? "Assign…" : `@${shown.assignee}`}
            onClick={() => onOpenDialog("assign")}
          />
          <Act
            action="labels"
            disabled={isFixed}
            icon={<Tag aria-hidden className="size-3.5" />}
            label={shown.labels.length === 0 ? "Labels…" : shown.labels.join(", ")}
            onClick={() => onOpenDialog("label")}
          />
          <Act
            action="writeNote"
            disabled={isFixed}
            icon={<StickyNote aria-hidden className="size-3.5" />}
            label="Note…"
            onClick={() => onOpenDialog("note")}
          />
        </div>
      </div>
      <div className="grid gap-5 px-4 py-3.5">
        <div>
          <h3 className="mb-1.5 font-bold">
            {plural(shown.runCount, "run")}{" "}
            <span className="text-xs font-normal text-mute">the newest first</span>
          </h3>
          <GroupRuns canMakeCase={refused === null} group={shown} onMakeCase={onMakeCase} />
        </div>
        <div>
          <h3 className="mb-1.5 font-bold">History</h3>
          {detail.isPending ? (
            <div aria-busy="true" aria-label="Loading the history" className="grid gap-2">
              <Skeleton width="60%" />
              <Skeleton width="45%" />
            </div>
          ) : detail.isError ? (
            <p className="text-xs text-bad" role="alert">
              The history could not be loaded. {detail.error.message}
            </p>
          ) : (
            <GroupHistory history={detail.data.history} />
          )}
        </div>
        <p className="flex flex-wrap items-center gap-x-2 text-2xs text-faint">
          <span
            className="font-mono break-all"
            data-hint={`Version ${shown.fingerprintVersion} of the fingerprint\nRuns with the same fingerprint stand in this group.`}
          >
            {shown.fingerprint.slice(0, 16)}
          </span>
          <CopyButton
            compact
            label="Copy the fingerprint"
            look="quiet"
            size="sm"
            text={() => shown.fingerprint}
          />
        </p>
      </div>
    </section>
  );
}

/** Since when, and what was done last: acknowledged, resolved, opened again. */
function Standing({ group }: { group: TriageGroup }) {
  const now = useNow(true);
  const ago = (at: number) => (
    <time data-hint={formatExactHint(at)} dateTime={new Date(at).toISOString()}>
      {now === 0 ? "" : formatAgo(at, now)}
    </time>
  );
  const { acknowledgement, resolution } = group;
  return (
    <p className="text-xs leading-5 text-mute">
      First seen {ago(group.firstSeenAt)} · last seen {ago(group.lastSeenAt)}
      {group.status === "ACKNOWLEDGED" && acknowledgement !== null && (
        <>
          {" "}
          · acknowledged by <b className="font-semibold text-ink">{acknowledgement.by}</b>{" "}
          {ago(acknowledgement.at)}
        </>
      )}
      {resolution !== null && (
        <span className="block">
          {group.status === "RESOLVED" ? "Resolved" : "Was resolved"} by{" "}
          <b className="font-semibold text-ink">{resolution.by}</b> {ago(resolution.at)}:{" "}
          <span data-hint={`${resolution.reason}\n${RESOLUTION_REASON_TABLE[resolution.reason].meaning}`}>
            {RESOLUTION_REASON_TABLE[resolution.reason].label.toLowerCase()}
          </span>
          {resolution.note !== null && <span className="text-ink"> — {resolution.note}</span>}
        </span>
      )}
      {group.reopenCount > 0 && group.reopenedAt !== null && (
        <span className="block font-semibold text-warn">
          Came back {plural(group.reopenCount, "time")} after it had been resolved, last{" "}
          {ago(group.reopenedAt)}
        </span>
      )}
    </p>
  );
}

function ConflictNotice({ group, onDismiss }: { group: TriageGroup; onDismiss: () => void }) {
  const now = useNow(true);
  const { lastChange } = group;
  return (
    <Notice title="Somebody else was faster" tone="warn" urgent>
      {lastChange === null
        ? "The group is not as it was shown. "
        : `${lastChange.by === "interlock" ? "A new run of the same kind" : lastChange.by} changed it ${now === 0 ? "" : formatAgo(lastChange.at, now)}. `}
      Nothing of yours was done. It is shown as it is now: decide again.{" "}
      <button className="font-semibold underline" onClick={onDismiss} type="button">
        Dismiss
      </button>
    </Notice>
  );
}

interface ActProps {
  readonly action: KeyAction;
  readonly label: string;
  readonly icon: React.ReactNode;
  readonly disabled: boolean;
  readonly look?: "plain" | "primary";
  readonly onClick: () => void;
}

function Act({ action, label, icon, disabled, look = "plain", onClick }: ActProps) {
  return (
    <Button aria-keyshortcuts={KEY_TABLE[action].keys} disabled={disabled} look={look} onClick={onClick}>
      {icon}
      <span className="max-w-40 truncate">{label}</span>
      <Kbd>{KEY_TABLE[action].keys}</Kbd>
    </Button>
  );
}
