import "server-only";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { refusalFor, type Permission, type SessionPrincipal } from "../contracts/access";
import { signInAddress } from "../contracts/safe-next";
import { PATH_HEADER } from "../http/page-security";
import { isOverHttps } from "../http/visit";
import { getInterlock } from "./instance";

export type PageAccess =
  | { readonly kind: "permitted"; readonly principal: SessionPrincipal }
  /** `reason` says whom to ask. */
  | { readonly kind: "refused"; readonly principal: SessionPrincipal; readonly reason: string };

/** Who is signed in, looked up once for each request; null for nobody. Tokens are for programs: they open no page. */
const findPrincipal = cache(async (): Promise<SessionPrincipal | null> => {
  const given = await headers();
  const interlock = await getInterlock();
  return interlock.sessionOf(given.get("cookie"), isOverHttps(given, "http://console.invalid"));
});

/**
 * Every page of the console begins with this, and so does its layout: a layout is not rendered again for every page inside it. Sends away who has
 * not signed in, and who has a one-time password.
 */
export async function requirePage(permission: Permission): Promise<PageAccess> {
  const principal = await requirePrincipal();
  if (principal.mustChangePassword) redirect(signInAddress(await currentPath(), "/password"));
  const reason = refusalFor(principal.role, permission);
  return reason === null ? { kind: "permitted", principal } : { kind: "refused", principal, reason };
}

/** Whoever is signed in, whatever their role and password. */
export async function requirePrincipal(): Promise<SessionPrincipal> {
  const principal = await findPrincipal();
  if (principal === null) redirect(signInAddress(await currentPath()));
  return principal;
}

/** For the page to sign in on: who is signed in already has nothing to do there. */
export function isSignedIn(): Promise<boolean> {
  return findPrincipal().then((principal) => principal !== null);
}

/** As proxy.ts wrote it; a client that gets past the proxy may write what it likes, and is sent to a path of this console all the same. */
async function currentPath(): Promise<string> {
  return (await headers()).get(PATH_HEADER) ?? "/";
}
