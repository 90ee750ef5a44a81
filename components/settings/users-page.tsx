"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useState } from "react";
import type { ChangeUserRequest, CreateUserRequest, User } from "@/lib/contracts/access";
import { accessClient } from "@/lib/client/access-client";
import { usersOptions } from "@/lib/client/access-queries";
import { Button } from "../ui/button";
import { Notice } from "../ui/notice";
import { useNow } from "../ui/use-now";
import { CreateUserForm } from "./create-user-form";
import { ListSkeleton } from "./list-skeleton";
import { ShownOnce } from "./shown-once";
import { UserRow } from "./user-row";

interface Given {
  readonly user: User;
  readonly oneTimePassword: string;
  readonly isNew: boolean;
}

/** Who may sign in, and as what. */
export function UsersPage() {
  const client = useQueryClient();
  const users = useQuery(usersOptions);
  const now = useNow(true, true);
  const [isAdding, setIsAdding] = useState(false);
  const [given, setGiven] = useState<Given | null>(null);
  const refresh = () => client.invalidateQueries({ queryKey: usersOptions.queryKey });

  const create = useMutation({
    mutationFn: (body: CreateUserRequest) => accessClient.createUser(body),
    onSuccess: (reply) => {
      setGiven({ ...reply, isNew: true });
      setIsAdding(false);
      return refresh();
    },
  });
  const change = useMutation({
    mutationFn: ({ userId, body }: { userId: string; body: ChangeUserRequest }) =>
      accessClient.changeUser(userId, body),
    onSettled: refresh,
  });
  const reset = useMutation({
    mutationFn: (userId: string) => accessClient.resetPassword(userId),
    onSuccess: (reply) => {
      setGiven({ ...reply, isNew: false });
      return refresh();
    },
  });
  const failed = change.error ?? reset.error;
  const isBusy = change.isPending || reset.isPending;

  return (
    <section aria-label="Users" className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-prose text-mute">
          A new user gets a one-time password from you and chooses another at the first sign-in. Changes hold
          from the user&apos;s next request on.
        </p>
        {!isAdding && (
          <Button look="primary" onClick={() => setIsAdding(true)}>
            <UserPlus aria-hidden className="size-3.5" />
            Add user
          </Button>
        )}
      </div>
      {given !== null && (
        <ShownOnce
          key={given.oneTimePassword}
          onDone={() => setGiven(null)}
          secret={given.oneTimePassword}
          title={
            given.isNew ? `${given.user.email} may sign in` : `The password of ${given.user.email} was reset`
          }
        >
          Hand over this one-time password; it has to be changed at the next sign-in.
        </ShownOnce>
      )}
      {isAdding && (
        <CreateUserForm
          error={create.error}
          isBusy={create.isPending}
          onCancel={() => {
            create.reset();
            setIsAdding(false);
          }}
          onCreate={(body) => create.mutate(body)}
        />
      )}
      {failed !== null && (
        <Notice title="Nothing was changed" tone="bad" urgent>
          <p>{failed.message}</p>
        </Notice>
      )}
      {users.isPending ? (
        <ListSkeleton />
      ) : users.isError ? (
        <Notice title="The users could not be read" tone="bad" urgent>
          <p>{users.error.message}</p>
        </Notice>
      ) : (
        <ul className="panel divide-y divide-line">
          {users.data.map((user) => (
            <UserRow
              isBusy={isBusy}
              key={user.userId}
              now={now}
              onChange={(body) => change.mutate({ userId: user.userId, body })}
              onReset={() => reset.mutate(user.userId)}
              user={user}
            />
          ))}
        </ul>
      )}
    </section>
  );
}
