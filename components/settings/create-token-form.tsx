"use client";

import { useState } from "react";
import { CreateTokenRequest, MAX_TOKEN_DAYS, ROLE_TABLE, type Role } from "@/lib/contracts/access";
import { Button } from "../ui/button";
import { Notice } from "../ui/notice";
import { TextField } from "../ui/text-field";
import { RoleSelect } from "./role-select";

const DEFAULT_DAYS = 90;

export interface CreateTokenFormProps {
  readonly isBusy: boolean;
  readonly error: Error | null;
  readonly onCreate: (request: CreateTokenRequest) => void;
  readonly onCancel: () => void;
}

export function CreateTokenForm({ isBusy, error, onCreate, onCancel }: CreateTokenFormProps) {
  const [role, setRole] = useState<Role>("viewer");
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const submit = (form: FormData) => {
    const parsed = CreateTokenRequest.safeParse({
      name: form.get("name"),
      role,
      days: Number(form.get("days")),
    });
    if (parsed.success) {
      setProblems({});
      onCreate(parsed.data);
      return;
    }
    setProblems(
      Object.fromEntries(
        parsed.error.issues.map((issue) => {
          const field = String(issue.path[0]);
          return [field, field === "days" ? `give 1 to ${MAX_TOKEN_DAYS} days` : issue.message];
        }),
      ),
    );
  };
  return (
    <form
      aria-label="Create token"
      className="panel grid gap-3.5 px-4 py-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit(new FormData(event.currentTarget));
      }}
    >
      {error !== null && (
        <Notice title="The token was not created" tone="bad" urgent>
          <p>{error.message}</p>
        </Notice>
      )}
      <div className="grid gap-3.5 sm:grid-cols-[1fr_11rem_8rem]">
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
          problem={problems["days"]}
          type="number"
        />
      </div>
      <p className="text-xs text-mute">{ROLE_TABLE[role].meaning}</p>
      <div className="flex gap-2">
        <Button disabled={isBusy} look="primary" type="submit">
          {isBusy ? "Creating…" : "Create token"}
        </Button>
        <Button look="quiet" onClick={onCancel}>
          Not now
        </Button>
      </div>
    </form>
  );
}
