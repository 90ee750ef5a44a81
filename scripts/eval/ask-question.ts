/** Asks one question over the API, as an owner would, and returns the run at its end. */
import { StartRunReply } from "../../lib/contracts/requests";
import type { RunDetail } from "../../lib/contracts/run";
import { runIdOf, type ApiClient } from "../../lib/server/testing/api-client";
import { readPublicStream, readSse } from "../../lib/server/testing/sse-client";
import { PublicFrame } from "../../lib/contracts/frames";
import type { Question } from "./evaluation-question";
import { fillFigures, type KnownFigures } from "./known-figures";
import type { ObservedRun } from "./judge-answer";

/** Runs that nobody waits for on a stream are looked at until they have ended, ms. */
const END_LIMIT_MS = 300_000;

export interface AskedQuestion extends ObservedRun {
  readonly run: RunDetail;
}

/** Throws when the API refuses the question or the run does not end. */
export async function askQuestion(
  client: ApiClient,
  question: Question,
  known: KnownFigures,
): Promise<AskedQuestion> {
  const sessionId =
    question.after === null
      ? undefined
      : (await ownedRun(client, { query: fillFigures(question.after, known) })).sessionId;
  const body = {
    query: fillFigures(question.ask, known),
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(question.budget === null ? {} : { budget: question.budget }),
  };
  const runId = await runOf(client, question.interruption, body);
  const run = await client.until(runId, (one) => one.releaseOutcome !== null, END_LIMIT_MS);
  return { run, tools: await client.tools(runId) };
}

async function runOf(
  client: ApiClient,
  interruption: Question["interruption"],
  body: unknown,
): Promise<string> {
  switch (interruption) {
    case null:
      return (await ownedRun(client, body)).runId;
    case "cancel": {
      const { runId } = StartRunReply.parse(await (await client.post("/api/runs", body)).json());
      await untilInvestigating(client, runId);
      await client.post(`/api/runs/${runId}/cancel`, { note: "the evaluation" });
      return runId;
    }
    case "disconnect": {
      const gone = new AbortController();
      const response = await client.post("/api/chat", body, { signal: gone.signal });
      const frames = readSse(response);
      const first = await frames.next();
      if (first.done === true) throw new Error("the stream ended before it began");
      const runId = runIdOf([PublicFrame.parse({ event: first.value.event, data: first.value.data })]);
      await untilInvestigating(client, runId);
      gone.abort();
      return runId;
    }
  }
}

/** In a statement, or at its end where it was too quick to be seen. */
function untilInvestigating(client: ApiClient, runId: string): Promise<RunDetail> {
  return client.until(runId, (run) => run.toolCalls > 0 || run.runState !== "RUNNING", END_LIMIT_MS);
}

async function ownedRun(client: ApiClient, body: unknown): Promise<{ runId: string; sessionId: string }> {
  const response = await client.post("/api/chat", body);
  if (response.status !== 200) throw new Error(`asked and got ${response.status}: ${await response.text()}`);
  const frames = await readPublicStream(response);
  const first = frames[0];
  if (first?.event !== "metadata") throw new Error("the first frame must be metadata");
  return first.data;
}
