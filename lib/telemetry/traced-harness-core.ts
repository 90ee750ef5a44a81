/** The door to execution control, that tells how each model call ended. */
import {
  DiagnosisHarnessCore,
  type ModelAnswer,
  type ModelCallOptions,
} from "../harness/diagnosis-harness-core";
import type { HarnessDependencies } from "../harness/diagnosis-harness-core";
import type { RunContext } from "../harness/run-context";
import type { RunStage } from "../harness/run-stage";
import type { ModelCallEnd } from "./run-spans";

export class TracedHarnessCore extends DiagnosisHarnessCore {
  constructor(
    private readonly needs: HarnessDependencies,
    private readonly told: (end: ModelCallEnd) => void,
    inside: RunStage | null = null,
  ) {
    super(needs, inside);
  }

  override through(stage: RunStage): DiagnosisHarnessCore {
    return new TracedHarnessCore(this.needs, this.told, stage);
  }

  override callModel<T>(
    ctx: RunContext,
    options: ModelCallOptions,
    invoke: (call: { signal: AbortSignal }) => Promise<ModelAnswer<T>>,
  ): Promise<T> {
    const { clock } = this.needs;
    const startedAt = clock.now();
    let usage: ModelCallEnd["usage"] = null;
    let asked = false;
    const tell = (error: string | null): void => {
      // A call that a gate refused was not made.
      if (!asked) return;
      const { callId, kind } = options;
      this.told({ runId: ctx.runId, callId, kind, startedAt, endedAt: clock.now(), usage, error });
    };
    const outcome = super.callModel<T>(ctx, options, async (call) => {
      asked = true;
      const answer = await invoke(call);
      usage = answer.usage;
      return answer;
    });
    outcome.then(
      () => tell(null),
      (error: unknown) => tell(error instanceof Error ? error.name : "unknown"),
    );
    return outcome;
  }
}
