/** POST /api/chat (owner's stream) and POST /api/runs (detached). */
import { z } from "zod";
import { StartRunReply, StartRunRequest } from "../../contracts/requests";
import type { StartResult } from "../../runs/chat-application-use-case";
import type { ApiDependencies, ApiHandler } from "../api-dependencies";
import { OwnerStream } from "../owner-stream";
import { jsonResponse, ProblemError, problemResponse } from "../problem-response";
import { readBody } from "../read-body";
import { readQuery } from "../read-query";
import { SSE_HEADERS } from "../sse";

const NoQuery = z.strictObject({});
const IdempotencyKey = z.string().regex(/^[\x21-\x7e]{1,191}$/, "use 1 to 191 visible ASCII characters");

/** All that can fail with a status code fails before the stream opens; later failures are frames. */
export const postChat: ApiHandler = async (deps, request) => {
  readQuery(request, NoQuery);
  const body = await readBody(request, StartRunRequest);
  const stream = new OwnerStream(deps.timers, deps.openStream("owner"));
  const result = await deps.application.start({
    query: body.query,
    sessionId: body.sessionId,
    budget: body.budget,
    mode: "attached",
    idempotencyKey: null,
    owner: stream,
  });
  await noteStart(deps, result);
  if (result.kind === "started") return new Response(stream.body, { headers: SSE_HEADERS });
  stream.end();
  if (result.kind === "replayed") throw new Error("a chat carries no idempotency key");
  return refusal(result);
};

export const postRuns: ApiHandler = async (deps, request) => {
  readQuery(request, NoQuery);
  const idempotencyKey = idempotencyKeyOf(request);
  const body = await readBody(request, StartRunRequest);
  const result = await deps.application.start({
    query: body.query,
    sessionId: body.sessionId,
    budget: body.budget,
    mode: "detached",
    idempotencyKey,
    owner: null,
  });
  await noteStart(deps, result);
  return startedDetached(result);
};

/** A start that an idempotency key replays changed nothing. */
export async function noteStart(deps: Pick<ApiDependencies, "noteAct">, result: StartResult): Promise<void> {
  const runId = result.kind === "started" || result.kind === "replayed" ? result.runId : null;
  const outcome =
    result.kind === "started" ? "changed" : result.kind === "replayed" ? "no_change" : "refused";
  await deps.noteAct({ action: "run.start", outcome, target: runId });
}

/** @throws ProblemError INVALID_REQUEST */
export function idempotencyKeyOf(request: Request): string | null {
  const key = request.headers.get("idempotency-key");
  if (key === null) return null;
  const parsed = IdempotencyKey.safeParse(key);
  if (parsed.success) return parsed.data;
  throw new ProblemError(
    "INVALID_REQUEST",
    "the Idempotency-Key is not valid: use 1 to 191 visible ASCII characters",
  );
}

/** 202 with the ids of the detached run, or the refusal. */
export function startedDetached(result: StartResult): Response {
  if (result.kind !== "started" && result.kind !== "replayed") return refusal(result);
  const { runId, sessionId } = result;
  return jsonResponse(StartRunReply.parse({ runId, sessionId }), 202, { location: `/api/runs/${runId}` });
}

function refusal(result: Exclude<StartResult, { kind: "started" | "replayed" }>): Response {
  switch (result.kind) {
    case "idempotency_conflict":
      return problemResponse("IDEMPOTENCY_CONFLICT", "use a new Idempotency-Key for a different request");
    case "refused":
      return problemResponse(
        result.code,
        result.code === "TOO_MANY_RUNS"
          ? "wait for a run to end, or cancel one"
          : "ask again when the server is back",
        { headers: { "retry-after": String(Math.ceil(result.retryAfterMs / 1_000)) } },
      );
    case "store_unavailable":
      return problemResponse("STORE_UNAVAILABLE", "try again in a moment; the store does not answer", {
        headers: { "retry-after": "5" },
      });
  }
}
