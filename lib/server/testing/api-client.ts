/** Asks one server over its API, for tests. */
import { z } from "zod";
import { ToolRecord } from "../../contracts/evidence";
import type { PublicFrame } from "../../contracts/frames";
import { RunDetail } from "../../contracts/run";
import { readPublicStream } from "./sse-client";

export class ApiClient {
  constructor(readonly baseUrl: string) {}

  post(path: string, body: unknown, init: RequestInit = {}): Promise<Response> {
    return fetch(`${this.baseUrl}${path}`, {
      method: "POST",
      body: JSON.stringify(body),
      ...init,
      headers: { "content-type": "application/json", ...init.headers },
    });
  }

  async run(runId: string): Promise<RunDetail> {
    return RunDetail.parse(await (await fetch(`${this.baseUrl}/api/runs/${runId}`)).json());
  }

  async tools(runId: string): Promise<ToolRecord[]> {
    const page: unknown = await (await fetch(`${this.baseUrl}/api/runs/${runId}/tools`)).json();
    return ToolRecord.array().parse(Object(page).items);
  }

  /** Asks on the owner's stream and reads it to its end. */
  async chat(
    query: string,
    budget?: Record<string, number>,
  ): Promise<{ frames: PublicFrame[]; run: RunDetail }> {
    const response = await this.post("/api/chat", { query, ...(budget === undefined ? {} : { budget }) });
    if (response.status !== 200)
      throw new Error(`asked and got ${response.status}: ${await response.text()}`);
    const frames = await readPublicStream(response);
    return { frames, run: await this.run(runIdOf(frames)) };
  }

  /** Polls a state that another party reaches; fails after `limitMs`. */
  async until(runId: string, reached: (run: RunDetail) => boolean, limitMs = 15_000): Promise<RunDetail> {
    const end = Date.now() + limitMs;
    for (;;) {
      const run = await this.run(runId);
      if (reached(run)) return run;
      if (Date.now() > end) throw new Error(`run ${runId} did not get there: ${JSON.stringify(run)}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** Cancels every run that goes on. */
  async cancelAll(): Promise<void> {
    const running: unknown = await (await fetch(`${this.baseUrl}/api/runs?state=RUNNING&limit=100`)).json();
    const runIds = z.array(z.object({ runId: z.string() })).parse(Object(running).items);
    await Promise.all(runIds.map(({ runId }) => this.post(`/api/runs/${runId}/cancel`, {})));
  }
}

export function runIdOf(frames: readonly PublicFrame[]): string {
  const first = frames[0];
  if (first?.event !== "metadata") throw new Error("the first frame must be metadata");
  return first.data.runId;
}
