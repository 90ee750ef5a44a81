"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useState } from "react";
import type { ChangeUserRequest, CreateUserRequest, User } from "@/lib/contracts/access";
import { accessClient } from "@/lib/client/access-client";
import { usersOptions } from "@/lib/client/access-queries";
import { Button } from "../ui/button";
import { useNow } from "../ui/use-now";
import { ActError } from "./act-error";
import { CreateUserForm } from "./create-user-form";
import { ListPanel } from "./list-panel";
import { SettingsSection } from "./settings-section";
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
  const isBusy = change.isPending || reset.isPending;

  return (
    <SettingsSection
      action={
        !isAdding && (
          <Button look="primary" onClick={() => setIsAdding(true)}>
            <UserPlus aria-hidden className="size-3.5" />
            Add user
          </Button>
        )
      }
      label="Users"
      lead="A new user gets a one-time password from you and chooses another at the first sign-in. Changes hold from the user’s next request on."
    >
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
      <ActError error={change.error ?? reset.error} title="Nothing was changed" />
      <ListPanel
        empty={{ title: "There are no users", text: "Nobody may sign in until one is added." }}
        query={users}
        what="The users"
      >
        {(user) => (
          <UserRow
            isBusy={isBusy}
            key={user.userId}
            now={now}
            onChange={(body) => change.mutate({ userId: user.userId, body })}
            onReset={() => reset.mutate(user.userId)}
            user={user}
          />
        )}
      </ListPanel>
    </SettingsSection>
  );
}
