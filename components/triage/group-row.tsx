"use client";

import { RotateCcw } from "lucide-react";
import type { TriageGroup } from "@/lib/contracts/triage";
import { excerpt } from "@/lib/client/excerpt";
import { formatCount, plural } from "@/lib/client/format-quantity";
import { formatAgo, formatExactHint } from "@/lib/client/format-time";
import { titleOfGroup } from "@/lib/client/triage-words";
import { axesInWords, GroupAxes } from "./group-axes";
import { StatusBadge } from "./status-badge";

interface GroupRowProps {
  readonly group: TriageGroup;
  readonly now: number;
  readonly isSelected: boolean;
  readonly isPicked: boolean;
  readonly isTabStop: boolean;
  readonly rowIndex: number;
  readonly onSelect: () => void;
  readonly onPick: () => void;
}

/** One group of the inbox: what went wrong, the axes of its runs, how often and when last. */
export function GroupRow(props: GroupRowProps) {
  const { group, now, isSelected, isPicked, isTabStop, rowIndex, onSelect, onPick } = props;
  const title = titleOfGroup(group);
  return (
    <div
      aria-label={`${title}, ${plural(group.runCount, "run")}, ${axesInWords(group)}`}
      aria-rowindex={rowIndex}
      aria-selected={isSelected}
      className={`relative grid cursor-pointer grid-cols-[auto_1fr_auto] gap-x-2 gap-y-1.5 border-b border-line px-3 py-2.5 -outline-offset-2 hover:bg-sunken ${isPicked ? "bg-accent-soft" : isSelected ? "bg-accent-soft/60" : ""} ${isSelected ? "before:absolute before:inset-y-0 before:left-0 before:w-[3px] before:bg-accent" : ""}`}
      data-group={group.groupId}
      onClick={onSelect}
      onFocus={(event) => {
        if (event.target === event.currentTarget) onSelect();
      }}
      role="row"
      tabIndex={isTabStop ? 0 : -1}
    >
      <label
        className="-m-1.5 flex cursor-pointer items-start p-1.5 pt-2.5"
        onClick={(event) => event.stopPropagation()}
        role="gridcell"
      >
        <input
          aria-label={`Pick “${title}”`}
          checked={isPicked}
          className="size-3.5 accent-accent"
          onChange={onPick}
          tabIndex={isTabStop ? 0 : -1}
          type="checkbox"
        />
      </label>
      <div className="min-w-0" role="gridcell">
        <p className="truncate font-semibold" title={title}>
          {title}
        </p>
        <p className="truncate text-xs text-mute">{excerpt(group.sampleQuery, 160)}</p>
      </div>
      <div className="grid justify-items-end gap-0.5 text-xs whitespace-nowrap text-mute" role="gridcell">
        <StatusBadge status={group.status} />
        <span>
          <b
            className="font-mono font-semibold text-ink"
            data-hint={`${plural(group.runCount, "run")}\nin this group`}
          >
            {formatCount(group.runCount)}×
          </b>{" "}
          <time
            data-hint={formatExactHint(group.lastSeenAt)}
            dateTime={new Date(group.lastSeenAt).toISOString()}
          >
            {now === 0 ? "" : formatAgo(group.lastSeenAt, now)}
          </time>
        </span>
      </div>
      <div
        className="col-span-2 col-start-2 flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5"
        role="gridcell"
      >
        <GroupAxes axes={group} />
        <span className="flex flex-wrap items-center gap-1.5 text-xs text-mute">
          {group.reopenCount > 0 && (
            <span
              className="inline-flex items-center gap-1 font-semibold text-warn"
              data-hint={`Opened again ${plural(group.reopenCount, "time")}\nIt came back after it had been resolved.`}
            >
              <RotateCcw aria-hidden className="size-3" />
              {group.reopenCount}
              <span className="sr-only"> times opened again</span>
            </span>
          )}
          {group.labels.slice(0, 2).map((label) => (
            <span className="max-w-28 truncate rounded-[4px] border border-line-strong px-1.5" key={label}>
              {label}
            </span>
          ))}
          {group.labels.length > 2 && <span>+{group.labels.length - 2}</span>}
          {group.assignee !== null && <span className="max-w-32 truncate">@{group.assignee}</span>}
        </span>
      </div>
    </div>
  );
}
