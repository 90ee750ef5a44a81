/**
 * Signing in with e-mail and password, by better-auth: it looks passwords up, hashes and compares them, keeps sessions and signs their cookies.
 * Its own routes are not served: what is asked of it is asked from here, so that every request passes the one wrapper of lib/http.
 */
import { betterAuth, type BetterAuthOptions } from "better-auth";
import { isAPIError } from "better-auth/api";
import { z } from "zod";
import { Role, UserId, type SessionPrincipal } from "../contracts/access";
import type { AccessIds } from "./ports";

/** A shift and some. After that a person signs in again, whatever they did meanwhile. */
const SESSION_S = 12 * 60 * 60;
/** Carries the client's address into the session's row; requests cannot set it, for no header of theirs is handed on. */
const ADDRESS_HEADER = "x-interlock-address";

export type AuthDatabase = NonNullable<BetterAuthOptions["database"]>;

export interface SignInDependencies {
  readonly database: AuthDatabase;
  readonly ids: AccessIds;
  /** Signs cookies; at least 32 characters, random. */
  readonly secret: string;
  /** False for a user who is disabled. */
  readonly mayOpenSession: (userId: UserId) => Promise<boolean>;
}
export interface SignInInput {
  readonly email: string;
  readonly password: string;
  readonly address: string | null;
  readonly userAgent: string | null;
  /** Whether the browser reached us over https: then the cookie is for https alone. */
  readonly secure: boolean;
}
export type PasswordCheck =
  /** `cookies` are whole Set-Cookie values. */
  | { readonly kind: "right"; readonly userId: UserId; readonly cookies: readonly string[] }
  | { readonly kind: "wrong" };
export interface OpenSession {
  readonly principal: SessionPrincipal;
  readonly sessionToken: string;
}

/** Sessions cannot be read or opened now; what failed is in `cause`. */
export class SignInUnavailableError extends Error {
  override readonly name = "SignInUnavailableError";
  constructor(cause: unknown) {
    super("sessions cannot be read now", { cause });
  }
}

const SignedIn = z.object({ user: z.object({ id: UserId }) });
const Found = z.object({
  session: z.object({ token: z.string() }),
  user: z.object({
    id: UserId,
    name: z.string(),
    email: z.string(),
    role: Role,
    mustChangePassword: z.boolean(),
    disabledAt: z.date().nullish(),
  }),
});

export class SignIn {
  readonly #overHttp: ReturnType<typeof createAuth>;
  readonly #overHttps: ReturnType<typeof createAuth>;

  constructor(deps: SignInDependencies) {
    this.#overHttp = createAuth(deps, false);
    this.#overHttps = createAuth(deps, true);
  }

  /** An unknown address takes as long as a wrong password does. @throws SignInUnavailableError */
  async checkPassword(input: SignInInput): Promise<PasswordCheck> {
    const { email, password, secure } = input;
    try {
      const { headers, response } = await this.#auth(secure).api.signInEmail({
        body: { email, password, rememberMe: true },
        headers: clientHeaders(input),
        returnHeaders: true,
      });
      return {
        kind: "right",
        userId: SignedIn.parse(response).user.id,
        cookies: headers.getSetCookie(),
      };
    } catch (error) {
      if (isRefusal(error)) return { kind: "wrong" };
      throw new SignInUnavailableError(error);
    }
  }

  /** The session of a request's cookies; null when there is none that holds. @throws SignInUnavailableError */
  async findSession(cookieHeader: string, secure: boolean): Promise<OpenSession | null> {
    let found: unknown;
    try {
      found = await this.#auth(secure).api.getSession({ headers: new Headers({ cookie: cookieHeader }) });
    } catch (error) {
      throw new SignInUnavailableError(error);
    }
    if (found === null) return null;
    const { session, user } = Found.parse(found);
    if (user.disabledAt != null) return null;
    return {
      principal: {
        kind: "session",
        userId: user.id,
        name: user.name,
        email: user.email,
        role: user.role,
        mustChangePassword: user.mustChangePassword,
      },
      sessionToken: session.token,
    };
  }

  /** Whether it is the password of whoever the cookies belong to. @throws SignInUnavailableError */
  async isOwnPassword(cookieHeader: string, secure: boolean, password: string): Promise<boolean> {
    try {
      await this.#auth(secure).api.verifyPassword({
        body: { password },
        headers: new Headers({ cookie: cookieHeader }),
      });
      return true;
    } catch (error) {
      if (isRefusal(error)) return false;
      throw new SignInUnavailableError(error);
    }
  }

  /** Ends the session of these cookies. Returns whole Set-Cookie values that remove them. @throws SignInUnavailableError */
  async signOut(cookieHeader: string, secure: boolean): Promise<readonly string[]> {
    try {
      const { headers } = await this.#auth(secure).api.signOut({
        headers: new Headers({ cookie: cookieHeader }),
        returnHeaders: true,
      });
      return headers.getSetCookie();
    } catch (error) {
      throw new SignInUnavailableError(error);
    }
  }

  #auth(secure: boolean): ReturnType<typeof createAuth> {
    return secure ? this.#overHttps : this.#overHttp;
  }
}

function createAuth(deps: SignInDependencies, secure: boolean) {
  return betterAuth({
    appName: "Interlock",
    // Links are never made from it: no mails are sent and none of its routes is served.
    baseURL: secure ? "https://interlock.invalid" : "http://interlock.invalid",
    database: deps.database,
    // As a list, which no variable of the environment overrides.
    secrets: [{ version: 1, value: deps.secret }],
    telemetry: { enabled: false },
    // What it would say is an outcome that is returned, or an error that is thrown.
    logger: { disabled: true },
    emailAndPassword: { enabled: true, disableSignUp: true },
    // Its limiter counts requests of its own routes only; lib/access/attempt-limit counts ours.
    rateLimit: { enabled: false },
    user: {
      modelName: "accessUser",
      additionalFields: {
        role: { type: "string", required: true, input: false },
        mustChangePassword: { type: "boolean", required: true, input: false, defaultValue: false },
        disabledAt: { type: "date", required: false, input: false },
        lastSignInAt: { type: "date", required: false, input: false },
      },
    },
    session: {
      modelName: "accessSession",
      expiresIn: SESSION_S,
      disableSessionRefresh: true,
      cookieCache: { enabled: false },
    },
    account: { modelName: "accessAccount" },
    verification: { modelName: "accessVerification" },
    databaseHooks: {
      session: { create: { before: ({ userId }) => deps.mayOpenSession(UserId.parse(userId)) } },
    },
    advanced: {
      cookiePrefix: "interlock",
      useSecureCookies: secure,
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
      database: { generateId: () => deps.ids.rowId() },
    },
  });
}

function clientHeaders({ address, userAgent }: SignInInput): Headers {
  return new Headers({
    ...(address === null ? {} : { [ADDRESS_HEADER]: address }),
    ...(userAgent === null ? {} : { "user-agent": userAgent.slice(0, 400) }),
  });
}

function isRefusal(error: unknown): boolean {
  return isAPIError(error) && error.statusCode >= 400 && error.statusCode < 500;
}
