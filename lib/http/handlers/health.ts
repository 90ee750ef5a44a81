/** Liveness and readiness. Both are open: what probes a server rarely carries a token. */
import { HealthReply, ReadyReply } from "../../contracts/requests";
import { roleMay } from "../../contracts/access";
import { jsonResponse } from "../problem-response";
import type { OpenHandler } from "../visit";

export const getHealth: OpenHandler = () =>
  Promise.resolve(jsonResponse(HealthReply.parse({ status: "up" })));

/**
 * 200 when every part answers, else 503. Which part it is is said to everybody, what it says only to who has come in: that names models, addresses and
 * data sources.
 */
export const getReady: OpenHandler = async (deps) => {
  const reply = ReadyReply.parse(await deps.ready());
  const principal = await deps.principal();
  const isTold = principal !== null && roleMay(principal.role, "status.read");
  const { store, engine, model, sources } = reply.checks;
  const bare = ({ ok }: { ok: boolean }) => ({ ok, detail: ok ? "answers" : "does not answer" });
  const checks = { store: bare(store), engine: bare(engine), model: bare(model), sources: bare(sources) };
  return jsonResponse(isTold ? reply : { ...reply, checks }, reply.ready ? 200 : 503);
};
