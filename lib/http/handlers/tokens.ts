/** API tokens, for administrators. */
import { z } from "zod";
import { CreateTokenReply, CreateTokenRequest, TokenId, TokenList, TokenReply } from "../../contracts/access";
import { jsonResponse, ProblemError } from "../problem-response";
import { readBody } from "../read-body";
import { readQuery } from "../read-query";
import type { VisitHandler } from "../visit";

const NoQuery = z.strictObject({});

export const getTokens: VisitHandler = async ({ administration }, request) => {
  readQuery(request, NoQuery);
  return jsonResponse(TokenList.parse({ items: await administration.listTokens() }));
};

export const postToken: VisitHandler = async ({ administration }, request) => {
  readQuery(request, NoQuery);
  const created = await administration.createToken(await readBody(request, CreateTokenRequest));
  return jsonResponse(CreateTokenReply.parse(created), 201);
};

/** Revokes it: its row stays, so that what it did can still be traced to it. */
export const deleteToken: VisitHandler = async ({ administration }, request, params) => {
  readQuery(request, NoQuery);
  const tokenId = TokenId.safeParse(params["id"]);
  const outcome = tokenId.success
    ? await administration.revokeToken(tokenId.data)
    : ({ kind: "not_found" } as const);
  if (outcome.kind === "not_found")
    throw new ProblemError("TOKEN_NOT_FOUND", "no API token with that id is stored");
  return jsonResponse(TokenReply.parse({ token: outcome.token }));
};
