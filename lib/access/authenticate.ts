/** From the headers of a request to a principal. A bearer token and cookies never mix: where there is a token, cookies are not looked at. */
import type { Principal } from "../contracts/access";
import type { AccessClock, AccessStore } from "./ports";
import { hashTokenSecret } from "./secrets";
import type { SignIn } from "./sign-in";

/** The use of a token is written down at most this often, ms. */
const TOUCH_EVERY_MS = 60_000;

/** What a request shows of itself. */
export interface Credentials {
  readonly authorization: string | null;
  readonly cookie: string | null;
  /** Whether it reached us over https. */
  readonly secure: boolean;
}

export type Authentication =
  | { readonly kind: "principal"; readonly principal: Principal; readonly by: Credential }
  /** `by`: what was shown and does not hold; null when nothing was shown. */
  | { readonly kind: "nobody"; readonly by: Credential | null };
/** Cookies are sent by browsers on their own; a token only ever by a program that means to. */
type Credential = "token" | "cookie";

export interface AuthenticateDependencies {
  readonly store: Pick<AccessStore, "findTokenByHash" | "touchToken">;
  readonly signIn: Pick<SignIn, "findSession">;
  readonly clock: AccessClock;
  /** The note of a token's use failed; nothing else did. */
  readonly onTouchError: (error: unknown) => void;
}

/** @throws when sessions or tokens cannot be read: that is never taken for a refusal */
export async function authenticate(
  deps: AuthenticateDependencies,
  credentials: Credentials,
): Promise<Authentication> {
  const { authorization, cookie, secure } = credentials;
  if (authorization !== null) return authenticateToken(deps, authorization);
  if (cookie === null || cookie === "") return { kind: "nobody", by: null };
  const session = await deps.signIn.findSession(cookie, secure);
  return session === null
    ? { kind: "nobody", by: null }
    : { kind: "principal", principal: session.principal, by: "cookie" };
}

async function authenticateToken(
  deps: AuthenticateDependencies,
  authorization: string,
): Promise<Authentication> {
  const secret = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
  const hash = secret === undefined ? null : hashTokenSecret(secret);
  const token = hash === null ? null : await deps.store.findTokenByHash(hash);
  const now = deps.clock.now();
  if (token === null || token.revokedAt !== null || token.expiresAt <= now) {
    return { kind: "nobody", by: "token" };
  }
  const { tokenId, name, role, lastUsedAt } = token;
  if (lastUsedAt === null || now - lastUsedAt >= TOUCH_EVERY_MS) {
    await deps.store.touchToken(tokenId, now).catch(deps.onTouchError);
  }
  return { kind: "principal", principal: { kind: "token", tokenId, name, role }, by: "token" };
}
