"use client";

import { LogIn } from "lucide-react";
import { useRef, useState } from "react";
import { accessClient } from "@/lib/client/access-client";
import { leaveFor } from "@/lib/client/leave-for";
import { ProblemError } from "@/lib/client/api-error";
import { signInAddress } from "@/lib/contracts/safe-next";
import { Button } from "../ui/button";
import { Notice } from "../ui/notice";
import { TextField } from "../ui/text-field";
import { useHydrated } from "./use-hydrated";

type Progress =
  | { readonly kind: "idle" | "busy" }
  | { readonly kind: "failed"; readonly title: string; readonly detail: string };

export interface SignInFormProps {
  /** Where to go on to: a path of this console. */
  readonly next: string;
}

export function SignInForm({ next }: SignInFormProps) {
  const [progress, setProgress] = useState<Progress>({ kind: "idle" });
  const hydrated = useHydrated();
  const password = useRef<HTMLInputElement>(null);

  const signIn = async (form: FormData) => {
    setProgress({ kind: "busy" });
    try {
      const { principal } = await accessClient.signIn({
        email: String(form.get("email")),
        password: String(form.get("password")),
      });
      const isOneTime = principal.kind === "session" && principal.mustChangePassword;

      leaveFor(isOneTime ? signInAddress(next, "/password") : next);
    } catch (error) {
      setProgress({ kind: "failed", ...wordsFor(error) });
      if (password.current !== null) {
        password.current.value = "";
        password.current.focus();
      }
    }
  };

  return (
    <form
      className="mt-4 grid gap-3.5"
      method="post"
      onSubmit={(event) => {
        event.preventDefault();
        if (progress.kind !== "busy") void signIn(new FormData(event.currentTarget));
      }}
    >
      {progress.kind === "failed" && (
        <Notice title={progress.title} tone="bad" urgent>
          <p>{progress.detail}</p>
        </Notice>
      )}
      <TextField
        autoCapitalize="none"
        autoComplete="username"
        autoFocus
        label="E-mail"
        maxLength={190}
        name="email"
        required
        spellCheck={false}
        type="email"
      />
      <TextField
        autoComplete="current-password"
        label="Password"
        maxLength={1_000}
        name="password"
        ref={password}
        required
        type="password"
      />
      <Button
        className="mt-1 h-9 w-full"
        disabled={!hydrated || progress.kind === "busy"}
        look="primary"
        type="submit"
      >
        <LogIn aria-hidden className="size-3.5" />
        {progress.kind === "busy" ? "Signing in…" : "Sign in"}
      </Button>
    </form>
  );
}

function wordsFor(error: unknown): { title: string; detail: string } {
  if (error instanceof ProblemError) {
    return { title: error.problem.title, detail: sentence(error.problem.detail) };
  }
  return { title: "The server did not answer", detail: "Try again in a moment." };
}

function sentence(detail: string): string {
  return `${detail.charAt(0).toUpperCase()}${detail.slice(1)}.`;
}
