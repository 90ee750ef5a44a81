import { ROLE_TABLE, type ApiToken } from "@/lib/contracts/access";
import { formatAgo, formatExact, formatExactHint } from "@/lib/client/format-time";
import { ConfirmButton } from "../ui/confirm-button";

export interface TokenRowProps {
  readonly token: ApiToken;
  readonly now: number;
  readonly isBusy: boolean;
  readonly onRevoke: () => void;
}

export function TokenRow({ token, now, isBusy, onRevoke }: TokenRowProps) {
  const { name, tokenId, role, createdBy, createdAt, expiresAt, lastUsedAt, revokedAt } = token;
  const isOver = revokedAt !== null || (now > 0 && expiresAt <= now);
  return (
    <li
      aria-label={name}
      className="grid items-center gap-x-4 gap-y-2 px-4 py-3 md:grid-cols-[minmax(0,1fr)_8rem_11rem_11rem_7rem]"
      data-token={tokenId}
    >
      <div className="min-w-0">
        <p className="truncate font-semibold">{name}</p>
        <p className="truncate text-xs text-mute">
          by {createdBy}
          {now > 0 && <span data-hint={formatExactHint(createdAt)}>, {formatAgo(createdAt, now)}</span>}
        </p>
      </div>
      <p>{ROLE_TABLE[role].label}</p>
      <p className="text-xs text-mute">
        {lastUsedAt === null ? (
          "Never used"
        ) : (
          <span data-hint={formatExactHint(lastUsedAt)}>
            Used {now === 0 ? "" : formatAgo(lastUsedAt, now)}
          </span>
        )}
      </p>
      <Validity expiresAt={expiresAt} isOver={isOver} revokedAt={revokedAt} />
      <div className="flex md:justify-end">
        {!isOver && (
          <ConfirmButton confirm="Revoke?" disabled={isBusy} onConfirm={onRevoke}>
            Revoke
          </ConfirmButton>
        )}
      </div>
    </li>
  );
}

interface ValidityProps {
  readonly expiresAt: number;
  readonly revokedAt: number | null;
  readonly isOver: boolean;
}

function Validity({ expiresAt, revokedAt, isOver }: ValidityProps) {
  const date = formatExact(revokedAt ?? expiresAt).slice(0, 10);
  const says = revokedAt !== null ? "Revoked" : isOver ? "Expired" : "Expires";
  return (
    <p
      className={`text-xs ${isOver ? "font-semibold text-bad" : "text-mute"}`}
      data-hint={formatExactHint(revokedAt ?? expiresAt)}
    >
      {says} {date}
    </p>
  );
}
