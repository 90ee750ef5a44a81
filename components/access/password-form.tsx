"use client";

import { KeyRound } from "lucide-react";
import { useState } from "react";
import { accessClient } from "@/lib/client/access-client";
import { leaveFor } from "@/lib/client/leave-for";
import { ProblemError } from "@/lib/client/api-error";
import { MIN_PASSWORD_LENGTH } from "@/lib/contracts/access";
import { Button } from "../ui/button";
import { Notice } from "../ui/notice";
import { TextField } from "../ui/text-field";
import { useHydrated } from "./use-hydrated";

type Field = "current" | "next" | "again";
interface Problems {
  readonly fields: Partial<Record<Field, string>>;
  /** What is wrong with none of the fields. */
  readonly whole: string | null;
}
const NONE: Problems = { fields: {}, whole: null };

export interface PasswordFormProps {
  readonly email: string;
  /** Where to go on to: a path of this console. */
  readonly next: string;
}

/** Changes the password of whoever is signed in. */
export function PasswordForm({ email, next }: PasswordFormProps) {
  const [problems, setProblems] = useState<Problems>(NONE);
  const [busy, setBusy] = useState(false);
  const hydrated = useHydrated();

  const change = async (form: FormData) => {
    const [current, password, again] = ["current", "next", "again"].map((name) => String(form.get(name)));
    if (current === undefined || password === undefined) return;
    if (password !== again) {
      setProblems({ fields: { again: "is not the same" }, whole: null });
      return;
    }
    setBusy(true);
    setProblems(NONE);
    try {
      await accessClient.changePassword({ current, next: password });
      leaveFor(next);
    } catch (error) {
      setBusy(false);
      setProblems(problemsOf(error));
    }
  };

  return (
    <form
      className="mt-4 grid gap-3.5"
      method="post"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void change(new FormData(event.currentTarget));
      }}
    >
      {problems.whole !== null && (
        <Notice title="The password was not changed" tone="bad" urgent>
          <p>{problems.whole}</p>
        </Notice>
      )}
      {/* For password managers: whose password this is. */}
      <input autoComplete="username" defaultValue={email} hidden name="email" readOnly />
      <TextField
        autoComplete="current-password"
        autoFocus
        label="Current password"
        name="current"
        problem={problems.fields.current ?? null}
        required
        type="password"
      />
      <TextField
        autoComplete="new-password"
        hint={`At least ${MIN_PASSWORD_LENGTH} characters. Other browsers are signed out.`}
        label="New password"
        minLength={MIN_PASSWORD_LENGTH}
        name="next"
        problem={problems.fields.next ?? null}
        required
        type="password"
      />
      <TextField
        autoComplete="new-password"
        label="New password again"
        name="again"
        problem={problems.fields.again ?? null}
        required
        type="password"
      />
      <Button className="mt-1 h-9 w-full" disabled={!hydrated || busy} look="primary" type="submit">
        <KeyRound aria-hidden className="size-3.5" />
        {busy ? "Changing…" : "Change password"}
      </Button>
    </form>
  );
}

function problemsOf(error: unknown): Problems {
  if (!(error instanceof ProblemError)) return { fields: {}, whole: "The server did not answer: try again." };
  const fields: Problems["fields"] = {};
  for (const { path, message } of error.problem.fields ?? []) {
    if (path === "current" || path === "next") fields[path] = message;
  }
  return { fields, whole: Object.keys(fields).length === 0 ? error.message : null };
}
