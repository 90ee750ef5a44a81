"use client";

import { useState } from "react";
import { CreateUserRequest, ROLE_TABLE, type Role } from "@/lib/contracts/access";
import { TextField } from "../ui/text-field";
import { EntryForm } from "./entry-form";
import { RoleSelect } from "./role-select";
import { useCheckedFields } from "./use-checked-fields";

export interface CreateUserFormProps {
  readonly isBusy: boolean;
  readonly error: Error | null;
  readonly onCreate: (request: CreateUserRequest) => void;
  readonly onCancel: () => void;
}

export function CreateUserForm({ isBusy, error, onCreate, onCancel }: CreateUserFormProps) {
  const [role, setRole] = useState<Role>("viewer");
  const { problems, check } = useCheckedFields(CreateUserRequest);
  const submit = (form: FormData) => {
    const request = check({ name: form.get("name"), email: form.get("email"), role });
    if (request !== null) onCreate(request);
  };
  return (
    <EntryForm
      busyLabel="Adding…"
      error={error}
      failedTitle="The user was not added"
      isBusy={isBusy}
      label="Add user"
      onCancel={onCancel}
      onSubmit={submit}
    >
      <div className="grid items-start gap-3.5 sm:grid-cols-[1fr_1fr_11rem]">
        <TextField autoComplete="off" autoFocus label="Name" name="name" problem={problems["name"]} />
        <TextField
          autoCapitalize="none"
          autoComplete="off"
          label="E-mail"
          name="email"
          problem={problems["email"]}
          spellCheck={false}
          type="email"
        />
        <RoleSelect label="Role" onChange={setRole} value={role} />
      </div>
      <p className="text-xs text-mute">{ROLE_TABLE[role].meaning}</p>
    </EntryForm>
  );
}
