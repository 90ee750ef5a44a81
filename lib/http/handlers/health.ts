/** Liveness and readiness. */
import { HealthReply, ReadyReply } from "../../contracts/requests";
import type { ApiHandler } from "../api-dependencies";
import { jsonResponse } from "../problem-response";

export const getHealth: ApiHandler = () => Promise.resolve(jsonResponse(HealthReply.parse({ status: "up" })));

/** 200 when every part answers, else 503; the body says which. */
export const getReady: ApiHandler = async (deps) => {
  const reply = ReadyReply.parse(await deps.ready());
  return jsonResponse(reply, reply.ready ? 200 : 503);
};
