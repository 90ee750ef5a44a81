"use client";

import { useState } from "react";
import { CreateTokenRequest, MAX_TOKEN_DAYS, ROLE_TABLE, type Role } from "@/lib/contracts/access";
import { TextField } from "../ui/text-field";
import { EntryForm } from "./entry-form";
import { RoleSelect } from "./role-select";
import { useCheckedFields } from "./use-checked-fields";

const DEFAULT_DAYS = 90;

export interface CreateTokenFormProps {
  readonly isBusy: boolean;
  readonly error: Error | null;
  readonly onCreate: (request: CreateTokenRequest) => void;
  readonly onCancel: () => void;
}

export function CreateTokenForm({ isBusy, error, onCreate, onCancel }: CreateTokenFormProps) {
  const [role, setRole] = useState<Role>("viewer");
  const { problems, check } = useCheckedFields(CreateTokenRequest);
  const submit = (form: FormData) => {
    const request = check({ name: form.get("name"), role, days: Number(form.get("days")) });
    if (request !== null) onCreate(request);
  };
  return (
    <EntryForm
      busyLabel="Creating…"
      error={error}
      failedTitle="The token was not created"
      isBusy={isBusy}
      label="Create token"
      onCancel={onCancel}
      onSubmit={submit}
    >
      <div className="grid items-start gap-3.5 sm:grid-cols-[1fr_11rem_8rem]">
        <TextField
          autoComplete="off"
          autoFocus
          label="Name"
          name="name"
          placeholder="Which program it is for"
          problem={problems["name"]}
        />
        <RoleSelect label="Role" onChange={setRole} value={role} />
        <TextField
          defaultValue={DEFAULT_DAYS}
          label="Days"
          max={MAX_TOKEN_DAYS}
          min={1}
          name="days"
          problem={problems["days"] === undefined ? undefined : `give 1 to ${MAX_TOKEN_DAYS} days`}
          type="number"
        />
      </div>
      <p className="text-xs text-mute">{ROLE_TABLE[role].meaning}</p>
    </EntryForm>
  );
}
