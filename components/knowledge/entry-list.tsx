import Link from "next/link";
import { KNOWLEDGE_ORIGIN_TABLE, type KnowledgeEntry } from "@/lib/contracts/knowledge";
import { plural } from "@/lib/client/format-quantity";
import { formatAgo, formatExactHint } from "@/lib/client/format-time";
import { entryHref } from "./knowledge-address";
import { StateBadge } from "./state-badge";

export interface EntryListProps {
  readonly title: string;
  readonly entries: readonly KnowledgeEntry[];
  readonly now: number;
}

/** The entries of one kind: what each is, where it comes from, whether runs know it. */
export function EntryList({ title, entries, now }: EntryListProps) {
  return (
    <section aria-label={title} className="grid content-start gap-2">
      <h2 className="flex items-baseline gap-2 text-sm font-bold">
        {title} <span className="text-xs font-normal text-mute">{entries.length}</span>
      </h2>
      {entries.length === 0 ? (
        <p className="panel px-4 py-6 text-center text-mute">There are none.</p>
      ) : (
        <ul className="panel divide-y divide-line">
          {entries.map((entry) => (
            <EntryRow entry={entry} key={entry.name} now={now} />
          ))}
        </ul>
      )}
    </section>
  );
}

function EntryRow({ entry, now }: { readonly entry: KnowledgeEntry; readonly now: number }) {
  const { kind, name, title, file, origin, state, version, changedBy, changedAt, parts, problems } = entry;
  const { label, meaning } = KNOWLEDGE_ORIGIN_TABLE[origin];
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 px-4 py-2.5 hover:bg-sunken">
      <Link className="min-w-0 font-semibold hover:underline" href={entryHref({ kind, name })}>
        {title}
      </Link>
      <StateBadge state={state} />
      <p className="col-span-2 flex min-w-0 flex-wrap gap-x-3 text-xs text-mute">
        <span className="min-w-0 truncate font-mono">{file ?? name}</span>
        <span data-hint={`${label}\n${meaning}`}>{label}</span>
        <span>{plural(parts, kind === "playbook" ? "check" : "passage")}</span>
        {version > 0 && changedBy !== null && changedAt !== null && (
          <span data-hint={formatExactHint(changedAt)}>
            version {version} by {changedBy}
            {now > 0 && `, ${formatAgo(changedAt, now)}`}
          </span>
        )}
      </p>
      {problems.length > 0 && (
        <p className="col-span-2 text-xs font-semibold text-bad">
          {problems[0]?.line != null && `Line ${problems[0].line}: `}
          {problems[0]?.message}
          {problems.length > 1 && ` (and ${problems.length - 1} more)`}
        </p>
      )}
    </li>
  );
}
