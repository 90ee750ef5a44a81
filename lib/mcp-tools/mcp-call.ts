/**
 * One call of an MCP tool from the request to its end, and its stop (RUN-7, RUN-9).
 *
 * Invariants: 1 `result` always fulfils, once, within the call's time. 2 before the call is sent a stop sends nothing. 3 a stop is confirmed only when
 * the server answered the call, ended its response, or its process ended (KILL-3): the protocol lets a server stop in silence, and silence proves
 * nothing. 4 a server is never killed for one call: other runs use it.
 */
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import type { ToolErrorCode } from "../contracts/evidence";
import type { EvidenceResult, RunningQuery, StopReport } from "../diagnosis/ports";
import { RUN_ENDED } from "../diagnosis/tools/run-ended";
import { foreignText } from "../diagnosis/tools/foreign-text";
import { problemsOf } from "./check-value";
import type { CallAnswer, SentCall } from "./mcp-session";
import type { OfferedTool } from "./offered-tool";
import { projectResult } from "./result-projection";
import type { CallableSession, ServerDoor } from "./server-connection";
import type { Time } from "./time";

export interface CallPlan {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly timeoutMs: number;
  /** How long a cancelled call may take to tell that it has ended, ms. */
  readonly stopPatienceMs: number;
}

type State =
  | { readonly kind: "reaching" }
  | { readonly kind: "sent"; readonly sent: SentCall; readonly at: number }
  | { readonly kind: "over" };

const MAX_SAID = 500;
const NOT_SENT: StopReport = { stop: "confirmed", detail: "The call had not been sent; it was withdrawn" };
const ALREADY_OVER: StopReport = {
  stop: "confirmed",
  detail: "The call had already ended; nothing was cancelled",
};

export class McpCall implements RunningQuery {
  readonly result: Promise<EvidenceResult>;

  private state: State = { kind: "reaching" };
  private stopped: Promise<StopReport> | null = null;
  private settle: (result: EvidenceResult) => void = () => undefined;
  private readonly limit: { cancel(): void };
  private readonly startedAt: number;

  constructor(
    private readonly door: ServerDoor,
    private readonly plan: CallPlan,
    private readonly time: Time,
  ) {
    this.startedAt = time.now();
    this.result = new Promise((resolve) => {
      this.settle = resolve;
    });
    this.limit = time.after(plan.timeoutMs, () => {
      if (this.state.kind === "reaching") this.end(this.timeout());
    });
    void this.begin();
  }

  stop(): Promise<StopReport> {
    this.stopped ??= this.stopOnce();
    return this.stopped;
  }

  private async stopOnce(): Promise<StopReport> {
    const { state } = this;
    switch (state.kind) {
      case "reaching":
        this.end(RUN_ENDED);
        return NOT_SENT;
      case "over":
        return ALREADY_OVER;
      case "sent":
        state.sent.cancel();
        return this.awaitEnd(state.sent);
    }
  }

  /** What the server lets be known of a cancelled call. */
  private awaitEnd(sent: SentCall): Promise<StopReport> {
    return new Promise((resolve) => {
      const patience = this.time.after(this.plan.stopPatienceMs, () =>
        resolve({
          stop: "unconfirmed",
          detail: "The cancellation was sent; the server did not say that the call has ended",
        }),
      );
      void sent.answer.then((answer) => {
        patience.cancel();
        resolve(reportOf(answer));
      });
    });
  }

  private async begin(): Promise<void> {
    const reached = await this.door.reach();
    if (this.state.kind !== "reaching") return;
    if (!reached.ok) return this.fail(reached.code, reached.message);
    const tool = reached.session.tools.get(this.plan.tool);
    // The list may have changed since the request was checked.
    if (tool === undefined)
      return this.fail("FEATURE_UNAVAILABLE", `${this.server} no longer offers "${this.plan.tool}".`);
    if (tool.refusal !== null) return this.fail("FEATURE_UNAVAILABLE", tool.refusal);
    this.send(reached.session, tool);
  }

  private send(session: CallableSession, tool: OfferedTool): void {
    const { plan, time } = this;
    this.limit.cancel();
    const remainingMs = Math.max(1, plan.timeoutMs - (time.now() - this.startedAt));
    const sent = session.call(plan.tool, plan.args, remainingMs);
    this.state = { kind: "sent", sent, at: time.now() };
    void sent.answer.then((answer) => this.onAnswer(answer, tool));
  }

  private onAnswer(answer: CallAnswer, tool: OfferedTool): void {
    const sentAt = this.state.kind === "sent" ? this.state.at : this.startedAt;
    const isAnswer = answer.kind === "result" || answer.kind === "refused" || answer.kind === "malformed";
    if (isAnswer) this.door.noteAnswer();
    const result = this.toResult(answer, tool, Math.round(this.time.now() - sentAt));
    // After a stop only what the server really found is a result that came late (RUN-15).
    this.end(this.stopped !== null && result.kind === "error" ? RUN_ENDED : result);
  }

  private toResult(answer: CallAnswer, tool: OfferedTool, elapsedMs: number): EvidenceResult {
    switch (answer.kind) {
      case "result":
        return this.project(answer.result, tool, elapsedMs);
      case "refused":
        return error("EXECUTION_FAILED", `${this.server} refused the call: ${said(answer.message)}`);
      case "malformed":
        return error("PROJECTION_FAILED", `${this.server} answered with something that is no tool result.`);
      case "too_large":
        return error("RESULT_TOO_LARGE", `${this.server} sent more than one answer may hold.`);
      case "timeout":
        return this.timeout();
      case "ended":
        return error("CONNECTION_FAILED", `The call of ${this.server} was lost: ${answer.how}.`);
    }
  }

  private project(answer: CallToolResult, tool: OfferedTool, elapsedMs: number): EvidenceResult {
    if (answer.isError === true) {
      const words = answer.content.flatMap((content) => (content.type === "text" ? content.text : []));
      return error("EXECUTION_FAILED", `${this.server} reported an error: ${said(words.join(" "))}`);
    }
    if (tool.resultSchema !== null && answer.structuredContent !== undefined) {
      const [problem] = problemsOf(answer.structuredContent, tool.resultSchema);
      if (problem !== undefined) {
        const message = `${this.server} answered in another shape than it promises (${said(problem)}).`;
        return error("PROJECTION_FAILED", message);
      }
    }
    const projected = projectResult(answer);
    switch (projected.kind) {
      case "evidence":
        return { kind: "rows", evidence: projected.evidence, elapsedMs };
      case "too_large":
        return error(
          "RESULT_TOO_LARGE",
          `${this.server} answered with a first row that is too large to keep.`,
        );
      case "no_text": {
        const kinds = projected.contents.join(", ");
        return error(
          "PROJECTION_FAILED",
          `${this.server} answered with content that cannot be evidence: ${kinds}.`,
        );
      }
    }
  }

  private fail(code: ToolErrorCode, message: string): void {
    this.end(error(code, message));
  }

  private end(result: EvidenceResult): void {
    this.limit.cancel();
    this.state = { kind: "over" };
    this.settle(result);
  }

  private timeout(): EvidenceResult {
    return error("QUERY_TIMEOUT", `The call ran into its limit of ${Math.round(this.plan.timeoutMs)} ms.`);
  }

  private get server(): string {
    return `the MCP server "${this.door.name}"`;
  }
}

function reportOf(answer: CallAnswer): StopReport {
  switch (answer.kind) {
    case "result":
    case "refused":
    case "malformed":
      return { stop: "confirmed", detail: "The server answered the call after its cancellation" };
    case "too_large":
      return { stop: "unconfirmed", detail: "The server sent more than is read; its answer was cut off" };
    case "timeout":
      return { stop: "unconfirmed", detail: "The cancellation was sent; the call's time ran out in silence" };
    case "ended":
      return { stop: answer.certain ? "confirmed" : "unconfirmed", detail: sentence(answer.how) };
  }
}

function error(code: ToolErrorCode, message: string): EvidenceResult {
  return { kind: "error", code, message: sentence(message) };
}

function said(words: string): string {
  return foreignText(words, MAX_SAID) || "(nothing was said)";
}

function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
