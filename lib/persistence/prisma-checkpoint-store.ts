/**
 * PrismaCheckpointStore: the CheckpointStore port on MySQL/MariaDB, so that a run outlives its process.
 *
 * 1. What was saved is kept, however its call ended, until the run is retired: PrismaRunStore deletes it with the run's `end`.
 * 2. A save after that is refused: nothing would ever delete it.
 * 3. Context ids are compared byte by byte; an id that the column could not tell from another is refused.
 */
import { z } from "zod";
import type { CheckpointEnding, CheckpointStore, SavedCheckpoint } from "../invocation";
import { decodeDocument, encodeDocument } from "./documents";
import type { PrismaClient } from "./generated/client";
import { jsonFaultOf } from "./json-fault";
import { storeOperation } from "./store-operation";

const LONGEST_CONTEXT_ID = 191;
const LONGEST_RUN_ID = 40;
const Ending = z.object({
  context: z.enum(["succeeded", "failed", "cancelled"]),
  delivery: z.enum(["ok", "failed"]),
});
const RunRows = z.array(z.object({ retired_at: z.date().nullable() }));

/** A checkpoint that cannot be kept: its value is no JSON, its id does not fit, or its run has been retired. */
export class UnstorableCheckpointError extends Error {
  override readonly name = "UnstorableCheckpointError";
  constructor(contextId: string, why: string) {
    super(`the checkpoint of ${JSON.stringify(contextId)} cannot be stored: ${why}`);
  }
}

/**
 * Checkpoints by context id, `<run id>` or `<run id>/<child>…`; the part before the first slash says whose they are. Every method rejects
 * with StoreUnavailableError when the store fails, and with UnstorableCheckpointError for an id of more than 191 characters, a run id of
 * more than 40, or one that ends in a space.
 */
export class PrismaCheckpointStore implements CheckpointStore {
  readonly #db: PrismaClient;

  constructor(db: PrismaClient) {
    this.#db = db;
  }

  /** Forgets how an earlier call ended, not what it saved. */
  async begin(contextId: string): Promise<void> {
    runIdOf(contextId);
    await storeOperation("begin a checkpoint", () =>
      this.#db.runCheckpoint.updateMany({
        where: { contextId },
        data: { endingContext: null, endingDelivery: null },
      }),
    );
  }

  /**
   * Replaces what was saved before. The value must be JSON; a property that is `undefined` is left out.
   * @throws UnstorableCheckpointError for another value, and for a run that has been retired
   */
  async save(contextId: string, value: unknown): Promise<void> {
    const runId = runIdOf(contextId);
    const fault = jsonFaultOf(value);
    if (fault !== null) throw new UnstorableCheckpointError(contextId, fault);
    const document = encodeDocument(value);
    const saved = await storeOperation("save a checkpoint", () => this.#replace(contextId, runId, document));
    if (!saved) throw new UnstorableCheckpointError(contextId, "its run has been retired");
  }

  async load(contextId: string): Promise<SavedCheckpoint | null> {
    runIdOf(contextId);
    return storeOperation("load a checkpoint", async () => {
      const row = await this.#db.runCheckpoint.findUnique({
        where: { contextId },
        select: { valueJson: true },
      });
      return row === null ? null : { value: decodeDocument(z.unknown(), row.valueJson) };
    });
  }

  /** Notes the ending beside what was saved, if anything was. */
  async finish(contextId: string, ending: CheckpointEnding): Promise<void> {
    runIdOf(contextId);
    await storeOperation("finish a checkpoint", () =>
      this.#db.runCheckpoint.updateMany({
        where: { contextId },
        data: { endingContext: ending.context, endingDelivery: ending.delivery },
      }),
    );
  }

  /** How the last call of that id ended; null while it goes on, when its process died, and when nothing was saved. */
  async endingOf(contextId: string): Promise<CheckpointEnding | null> {
    runIdOf(contextId);
    return storeOperation("read how a checkpoint ended", async () => {
      const row = await this.#db.runCheckpoint.findUnique({
        where: { contextId },
        select: { endingContext: true, endingDelivery: true },
      });
      if (row === null || row.endingContext === null) return null;
      return Ending.parse({ context: row.endingContext, delivery: row.endingDelivery });
    });
  }

  /** False when the run has been retired. Its row is locked first, as its retirement does, so that neither overtakes the other. */
  #replace(contextId: string, runId: string, document: string): Promise<boolean> {
    return this.#db.$transaction(async (transaction) => {
      const rows = await transaction.$queryRaw`
        SELECT retired_at FROM diagnosis_run WHERE run_id = ${runId} LOCK IN SHARE MODE`;
      if (RunRows.parse(rows).some((row) => row.retired_at !== null)) return false;
      // One statement: Prisma's upsert reads before it writes, and of two at a time one would fail.
      await transaction.$executeRaw`
        REPLACE INTO run_checkpoint (context_id, run_id, value_json, saved_at)
        VALUES (${contextId}, ${runId}, ${document}, ${new Date()})`;
      return true;
    });
  }
}

/** Throws UnstorableCheckpointError for an id that would be cut or taken for another. */
function runIdOf(contextId: string): string {
  const runId = contextId.split("/", 1)[0] ?? contextId;
  const fault = idFaultOf(contextId, runId);
  if (fault !== null) throw new UnstorableCheckpointError(contextId, fault);
  return runId;
}

function idFaultOf(contextId: string, runId: string): string | null {
  if (contextId.length > LONGEST_CONTEXT_ID) return "its id is too long";
  if (runId.length > LONGEST_RUN_ID) return "its run id is too long";
  // The server compares as if the shorter text went on in spaces.
  if (contextId.endsWith(" ") || runId.endsWith(" ")) return "its id ends in a space";
  // Half a surrogate pair is replaced on the way to the server.
  return contextId.isWellFormed() ? null : "its id is not well-formed text";
}
