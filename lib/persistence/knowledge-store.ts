/** PrismaKnowledgeStore: the KnowledgeStore port on MySQL/MariaDB. */
import { KnowledgeAction, KnowledgeKind, type KnowledgeVersion } from "../contracts/knowledge";
import type { EntryChange, KnowledgeStore, RunsThatUsed, StoredEntry } from "../knowledge/ports";
import { Prisma, type PrismaClient } from "./generated/client";
import { SUMMARY_COLUMNS, summaryOf } from "./run-rows";
import { facetOf } from "./runs/run-facet";
import { storeOperation } from "./store-operation";

/** Answers from documents that are looked through for one of them, latest first. */
const ANSWERS_LOOKED_AT = 1_000;
/** Calls of one check that are looked at: a run makes few of each. */
const CALLS_PER_RUN = 4;
const ANSWERED = facetOf({
  state: "SUCCESS",
  outcome: "SUCCESS",
  fallback: null,
  intent: "KNOWLEDGE_QUERY",
  stopReason: null,
});

export class PrismaKnowledgeStore implements KnowledgeStore {
  readonly #db: PrismaClient;

  constructor(db: PrismaClient) {
    this.#db = db;
  }

  listEntries(): Promise<readonly StoredEntry[]> {
    return storeOperation("list knowledge", async () => {
      const rows = await this.#db.knowledgeEntry.findMany({ orderBy: [{ kind: "asc" }, { name: "asc" }] });
      return rows.map(({ kind, name, version, body, disabled, changedBy, changedAt }) => ({
        kind: KnowledgeKind.parse(kind),
        name,
        version,
        text: body,
        disabled,
        changedBy,
        changedAt: changedAt.getTime(),
      }));
    });
  }

  change({ entry, action }: EntryChange): Promise<boolean> {
    const { kind, name, version, text: body, disabled, changedBy } = entry;
    const changedAt = new Date(entry.changedAt);
    const columns = { version, body, disabled, changedBy, changedAt };
    const ownText = action === "save" ? body : null;
    return storeOperation("change knowledge", () =>
      this.#db.$transaction(async (tx) => {
        if (version === 1) {
          const { count } = await tx.knowledgeEntry.createMany({
            data: [{ kind, name, ...columns }],
            skipDuplicates: true,
          });
          if (count === 0) return false;
        } else {
          const where = { kind, name, version: version - 1 };
          if ((await tx.knowledgeEntry.updateMany({ where, data: columns })).count === 0) return false;
        }
        await tx.knowledgeVersion.create({
          data: { kind, name, version, action, body: ownText, actor: changedBy, at: changedAt },
        });
        return true;
      }),
    );
  }

  listVersions(kind: KnowledgeKind, name: string, limit: number): Promise<readonly KnowledgeVersion[]> {
    return storeOperation("list versions of knowledge", async () => {
      // Texts may be long, and the list shows none.
      const rows = await this.#db.$queryRaw<
        { version: number; action: string; actor: string; at: Date; has_text: number | bigint }[]
      >`SELECT version, action, actor, at, body IS NOT NULL AS has_text FROM knowledge_version
        WHERE kind = ${kind} AND name = ${name} ORDER BY version DESC LIMIT ${limit}`;
      return rows.map(({ version, action, actor, at, has_text }) => ({
        version,
        action: KnowledgeAction.parse(action),
        by: actor,
        at: at.getTime(),
        hasText: Number(has_text) === 1,
      }));
    });
  }

  readVersion(kind: KnowledgeKind, name: string, version: number): Promise<string | null> {
    return storeOperation("read a version of knowledge", async () => {
      const where = { kind_name_version: { kind, name, version } };
      return (await this.#db.knowledgeVersion.findUnique({ where }))?.body ?? null;
    });
  }

  runsWithLabels(labels: readonly string[], limit: number): Promise<RunsThatUsed> {
    return storeOperation("list runs that used a playbook", async () => {
      const found = new Set<string>();
      for (const label of labels) {
        // The index ends in the run id: its own end is read, whatever there is before it.
        const rows = await this.#db.$queryRaw<{ run_id: string }[]>`
          SELECT run_id FROM tool_invocation WHERE label = ${label}
          ORDER BY run_id DESC LIMIT ${limit * CALLS_PER_RUN}`;
        for (const { run_id } of rows) found.add(run_id);
      }
      return { runs: await this.#summaries([...found], limit), lookedAt: null };
    });
  }

  runsCiting(documentId: string, limit: number): Promise<RunsThatUsed> {
    const cited = `%${likeText(`"documentId":${JSON.stringify(documentId)}`)}%`;
    return storeOperation("list runs that used a document", async () => {
      const rows = await this.#db.$queryRaw<{ run_id: string }[]>`
        SELECT latest.run_id FROM (
          SELECT run_id FROM diagnosis_run WHERE facet = ${ANSWERED} ORDER BY run_id DESC LIMIT ${ANSWERS_LOOKED_AT}
        ) latest JOIN diagnosis_run run ON run.run_id = latest.run_id
        WHERE run.answer_json LIKE ${cited} ORDER BY latest.run_id DESC LIMIT ${limit}`;
      const runs = await this.#summaries(
        rows.map(({ run_id }) => run_id),
        limit,
      );
      return { runs, lookedAt: ANSWERS_LOOKED_AT };
    });
  }

  async #summaries(runIds: readonly string[], limit: number) {
    const latest = [...runIds].sort().reverse().slice(0, limit);
    const rows = await this.#db.diagnosisRun.findMany({
      where: { runId: { in: latest } },
      orderBy: { runId: Prisma.SortOrder.desc },
      select: SUMMARY_COLUMNS,
    });
    return rows.map(summaryOf);
  }
}

/** As LIKE takes it literally. */
function likeText(text: string): string {
  return text.replace(/[\\%_]/g, (character) => `\\${character}`);
}
