"use client";

import { useState } from "react";
import { CreateUserRequest, ROLE_TABLE, type Role } from "@/lib/contracts/access";
import { Button } from "../ui/button";
import { Notice } from "../ui/notice";
import { TextField } from "../ui/text-field";
import { RoleSelect } from "./role-select";

export interface CreateUserFormProps {
  readonly isBusy: boolean;
  readonly error: Error | null;
  readonly onCreate: (request: CreateUserRequest) => void;
  readonly onCancel: () => void;
}

export function CreateUserForm({ isBusy, error, onCreate, onCancel }: CreateUserFormProps) {
  const [role, setRole] = useState<Role>("viewer");
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const submit = (form: FormData) => {
    const parsed = CreateUserRequest.safeParse({ name: form.get("name"), email: form.get("email"), role });
    if (parsed.success) {
      setProblems({});
      onCreate(parsed.data);
      return;
    }
    setProblems(
      Object.fromEntries(parsed.error.issues.map((issue) => [String(issue.path[0]), issue.message])),
    );
  };
  return (
    <form
      aria-label="Add user"
      className="panel grid gap-3.5 px-4 py-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit(new FormData(event.currentTarget));
      }}
    >
      {error !== null && (
        <Notice title="The user was not added" tone="bad" urgent>
          <p>{error.message}</p>
        </Notice>
      )}
      <div className="grid gap-3.5 sm:grid-cols-[1fr_1fr_11rem]">
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
      <div className="flex gap-2">
        <Button disabled={isBusy} look="primary" type="submit">
          {isBusy ? "Adding…" : "Add user"}
        </Button>
        <Button look="quiet" onClick={onCancel}>
          Not now
        </Button>
      </div>
    </form>
  );
}
