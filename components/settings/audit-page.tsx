"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import {
  AUDIT_ACTION_TABLE,
  AUDIT_OUTCOME_TABLE,
  AuditAction,
  AuditOutcome,
  type AuditFilter,
} from "@/lib/contracts/access";
import { auditOptions } from "@/lib/client/access-queries";
import { Button } from "../ui/button";
import { EmptyState } from "../ui/empty-state";
import { Notice } from "../ui/notice";
import { AuditRow } from "./audit-row";
import { ListSkeleton } from "./list-skeleton";

const PARSERS = {
  action: parseAsStringLiteral(AuditAction.options),
  outcome: parseAsStringLiteral(AuditOutcome.options),
  actor: parseAsString,
};
const FIELD = "h-8 rounded-[7px] border border-line-strong bg-panel px-2 text-sm";

/** Who did what, when, from where, and what it was before and after. The filter stands in the address. */
export function AuditPage() {
  const [query, setQuery] = useQueryStates(PARSERS, { history: "push" });
  const filter: AuditFilter = {
    ...(query.action === null ? {} : { action: query.action }),
    ...(query.outcome === null ? {} : { outcome: query.outcome }),
    ...(query.actor === null || query.actor === "" ? {} : { actor: query.actor }),
  };
  const list = useInfiniteQuery(auditOptions(filter));
  const entries = list.data?.pages.flatMap((page) => page.items) ?? [];
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <section aria-label="Audit log" className="grid gap-4">
      <p className="max-w-prose text-mute">
        Entries are added and never changed or removed; what changed nothing and what was refused is among
        them. Reading is not written down.
      </p>
      <div aria-label="Filters" className="flex flex-wrap items-center gap-2" role="group">
        <label className="inline-flex items-center gap-1.5">
          <span className="text-mute">Act</span>
          <select
            className={FIELD}
            onChange={({ target }) =>
              void setQuery({ action: AuditAction.safeParse(target.value).data ?? null })
            }
            value={query.action ?? ""}
          >
            <option value="">any</option>
            {AuditAction.options.map((action) => (
              <option key={action} value={action}>
                {AUDIT_ACTION_TABLE[action]}
              </option>
            ))}
          </select>
        </label>
        <label className="inline-flex items-center gap-1.5">
          <span className="text-mute">Outcome</span>
          <select
            className={FIELD}
            onChange={({ target }) =>
              void setQuery({ outcome: AuditOutcome.safeParse(target.value).data ?? null })
            }
            value={query.outcome ?? ""}
          >
            <option value="">any</option>
            {AuditOutcome.options.map((outcome) => (
              <option key={outcome} value={outcome}>
                {AUDIT_OUTCOME_TABLE[outcome].label}
              </option>
            ))}
          </select>
        </label>
        {isFiltered && (
          <Button look="quiet" onClick={() => void setQuery(null)}>
            Clear
          </Button>
        )}
        <Button
          className="ml-auto"
          disabled={list.isFetching}
          look="quiet"
          onClick={() => void list.refetch()}
        >
          <RefreshCw aria-hidden className="size-3.5" />
          Read again
        </Button>
      </div>
      {list.isPending ? (
        <ListSkeleton />
      ) : list.isError ? (
        <Notice title="The audit log could not be read" tone="bad" urgent>
          <p>{list.error.message}</p>
        </Notice>
      ) : entries.length === 0 ? (
        <div className="panel">
          <EmptyState title="Nothing matches">No entry of the log has these values.</EmptyState>
        </div>
      ) : (
        <ol className="panel divide-y divide-line">
          {entries.map((entry) => (
            <AuditRow entry={entry} key={entry.auditId} onActor={(actor) => void setQuery({ actor })} />
          ))}
        </ol>
      )}
      {list.hasNextPage && (
        <Button
          className="justify-self-center"
          disabled={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {list.isFetchingNextPage ? "Loading…" : "Load older entries"}
        </Button>
      )}
    </section>
  );
}
