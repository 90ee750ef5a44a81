import {
  AuditPage,
  CreateTokenReply,
  DoneReply,
  OneTimePasswordReply,
  TokenList,
  TokenReply,
  UserList,
  UserReply,
  WhoAmIReply,
  type AuditFilter,
  type ChangePasswordRequest,
  type ChangeUserRequest,
  type CreateTokenRequest,
  type CreateUserRequest,
  type SignInRequest,
} from "../contracts/access";
import type { FetchLike } from "./api-client";
import { consoleFetch } from "./console-fetch";
import { sendJson } from "./send-json";

/** The routes about sign-in, users, API tokens and the audit log, typed. Errors are those of `sendJson`. */
class AccessClient {
  readonly #fetch: FetchLike;
  constructor(fetchLike: FetchLike) {
    this.#fetch = fetchLike;
  }

  signIn = (body: SignInRequest) => sendJson(this.#fetch, WhoAmIReply, "POST", "/api/session", body);
  signOut = () => sendJson(this.#fetch, DoneReply, "DELETE", "/api/session");
  changePassword = (body: ChangePasswordRequest) =>
    sendJson(this.#fetch, DoneReply, "POST", "/api/session/password", body);

  listUsers = () => sendJson(this.#fetch, UserList, "GET", "/api/users");
  createUser = (body: CreateUserRequest) =>
    sendJson(this.#fetch, OneTimePasswordReply, "POST", "/api/users", body);
  changeUser = (userId: string, body: ChangeUserRequest) =>
    sendJson(this.#fetch, UserReply, "PATCH", `/api/users/${encodeURIComponent(userId)}`, body);
  resetPassword = (userId: string) =>
    sendJson(this.#fetch, OneTimePasswordReply, "POST", `/api/users/${encodeURIComponent(userId)}/reset`, {});

  listTokens = () => sendJson(this.#fetch, TokenList, "GET", "/api/tokens");
  createToken = (body: CreateTokenRequest) =>
    sendJson(this.#fetch, CreateTokenReply, "POST", "/api/tokens", body);
  revokeToken = (tokenId: string) =>
    sendJson(this.#fetch, TokenReply, "DELETE", `/api/tokens/${encodeURIComponent(tokenId)}`);

  listAudit(filter: AuditFilter, cursor: string | null, limit: number) {
    const parameters = new URLSearchParams({ limit: String(limit) });
    for (const [name, value] of Object.entries({ ...filter, cursor }))
      if (value != null) parameters.set(name, value);
    return sendJson(this.#fetch, AuditPage, "GET", `/api/audit?${parameters.toString()}`);
  }
}

/** The client of the page's own origin. */
export const accessClient = new AccessClient(consoleFetch);
