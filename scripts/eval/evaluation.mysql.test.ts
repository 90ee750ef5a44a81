/** The whole set, answered by the playbooks, on a server of its own. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readEnvironment } from "../../lib/server/environment";
import { dataFolderAt } from "../provision/data-folder";
import { startEvaluationServer, type EvaluationServer } from "./evaluation-server";
import { evaluationSet, OPEN_FAULTS, PLAYBOOK_FLOOR } from "./evaluation-set";
import { runEvaluation } from "./run-evaluation";
import { ratioOf, scoreEvaluation, type JudgedQuestion } from "./score-evaluation";

const projectRoot = join(import.meta.dirname, "../..");
const SETUP_TIMEOUT_MS = 180_000;
const SET_TIMEOUT_MS = 300_000;

let base: string;
let server: EvaluationServer;
let judged: readonly JudgedQuestion[];

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), "interlock-eval-"));
  const named = process.env.INTERLOCK_MARIADBD;
  server = await startEvaluationServer({
    projectRoot,
    folder: dataFolderAt(base),
    mariadbd: named === "" ? undefined : named,
    signal: new AbortController().signal,
    say: () => undefined,
  });
}, SETUP_TIMEOUT_MS);

afterAll(async () => {
  await server.stop();
  await rm(base, { recursive: true });
}, SETUP_TIMEOUT_MS);

describe("the playbook model on the evaluation set", () => {
  it("is asked every question", { timeout: SET_TIMEOUT_MS }, async () => {
    const { questions } = evaluationSet();
    judged = await runEvaluation({
      server,
      settings: readEnvironment({
        DATABASE_URL: server.storeUrl,
        INTERLOCK_PLAYBOOKS_DIR: join(projectRoot, "playbooks"),
        INTERLOCK_DOCUMENTS_DIR: join(projectRoot, "docs/guides"),
      }),
      questions,
      signal: new AbortController().signal,
      onJudged: () => undefined,
    });
    expect(judged).toHaveLength(questions.length);
  });

  it("concludes nothing false beyond what is known to be open", () => {
    const found = judged.filter(({ verdict }) => verdict.isFalseConclusion);
    const said = found.map(({ question, verdict }) => `${question.id}: ${verdict.faults.join("; ")}`);
    expect(found.map(({ question }) => question.id).sort(), said.join("\n")).toEqual(
      Object.keys(OPEN_FAULTS).sort(),
    );
  });

  it("reaches its floor, and cites nothing beside the question", () => {
    const score = scoreEvaluation(judged);
    const wrong = judged.filter(({ verdict }) => !verdict.isRight).map(({ question }) => question.id);
    expect(ratioOf(score.right), wrong.join(", ")).toBeGreaterThanOrEqual(PLAYBOOK_FLOOR);
    expect(score.evidence.right).toBe(score.evidence.of);
  });
});
