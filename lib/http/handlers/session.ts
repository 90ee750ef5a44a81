/** Signing in and out, who one is, and one's own password. */
import { z } from "zod";
import { ChangePasswordRequest, DoneReply, SignInRequest, WhoAmIReply } from "../../contracts/access";
import { jsonResponse, ProblemError, problemResponse } from "../problem-response";
import { readBody } from "../read-body";
import { readQuery } from "../read-query";
import type { OpenHandler, VisitHandler } from "../visit";

const NoQuery = z.strictObject({});

/** POST /api/session. One answer for an unknown address, a wrong password and a disabled user. */
export const postSession: OpenHandler = async ({ account, client }, request) => {
  readQuery(request, NoQuery);
  const outcome = await account.signIn(await readBody(request, SignInRequest), client);
  switch (outcome.kind) {
    case "signed_in":
      return withCookies(jsonResponse(WhoAmIReply.parse({ principal: outcome.principal })), outcome.cookies);
    case "refused":
      return problemResponse(
        "SIGN_IN_REFUSED",
        "check address and password; an administrator can reset the password or enable the user",
      );
    case "limited":
      return limited(outcome.retryAfterMs);
  }
};

export const getSession: VisitHandler = (deps, request) => {
  readQuery(request, NoQuery);
  return Promise.resolve(jsonResponse(WhoAmIReply.parse({ principal: deps.principal })));
};

export const deleteSession: VisitHandler = async ({ account, principal, cookie, client }, request) => {
  readQuery(request, NoQuery);
  if (principal.kind !== "session" || cookie === null) throw notASession();
  return withCookies(
    jsonResponse(DoneReply.parse({ done: true })),
    await account.signOut(principal, cookie, client),
  );
};

/** POST /api/session/password. */
export const postPassword: VisitHandler = async ({ account, cookie, client }, request) => {
  readQuery(request, NoQuery);
  if (cookie === null) throw notASession();
  const outcome = await account.changePassword(
    cookie,
    await readBody(request, ChangePasswordRequest),
    client,
  );
  switch (outcome.kind) {
    case "changed":
      return jsonResponse(DoneReply.parse({ done: true }));
    case "wrong_current":
      throw new ProblemError("INVALID_REQUEST", "the current password is not right", [
        { path: "current", message: "is not the current password" },
      ]);
    case "same":
      throw new ProblemError("INVALID_REQUEST", "the new password is the current one", [
        { path: "next", message: "choose another one than the current one" },
      ]);
    case "no_session":
      throw notASession();
    case "limited":
      return limited(outcome.retryAfterMs);
  }
};

function limited(retryAfterMs: number): Response {
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1_000));
  return problemResponse("TOO_MANY_ATTEMPTS", `wait ${seconds} seconds, then try again`, {
    headers: { "retry-after": String(seconds) },
  });
}

function notASession(): ProblemError {
  return new ProblemError("FORBIDDEN", "an API token has no session and no password: sign in");
}

function withCookies(response: Response, cookies: readonly string[]): Response {
  for (const cookie of cookies) response.headers.append("set-cookie", cookie);
  return response;
}
