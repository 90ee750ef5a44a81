import { createToken } from "../../lib/access/administration";
import { actOf, HOST_ACTOR } from "../../lib/access/visitor";
import { createPrismaClient } from "../../lib/persistence/prisma-client";
import { administrationParts } from "../../lib/server/access-parts";
import { makeDemoRuns, type DemoRuns } from "./make-demo-runs";

/** The console is up; its first page comes before the demo. */
const FIRST_PAGE_MS = 3_000;

export interface StartDemoRunsOptions {
  readonly url: string;
  readonly storeUrl: string;
  readonly say: (text: string) => void;
}

/**
 * Makes the demo's runs in the background, over the API as any program would, with a token of its own that is revoked afterwards. Returns how to
 * stop. Whatever goes wrong is said and harms nothing.
 */
export function startDemoRuns({ url, storeUrl, say }: StartDemoRunsOptions): () => Promise<void> {
  const stopped = new AbortController();
  const work = withToken(
    storeUrl,
    (token) => {
      const signal = stopped.signal;
      return makeDemoRuns({ url, token, signal });
    },
    stopped.signal,
  ).then(
    (made) => {
      if (made?.kind === "made") say(`The demo asked ${made.runs} questions: look at Runs.`);
    },
    (error: unknown) => {
      if (!stopped.signal.aborted)
        say(
          `The demo's questions could not be asked: ${error instanceof Error ? error.message : String(error)}`,
        );
    },
  );
  return async () => {
    stopped.abort();
    await work;
  };
}

async function withToken(
  storeUrl: string,
  work: (token: string) => Promise<DemoRuns>,
  signal: AbortSignal,
): Promise<DemoRuns | null> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, FIRST_PAGE_MS);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
  if (signal.aborted) return null;
  const database = createPrismaClient(storeUrl);
  try {
    // A look before there is a token: later starts leave no trace of one.
    if ((await database.diagnosisRun.count({ take: 1 })) > 0) return { kind: "not_needed" };
    const parts = administrationParts(database);
    const act = () => actOf(parts, { actor: HOST_ACTOR, address: null });
    const { token, secret } = await createToken(parts, act(), { name: "demo", role: "operator", days: 1 });
    try {
      return await work(secret);
    } finally {
      await parts.store.revokeToken(act(), token.tokenId);
    }
  } finally {
    await database.$disconnect();
  }
}
