/** Whether a console can work, part by part. */
import type { ReadyReply } from "../contracts/requests";
import type { DiagnosisModel, EvidenceTools } from "../diagnosis/ports";
import type { InProcessEngine } from "../engine/in-process-engine";
import type { RunStore } from "../runs/ports";

interface ReadinessDependencies {
  readonly store: Pick<RunStore, "ping">;
  readonly engine: Pick<InProcessEngine, "status">;
  /** As it stands when it is asked. */
  readonly model: () => Pick<DiagnosisModel, "ready">;
  readonly tools: Pick<EvidenceTools, "ready">;
  readonly maskText: (text: string) => string;
}

/** Asks every part. Anybody may ask: those who ask at once share one answer. */
export function createReadiness(deps: ReadinessDependencies): () => Promise<ReadyReply> {
  let asking: Promise<ReadyReply> | null = null;
  return () =>
    (asking ??= askParts(deps).finally(() => {
      asking = null;
    }));
}

async function askParts({
  store,
  engine,
  model,
  tools,
  maskText,
}: ReadinessDependencies): Promise<ReadyReply> {
  const [storeCheck, modelCheck, sourcesCheck] = await Promise.all([
    store.ping().then(
      () => ({ ok: true, detail: "answers" }),
      () => ({ ok: false, detail: "does not answer" }),
    ),
    model().ready(),
    tools.ready(),
  ]);
  const told = ({ ok, detail }: { ok: boolean; detail: string }) => ({ ok, detail: maskText(detail) });
  const checks = {
    store: storeCheck,
    engine: engine.status(),
    model: told(modelCheck),
    sources: told(sourcesCheck),
  };
  // A data source that is down fails the runs that need it, not the console.
  return { ready: checks.store.ok && checks.engine.ok && checks.model.ok, checks };
}
