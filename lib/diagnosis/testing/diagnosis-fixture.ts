/** A real harness around a diagnosis whose model, sources, knowledge, time and ids are the test's. For tests alone. */
import { DEFAULT_BUDGET, type BudgetLimits } from "../../contracts/budget";
import type { DiagnosisStopReason, SemanticVerdict } from "../../contracts/axes";
import type { ToolRecord } from "../../contracts/evidence";
import type { RunId } from "../../contracts/ids";
import type { TraceLine, TraceName } from "../../contracts/trace";
import { DiagnosisHarnessCore, type EarlierLife } from "../../harness/diagnosis-harness-core";
import type { AxisChange } from "../../harness/ports";
import type { RunContext } from "../../harness/run-context";
import { ManualClock } from "../../harness/testing/manual-clock";
import { ManualTimers } from "../../harness/testing/manual-timers";
import { RecordingTrace } from "../../harness/testing/recording-trace";
import { SeededIds } from "../../harness/testing/seeded-ids";
import { createDiagnosisRuntime, type DiagnosisRuntime } from "../diagnosis-runtime";
import type { DiagnosisSettings } from "../diagnosis-settings";
import { createCanonicalInvocationStore, type ToolRecordSink } from "../evidence/canonical-invocation-store";
import { createSecretMask } from "../masking/secret-mask";
import { createScriptedKnowledge, type ScriptedKnowledge } from "./scripted-knowledge";
import { createScriptedModel, type ModelScript, type ScriptedModel } from "./scripted-model";
import { createScriptedSources, type ScriptedSources, type SourcesScript } from "./scripted-sources";
import { createQueryTools } from "../tools/query-tool";
import type { KnowledgePassage } from "../ports";

export interface FixtureOptions {
  readonly model?: ModelScript;
  readonly sources?: SourcesScript;
  readonly passages?: readonly KnowledgePassage[];
  readonly limits?: Partial<BudgetLimits>;
  readonly settings?: Partial<DiagnosisSettings>;
  /** Values that are masked wherever they stand. */
  readonly known?: readonly string[];
  /** Default: keeps every saved state. */
  readonly save?: (record: ToolRecord) => Promise<void>;
  /** Of a run that goes on. */
  readonly runId?: RunId;
  readonly earlier?: EarlierLife;
  /** Of another life of the same run: ids must not come twice. */
  readonly ids?: SeededIds;
}

export interface DiagnosisFixture {
  readonly core: DiagnosisHarnessCore;
  readonly ctx: RunContext;
  readonly runtime: DiagnosisRuntime;
  readonly model: ScriptedModel;
  readonly sources: ScriptedSources;
  readonly knowledge: ScriptedKnowledge;
  readonly clock: ManualClock;
  readonly timers: ManualTimers;
  readonly ids: SeededIds;
  readonly trace: RecordingTrace;
  /** Every state that the sink was given, in order. */
  readonly saved: readonly ToolRecord[];
  readonly sinkErrors: readonly unknown[];
}

/** One started run. */
export function diagnosisFixture(options: FixtureOptions = {}): DiagnosisFixture {
  const clock = new ManualClock();
  const timers = new ManualTimers(clock);
  const ids = options.ids ?? new SeededIds();
  const trace = new RecordingTrace();
  const saved: ToolRecord[] = [];
  const sinkErrors: unknown[] = [];
  const sink: ToolRecordSink = {
    save: async (record) => {
      await options.save?.(record);
      saved.push(record);
    },
  };
  const core = new DiagnosisHarnessCore({
    clock,
    timers,
    ids,
    openTrace: () => trace,
    openInvocations: (runId, recorder, records) =>
      createCanonicalInvocationStore({
        runId,
        records,
        trace: recorder,
        clock,
        sink,
        onSinkError: (error) => sinkErrors.push(error),
      }),
  });
  const model = createScriptedModel(options.model);
  const sources = createScriptedSources(options.sources);
  const knowledge = createScriptedKnowledge(options.passages);
  const runtime = createDiagnosisRuntime({
    core,
    model,
    tools: createQueryTools(sources),
    knowledge,
    mask: createSecretMask({ known: options.known ?? [], scopeKey: "test" }),
    clock,
    timers,
    ids,
    ...(options.settings === undefined ? {} : { settings: options.settings }),
  });
  const ctx = core.startRun({
    sessionId: ids.sessionId(),
    limits: { ...DEFAULT_BUDGET, ...options.limits },
    ...(options.runId === undefined ? {} : { runId: options.runId }),
    ...(options.earlier === undefined ? {} : { earlier: options.earlier }),
  });
  return { core, ctx, runtime, model, sources, knowledge, clock, timers, ids, trace, saved, sinkErrors };
}

/** The trace lines told so far, or those of one name. */
export function linesOf(fixture: DiagnosisFixture, name?: TraceName): readonly TraceLine[] {
  return fixture.trace
    .of("line")
    .map(({ line }) => line)
    .filter((line) => name === undefined || line.name === name);
}

/** The axes as the recorder last heard them. */
export function axesOf(fixture: DiagnosisFixture): AxisChange & {
  readonly stopReason?: DiagnosisStopReason | null;
  readonly semanticVerdict?: SemanticVerdict | null;
} {
  return Object.assign({}, ...fixture.trace.of("axes").map(({ change }) => change)) as AxisChange;
}

/** Lets everything that can go on without time or the outside go on. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 100; turn += 1) await Promise.resolve();
}
