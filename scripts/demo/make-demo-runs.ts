/** The living demo: a few dozen real runs on a store that has none, so that a first look at the console shows what it is for. */
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { SessionId } from "../../lib/contracts/ids";
import { RunPage, StartRunReply } from "../../lib/contracts/requests";
import { RunDetail } from "../../lib/contracts/run";
import { DEMO_QUESTIONS, type DemoQuestion } from "./demo-questions";

/** Marks the runs of the demo: all of them are in this session, which no other run gets. */
export const DEMO_SESSION = SessionId.parse(`ses_${"0".repeat(10)}${"dem0".repeat(4)}`);

/** Runs at once: the machine and the first visitor have something better to do. */
const LANES = 2;
const LOOK_EVERY_MS = 250;
/** After an answer that says "not now". */
const BUSY_PAUSE_MS = 3_000;
const MOST_PAUSES = 40;
const NOT_NOW: readonly number[] = [429, 503];
/** Questions that could not be asked before the rest is left out. */
const MOST_FAULTS = 3;
/** A run that takes longer is left to itself. */
const RUN_LIMIT_MS = 180_000;

export interface DemoRunsOptions {
  /** Of the console. */
  readonly url: string;
  /** Of role operator. */
  readonly token: string;
  readonly signal: AbortSignal;
  readonly questions?: readonly DemoQuestion[];
}

export type DemoRuns =
  | { readonly kind: "made"; readonly runs: number }
  /** There are runs already, whosever they are. */
  | { readonly kind: "not_needed" };

/** Throws when the console does not answer as it should, or `signal` aborts. */
export async function makeDemoRuns(options: DemoRunsOptions): Promise<DemoRuns> {
  const console = new ConsoleApi(options);
  if (await console.hasRuns()) return { kind: "not_needed" };
  await console.saveView();
  const left = [...(options.questions ?? DEMO_QUESTIONS)];
  const faults: unknown[] = [];
  let runs = 0;
  const lane = async (): Promise<void> => {
    for (let question = left.shift(); question !== undefined; question = left.shift()) {
      try {
        await console.ask(question);
        runs += 1;
      } catch (error) {
        // One question that could not be asked is no reason to leave out the others; several are.
        faults.push(error);
        if (options.signal.aborted || faults.length === MOST_FAULTS) left.length = 0;
      }
    }
  };
  // All lanes end before anything is thrown: none of them is to go on behind the caller's back.
  await Promise.all(Array.from({ length: LANES }, lane));
  if (options.signal.aborted || faults.length >= MOST_FAULTS) throw faults[0];
  return { kind: "made", runs };
}

class ConsoleApi {
  readonly #options: DemoRunsOptions;

  constructor(options: DemoRunsOptions) {
    this.#options = options;
  }

  async hasRuns(): Promise<boolean> {
    const page = RunPage.parse(await this.#json(await this.#send("GET", "/api/runs?limit=1")));
    return page.items.length > 0;
  }

  async saveView(): Promise<void> {
    const view = { name: "Demo runs", search: `session=${DEMO_SESSION}`, shared: true };
    await this.#json(await this.#send("POST", "/api/saved-views", view));
  }

  /** Until the run has an outcome. */
  async ask({ ask, manner, budget }: DemoQuestion): Promise<void> {
    const body = { query: ask, sessionId: DEMO_SESSION, ...(budget === undefined ? {} : { budget }) };
    if (manner === "owner") {
      await (await this.#start("/api/chat", body)).text();
      return;
    }
    if (manner === "leave") {
      const gone = new AbortController();
      const stream = await this.#start("/api/chat", body, gone.signal);
      const runId = await firstRunId(stream);
      await this.#until(runId, isInvestigating);
      gone.abort();
      await this.#until(runId, hasOutcome);
      return;
    }
    const { runId } = StartRunReply.parse(await (await this.#start("/api/runs", body)).json());
    if (manner === "cancel") {
      await this.#until(runId, isInvestigating);
      await this.#send("POST", `/api/runs/${runId}/cancel`, {
        note: "shows what a cancelled run looks like",
      });
    }
    await this.#until(runId, hasOutcome);
  }

  /** Waits while the console has no room for another run, or no answer from its store. */
  async #start(path: string, body: unknown, leave?: AbortSignal): Promise<Response> {
    for (let pauses = 0; ; pauses += 1) {
      const response = await this.#send("POST", path, body, leave);
      if (response.ok) return response;
      await response.body?.cancel();
      if (!NOT_NOW.includes(response.status) || pauses === MOST_PAUSES)
        throw new Error(`the demo asked and got ${response.status}`);
      await delay(BUSY_PAUSE_MS, undefined, { signal: this.#options.signal });
    }
  }

  async #until(runId: string, reached: (run: RunDetail) => boolean): Promise<void> {
    const end = performance.now() + RUN_LIMIT_MS;
    while (performance.now() < end) {
      const run = RunDetail.parse(await this.#json(await this.#send("GET", `/api/runs/${runId}`)));
      if (reached(run)) return;
      await delay(LOOK_EVERY_MS, undefined, { signal: this.#options.signal });
    }
  }

  #send(method: "GET" | "POST", path: string, body?: unknown, leave?: AbortSignal): Promise<Response> {
    const { url, token, signal } = this.#options;
    return fetch(`${url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: leave === undefined ? signal : AbortSignal.any([signal, leave]),
    });
  }

  async #json(response: Response): Promise<unknown> {
    if (!response.ok) throw new Error(`the demo asked and got ${response.status}`);
    return response.json();
  }
}

const hasOutcome = (run: RunDetail): boolean => run.releaseOutcome !== null;
/** In a statement, or over where it was too quick to be seen. */
const isInvestigating = (run: RunDetail): boolean => run.toolCalls > 0 || hasOutcome(run);

const Metadata = z.object({ runId: z.string() });

/** The first frame of an owner's stream says which run it is; the stream stays open. */
async function firstRunId(stream: Response): Promise<string> {
  const reader = stream.body?.getReader();
  const decoder = new TextDecoder();
  let text = "";
  while (reader !== undefined) {
    const { done, value } = await reader.read();
    if (done) break;
    text += decoder.decode(value, { stream: true });
    const data = /^data: (.*)$/m.exec(text.slice(0, text.lastIndexOf("\n") + 1))?.[1];
    if (data !== undefined) return Metadata.parse(JSON.parse(data)).runId;
  }
  throw new Error("the stream of a demo run ended before it began");
}
