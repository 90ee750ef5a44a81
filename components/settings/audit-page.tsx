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
import { AuditRow } from "./audit-row";
import { FilterSelect } from "./filter-select";
import { ListPanel } from "./list-panel";
import { MoreButton } from "./more-button";
import { SettingsSection } from "./settings-section";

const PARSERS = {
  action: parseAsStringLiteral(AuditAction.options),
  outcome: parseAsStringLiteral(AuditOutcome.options),
  actor: parseAsString,
};

/** Who did what, when, from where, and what it was before and after. The filter stands in the address. */
export function AuditPage() {
  const [query, setQuery] = useQueryStates(PARSERS, { history: "push" });
  const filter: AuditFilter = {
    ...(query.action === null ? {} : { action: query.action }),
    ...(query.outcome === null ? {} : { outcome: query.outcome }),
    ...(query.actor === null || query.actor === "" ? {} : { actor: query.actor }),
  };
  const list = useInfiniteQuery(auditOptions(filter));
  const { error, refetch } = list;
  const data = list.data?.pages.flatMap((page) => page.items);
  const nameOfActor = data?.find(({ actor }) => actor.id === query.actor)?.actor.name ?? query.actor;
  return (
    <SettingsSection
      label="Audit log"
      lead="Entries are added and never changed or removed; what changed nothing and what was refused is among them. Reading is not written down."
    >
      <div aria-label="Filters" className="flex flex-wrap items-center gap-x-3 gap-y-2" role="group">
        <FilterSelect
          label="Act"
          onChange={(action) => void setQuery({ action })}
          options={AuditAction.options}
          value={query.action}
          wordFor={(action) => AUDIT_ACTION_TABLE[action]}
        />
        <FilterSelect
          label="Outcome"
          onChange={(outcome) => void setQuery({ outcome })}
          options={AuditOutcome.options}
          value={query.outcome}
          wordFor={(outcome) => AUDIT_OUTCOME_TABLE[outcome].label}
        />
        {filter.actor !== undefined && (
          <span className="max-w-full min-w-0 truncate">
            <span className="text-mute">By</span> <b className="font-semibold">{nameOfActor}</b>
          </span>
        )}
        {Object.keys(filter).length > 0 && (
          <Button look="quiet" onClick={() => void setQuery(null)}>
            Clear
          </Button>
        )}
        <Button className="ml-auto" disabled={list.isFetching} look="quiet" onClick={() => void refetch()}>
          <RefreshCw aria-hidden className="size-3.5" />
          Read again
        </Button>
      </div>
      <ListPanel
        empty={{ title: "Nothing matches", text: "No entry of the log has these values." }}
        query={{ data, error, refetch }}
        what="The audit log"
      >
        {(entry) => (
          <AuditRow entry={entry} key={entry.auditId} onActor={(actor) => void setQuery({ actor })} />
        )}
      </ListPanel>
      <MoreButton list={list}>Load older entries</MoreButton>
    </SettingsSection>
  );
}
