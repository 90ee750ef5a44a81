/** Signing in and out, and changing one's own password. */
import { hashPassword } from "better-auth/crypto";
import { z } from "zod";
import type { SignInRequest, UserId, SessionPrincipal } from "../contracts/access";
import type { AttemptLimit } from "./attempt-limit";
import type { AdministrationDependencies } from "./administration";
import type { Act } from "./ports";
import type { SignIn } from "./sign-in";
import { actOf, actorOf } from "./visitor";

/** Where a request comes from, and over what. */
export interface Client {
  readonly address: string | null;
  readonly userAgent: string | null;
  readonly secure: boolean;
}
export type SignInOutcome =
  | { readonly kind: "signed_in"; readonly principal: SessionPrincipal; readonly cookies: readonly string[] }
  | { readonly kind: "refused" }
  | { readonly kind: "limited"; readonly retryAfterMs: number };
export type ChangePasswordOutcome =
  | { readonly kind: "changed" }
  /** Not the password of whoever asks; or the same one again; or there is no session. */
  | { readonly kind: "wrong_current" | "same" | "no_session" }
  | { readonly kind: "limited"; readonly retryAfterMs: number };

/** Passwords that are compared at once; each takes tens of milliseconds of a processor and 16 MiB. */
const MOST_CHECKS = 16;
const BUSY_RETRY_MS = 1_000;

export interface OwnAccountDependencies extends AdministrationDependencies {
  readonly signIn: SignIn;
  readonly attempts: AttemptLimit;
}

export class OwnAccount {
  readonly #deps: OwnAccountDependencies;
  #checks = 0;

  constructor(deps: OwnAccountDependencies) {
    this.#deps = deps;
  }

  /** Neither its words nor its time say whether the address is known. */
  async signIn({ email, password }: SignInRequest, client: Client): Promise<SignInOutcome> {
    const { signIn, attempts, store } = this.#deps;
    if (this.#checks >= MOST_CHECKS) return { kind: "limited", retryAfterMs: BUSY_RETRY_MS };
    const attempt = attempts.attempt(email, client.address);
    if (attempt.kind === "limited") return attempt;
    this.#checks += 1;
    const check = await signIn.checkPassword({ email, password, ...client }).finally(() => {
      this.#checks -= 1;
    });
    if (check.kind === "wrong") {
      // A password typed into the wrong field is not to stay in a log.
      const target = z.email().safeParse(email).success ? email : null;
      await store.record(this.#act({ kind: "nobody", id: null, name: "nobody" }, client), {
        action: "session.sign_in",
        outcome: "refused",
        target,
      });
      return { kind: "refused" };
    }
    attempt.forgive();
    const user = await store.findUser(check.userId);
    if (user === null) return { kind: "refused" };
    const { userId, name, role, mustChangePassword } = user;
    const principal = { kind: "session", userId, name, email: user.email, role, mustChangePassword } as const;
    await store.noteSignIn(this.#act(actorOf(principal), client), userId);
    return { kind: "signed_in", principal, cookies: check.cookies };
  }

  /** Returns whole Set-Cookie values that remove the session's cookies. */
  async signOut(
    principal: SessionPrincipal,
    cookieHeader: string,
    client: Client,
  ): Promise<readonly string[]> {
    const cookies = await this.#deps.signIn.signOut(cookieHeader, client.secure);
    await this.#deps.store.record(this.#act(actorOf(principal), client), {
      action: "session.sign_out",
      outcome: "changed",
      target: principal.email,
    });
    return cookies;
  }

  /** Ends every other session of the user. A wrong current password counts as an attempt to guess it. */
  async changePassword(
    cookieHeader: string,
    passwords: { readonly current: string; readonly next: string },
    client: Client,
  ): Promise<ChangePasswordOutcome> {
    const { signIn, store, attempts } = this.#deps;
    const session = await signIn.findSession(cookieHeader, client.secure);
    if (session === null) return { kind: "no_session" };
    const { principal, sessionToken } = session;
    const attempt = attempts.attempt(principal.email, client.address);
    if (attempt.kind === "limited") return attempt;
    const act = this.#act(actorOf(principal), client);
    const refused = { action: "password.change", outcome: "refused", target: principal.email } as const;
    if (!(await signIn.isOwnPassword(cookieHeader, client.secure, passwords.current))) {
      await store.record(act, refused);
      return { kind: "wrong_current" };
    }
    attempt.forgive();
    if (passwords.next === passwords.current) {
      await store.record(act, { ...refused, outcome: "no_change" });
      return { kind: "same" };
    }
    await this.#store(act, principal.userId, passwords.next, sessionToken);
    return { kind: "changed" };
  }

  async #store(act: Act, userId: UserId, password: string, sessionToken: string): Promise<void> {
    await this.#deps.store.changeOwnPassword(act, userId, await hashPassword(password), sessionToken);
  }

  #act(actor: Act["actor"], { address }: Client): Act {
    return actOf(this.#deps, { actor, address });
  }
}
