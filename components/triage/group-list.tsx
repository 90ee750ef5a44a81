"use client";

import { useRef } from "react";
import type { TriageGroup } from "@/lib/contracts/triage";
import { KEY_TABLE } from "../keys/key-table";
import { Button } from "../ui/button";
import { Kbd } from "../ui/kbd";
import { useNow } from "../ui/use-now";
import { defaultRangeExtractor, useVirtualRows } from "../ui/use-virtual-rows";
import { GroupRow } from "./group-row";

interface GroupListProps {
  readonly groups: readonly TriageGroup[];
  readonly selectedId: string | null;
  readonly picked: ReadonlySet<string>;
  readonly onSelect: (groupId: string) => void;
  readonly onPick: (groupId: string) => void;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  readonly onLoadMore: () => void;
}

const ROW_HEIGHT = 84;

/** The groups, the last seen first; only those in sight are in the document. */
export function GroupList(props: GroupListProps) {
  const { groups, selectedId, picked, onSelect, onPick, hasMore, isLoadingMore, onLoadMore } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const now = useNow(true);
  const selectedIndex = groups.findIndex((group) => group.groupId === selectedId);
  const rows = useVirtualRows({
    count: groups.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => groups[index]?.groupId ?? index,
    overscan: 8,
    // The selected row may hold the focus: it stays in the document.
    rangeExtractor: (range) => {
      const inSight = defaultRangeExtractor(range);
      if (selectedIndex === -1 || inSight.includes(selectedIndex)) return inSight;
      return [...inSight, selectedIndex].sort((a, b) => a - b);
    },
  });
  return (
    <div
      aria-label="Groups"
      aria-multiselectable="true"
      aria-rowcount={groups.length}
      className="min-h-0 flex-1 overflow-y-auto"
      data-group-list
      ref={scroller}
      role="grid"
    >
      <div className="relative" role="rowgroup" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map((item) => {
          const group = groups[item.index];
          if (group === undefined) return null;
          return (
            <div
              className="absolute inset-x-0 top-0"
              data-index={item.index}
              key={item.key}
              ref={rows.measureElement}
              role="presentation"
              style={{ transform: `translateY(${item.start}px)` }}
            >
              <GroupRow
                group={group}
                isPicked={picked.has(group.groupId)}
                isSelected={group.groupId === selectedId}
                isTabStop={item.index === Math.max(0, selectedIndex)}
                now={now}
                onPick={() => onPick(group.groupId)}
                onSelect={() => onSelect(group.groupId)}
                rowIndex={item.index + 1}
              />
            </div>
          );
        })}
      </div>
      {hasMore && (
        <div className="flex justify-center py-3">
          <Button aria-disabled={isLoadingMore} onClick={onLoadMore} size="sm">
            {isLoadingMore ? "Loading…" : "Load more"} <Kbd>{KEY_TABLE.moreGroups.keys}</Kbd>
          </Button>
        </div>
      )}
    </div>
  );
}

/** Focus follows the selection made by keys, so that a screen reader says which group it is. */
export function focusGroup(groupId: string): void {
  requestAnimationFrame(() => {
    const row = document.querySelector<HTMLElement>(`[data-group="${groupId}"]`);
    row?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: "nearest" });
  });
}
