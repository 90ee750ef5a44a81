import { ROLE_TABLE, type ChangeUserRequest, type User } from "@/lib/contracts/access";
import { formatAgo, formatExactHint } from "@/lib/client/format-time";
import { usePrincipal } from "../access/principal-context";
import { Button } from "../ui/button";
import { ConfirmButton } from "../ui/confirm-button";
import { RoleSelect } from "./role-select";

export interface UserRowProps {
  readonly user: User;
  readonly now: number;
  readonly isBusy: boolean;
  readonly onChange: (change: ChangeUserRequest) => void;
  readonly onReset: () => void;
}

export function UserRow({ user, now, isBusy, onChange, onReset }: UserRowProps) {
  const isSelf = usePrincipal().userId === user.userId;
  const isDisabled = user.disabledAt !== null;
  return (
    <li
      aria-label={user.email}
      className="grid items-center gap-x-4 gap-y-2 px-4 py-3 md:grid-cols-[minmax(0,1fr)_9rem_9.5rem_15.5rem]"
      data-user={user.userId}
    >
      <div className="min-w-0">
        <p className="truncate font-semibold">
          {user.name}
          {isSelf && <span className="ml-1.5 font-normal text-mute">(you)</span>}
        </p>
        <p className="truncate text-xs text-mute">{user.email}</p>
      </div>
      <UserState now={now} user={user} />
      <div
        data-hint={
          isSelf ? `${ROLE_TABLE[user.role].label}\nSomebody else has to change your own role.` : undefined
        }
      >
        <RoleSelect
          compact
          disabled={isBusy || isSelf}
          label={`Role of ${user.email}`}
          onChange={(role) => onChange({ role })}
          value={user.role}
        />
      </div>
      <div className="flex flex-wrap gap-2 md:justify-end">
        {isDisabled ? (
          <Button disabled={isBusy} onClick={() => onChange({ disabled: false })}>
            Enable
          </Button>
        ) : (
          <>
            <ConfirmButton confirm="Reset it?" disabled={isBusy} onConfirm={onReset}>
              Reset password
            </ConfirmButton>
            <ConfirmButton
              confirm="Disable?"
              disabled={isBusy || isSelf}
              onConfirm={() => onChange({ disabled: true })}
            >
              Disable
            </ConfirmButton>
          </>
        )}
      </div>
    </li>
  );
}

function UserState({ user, now }: { readonly user: User; readonly now: number }) {
  const { disabledAt, lastSignInAt, mustChangePassword } = user;
  if (disabledAt !== null) {
    return (
      <p className="text-xs font-semibold text-bad" data-hint={formatExactHint(disabledAt)}>
        Disabled
      </p>
    );
  }
  return (
    <p className="text-xs text-mute">
      {lastSignInAt === null ? (
        "Never signed in"
      ) : (
        <span data-hint={formatExactHint(lastSignInAt)}>
          Signed in {now === 0 ? "" : formatAgo(lastSignInAt, now)}
        </span>
      )}
      {mustChangePassword && <span className="block text-warn">One-time password</span>}
    </p>
  );
}
