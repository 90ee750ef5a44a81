"use client";

import { createContext, useContext, type ReactNode } from "react";
import { refusalFor, type Permission, type SessionPrincipal } from "@/lib/contracts/access";

const PrincipalContext = createContext<SessionPrincipal | null>(null);

/** Tells the console who is signed in, as the server found when it made the page. The server decides again at every request. */
export function PrincipalProvider({
  principal,
  children,
}: {
  readonly principal: SessionPrincipal;
  readonly children: ReactNode;
}) {
  return <PrincipalContext value={principal}>{children}</PrincipalContext>;
}

export function usePrincipal(): SessionPrincipal {
  const principal = useContext(PrincipalContext);
  if (principal === null) throw new Error("a page of the console is inside PrincipalProvider");
  return principal;
}

/** Why a control is disabled for whoever is signed in, in one sentence; null where it is not. */
export function useRefusal(permission: Permission): string | null {
  return refusalFor(usePrincipal().role, permission);
}
