/** Users, for administrators. */
import { z } from "zod";
import {
  ChangeUserRequest,
  CreateUserRequest,
  OneTimePasswordReply,
  UserId,
  UserList,
  UserReply,
} from "../../contracts/access";
import { jsonResponse, ProblemError } from "../problem-response";
import { readBody } from "../read-body";
import { readQuery } from "../read-query";
import type { VisitHandler } from "../visit";

const NoQuery = z.strictObject({});

export const getUsers: VisitHandler = async ({ administration }, request) => {
  readQuery(request, NoQuery);
  return jsonResponse(UserList.parse({ items: await administration.listUsers() }));
};

export const postUser: VisitHandler = async ({ administration }, request) => {
  readQuery(request, NoQuery);
  const outcome = await administration.createUser(await readBody(request, CreateUserRequest));
  switch (outcome.kind) {
    case "created": {
      const { user, oneTimePassword } = outcome;
      return jsonResponse(OneTimePasswordReply.parse({ user, oneTimePassword }), 201);
    }
    case "email_taken":
      throw new ProblemError("EMAIL_TAKEN", "change the user that has this address, or use another one");
  }
};

export const patchUser: VisitHandler = async ({ administration }, request, params) => {
  readQuery(request, NoQuery);
  const outcome = await administration.changeUser(
    userIdOf(params),
    await readBody(request, ChangeUserRequest),
  );
  switch (outcome.kind) {
    case "changed":
    case "no_change":
      return jsonResponse(UserReply.parse({ user: outcome.user }));
    case "not_found":
      throw noSuchUser();
    case "last_administrator":
      throw new ProblemError("LAST_ADMINISTRATOR", "make somebody else an administrator first");
  }
};

/** POST /api/users/{id}/reset. */
export const postUserReset: VisitHandler = async ({ administration }, request, params) => {
  readQuery(request, NoQuery);
  await readBody(request, NoQuery, {});
  const outcome = await administration.resetPassword(userIdOf(params));
  switch (outcome.kind) {
    case "reset": {
      const { user, oneTimePassword } = outcome;
      return jsonResponse(OneTimePasswordReply.parse({ user, oneTimePassword }));
    }
    case "not_found":
      throw noSuchUser();
  }
};

function userIdOf(params: Readonly<Record<string, string>>): UserId {
  const parsed = UserId.safeParse(params["id"]);
  if (!parsed.success) throw noSuchUser();
  return parsed.data;
}

function noSuchUser(): ProblemError {
  return new ProblemError("USER_NOT_FOUND", "no user with that id is stored");
}
