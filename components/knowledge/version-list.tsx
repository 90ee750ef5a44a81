import { KNOWLEDGE_ACTION_TABLE, type KnowledgeVersion } from "@/lib/contracts/knowledge";
import { formatAgo, formatExactHint } from "@/lib/client/format-time";
import { Button } from "../ui/button";

export interface VersionListProps {
  readonly versions: readonly KnowledgeVersion[];
  readonly now: number;
  readonly isBusy: boolean;
  /** Puts the text of a version into the editor; null where nobody may edit. */
  readonly onTake: ((version: number) => void) | null;
}

/** Who changed an entry, and when; the latest first. */
export function VersionList({ versions, now, isBusy, onTake }: VersionListProps) {
  if (versions.length === 0) return <p className="text-mute">Nobody has changed it in the console.</p>;
  return (
    <ol className="grid gap-1.5">
      {versions.map(({ version, action, by, at, hasText }) => (
        <li className="flex min-h-6 flex-wrap items-center gap-x-3" key={version}>
          <b className="w-6 text-right">{version}</b>
          <span className="min-w-0 flex-1">
            {KNOWLEDGE_ACTION_TABLE[action].label} by <span className="break-all">{by}</span>
            {now > 0 && (
              <span className="text-mute" data-hint={formatExactHint(at)}>
                , {formatAgo(at, now)}
              </span>
            )}
          </span>
          {hasText && onTake !== null && (
            <Button
              aria-label={`Take the text of version ${version} into the editor`}
              disabled={isBusy}
              onClick={() => onTake(version)}
              size="sm"
            >
              Take its text
            </Button>
          )}
        </li>
      ))}
    </ol>
  );
}
