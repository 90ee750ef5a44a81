import {
  AUDIT_ACTION_TABLE,
  AUDIT_OUTCOME_TABLE,
  type AuditEntry,
  type AuditOutcome,
  type AuditState,
} from "@/lib/contracts/access";
import { formatExactHint } from "@/lib/client/format-time";
import { datedClock } from "./dated-clock";

const OUTCOME_LOOK = {
  changed: "text-mute",
  no_change: "text-off",
  refused: "font-semibold text-bad",
} as const satisfies Record<AuditOutcome, string>;

export interface AuditRowProps {
  readonly entry: AuditEntry;
  /** Narrows the list to what this actor did. */
  readonly onActor: (actorId: string) => void;
}

export function AuditRow({ entry, onActor }: AuditRowProps) {
  const { at, actor, action, outcome, target, address, before, after } = entry;
  const changes = changesOf(before, after);
  return (
    <li
      className="grid gap-x-4 gap-y-0.5 px-4 py-2.5 md:grid-cols-[12.5rem_minmax(0,13rem)_minmax(0,1fr)_6rem]"
      data-audit={entry.auditId}
    >
      <p className="font-mono text-xs leading-5 text-mute" data-hint={formatExactHint(at)}>
        {datedClock(at)}
      </p>
      <p className="min-w-0">
        {actor.id === null ? (
          <span className="block truncate text-mute">{actor.name}</span>
        ) : (
          <button
            className="block max-w-full truncate text-left font-semibold hover:underline"
            data-hint={`${actor.id}\nShow what this ${actor.kind === "token" ? "token" : "user"} did.`}
            onClick={() => onActor(actor.id ?? "")}
            type="button"
          >
            {actor.name}
          </button>
        )}
        <span className="block truncate text-xs text-mute">
          {actor.kind === "token" ? "API token" : actor.kind === "host" ? "command" : ""}
          {actor.kind === "token" && address !== null ? ", " : ""}
          {address}
        </span>
      </p>
      <div className="min-w-0">
        <p>
          {AUDIT_ACTION_TABLE[action]}
          {target !== null && <span className="ml-1.5 font-mono text-xs break-all text-mute">{target}</span>}
        </p>
        {changes.length > 0 && <p className="text-xs break-words text-mute">{changes.join(" · ")}</p>}
      </div>
      <p
        className={`text-xs leading-5 md:text-right ${OUTCOME_LOOK[outcome]}`}
        data-hint={`${outcome}\n${AUDIT_OUTCOME_TABLE[outcome].meaning}`}
      >
        {AUDIT_OUTCOME_TABLE[outcome].label}
      </p>
    </li>
  );
}

/** "role viewer → operator", and the values that stand alone. */
function changesOf(before: AuditState | null, after: AuditState | null): string[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return names.flatMap((name) => {
    const was = before?.[name];
    const is = after?.[name];
    const word = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
    if (before === null || was === undefined) return [`${word} ${textOf(name, is)}`];
    return was === is ? [] : [`${word} ${textOf(name, was)} → ${textOf(name, is)}`];
  });
}

function textOf(name: string, value: AuditState[string] | undefined): string {
  if (value == null) return "–";
  if (name.endsWith("At") && typeof value === "number") return datedClock(value);
  return typeof value === "boolean" ? (value ? "yes" : "no") : String(value);
}
