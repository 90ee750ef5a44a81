"use client";

import { ChevronUp, KeyRound, LogOut } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { ROLE_TABLE } from "@/lib/contracts/access";
import { accessClient } from "@/lib/client/access-client";
import { leaveFor } from "@/lib/client/leave-for";
import { Button } from "../ui/button";
import { usePrincipal } from "./principal-context";

/** Who is signed in, with which role, and the way out. */
export function UserMenu() {
  const { name, email, role } = usePrincipal();
  const [problem, setProblem] = useState<string | null>(null);
  const signOut = async () => {
    try {
      await accessClient.signOut();
      leaveFor("/sign-in");
    } catch {
      setProblem("Not signed out: the server did not answer. Try again.");
    }
  };
  return (
    <div>
      <button
        className="flex w-full items-center gap-2 rounded-md px-2 py-1.5 text-left hover:bg-off-soft"
        popoverTarget="user-menu"
        style={{ anchorName: "--user-menu" }}
        type="button"
      >
        <span
          aria-hidden
          className="grid size-6 shrink-0 place-items-center rounded-full bg-accent-soft text-2xs font-bold text-accent"
        >
          {initialsOf(name)}
        </span>
        <span className="min-w-0 flex-1 max-md:sr-only">
          <span className="block truncate leading-4 font-semibold">{name}</span>
          <span className="block truncate text-2xs leading-3.5 text-mute">{ROLE_TABLE[role].label}</span>
        </span>
        <ChevronUp aria-hidden className="size-3.5 shrink-0 text-faint max-md:hidden" />
        <span className="sr-only">, your account</span>
      </button>
      <div
        aria-label="Your account"
        className="facet-panel panel w-64 border-line-strong p-3 text-ink shadow-lg"
        id="user-menu"
        popover="auto"
        role="group"
        style={{ positionAnchor: "--user-menu" }}
      >
        <p className="truncate font-semibold">{name}</p>
        <p className="truncate text-xs text-mute">{email}</p>
        <p className="mt-2 text-xs text-mute">
          <b className="font-semibold text-ink">{ROLE_TABLE[role].label}.</b> {ROLE_TABLE[role].meaning}
        </p>
        {problem !== null && (
          <p className="mt-2 text-xs font-semibold text-bad" role="alert">
            {problem}
          </p>
        )}
        <div className="mt-3 grid gap-1.5">
          <Link
            className="inline-flex h-8 items-center justify-center gap-1.5 rounded-[7px] border border-line-strong bg-panel px-3 font-semibold hover:bg-sunken"
            href="/password"
          >
            <KeyRound aria-hidden className="size-3.5" />
            Change password
          </Link>
          <Button onClick={() => void signOut()}>
            <LogOut aria-hidden className="size-3.5" />
            Sign out
          </Button>
        </div>
      </div>
    </div>
  );
}

function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== "");
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map(
    (word) => [...(word ?? "")][0] ?? "",
  );
  return letters.join("").toUpperCase();
}
